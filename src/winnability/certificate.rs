//! Verdicts and the proofs they carry.

use std::fmt;

use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use super::wording;

/// Whether a side can still mate by any series of legal moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It can: a legal line that ends in that mate.
    Yes(Line),
    /// It cannot, with a proof that was checked.
    No(Certificate),
    /// Neither was proven within the limits.
    Unknown(Effort),
}

/// A legal line from a position to mate, replayed before it was handed out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The moves, first to last; none where the mate is on the board.
    pub moves: Vec<Move>,
}

/// What was spent without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Positions looked at.
    pub nodes: u64,
}

/// Why a side can never mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Certificate {
    /// The pieces left cannot give mate wherever they stand.
    Material(Material),
    /// The game is over: the side to move has no legal move, and was not mated by the side asked about.
    Over,
    /// Every line is forced: no position of these offers a choice, and none is that mate.
    Forced {
        /// Positions on the way, the first included.
        positions: u64,
    },
    /// All positions that can be reached were seen, and none is that mate.
    Closed {
        /// How many, the first included; those with too little material are not followed.
        positions: u64,
    },
    /// No legal move leaves a set of positions without that mate.
    Invariant(Box<Invariant>),
}

/// A rule on material that no arrangement of the pieces escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// King alone.
    LoneKing,
    /// King and knight against king, or king and queens: nothing can take the flights from the king to be mated.
    LoneKnight,
    /// King and bishops of one colour; the opponent has no pawn, knight or bishop of the other colour.
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

    /// The proof as sentences, about `side`.
    pub fn explain(&self, side: Color, position: &Chess) -> String {
        let name = side_name(side);
        match self {
            Certificate::Material(m) => format!("{name} has {m}: no arrangement of these pieces is mate."),
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
            Material::LoneKnight => "a lone knight cannot mate a side that has only queens",
            Material::OneColouredBishops => {
                "bishops of one colour against no pawn, knight or bishop of the other"
            }
        })
    }
}

/// Pieces that reach the same squares: bishops are told apart by the colour of their squares.
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

    /// The kind of a piece of this role on `square`; none for pawns and kings.
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

    /// Its place in [`Kind::ALL`].
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

    /// The squares on which it can ever stand.
    pub fn tint(self) -> Bitboard {
        match self {
            Kind::LightBishop => Bitboard::LIGHT_SQUARES,
            Kind::DarkBishop => Bitboard::DARK_SQUARES,
            _ => Bitboard::FULL,
        }
    }
}

/// A set of positions that no legal move leaves: exact pawns, kings and pieces that cannot move; every other piece
/// anywhere in its region, or gone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invariant {
    /// The walls that can arise, the first being that of the position.
    pub walls: Vec<Wall>,
    /// The situations in which they can arise.
    pub situations: Vec<Situation>,
    /// Which wall stands for what a move leaves of another: there some piece may have got loose.
    pub exits: Vec<(Solid, u32)>,
}

/// What stands where it is until a move of a pawn or a capture changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Solid {
    /// White's and Black's pawns.
    pub pawns: [Bitboard; 2],
    /// Pieces without a move, by colour and [`Kind`].
    pub pieces: [[Bitboard; 5]; 2],
    /// Kings without a move.
    pub kings: [Bitboard; 2],
}

/// What is solid, and where other pieces may stand, by colour (White first) and [`Kind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wall {
    /// Pawns, and what cannot move.
    pub solid: Solid,
    /// Where pieces of a kind may stand, and how many of them.
    pub regions: [[Region; 5]; 2],
}

/// Where the pieces of one kind may stand: parts that none of them leads out of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Region {
    /// No square is in two of them; those without squares are not used.
    pub parts: [Part; 4],
}

/// Squares that a piece on one of them can walk to, and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Part {
    /// The squares.
    pub squares: Bitboard,
    /// How many pieces of the kind may stand on them; 15 stands for any number.
    pub count: u8,
}

impl Region {
    /// All squares of all parts.
    pub fn squares(&self) -> Bitboard {
        self.parts.iter().fold(Bitboard::EMPTY, |all, part| all | part.squares)
    }
}

impl Solid {
    /// Everything of one side.
    pub fn of(&self, side: usize) -> Bitboard {
        let side = side & 1;
        let (pawns, pieces, kings) = (self.pawns[side], self.pieces[side], self.kings[side]);
        pieces.into_iter().fold(pawns | kings, |all, squares| all | squares)
    }

    /// Everything.
    pub fn all(&self) -> Bitboard {
        self.of(0) | self.of(1)
    }

    /// Takes pawns and pieces, not kings, off a square.
    pub fn clear(&mut self, square: Square) {
        for side in 0..2 {
            self.pawns[side].discard(square);
            self.pieces[side].iter_mut().for_each(|squares| squares.discard(square));
        }
    }
}

/// Kings, turn and rights over one of the walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Number of the wall.
    pub wall: u32,
    /// White's and Black's king.
    pub kings: [Square; 2],
    /// Who is to move.
    pub turn: Color,
    /// The square behind a pawn that has just made a double step beside an enemy pawn.
    pub en_passant: Option<Square>,
    /// Rooks that may still castle.
    pub rights: Bitboard,
}
