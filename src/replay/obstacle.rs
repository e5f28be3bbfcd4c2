//! Why a written move cannot be played, for each piece that could be meant.
//!
//! Runs only after a move has been found illegal, so speed does not matter.

use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square, attacks};

use super::board::Board;
use super::resolve::narrowed;
use crate::scoresheet::Written;

/// What keeps a written move from being legal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The player has no piece of that kind (on the origin, if one is written).
    NoSuchPiece {
        /// The kind of piece.
        role: Role,
    },
    /// No piece of that kind can reach the target square.
    OutOfReach {
        /// The kind of piece.
        role: Role,
        /// The squares of those pieces.
        from: Bitboard,
    },
    /// The king goes two squares or more, to where castling takes it: castling is written otherwise. What keeps
    /// castling from being legal follows.
    CastlingAsKingMove {
        /// The king's square.
        from: Square,
        /// The side.
        side: CastlingSide,
        /// Whether castling is legal here.
        legal: bool,
    },
    /// One of the player's own pieces is on the target square.
    OwnPiece {
        /// The target square.
        on: Square,
        /// The kind of piece on it.
        role: Role,
    },
    /// The opponent's king is on the target square; a king is never captured.
    King,
    /// The piece can reach the square, but is pinned to its king.
    Pinned {
        /// The pinned piece.
        from: Square,
        /// Its kind.
        role: Role,
        /// The piece that pins it.
        by: Square,
    },
    /// The piece can reach the square, but its king would remain in check.
    CheckStays {
        /// The moving piece.
        from: Square,
        /// Its kind.
        role: Role,
        /// A piece that still gives check.
        by: Square,
    },
    /// The king would move onto an attacked square.
    IntoCheck {
        /// The target square.
        to: Square,
        /// A piece that attacks it.
        by: Square,
    },
    /// A pawn would capture, but the target square is empty.
    NothingToTake {
        /// The target square.
        on: Square,
    },
    /// A pawn reaches its last rank, but no promotion piece is written.
    NoPromotionPiece,
    /// A promotion piece is written, but the target square is not on the last rank.
    NoPromotion,
    /// Castling: the king or the rook has moved, or never was on its square.
    NoCastlingRight(CastlingSide),
    /// Castling: a piece is in the way.
    CastlingBlocked {
        /// The piece.
        by: Square,
    },
    /// Castling: the king is in check, passes an attacked square or ends on one.
    CastlingAttacked {
        /// The attacked square.
        square: Square,
        /// A piece that attacks it.
        by: Square,
    },
}

impl Board {
    /// What keeps the written move from being legal; empty if nothing does.
    pub fn obstacles(&self, written: Written) -> Vec<Obstacle> {
        match written {
            Written::Castle(side) => self.castling_obstacles(side).into_iter().collect(),
            Written::To { role, file, rank, to, promotion, .. } => {
                let role = role.or_else(|| {
                    let from = Square::from_coords(file?, rank?);
                    self.at(from).filter(|(color, _)| *color == self.turn).map(|(_, role)| role)
                });
                if let Some(side) = self.castles_in_long_form(file, rank, to) {
                    return self.castling_obstacles(side).into_iter().collect();
                }
                match role {
                    Some(role) => self.piece_obstacles(role, file, rank, to, promotion),
                    None => vec![Obstacle::NoSuchPiece { role: Role::Pawn }],
                }
            }
            Written::PawnFiles { from, to, .. } => self.file_obstacles(from, to),
            Written::Null => Vec::new(),
        }
    }

    /// The side on which a move in long form (`e1g1`) castles: the king goes two squares along its first
    /// rank.
    fn castles_in_long_form(
        &self,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
    ) -> Option<CastlingSide> {
        let king =
            self.king(self.turn).filter(|king| Some(king.file()) == file && Some(king.rank()) == rank)?;
        let home = self.turn.fold_wb(Rank::First, Rank::Eighth);
        let two_squares = king.rank() == home && to.rank() == home && king.file().distance(to.file()) == 2;
        two_squares.then(|| CastlingSide::from_king_side(to.file() > king.file()))
    }

