//! Wrong starts (pieces, colours, board), impossible positions, and pieces knocked over.

use shakmaty::{Color, Rank, Role};

use super::evidence::Count;
use super::hearing::Hearing;
use super::ruling::{Decision, Ruling};
use super::words::{moves, who};
use crate::case::Incident;
use crate::replay::Board;
use crate::ruleset::{Absurdity, Cited, Deadline, RestartClocks, ReturnTime};

/// Rules on a wrong initial position.
pub(super) fn initial_position(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.start_position;
    let before = *ruling.rest_on(&law.restart_before);
    let made = hearing.moves_by_both(incident.noticed);
    ruling.because("The pieces had been set up wrongly.");
    moves_made(&mut ruling, made);
    if hearing.record.mode().is_chess960() && *hearing.laws.chess960.set_up {
        ruling.rest_on(&hearing.laws.chess960.set_up);
        ruling.because(
            "In Chess960 the bishops stand on squares of opposite colour, the king between the rooks, and Black's pieces \
             opposite White's.",
        );
    }
    let late = before > 0 && made.reaches(before) == Some(true);
    if before > 0 && made.reaches(before).is_none() {
        early_or_late(hearing, &mut ruling, before);
        return ruling;
    }
    if !late {
        restart(hearing, &mut ruling, before, &law.clocks);
        return ruling;
    }
    ruling.decide(Decision::Stands);
    ruling.announce(format!("The game goes on as it is: each player has made {} or more.", moves(before)));
    ruling.because(format!(
        "From {before} moves each the set-up stands, and the game goes on from the position on the board."
    ));
    if *law.castling_lost {
        ruling.rest_on(&law.castling_lost);
        ruling.because(
            "A king that stood wrong cannot castle, and there is no castling with a rook that stood wrong.",
        );
    }
    if *law.castling_mirrored {
        ruling.rest_on(&law.castling_mirrored);
        ruling.because("Where king and queen were swapped, castling goes the other way round.");
    }
    ruling
}

/// How many moves each player has made, as far as it is known.
fn moves_made(ruling: &mut Ruling, made: Count) {
    if let Count::Exactly(made) = made {
        ruling.because(format!("Each player has made {made} moves."));
    }
}

/// The number of moves decides and is unknown: states what follows in either case.
fn early_or_late(hearing: &Hearing<'_>, ruling: &mut Ruling, before: u32) {
    hearing.not_in_evidence(ruling, "how many moves were made");
    ruling.decide(Decision::Discretion);
    ruling.offer(["restart", "continue"]);
    ruling.announce(format!(
        "A new game before {before} moves by each, else play goes on: the record does not show how many were made."
    ));
    ruling.because(format!(
        "Before {before} moves by each player the game is annulled and a new one played; from then on it goes on."
    ));
}

fn restart(hearing: &Hearing<'_>, ruling: &mut Ruling, before: u32, clocks: &Cited<RestartClocks>) {
    ruling.decide(Decision::Restart);
    ruling.announce(match before {
        0 => "The game is annulled and a new one is played.".to_owned(),
        before => format!(
            "The game is annulled and a new one is played: fewer than {} were made by each.",
            moves(before)
        ),
    });
    ruling.because(match before {
        0 => "At any time during the game that annuls it: a new game is played.".to_owned(),
        before => {
            format!("That is before {before} moves by each: the game is annulled and a new one played.")
        }
    });
    match *ruling.rest_on(clocks) {
        RestartClocks::Judgement => ruling.because("The arbiter sets the clocks for it."),
        RestartClocks::Kept => {
            ruling.because("The clocks keep the time that was used.");
            hearing.set_clocks(ruling, ruling.ply, ruling.noticed, None);
        }
    }
}

