//! Compares how the game ended on the board with what the record says. Of several faults only one is reported, by a
//! fixed order of precedence.

use shakmaty::Color;

use super::flag_test;
use super::game::{Game, StartPosition};
use super::termination::Termination;
use crate::replay::{Ply, Replay};
use crate::ruleset::{Declared, Fivefold, Helpless};
use crate::scoresheet::Outcome;
use crate::winnability;

/// What ended a game on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardEnd {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither player can mate by any series of legal moves.
    DeadPosition,
    /// The same position for the fifth time.
    Fivefold,
    /// Seventy-five moves by each player without a capture or pawn move.
    SeventyFive,
}

impl BoardEnd {
    /// The word in `data.end`.
    pub fn word(self) -> &'static str {
        match self {
            BoardEnd::Checkmate => "checkmate",
            BoardEnd::Stalemate => "stalemate",
            BoardEnd::DeadPosition => "dead-position",
            BoardEnd::Fivefold => "fivefold",
            BoardEnd::SeventyFive => "seventy-five",
        }
    }
}

/// The one fault about the end of the game that is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndFault {
    /// Moves follow half-move `ply`, which ended the game on the board.
    MovesAfter {
        /// The half-move (from 1; 0: the start position).
        ply: usize,
        /// What ended the game.
        end: BoardEnd,
    },
    /// The game went on, or ended in a win, after a draw that needs no claim.
    MissedAutomaticDraw {
        /// The half-move that brought the draw about.
        ply: usize,
        /// What drew the game.
        end: BoardEnd,
    },
    /// The final position ended the game, and the result says otherwise.
    ResultContradicts {
        /// What ended the game.
        end: BoardEnd,
        /// The result that follows from the board.
        right: Outcome,
    },
    /// A win on time for a side that could not mate.
    TimeoutNotWinnable {
        /// The side that has the win.
        winner: Color,
    },
    /// A win for a side that could not mate.
    ImpossibleWin {
        /// The side that has the win.
        winner: Color,
    },
}

/// Finds the fault to report.
pub(super) fn fault(game: &Game<'_>) -> Option<EndFault> {
    if !matches!(game.start, StartPosition::Known { .. }) || !game.sheet.has_movetext() {
        return None;
    }
    let drawn = game.outcome() == Some(Outcome::Draw);
    if let Some((ply, end)) = final_end(game)
        && moves_follow(game, ply)
    {
        return Some(EndFault::MovesAfter { ply, end });
    }
    if let Some((ply, end)) = automatic_draw(game) {
        if !drawn && game.outcome().is_some() {
            return Some(EndFault::MissedAutomaticDraw { ply, end });
        }
        if drawn && moves_follow(game, ply) {
            return Some(EndFault::MovesAfter { ply, end });
        }
    }
    contradiction(game).or_else(|| unwinnable(game))
}

/// What ended the game on the board first, under the ruleset in force.
pub fn ended(game: &Game<'_>) -> Option<BoardEnd> {
    if !matches!(game.start, StartPosition::Known { .. }) {
        return None;
    }
    match (final_end(game), automatic_draw(game)) {
        (Some((at, end)), Some((drawn_at, _))) if at <= drawn_at => Some(end),
        (end, None) => end.map(|(_, end)| end),
        (_, Some((_, draw))) => Some(draw),
    }
}

/// The first end on the board that holds in every edition: mate, stalemate, dead position.
fn final_end(game: &Game<'_>) -> Option<(usize, BoardEnd)> {
    let stuck = game.mated_or_stalemated();
    let dead = game.dead_at;
    match (stuck, dead) {
        (Some(ply), dead) if dead.is_none_or(|dead| ply <= dead) => {
            let mated = ply.checked_sub(1).and_then(|i| game.replay.plies.get(i)).is_some_and(Ply::mates);
            Some((ply, if mated { BoardEnd::Checkmate } else { BoardEnd::Stalemate }))
        }
        (_, Some(dead)) => Some((dead, BoardEnd::DeadPosition)),
        (_, None) => None,
    }
}

/// Whether the winner may be unable to mate from the last position, by a cheap test; true if there is no winner. If
/// it is false, as for nearly every game that was won, the position is not dead either.
pub(super) fn win_in_doubt(replay: &Replay, winner: Option<Color>) -> bool {
    let mated = |winner| replay.last.turn() != winner && replay.plies.last().is_some_and(Ply::mates);
    winner.is_none_or(|winner| !mated(winner) && winnability::in_doubt(&replay.last, winner))
}

/// The first half-move (0: the start) after which neither player could mate any more; `in_doubt` is the result of
/// [`win_in_doubt`].
///
/// A dead position stays dead: every legal move from it leads to another. So for nearly every game a test of the
/// last position is enough; if that one is dead, a binary search finds the first. Only an illegal move that stood
/// can bring a dead position back to life, so the position before such a move is tested as well.
pub(super) fn first_dead_position(replay: &Replay, in_doubt: bool) -> Option<usize> {
    if !in_doubt && !replay.oddities.illegal {
        return None;
    }
    let mut from = 0;
    let stood = if replay.oddities.illegal { replay.plies.as_slice() } else { &[] };
    for (i, ply) in stood.iter().enumerate() {
        if !ply.legal {
            if let Some(found) = first_dead_within(replay, from, i) {
                return Some(found);
            }
            from = i + 1;
        }
    }
    first_dead_within(replay, from, replay.plies.len())
}

