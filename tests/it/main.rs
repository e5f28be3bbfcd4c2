//! Integration tests in one binary: one link of the library and its dependencies instead of one per file.
//!
//! A new file here needs a `mod` line below. The suites without the standard harness (`checks`, `golden`, `browser`) are
//! binaries of their own, because they list one test per fixture.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod amount;
mod articles;
mod cli;
mod case_files;
mod clock_cases;
mod compare;
mod configuration;
#[cfg(unix)]
mod doors;
mod event_checks;
mod event_fuzz;
mod event_program;
mod events;
#[cfg(unix)]
mod faults;
mod fingerprints;
mod fuzz_doors;
mod golden_cases;
mod harmless;
mod hostile;
mod incidents;
mod layers;
mod live;
#[cfg(unix)]
mod lsp;
mod manual;
#[cfg(unix)]
mod outputs;
mod outside;
mod parts;
mod pairing_brute;
mod pairing_events;
mod pairings;
mod python_chess;
mod readers;
mod repair;
mod report;
mod ruleset_keys;
mod rulings;
mod schemas;
mod selection;
mod sheet;
mod short_ways;
mod silence;
mod terms;
mod tidy;
#[cfg(unix)]
mod trust;
mod twins;
mod watch;
mod winnability;
mod winnability_fuzz;
