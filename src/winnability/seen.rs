//! The positions a search has met, each once, in the order of discovery.

use super::board::{Key, Step};

/// A position with the way it was first reached.
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) parent: u32,
    pub(crate) step: Step,
    pub(crate) depth: u16,
}

/// Nodes by number, with a table of marks by which a known position is told from a new one.
///
/// Two positions with one mark in one place would pass for the same: a line less to follow, never a wrong proof, for
/// `verify` goes by the positions themselves. The table is small because a search waits for little else than for
/// its memory.
pub(crate) struct Seen {
    nodes: Vec<Node>,
    /// Upper halves of the hashes, placed by the lower halves; 0 is free.
    marks: Vec<u32>,
}

/// Marks at the start of a search.
const FEW: usize = 512;

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { nodes: Vec::with_capacity(256), marks: vec![0; FEW] }
    }

    /// Forgets all positions and keeps the room; less of it after a long search.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.marks.clear();
        self.marks.resize(FEW, 0);
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn get(&self, index: u32) -> Option<&Node> {
        self.nodes.get(index as usize)
    }

    /// Enters the position and returns its number, unless it is known.
    pub(crate) fn insert(&mut self, node: Node) -> Option<u32> {
        if self.nodes.len() * 3 >= self.marks.len() * 2 {
            self.grow();
        }
        if !enter(&mut self.marks, node.key.hash()) {
            return None;
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        Some(index)
    }

    fn grow(&mut self) {
        self.marks = vec![0; self.marks.len() * 2];
        for node in &self.nodes {
            enter(&mut self.marks, node.key.hash());
        }
    }

    /// The steps from the first position to node `index`.
    pub(crate) fn line(&self, mut index: u32) -> Vec<Step> {
        let mut line = Vec::new();
        while let Some(node) = self.get(index).filter(|_| index != 0) {
            line.push(node.step);
            index = node.parent;
        }
        line.reverse();
        line
    }
}

/// Enters the hash, unless it is there.
fn enter(marks: &mut [u32], hash: u64) -> bool {
    let mark = ((hash >> 32) as u32).max(1);
    let mask = marks.len() - 1;
    let mut at = hash as usize & mask;
    while let Some(slot) = marks.get_mut(at) {
        if *slot == mark {
            return false;
        }
        if *slot == 0 {
            *slot = mark;
            return true;
        }
        at = (at + 1) & mask;
    }
    false
}
