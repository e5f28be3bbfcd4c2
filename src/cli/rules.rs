//! `--ruleset`: turns what the user wrote into a request to the library.

use std::cell::OnceCell;
use std::io::{Error, ErrorKind, Result as IoResult};
use std::path::Path;

use chrono::NaiveDate;

use crate::ruleset::{Library, Request, RulesetError};
use crate::source::{Chosen, Problem, read_text};

/// The largest ruleset that is read, in bytes.
pub(crate) const LARGEST: u64 = 1 << 20;

/// The request that `--ruleset` means.
///
/// # Errors
/// If there is no such ruleset, or its file has faults.
pub(crate) fn request(
    library: &Library,
    name: &str,
    chosen: Chosen<'_>,
    today: NaiveDate,
) -> Result<Request, RulesetError> {
    let selection = library.select(name, &reader(Some(name), chosen))?;
    Ok(Request { selection, today, supervision: None })
}

/// Reads ruleset files: `named` as it was chosen, and those that a file extends as files that were found. What is named is read
/// once: it may be a pipe.
pub(crate) fn reader<'r>(
    named: Option<&'r str>,
    chosen: Chosen<'r>,
) -> impl Fn(&Path) -> IoResult<String> + 'r {
    let kept = OnceCell::new();
    move |path| {
        let is_named = named.is_some_and(|name| name != "-" && path == Path::new(name));
        if is_named && let Some(text) = kept.get() {
            return Ok(String::clone(text));
        }
        let chosen = if chosen == Chosen::Outright && !is_named { Chosen::Found } else { chosen };
        let text = read_text(path, LARGEST, chosen).map_err(|error| {
            let kind = match error.problem {
                Problem::NotFound => ErrorKind::NotFound,
                _ => ErrorKind::InvalidData,
            };
            Error::new(kind, error.problem.to_string())
        })?;
        if is_named {
            let _ = kept.set(text.clone());
        }
        Ok(text)
    }
}
