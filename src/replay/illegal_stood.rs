//! Illegal moves that were played and stood: what was played on the board, if there is exactly one reading of
//! the text.
//!
//! Real records contain such moves, after which the game went on. The piece is the only one of its kind that
//! can reach the target, ignoring the safety of its king; if none can, the only piece of its kind on the
//! board. A written origin narrows both. Castling needs king and rook on their squares. A move onto a piece
//! of the own side is not accepted. Castling written as a move of the king (`Kg1`) is played as castling if it is
//! legal and the game goes on further with it than with the king's move alone.
//!
//! In a dispute the record is what happened on the board, so more is accepted: moves onto a piece of the own
//! side or onto a king, and pawns that stay pawns on the last rank.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks};

use super::board::Board;
use super::mv::{CastlingSquares, Move, MoveKind};
use super::resolve::narrowed;
use crate::scoresheet::{MoveText, Written};

impl Board {
    /// The only way in which an illegal move can have been played, and the kind of piece that moved.
    pub(super) fn played_illegally(&self, written: Written) -> Option<(Move, Role)> {
        match written {
            Written::Castle(side) => self.castled_illegally(side),
            Written::To { role, file, rank, to, promotion, .. } => {
                if self.side(self.turn).contains(to) || self.role(Role::King).contains(to) {
                    return None;
                }
                let role = self.role_meant(role, file, rank)?;
                let last = to.rank() == self.turn.fold_wb(Rank::Eighth, Rank::First);
                if (role == Role::Pawn && last) != promotion.is_some() {
                    return None;
                }
                let from = self.piece_meant(role, file, rank, to)?;
                Some((self.step_to(from, role, to, promotion), role))
            }
            Written::PawnFiles { .. } | Written::Null => None,
        }
    }

    /// Legal castling that is written as a move of the king, if more of the moves that follow can be played after it
    /// than after the king's move alone. Either gives the right to castle up, so a game looks ahead twice at most.
    pub(super) fn castled_by_what_follows(&self, written: Written, rest: &[MoveText]) -> Option<Move> {
        let Written::To { role: Some(Role::King), to, promotion: None, .. } = written else { return None };
        if self.checkers(self.turn).any() {
            return None;
        }
        let castling = self.castles_as_king_move(to).and_then(|side| self.legal_castling(side))?;
        let alone = Move::normal(castling.from, to);
        (self.goes_on(castling, rest) > self.goes_on(alone, rest)).then_some(castling)
    }

    /// How many of the moves that follow can be played after this move of the king.
    fn goes_on(&self, mv: Move, rest: &[MoveText]) -> usize {
        let mut board = *self;
        board.play_role(mv, Role::King, board.turn);
        let goes_on = |text: &&MoveText| match board.resolve(text.written(), board.checkers(board.turn)) {
            Ok((mv, role)) => {
                board.play_role(mv, role, board.turn);
                true
            }
            Err(_) => false,
        };
        rest.iter().take_while(goes_on).count()
    }

    /// The only way in which a move of a disputed record can have been played, legal or not, and the kind of
    /// piece that moved.
    pub(super) fn carried_out(&self, written: Written) -> Option<(Move, Role)> {
        match written {
            Written::Castle(side) => {
                self.castled_illegally(side).or_else(|| self.castled_from_anywhere(side))
            }
            Written::To { role, file, rank, to, promotion, .. } => {
                let role = self.role_meant(role, file, rank)?;
                let from = self.piece_meant(role, file, rank, to).filter(|from| *from != to)?;
                let side = CastlingSide::from_king_side(to.file() > from.file());
                let castles = role == Role::King
                    && from.rank() == to.rank()
                    && from.file().distance(to.file()) == 2
                    && from.rank() == self.turn.fold_wb(Rank::First, Rank::Eighth);
                // The long form (`e1g1`) gives only the king's squares and means castling; with a piece
                // letter and no origin, only the king moves.
                let long_form = file.is_some() && rank.is_some();
                if castles
                    && long_form
                    && let Some(castled) = self.castled_illegally(side)
                {
                    return Some(castled);
                }
                let promotion = promotion.filter(|_| role == Role::Pawn);
                Some((self.step_to(from, role, to, promotion), role))
            }
            Written::PawnFiles { from, to, promotion } => self.took_by_files(from, to, promotion),
            Written::Null => None,
        }
    }

    /// The kind of piece that is written, or else of the player's piece on the written origin.
    fn role_meant(&self, role: Option<Role>, file: Option<File>, rank: Option<Rank>) -> Option<Role> {
        let on_origin = || {
            let (color, role) = self.at(Square::from_coords(file?, rank?))?;
            (color == self.turn).then_some(role)
        };
        role.or_else(on_origin)
    }

    /// The only piece of that kind that can reach the target; if none can, the only one on the board.
    fn piece_meant(&self, role: Role, file: Option<File>, rank: Option<Rank>, to: Square) -> Option<Square> {
        let pieces = narrowed(self.pieces(self.turn, role), file, rank);
        let near: Bitboard = pieces.into_iter().filter(|&from| self.comes_to(from, role, to)).collect();
        if near.any() { near.single_square() } else { self.last_resort(role, pieces, to) }
    }

