//! Claims that may be made now, draws that need no claim, and ends on the board.

use std::sync::Arc;

use shakmaty::Role;

use super::game::{Holds, Now};
use super::record::{alert, name, word, written};
use crate::checks::{BoardEnd, Game, Severity, dead_position_rule, draw_without_claim, places};
use crate::replay::{Board, Move, MoveKind};
use crate::ruleset::{Cited, Declared, cite};

/// Adds the alerts about the position. `fifty_near`: the moves by each player left at which `fifty-near` is reported.
pub(super) fn of_board(game: &Game<'_>, fifty_near: u32, now: &mut Now) {
    let legal = game.replay.plies.last().is_none_or(|ply| ply.legal);
    if ended(game, now) || !now.goes_on || !game.replayed_to_the_end() || !legal {
        return;
    }
    repetition(game, now);
    fifty(game, fifty_near, now);
}

/// Adds the alert about an end on the board; returns whether there is one.
fn ended(game: &Game<'_>, now: &mut Now) -> bool {
    if let Some(ply) = game.mated_or_stalemated() {
        let mates = ply.checked_sub(1).and_then(|i| game.replay.plies.get(i)).is_some_and(|ply| ply.mates());
        let goes_on = game.recorded() > ply;
        let severity = if goes_on { Severity::Error } else { Severity::Info };
        let mut told = alert(game, if mates { "mate" } else { "stalemate" }, severity, ply);
        told.by = mates.then(|| word(game.mover(ply)));
        told.message = match (mates, goes_on) {
            (true, false) => format!("{} has mated", name(game.mover(ply))),
            (true, true) => format!("{} has mated; moves follow", name(game.mover(ply))),
            (false, false) => "Stalemate: the game is drawn".to_owned(),
            (false, true) => "Stalemate: the game is drawn; moves follow".to_owned(),
        };
        let law = &game.rules.board_end;
        told.articles = if mates { &law.checkmate } else { &law.stalemate }.articles.to_vec();
        now.tell(told, Holds::WithTheMoves, ply as u64);
        return true;
    }
    if let Some(ply) = game.dead_at.filter(|_| game.rules.dead_position.ends_game.value) {
        let mut told = alert(game, "drawn-dead", Severity::Error, ply);
        told.message = "The game is drawn: neither side can mate by any series of legal moves".to_owned();
        let (rule, _) = dead_position_rule(&game.rules.dead_position, &game.replay.board_after(ply));
        told.articles = rule.articles.to_vec();
        now.tell(told, Holds::WithTheMoves, ply as u64);
        return true;
    }
    drawn(game, now)
}

/// Adds the alert about a draw by repetition or by moves without capture and pawn move; returns whether there is one.
fn drawn(game: &Game<'_>, now: &mut Now) -> bool {
    let Some((ply, end)) = draw_without_claim(game) else { return false };
    let law = &game.rules.automatic_draw;
    let (id, why, rests_on) = match end {
        BoardEnd::Fivefold => (
            "drawn-fivefold",
            format!("the position stands for the {}th time", law.fivefold_count.value),
            cite([&*law.fivefold.articles, &*law.fivefold_count.articles]),
        ),
        _ => (
            "drawn-seventy-five",
            format!("{} moves by each player without capture and pawn move", law.seventy_five.value),
            law.seventy_five.articles.to_vec(),
        ),
    };
    let by_rule = law.declared.value == Declared::ByRule;
    let mut told = alert(game, id, if by_rule { Severity::Error } else { Severity::Warning }, ply);
    told.message = match by_rule {
        true => format!("The game is drawn: {why}"),
        false => format!("The arbiter may declare the game drawn: {why}"),
    };
    if end == BoardEnd::Fivefold {
        told.stood = stood(game, key_after(game, ply).unwrap_or_default(), ply);
    }
    told.articles = cite([rests_on.as_slice(), &*law.declared.articles]);
    now.tell(told, Holds::WithTheMoves, ply as u64);
    true
}

/// The key of the position after `ply` half-moves (0: the start position).
fn key_after(game: &Game<'_>, ply: usize) -> Option<u64> {
    match ply.checked_sub(1) {
        None => Some(game.replay.start.key()),
        Some(i) => game.replay.plies.get(i).map(|ply| ply.key),
    }
}

/// The half-moves (0: the start position) up to `last` after which a position stood.
fn stood(game: &Game<'_>, key: u64, last: usize) -> Vec<usize> {
    (0..=last).filter(|ply| key_after(game, *ply) == Some(key)).collect()
}

fn repetition(game: &Game<'_>, now: &mut Now) {
    let law = &game.rules.threefold;
    let count = law.count.value;
    let plies = game.replay.plies.len();
    if count == 0 {
        return;
    }
    let side = game.replay.last.turn();
    let stands = game.replay.plies.last().map_or(1, |ply| ply.occurrence);
    if stands >= count && law.appeared.value {
        let stands_after = stood(game, game.replay.last.key(), plies);
        let mut told = alert(game, "claim-threefold", Severity::Warning, plies);
        told.message = format!(
            "{} may claim a draw: the position stands for the {} time; it occurred before {}",
            name(side),
            ordinal(stands),
            places(game, stands_after.get(..stands_after.len() - 1).unwrap_or_default())
        );
        told.by = Some(word(side));
        told.stood = stands_after;
        told.articles = rests_on(&law.appeared, &law.count);
        now.tell(told, Holds::WithTheMoves, plies as u64);
    } else if law.intended.value && game.replay.oddities.occurrence.max(1) + 1 >= count {
        let moves = moves_to(game, |board| occurrences(game, board) + 1 >= count);
        let Some((first, _)) = moves.first() else { return };
        let mut after_it = game.replay.last;
        after_it.play(*first);
        let mut told = alert(game, "claim-threefold", Severity::Warning, plies);
        told.stood = stood(game, after_it.key(), plies);
        told.message = format!(
            "{} may claim a draw by writing {}: the position then stands for the {} time; it occurred before {}",
            name(side),
            one_of(game, &moves),
            ordinal(occurrences(game, &after_it) + 1),
            places(game, &told.stood)
        );
        told.by = Some(word(side));
        told.moves = moves.into_iter().map(|(_, san)| san).collect();
        told.articles = rests_on(&law.intended, &law.count);
        now.tell(told, Holds::WithTheMoves, plies as u64);
    }
}

