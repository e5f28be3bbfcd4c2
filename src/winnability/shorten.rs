//! Shortens lines, because an arbiter will play them on a board.

use shakmaty::Color;

use super::board::{Board, Step};
use super::search::{Budget, Outcome, search};
use super::walls::{Distances, Walls};
use super::weights::Weights;

/// Lines of fewer half-moves than this are short enough.
const SHORT: usize = 20;

/// Weights that each find short lines that the others miss, with the positions to use in the first round.
const SLICES: [(Weights, u64); 7] = [
    (Weights::TERSE, 200),
    (Weights::CLOSE, 200),
    (Weights::SHORT, 300),
    (Weights::PATIENT, 200),
    (Weights::STEADY, 200),
    (Weights::BRIEF, 400),
    (Weights::STUBBORN, 150),
];
/// The same for searches guided by distances, with the cost per move of distance.
const ALONG: [(Weights, u64, i32); 4] = [
    (Weights::SHORT, 500, 6),
    (Weights::BRIEF, 700, 3),
    (Weights::STEADY, 300, 12),
    (Weights::QUICK, 300, 6),
];
/// Factors by which each round multiplies the positions of the first.
const ROUNDS: [u64; 3] = [1, 8, 40];
/// Distances are computed only if more than this many positions are left.
const MANY: u64 = 5_000;

/// Looks for a line of fewer than twenty half-moves; failing that, shortens the ends of the line. Uses at
/// most `nodes` positions.
pub(crate) fn shorten(board: &Board, side: Color, line: Vec<Step>, nodes: u64) -> Vec<Step> {
    if line.len() < SHORT || nodes == 0 {
        return line;
    }
    let mut left = nodes;
    let mut walls = None;
    for round in ROUNDS {
        for (weights, share) in SLICES {
            let found = attempt(board, side, &weights, None, SHORT - 1, share * round, &mut left);
            if let Some(found) = found {
                return found;
            }
        }
        if walls.is_none() && left > MANY {
            walls = distances(board, side, left / 6, &mut left);
        }
        for (weights, share, cost) in ALONG {
            let Some(walls) = walls.as_ref().map(|w| (w, cost)) else { break };
            let found = attempt(board, side, &weights, Some(walls), SHORT - 1, share * round, &mut left);
            if let Some(found) = found {
                return found;
            }
        }
        // The rest is reserved for the ends.
        if left < nodes / 2 {
            break;
        }
    }
    ends(board, side, line, walls.as_ref(), &mut left)
}

/// The distances in the graph of pawns and kings, if they are cheap enough.
fn distances(board: &Board, side: Color, limit: u64, left: &mut u64) -> Option<Distances> {
    let walls = Walls::build(board, side, usize::try_from(limit).ok()?)?;
    *left = left.saturating_sub(walls.len() as u64);
    Some(walls.distances())
}

/// Replaces ends of the line by shorter ones, from late to early, as long as that helps.
fn ends(
    board: &Board,
    side: Color,
    mut line: Vec<Step>,
    walls: Option<&Distances>,
    left: &mut u64,
) -> Vec<Step> {
    loop {
        let before = line.len();
        let mut cut = before.saturating_sub(SHORT / 2);
        while cut > 0 && *left > 0 {
            let from = line.iter().take(cut).fold(*board, |b, &step| b.after(step));
            let limit = line.len() - cut - 1;
            let share = (*left / 8).max(200);
            let walls = walls.map(|w| (w, 6));
            if let Some(end) = attempt(&from, side, &Weights::SHORT, walls, limit, share, left) {
                line.truncate(cut);
                line.extend(end);
                if line.len() < SHORT {
                    return line;
                }
            }
            cut = cut.saturating_sub(SHORT / 4);
        }
        if line.len() == before || *left == 0 {
            return line;
        }
    }
}

/// Searches for a line of at most `plies` half-moves.
fn attempt(
    board: &Board,
    side: Color,
    weights: &Weights,
    walls: Option<(&Distances, i32)>,
    plies: usize,
    nodes: u64,
    left: &mut u64,
) -> Option<Vec<Step>> {
    let budget = Budget { nodes: nodes.min(*left), plies: u16::try_from(plies).ok()?.saturating_sub(1) };
    let mut spent = 0;
    let outcome = search(board, side, weights, walls, budget, &mut spent);
    *left = left.saturating_sub(spent);
    match outcome {
        Outcome::Mate(line) if line.len() <= plies => Some(line),
        _ => None,
    }
}
