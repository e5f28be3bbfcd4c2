//! A PGN file and its clock log, under all checks.

use std::sync::Arc;

use flagfall::checks::{Checker, Collector, Piece};
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
        let mut findings = Vec::new();
        let mut collector = Collector::new(1000);
        collector.begin_file(&file);
        collector.take(Checker::new(all_checks()).check(&piece), |game| findings.extend(game.findings));
        findings
    };
    let findings = check();
    findings.iter().for_each(|finding| games::lies_in(finding, text));
    games::reports(&findings);
    assert_eq!(format!("{findings:?}"), format!("{:?}", check()), "the same twice");
}
