//! Small files that are wanted whole: cases, clock logs, incident logs, configuration.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::error::{Problem, SourceError};
use super::inputs::display;

/// Reads a file, or standard input for `-`, of at most `limit` bytes. Nothing is unpacked.
///
/// # Errors
/// What could not be read, or the limit where it is exceeded.
pub fn read_whole(path: &Path, limit: u64) -> Result<Vec<u8>, SourceError> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        io::stdin().lock().take(limit.saturating_add(1)).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
    };
    let problem = match read {
        Ok(n) if n as u64 > limit => Problem::TooLarge(limit),
        Ok(_) => return Ok(bytes),
        Err(e) => Problem::of_file(&e),
    };
    Err(SourceError { name: display(path), problem })
}
