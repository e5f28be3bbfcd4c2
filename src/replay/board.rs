//! The replay board: small, fast, and able to hold positions that move generators reject, for example a king
//! left in check by an illegal move that stood.

use std::sync::LazyLock;

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use super::key;
use super::lines::{diagonals, straights};
use super::mv::{CastlingSquares, Move, MoveKind};
use super::run::Ply;
use crate::scoresheet::ROLES;

/// A position. An en passant square is kept only if the capture is legal; of castling only the rights are
/// kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Indexed by role, pawn (1) to king (6). The first and last entries are empty.
    pub(super) roles: [Bitboard; 8],
    pub(super) colors: [Bitboard; 2],
    /// The piece on each square as its [`code`], 0 if empty: faster to read than eight bitboards.
    pub(super) squares: [u8; 64],
    pub(super) turn: Color,
    /// The rooks that may still castle.
    pub(super) castling: Bitboard,
    /// The squares on which a move may end a castling right: those rooks and both kings. Empty if no rook may
    /// castle.
    pub(super) castlers: Bitboard,
    /// The target square of a legal en passant capture.
    pub(super) en_passant: Option<Square>,
    pub(super) key: u64,
    /// Half-moves since the last capture or pawn move.
    pub(super) halfmove_clock: u32,
    /// Half-moves before this position according to its move number. A `u64`, so that it cannot overflow.
    pub(super) half_moves: u64,
    pub(super) chess960: bool,
}

/// The code of a piece: its role's number from 1 (pawn) to 6 (king), plus 8 for Black.
#[inline(always)]
pub(super) fn code(color: Color, role: Role) -> usize {
    numbered(color, role as usize)
}

/// Like [`code`], with the role given as its number.
#[inline(always)]
pub(super) fn numbered(color: Color, role: usize) -> usize {
    usize::from(color.is_black()) << 3 | role & 7
}

