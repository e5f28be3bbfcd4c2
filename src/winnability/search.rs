//! Best-first search over positions in which both sides cooperate: finds a mate, or exhausts the positions.
//!
//! Every position reached is stored with its exact key, so that long lines cost nothing, and an empty queue
//! means that all reachable positions were seen. The result is only a claim, which `verify` decides on.

use std::cell::Cell;

use shakmaty::{Color, Role};

use super::board::{Board, Step};
use super::crowd::Crowd;
use super::guide::Guide;
use super::material;
use super::seen::{Node, Seen};
use super::walls::Distances;
use super::weights::Weights;

/// The result of one search.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// The moves from the root to a mate by the side asked about.
    Mate(Vec<Step>),
    /// All reachable positions were seen, and none is such a mate.
    Exhausted {
        /// The number of positions seen.
        positions: u64,
        /// The most legal moves in any of them.
        choices: usize,
    },
    /// The budget was spent.
    Open,
}

/// The limits of one search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Positions to enter.
    pub(crate) nodes: u64,
    /// Maximum number of half-moves from the root.
    pub(crate) plies: u16,
}

/// Moves still to be tried, by rank; within a rank the most recent first.
struct Queue {
    buckets: Vec<Vec<(u32, Step)>>,
    lowest: usize,
    highest: usize,
}

impl Queue {
    fn new() -> Queue {
        Queue { buckets: vec![Vec::new(); 128], lowest: 0, highest: 0 }
    }

    fn clear(&mut self) {
        let used = self.lowest..=self.highest;
        self.buckets.get_mut(used).unwrap_or_default().iter_mut().for_each(Vec::clear);
        (self.lowest, self.highest) = (0, 0);
    }

    fn push(&mut self, rank: u32, parent: u32, step: Step) {
        let rank = rank as usize;
        if rank >= self.buckets.len() {
            self.buckets.resize(rank + 1, Vec::new());
        }
        if let Some(bucket) = self.buckets.get_mut(rank) {
            bucket.push((parent, step));
        }
        self.lowest = self.lowest.min(rank);
        self.highest = self.highest.max(rank);
    }

    fn pop(&mut self) -> Option<(u32, Step)> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(entry) = bucket.pop() {
                return Some(entry);
            }
            self.lowest += 1;
        }
        None
    }
}

/// One best-first search.
struct Search<'w> {
    side: Color,
    budget: Budget,
    guide: Guide<'w>,
    seen: Seen,
    queue: Queue,
    crowd: Crowd,
    steps: Vec<Step>,
    spare: Vec<Step>,
    cut: bool,
    choices: usize,
}

/// The buffers of a search, kept for the next one on the same thread, because most searches are short.
struct Buffers {
    seen: Seen,
    queue: Queue,
    steps: Vec<Step>,
    spare: Vec<Step>,
}

thread_local! {
    static BUFFERS: Cell<Option<Buffers>> = const { Cell::new(None) };
}

/// The buffers of a search with at least this many positions are freed instead of kept.
const KEPT_BELOW: usize = 1 << 14;

impl Buffers {
    fn take() -> Buffers {
        BUFFERS.take().unwrap_or_else(|| Buffers {
            seen: Seen::new(),
            queue: Queue::new(),
            steps: Vec::with_capacity(64),
            spare: Vec::with_capacity(64),
        })
    }

    fn keep(mut self) {
        if self.seen.len() < KEPT_BELOW {
            self.seen.clear();
            self.queue.clear();
            BUFFERS.set(Some(self));
        }
    }
}

/// Searches from `root` for a mate by `side`. Adds the number of positions entered to `spent`.
pub(crate) fn search(
    root: &Board,
    side: Color,
    weights: &Weights,
    walls: Option<(&Distances, i32)>,
    budget: Budget,
    spent: &mut u64,
) -> Outcome {
    let Buffers { seen, queue, steps, spare } = Buffers::take();
    let guide = Guide::new(side, weights, walls);
    let crowd = Crowd::new(weights.crowd);
    let mut search = Search { side, budget, guide, seen, queue, crowd, steps, spare, cut: false, choices: 0 };
    let outcome = search.run(root);
    *spent += search.seen.len() as u64;
    let Search { seen, queue, steps, spare, .. } = search;
    Buffers { seen, queue, steps, spare }.keep();
    outcome
}

impl Search<'_> {
    fn run(&mut self, root: &Board) -> Outcome {
        let still =
            Step { role: Role::King, from: root.king(self.side), to: root.king(self.side), promotion: None };
        if let Some(mate) = self.enter(root, 0, still, 0) {
            return Outcome::Mate(mate);
        }
        while let Some((parent, step)) = self.queue.pop() {
            let Some(node) = self.seen.get(parent) else { break };
            let depth = node.depth + 1;
            let child = Board::from_key(&node.key).after(step);
            if let Some(mate) = self.enter(&child, parent, step, depth) {
                return Outcome::Mate(mate);
            }
            if self.seen.len() as u64 > self.budget.nodes {
                return Outcome::Open;
            }
        }
        if self.cut {
            return Outcome::Open;
        }
        Outcome::Exhausted { positions: self.seen.len() as u64, choices: self.choices }
    }

    /// Enters a position and queues its moves. Returns the line if the position is mate or one move mates.
    fn enter(&mut self, board: &Board, parent: u32, step: Step, depth: u16) -> Option<Vec<Step>> {
        if material::insufficient(board, self.side).is_some() && !board.is_mate(&mut self.spare) {
            return None;
        }
        let index = self.seen.insert(Node { key: board.key(), parent, step, depth })?;
        board.legal(&mut self.steps);
        self.choices = self.choices.max(self.steps.len());
        if board.turn() != self.side {
            if self.steps.is_empty() && board.checkers().any() {
                return Some(self.seen.line(index));
            }
        } else if let Some(last) = self.mating_step(board) {
            let mut line = self.seen.line(index);
            line.push(last);
            return Some(line);
        }
        if depth >= self.budget.plies {
            self.cut |= !self.steps.is_empty();
            return None;
        }
        let view = self.guide.view(board, depth);
        let crowded = self.crowd.enter(board);
        for &step in &self.steps {
            let stays = if crowded > 0 && !leaves(board, step) { crowded } else { 0 };
            self.queue.push(self.guide.rank(&view, step) + stays, index, step);
        }
        None
    }

    /// A move that mates, among those that [`Checks::given_by`](super::board::Checks::given_by) recognises as
    /// checks.
    fn mating_step(&mut self, board: &Board) -> Option<Step> {
        let checks = board.checking_squares();
        let (steps, spare) = (&self.steps, &mut self.spare);
        steps.iter().copied().find(|&step| checks.given_by(step) && board.after(step).is_mate(spare))
    }
}

/// Whether the move changes the pawns or captures a piece.
fn leaves(board: &Board, step: Step) -> bool {
    step.role == Role::Pawn || board.by_colour(board.turn().other()).contains(step.to)
}
