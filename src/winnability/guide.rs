//! Estimates how close a position is to a mate by one side. This only orders the search; it never decides a
//! verdict.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Role, Square};

use super::board::{Board, Step};
use super::walls::Distances;
use super::weights::Weights;

/// The distance used if the walls no longer allow a mate.
const HOPELESS: i32 = 60;

pub(crate) struct Guide<'w> {
    side: Color,
    weights: &'w Weights,
    /// The minimum number of moves to a mate, if the walls were computed, and the cost of each.
    walls: Option<(&'w Distances, i32)>,
}

/// The features of a position from which its moves are ranked.
pub(crate) struct View {
    base: i32,
    /// Whether the side that mates is to move.
    ours: bool,
    king: Square,
    own: Square,
    /// The pieces that a move may capture.
    prey: Bitboard,
    has_force: bool,
    /// Whether there is neither mating material nor a pawn, so that the opponent's pieces have to block the
    /// flight squares.
    lone: bool,
    /// The colour of the corners where a lone minor piece mates; all squares for other material.
    tint: Bitboard,
}

impl<'w> Guide<'w> {
    pub(crate) fn new(side: Color, weights: &'w Weights, walls: Option<(&'w Distances, i32)>) -> Guide<'w> {
        Guide { side, weights, walls }
    }

    pub(crate) fn view(&self, board: &Board, depth: u16) -> View {
        let w = self.weights;
        let king = board.king(self.side.other());
        let own = board.king(self.side);
        let theirs = board.by_colour(self.side.other());
        let flights = if w.flight == 0 { 0 } else { flights(board, self.side) };
        let ours = board.by_colour(self.side);
        let heavy = ours & (board.by_role(Role::Queen) | board.by_role(Role::Rook));
        let minor = ours & (board.by_role(Role::Bishop) | board.by_role(Role::Knight));
        let bishops = ours & board.by_role(Role::Bishop);
        let knights = (minor & !bishops).count();
        let both = bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES);
        let has_force = heavy.any() || both || knights > 1 || (knights == 1 && bishops.any());
        let near: i32 = (heavy | minor).into_iter().map(|s| steps(s, king)).sum();
        let mut base = w.ply * i32::from(depth)
            + w.flight * flights
            + w.edge * edge(king)
            + w.corner * corner(king)
            + w.kings * (steps(king, own) - 2)
            + w.defender * theirs.count() as i32
            + w.near * near;
        let lone = !has_force && (ours & board.by_role(Role::Pawn)).is_empty();
        let tint = if lone { tint(board, self.side) } else { Bitboard::FULL };
        if lone {
            let beside = king_attacks(king) & theirs & !board.by_role(Role::Pawn);
            base += w.force + w.lone_corner * tinted_corner(king, tint)
                - w.lone_block * beside.count().min(3) as i32;
            base += w.lone_help * self.help_missing(board);
        } else if !has_force {
            base += w.force + w.promotion * self.promotion(board);
        }
        if let Some((distances, cost)) = self.walls {
            base += cost * distances.of(board).map_or(HOPELESS, i32::from);
        }
        let prey = board.by_colour(board.turn().other());
        View { base, ours: board.turn() == self.side, king, own, prey, has_force, lone, tint }
    }

    /// The rank of the position after `step`, estimated from the move alone.
    pub(crate) fn rank(&self, view: &View, step: Step) -> u32 {
        let change = if view.ours { self.ours(view, step) } else { self.theirs(view, step) };
        (view.base + change + 64).clamp(0, 4_000) as u32
    }

    fn ours(&self, view: &View, step: Step) -> i32 {
        let w = self.weights;
        let mut change = 0;
        if view.prey.contains(step.to) {
            change -= w.defender;
        }
        match step.role {
            Role::King => {
                change += w.kings * nearer(view.king, step);
            }
            Role::Pawn => {
                change -= w.advance;
                if !view.has_force {
                    change -= w.promotion;
                }
                if step.promotion == Some(Role::Queen) {
                    change -= if view.has_force { w.advance } else { w.force };
                }
            }
            _ => change += w.near * nearer(view.king, step),
        }
        change
    }

    fn theirs(&self, view: &View, step: Step) -> i32 {
        let w = self.weights;
        let loss = if view.prey.contains(step.to) { w.loss } else { 0 };
        if step.role == Role::King {
            return loss + self.their_king(view, step);
        }
        let beside = king_attacks(view.king);
        let blocks = beside.contains(step.to) && !beside.contains(step.from);
        let help = if view.lone && step.role == Role::Pawn { self.lone_pawn(step) } else { 0 };
        loss + w.idle + help - if blocks { w.block } else { 0 }
    }

    fn their_king(&self, view: &View, Step { from, to, .. }: Step) -> i32 {
        let w = self.weights;
        let lone = if view.lone {
            w.lone_corner * (tinted_corner(to, view.tint) - tinted_corner(from, view.tint))
        } else {
            0
        };
        w.edge * (edge(to) - edge(from))
            + w.corner * (corner(to) - corner(from))
            + w.kings * (steps(view.own, to) - steps(view.own, from))
            + lone
    }

    /// A move of a losing side's pawn, which is to become a piece that blocks a flight square, preferably not
    /// a queen.
    fn lone_pawn(&self, step: Step) -> i32 {
        let w = self.weights;
        match step.promotion {
            Some(Role::Queen) => w.force - w.lone_help,
            Some(_) => -2 * w.lone_help,
            None => -w.lone_help,
        }
    }

    /// Steps until the losing side has a piece that can block a flight square.
    fn help_missing(&self, board: &Board) -> i32 {
        let theirs = board.by_colour(self.side.other());
        if (theirs & (board.by_role(Role::Knight) | board.by_role(Role::Bishop) | board.by_role(Role::Rook)))
            .any()
        {
            return 0;
        }
        let goal = self.side.relative_rank(shakmaty::Rank::First);
        let pawns = (theirs & board.by_role(Role::Pawn)).into_iter();
        1 + pawns.map(|p| p.rank().distance(goal) as i32).min().unwrap_or(8)
    }

    fn promotion(&self, board: &Board) -> i32 {
        let goal = self.side.relative_rank(shakmaty::Rank::Eighth);
        let pawns = board.pieces(self.side, Role::Pawn).into_iter();
        pawns
            .map(|pawn| {
                let ahead = Bitboard::from_square(pawn).shift(self.side.fold_wb(8, -8));
                2 * pawn.rank().distance(goal) as i32 + i32::from((ahead & board.occupied()).any())
            })
            .min()
            .unwrap_or(8)
    }
}

