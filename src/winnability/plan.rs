//! The order of attempts: cheap ones first, each with its share of the allowed positions.

use shakmaty::Color;

use super::board::Board;
use super::certificate::Certificate;
use super::search::{Budget, Outcome, search};
use super::walls::{Distances, Walls};
use super::weights::Weights;
use super::{Claim, Limits, quick};

/// One attempt and the positions it may use.
#[derive(Debug, Clone, Copy)]
enum Attempt {
    /// Best-first search for a line of fewer than twenty half-moves.
    Short(Weights, u64),
    /// Best-first search for a line of any length.
    Search(Weights, u64),
    /// Build the graph of walls: gives a proof, or distances for later attempts.
    Walls(usize),
    /// Best-first search guided by the distances, if they are known. The last number is the cost per move of
    /// distance.
    Along(Weights, u64, i32),
}

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Question {
    /// A line or a proof, with all attempts.
    Either,
    /// A cheap proof that there is no line. Lines are searched only in order to give up early.
    Proof,
}

/// If nothing suggests that the side cannot mate: look for a line first.
const LIKELY: [Attempt; 8] = [
    Attempt::Short(Weights::SHORT, 100),
    Attempt::Short(Weights::BRIEF, 200),
    Attempt::Short(Weights::STEADY, 100),
    Attempt::Search(Weights::QUICK, 200),
    Attempt::Search(Weights::LOOSE, 600),
    Attempt::Search(Weights::SPREAD, 1_500),
    Attempt::Search(Weights::WIDE, 3_000),
    Attempt::Walls(3_000),
];

/// If something suggests it: try the proof early.
const DOUBTFUL: [Attempt; 5] = [
    Attempt::Short(Weights::SHORT, 100),
    Attempt::Search(Weights::SPREAD, 500),
    Attempt::Walls(3_000),
    Attempt::Search(Weights::LOOSE, 1_000),
    Attempt::Search(Weights::WIDE, 3_000),
];

/// If only a proof is wanted.
const PROOF: [Attempt; 4] = [
    Attempt::Short(Weights::SHORT, 100),
    Attempt::Search(Weights::SPREAD, 500),
    Attempt::Walls(3_000),
    Attempt::Search(Weights::LOOSE, 2_000),
];

/// The attempts after these, if they found nothing.
const HARD: [Attempt; 8] = [
    Attempt::Search(Weights::PATIENT, 4_000),
    Attempt::Along(Weights::QUICK, 5_000, 10),
    Attempt::Search(Weights::STUBBORN, 5_000),
    Attempt::Search(Weights::QUICK, 8_000),
    Attempt::Search(Weights::CLOSE, 20_000),
    Attempt::Walls(30_000),
    Attempt::Along(Weights::STEADY, 60_000, 20),
    Attempt::Search(Weights::CLOSE, 300_000),
];

/// The depth after which a mating move still makes a short line.
const SHORT: u16 = 18;
/// No limit on half-moves.
const ANY: u16 = u16::MAX - 1;

/// Makes the attempts in order until one succeeds or the limit is reached. Adds the positions examined to
/// `spent`.
pub(crate) fn work(board: &Board, side: Color, question: Question, limits: Limits, spent: &mut u64) -> Claim {
    let mut distances: Option<Distances> = None;
    let first: &[Attempt] = match question {
        Question::Proof => &PROOF,
        Question::Either if quick::doubtful(board, side) => &DOUBTFUL,
        Question::Either => &LIKELY,
    };
    let rest: &[Attempt] = if matches!(question, Question::Proof) { &[] } else { &HARD };
    for &attempt in first.iter().chain(rest) {
        if *spent >= limits.nodes {
            break;
        }
        let claim = match attempt {
            Attempt::Short(weights, nodes) => one(board, side, &weights, None, (nodes, SHORT), limits, spent),
            Attempt::Search(weights, nodes) => one(board, side, &weights, None, (nodes, ANY), limits, spent),
            Attempt::Along(weights, nodes, cost) => {
                let Some(known) = &distances else { continue };
                one(board, side, &weights, Some((known, cost)), (nodes, ANY), limits, spent)
            }
            Attempt::Walls(limit) => {
                if distances.is_some() {
                    continue;
                }
                let Some(walls) = Walls::build(board, side, limit) else { continue };
                *spent += walls.len() as u64;
                match walls.invariant() {
                    Some(set) => Some(Claim::Never(Certificate::Invariant(Box::new(set)))),
                    None => {
                        distances = Some(walls.distances());
                        None
                    }
                }
            }
        };
        if let Some(claim) = claim {
            return claim;
        }
    }
    Claim::Open(*spent)
}

fn one(
    board: &Board,
    side: Color,
    weights: &Weights,
    walls: Option<(&Distances, i32)>,
    (nodes, plies): (u64, u16),
    limits: Limits,
    spent: &mut u64,
) -> Option<Claim> {
    let budget = Budget { nodes: nodes.min(limits.nodes - *spent), plies };
    match search(board, side, weights, walls, budget, spent) {
        Outcome::Mate(line) => Some(Claim::Mate(line)),
        Outcome::Exhausted { positions, choices } if choices <= 1 => {
            Some(Claim::Never(Certificate::Forced { positions }))
        }
        Outcome::Exhausted { positions, .. } => Some(Claim::Never(Certificate::Closed { positions })),
        Outcome::Open => None,
    }
}
