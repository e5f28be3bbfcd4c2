//! Checks one file in memory.

use std::convert::Infallible;
use std::sync::Arc;

use super::{Archive, FileSettings, Item};
use crate::checks::{Checker, Collector, Edit, Finding, Found, Piece};
use crate::event::{self, Format};
use crate::repair::write;

/// Maximum number of games of one file remembered to find duplicates.
const DUPLICATES: usize = 1 << 20;

/// Checks the games of a PGN. Returns the findings of `flagfall check` in file order. `name` is the file name used in the
/// findings.
///
/// ```
/// use flagfall::archive::{FileSettings, check_pgn};
/// use flagfall::checks::Settings;
/// use flagfall::chrono::NaiveDate;
///
/// let text = b"[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n";
/// let settings = FileSettings::new(Settings::automatic(NaiveDate::from_ymd_opt(2026, 11, 22).unwrap()));
/// let findings = check_pgn("round1.pgn", text, &settings);
/// let illegal = findings.iter().find(|finding| finding.check == "illegal-move").unwrap();
/// assert_eq!((illegal.line, illegal.column), (Some(3), Some(13)));
/// ```
pub fn check_pgn(name: &str, text: &[u8], settings: &FileSettings) -> Vec<Finding> {
    let file: Arc<str> = name.into();
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    let found = Checker::new(Arc::clone(&settings.checks)).check(&piece);
    collect(&file, found, settings)
}

/// Checks a PGN file, or the result file of an event (TRF, CSV, JSON). [`event::recognise`] determines the format from
/// the name and the first bytes. `None` if it is neither.
pub fn check_file(name: &str, bytes: &[u8], settings: &FileSettings) -> Option<Vec<Finding>> {
    match event::recognise(name, bytes)? {
        Format::Pgn => Some(check_pgn(name, bytes, settings)),
        format => Some(settings.check_event(&event::read(name.into(), bytes, format)?, None)),
    }
}

/// A file after its repair.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fixed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The edits that were made, in the order of the file.
    pub edits: Vec<Edit>,
    /// What is left, with its place in the repaired file.
    pub findings: Vec<Finding>,
}

/// Repairs the games of a PGN as `flagfall check --fix` does. `repairs` in the settings of the checks says which repairs
/// are made.
pub fn fix_pgn(name: &str, text: &[u8], settings: &FileSettings) -> Fixed {
    let file: Arc<str> = name.into();
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    let found = Checker::new(Arc::clone(&settings.checks)).check(&piece);
    let (findings, edits) = told(&file, found, settings);
    let mut bytes = Vec::with_capacity(text.len());
    // Writing to memory does not fail.
    let _ = write(text, 0, &edits, &mut bytes);
    Fixed { bytes, edits, findings }
}

fn collect(file: &Arc<str>, found: Found, settings: &FileSettings) -> Vec<Finding> {
    told(file, found, settings).0
}

fn told(file: &Arc<str>, found: Found, settings: &FileSettings) -> (Vec<Finding>, Vec<Edit>) {
    let (mut findings, mut edits) = (Vec::new(), Vec::new());
    let mut tell = |item: Item<'_>| {
        match item {
            Item::Finding { finding, known: false } => findings.push(finding.clone()),
            Item::Edits(made) => edits.extend_from_slice(made),
            _ => {}
        }
        Ok::<(), Infallible>(())
    };
    let (mut collector, mut archive) = (Collector::new(DUPLICATES), Archive::default());
    if settings.asks_for("near-duplicate") {
        collector.find_near_duplicates(DUPLICATES);
    }
    let settings = Arc::new(settings.clone());
    collector.begin_file(file);
    let Ok(()) = archive.begin_file(file, Some(&settings), &mut tell);
    let Ok(()) = archive.games(collector.take(found), &settings, &mut tell);
    let Ok(_) = archive.end(&mut tell);
    (findings, edits)
}
