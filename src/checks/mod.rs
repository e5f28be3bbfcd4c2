//! checks

mod finding;

pub use finding::{Excerpt, Finding, Severity};

/// Declares a check: its documentation is kept as a string, so that `explain`, `docs/` and rustdoc say the same.
///
/// The doc comment has a first line (the title), then the fixed headings `## Why it matters`, `## Example` and
/// `## What to do`.
macro_rules! check {
    ($(#[doc = $doc:literal])+ id: $id:literal, severity: $severity:ident, on: $on:ident $(($run:path))?) => {
        $(#[doc = $doc])+
        pub const CHECK: $crate::checks::Check = $crate::checks::Check {
            id: $id,
            severity: $crate::checks::Severity::$severity,
            doc: concat!($($doc, "\n"),+),
            on: $crate::checks::On::$on $(($run))?,
        };
    };
}
#[allow(unused_imports, unused_macros)]
pub(crate) use check;

/// One check: what it is called, how bad what it finds is, its documentation, and what it looks at.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The id on the command line and in reports; never reused.
    pub id: &'static str,
    /// The severity of its findings, where the check does not say less.
    pub severity: Severity,
    /// Title line, then the sections that `explain` prints.
    pub doc: &'static str,
    /// What it looks at, and the function that looks.
    pub on: On,
}

/// What a check looks at.
#[derive(Debug, Clone, Copy)]
pub enum On {
    /// Found while reading: by the runner itself, not by a function of the check.
    Run,
}
