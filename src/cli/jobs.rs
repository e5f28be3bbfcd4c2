//! How many workers a run has.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// Workers that a run may have on any machine; beyond that, more than four for each core are of no use.
const ALWAYS: usize = 16;

/// Address space that a worker may reserve: its stack, its buffers, and what the allocator sets aside for a thread.
const OF_WORKER: u64 = 80 << 20;

/// Address space for the rest of the program.
const OF_PROGRAM: u64 = 96 << 20;

/// The number of workers: as many as asked for, or one per core. It is limited by the cores of the machine, and by
/// the memory that this process may reserve (`ulimit -v`).
pub(super) fn workers(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    bounded(asked, available_parallelism().unwrap_or(NonZeroUsize::MIN), address_space())
}

fn bounded(asked: Option<NonZeroUsize>, cores: NonZeroUsize, memory: Option<u64>) -> NonZeroUsize {
    let of_memory = memory.map(|bytes| bytes.saturating_sub(OF_PROGRAM) / OF_WORKER);
    let of_memory = of_memory.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let most = cores.get().saturating_mul(4).max(ALWAYS).min(of_memory);
    asked.unwrap_or(cores).min(NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN))
}

/// The limit on the address space of this process, if there is one.
#[cfg(target_os = "linux")]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(target_os = "linux"))]
fn address_space() -> Option<u64> {
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn workers_are_bounded_by_the_machine() {
        let of = |asked: usize, cores: usize, memory: Option<u64>| {
            bounded(NonZeroUsize::new(asked), NonZeroUsize::new(cores).unwrap(), memory).get()
        };
        assert_eq!((of(0, 2, None), of(1, 2, None), of(7, 2, None)), (2, 1, 7));
        assert_eq!((of(1_000_000, 2, None), of(1_000_000, 64, None)), (16, 256));
        assert_eq!((of(16, 2, Some(200_000 << 10)), of(0, 8, Some(1 << 30))), (1, 8));
        assert_eq!(of(4, 4, Some(0)), 1);
    }
}
