//! A move as it is written, before anybody asks what the position allows.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::packed::Packed;

/// What a move's text says. Small and `Copy`, so that a game's moves live in one reused buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// A target square, with whatever else the text gives.
    To {
        /// The piece named; `None` where a full origin square stands for it (`g1f3`, `e2-e4`).
        role: Option<Role>,
        /// Origin file, where written.
        file: Option<File>,
        /// Origin rank, where written.
        rank: Option<Rank>,
        /// Whether a capture sign is written.
        capture: bool,
        /// The target square.
        to: Square,
        /// The piece promoted to, where written.
        promotion: Option<Role>,
    },
    /// A pawn capture by files alone: `ed`, `exd`.
    PawnFiles {
        /// File of the capturing pawn.
        from: File,
        /// File that it captures on.
        to: File,
        /// The piece promoted to, where written.
        promotion: Option<Role>,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A null move: `--`, `Z0`, `0000`.
    Null,
}

/// A move's text as it was read, all of it in eight bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MoveRead {
    pub(super) packed: Packed,
    pub(super) notation: Notation,
    /// Bytes of the text that are the move's own, as it was read; `plain` keeps a flag above them.
    pub(super) len: u8,
}

/// The sign of check that a move carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suffix {
    /// Nothing.
    #[default]
    None,
    /// `+`, `ch`.
    Check,
    /// `++`, which writers use for double check as well as for mate.
    Double,
    /// `#`, `mate`.
    Mate,
}

/// How a move's text departs from export SAN, as a set of flags.
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
    /// A sign of check other than `+` and `#`: `ch`, `++`, `mate`.
    pub const CHECK_SIGN: Notation = Notation(1 << 8);
    /// A draw offer on the move: `(=)`.
    pub const DRAW_OFFER: Notation = Notation(1 << 9);
    /// Files only: `ed`, `exd`.
    pub const FILES_ONLY: Notation = Notation(1 << 10);

    /// The empty set: export SAN as far as the text alone can tell.
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

    /// Whether nothing departs from export SAN.
    pub fn is_export(self) -> bool {
        self.0 == 0
    }
}
