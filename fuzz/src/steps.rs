//! Counts the work that code does, in steps: a deterministic measure, for tests of growth.
//!
//! A step is one edge of the control flow graph (a branch taken, a turn of a loop, a function entered). The compiler puts the
//! call of `__sanitizer_cov_trace_pc` on every edge of flagfall and of all the crates that it uses; see `.cargo/config.toml`.
//! Not counted is what comes compiled with the standard library and is not generic: searching one byte, validating UTF-8,
//! formatting a number. The test that uses this adds what the C library copies, fills and compares.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps of all threads, but for those in [`OWN`].
static ALL: AtomicU64 = AtomicU64::new(0);

/// How many steps a thread makes before it adds them to [`ALL`].
const OFTEN: u64 = 1 << 10;

thread_local! {
    static OWN: Cell<u64> = const { Cell::new(0) };
}

/// The steps of the process so far; what threads other than this one have not handed in yet, at most a thousand each, is left
/// out.
pub fn steps() -> u64 {
    ALL.load(Ordering::Relaxed) + OWN.get()
}

/// Counts work that the compiler does not see.
#[inline(always)]
pub fn add(steps: u64) {
    // A thread that ends has no place of its own any more.
    let _ = OWN.try_with(|own| {
        let sum = own.get() + steps;
        if sum < OFTEN {
            own.set(sum);
        } else {
            own.set(0);
            ALL.fetch_add(sum, Ordering::Relaxed);
        }
    });
}

// Called on every edge instead of libFuzzer's function of that name, which ends the program. Not in Rust, where it would be
// given edges of its own.
#[cfg(feature = "libfuzzer")]
std::arch::global_asm!(".globl __wrap___sanitizer_cov_trace_pc", "__wrap___sanitizer_cov_trace_pc:", "ret");

/// What the compiler calls; libFuzzer has functions of its own for that.
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