/// The first dead position from half-move `from` to `to`, if the one after `to` is dead. All moves between them are
/// legal.
fn first_dead_within(replay: &Replay, from: usize, to: usize) -> Option<usize> {
    let last = if to == replay.plies.len() { &replay.last } else { &replay.board_after(to) };
    let played = to.checked_sub(1).and_then(|i| replay.plies.get(i));
    if played.is_some_and(Ply::mates) || !winnability::is_dead(last) {
        return None;
    }
    let (mut alive, mut dead) = (from, to);
    // A capture makes a position dead, nearly always the last one: try that first.
    let capture = to.saturating_sub(played.map_or(0, |ply| ply.halfmove_clock as usize));
    let mut guesses = [capture, capture.saturating_sub(1)].into_iter();
    while alive < dead {
        let guess = guesses.next().filter(|guess| (alive..dead).contains(guess));
        let middle = guess.unwrap_or(alive + (dead - alive) / 2);
        if winnability::is_dead(&replay.board_after(middle)) {
            dead = middle;
        } else {
            alive = middle + 1;
        }
    }
    Some(dead)
}

/// Whether the record has a half-move after half-move `ply`.
fn moves_follow(game: &Game<'_>, ply: usize) -> bool {
    game.recorded() > ply
}

/// The first draw that needs no claim, if under this ruleset the rule itself ends the game.
pub(super) fn automatic_draw(game: &Game<'_>) -> Option<(usize, BoardEnd)> {
    let by_rule = game.rules.automatic_draw.declared.value == Declared::ByRule;
    if by_rule { draw_without_claim(game) } else { None }
}

/// The first draw that needs no claim, whether the rule itself or the arbiter ends the game.
pub fn draw_without_claim(game: &Game<'_>) -> Option<(usize, BoardEnd)> {
    let rules = game.rules;
    let plies = &game.replay.plies;
    let limit = rules.automatic_draw.seventy_five.value.saturating_mul(2);
    let (occurrence, enough) = (game.replay.oddities.occurrence, rules.automatic_draw.fivefold_count.value);
    // An edition without such a draw has 0 there.
    let repeated = enough > 0 && occurrence >= enough;
    let quiet = limit > 0 && game.replay.was_quiet_for(limit);
    if !repeated && !quiet {
        return None;
    }
    plies.iter().enumerate().find_map(|(i, ply)| {
        if limit > 0 && ply.halfmove_clock >= limit && !(ply.mates() && rules.automatic_draw.mate_first.value)
        {
            return Some((i + 1, BoardEnd::SeventyFive));
        }
        repeated_enough(game, i).then_some((i + 1, BoardEnd::Fivefold))
    })
}

/// Whether the position after half-move `i` (from 0) has occurred as often as the edition requires.
fn repeated_enough(game: &Game<'_>, i: usize) -> bool {
    let draw = &game.rules.automatic_draw;
    let count = draw.fivefold_count.value;
    let enough = |ply: &&Ply| ply.occurrence >= count && count > 0;
    let Some(ply) = game.replay.plies.get(i).filter(enough) else { return false };
    match draw.fivefold.value {
        Fivefold::Any => true,
        // Consecutive alternate moves by each player: in practice the position at every fourth half-move.
        Fivefold::Consecutive => {
            let earlier = |back: usize| (i + 1).checked_sub(4 * back);
            (1..count as usize)
                .all(|back| earlier(back).and_then(|ply| key_after(game, ply)) == Some(ply.key))
        }
        _ => false,
    }
}

/// The key of the position after `ply` half-moves (0: the start position).
fn key_after(game: &Game<'_>, ply: usize) -> Option<u64> {
    match ply.checked_sub(1) {
        None => Some(game.replay.start.key()),
        Some(i) => game.replay.plies.get(i).map(|ply| ply.key),
    }
}

/// Whether the final position ended the game and the result is another one.
fn contradiction(game: &Game<'_>) -> Option<EndFault> {
    if !game.replayed_to_the_end()
        || game.sheet.moves.is_empty() && game.sheet.find_tag(game.text, "FEN").is_none()
    {
        return None;
    }
    let (_, end) = final_end(game)?;
    let right = match end {
        BoardEnd::Checkmate => mated_by(game),
        _ => Outcome::Draw,
    };
    let outcome = game.outcome()?;
    (outcome != right).then_some(EndFault::ResultContradicts { end, right })
}

/// The result of a game that ended with mate by the last half-move.
pub(super) fn mated_by(game: &Game<'_>) -> Outcome {
    match game.mover(game.replay.plies.len()) {
        Color::White => Outcome::White,
        Color::Black => Outcome::Black,
    }
}

/// Whether the winner could not mate from the final position.
fn unwinnable(game: &Game<'_>) -> Option<EndFault> {
    let winner = game.outcome()?.winner()?;
    // A game that ended on the board with another result is handled before.
    if !game.replayed_to_the_end() || game.sheet.moves.is_empty() || game.mated_or_stalemated().is_some() {
        return None;
    }
    let draws = game.rules.flag.helpless.value == Helpless::Draw;
    if game.termination == Some(Termination::Time)
        && draws
        && flag_test::cannot_win(&game.replay.last, winner, game.rules)
    {
        return Some(EndFault::TimeoutNotWinnable { winner });
    }
    if game.termination.is_some_and(Termination::off_the_board) {
        return None;
    }
    let impossible = game.win_in_doubt && winnability::cannot_mate(&game.replay.last, winner);
    impossible.then_some(EndFault::ImpossibleWin { winner })
}
