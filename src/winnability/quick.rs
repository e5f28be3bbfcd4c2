//! A cheap test of a position from a game: in nearly all positions a mate is plainly possible, and nothing
//! needs proof.

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Role};

use super::board::{Board, Step};
use super::material;

/// Half-moves to follow if there are hardly any legal moves.
const FORCED: u32 = 3;

/// At most this many moves count as few.
const FEW: usize = 4;

/// Whether it is worth examining if `side` can still mate. False only means that nothing suggests otherwise:
/// there are pieces or pawns that move, and a choice of moves.
pub(crate) fn doubtful(board: &Board, side: Color) -> bool {
    poor(board, side) || (narrow(board, side) && forced_into_doubt(board, side, choice(board, side), FORCED))
}

/// The number of moves up to which they count as forced: one, or a few if a single capture settles the
/// matter.
fn choice(board: &Board, side: Color) -> usize {
    let own = board.by_colour(side) & !board.by_role(Role::King);
    if own.more_than_one() { 1 } else { FEW }
}

/// Whether the material leaves a doubt: it is too little, or shut in.
fn poor(board: &Board, side: Color) -> bool {
    if material::insufficient(board, side).is_some() {
        return true;
    }
    let own = board.by_colour(side);
    let heavy = own & (board.by_role(Role::Queen) | board.by_role(Role::Rook));
    if heavy.any() || !locked(board, side) {
        return false;
    }
    let bare = board.pieces(side, Role::Pawn).is_empty();
    if bare {
        return !has_agile_minor(board, side);
    }
    (walled(board) && !opens_in_passing(board)) || forced_into_doubt(board, side, FEW, 0)
}

/// Whether an en passant capture is possible that breaks the pawn wall.
fn opens_in_passing(board: &Board) -> bool {
    let Some(to) = board.en_passant() else { return false };
    let takers = pawn_attacks(board.turn().other(), to) & board.pieces(board.turn(), Role::Pawn);
    takers.into_iter().any(|from| !walled(&board.after(Step { role: Role::Pawn, from, to, promotion: None })))
}

/// Whether there is a minor piece, and a man of the opponent with which it can mate, that pawns do not shut
/// in: a knight with any piece or pawn, a bishop with a knight or a bishop of the other colour.
fn has_agile_minor(board: &Board, side: Color) -> bool {
    let (own, theirs) = (board.by_colour(side), board.by_colour(side.other()));
    let knight = board.by_role(Role::Knight);
    let men = theirs & !board.by_role(Role::King) & !board.by_role(Role::Queen);
    if (own & knight).any() && men.any() {
        return true;
    }
    let (mine, other) = (own & board.by_role(Role::Bishop), theirs & board.by_role(Role::Bishop));
    let opposite = (mine & Bitboard::LIGHT_SQUARES).any() && (other & Bitboard::DARK_SQUARES).any()
        || (mine & Bitboard::DARK_SQUARES).any() && (other & Bitboard::LIGHT_SQUARES).any();
    mine.any() && ((theirs & knight).any() || opposite) && board.by_role(Role::Pawn).is_empty()
}

/// Whether few moves are likely, or one capture would leave little material.
fn narrow(board: &Board, side: Color) -> bool {
    let own = board.by_colour(side) & !board.by_role(Role::King);
    board.in_check() || !own.more_than_one() || board.by_colour(board.turn()).count() <= 3
}

/// Whether every one of the few legal moves leads to a doubtful position. False if there are more than
/// `choice` moves, or if `side` has mated.
fn forced_into_doubt(board: &Board, side: Color, choice: usize, depth: u32) -> bool {
    if board.has_more_flights_than(choice) {
        return false;
    }
    let mut steps: Vec<Step> = Vec::with_capacity(64);
    board.legal(&mut steps);
    if steps.is_empty() {
        return board.turn() == side || !board.in_check();
    }
    if steps.len() > choice {
        return false;
    }
    steps.iter().all(|step| {
        let next = board.after(*step);
        depth == 0 || poor(&next, side) || forced_into_doubt(&next, side, FEW, depth - 1)
    })
}

/// Whether every pawn of `side` is blocked by an enemy pawn and cannot capture now.
fn locked(board: &Board, side: Color) -> bool {
    let pawns = board.pieces(side, Role::Pawn);
    let theirs = board.by_colour(side.other());
    let rams = board.pieces(side.other(), Role::Pawn).shift(side.fold_wb(-8, 8));
    let stuck = (pawns & !rams).is_empty();
    stuck && pawns.into_iter().all(|pawn| (pawn_attacks(side, pawn) & theirs).is_empty())
}

/// Whether neither king can walk to an enemy pawn and capture it without crossing squares guarded by pawns.
fn walled(board: &Board) -> bool {
    Color::ALL.into_iter().all(|side| {
        let pawns = board.pieces(side.other(), Role::Pawn);
        let guarded =
            pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(side.other(), pawn));
        let free = !guarded & !board.by_colour(side);
        let mut reached = Bitboard::from_square(board.king(side));
        loop {
            let next = reached.into_iter().fold(reached, |all, square| all | king_attacks(square) & free);
            if (next & pawns).any() {
                return false;
            }
            if next == reached {
                return true;
            }
            reached = next;
        }
    })
}
