//! The positions a search has met, each once, in the order of discovery.

use super::board::{Key, Step};

/// A position with the way it was first reached.
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) parent: u32,
    pub(crate) step: Step,
    pub(crate) depth: u16,
}

/// The half of a slot that holds the tag.
const TAG: u64 = 0xffff_ffff_0000_0000;

/// Nodes by number, with an index over their exact keys.
pub(crate) struct Seen {
    nodes: Vec<Node>,
    /// Number plus one in the low half, a tag of the key's hash in the high half; 0 is free.
    slots: Vec<u64>,
}

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { nodes: Vec::with_capacity(256), slots: vec![0; 1024] }
    }

    /// Forgets all positions and keeps the room; less of it after a long search.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.slots.clear();
        self.slots.resize(1024, 0);
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
        let hash = node.key.hash();
        let tag = hash & TAG;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(&slot) = self.slots.get(at).filter(|&&slot| slot != 0) {
            let number = (slot & !TAG) as usize - 1;
            if slot & TAG == tag && self.nodes.get(number).is_some_and(|n| n.key == node.key) {
                return None;
            }
            at = (at + 1) & mask;
        }
        let index = self.nodes.len() as u32;
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = tag | (u64::from(index) + 1);
        }
        self.nodes.push(node);
        Some(index)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, node) in self.nodes.iter().enumerate() {
            let hash = node.key.hash();
            let mut at = hash as usize & (size - 1);
            while self.slots.get(at).is_some_and(|&s| s != 0) {
                at = (at + 1) & (size - 1);
            }
            if let Some(slot) = self.slots.get_mut(at) {
                *slot = (hash & TAG) | (index as u64 + 1);
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
