//! A move as written, packed into one 32-bit word for the replay.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::written::{Suffix, Written};

/// A move as written, in one word.
///
/// From the lowest bit: target square (6), role (3), whether a pawn changes files (1), origin file and rank from 1, or 0 if not
/// written (4 each), flags (3), role written (3), role promoted to (3), form (2), whether a pawn's file is written (1), and the
/// check sign (2). The first role is set for plain piece and pawn moves only. It is 0 for castling, promotion, squares without a
/// piece letter, mate signs and other rare forms, which the replay reads by [`Packed::written`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed(u32);

const ROLE: u32 = 6;
/// A pawn changes files.
const DIAGONAL: u32 = 1 << 9;
const FILE: u32 = 10;
const RANK: u32 = 14;
/// Part of a piece's origin is written.
const ORIGIN: u32 = 1 << 18;
/// A target square is written, so the capture sign is meaningful.
const TARGET: u32 = 1 << 19;
/// A capture sign is written.
const CAPTURE: u32 = 1 << 20;
const NAMED: u32 = 21;
const PROMOTION: u32 = 24;
const FORM: u32 = 27;
/// Forms without a target square.
const PAWN_FILES: u32 = 1 << FORM;
const CASTLE: u32 = 2 << FORM;
const NULL: u32 = 3 << FORM;
/// A pawn's file is written.
const PAWN_FILE: u32 = 1 << 29;
const SUFFIX: u32 = 30;
/// The sign of a simple check, `+`.
const CHECK: u32 = (Suffix::Check as u32) << SUFFIX;

/// Roles by number. 0 and 7 are `None`; the table has eight entries so that any three bits are a valid index.
pub const ROLES: [Option<Role>; 8] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
];

impl Packed {
    /// Size of a table indexed by [`Packed::origin`].
    pub const ORIGINS: usize = 256;

    /// Packs a move and its check sign.
    pub fn new(written: Written, suffix: Suffix) -> Packed {
        let text = Packed::without_suffix(written).0 | (suffix as u32) << SUFFIX;
        // A mate sign is compared later, when it is known whether the position is mate.
        let plain = matches!(suffix, Suffix::None | Suffix::Check);
        Packed(if plain { text } else { text & !(7 << ROLE) })
    }

    fn without_suffix(written: Written) -> Packed {
        match written {
            Written::To { role, file, rank, capture, to, promotion } => {
                let origin = file.map_or(0, |file| (1 + u32::from(file)) << FILE)
                    | rank.map_or(0, |rank| (1 + u32::from(rank)) << RANK);
                let signs = TARGET | if capture { CAPTURE } else { 0 };
                let roles = number(role) << NAMED | number(promotion) << PROMOTION;
                let text = u32::from(to) | origin | signs | roles;
                match role {
                    Some(Role::Pawn) if file.is_some() => {
                        Packed(text | PAWN_FILE | pawn(file, rank, to, promotion))
                    }
                    Some(Role::Pawn) => Packed(text | pawn(file, rank, to, promotion)),
                    Some(role) => Packed(text | (role as u32) << ROLE | if origin > 0 { ORIGIN } else { 0 }),
                    None => Packed(text),
                }
            }
            Written::PawnFiles { from, to, promotion } => {
                Packed(PAWN_FILES | u32::from(from) | u32::from(to) << 3 | number(promotion) << PROMOTION)
            }
            Written::Castle(side) => Packed(CASTLE | u32::from(side.is_queen_side())),
            Written::Null => Packed(NULL),
        }
    }

    /// The same move with another check sign.
    pub fn with_suffix(self, suffix: Suffix) -> Packed {
        Packed::new(self.written(), suffix)
    }

    /// The unpacked move.
    pub fn written(self) -> Written {
        let bits = |from: u32, count: u32| self.0 >> from & !(u32::MAX << count);
        let promotion = role(bits(PROMOTION, 3));
        match self.0 & NULL {
            NULL => Written::Null,
            CASTLE if bits(0, 1) == 0 => Written::Castle(CastlingSide::KingSide),
            CASTLE => Written::Castle(CastlingSide::QueenSide),
            PAWN_FILES => {
                Written::PawnFiles { from: File::new(bits(0, 3)), to: File::new(bits(3, 3)), promotion }
            }
            _ => {
                let role = role(bits(NAMED, 3));
                let supplied = role == Some(Role::Pawn) && self.0 & PAWN_FILE == 0;
                let file = bits(FILE, 4).checked_sub(1).filter(|_| !supplied).map(File::new);
                let rank = bits(RANK, 4).checked_sub(1).map(Rank::new);
                Written::To { role, file, rank, capture: self.0 & CAPTURE > 0, to: self.to(), promotion }
            }
        }
    }

    /// The target square.
    #[inline]
    pub fn to(self) -> Square {
        Square::new(self.0 & 63)
    }

