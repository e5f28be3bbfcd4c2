//! A PGN file and its clock log, under all checks.

use std::sync::Arc;

use flagfall::checks::{Checker, Piece};
use flagfall::clock::LogBook;

use super::{all_checks, games, parts};

/// Reads a log and checks the games with it.
pub fn run(data: &[u8]) {
    let [text, log] = parts(data);
    let Ok(clocks) = LogBook::read(log) else { return };
    let file: Arc<str> = "a.pgn".into();
    let piece =
        Piece { file: &file, text, offset: 0, lines_before: 0, clocks: Some(&clocks), from_utf16: false };
    let check = || {
        let mut all = games::Reported::new(&file);
        all.take(Checker::new(all_checks()).check(&piece));
        all.findings
    };
    let findings = check();
    findings.iter().for_each(|finding| games::lies_in(finding, text));
    games::reports(&findings);
    assert_eq!(format!("{findings:?}"), format!("{:?}", check()), "the same twice");
}
