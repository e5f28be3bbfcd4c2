//! A move as written, before it is resolved on a board.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::packed::Packed;

/// A move as its text states it. Small and `Copy`, so that a game's moves fit one reused buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// A move with a target square.
    To {
        /// The piece; `None` if a full origin square is written instead (`g1f3`, `e2-e4`).
        role: Option<Role>,
        /// Origin file, if written.
        file: Option<File>,
        /// Origin rank, if written.
        rank: Option<Rank>,
        /// Whether a capture sign is written.
        capture: bool,
        /// The target square.
        to: Square,
        /// The piece promoted to, if written.
        promotion: Option<Role>,
    },
    /// A pawn capture by files alone: `ed`, `exd`.
    PawnFiles {
        /// File of the capturing pawn.
        from: File,
        /// File of the captured piece.
        to: File,
        /// The piece promoted to, if written.
        promotion: Option<Role>,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A null move: `--`, `Z0`, `0000`.
    Null,
}

impl Written {
    /// What a move's text says, with English piece letters; none where it is no move.
    pub fn of_text(text: &str) -> Option<Written> {
        let mut sheet = super::Scoresheet::new();
        sheet.read(format!("{text} *").as_bytes());
        sheet.moves.first().map(super::MoveText::written)
    }
}

/// A move as read from its text, in eight bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MoveRead {
    pub(super) packed: Packed,
    pub(super) notation: Notation,
    /// Length of the move's text in bytes. `plain` uses the highest bit as a flag.
    pub(super) len: u8,
}

/// The check sign of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suffix {
    /// No sign.
    #[default]
    None,
    /// `+`, `ch`.
    Check,
    /// `++`, used for double check and for mate.
    Double,
    /// `#`, `mate`.
    Mate,
}

/// How a move's text differs from PGN's export format, as a set of flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Notation(u16);

impl Notation {
    /// Castling with zeros, with letters other than capital O, or with another dash: `0-0`, `o-o`, `O–O`.
    pub const ZEROS: Notation = Notation(1);
    /// The long form: with a dash, or without a piece letter: `e2-e4`, `Ng1-f3`, `g1f3`.
    pub const LONG: Notation = Notation(1 << 1);
    /// A lower-case piece letter: `nf3`.
    pub const LOWER_CASE: Notation = Notation(1 << 2);
    /// A figurine: `♘f3`.
    pub const FIGURINE: Notation = Notation(1 << 3);
    /// A letter for the pawn: `Pe4`.
    pub const PAWN_LETTER: Notation = Notation(1 << 4);
    /// A promotion without the equals sign, or with another one: `e8Q`, `e8(Q)`, `e8/Q`.
    pub const PROMOTION_SIGN: Notation = Notation(1 << 5);
    /// A capture sign other than `x`: `:`, `×`.
    pub const CAPTURE_SIGN: Notation = Notation(1 << 6);
    /// `ep`, `e.p.`.
    pub const EN_PASSANT: Notation = Notation(1 << 7);
    /// A check sign other than `+` and `#`: `ch`, `++`, `mate`.
    pub const CHECK_SIGN: Notation = Notation(1 << 8);
    /// A draw offer on the move: `(=)`.
    pub const DRAW_OFFER: Notation = Notation(1 << 9);
    /// Files only: `ed`, `exd`.
    pub const FILES_ONLY: Notation = Notation(1 << 10);

    /// The empty set: export format, as far as the text alone shows.
    pub const fn none() -> Notation {
        Notation(0)
    }

    /// Adds the flags of `other`.
    pub fn add(&mut self, other: Notation) {
        self.0 |= other.0;
    }

    /// Whether all flags of `other` are set.
    pub fn has(self, other: Notation) -> bool {
        self.0 & other.0 == other.0 && other.0 != 0
    }

    /// Whether the text is in export format.
    pub fn is_export(self) -> bool {
        self.0 == 0
    }
}
