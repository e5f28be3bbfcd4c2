//! Two sheets of one game, aligned half-move by half-move on one board.
//!
//! The cheapest explanation of both is sought: both wrote the move, one wrote something else, one left it out, one
//! wrote something that was not played. An illegal move that both wrote was played. Where only one wrote it, the other sheet
//! has nothing legal in its place, and what follows fits, it was played as well.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use shakmaty::{Chess, Color};

use super::language::Notation;
use super::tokens::{PlayerSheet, Token};
use super::{in_english, readings};
use crate::replay::{Board, Move};
use crate::scoresheet::Written;

/// Positions examined before the search gives up and takes the longest explanation so far.
const MOST: usize = 60_000;

/// What one sheet has for a half-move.
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

/// A half-move of the game, and what each sheet has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The half-move.
    pub mv: Move,
    /// Whether the Laws allow it.
    pub legal: bool,
    /// What White's sheet has.
    pub white: Line,
    /// What Black's sheet has.
    pub black: Line,
}

impl Step {
    /// Whether both sheets have the half-move.
    pub fn on_both(&self) -> bool {
        matches!((self.white, self.black), (Line::Has(_), Line::Has(_)))
    }
}

/// An entry of a sheet that is not a half-move of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// Half-moves made before it.
    pub ply: usize,
    /// Whose sheet has it.
    pub sheet: Color,
    /// The entry.
    pub entry: usize,
}

/// The game that two sheets give together.
#[derive(Debug, Clone)]
pub struct Aligned {
    /// The position before the first half-move.
    pub start: Board,
    /// The half-moves of the game with what each sheet has.
    pub plies: Vec<Step>,
    /// Entries that were not played.
    pub passed: Vec<Passed>,
    /// Tokens of each sheet that were used.
    pub used: (usize, usize),
}

impl Aligned {
    /// Half-moves that both sheets have.
    pub fn agreed(&self) -> usize {
        self.plies.iter().filter(|step| step.on_both()).count()
    }

    /// The first half-move, from 1, that is missing on one of them.
    pub fn first_divergence(&self) -> Option<usize> {
        self.plies.iter().position(|step| !step.on_both()).map(|at| at + 1)
    }
}

/// An explanation up to a point: the place in each sheet, and the step that led there.
struct Node {
    board: Board,
    white: usize,
    black: usize,
    ply: usize,
    from: Option<usize>,
    step: Option<Step>,
}

/// A move that an entry can mean, the position after it, and the cost of reading it so.
struct Reading {
    mv: Move,
    after: Board,
    cost: u32,
}

impl Reading {
    fn legal(board: &Board, mv: Move) -> Reading {
        let mut after = *board;
        after.play(mv);
        Reading { mv, after, cost: 0 }
    }
}

