//! Incidents that the record contradicts: the case is refused, at its line.

use shakmaty::{Bitboard, File, Rank, Role, Square};

use super::attempt::written;
use super::evidence::Evidence;
use super::record::Record;
use super::words::who;
use crate::case::{Actor, Case, Fault, Incident, Kind};
use crate::replay::Board;
use crate::scoresheet::Written;

/// Refuses incidents that the record contradicts.
pub(super) fn check(case: &Case, record: &Record) -> Result<(), Fault> {
    for incident in &case.incidents {
        let made_move =
            incident.kind.is_illegal_move_kin() || matches!(incident.kind, Kind::Touch | Kind::WrongHand);
        let room = record.len() + usize::from(made_move);
        for (key, ply, most) in [("ply", incident.ply, record.len()), ("noticed", incident.noticed, room)] {
            if ply > most {
                return Err(beyond(incident, record, key, ply));
            }
        }
        let turn = record.turn(incident.ply);
        if incident.kind.row().by == Actor::OnMove && incident.by.player() != Some(turn) {
            return Err(wrong_side(incident, record, turn, &who_has_the_move(incident, record)));
        }
        if incident.kind == Kind::SealedMove && incident.by.player() != Some(turn) {
            return Err(wrong_side(incident, record, turn, "the player who has the move seals it"));
        }
        if matches!(incident.kind, Kind::PromotionNotReplaced | Kind::PromotionPiece)
            && !may_promote(incident, record)
        {
            return Err(no_promotion(incident, record));
        }
        let claim = matches!(incident.kind, Kind::ClaimThreefold | Kind::ClaimFifty);
        let others = incident.by.player() != Some(turn);
        // Moves were made before a diagram; none were made before the first move of a game.
        let nobody_moved = incident.ply == 0 && Evidence::of(record, case.part).is_whole();
        let another = incident.ply > 0 && announces_another_move(incident, record);
        if claim && others && (nobody_moved || another) {
            return Err(wrong_side(
                incident,
                record,
                turn,
                "only the player who has the move can announce one",
            ));
        }
    }
    Ok(())
}

/// Whether a pawn can have reached the last rank, by the move that is written, or by any move if none is. Without a game, nothing
/// speaks against it.
fn may_promote(incident: &Incident, record: &Record) -> bool {
    let board = record.board(incident.ply);
    let Some(text) = &incident.written else {
        let told = !record.is_empty() || record.starts_later();
        return !told || pawns_before_the_last_rank(board).any();
    };
    let last = |to: Square| matches!(to.rank(), Rank::First | Rank::Eighth);
    let written = written(text);
    let near = |file: File| {
        pawns_before_the_last_rank(board).into_iter().any(|pawn| pawn.file().distance(file) <= 1)
    };
    match written {
        Some(Written::To { to, .. }) if !last(to) => false,
        Some(Written::To { role: Some(Role::Pawn) | None, to, .. }) => near(to.file()),
        Some(Written::PawnFiles { to, .. }) => near(to),
        Some(Written::To { .. } | Written::Castle(_) | Written::Null) => false,
        None => true,
    }
}

/// The pawns of the player on move that stand one step before the last rank.
fn pawns_before_the_last_rank(board: &Board) -> Bitboard {
    let turn = board.turn();
    board.pieces(turn, Role::Pawn) & Bitboard::from_rank(turn.fold_wb(Rank::Seventh, Rank::Second))
}

fn no_promotion(incident: &Incident, record: &Record) -> Fault {
    let side = who(record.turn(incident.ply));
    match &incident.written {
        Some(text) => {
            Fault::new(&incident.place, format!("{text} brings no pawn of {side} to the last rank here"))
                .key("move")
                .help("the pawn's move as it was made, such as e8 or dxe8")
        }
        None => Fault::new(
            &incident.place,
            format!("{side} has no pawn {} that could reach the last rank", record.moment(incident.ply)),
        )
        .key("after")
        .help("the half-move made last before the pawn's move"),
    }
}

fn announces_another_move(incident: &Incident, record: &Record) -> bool {
    let plain = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_ascii_lowercase();
    let uci = record.ply(incident.ply).map(|ply| ply.mv.uci(record.mode().is_chess960()));
    incident.written.as_deref().is_some_and(|text| {
        plain(text) != plain(&record.written(incident.ply)) && Some(text.to_ascii_lowercase()) != uci
    })
}

fn beyond(incident: &Incident, record: &Record, key: &str, ply: usize) -> Fault {
    let why = match record.stop() {
        Some(_) => format!(
            "{ply} half-moves, and the record can be replayed for {} only: {} does not fit, since {}",
            record.len(),
            record.stopped_at(),
            record.why_stopped()
        ),
        None => format!(
            "{ply} half-moves, and the record has {}: it ends {}",
            record.len(),
            record.moment(record.len())
        ),
    };
    Fault::new(&incident.place, why).key(key).help("`ply` counts the half-moves made, 0 before the first")
}

/// What to write where the incident may have been the half-move that is named as the last one made.
fn who_has_the_move(incident: &Incident, record: &Record) -> String {
    let rule = "who did it has the move";
    match incident.ply.checked_sub(1).filter(|before| incident.by.player() == Some(record.turn(*before))) {
        Some(before) => format!(
            "{rule}; if it was {} itself, it happened {}",
            record.label(incident.ply),
            record.moment(before)
        ),
        None => rule.to_owned(),
    }
}

fn wrong_side(incident: &Incident, record: &Record, turn: shakmaty::Color, why: &str) -> Fault {
    Fault::new(
        &incident.place,
        format!(
            "`{}` by {} {}, when {} has the move",
            incident.kind.name(),
            incident.by.word(),
            record.moment(incident.ply),
            who(turn)
        ),
    )
    .key("by")
    .help(why)
}
