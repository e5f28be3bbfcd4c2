//! Conversion of positions from and to FEN and shakmaty's `Chess`, which everything outside the hot path
//! uses.

use shakmaty::fen::Fen;
use shakmaty::{
    ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionErrorKinds,
    Setup,
};

use super::board::Board;
use super::x_fen;

/// The highest halfmove clock accepted from a FEN; higher values are reduced to it. No game needs more, and
/// counting on cannot overflow.
const MOST_QUIET: u32 = u32::MAX / 4;

/// A capacity in bytes that is enough for nearly every FEN.
const USUAL_FEN: usize = 90;

/// Why a FEN gives no position to replay from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenFault {
    /// The text is not a FEN.
    #[error("the FEN cannot be read: {0}")]
    Unreadable(String),
    /// The position cannot occur in any game.
    #[error("{0}")]
    Impossible(String),
}

/// A start position, and the parts of its FEN that were dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub board: Board,
    /// The FEN has castling rights that the position does not allow.
    pub dropped_castling: bool,
    /// The FEN has an en passant square, but no pawn can just have made a double step there.
    pub dropped_en_passant: bool,
}

impl Board {
    /// Reads a FEN of standard chess or Chess960. Shredder letters (`HAha`), and X-FEN rights (`KQkq` with
    /// rooks or kings on other squares than in standard chess), make it Chess960 even if `chess960` is false.
    ///
    /// Castling rights and en passant squares that the position does not allow are dropped and reported in
    /// [`Start`].
    ///
    /// # Errors
    /// If the text is not a FEN, or if shakmaty rejects the position for another reason.
    #[allow(clippy::result_large_err, reason = "shakmaty hands the position back with its error")]
    pub fn from_fen(fen: &str, chess960: bool) -> Result<Start, FenFault> {
        let parsed: Fen = fen.trim().parse().map_err(|e| FenFault::Unreadable(format!("{e}")))?;
        let shredder = fen.split_whitespace().nth(2).is_some_and(is_shredder);
        let mode = CastlingMode::from_chess960(chess960 || shredder);
        let mut start = Start { board: Board::empty(), dropped_castling: false, dropped_en_passant: false };
        let setup = parsed.into_setup();
        let chess = match Chess::from_setup(setup.clone(), mode) {
            Ok(chess) => chess,
            Err(error) => {
                start.dropped_castling = error.kinds().contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS);
                if start.dropped_castling && !mode.is_chess960() && x_fen::is_chess960(fen, &setup) {
                    return Board::from_fen(fen, true);
                }
                start.dropped_en_passant = error.kinds().contains(PositionErrorKinds::INVALID_EP_SQUARE);
                error
                    .ignore_invalid_castling_rights()
                    .or_else(|e| e.ignore_invalid_ep_square())
                    .map_err(|e| FenFault::Impossible(reason(e.kinds(), &setup)))?
            }
        };
        start.board = Board::from_chess(&chess, mode.is_chess960());
        Ok(start)
    }

    /// Reads a FEN as written, whether or not a game can reach the position: for the position of a disputed
    /// case. `None` if it cannot be read or a side does not have exactly one king.
    pub fn from_fen_as_is(fen: &str, chess960: bool) -> Option<Board> {
        let parsed: Fen = fen.trim().parse().ok()?;
        let setup = parsed.into_setup();
        let kings = setup.board.by_role(shakmaty::Role::King);
        if Color::ALL.iter().any(|color| (kings & setup.board.by_color(*color)).count() != 1) {
            return None;
        }
        let mut board = Board::empty();
        for (square, piece) in &setup.board {
            board.put(piece.color, piece.role, square);
        }
        board.set_turn(setup.turn, setup.fullmoves.get());
        board.set_castling(setup.castling_rights & setup.board.by_role(shakmaty::Role::Rook));
        board.halfmove_clock = setup.halfmoves.min(MOST_QUIET);
        board.chess960 = chess960;
        board.rekey();
        Some(board)
    }

    /// Converts a position to the replay board.
    pub fn from_chess(chess: &Chess, chess960: bool) -> Board {
        let setup = chess.to_setup(EnPassantMode::Legal);
        let mut board = Board::empty();
        for (square, piece) in &setup.board {
            board.put(piece.color, piece.role, square);
        }
        board.set_turn(setup.turn, setup.fullmoves.get());
        board.set_castling(setup.castling_rights);
        board.en_passant = setup.ep_square;
        board.halfmove_clock = setup.halfmoves.min(MOST_QUIET);
        board.chess960 = chess960;
        board.rekey();
        board
    }

    /// The position as shakmaty's `Setup`, including the en passant square. Unlike [`Board::chess`], it also
    /// works if a king is left in check.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        let (by_role, by_color) =
            (ByRole::new_with(|role| self.role(role)), ByColor::new_with(|color| self.side(color)));
        setup.board =
            shakmaty::Board::try_from_bitboards(by_role, by_color).unwrap_or(shakmaty::Board::empty());
        setup.turn = self.turn;
        setup.castling_rights = self.castling;
        setup.ep_square = self.en_passant;
        setup.halfmoves = self.halfmove_clock;
        setup.fullmoves = std::num::NonZeroU32::new(self.move_number()).unwrap_or(std::num::NonZeroU32::MIN);
        setup
    }

    /// The position as a `Chess`, if shakmaty accepts it.
    #[allow(clippy::result_large_err, reason = "shakmaty hands the position back with its error")]
    pub fn chess(&self) -> Option<Chess> {
        let mode = CastlingMode::from_chess960(self.chess960);
        match Chess::from_setup(self.setup(), mode) {
            Ok(chess) => Some(chess),
            Err(error) => error.ignore_impossible_check().or_else(|e| e.ignore_too_much_material()).ok(),
        }
    }

    /// The position as FEN, with an en passant square only if the capture is legal, and with Shredder letters
    /// in Chess960.
    pub fn fen(&self) -> String {
        let mut out = String::with_capacity(USUAL_FEN);
        if let Ok(fen) = Fen::try_from_setup(self.setup()) {
            fen.append_to_string(&mut out);
        }
        if self.chess960 { with_shredder_castling(self, &out) } else { out }
    }
}

fn is_shredder(castling: &str) -> bool {
    castling != "-" && castling.chars().all(|c| matches!(c, 'A'..='H' | 'a'..='h'))
}

fn with_shredder_castling(board: &Board, fen: &str) -> String {
    let letters: String = [Color::White, Color::Black]
        .into_iter()
        .flat_map(|color| {
            let rooks = board.castling & board.side(color);
            rooks
                .into_iter()
                .rev()
                .map(move |rook| color.fold_wb(rook.file().upper_char(), rook.file().char()))
        })
        .collect();
    let letters = if letters.is_empty() { "-".to_string() } else { letters };
    let mut parts: Vec<&str> = fen.split(' ').collect();
    if let Some(castling) = parts.get_mut(2) {
        *castling = &letters;
    }
    parts.join(" ")
}

fn reason(kinds: PositionErrorKinds, setup: &Setup) -> String {
    let words = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side that has just moved is in check"),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "no move can have given this check"),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "there are more pieces than promotions can explain"),
    ];
    let found: Vec<&str> =
        words.into_iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, text)| text).collect();
    let turn = setup.turn.fold_wb("White", "Black");
    format!("the position cannot arise: {} ({turn} to move)", found.join("; "))
}
