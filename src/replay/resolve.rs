//! Resolves a written move to the one legal move it means, searching backwards from its target square.

use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square, attacks};

use super::board::Board;
use super::lines::{origin, reach_of};
use super::mv::{Move, MoveKind};
use crate::scoresheet::Written;

/// Why a written move cannot be resolved to one legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unplayable {
    /// No legal move matches.
    Illegal,
    /// Two or more legal moves match.
    Ambiguous,
    /// The text is a null move.
    Null,
}

impl Board {
    /// The one legal move that `written` means, and the kind of piece that moves.
    #[inline(always)]
    pub(super) fn resolve(&self, written: Written, checkers: Bitboard) -> Result<(Move, Role), Unplayable> {
        match written {
            Written::To { role: None, file, rank, to, promotion, .. }
            | Written::To { role: Some(Role::Pawn), file, rank: rank @ Some(_), to, promotion, .. } => {
                self.resolve_squares(file, rank, to, promotion, checkers)
            }
            Written::To { role: Some(Role::Pawn), file, to, promotion, .. } => {
                self.resolve_pawn(file, to, promotion, checkers)
            }
            Written::To { role: Some(role), file, rank, to, .. } => {
                self.resolve_piece(role, file, rank, to, checkers)
            }
            Written::PawnFiles { from, to, promotion } => self.resolve_files(from, to, promotion, checkers),
            Written::Castle(side) => self.resolve_castling(side, checkers),
            Written::Null => Err(Unplayable::Null),
        }
    }

    #[inline(always)]
    fn resolve_piece(
        &self,
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        checkers: Bitboard,
    ) -> Result<(Move, Role), Unplayable> {
        if self.barred(to) {
            return Err(Unplayable::Illegal);
        }
        let occupied = self.occupied();
        let mut candidates = reach_of(role, to) & self.pieces(self.turn, role) & origin(file, rank);
        if candidates.more_than_one() {
            for from in candidates {
                if (attacks::between(from, to) & occupied).any() {
                    candidates.discard(from);
                }
            }
        }
        let from = match candidates.single_square() {
            Some(from) if (attacks::between(from, to) & occupied).any() => return Err(Unplayable::Illegal),
            Some(from) if self.safe(from, to, role, checkers) => from,
            Some(_) => return Err(Unplayable::Illegal),
            None => self.only_safe(candidates, to, role, checkers)?,
        };
        Ok((Move::normal(from, to), role))
    }

    /// Whether no piece of the player to move can go to `to`, because one of that player's pieces or a king
    /// is there.
    #[inline]
    fn barred(&self, to: Square) -> bool {
        (self.side(self.turn) | self.role(Role::King)).contains(to)
    }

    #[inline]
    fn only_safe(
        &self,
        candidates: Bitboard,
        to: Square,
        role: Role,
        checkers: Bitboard,
    ) -> Result<Square, Unplayable> {
        let mut found = None;
        for from in candidates {
            if self.safe(from, to, role, checkers) && found.replace(from).is_some() {
                return Err(Unplayable::Ambiguous);
            }
        }
        found.ok_or(Unplayable::Illegal)
    }

    #[inline(always)]
    fn resolve_pawn(
        &self,
        file: Option<File>,
        to: Square,
        promotion: Option<Role>,
        checkers: Bitboard,
    ) -> Result<(Move, Role), Unplayable> {
        let us = self.turn;
        let last = to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
        if self.barred(to) || last != promotion.is_some() {
            return Err(Unplayable::Illegal);
        }
        let from = match file.filter(|&file| file != to.file()) {
            Some(file) => self.pawn_capture(file, to, checkers)?,
            None => self.pawn_push(to, checkers)?,
        };
        let kind = if from.file() != to.file() && self.en_passant == Some(to) {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        };
        Ok((Move { from, to, promotion, kind }, Role::Pawn))
    }

    #[inline(always)]
    fn pawn_capture(&self, file: File, to: Square, checkers: Bitboard) -> Result<Square, Unplayable> {
        let us = self.turn;
        let from = attacks::pawn_attacks(!us, to) & self.pieces(us, Role::Pawn) & Bitboard::from_file(file);
        let from = from.first().ok_or(Unplayable::Illegal)?;
        let safe = if self.side(!us).contains(to) {
            self.safe(from, to, Role::Pawn, checkers)
        } else {
            self.en_passant == Some(to)
                && self.safe_en_passant(from, to, Square::from_coords(to.file(), from.rank()))
        };
        if safe { Ok(from) } else { Err(Unplayable::Illegal) }
    }

    #[inline(always)]
    fn pawn_push(&self, to: Square, checkers: Bitboard) -> Result<Square, Unplayable> {
        let us = self.turn;
        let pawns = self.pieces(us, Role::Pawn);
        let back = us.fold_wb(-8, 8);
        let one = to.offset(back).ok_or(Unplayable::Illegal)?;
        let from = if pawns.contains(one) {
            one
        } else {
            let two = one.offset(back).filter(|&two| {
                two.rank() == us.fold_wb(Rank::Second, Rank::Seventh)
                    && pawns.contains(two)
                    && !self.occupied().contains(one)
            });
            two.ok_or(Unplayable::Illegal)?
        };
        if !self.occupied().contains(to) && self.safe(from, to, Role::Pawn, checkers) {
            Ok(from)
        } else {
            Err(Unplayable::Illegal)
        }
    }

