//! `flagfall.toml`: the positions of faults are inside the file.

use std::path::Path;

use flagfall::checks::ALL;
use flagfall::cli::config::{self, Reading};
use flagfall::cli::trust::Trust;

/// Reads a configuration.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines = text.split('\n').count();
    for trust in [Trust::Full, Trust::Limited] {
        let Reading { faults, refused, .. } =
            config::read(text, Path::new("folder/flagfall.toml"), trust, ALL);
        for fault in faults.iter().chain(&refused) {
            assert!((1..=lines).contains(&fault.line) && fault.column > 0, "{fault}");
        }
    }
}