    /// Whether a piece gets there by its way of moving: past its king's safety, and onto whatever stands there.
    pub(super) fn comes_to(&self, from: Square, role: Role, to: Square) -> bool {
        if self.gets_to(from, role, to) {
            return true;
        }
        let own = self.side(self.turn).contains(to);
        own && match role {
            Role::Pawn => attacks::pawn_attacks(self.turn, from).contains(to),
            role => {
                let piece = shakmaty::Piece { color: self.turn, role };
                attacks::attacks(from, piece, self.occupied()).contains(to)
            }
        }
    }

    /// For when no piece can reach the target: the only piece there is, or of several pawns the only one on
    /// the target's file.
    fn last_resort(&self, role: Role, pieces: Bitboard, to: Square) -> Option<Square> {
        let on_file = pieces & Bitboard::from_file(to.file());
        match role {
            Role::Pawn => pieces.single_square().or_else(|| on_file.single_square()),
            _ => pieces.single_square(),
        }
    }

    fn step_to(&self, from: Square, role: Role, to: Square, promotion: Option<Role>) -> Move {
        let en_passant = role == Role::Pawn && self.en_passant == Some(to) && from.file() != to.file();
        let kind = if en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
        Move { from, to, promotion, kind }
    }

    /// Files only (`ed`): the only capture by a pawn between these files, ignoring the safety of its king.
    fn took_by_files(&self, from: File, to: File, promotion: Option<Role>) -> Option<(Move, Role)> {
        let pawns = self.pieces(self.turn, Role::Pawn) & Bitboard::from_file(from);
        let mut takes = pawns.into_iter().flat_map(|pawn| {
            let targets = attacks::pawn_attacks(self.turn, pawn) & Bitboard::from_file(to);
            (targets & self.side(!self.turn)).into_iter().map(move |target| (pawn, target))
        });
        let (pawn, target) = takes.next()?;
        if takes.next().is_some() {
            return None;
        }
        Some((self.step_to(pawn, Role::Pawn, target, promotion), Role::Pawn))
    }

    /// Castling by a king that may have left its square, with the outermost rook on that side.
    fn castled_from_anywhere(&self, side: CastlingSide) -> Option<(Move, Role)> {
        let us = self.turn;
        let home = Bitboard::from_rank(us.fold_wb(Rank::First, Rank::Eighth));
        let king = self.king(us).filter(|king| home.contains(*king))?;
        let outward = |rook: &Square| CastlingSide::from_king_side(rook.file() > king.file()) == side;
        let mut rooks = (self.pieces(us, Role::Rook) & home).into_iter().filter(outward);
        let rook = if side.is_king_side() { rooks.next_back() } else { rooks.next() }?;
        self.castled(king, rook, side)
    }

    /// Castling with this rook, if the targets of king and rook are free.
    fn castled(&self, king: Square, rook: Square, side: CastlingSide) -> Option<(Move, Role)> {
        let goals =
            Bitboard::from_square(side.king_to_color(king)) | Bitboard::from_square(side.rook_to_color(king));
        let others = self.occupied() & !Bitboard::from_square(king) & !Bitboard::from_square(rook);
        (goals & others).is_empty().then_some((
            Move { from: king, to: rook, promotion: None, kind: MoveKind::Castle(side) },
            Role::King,
        ))
    }

    /// Removes a piece of the moving side from the move's target square.
    pub(super) fn clear_for(&mut self, mv: Move) {
        if !mv.kind.is_castle()
            && let Some((color, role)) = self.at(mv.to).filter(|(color, _)| *color == self.turn)
        {
            self.lift(color, role, mv.to);
        }
    }

    /// Removes the castling rights of a side that has no king.
    pub(super) fn drop_rights_without_king(&mut self) {
        for side in Color::ALL {
            let home = Bitboard::from_rank(side.fold_wb(Rank::First, Rank::Eighth));
            if self.king(side).is_none() && (self.castling & home).any() {
                self.set_castling(self.castling & !home);
                self.rekey();
            }
        }
    }

    fn castled_illegally(&self, side: CastlingSide) -> Option<(Move, Role)> {
        let us = self.turn;
        let king = self.king(us)?;
        let home = us.fold_wb(Rank::First, Rank::Eighth);
        let rook = if self.chess960 {
            self.castling_rook(side)?
        } else {
            let corner = Square::from_coords(side.fold(File::H, File::A), home);
            let on_squares =
                king == Square::from_coords(File::E, home) && self.pieces(us, Role::Rook).contains(corner);
            on_squares.then_some(corner)?
        };
        self.castled(king, rook, side)
    }
}

trait FoldSide {
    fn fold<T>(self, king_side: T, queen_side: T) -> T;
}

impl FoldSide for CastlingSide {
    fn fold<T>(self, king_side: T, queen_side: T) -> T {
        if self.is_king_side() { king_side } else { queen_side }
    }
}
