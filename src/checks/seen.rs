//! The games that occurred so far, by their keys.
//!
//! A table is in memory twice while it grows, so there are many small ones: one large table takes 4 MB more for 234,000 games.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::fingerprint::Key;

/// The number of tables: a power of two.
const TABLES: usize = 64;

/// The number of games in the run before the first and before the latest copy of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Copies {
    pub(super) first: u32,
    pub(super) last: u32,
}

/// The copies of each game.
#[derive(Debug)]
pub(super) struct Seen {
    tables: [FxHashMap<Key, Copies>; TABLES],
    len: usize,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { tables: std::array::from_fn(|_| FxHashMap::default()), len: 0 }
    }
}

/// The table of a game. A table uses the other half of the key.
fn table_of(key: &Key) -> usize {
    key.halves().0 as usize % TABLES
}

impl Seen {
    /// How many different games there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether there is a copy of a game.
    pub(super) fn contains(&self, key: &Key) -> bool {
        self.tables.get(table_of(key)).is_some_and(|table| table.contains_key(key))
    }

    /// Remembers a copy of a game with `own` games before it. Returns the copies before it, if there are any.
    pub(super) fn add(&mut self, key: Key, own: u32) -> Option<Copies> {
        match self.tables.get_mut(table_of(&key))?.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(Copies { first: own, last: own });
                self.len += 1;
                None
            }
            Entry::Occupied(mut entry) => {
                let copies = *entry.get();
                entry.get_mut().last = own;
                Some(copies)
            }
        }
    }
}
