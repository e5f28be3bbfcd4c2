//! `flagfall.toml`: faults lie in the file.

use std::path::Path;

use flagfall::checks::ALL;
use flagfall::cli::config;

/// Reads a configuration.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (_, faults) = config::read(text, Path::new("folder/flagfall.toml"), ALL);
    let lines = text.split('\n').count();
    for fault in faults {
        assert!((1..=lines).contains(&fault.line) && fault.column > 0, "{fault}");
    }
}