    fn piece_obstacles(
        &self,
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    ) -> Vec<Obstacle> {
        let us = self.turn;
        if let Some((color, on)) = self.at(to) {
            if color == us {
                return vec![Obstacle::OwnPiece { on: to, role: on }];
            }
            if on == Role::King {
                return vec![Obstacle::King];
            }
        }
        if role == Role::Pawn {
            let last = to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
            if last && promotion.is_none() {
                return vec![Obstacle::NoPromotionPiece];
            }
            if !last && promotion.is_some() {
                return vec![Obstacle::NoPromotion];
            }
        }
        let pieces = narrowed(self.pieces(us, role), file, rank);
        if pieces.is_empty() {
            return vec![Obstacle::NoSuchPiece { role }];
        }
        if role == Role::King
            && let Some(obstacles) = self.castling_as_king_move(pieces, to)
        {
            return obstacles;
        }
        let near: Bitboard = pieces.into_iter().filter(|&from| self.gets_to(from, role, to)).collect();
        if near.is_empty() {
            let takes = role == Role::Pawn
                && self.at(to).is_none()
                && pieces.into_iter().any(|from| attacks::pawn_attacks(us, from).contains(to));
            let why = if takes {
                Obstacle::NothingToTake { on: to }
            } else {
                Obstacle::OutOfReach { role, from: pieces }
            };
            return vec![why];
        }
        near.into_iter().filter_map(|from| self.king_obstacle(from, to, role)).collect()
    }

    /// Whether a piece can move from `from` to `to`, ignoring the safety of its own king.
    pub(super) fn gets_to(&self, from: Square, role: Role, to: Square) -> bool {
        let en_passant = role == Role::Pawn
            && self.en_passant == Some(to)
            && attacks::pawn_attacks(self.turn, from).contains(to);
        en_passant || self.reach(from, role, self.turn).contains(to)
    }

    fn king_obstacle(&self, from: Square, to: Square, role: Role) -> Option<Obstacle> {
        let us = self.turn;
        let king = self.king(us)?;
        let mut occupied = self.occupied();
        occupied.discard(from);
        if role == Role::King {
            let by = (self.attackers(to, !us, occupied) & !Bitboard::from_square(to)).first()?;
            return Some(Obstacle::IntoCheck { to, by });
        }
        occupied.add(to);
        let mut taken = Bitboard::from_square(to);
        if role == Role::Pawn && from.file() != to.file() && self.at(to).is_none() {
            let victim = Square::from_coords(to.file(), from.rank());
            occupied.discard(victim);
            taken.add(victim);
        }
        let by = self.attackers(king, !us, occupied) & !taken;
        let checkers = self.checkers(us);
        match ((by & !checkers).first(), by.first()) {
            (Some(by), _) if checkers.is_empty() => Some(Obstacle::Pinned { from, role, by }),
            (_, Some(by)) => Some(Obstacle::CheckStays { from, role, by }),
            (_, None) => None,
        }
    }

    /// Castling written as a move of the king (`Kg1`).
    fn castling_as_king_move(&self, kings: Bitboard, to: Square) -> Option<Vec<Obstacle>> {
        let side = self.castles_as_king_move(to)?;
        let from = kings.single_square()?;
        let against = self.castling_obstacles(side);
        let named = Obstacle::CastlingAsKingMove { from, side, legal: against.is_none() };
        Some(std::iter::once(named).chain(against).collect())
    }

    fn file_obstacles(&self, from: File, to: File) -> Vec<Obstacle> {
        let pawns = self.pieces(self.turn, Role::Pawn) & Bitboard::from_file(from);
        if pawns.is_empty() {
            return vec![Obstacle::NoSuchPiece { role: Role::Pawn }];
        }
        let targets: Vec<(Square, Square)> = pawns
            .into_iter()
            .flat_map(|pawn| {
                attacks::pawn_attacks(self.turn, pawn).into_iter().map(move |square| (pawn, square))
            })
            .filter(|&(pawn, square)| square.file() == to && self.gets_to(pawn, Role::Pawn, square))
            .collect();
        if targets.is_empty() {
            return vec![Obstacle::OutOfReach { role: Role::Pawn, from: pawns }];
        }
        targets
            .into_iter()
            .filter_map(|(pawn, square)| self.king_obstacle(pawn, square, Role::Pawn))
            .collect()
    }

    fn castling_obstacles(&self, side: CastlingSide) -> Option<Obstacle> {
        let Some(mv) = self.castling_move(side) else { return Some(Obstacle::NoCastlingRight(side)) };
        if let Some(by) = self.castling_blocked(mv.from, mv.to, side).first() {
            return Some(Obstacle::CastlingBlocked { by });
        }
        let square = self.castling_attacked(mv.from, mv.to, side).first()?;
        let mut occupied = self.occupied();
        occupied.discard(mv.from);
        let by = self.attackers(square, !self.turn, occupied).first()?;
        Some(Obstacle::CastlingAttacked { square, by })
    }
}
