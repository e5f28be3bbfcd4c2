//! One function per door: it takes arbitrary bytes and asserts properties of the result. None of them uses
//! the clock or the disk, except [`source`], which needs files.

pub mod baseline;
pub mod case;
pub mod clocks;
pub mod config;
pub mod control;
pub mod event;
pub mod games;
pub mod mate;
pub mod ruleset;
pub mod source;

use std::sync::{Arc, LazyLock};

use chrono::NaiveDate;
use flagfall::checks::{ALL, Settings};
use flagfall::ruleset::{Library, Request};

/// The line that separates the parts of an input, for doors that take several files.
pub const PART: &str = "\n%%%%\n";

/// A door: the function behind a target and a folder of kept inputs.
pub type Door = fn(&[u8]);

/// All doors with their names.
pub const DOORS: &[(&str, Door)] = &[
    ("games", games::run),
    ("clocks", clocks::run),
    ("case", case::run),
    ("trf", event::trf),
    ("csv", event::csv),
    ("dbf", event::dbf),
    ("control", control::run),
    ("mate", mate::run),
    ("ruleset", ruleset::run),
    ("config", config::run),
    ("baseline", baseline::run),
    ("source", source::run),
];

/// The date to use as today.
pub fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 1).unwrap_or_default()
}

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| Arc::new(Library::built_in()));

/// The built-in rulesets, loaded once.
pub fn library() -> Arc<Library> {
    Arc::clone(&LIBRARY)
}

static SETTINGS: LazyLock<Arc<Settings>> = LazyLock::new(|| settings("auto").into());

/// Settings with all checks, under the edition that applies to each game.
pub fn all_checks() -> Arc<Settings> {
    Arc::clone(&SETTINGS)
}

/// Settings with all checks, under a ruleset.
pub fn settings(ruleset: &str) -> Settings {
    let library = library();
    let none = |_: &std::path::Path| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let selection = library.select(ruleset, &none).expect("a built-in ruleset");
    let settings = Settings::new(library, Request { selection, today: today(), supervision: None });
    Settings { selected: ALL.iter().collect(), ..settings }
}

/// The first `N` parts of an input; missing parts are empty.
pub fn parts<const N: usize>(data: &[u8]) -> [&[u8]; N] {
    let mut rest = data;
    std::array::from_fn(|at| {
        let end = rest.windows(PART.len()).position(|here| here == PART.as_bytes());
        match end.filter(|_| at + 1 < N) {
            Some(end) => {
                let part = &rest[..end];
                rest = &rest[end + PART.len()..];
                part
            }
            None => std::mem::take(&mut rest),
        }
    })
}

/// A number below `of` that depends on the whole input, to choose one of several ways.
pub fn pick(data: &[u8], of: usize) -> usize {
    let sum = data
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    (sum >> 17) as usize % of.max(1)
}
