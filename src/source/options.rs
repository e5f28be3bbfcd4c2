//! The number of workers of a run, and its limits.

use std::num::NonZeroUsize;

use super::decoding::Conversion;

/// The number of workers, and limits on what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Number of workers. With 1, reading and working take turns on the calling thread.
    pub jobs: NonZeroUsize,
    /// The largest game that is read, in bytes without the blanks after it.
    pub max_game_size: usize,
    /// Size of a batch in bytes; a batch with a larger game is larger.
    pub batch_size: usize,
    /// The largest result file that is read, in bytes.
    pub whole_limit: usize,
    /// Whether symbolic links in a folder are followed out of it.
    pub follow: bool,
    /// How games that are not UTF-8 are converted, if they are.
    pub convert: Option<Conversion>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            jobs: NonZeroUsize::MIN,
            max_game_size: crate::scoresheet::LARGEST_GAME,
            batch_size: 256 << 10,
            whole_limit: 64 << 20,
            follow: false,
            convert: None,
        }
    }
}

impl Options {
    /// Maximum number of batches in flight: one in work and one waiting for each worker, and enough others that no
    /// worker runs dry while the reader or the consumer waits for a processor.
    pub(super) fn batches(&self) -> usize {
        2 * self.jobs.get() + 8
    }

    /// Maximum number of bytes in flight: the usual batches, and the largest game for each worker.
    pub(super) fn bytes(&self) -> usize {
        let usual = self.batches().saturating_mul(self.batch_size);
        usual.saturating_add(self.jobs.get().saturating_mul(self.max_game_size))
    }
}
