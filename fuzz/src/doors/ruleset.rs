//! Rulesets: the first part of the input is a user's file, the second the content of every file that it may
//! extend.

use std::path::Path;

use flagfall::ruleset::{Supervision, changes};

use super::{library, parts, today};

/// Loads a ruleset, and compares it with a built-in one.
pub fn run(data: &[u8]) {
    let [text, other] = parts(data);
    let (Ok(text), Ok(other)) = (std::str::from_utf8(text), std::str::from_utf8(other)) else { return };
    let own = Path::new("own.toml");
    let read = |path: &Path| Ok((if path == own { text } else { other }).to_owned());
    let library = library();
    match library.check(own, &read) {
        Ok(ruleset) => {
            let known = library.get("fide-2023-blitz").expect("built in");
            for supervision in [Supervision::Full, Supervision::Limited] {
                let _ = ruleset.at(today(), supervision);
            }
            let _ = changes(&[(known, ruleset)], today(), true);
        }
        Err(fault) => drop(fault.to_string()),
    }
}
