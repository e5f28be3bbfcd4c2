//! Verdicts and the proofs they carry.

use std::fmt;

use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use super::wording;

/// Whether a side can still mate by any series of legal moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It can: a legal line that ends in mate.
    Yes(Line),
    /// It cannot, with a verified proof.
    No(Certificate),
    /// Neither was proven within the limits.
    Unknown(Effort),
}

/// A legal line from a position to mate, verified by replay.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The moves, first to last; empty if the position is already mate.
    pub moves: Vec<Move>,
}

/// The effort spent without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Positions examined.
    pub nodes: u64,
}

/// Why a side can never mate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Certificate {
    /// The remaining pieces cannot give mate, wherever they are.
    Material(Material),
    /// The game is over: the side to move has no legal move and was not mated by the side in question.
    Over,
    /// Every move is forced: no position has more than one legal move, and none is mate by the side in
    /// question.
    Forced {
        /// The number of positions, including the first.
        positions: u64,
    },
    /// All reachable positions were seen, and none is mate by the side in question.
    Closed {
        /// The number of positions, including the first; those with too little material are not followed.
        positions: u64,
    },
    /// No legal move leads out of a set of positions in which there is no mate by the side in question.
    Invariant(Box<Invariant>),
}

/// A material rule that holds for every arrangement of the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// A king alone.
    LoneKing,
    /// King and knight against king, or king and queens: no piece can block the flight squares of the king to
    /// be mated.
    LoneKnight,
    /// King and bishops on squares of one colour; the opponent has no pawn, knight or bishop of the other
    /// colour.
    OneColouredBishops,
}

impl Line {
    /// The line in standard notation.
    pub fn san(&self, from: &Chess) -> Vec<String> {
        let mut position = from.clone();
        let mut out = Vec::with_capacity(self.moves.len());
        for &m in &self.moves {
            out.push(SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
        }
        out
    }
}

impl Certificate {
    /// The reason in a few words, for one line of output.
    pub fn reason(&self) -> String {
        match self {
            Certificate::Material(material) => material.to_string(),
            Certificate::Over => "no legal move is left".to_owned(),
            Certificate::Forced { .. } => "every move is forced".to_owned(),
            Certificate::Invariant(set) if set.walls.len() == 1 => "the pawns are locked for good".to_owned(),
            Certificate::Invariant(set) => {
                format!("none of the {} pawn structures that can arise lets it mate", set.walls.len())
            }
            Certificate::Closed { positions } => format!("all {positions} reachable positions seen"),
        }
    }

    /// The proof about `side` in sentences.
    pub fn explain(&self, side: Color, position: &Chess) -> String {
        let name = side_name(side);
        match self {
            Certificate::Material(material) => {
                let article = if *material == Material::OneColouredBishops { "" } else { "a " };
                format!("{name} has {article}{material}: no arrangement of these pieces is mate.")
            }
            Certificate::Over => {
                let mover = side_name(position.turn());
                format!("{mover} has no legal move: the game is over.")
            }
            Certificate::Forced { positions } => {
                let last = positions.saturating_sub(1);
                format!(
                    "Every move is forced: after {last} half-moves at most the game is over without mate by {name}, \
                     or {name} lacks the material."
                )
            }
            Certificate::Invariant(set) => wording::invariant(set, side),
            Certificate::Closed { positions } => format!(
                "Legal moves lead to {positions} positions in all, those left out in which {name} lacks the \
                 material; none is mate by {name}."
            ),
        }
    }
}

/// `White` or `Black`.
pub(crate) fn side_name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Material::LoneKing => "lone king",
            Material::LoneKnight => "lone knight against nothing but queens",
            Material::OneColouredBishops => {
                "bishops on one colour, and the opponent has no pawn, knight or bishop of the other colour"
            }
        })
    }
}

/// Kinds of pieces by the squares they can reach: bishops are distinguished by the colour of their squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A knight.
    Knight,
    /// A bishop on light squares.
    LightBishop,
    /// A bishop on dark squares.
    DarkBishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
}

impl Kind {
    /// All kinds, in the order of their index.
    pub const ALL: [Kind; 5] = [Kind::Knight, Kind::LightBishop, Kind::DarkBishop, Kind::Rook, Kind::Queen];

