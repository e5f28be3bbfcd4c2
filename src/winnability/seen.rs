//! The positions a search has met, each once, in the order of discovery.

use super::board::{Key, Step};

/// A position with the way it was first reached.
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) parent: u32,
    pub(crate) step: Step,
    pub(crate) depth: u16,
}

/// Nodes by number, with an index over their exact keys.
pub(crate) struct Seen {
    nodes: Vec<Node>,
    slots: Vec<u32>,
}

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { nodes: Vec::with_capacity(256), slots: vec![0; 512] }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn get(&self, index: u32) -> Option<&Node> {
        self.nodes.get(index as usize)
    }

    /// Enters the position and returns its number, unless it is known.
    pub(crate) fn insert(&mut self, node: Node) -> Option<u32> {
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
