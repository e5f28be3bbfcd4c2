//! Can this side still checkmate, by any series of legal moves?
//!
//! Answered with a proof or not at all: a yes carries a line that was replayed to mate, a no a certificate that
//! [`verify`] accepted. Pure and deterministic: effort is bounded by positions looked at, never by time. Fivefold
//! repetition and the 75 moves are not part of the question: the position decides, whatever the counters say.

use shakmaty::{Chess, Color, Move, Position};

mod board;
mod certificate;
mod guide;
mod material;
mod search;
pub mod verify;

use board::{Board, Step};
use guide::Weights;
use search::Outcome;

pub use certificate::{Certificate, Effort, Line, Material, Verdict};

/// How far to look before answering [`Verdict::Unknown`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Positions looked at, over all attempts.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 2_000_000 }
    }
}

/// Whether `side` can mate from `position` by any series of legal moves of both sides.
pub fn can_mate(position: &Chess, side: Color, limits: Limits) -> Verdict {
    let found = decide(&Board::of(position), side, limits);
    confirm(position, side, found)
}

/// A claim of the search, not yet checked.
enum Claim {
    Mate(Vec<Step>),
    Never(Certificate),
    Open(u64),
}

fn decide(board: &Board, side: Color, limits: Limits) -> Claim {
    let mut steps = Vec::new();
    board.legal(&mut steps);
    if steps.is_empty() {
        let mated = board.turn() != side && board.checkers().any();
        return if mated { Claim::Mate(Vec::new()) } else { Claim::Never(Certificate::Over) };
    }
    if let Some(rule) = material::insufficient(board, side) {
        return Claim::Never(Certificate::Material(rule));
    }
    let mut spent = 0;
    for (weights, budget, depth) in [
        (Weights::QUICK, 3_000, 30),
        (Weights::STEADY, 100_000, u16::MAX),
        (Weights::QUICK, 1_000_000, u16::MAX),
    ] {
        if spent >= limits.nodes {
            break;
        }
        let budget = budget.min(limits.nodes - spent);
        match search::search(board, side, &weights, budget, depth, &mut spent) {
            Outcome::Mate(line) => return Claim::Mate(line),
            Outcome::Exhausted { positions, longest_choice } if longest_choice <= 1 => {
                return Claim::Never(Certificate::Forced { positions });
            }
            Outcome::Exhausted { positions, .. } => return Claim::Never(Certificate::Closed { positions }),
            Outcome::Open => {}
        }
    }
    Claim::Open(spent)
}

/// Lets a claim through only as far as `verify` follows it.
fn confirm(position: &Chess, side: Color, claim: Claim) -> Verdict {
    match claim {
        Claim::Mate(steps) => match played(position, &steps) {
            Some(moves) if verify::line_mates(position, &moves, side) => Verdict::Yes(Line { moves }),
            _ => Verdict::Unknown(Effort::default()),
        },
        Claim::Never(proof) if verify::holds(position, side, &proof) => Verdict::No(proof),
        Claim::Never(_) => Verdict::Unknown(Effort::default()),
        Claim::Open(nodes) => Verdict::Unknown(Effort { nodes }),
    }
}

/// The steps as shakmaty's moves, where each of them is legal.
fn played(position: &Chess, steps: &[Step]) -> Option<Vec<Move>> {
    let mut now = position.clone();
    let mut out = Vec::with_capacity(steps.len());
    for step in steps {
        let is_step =
            |m: &Move| m.from() == Some(step.from) && m.to() == step.to && m.promotion() == step.promotion;
        let m = now.legal_moves().into_iter().find(is_step)?;
        now.play_unchecked(m);
        out.push(m);
    }
    Some(out)
}
