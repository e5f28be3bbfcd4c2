//! Two sheets of one game, lined up half-move by half-move on one board.
//!
//! The cheapest story that explains both is sought: both wrote the move, one wrote something else, one left it out, one
//! wrote something that was not played. Where no legal move explains what either wrote, the game ends there.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use super::language::Notation;
use super::readings;
use super::tokens::{PlayerSheet, Token};

/// Positions looked at before the search gives up and takes the longest story so far.
const MOST: usize = 60_000;

/// What one sheet says of a half-move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// It has the move.
    Has(usize),
    /// It has something else at this place.
    Differs(usize),
    /// It has a mark that cannot be read.
    Illegible(usize),
    /// It does not have the half-move.
    Lacks,
}

impl Line {
    /// Whether the half-move counts as missing on this sheet.
    pub fn is_missing(self) -> bool {
        matches!(self, Line::Illegible(_) | Line::Lacks)
    }
}

/// The game that two sheets tell together.
#[derive(Debug, Clone)]
pub struct Aligned {
    /// The half-moves of the game with what each sheet says: White's, Black's.
    pub plies: Vec<(Move, Line, Line)>,
    /// Tokens of each sheet that were used.
    pub used: (usize, usize),
}

impl Aligned {
    /// Half-moves that both sheets have.
    pub fn agreed(&self) -> usize {
        self.plies.iter().filter(|(_, white, black)| both(*white, *black)).count()
    }

    /// The first half-move, from 1, that not both have.
    pub fn first_divergence(&self) -> Option<usize> {
        self.plies.iter().position(|(_, white, black)| !both(*white, *black)).map(|at| at + 1)
    }
}

fn both(white: Line, black: Line) -> bool {
    matches!((white, black), (Line::Has(_), Line::Has(_)))
}

/// A story up to a point: where each sheet is, and the step that led there.
struct Node {
    position: Chess,
    white: usize,
    black: usize,
    ply: usize,
    from: Option<usize>,
    step: Option<(Move, Line, Line)>,
}

/// Lines the sheets up from `start`.
pub fn align(start: &Chess, white: (&PlayerSheet, Notation), black: (&PlayerSheet, Notation)) -> Aligned {
    let mut search =
        Search { white, black, nodes: Vec::new(), open: BinaryHeap::new(), seen: HashSet::new() };
    search.push(0, Node { position: start.clone(), white: 0, black: 0, ply: 0, from: None, step: None });
    let end = search.run();
    search.story(end)
}

struct Search<'s> {
    white: (&'s PlayerSheet, Notation),
    black: (&'s PlayerSheet, Notation),
    nodes: Vec<Node>,
    /// Cheapest first, then the furthest, then the oldest.
    open: BinaryHeap<Reverse<(u32, Reverse<usize>, usize)>>,
    seen: HashSet<(usize, usize, u64)>,
}

impl Search<'_> {
    fn push(&mut self, cost: u32, node: Node) {
        let progress = node.white + node.black;
        self.open.push(Reverse((cost, Reverse(progress), self.nodes.len())));
        self.nodes.push(node);
    }

    /// The node in which both sheets are used up; the furthest one where none is.
    fn run(&mut self) -> usize {
        let mut furthest = (0, 0);
        while let Some(Reverse((cost, Reverse(progress), at))) = self.open.pop() {
            let Some(node) = self.nodes.get(at) else { break };
            let (white, black) = (node.white, node.black);
            let hash: Zobrist64 = node.position.zobrist_hash(EnPassantMode::Legal);
            if !self.seen.insert((white, black, hash.0 ^ node.ply as u64)) {
                continue;
            }
            if white >= self.white.0.tokens.len() && black >= self.black.0.tokens.len() {
                return at;
            }
            if progress > furthest.0 {
                furthest = (progress, at);
            }
            if self.seen.len() > MOST {
                break;
            }
            self.expand(cost, at);
        }
        furthest.1
    }

    fn expand(&mut self, cost: u32, at: usize) {
        let Some(node) = self.nodes.get(at) else { return };
        let (i, j, ply) = (node.white, node.black, node.ply);
        let position = node.position.clone();
        let white = self.white.0.tokens.get(i);
        let black = self.black.0.tokens.get(j);
        let whites = white.map(|token| readings(token, self.white.1, &position)).unwrap_or_default();
        let blacks = black.map(|token| readings(token, self.black.1, &position)).unwrap_or_default();
        let mut steps: Vec<(u32, usize, usize, Move, Line, Line)> = Vec::new();
        for mv in whites.iter().filter(|mv| blacks.contains(mv)) {
            steps.push((0, i + 1, j + 1, *mv, Line::Has(i), Line::Has(j)));
        }
        for mv in &whites {
            if let Some(token) = black {
                let (cost, line) = other(token, j);
                steps.push((cost, i + 1, j + 1, *mv, Line::Has(i), line));
            }
            let missing = if black.is_some() { OMITTED } else { SHORTER };
            steps.push((missing, i + 1, j, *mv, Line::Has(i), Line::Lacks));
        }
        for mv in &blacks {
            if let Some(token) = white {
                let (cost, line) = other(token, i);
                steps.push((cost, i + 1, j + 1, *mv, line, Line::Has(j)));
            }
            let missing = if white.is_some() { OMITTED } else { SHORTER };
            steps.push((missing, i, j + 1, *mv, Line::Lacks, Line::Has(j)));
        }
        for (more, white, black, mv, whites_line, blacks_line) in steps {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let step = Some((mv, whites_line, blacks_line));
            self.push(
                cost + more,
                Node { position: after, white, black, ply: ply + 1, from: Some(at), step },
            );
        }
        for (white_more, black_more) in [(usize::from(white.is_some()), 0), (0, usize::from(black.is_some()))]
        {
            if white_more + black_more > 0 {
                let node = Node {
                    position: position.clone(),
                    white: i + white_more,
                    black: j + black_more,
                    ply,
                    from: Some(at),
                    step: None,
                };
                self.push(cost + NOT_PLAYED, node);
            }
        }
    }

    fn story(&self, end: usize) -> Aligned {
        let mut plies = Vec::new();
        let used = self.nodes.get(end).map_or((0, 0), |node| (node.white, node.black));
        let mut at = Some(end);
        while let Some(node) = at.and_then(|at| self.nodes.get(at)) {
            plies.extend(node.step);
            at = node.from;
        }
        plies.reverse();
        Aligned { plies, used }
    }
}

/// One sheet left out a half-move that the other has.
const OMITTED: u32 = 30;
/// One sheet has ended, the other goes on.
const SHORTER: u32 = 10;
/// One sheet has something that was not played at all.
const NOT_PLAYED: u32 = 45;

/// The cost of something else in the place of a move, and what it is.
fn other(token: &Token, at: usize) -> (u32, Line) {
    match token {
        Token::Illegible => (8, Line::Illegible(at)),
        Token::Move(_) => (20, Line::Differs(at)),
    }
}