/// King moves between any two squares.
const STEPS: [[i8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (Square::new(pair / 64), Square::new(pair % 64));
        table[(pair / 64) as usize][(pair % 64) as usize] = from.distance(to) as i8;
        pair += 1;
    }
    table
};

fn steps(from: Square, to: Square) -> i32 {
    i32::from(STEPS[from.to_usize() & 63][to.to_usize() & 63])
}

/// How many king moves farther from `goal` the move leads; negative if nearer.
fn nearer(goal: Square, step: Step) -> i32 {
    steps(goal, step.to) - steps(goal, step.from)
}

fn edge(square: Square) -> i32 {
    let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
    file.min(7 - file).min(rank.min(7 - rank)) as i32
}

fn corner(square: Square) -> i32 {
    let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
    (file.min(7 - file) + rank.min(7 - rank)) as i32
}

/// The colour of the corners in which a lone minor piece mates. A bishop mates in corners of its own colour.
/// A knight mates anywhere, but in a corner of the other colour if only bishops of one colour can block a
/// flight square.
fn tint(board: &Board, side: Color) -> Bitboard {
    let all = board.by_role(Role::Bishop);
    if let Some(own) = (board.by_colour(side) & all).first() {
        return if own.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    }
    let helpers = board.by_colour(side.other()) & !board.by_role(Role::King) & !board.by_role(Role::Queen);
    if helpers.is_empty() || !helpers.is_subset(all) {
        Bitboard::FULL
    } else if helpers.is_subset(Bitboard::DARK_SQUARES) {
        Bitboard::LIGHT_SQUARES
    } else if helpers.is_subset(Bitboard::LIGHT_SQUARES) {
        Bitboard::DARK_SQUARES
    } else {
        Bitboard::FULL
    }
}

/// King moves to the nearest corner on `tint`.
fn tinted_corner(square: Square, tint: Bitboard) -> i32 {
    (Bitboard::CORNERS & tint).into_iter().map(|c| c.distance(square) as i32).min().unwrap_or(0)
}

/// The number of squares that the king to be mated by `side` may move to.
fn flights(board: &Board, side: Color) -> i32 {
    let other = side.other();
    let free = king_attacks(board.king(other)) & !board.by_colour(other);
    if free.is_empty() { 0 } else { (free & !guarded(board, side)).count() as i32 }
}

/// The squares that `side` attacks; lines extend through the enemy king.
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
