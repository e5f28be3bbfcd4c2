//! Values that are added while others of them are borrowed, and stay where they are.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Values that live as long as the arena. They lie in chunks, each twice as large as the one before.
pub(super) struct Arena<T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
    len: AtomicUsize,
}

const CHUNKS: usize = 32;

impl<T> Arena<T> {
    /// No values.
    pub(super) fn new() -> Arena<T> {
        Arena { chunks: [const { OnceLock::new() }; CHUNKS], len: AtomicUsize::new(0) }
    }

    /// Adds a value; `None` where there are more than four billion.
    pub(super) fn add(&self, value: T) -> Option<&T> {
        let number = self.len.fetch_add(1, Ordering::Relaxed) + 1;
        let chunk = number.ilog2();
        let of_chunk = || (0..1_usize << chunk).map(|_| OnceLock::new()).collect();
        let values = self.chunks.get(chunk as usize)?.get_or_init(of_chunk);
        Some(values.get(number - (1 << chunk))?.get_or_init(|| value))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_while_others_come_from_several_threads() {
        let arena = Arena::new();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let arena = &arena;
                scope.spawn(move || {
                    let own: Vec<&usize> = (0..1000).map(|n| arena.add(thread * 1000 + n).unwrap()).collect();
                    assert!(own.iter().enumerate().all(|(n, value)| **value == thread * 1000 + n));
                });
            }
        });
    }
}
