//! Tables of all forced mates by a lone minor piece against at most one piece or pawn, and by two knights
//! against a king.
//!
//! They are built backwards from every mate, and small, because few of these mates exist. White is the side
//! that mates.

use rustc_hash::FxHashSet;
use shakmaty::attacks::{attacks, king_attacks, knight_attacks};
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::board::{Board, Key};

/// What White has besides the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// A bishop, against a king and at most one more piece or pawn.
    Bishop,
    /// A knight, against a king and at most one more piece or pawn.
    Knight,
    /// Two knights against a king.
    Knights,
}

/// The positions in which White forces mate.
pub(crate) struct Table {
    /// Positions with White to move.
    won: FxHashSet<Key>,
    /// Positions with Black to move, including those that are mate.
    lost: FxHashSet<Key>,
}

impl Table {
    /// Whether White forces mate on this board, which must have the table's material.
    pub(crate) fn wins(&self, board: &Board) -> bool {
        let set = if board.turn().is_white() { &self.won } else { &self.lost };
        set.contains(&board.key())
    }

    pub(crate) fn build(family: Family) -> Table {
        let mut table = Table { won: FxHashSet::default(), lost: FxHashSet::default() };
        let mut fresh = mates(family);
        table.lost.extend(fresh.iter().map(Board::key));
        while !fresh.is_empty() {
            let won = table.newly_won(&fresh);
            fresh = table.newly_lost(&won);
        }
        table
    }

    /// The new positions in which White can move to one of these lost positions.
    fn newly_won(&mut self, lost: &[Board]) -> Vec<Board> {
        let mut out = Vec::new();
        for board in lost {
            for before in taken_back(board) {
                if !before.is_broken() && self.won.insert(before.key()) {
                    out.push(before);
                }
            }
        }
        out
    }

    /// The new positions in which all of Black's moves lead to won positions.
    fn newly_lost(&mut self, won: &[Board]) -> Vec<Board> {
        let mut out = Vec::new();
        let mut steps = Vec::new();
        for board in won {
            for before in taken_back(board) {
                if before.is_broken() || self.lost.contains(&before.key()) {
                    continue;
                }
                before.legal(&mut steps);
                if steps.iter().all(|&step| self.won.contains(&before.after(step).key())) {
                    self.lost.insert(before.key());
                    out.push(before);
                }
            }
        }
        out
    }
}

/// The positions from which the side not to move may have come, without a capture.
fn taken_back(board: &Board) -> Vec<Board> {
    let mover = board.turn().other();
    let mut out = Vec::new();
    for to in board.by_colour(mover) {
        let Some(role) = board.role_at(to) else { continue };
        if role == Role::Pawn {
            pawn_taken_back(board, to, &mut out);
            continue;
        }
        let piece = Piece { color: mover, role };
        for from in attacks(to, piece, board.occupied()) & !board.occupied() {
            out.push(board.before(to, from, role));
        }
        // Only Black can have a pawn here.
        if mover.is_black() && role != Role::King && to.rank() == shakmaty::Rank::First {
            let from = Bitboard::from_square(to).shift(8) & !board.occupied();
            out.extend(from.into_iter().map(|from| board.before(to, from, Role::Pawn)));
        }
    }
    out
}

fn pawn_taken_back(board: &Board, to: Square, out: &mut Vec<Board>) {
    let empty = !board.occupied();
    let one = Bitboard::from_square(to).shift(8) & empty & !Bitboard::from_rank(shakmaty::Rank::Eighth);
    let two = if to.rank() == shakmaty::Rank::Fifth { one.shift(8) & empty } else { Bitboard::EMPTY };
    out.extend((one | two).into_iter().map(|from| board.before(to, from, Role::Pawn)));
}

/// All mates by White with this material.
fn mates(family: Family) -> Vec<Board> {
    let mut out = Vec::new();
    for king in Square::ALL {
        for own in Square::ALL.into_iter().filter(|own| own.distance(king) >= 2) {
            match family {
                Family::Knights => knights_mate(king, own, &mut out),
                Family::Bishop => minor_mates(Role::Bishop, king, own, &mut out),
                Family::Knight => minor_mates(Role::Knight, king, own, &mut out),
            }
        }
    }
    out
}

fn minor_mates(role: Role, king: Square, own: Square, out: &mut Vec<Board>) {
    let kings = Bitboard::from_square(own);
    let piece = Piece { color: Color::White, role };
    for from in attacks(king, piece, kings) & !kings {
        let seen = attacks(from, piece, kings);
        let flights = king_attacks(king) & !king_attacks(own) & !(seen.without(king));
        if flights.more_than_one() {
            continue;
        }
        let white =
            [(own, Color::White, Role::King), (from, Color::White, role), (king, Color::Black, Role::King)];
        add_if_mate(&white, out);
        for square in !kings.with(from).with(king) {
            for other in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
                let edge =
                    Bitboard::from_rank(shakmaty::Rank::First) | Bitboard::from_rank(shakmaty::Rank::Eighth);
                if other == Role::Pawn && edge.contains(square) {
                    continue;
                }
                let [a, b, c] = white;
                add_if_mate(&[a, b, c, (square, Color::Black, other)], out);
            }
        }
    }
}

fn knights_mate(king: Square, own: Square, out: &mut Vec<Board>) {
    for first in knight_attacks(king).without(own) {
        let flights = king_attacks(king) & !king_attacks(own) & !knight_attacks(first);
        for second in !Bitboard::from_square(own).with(king).with(first) {
            if flights.is_subset(knight_attacks(second)) {
                let pieces = [
                    (own, Color::White, Role::King),
                    (first, Color::White, Role::Knight),
                    (second, Color::White, Role::Knight),
                    (king, Color::Black, Role::King),
                ];
                add_if_mate(&pieces, out);
            }
        }
    }
}

fn add_if_mate(pieces: &[(Square, Color, Role)], out: &mut Vec<Board>) {
    let board = Board::with_pieces(pieces, Color::Black);
    if !board.is_broken() && board.is_mate(&mut Vec::new()) {
        out.push(board);
    }
}
