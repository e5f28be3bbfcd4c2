//! `flagfall desk verify`: whether the journal is as it was recorded.

use std::path::Path;

use anyhow::anyhow;

use super::entry::{Entry, FIRST};
use super::{NAME, Trouble, entries_of, reader};
use crate::cli::{Exit, Session};

/// Runs the command.
///
/// # Errors
/// Where the database cannot be read.
pub(in crate::desk) fn command(
    folder: &Path,
    expect: Option<&str>,
    session: &Session,
) -> anyhow::Result<Exit> {
    let path = folder.join(NAME);
    if !path.is_file() {
        return Err(anyhow!("{}: there is no journal here", path.display()));
    }
    let whole: String = reader(&path)
        .and_then(|reader| Ok(reader.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?))
        .map_err(|why| anyhow!("{}: {why}", path.display()))?;
    let entries = match entries_of(folder) {
        Ok(entries) => entries,
        // A text that is no longer JSON was changed.
        Err(why @ Trouble::Broken(..)) => {
            session.messages.warn(why);
            return Ok(Exit::Found);
        }
        Err(why) => return Err(anyhow!("{}: {why}", path.display())),
    };
    if let Some(fault) = fault(&entries) {
        session.messages.warn(fault);
        return Ok(Exit::Found);
    }
    if whole != "ok" {
        return Err(anyhow!("{}: the database is damaged: {whole}", path.display()));
    }
    let last = entries.last().map_or(FIRST, |last| last.digest.as_str());
    let known = |digest: &str| {
        digest == FIRST || entries.iter().any(|entry| entry.digest.eq_ignore_ascii_case(digest))
    };
    // Entries may have been added since the digest was written down.
    if expect.is_some_and(|expected| !known(expected.trim())) {
        session.messages.warn(format!(
            "no entry has the digest expected: entries after entry {} were cut off, or earlier ones exchanged",
            entries.len()
        ));
        return Ok(Exit::Found);
    }
    println!("{} entries, last {last}", entries.len());
    Ok(Exit::Clean)
}

/// The first entry that is not as it was recorded.
fn fault(entries: &[Entry]) -> Option<String> {
    let mut prev = FIRST;
    for (id, entry) in (1..).zip(entries) {
        if let Some(fault) = entry.fault(id, prev) {
            return Some(fault);
        }
        prev = &entry.digest;
    }
    None
}
