//! How promising a position looks on the way to a mate by one side: an order for the search, never a verdict.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Role, Square};

use super::board::Board;

/// What each feature costs; smaller ranks are searched first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// A half-move played.
    pub(crate) ply: u32,
    /// A square that the king to be mated may step to.
    pub(crate) flight: u32,
    /// A step from the edge for that king.
    pub(crate) edge: u32,
    /// A step from the corner for that king.
    pub(crate) corner: u32,
    /// A step between the kings.
    pub(crate) kings: u32,
    /// A step of the best pawn towards promotion, where a piece that mates is missing.
    pub(crate) promotion: u32,
    /// A step between the nearest queen or rook and that king.
    pub(crate) near: u32,
    /// A piece of the side to be mated, its king aside.
    pub(crate) defender: u32,
    /// A queen, rook, or pair of minor pieces missing.
    pub(crate) force: u32,
}

impl Weights {
    pub(crate) const QUICK: Weights = Weights {
        ply: 2,
        flight: 4,
        edge: 3,
        corner: 0,
        kings: 2,
        promotion: 4,
        near: 1,
        defender: 0,
        force: 16,
    };
    pub(crate) const STEADY: Weights = Weights {
        ply: 1,
        flight: 3,
        edge: 3,
        corner: 2,
        kings: 3,
        promotion: 6,
        near: 1,
        defender: 2,
        force: 24,
    };
}

pub(crate) struct Guide {
    side: Color,
    weights: Weights,
}

impl Guide {
    pub(crate) fn new(side: Color, weights: &Weights) -> Guide {
        Guide { side, weights: *weights }
    }

    pub(crate) fn rank(&self, board: &Board, depth: u16) -> u32 {
        let w = &self.weights;
        let king = board.king(self.side.other());
        let own = board.king(self.side);
        let theirs = board.by_colour(self.side.other());
        let guarded = guarded(board, self.side);
        let flights = (king_attacks(king) & !theirs & !guarded).count() as u32;
        let heavy = board.by_colour(self.side) & (board.by_role(Role::Queen) | board.by_role(Role::Rook));
        let minor = board.by_colour(self.side) & (board.by_role(Role::Bishop) | board.by_role(Role::Knight));
        let mut rank = w.ply * u32::from(depth)
            + w.flight * flights
            + w.edge * edge(king)
            + w.corner * corner(king)
            + w.kings * king.distance(own).saturating_sub(2)
            + w.defender * theirs.count() as u32;
        let near = heavy.into_iter().map(|s| s.distance(king)).min();
        rank += match near {
            Some(d) => w.near * d,
            None if minor.more_than_one() => w.near * 4,
            None => w.force + w.promotion * self.promotion(board),
        };
        rank
    }

    fn promotion(&self, board: &Board) -> u32 {
        let goal = self.side.relative_rank(shakmaty::Rank::Eighth);
        let pawns = board.pieces(self.side, Role::Pawn).into_iter();
        pawns
            .map(|pawn| {
                let ahead = Bitboard::from_square(pawn).shift(self.side.fold_wb(8, -8));
                2 * pawn.rank().distance(goal) + u32::from((ahead & board.occupied()).any())
            })
            .min()
            .unwrap_or(8)
    }
}

fn edge(square: Square) -> u32 {
    let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
    file.min(7 - file).min(rank.min(7 - rank))
}

fn corner(square: Square) -> u32 {
    let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
    file.min(7 - file) + rank.min(7 - rank)
}

/// Squares that `side` attacks, seen through the enemy king.
fn guarded(board: &Board, side: Color) -> Bitboard {
    let occupied = board.occupied().without(board.king(side.other()));
    let own = board.by_colour(side);
    let mut out = king_attacks(board.king(side));
    for square in own & (board.by_role(Role::Queen) | board.by_role(Role::Rook)) {
        out |= rook_attacks(square, occupied);
    }
    for square in own & (board.by_role(Role::Queen) | board.by_role(Role::Bishop)) {
        out |= bishop_attacks(square, occupied);
    }
    for square in own & board.by_role(Role::Knight) {
        out |= knight_attacks(square);
    }
    for square in own & board.by_role(Role::Pawn) {
        out |= pawn_attacks(side, square);
    }
    out
}
