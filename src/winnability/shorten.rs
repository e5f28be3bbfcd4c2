//! Shorter lines: an arbiter plays the proof on a board.

use shakmaty::Color;

use super::board::{Board, Step};
use super::guide::Weights;
use super::search::{Budget, Outcome, search};
use super::walls::{Distances, Walls};

/// Lines of fewer half-moves than this are short enough.
const SHORT: usize = 20;

/// Looks for a line of fewer than twenty half-moves, and failing that for shorter ends; at most `nodes` positions.
pub(crate) fn shorten(board: &Board, side: Color, line: Vec<Step>, nodes: u64) -> Vec<Step> {
    if line.len() < SHORT || nodes == 0 {
        return line;
    }
    let mut left = nodes;
    let walls = distances(board, side, nodes, &mut left);
    let mut line = line;
    // Distances first count double, then the way counts.
    for (weights, cost) in [(Weights::SHORT, 6), (Weights::BRIEF, 3)] {
        let limit = if walls.is_some() { line.len() - 1 } else { SHORT - 1 };
        let walls = walls.as_ref().map(|w| (w, cost));
        if let Some(found) = attempt(board, side, &weights, walls, limit, nodes / 4, &mut left) {
            line = found;
        }
        if line.len() < SHORT {
            return line;
        }
    }
    ends(board, side, line, walls.as_ref(), &mut left)
}

/// The distances over pawns and kings, where they are cheap enough.
fn distances(board: &Board, side: Color, nodes: u64, left: &mut u64) -> Option<Distances> {
    let limit = usize::try_from(nodes / 3).ok()?;
    let walls = Walls::build(board, side, limit)?;
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

/// A line of at most `plies` half-moves.
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