    /// The kind of a piece of this role on `square`; `None` for pawns and kings.
    pub fn of(role: Role, square: Square) -> Option<Kind> {
        match role {
            Role::Knight => Some(Kind::Knight),
            Role::Bishop if square.is_light() => Some(Kind::LightBishop),
            Role::Bishop => Some(Kind::DarkBishop),
            Role::Rook => Some(Kind::Rook),
            Role::Queen => Some(Kind::Queen),
            Role::Pawn | Role::King => None,
        }
    }

    /// Its index in [`Kind::ALL`].
    pub fn index(self) -> usize {
        match self {
            Kind::Knight => 0,
            Kind::LightBishop => 1,
            Kind::DarkBishop => 2,
            Kind::Rook => 3,
            Kind::Queen => 4,
        }
    }

    /// The role of its pieces.
    pub fn role(self) -> Role {
        match self {
            Kind::Knight => Role::Knight,
            Kind::LightBishop | Kind::DarkBishop => Role::Bishop,
            Kind::Rook => Role::Rook,
            Kind::Queen => Role::Queen,
        }
    }

    /// The squares that it can ever be on.
    pub fn tint(self) -> Bitboard {
        match self {
            Kind::LightBishop => Bitboard::LIGHT_SQUARES,
            Kind::DarkBishop => Bitboard::DARK_SQUARES,
            _ => Bitboard::FULL,
        }
    }
}

/// A set of positions that no legal move leaves. Pawns, kings and pieces that cannot move are fixed; every
/// other piece is anywhere in its region, or captured.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invariant {
    /// The walls that can arise; the first is that of the position.
    pub walls: Vec<Wall>,
    /// The situations in which they can arise.
    pub situations: Vec<Situation>,
    /// The wall that represents what a move leaves of another wall, in which some pieces may have become
    /// loose.
    pub exits: Vec<(Solid, u32)>,
}

/// What stays in place until a pawn move or a capture changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Solid {
    /// White's and Black's pawns.
    pub pawns: [Bitboard; 2],
    /// Pieces that cannot move, by colour and [`Kind`].
    pub pieces: [[Bitboard; 5]; 2],
    /// Kings that cannot move.
    pub kings: [Bitboard; 2],
}

/// What is solid, and the squares where other pieces may be, by colour (White first) and [`Kind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wall {
    /// Pawns, and what cannot move.
    pub solid: Solid,
    /// The squares where pieces of a kind may be, and how many of them.
    pub regions: [[Region; 5]; 2],
}

/// The squares where pieces of one kind may be, in parts that no piece can leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Region {
    /// The parts; no square is in two of them. Parts without squares are unused.
    pub parts: [Part; 4],
}

/// A set of squares that a piece on one of them can reach, and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Part {
    /// The squares.
    pub squares: Bitboard,
    /// How many pieces of the kind may be on them; 15 means any number.
    pub count: u8,
}

impl Region {
    /// All squares of all parts.
    pub fn squares(&self) -> Bitboard {
        self.parts.iter().fold(Bitboard::EMPTY, |all, part| all | part.squares)
    }
}

impl Solid {
    /// All solid pawns, pieces and kings of one side (0: White, 1: Black).
    pub fn of(&self, side: usize) -> Bitboard {
        let side = side & 1;
        let (pawns, pieces, kings) = (self.pawns[side], self.pieces[side], self.kings[side]);
        pieces.into_iter().fold(pawns | kings, |all, squares| all | squares)
    }

    /// All solid pawns, pieces and kings.
    pub fn all(&self) -> Bitboard {
        self.of(0) | self.of(1)
    }

    /// Removes pawns and pieces, but not kings, from a square.
    pub fn clear(&mut self, square: Square) {
        for side in 0..2 {
            self.pawns[side].discard(square);
            self.pieces[side].iter_mut().for_each(|squares| squares.discard(square));
        }
    }
}

/// The kings, turn and castling rights in one of the walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Index of the wall.
    pub wall: u32,
    /// The squares of White's and Black's king.
    pub kings: [Square; 2],
    /// The side to move.
    pub turn: Color,
    /// The square passed by a pawn that has just made a double step and might be captured en passant.
    pub en_passant: Option<Square>,
    /// The rooks that may still castle.
    pub rights: Bitboard,
}