    /// The role that moves.
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
        NUMBERED[(self.0 >> ROLE & 7) as usize]
    }

    /// The number of that role, from 1 (pawn) to 6 (king); 0 for the rare forms.
    #[inline]
    pub fn role_number(self) -> usize {
        (self.0 >> ROLE & 7) as usize
    }

    /// The origin as far as known: file from 1 in the lower four bits, rank from 1 in the upper four. A pawn's file is always
    /// known.
    #[inline]
    pub fn origin(self) -> usize {
        (self.0 >> FILE & 255) as usize
    }

    /// The role's number, plus 8 for a pawn that changes files. Below 16.
    #[inline]
    pub fn way(self) -> usize {
        (self.0 >> ROLE & 15) as usize
    }

    /// The way times 64, plus the target square. Below 1024.
    #[inline]
    pub fn way_and_target(self) -> usize {
        (self.0 & 1023) as usize
    }

    /// The check sign.
    #[inline]
    pub fn suffix(self) -> Suffix {
        [Suffix::None, Suffix::Check, Suffix::Double, Suffix::Mate][(self.0 >> SUFFIX) as usize & 3]
    }

    /// Whether part of the origin of a piece (not a pawn) is written.
    #[inline]
    pub fn has_origin(self) -> bool {
        self.0 & ORIGIN != 0
    }

    /// Which of the capture and check signs are wrong, given whether the move captured and gave check.
    #[inline]
    pub fn wrong_marks(self, captured: bool, check: bool) -> WrongMarks {
        let right = if captured { CAPTURE } else { 0 } | if check { CHECK } else { 0 };
        WrongMarks((self.0 ^ right) & (CAPTURE | CHECK))
    }

    /// Whether a target square is written, so that the capture sign is meaningful.
    pub fn has_target(self) -> bool {
        self.0 & TARGET != 0
    }
}

/// Capture and check signs that are wrong in one or more moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WrongMarks(u32);

impl WrongMarks {
    /// A wrong capture sign.
    pub const CAPTURE: WrongMarks = WrongMarks(CAPTURE);
    /// A wrong check sign.
    pub const CHECK: WrongMarks = WrongMarks(CHECK);

    /// Adds the wrong signs of another move.
    #[inline]
    pub fn add(&mut self, other: WrongMarks) {
        self.0 |= other.0;
    }

    /// Whether a capture sign is wrong.
    #[inline]
    pub fn capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Whether a check sign is wrong.
    #[inline]
    pub fn check(self) -> bool {
        self.0 & CHECK != 0
    }
}

fn number(role: Option<Role>) -> u32 {
    role.map_or(0, |role| role as u32)
}

fn role(number: u32) -> Option<Role> {
    ROLES[(number & 7) as usize]
}

/// The bits of a plain pawn move: its role, its file, and whether it changes files. 0 for a promotion, a move written with the
/// origin rank, or a capture over more than one file.
fn pawn(file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Role>) -> u32 {
    let from = file.unwrap_or(to.file());
    let last = matches!(to.rank(), Rank::First | Rank::Eighth);
    if rank.is_some() || promotion.is_some() || last || from.distance(to.file()) > 1 {
        return 0;
    }
    let diagonal = if from == to.file() { 0 } else { DIAGONAL };
    (Role::Pawn as u32) << ROLE | (1 + u32::from(from)) << FILE | diagonal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_none<T: Copy>(all: impl IntoIterator<Item = T>) -> Vec<Option<T>> {
        std::iter::once(None).chain(all.into_iter().map(Some)).collect()
    }

    #[test]
    fn what_is_packed_is_what_is_written() {
        let mut all = vec![Written::Null];
        all.extend(CastlingSide::ALL.map(Written::Castle));
        for promotion in with_none(Role::ALL) {
            for (from, to) in File::ALL.into_iter().flat_map(|from| File::ALL.map(|to| (from, to))) {
                all.push(Written::PawnFiles { from, to, promotion });
            }
            for (role, to) in with_none(Role::ALL).into_iter().flat_map(|r| Square::ALL.map(|to| (r, to))) {
                for (file, rank) in with_none(File::ALL)
                    .into_iter()
                    .flat_map(|f| with_none(Rank::ALL).into_iter().map(move |r| (f, r)))
                {
                    let capture = file.is_some();
                    all.push(Written::To { role, file, rank, capture, to, promotion });
                    all.push(Written::To { role, file, rank, capture: !capture, to, promotion });
                }
            }
        }
        for (written, suffix) in all
            .into_iter()
            .flat_map(|w| [Suffix::None, Suffix::Check, Suffix::Double, Suffix::Mate].map(|s| (w, s)))
        {
            let packed = Packed::new(written, suffix);
            assert_eq!((packed.written(), packed.suffix()), (written, suffix));
        }
    }
}