impl Board {
    /// The initial position.
    pub fn initial() -> &'static Board {
        static INITIAL: LazyLock<Board> = LazyLock::new(Board::set_up_anew);
        &INITIAL
    }

    fn set_up_anew() -> Board {
        let mut board = Board::empty();
        let setup = shakmaty::Board::new();
        for (square, piece) in &setup {
            board.put(piece.color, piece.role, square);
        }
        board.set_castling(Bitboard::CORNERS);
        board.rekey();
        board
    }

    pub(super) fn empty() -> Board {
        Board {
            roles: [Bitboard::EMPTY; 8],
            colors: [Bitboard::EMPTY; 2],
            squares: [0; 64],
            turn: Color::White,
            castling: Bitboard::EMPTY,
            castlers: Bitboard::EMPTY,
            en_passant: None,
            key: 0,
            halfmove_clock: 0,
            half_moves: 0,
            chess960: false,
        }
    }

    /// The player to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The position key. It is equal for positions that the Laws treat as the same.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the next full move.
    pub fn move_number(&self) -> u32 {
        u32::try_from(self.half_moves / 2 + 1).unwrap_or(u32::MAX)
    }

    /// The number of the next half-move, derived from the move number: twice the number of the full move,
    /// plus one for Black.
    pub fn half_move_number(&self) -> u64 {
        self.half_moves + 2
    }

    /// Sets the rooks that may still castle. The kings must already be on their squares.
    pub(super) fn set_castling(&mut self, rooks: Bitboard) {
        self.castling = rooks;
        self.castlers = if rooks.any() { rooks | self.role(Role::King) } else { Bitboard::EMPTY };
    }

    /// Sets the player to move and the number of the next full move.
    pub(super) fn set_turn(&mut self, turn: Color, number: u32) {
        self.turn = turn;
        self.half_moves = u64::from(number.saturating_sub(1)) * 2 + u64::from(turn.is_black());
    }

    /// Whether moves and positions are written in Chess960 notation.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn side(&self, color: Color) -> Bitboard {
        self.colors[usize::from(color.is_black())]
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.role(role) & self.side(color)
    }

    /// The target square of a legal en passant capture.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rooks that may still castle.
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The squares of both sides' pieces of one kind.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize & 7]
    }

    /// The piece on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<(Color, Role)> {
        let color = if self.colors[0].contains(square) {
            Color::White
        } else if self.colors[1].contains(square) {
            Color::Black
        } else {
            return None;
        };
        ROLES[self.code_at(square) & 7].map(|role| (color, role))
    }

    /// The [`code`] of the piece on a square; 0 if it is empty.
    #[inline(always)]
    pub(super) fn code_at(&self, square: Square) -> usize {
        usize::from(self.squares[usize::from(square) & 63] & 15)
    }

    /// The king's square; `None` on a board without it.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// The pieces of `by` that attack a square, with `occupied` as the occupied squares.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let near = (attacks::knight_attacks(square) & self.role(Role::Knight))
            | (attacks::king_attacks(square) & self.role(Role::King))
            | (attacks::pawn_attacks(!by, square) & self.role(Role::Pawn));
        let mut out = near & self.side(by);
        for from in self.on_lines(square, self.side(by)) {
            if (attacks::between(from, square) & occupied).is_empty() {
                out.add(from);
            }
        }
        out
    }

    /// The sliding pieces among `by` (the pieces of one side) that would attack a square if nothing were in
    /// between.
    #[inline(always)]
    pub(super) fn on_lines(&self, square: Square, by: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        let diagonal = diagonals(square) & (self.role(Role::Bishop) | queens);
        let straight = straights(square) & (self.role(Role::Rook) | queens);
        (diagonal | straight) & by
    }

    /// The pieces that give check to the king of `color`.
    #[inline]
    pub fn checkers(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.attackers(king, !color, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the king of `color` is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.checkers(color).any()
    }

    #[inline]
    pub(super) fn put(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role as usize & 7].add(square);
        self.colors[usize::from(color.is_black())].add(square);
        self.squares[usize::from(square) & 63] = code(color, role) as u8;
        self.key ^= key::piece(code(color, role), square);
    }

    #[inline]
    pub(super) fn lift(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role as usize & 7].discard(square);
        self.colors[usize::from(color.is_black())].discard(square);
        self.squares[usize::from(square) & 63] = 0;
        self.key ^= key::piece(code(color, role), square);
    }

    /// Plays a move, legal or not. There must be a piece of the player to move on its origin, and it must not
    /// capture a king. Returns the kind of piece captured.
    pub fn play(&mut self, mv: Move) -> Option<Role> {
        let us = self.turn;
        let (_, role) = self.at(mv.from)?;
        self.play_role(mv, role, us)
    }

    pub(super) fn play_role(&mut self, mv: Move, role: Role, us: Color) -> Option<Role> {
        self.forget_en_passant();
        let captured = self.move_pieces(mv, role, us);
        self.pass_turn(mv.from, mv.to, role, captured.is_some(), us);
        captured
    }

    /// Moves the pieces only. Returns the kind of piece captured.
    #[inline(always)]
    fn move_pieces(&mut self, mv: Move, role: Role, us: Color) -> Option<Role> {
        match mv.kind {
            MoveKind::Castle(side) => {
                self.castle(mv, side, us);
                None
            }
            MoveKind::EnPassant => {
                let victim = Square::from_coords(mv.to.file(), mv.from.rank());
                self.lift(!us, Role::Pawn, victim);
                self.lift(us, role, mv.from);
                self.put(us, role, mv.to);
                Some(Role::Pawn)
            }
            MoveKind::Normal => {
                let placed = mv.promotion.unwrap_or(role);
                ROLES[self.step(mv.from, mv.to, role as usize, placed as usize, us) & 7]
            }
        }
    }

    /// Replays recorded half-moves. Only the pieces and castling rights are updated for each; the rest is set
    /// once at the end.
    pub fn replay(&mut self, plies: &[Ply]) {
        let Some(last) = plies.last() else { return };
        for played in plies {
            let (Move { from, to, .. }, us) = (played.mv, self.turn);
            self.move_pieces(played.mv, played.role(), us);
            if (self.castlers & Bitboard::from_square(from).with(to)).any() {
                self.drop_castling(from, to, played.role(), us);
            }
            self.turn = !us;
        }
        self.half_moves += plies.len() as u64;
        self.halfmove_clock = last.halfmove_clock;
        self.en_passant = None;
        if last.role() == Role::Pawn {
            self.open_en_passant(last.mv.from, last.mv.to);
        }
        self.key = last.key;
    }

    #[inline(always)]
    pub(super) fn forget_en_passant(&mut self) {
        if let Some(square) = self.en_passant {
            self.en_passant = None;
            self.key ^= key::en_passant(square.file());
        }
    }

    /// Updates everything except the pieces after a move of `us`.
    #[inline(always)]
    fn pass_turn(&mut self, from: Square, to: Square, role: Role, captured: bool, us: Color) {
        let irreversible = role == Role::Pawn || captured;
        self.halfmove_clock = if irreversible { 0 } else { self.halfmove_clock + 1 };
        self.drop_castling(from, to, role, us);
        self.turn = !us;
        self.key ^= key::TURN;
        self.half_moves += 1;
        if role == Role::Pawn {
            self.open_en_passant(from, to);
        }
    }

    /// Moves a piece from `from` to `to`, where it becomes `placed` (a promotion), and removes the piece on
    /// `to`. Returns the removed piece's code.
    #[inline(always)]
    pub(super) fn step(&mut self, from: Square, to: Square, role: usize, placed: usize, us: Color) -> usize {
        debug_assert!(!self.side(us).contains(to), "no move takes an own piece");
        let (origin, target, there) =
            (Bitboard::from_square(from), Bitboard::from_square(to), self.code_at(to));
        self.roles[there & 7] &= !target;
        self.roles[role & 7] ^= origin;
        self.roles[placed & 7] ^= target;
        self.colors[usize::from(us.is_white())] &= !target;
        self.colors[usize::from(us.is_black())] ^= origin | target;
        let (leaves, enters) = (numbered(us, role), numbered(us, placed));
        self.squares[usize::from(from) & 63] = 0;
        self.squares[usize::from(to) & 63] = enters as u8;
        self.key ^= key::piece(there, to) ^ key::piece(leaves, from) ^ key::piece(enters, to);
        there
    }

    fn castle(&mut self, mv: Move, side: CastlingSide, us: Color) {
        self.lift(us, Role::King, mv.from);
        self.lift(us, Role::Rook, mv.to);
        self.put(us, Role::King, side.king_to_color(mv.from));
        self.put(us, Role::Rook, side.rook_to_color(mv.from));
    }

    pub(super) fn drop_castling(&mut self, from: Square, to: Square, role: Role, us: Color) {
        if self.castling.is_empty() {
            return;
        }
        let mut lost = self.castling & (Bitboard::from_square(from) | Bitboard::from_square(to));
        if role == Role::King {
            lost |= self.castling & Bitboard::from_rank(us.fold_wb(Rank::First, Rank::Eighth));
        }
        for rook in lost {
            self.key ^= key::castling(rook);
        }
        self.set_castling(self.castling & !lost);
    }

    /// Sets the en passant square after a pawn's double step, if a capture on it is legal.
    #[cold]
    pub(super) fn open_en_passant(&mut self, from: Square, to: Square) {
        if u32::from(from).abs_diff(u32::from(to)) != 16 {
            return;
        }
        let takers = self.role(Role::Pawn)
            & self.side(self.turn)
            & Bitboard::from_rank(to.rank())
            & attacks::king_attacks(to);
        if takers.is_empty() {
            return;
        }
        let Some(middle) = attacks::between(from, to).first() else { return };
        if takers.into_iter().any(|taker| self.safe_en_passant(taker, middle, to)) {
            self.en_passant = Some(middle);
            self.key ^= key::en_passant(middle.file());
        }
    }

    /// Whether capturing en passant leaves the capturing side's king safe.
    pub(super) fn safe_en_passant(&self, from: Square, to: Square, victim: Square) -> bool {
        let us = self.turn;
        let Some(king) = self.king(us) else { return true };
        let mut occupied = self.occupied();
        occupied.discard(from);
        occupied.discard(victim);
        occupied.add(to);
        (self.attackers(king, !us, occupied) & !Bitboard::from_square(victim)).is_empty()
    }

    /// Computes the key from scratch, for a position that was set up.
    pub(super) fn rekey(&mut self) {
        let mut key = if self.turn.is_black() { key::TURN } else { 0 };
        for color in Color::ALL {
            for role in Role::ALL {
                for square in self.pieces(color, role) {
                    key ^= key::piece(code(color, role), square);
                }
            }
        }
        for rook in self.castling {
            key ^= key::castling(rook);
        }
        if let Some(square) = self.en_passant {
            key ^= key::en_passant(square.file());
        }
        self.key = key;
    }
}