/// Aligns the sheets from `start`.
pub fn align(start: &Chess, white: (&PlayerSheet, Notation), black: (&PlayerSheet, Notation)) -> Aligned {
    let mut search =
        Search { white, black, nodes: Vec::new(), open: BinaryHeap::new(), seen: HashSet::new() };
    let standard = Board::from_chess(start, false);
    let board = if standard.chess().is_some() { standard } else { Board::from_chess(start, true) };
    search.push(0, Node { board, white: 0, black: 0, ply: 0, from: None, step: None });
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
            if !self.seen.insert((white, black, node.board.key() ^ node.ply as u64)) {
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
        let (i, j, board) = (node.white, node.black, node.board);
        let entries = (self.white.0.tokens.get(i), self.black.0.tokens.get(j));
        let chess = board.chess();
        let legal = |entry: Option<&Token>, notation| {
            entry.map(|token| legal_readings(token, notation, &board, chess.as_ref())).unwrap_or_default()
        };
        let mut whites = legal(entries.0, self.white.1);
        let mut blacks = legal(entries.1, self.black.1);
        let impossible = whites.is_empty() && blacks.is_empty();
        if impossible {
            let illegal = |entry: Option<&Token>, notation| {
                entry.map(|token| illegal_readings(token, notation, &board)).unwrap_or_default()
            };
            whites = illegal(entries.0, self.white.1);
            blacks = illegal(entries.1, self.black.1);
        }
        for white in &whites {
            if let Some(black) = blacks.iter().find(|black| black.mv == white.mv) {
                let step =
                    Step { mv: white.mv, legal: !impossible, white: Line::Has(i), black: Line::Has(j) };
                self.enter(at, cost + white.cost.min(black.cost), (1, 1), &white.after, step);
            }
        }
        for white in &whites {
            for (more, line) in of_the_other(entries.1, j) {
                let step = Step { mv: white.mv, legal: !impossible, white: Line::Has(i), black: line };
                let used = usize::from(line != Line::Lacks);
                self.enter(at, cost + white.cost + more, (1, used), &white.after, step);
            }
        }
        for black in &blacks {
            for (more, line) in of_the_other(entries.0, i) {
                let step = Step { mv: black.mv, legal: !impossible, white: line, black: Line::Has(j) };
                let used = usize::from(line != Line::Lacks);
                self.enter(at, cost + black.cost + more, (used, 1), &black.after, step);
            }
        }
        let alike = whites.iter().any(|white| blacks.iter().any(|black| black.mv == white.mv));
        self.pass_over(cost, at, (entries.0.is_some(), entries.1.is_some()), impossible && alike);
    }

    /// The explanation with one more half-move.
    fn enter(&mut self, from: usize, cost: u32, used: (usize, usize), after: &Board, step: Step) {
        let Some(node) = self.nodes.get(from) else { return };
        let node = Node {
            board: *after,
            white: node.white + used.0,
            black: node.black + used.1,
            ply: node.ply + 1,
            from: Some(from),
            step: Some(step),
        };
        self.push(cost, node);
    }

    /// The explanations in which the next entry of a sheet was not played, or that of both if they have the same illegal move.
    fn pass_over(&mut self, cost: u32, from: usize, left: (bool, bool), alike: bool) {
        let Some(&Node { board, white, black, ply, .. }) = self.nodes.get(from) else { return };
        for (passes, used) in [(left.0, (1, 0)), (left.1, (0, 1)), (alike, (1, 1))] {
            if passes {
                let (white, black) = (white + used.0, black + used.1);
                self.push(cost + NOT_PLAYED, Node { board, white, black, ply, from: Some(from), step: None });
            }
        }
    }

    fn story(&self, end: usize) -> Aligned {
        let (mut plies, mut passed) = (Vec::new(), Vec::new());
        let used = self.nodes.get(end).map_or((0, 0), |node| (node.white, node.black));
        let mut at = Some(end);
        while let Some(node) = at.and_then(|at| self.nodes.get(at)) {
            plies.extend(node.step);
            if let Some(before) = node.from.and_then(|from| self.nodes.get(from))
                && node.step.is_none()
            {
                let of = |sheet, entry| Passed { ply: node.ply, sheet, entry };
                passed.extend((node.black > before.black).then(|| of(Color::Black, before.black)));
                passed.extend((node.white > before.white).then(|| of(Color::White, before.white)));
            }
            at = node.from;
        }
        plies.reverse();
        passed.reverse();
        let start = self.nodes.first().map_or(*Board::initial(), |node| node.board);
        Aligned { start, plies, passed, used }
    }
}

/// The legal moves that an entry can mean. A position that no move generator accepts is read by its English letters.
fn legal_readings(token: &Token, notation: Notation, board: &Board, chess: Option<&Chess>) -> Vec<Reading> {
    let moves = match chess {
        Some(chess) => readings(token, notation, chess).iter().filter_map(Move::of).collect(),
        None => written(token, notation).map(|written| board.fitting(written)).unwrap_or_default(),
    };
    moves.into_iter().map(|mv| Reading::legal(board, mv)).collect()
}

/// The ways in which an entry can have been played although the Laws do not allow it.
fn illegal_readings(token: &Token, notation: Notation, board: &Board) -> Vec<Reading> {
    let ways = written(token, notation).map(|written| board.as_written(written)).unwrap_or_default();
    let read = |way: crate::replay::AsWritten| {
        let cost = if way.in_reach { ILLEGAL } else { OUT_OF_REACH };
        Reading { mv: way.mv, after: way.after, cost }
    };
    ways.into_iter().map(read).collect()
}

fn written(token: &Token, notation: Notation) -> Option<Written> {
    Written::of_text(&in_english(token, notation)?)
}

/// What the other sheet can have if one has the move, and the cost.
fn of_the_other(entry: Option<&Token>, at: usize) -> impl Iterator<Item = (u32, Line)> {
    let differs = entry.map(|token| other(token, at));
    let missing = if entry.is_some() { OMITTED } else { SHORTER };
    differs.into_iter().chain([(missing, Line::Lacks)])
}

/// A piece moved as it may, and its king was attacked, or an own piece stood there.
const ILLEGAL: u32 = 20;
/// A piece moved in a way that it cannot move.
const OUT_OF_REACH: u32 = 30;
/// One sheet left out a half-move that the other has.
const OMITTED: u32 = 30;
/// One sheet ended, and the other goes on.
const SHORTER: u32 = 10;
/// One sheet has something that was not played at all, or both have the same.
const NOT_PLAYED: u32 = 45;

/// The cost of another entry in place of a move, and the entry.
fn other(token: &Token, at: usize) -> (u32, Line) {
    match token {
        Token::Illegible => (8, Line::Illegible(at)),
        Token::Move(_) => (20, Line::Differs(at)),
    }
}