/// How often a position has stood on the board.
fn occurrences(game: &Game<'_>, board: &Board) -> u32 {
    let quiet = board.halfmove_clock() as usize;
    let from = (game.replay.plies.len() + 1).saturating_sub(quiet);
    let played = game.replay.plies.get(from.saturating_sub(1)..).unwrap_or_default();
    let start = u32::from(from == 0 && game.replay.start.key() == board.key());
    played.iter().filter(|ply| ply.key == board.key()).count() as u32 + start
}

/// The legal moves without capture and pawn move after which `wanted` holds of the position, with their names, in order of these.
fn moves_to(game: &Game<'_>, wanted: impl Fn(&Board) -> bool) -> Vec<(Move, String)> {
    let last = &game.replay.last;
    let quiet = |mv: &Move| {
        matches!(mv.kind, MoveKind::Castle(_))
            || last.at(mv.to).is_none() && last.at(mv.from).is_some_and(|(_, role)| role != Role::Pawn)
    };
    let leads = |mv: &Move| {
        let mut board = *last;
        board.play(*mv);
        wanted(&board)
    };
    let mut moves: Vec<(Move, String)> =
        last.legal_moves().into_iter().filter(quiet).filter(leads).map(|mv| (mv, last.san(mv))).collect();
    moves.sort_by(|a, b| a.1.cmp(&b.1));
    moves
}

fn fifty(game: &Game<'_>, near: u32, now: &mut Now) {
    let law = &game.rules.fifty;
    let wanted = law.moves.value.saturating_mul(2);
    let quiet = game.replay.last.halfmove_clock();
    let plies = game.replay.plies.len();
    let is_near = quiet.saturating_add(near.saturating_mul(2)) >= wanted;
    if wanted == 0 || !is_near && quiet.saturating_add(1) < wanted {
        return;
    }
    let side = game.replay.last.turn();
    // A run of quiet moves is known by the half-move that began it; the counter of a FEN may reach beyond the record.
    let run = plies as u64 + (1 << 32) - u64::from(quiet);
    let since = since(game);
    let mut told = None;
    if quiet >= wanted && law.appeared.value {
        let mut claim = alert(game, "claim-fifty", Severity::Warning, plies);
        claim.message = format!("{} may claim a draw: {quiet} half-moves {since}", name(side));
        claim.articles = rests_on(&law.appeared, &law.moves);
        told = Some(claim);
    } else if quiet + 1 == wanted && law.intended.value {
        let moves = moves_to(game, |_| true);
        if !moves.is_empty() {
            let mut claim = alert(game, "claim-fifty", Severity::Warning, plies);
            claim.message = format!(
                "{} may claim a draw by writing a move without capture and pawn move: it is the {wanted}th half-move {since}",
                name(side)
            );
            claim.moves = moves.into_iter().map(|(_, san)| san).collect();
            claim.articles = rests_on(&law.intended, &law.moves);
            told = Some(claim);
        }
    }
    if let Some(mut claim) = told {
        claim.by = Some(word(side));
        now.tell(claim, Holds::WithTheMoves, run);
    } else if is_near {
        let mut near = alert(game, "fifty-near", Severity::Info, plies);
        near.message = format!("{quiet} half-moves {since}: a draw may be claimed from the {wanted}th on");
        near.articles = law.moves.articles.to_vec();
        now.tell(near, Holds::WithTheMoves, run);
    }
}

/// `since 50. d4`: the last capture or pawn move.
fn since(game: &Game<'_>) -> String {
    let quiet = game.replay.last.halfmove_clock() as usize;
    let ply = game.replay.plies.len().checked_sub(quiet).filter(|ply| *ply > 0);
    match ply.and_then(|ply| written(game, ply)) {
        Some(mv) => format!("without capture and pawn move since {mv}"),
        None => "without capture and pawn move, with those before the record".to_owned(),
    }
}

fn rests_on<A, B>(a: &Cited<A>, b: &Cited<B>) -> Vec<Arc<str>> {
    cite([&*a.articles, &*b.articles])
}

/// `34. Rg3`, or `one of 34. Kh2, Rg3`
fn one_of(game: &Game<'_>, moves: &[(Move, String)]) -> String {
    let last = &game.replay.last;
    let dots = if last.turn().is_white() { "." } else { "..." };
    let names: Vec<&str> = moves.iter().map(|(_, san)| san.as_str()).collect();
    let one_of = if names.len() > 1 { "one of " } else { "" };
    format!("{one_of}{}{dots} {}", last.move_number(), names.join(", "))
}

fn ordinal(n: u32) -> String {
    match n {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        _ => format!("{n}th"),
    }
}
