//! Best-first search over positions, both sides helping: finds a mate, or runs out of positions.
//!
//! Every position reached is kept with its exact key, so the length of a line costs nothing, and an empty queue
//! means that the reachable positions are exhausted. What it finds is only a claim: `verify` decides.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use shakmaty::Color;

use super::board::{Board, Key, Step};
use super::guide::{Guide, Weights};
use super::material;

/// What one search came to.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// Moves from the root to a mate by the side asked about.
    Mate(Vec<Step>),
    /// All reachable positions were seen, `positions` of them, and none is that mate.
    Exhausted { positions: u64, longest_choice: usize },
    /// The budget was spent.
    Open,
}

struct Node {
    key: Key,
    parent: u32,
    step: Step,
    depth: u16,
}

/// The positions seen, in the order of their discovery, with an index over their keys.
pub(crate) struct Seen {
    nodes: Vec<Node>,
    slots: Vec<u32>,
}

impl Seen {
    fn new() -> Seen {
        Seen { nodes: Vec::with_capacity(256), slots: vec![0; 512] }
    }

    /// Enters the position, unless it is known.
    fn insert(&mut self, node: Node) -> Option<u32> {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = node.key.hash() as usize & mask;
        while let Some(&slot) = self.slots.get(at) {
            if slot == 0 {
                break;
            }
            if self.nodes.get(slot as usize - 1).is_some_and(|n| n.key == node.key) {
                return None;
            }
            at = (at + 1) & mask;
        }
        let index = self.nodes.len() as u32;
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = index + 1;
        }
        self.nodes.push(node);
        Some(index)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, node) in self.nodes.iter().enumerate() {
            let mut at = node.key.hash() as usize & (size - 1);
            while self.slots.get(at).is_some_and(|&s| s != 0) {
                at = (at + 1) & (size - 1);
            }
            if let Some(slot) = self.slots.get_mut(at) {
                *slot = index as u32 + 1;
            }
        }
    }

    fn line(&self, mut index: u32, last: Step) -> Vec<Step> {
        let mut line = vec![last];
        while let Some(node) = self.nodes.get(index as usize) {
            if index == 0 {
                break;
            }
            line.push(node.step);
            index = node.parent;
        }
        line.reverse();
        line
    }
}

/// Searches from `root` for a mate by `side`, entering at most `budget` positions, none deeper than `depth`.
pub(crate) fn search(
    root: &Board,
    side: Color,
    weights: &Weights,
    budget: u64,
    depth: u16,
    spent: &mut u64,
) -> Outcome {
    let mut seen = Seen::new();
    let mut queue: BinaryHeap<Reverse<u64>> = BinaryHeap::new();
    let guide = Guide::new(side, weights);
    let step = Step { from: root.king(side), to: root.king(side), promotion: None };
    seen.insert(Node { key: root.key(), parent: 0, step, depth: 0 });
    queue.push(Reverse(u64::from(u32::MAX)));
    let mut steps = Vec::with_capacity(64);
    let mut spare = Vec::with_capacity(64);
    let mut cut = false;
    let mut longest_choice = 0;
    while let Some(Reverse(entry)) = queue.pop() {
        let index = entry as u32 ^ u32::MAX;
        let Some(node) = seen.nodes.get(index as usize) else { break };
        if node.depth >= depth {
            cut = true;
            continue;
        }
        let next_depth = node.depth + 1;
        let board = Board::from_key(&node.key);
        board.legal(&mut steps);
        longest_choice = longest_choice.max(steps.len());
        for &step in &steps {
            let child = board.after(step);
            if child.turn() != side && child.is_mate(&mut spare) {
                *spent += seen.nodes.len() as u64;
                return Outcome::Mate(seen.line(index, step));
            }
            if material::insufficient(&child, side).is_some() {
                continue;
            }
            let node = Node { key: child.key(), parent: index, step, depth: next_depth };
            if let Some(new) = seen.insert(node) {
                let rank = guide.rank(&child, next_depth);
                queue.push(Reverse(u64::from(rank) << 32 | u64::from(new ^ u32::MAX)));
            }
        }
        if seen.nodes.len() as u64 > budget {
            *spent += seen.nodes.len() as u64;
            return Outcome::Open;
        }
    }
    *spent += seen.nodes.len() as u64;
    if cut {
        Outcome::Open
    } else {
        Outcome::Exhausted { positions: seen.nodes.len() as u64, longest_choice }
    }
}
