//! Legality of moves: one attack test on the king for each candidate.

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use super::board::Board;
use super::lines::{diagonals, straights};
use super::mv::{CastlingSquares, Move, MoveKind};

/// The pieces that a pawn may become (FIDE 3.7.3.3 in the 2023 edition).
pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Board {
    /// Whether moving the piece on `from` to `to` leaves its own king safe. En passant and castling are
    /// tested elsewhere.
    #[inline(always)]
    pub(super) fn safe(&self, from: Square, to: Square, role: Role, checkers: Bitboard) -> bool {
        let us = self.turn;
        let Some(king) = self.king(us) else { return true };
        let mut occupied = self.occupied();
        if role == Role::King {
            occupied.discard(from);
            return (self.attackers(to, !us, occupied) & !Bitboard::from_square(to)).is_empty();
        }
        if checkers.is_empty() {
            return self.unpinned(from, to, king);
        }
        occupied.discard(from);
        occupied.add(to);
        (self.attackers(king, !us, occupied) & !Bitboard::from_square(to)).is_empty()
    }

    /// Whether moving a piece other than the king from `from` to `to` opens no line to the king. In check,
    /// `to` must be a square that ends the check.
    #[inline(always)]
    pub(super) fn unpinned(&self, from: Square, to: Square, king: Square) -> bool {
        let along = self.on_lines(king, self.side(!self.turn))
            & attacks::ray(king, from)
            & !Bitboard::from_square(to);
        if along.is_empty() {
            return true;
        }
        let mut occupied = self.occupied();
        occupied.discard(from);
        occupied.add(to);
        along.into_iter().all(|slider| (attacks::between(slider, king) & occupied).any())
    }

    /// The squares that a piece of `role` on `from` may move to, ignoring the safety of its own king.
    /// Castling and en passant are not included.
    #[inline]
    pub(super) fn reach(&self, from: Square, role: Role, us: Color) -> Bitboard {
        let occupied = self.occupied();
        match role {
            Role::Pawn => {
                (attacks::pawn_attacks(us, from) & self.side(!us)) | self.pushes(from, us, occupied)
            }
            Role::Knight => attacks::knight_attacks(from) & !self.side(us),
            Role::Bishop => attacks::bishop_attacks(from, occupied) & !self.side(us),
            Role::Rook => attacks::rook_attacks(from, occupied) & !self.side(us),
            Role::Queen => attacks::queen_attacks(from, occupied) & !self.side(us),
            Role::King => attacks::king_attacks(from) & !self.side(us),
        }
    }

    fn pushes(&self, from: Square, us: Color, occupied: Bitboard) -> Bitboard {
        let forward = us.fold_wb(8, -8);
        let mut out = Bitboard::EMPTY;
        let Some(one) = from.offset(forward).filter(|&one| !occupied.contains(one)) else { return out };
        out.add(one);
        if from.rank() == us.fold_wb(Rank::Second, Rank::Seventh)
            && let Some(two) = one.offset(forward).filter(|&two| !occupied.contains(two))
        {
            out.add(two);
        }
        out
    }

    /// Whether the player to move has any legal move.
    #[inline(always)]
    pub fn has_legal_move(&self, checkers: Bitboard) -> bool {
        if checkers.is_empty() && self.has_free_push() {
            return true;
        }
        self.any_legal_move(checkers)
    }

    /// Whether a pawn that is not on a line with its king can step forward. This is nearly always true and
    /// cheap to test.
    #[inline(always)]
    fn has_free_push(&self) -> bool {
        let us = self.turn;
        let Some(king) = self.king(us) else { return false };
        let free = self.pieces(us, Role::Pawn) & !diagonals(king) & !straights(king);
        let forward = if us.is_white() { Bitboard(free.0 << 8) } else { Bitboard(free.0 >> 8) };
        (forward & !self.occupied()).any()
    }

    fn any_legal_move(&self, checkers: Bitboard) -> bool {
        let us = self.turn;
        for role in [Role::King, Role::Knight, Role::Queen, Role::Rook, Role::Bishop, Role::Pawn] {
            for from in self.pieces(us, role) {
                if self.reach(from, role, us).into_iter().any(|to| self.safe(from, to, role, checkers)) {
                    return true;
                }
            }
        }
        self.en_passant.is_some()
    }

    /// All legal moves including castling, in no particular order. Allocates: not for the hot path.
    pub fn legal_moves(&self) -> Vec<Move> {
        let us = self.turn;
        let checkers = self.checkers(us);
        let mut out = Vec::new();
        for role in Role::ALL {
            for from in self.pieces(us, role) {
                for to in self.reach(from, role, us) {
                    if self.at(to) != Some((!us, Role::King)) && self.safe(from, to, role, checkers) {
                        push_with_promotions(&mut out, from, to, role, us);
                    }
                }
            }
        }
        self.en_passant_captures(&mut out);
        if checkers.is_empty() {
            out.extend(CastlingSide::ALL.into_iter().filter_map(|side| self.legal_castling(side)));
        }
        out
    }

    fn en_passant_captures(&self, out: &mut Vec<Move>) {
        let Some(to) = self.en_passant else { return };
        for from in attacks::pawn_attacks(!self.turn, to) & self.pieces(self.turn, Role::Pawn) {
            let victim = Square::from_coords(to.file(), from.rank());
            if self.safe_en_passant(from, to, victim) {
                out.push(Move { from, to, promotion: None, kind: MoveKind::EnPassant });
            }
        }
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The rook with the castling right on `side`.
    pub(super) fn castling_rook(&self, side: CastlingSide) -> Option<Square> {
        let king = self.king(self.turn)?;
        let rank = Bitboard::from_rank(self.turn.fold_wb(Rank::First, Rank::Eighth));
        let rooks = self.castling & self.pieces(self.turn, Role::Rook) & rank;
        // On the king's rank, the squares with a lower index are on the queen's side.
        let below = Bitboard((1 << u32::from(king)) - 1);
        if side.is_king_side() { (rooks & !below).first() } else { (rooks & below).first() }
    }

    /// The castling move on `side`, if the right to it still exists.
    pub(super) fn castling_move(&self, side: CastlingSide) -> Option<Move> {
        let (king, rook) = (self.king(self.turn)?, self.castling_rook(side)?);
        Some(Move { from: king, to: rook, promotion: None, kind: MoveKind::Castle(side) })
    }

    /// The squares that castling needs to be empty but another piece occupies: those between king and rook
    /// and their targets, and the targets.
    pub(super) fn castling_blocked(&self, king: Square, rook: Square, side: CastlingSide) -> Bitboard {
        let (king_to, rook_to) = (side.king_to_color(king), side.rook_to_color(king));
        let path = attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | Bitboard::from_square(king_to)
            | Bitboard::from_square(rook_to);
        path & self.occupied() & !Bitboard::from_square(king) & !Bitboard::from_square(rook)
    }

    /// The squares of the king's path, including its origin and target, that the opponent attacks.
    pub(super) fn castling_attacked(&self, king: Square, rook: Square, side: CastlingSide) -> Bitboard {
        let way = castling_way(king, side).with(king);
        way.into_iter().filter(|&square| self.attacks_castling(square, king, rook, side)).collect()
    }

    /// Whether the opponent attacks this square of the king's path.
    fn attacks_castling(&self, square: Square, king: Square, rook: Square, side: CastlingSide) -> bool {
        let mut occupied = self.occupied().without(king).without(rook);
        // On its path the king is tested with both pieces removed from the board; on its target the rook is
        // already in place.
        if square == side.king_to_color(king) {
            occupied.add(side.rook_to_color(king));
        }
        self.attackers(square, !self.turn, occupied).any()
    }

    /// The castling move on `side` of a king that is not in check, if it is legal (FIDE 3.8.2).
    pub(super) fn legal_castling(&self, side: CastlingSide) -> Option<Move> {
        self.castling_move(side).filter(|mv| {
            // The king's origin need not be tested: a piece that attacks it once the rook is removed also
            // attacks the target.
            self.castling_blocked(mv.from, mv.to, side).is_empty()
                && !castling_way(mv.from, side)
                    .into_iter()
                    .any(|square| self.attacks_castling(square, mv.from, mv.to, side))
        })
    }
}

/// The squares that the king passes over, and its target.
fn castling_way(king: Square, side: CastlingSide) -> Bitboard {
    let goal = side.king_to_color(king);
    attacks::between(king, goal).with(goal)
}

fn push_with_promotions(out: &mut Vec<Move>, from: Square, to: Square, role: Role, us: Color) {
    let mv = Move::normal(from, to);
    if role == Role::Pawn && to.rank() == us.fold_wb(Rank::Eighth, Rank::First) {
        out.extend(PROMOTIONS.map(|role| Move { promotion: Some(role), ..mv }));
    } else {
        out.push(mv);
    }
}
