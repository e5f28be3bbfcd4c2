//! Baselines: a written baseline silences exactly the findings that it was written from.
//!
//! The first part of the input is a baseline, the second a PGN file.

use flagfall::report::baseline::{Baseline, write_line};

use super::{games, parts};

/// Reads a baseline and writes one.
pub fn run(data: &[u8]) {
    let [baseline, text] = parts(data);
    match Baseline::read(baseline) {
        Ok(baseline) => drop(baseline.unused()),
        Err(fault) => drop(fault.to_string()),
    }
    let findings = games::whole(text);
    let mut written = Vec::new();
    findings.iter().for_each(|finding| write_line(&mut written, finding).expect("memory"));
    let mut known = Baseline::read(&*written).expect("what was written");
    assert_eq!(known.unused(), findings.len() as u64);
    assert!(findings.iter().all(|finding| known.silences(finding)), "known");
    assert!(!findings.iter().any(|finding| known.silences(finding)), "used up");
}
