//! Verdicts and the proofs they carry.

use std::fmt;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

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
                    "Every move is forced: after {last} half-moves at most the game is over without mate by {name}, or {name} lacks the material."
                )
            }
            Certificate::Closed { positions } => format!(
                "Legal moves lead to {positions} positions in all, those left out in which {name} lacks the material; none is mate by {name}."
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
            Material::LoneKnight => "a lone knight against no piece but queens",
            Material::OneColouredBishops => {
                "bishops of one colour against no pawn, knight or bishop of the other"
            }
        })
    }
}