/// Rules on reversed colours.
pub(super) fn colours(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.colours;
    let before = *ruling.rest_on(&law.restart_before);
    let made = hearing.moves_by_both(incident.noticed);
    ruling.because("The players had each other's colours.");
    moves_made(&mut ruling, made);
    let late = if before == 0 { Some(true) } else { made.reaches(before) };
    match (late, incident.observed) {
        (Some(false), Some(false)) => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["restart", "continue"]);
            ruling.announce("Nobody can confirm that the colours were reversed: the arbiter decides.");
            ruling.because(
                "Nobody can confirm it. If it was so the game is annulled and a new one played; if not, it goes on.",
            );
            return ruling;
        }
        (Some(false), _) => {
            restart(hearing, &mut ruling, before, &law.clocks);
            return ruling;
        }
        (None, Some(true)) => {
            ruling.because("What the arbiter saw, or other evidence, shows that it was found in time.");
            restart(hearing, &mut ruling, before, &law.clocks);
            return ruling;
        }
        (None, _) => {
            early_or_late(hearing, &mut ruling, before);
            return ruling;
        }
        (Some(true), _) => {}
    }
    ruling.decide(Decision::Continue);
    ruling.announce(match before {
        0 => "The game goes on with the colours as they are.".to_owned(),
        before => format!(
            "The game goes on with the colours as they are: each player has made {} or more.",
            moves(before)
        ),
    });
    ruling.because("The game goes on with the colours as they are.");
    if *law.arbiter_may_restart {
        ruling.rest_on(&law.arbiter_may_restart);
        ruling.offer(["restart"]);
        ruling.because("The arbiter may order a new game instead.");
    }
    ruling
}

/// Rules on a turned board.
pub(super) fn board(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.board_turned;
    let before = *ruling.rest_on(&law.correct_before);
    let made = hearing.moves_by_both(incident.noticed);
    match if before == 0 { Some(false) } else { made.reaches(before) } {
        Some(true) => {
            ruling.decide(Decision::Stands);
            ruling.announce(format!(
                "The board stays as it is: each player has made {} or more.",
                moves(before)
            ));
            moves_made(&mut ruling, made);
            ruling.because(format!("From {before} moves each the board stays as it is."));
        }
        Some(false) => {
            ruling.decide(Decision::Continue);
            ruling.announce("The position is moved to a board that stands rightly, and the game goes on.");
            ruling.because("The board was turned: the position is moved to a board that stands rightly, and the game goes on.");
        }
        None => {
            hearing.not_in_evidence(&mut ruling, "how many moves were made");
            ruling.decide(Decision::Discretion);
            ruling.offer(["continue", "reject"]);
            ruling.announce(
                "The record does not show whether it is too late to turn the board: the arbiter decides.",
            );
            ruling.because(format!(
                "Before {before} moves by each player the position is moved to a board that stands rightly; from then on \
                 the board stays as it is."
            ));
        }
    }
    ruling
}

/// Rules on a position that cannot have arisen.
pub(super) fn illegal_position(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.illegal_position;
    if let Some(absurdity) = absurd(hearing.record.board(incident.ply), &law.drawn_if_it_stays) {
        ruling.rest_on(&law.drawn_if_it_stays);
        if let Some(still) = absurd(hearing.record.board(incident.noticed), &law.drawn_if_it_stays)
            && incident.noticed > incident.ply
        {
            ruling.end(super::ruling::GameResult::Draw);
            ruling.announce(
                "The game is drawn: the position is still impossible after the next completed move.",
            );
            ruling.because(format!(
                "{}, and after the next completed move {} still: the game is drawn.",
                words(absurdity),
                if still == absurdity { "it was so" } else { "the position was impossible" }
            ));
            return ruling;
        }
        ruling.decide(Decision::Stands);
        ruling.announce(match incident.noticed > incident.ply {
            true => "The game goes on: the next move put an end to the impossible position.",
            false => "The arbiter waits: if the position is still impossible after the next completed move, the game is drawn.",
        });
        ruling.because(match incident.noticed > incident.ply {
            true => format!("{}; the next move put an end to that, and the game goes on.", words(absurdity)),
            false => format!(
                "{}: the arbiter waits until the next move is completed. If it is so still, the game is drawn.",
                words(absurdity)
            ),
        });
        return ruling;
    }
    let since = incident.noticed - incident.ply;
    let allowed = match *ruling.rest_on(&law.deadline) {
        Deadline::Game => true,
        Deadline::OpponentNextMove => since <= 1,
        Deadline::OwnMoves => {
            let pressed = hearing.time_pressure(&mut ruling, incident.noticed);
            let narrow = &hearing.laws.illegal_move.window_in_pressure;
            let window = *ruling.rest_on(if pressed { narrow } else { &law.window }) as usize;
            since.div_ceil(2) <= window
        }
    };
    if !allowed {
        ruling.decide(Decision::Stands);
        ruling.announce("The position on the board stands: too many moves were made since.");
        ruling.because("Too many moves were made since: the position on the board stands.");
        let undo = &hearing.laws.illegal_move.undo_by_agreement;
        if **undo {
            ruling.rest_on(undo);
            ruling.because("Both players together may still agree to put it right.");
        }
        return ruling;
    }
    put_back(hearing, &mut ruling, incident);
    ruling
}

