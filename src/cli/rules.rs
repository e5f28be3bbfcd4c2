//! `--ruleset`: from what the user wrote to what the library is asked for.

use std::path::Path;

use chrono::NaiveDate;

use crate::ruleset::{Library, Request, RulesetError};

/// What `--ruleset` asks for.
///
/// # Errors
/// Where there is no such ruleset, or its file is not in order.
pub(super) fn request(library: &Library, name: &str, today: NaiveDate) -> Result<Request, RulesetError> {
    let read = |path: &Path| std::fs::read_to_string(path);
    Ok(Request { selection: library.select(name, &read)?, today, supervision: None })
}
