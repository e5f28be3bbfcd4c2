//! The positions a search has met, each once, in the order of discovery.

use super::board::{Key, Step};

/// A position with the way it was first reached.
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) parent: u32,
    pub(crate) step: Step,
    pub(crate) depth: u16,
}

/// Nodes by number, with the hashes of their keys.
///
/// Two positions with one hash would pass for the same: a line less to follow, never a wrong proof, for `verify`
/// goes by the positions themselves.
pub(crate) struct Seen {
    nodes: Vec<Node>,
    /// Hashes; 0 is free.
    slots: Vec<u64>,
}

/// Slots at the start of a search.
const FEW: usize = 512;

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { nodes: Vec::with_capacity(256), slots: vec![0; FEW] }
    }

    /// Forgets all positions and keeps the room; less of it after a long search.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.slots.clear();
        self.slots.resize(FEW, 0);
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
        let hash = node.key.hash().max(1);
        if !enter(&mut self.slots, hash) {
            return None;
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        Some(index)
    }

    fn grow(&mut self) {
        let mut slots = vec![0; self.slots.len() * 4];
        for &hash in self.slots.iter().filter(|&&hash| hash != 0) {
            enter(&mut slots, hash);
        }
        self.slots = slots;
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
fn enter(slots: &mut [u64], hash: u64) -> bool {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    while let Some(slot) = slots.get_mut(at) {
        if *slot == hash {
            return false;
        }
        if *slot == 0 {
            *slot = hash;
            return true;
        }
        at = (at + 1) & mask;
    }
    false
}