fn put_back(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    ruling.rest_on(&hearing.laws.clock_handling.after_fault);
    let otherwise = match *ruling.rest_on(&hearing.laws.illegal_position.last_identifiable) {
        true => "the last position that can be identified is set up",
        false => "the position on the board stands",
    };
    if incident.noticed <= incident.ply + 1 {
        ruling.decide(Decision::Correct);
        ruling.announce("The pieces are put back where they stood, and the game goes on from there.");
        ruling.because(format!(
            "No reply was made since: the pieces are put where they stood; if that cannot be found out, {otherwise}. The game \
             goes on from there."
        ));
        hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
        return;
    }
    ruling.decide(Decision::Restore);
    ruling.restore = Some(incident.ply);
    ruling.because(format!(
        "The position before the fault, {}, is set up again; if it cannot be rebuilt, {otherwise}. {}",
        hearing.record.moment(incident.ply),
        match *hearing.laws.illegal_move.return_time {
            ReturnTime::Judgement => {
                "The game goes on from there, and the arbiter sets the clocks by his best judgement."
            }
            ReturnTime::Never => "The game goes on from there, and the time used since is not given back.",
        }
    ));
}

/// What is wrong with the position, if the Laws name it.
fn absurd(board: &Board, named: &[Absurdity]) -> Option<Absurdity> {
    named.iter().copied().find(|absurdity| match absurdity {
        Absurdity::BothKingsAttacked => Color::ALL.iter().all(|side| board.in_check(*side)),
        Absurdity::PawnOnLastRank => Color::ALL.iter().any(|side| {
            let last = side.fold_wb(Rank::Eighth, Rank::First);
            board.pieces(*side, Role::Pawn).into_iter().any(|pawn| pawn.rank() == last)
        }),
    })
}

fn words(absurdity: Absurdity) -> &'static str {
    match absurdity {
        Absurdity::BothKingsAttacked => "Both kings are in check",
        Absurdity::PawnOnLastRank => "A pawn stands on its last rank",
    }
}

/// Rules on pieces that were knocked over.
pub(super) fn displaced(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.displaced;
    let player = hearing.player(incident);
    ruling.rest_on(&law.restore);
    let restored = incident.value.as_deref() != Some("not-restored");
    if restored {
        ruling.announce(format!("The game goes on: {} has put the pieces back.", who(player)));
        ruling.because(format!(
            "{} displaced pieces and put them back on his own time: nothing more is to be done.",
            who(player)
        ));
        return ruling;
    }
    if !incident.pressed() {
        ruling.decide(Decision::Continue);
        ruling.announce(format!(
            "{} puts the pieces back on his own time before he presses the clock.",
            who(player)
        ));
        ruling.because(format!(
            "{} displaced pieces and has to put them back on his own time, before he presses the clock.",
            who(player)
        ));
        return ruling;
    }
    ruling.leave_to_arbiter(hearing.laws, &law.options);
    ruling.announce(format!(
        "The position is put right; {} pressed before the pieces stood again, which usually costs a warning or time.",
        who(player)
    ));
    ruling.because(format!(
        "{} pressed the clock before the pieces stood again: the position is put right on his time, and the penalty, if any, \
         is the arbiter's choice.",
        who(player)
    ));
    ruling
}
