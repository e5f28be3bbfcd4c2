//! Positions in and out: FEN, and shakmaty's `Chess` for everything that is not the hot path.

use shakmaty::fen::Fen;
use shakmaty::{
    ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionErrorKinds,
    Setup,
};

use super::board::Board;
use super::x_fen;

/// The highest count of half-moves that is taken from a FEN: no game can be so long that more would be needed.
const MOST_QUIET: u32 = u32::MAX / 4;

/// Bytes that hold nearly every FEN.
const USUAL_FEN: usize = 90;

/// Why a FEN gives no position to replay from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenFault {
    /// It is no FEN.
    #[error("the FEN cannot be read: {0}")]
    Unreadable(String),
    /// No game can have this position.
    #[error("{0}")]
    Impossible(String),
}

/// A start position, and whether something of its FEN was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub board: Board,
    /// Castling rights were written that the position does not allow.
    pub dropped_castling: bool,
    /// An en passant square was written where no pawn has just made a double step.
    pub dropped_en_passant: bool,
}

impl Board {
    /// Reads a FEN of standard chess, or of Chess960. Shredder letters (`HAha`) and X-FEN rights (`KQkq` for rooks or kings that
    /// standard chess has elsewhere) make it Chess960 whatever `chess960` says.
    ///
    /// Castling rights and en passant squares that the position does not allow are dropped and reported.
    ///
    /// # Errors
    /// Where it is no FEN, or shakmaty refuses the position for another reason.
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

    /// Reads a FEN as it stands, whether or not any game can reach the position: the set-up that a disputed case is
    /// about. `None` where it cannot be read or a side has no king.
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

    /// The same position on the replay board.
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

    /// The position as shakmaty holds it, en passant included; kings left in check are no obstacle here.
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

    /// The position as a `Chess`, where shakmaty accepts it.
    #[allow(clippy::result_large_err, reason = "shakmaty hands the position back with its error")]
    pub fn chess(&self) -> Option<Chess> {
        let mode = CastlingMode::from_chess960(self.chess960);
        match Chess::from_setup(self.setup(), mode) {
            Ok(chess) => Some(chess),
            Err(error) => error.ignore_impossible_check().or_else(|e| e.ignore_too_much_material()).ok(),
        }
    }

    /// The position as FEN: an en passant square only where such a capture is legal, Shredder letters for castling
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
