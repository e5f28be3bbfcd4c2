//! A move as it is written, before anybody asks what the position allows.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

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

/// A move's text as it was read, all of it in 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MoveRead {
    pub(super) written: Written,
    pub(super) packed: Packed,
    pub(super) suffix: Suffix,
    pub(super) notation: Notation,
}

impl MoveRead {
    pub(super) fn new(written: Written, suffix: Suffix, notation: Notation) -> MoveRead {
        MoveRead { written, packed: Packed::new(written), suffix, notation }
    }
}

/// A move of a piece or a pawn in one word, for the replay to take apart in few steps.
///
/// From the lowest bit: target square (6), role (3), origin file and rank from 1, or 0 (4 each), then flags. Role 0 stands
/// for what is written otherwise: castling, promotion, squares without a letter; of those only the flags say something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed(u32);

/// A pawn goes to another file.
const DIAGONAL: u32 = 1 << 17;
/// A piece is written with part of its origin.
const ORIGIN: u32 = 1 << 18;
/// A target square is written, and so a capture sign where there is one.
const TARGET: u32 = 1 << 19;
/// A capture sign is written.
const CAPTURE: u32 = 1 << 20;

impl Packed {
    /// The places of a table of origins.
    pub const ORIGINS: usize = 256;

    /// Packs a move.
    pub fn new(written: Written) -> Packed {
        let Written::To { role, file, rank, capture, to, promotion } = written else { return Packed(0) };
        let sign = TARGET | if capture { CAPTURE } else { 0 };
        let Some(role) = role else { return Packed(sign) };
        let target = sign | u32::from(to) | (role as u32) << 6;
        let origin = |file: Option<File>| {
            file.map_or(0, |file| 1 + u32::from(file)) | rank.map_or(0, |rank| 1 + u32::from(rank)) << 4
        };
        if role != Role::Pawn {
            let origin = origin(file);
            return Packed(target | origin << 9 | if origin > 0 { ORIGIN } else { 0 });
        }
        let file = file.unwrap_or(to.file());
        let last = matches!(to.rank(), Rank::First | Rank::Eighth);
        if rank.is_some() || promotion.is_some() || last || file.distance(to.file()) > 1 {
            return Packed(sign);
        }
        Packed(target | origin(Some(file)) << 9 | if file == to.file() { 0 } else { DIAGONAL })
    }

    /// The target square.
    #[inline]
    pub fn to(self) -> Square {
        Square::new(self.0 & 63)
    }

    /// The piece or the pawn that moves.
    #[inline]
    pub fn role(self) -> Role {
        const NUMBERED: [Role; 8] = [
            Role::Pawn,
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
            Role::King,
        ];
        NUMBERED[(self.0 >> 6 & 7) as usize]
    }

    /// Its number, from 1 (pawn) to 6 (king); 0 where the move is written otherwise.
    #[inline]
    pub fn role_number(self) -> usize {
        (self.0 >> 6 & 7) as usize
    }

    /// The origin as far as it is written: the file from 1 in the lower four bits, the rank from 1 in the others.
    /// A pawn's file is always there.
    #[inline]
    pub fn origin(self) -> usize {
        (self.0 >> 9 & 255) as usize
    }

    /// The role's number; 8 more for a pawn that goes to another file.
    #[inline]
    pub fn way(self) -> usize {
        (self.0 >> 6 & 7 | self.0 >> 14 & 8) as usize
    }

    /// Whether a piece, other than a pawn, is written with part of its origin.
    #[inline]
    pub fn has_origin(self) -> bool {
        self.0 & ORIGIN != 0
    }

    /// Whether a pawn goes to another file.
    #[inline]
    pub fn is_diagonal(self) -> bool {
        self.0 & DIAGONAL != 0
    }

    /// Whether the capture sign is not the one of a move that took something, or did not.
    #[inline]
    pub fn missigns(self, captured: bool) -> bool {
        let right = if captured { TARGET | CAPTURE } else { TARGET };
        let signs = self.0 & (TARGET | CAPTURE);
        (signs != right) & (signs != 0)
    }
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
