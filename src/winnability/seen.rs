//! The positions that a search has seen, each once, in order of discovery.

use super::board::{Key, Step};

/// A position and how it was first reached.
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) parent: u32,
    pub(crate) step: Step,
    pub(crate) depth: u16,
}

/// Nodes by number, with a hash table of marks that recognises known positions.
///
/// Two positions with equal marks in the same slot are taken for equal. This can only lose a line, never give
/// a wrong proof, because `verify` compares the positions themselves. The table is kept small because the
/// search is limited by memory access.
pub(crate) struct Seen {
    nodes: Vec<Node>,
    /// The upper halves of the hashes, in slots chosen by the lower halves; 0 is free.
    marks: Vec<u32>,
}

/// Slots at the start of a search.
const FEW: usize = 512;

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { nodes: Vec::with_capacity(256), marks: vec![0; FEW] }
    }

    /// Removes all positions, keeps the buffers, and shrinks the table to its initial size.
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

    /// Adds the position and returns its number; `None` if it is known.
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

/// Adds the hash. Returns whether it was new.
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
