//! A cheap look at a position of a game: nearly always there is plainly a mate to be had, and nothing to prove.

use shakmaty::attacks::pawn_attacks;
use shakmaty::{Color, Role};

use super::board::Board;
use super::material;

/// Whether it is worth asking if `side` can still mate. False only says that nothing points to the contrary: pieces
/// or pawns that move, and a choice of moves.
pub(crate) fn doubtful(board: &Board, side: Color) -> bool {
    if material::insufficient(board, side).is_some() {
        return true;
    }
    let own = board.by_colour(side) & !board.by_role(Role::King);
    let heavy = own & (board.by_role(Role::Queen) | board.by_role(Role::Rook));
    if heavy.is_empty() && locked(board, side) {
        return true;
    }
    // Only few moves, and few men that a capture would have to take.
    (board.checkers().any() || !own.more_than_one() || board.by_colour(board.turn()).count() <= 3) && {
        let mut steps = Vec::with_capacity(64);
        board.legal(&mut steps);
        steps.len() <= if own.more_than_one() { 1 } else { 4 }
    }
}

/// No pawn of `side` can step or take now.
fn locked(board: &Board, side: Color) -> bool {
    let pawns = board.pieces(side, Role::Pawn);
    let theirs = board.by_colour(side.other());
    let rams = board.pieces(side.other(), Role::Pawn).shift(side.fold_wb(-8, 8));
    let stuck = (pawns & !rams).is_empty();
    stuck && pawns.into_iter().all(|pawn| (pawn_attacks(side, pawn) & theirs).is_empty())
}
