//! Counts the work that code does in steps: a deterministic measure for tests of growth.
//!
//! A step is one edge of the control flow graph (a branch taken, a loop iteration, a function entered). The
//! compiler inserts a call of `__sanitizer_cov_trace_pc` on every edge of flagfall and of all crates it uses;
//! see `.cargo/config.toml`. Precompiled code of the standard library is not counted, unless it is generic:
//! searching for a byte, validating UTF-8, formatting a number. The test that uses this module also counts
//! what the C library copies, fills and compares.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps of all threads, except those still in [`OWN`].
static ALL: AtomicU64 = AtomicU64::new(0);

/// A thread adds its steps to [`ALL`] after this many.
const OFTEN: u64 = 1 << 10;

thread_local! {
    static OWN: Cell<u64> = const { Cell::new(0) };
}

/// The steps of the process so far. Of each other thread, up to a thousand recent steps are missing.
pub fn steps() -> u64 {
    ALL.load(Ordering::Relaxed) + OWN.get()
}

/// Counts work that the compiler does not instrument.
#[inline(always)]
pub fn add(steps: u64) {
    // The thread-local counter is gone when a thread ends.
    let _ = OWN.try_with(|own| {
        own.set(own.get() + steps);
        // This branch may be counted as a step itself, so nothing that was read before it is stored after it.
        if own.get() >= OFTEN {
            ALL.fetch_add(own.replace(0), Ordering::Relaxed);
        }
    });
}

// Called on every edge in place of libFuzzer's function of this name, which ends the program. Not written in
// Rust, because a Rust function would be instrumented itself.
#[cfg(feature = "libfuzzer")]
std::arch::global_asm!(".globl __wrap___sanitizer_cov_trace_pc", "__wrap___sanitizer_cov_trace_pc:", "ret");

/// The functions that the compiler calls; libFuzzer provides its own.
#[cfg(not(feature = "libfuzzer"))]
mod called {
    /// Called on every edge.
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_trace_pc() {
        super::add(1);
    }

    macro_rules! nothing {
        ($($name:ident($($of:ty),*);)+) => {
            $(#[unsafe(no_mangle)] extern "C" fn $name($(_: $of),*) {})+
        };
    }

    nothing! {
        __sanitizer_cov_8bit_counters_init(*const u8, *const u8);
        __sanitizer_cov_pcs_init(*const usize, *const usize);
    }
}
