//! The questions that the checks of game records need, on the replay board. Only certain answers are given,
//! and they are cheap if nothing is doubtful.

use shakmaty::Color;

use super::board::Board;
use super::{Limits, Verdict, can_mate, forced_mate, proven_unable, quick};
use crate::replay;

/// Whether it is certain that neither side can mate by any series of legal moves.
///
/// Called for the last position of every game; the material alone nearly always answers it.
#[inline]
pub fn is_dead(board: &replay::Board) -> bool {
    let small = Board::of_replay(board);
    Color::ALL.into_iter().all(|side| quick::doubtful(&small, side)) && certainly_dead(board)
}

/// Whether anything suggests that `side` cannot mate. If not, [`is_dead`] and [`cannot_mate`] return false.
#[inline]
pub fn in_doubt(board: &replay::Board, side: Color) -> bool {
    quick::doubtful(&Board::of_replay(board), side)
}

#[cold]
fn certainly_dead(board: &replay::Board) -> bool {
    let Some(chess) = board.chess() else { return false };
    Color::ALL.into_iter().all(|side| proven_unable(&chess, side))
}

/// Whether it is certain that a side cannot mate by any series of legal moves.
pub fn cannot_mate(board: &replay::Board, side: Color) -> bool {
    in_doubt(board, side) && never(board, side)
}

/// Whether it is certain that a side cannot force mate.
pub fn cannot_force_mate(board: &replay::Board, side: Color) -> bool {
    board.chess().is_some_and(|chess| forced_mate(&chess, side, Limits::default()) == Some(false))
}

fn never(board: &replay::Board, side: Color) -> bool {
    let verdict = board.chess().map(|chess| can_mate(&chess, side, Limits::default()));
    matches!(verdict, Some(Verdict::No(_)))
}