    fn resolve_castling(&self, side: CastlingSide, checkers: Bitboard) -> Result<(Move, Role), Unplayable> {
        if checkers.any() {
            return Err(Unplayable::Illegal);
        }
        self.legal_castling(side).map(|mv| (mv, Role::King)).ok_or(Unplayable::Illegal)
    }

    /// Two squares without a piece letter: moves the piece on the first square. Castling is written as the
    /// king's move.
    fn resolve_squares(
        &self,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
        checkers: Bitboard,
    ) -> Result<(Move, Role), Unplayable> {
        let (Some(file), Some(rank)) = (file, rank) else { return Err(Unplayable::Illegal) };
        let from = Square::from_coords(file, rank);
        let role = match self.at(from) {
            Some((color, role)) if color == self.turn => role,
            _ => return Err(Unplayable::Illegal),
        };
        match role {
            Role::Pawn => self
                .resolve_pawn(Some(file), to, promotion, checkers)
                .and_then(|found| if found.0.from == from { Ok(found) } else { Err(Unplayable::Illegal) }),
            Role::King if promotion.is_none() && self.castles_by_squares(from, to).is_some() => {
                let side = self.castles_by_squares(from, to).ok_or(Unplayable::Illegal)?;
                self.resolve_castling(side, checkers)
            }
            _ if promotion.is_some() => Err(Unplayable::Illegal),
            _ => self.resolve_piece(role, Some(file), Some(rank), to, checkers),
        }
    }

    /// The side on which the king's move from `from` to `to` castles: it goes two squares sideways, or onto
    /// its own rook.
    pub(super) fn castles_by_squares(&self, from: Square, to: Square) -> Option<CastlingSide> {
        let side = CastlingSide::from_king_side(to.file() > from.file());
        let rook = self.castling_rook(side);
        let onto_rook = rook == Some(to);
        let two_squares = from.rank() == to.rank() && from.file().distance(to.file()) == 2;
        (onto_rook || (two_squares && rook.is_some())).then_some(side)
    }

    /// The side on which castling takes the king to `to`, where no single step does: in standard chess from its
    /// square on the e-file, in Chess960 from wherever it has the right to castle.
    pub(super) fn castles_as_king_move(&self, to: Square) -> Option<CastlingSide> {
        let king = self.king(self.turn).filter(|king| !attacks::king_attacks(*king).contains(to))?;
        let home = self.turn.fold_wb(Rank::First, Rank::Eighth);
        let side = CastlingSide::from_king_side(to.file() > king.file());
        let at_home = king.rank() == home && (self.chess960 || king.file() == File::E);
        let meant = king != to && to == Square::from_coords(side.king_to_file(), home);
        (at_home && meant && (!self.chess960 || self.castling_rook(side).is_some())).then_some(side)
    }

    /// Files only (`ed`): the only legal capture from one file to the other.
    fn resolve_files(
        &self,
        from: File,
        to: File,
        promotion: Option<Role>,
        checkers: Bitboard,
    ) -> Result<(Move, Role), Unplayable> {
        let mut found = Err(Unplayable::Illegal);
        for pawn in self.pieces(self.turn, Role::Pawn) & Bitboard::from_file(from) {
            for target in attacks::pawn_attacks(self.turn, pawn) & Bitboard::from_file(to) {
                match (self.resolve_pawn(Some(from), target, promotion, checkers), &found) {
                    (Ok(_), Ok(_)) => return Err(Unplayable::Ambiguous),
                    (Ok(mv), Err(_)) => found = Ok(mv),
                    (Err(_), _) => {}
                }
            }
        }
        found
    }
}

#[inline]
pub(super) fn narrowed(mut candidates: Bitboard, file: Option<File>, rank: Option<Rank>) -> Bitboard {
    if let Some(file) = file {
        candidates &= Bitboard::from_file(file);
    }
    if let Some(rank) = rank {
        candidates &= Bitboard::from_rank(rank);
    }
    candidates
}

impl Board {
    /// All legal moves that match `written`. Allocates: for messages, not for the hot path.
    pub fn fitting(&self, written: Written) -> Vec<Move> {
        self.legal_moves().into_iter().filter(|&mv| self.fits(mv, written)).collect()
    }

    fn fits(&self, mv: Move, written: Written) -> bool {
        let role_of = self.at(mv.from).map(|(_, role)| role);
        match written {
            Written::Castle(side) => mv.kind == MoveKind::Castle(side),
            Written::To { role, file, rank, to, promotion, .. } => {
                mv.to == to
                    && !matches!(mv.kind, MoveKind::Castle(_))
                    && role.is_none_or(|role| role_of == Some(role))
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
                    && mv.promotion == promotion
            }
            Written::PawnFiles { from, to, promotion } => {
                role_of == Some(Role::Pawn)
                    && (mv.from.file(), mv.to.file()) == (from, to)
                    && mv.promotion == promotion
            }
            Written::Null => false,
        }
    }
}
