//! Diagnostics for people: the mark stands under the move whatever the line holds.

use flagfall::checks::Excerpt;
use flagfall::report::Settings;
use snapbox::str;

use super::findings::{illegal_move, one};

fn drawn(text: &str, mark: &str, skipped: usize, width: usize) -> String {
    let start = text.find(mark).unwrap();
    let mut finding = illegal_move();
    finding.excerpt = Some(Excerpt { text: text.into(), mark: start..start + mark.len(), skipped });
    finding.notes.clear();
    finding.articles.clear();
    one("text", &Settings { width, ..Settings::default() }, &finding)
}

#[test]
fn the_mark_follows_what_was_written_out() {
    snapbox::assert_data_eq!(
        drawn("{Łódź \u{202e}}\t王 29. Nf6 gxf6", "Nf6", 0, 100),
        str![[r#"
error[illegal-move]: 29. Nf6: no white knight can reach f6
   --> games/round 3.pgn:412:16
    |
412 | {Łódź /u{202e}}    王 29. Nf6 gxf6
    |                           ^^^
    |
    = note: game 17, round 3.2: Đurić, Ana – Doe, Jane
    = help: flagfall explain illegal-move


"#]]
    );
}

#[test]
fn a_long_line_is_cut_around_the_mark() {
    let text = format!("{}29. Nf6 {}", "Nd4 Nd5 ".repeat(900), "a6 ".repeat(900));
    snapbox::assert_data_eq!(
        drawn(&text, "Nf6", 8_000, 72),
        str![[r#"
error[illegal-move]: 29. Nf6: no white knight can reach f6
   --> games/round 3.pgn:412:15205
    |
412 | ...Nd4 Nd5 Nd4 Nd5 Nd4 Nd5 29. Nf6 a6 a6 a6 a6 a6 a6 a6 a6 a6 a...
    |                                ^^^
    |
    = note: game 17, round 3.2: Đurić, Ana – Doe, Jane
    = help: flagfall explain illegal-move


"#]]
    );
}

/// The lines of a short report of so many findings in each of two files.
fn short(limit: u64, findings: usize) -> Vec<String> {
    let mut out = Vec::new();
    let settings = Settings { detail: flagfall::report::Detail::Short, limit, ..Settings::default() };
    let mut report = flagfall::report::Format::named("text").unwrap().report(&settings, Box::new(&mut out));
    for file in ["a.pgn", "b.pgn"] {
        report.file(file).unwrap();
        (0..findings).for_each(|_| report.finding(&illegal_move()).unwrap());
    }
    report.end(&flagfall::report::Summary::default()).unwrap();
    drop(report);
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn of_one_check_and_file_the_first_findings_are_listed() {
    let more = "… and 1,236 more of illegal-move (--limit 0 shows all)";
    let lines = short(20, 1_256);
    assert_eq!((lines.len(), lines[20].as_str(), lines[41].as_str()), (42, more, more));
    assert_eq!(short(20, 20).len(), 40);
    assert_eq!(short(0, 1_256).len(), 2_512);
}

#[test]
fn an_empty_mark_at_the_end_is_a_caret() {
    let mut finding = illegal_move();
    finding.excerpt = Some(Excerpt { text: "29. Nf6\r\n".into(), mark: 9..9, skipped: 0 });
    let output = one("text", &Settings::default(), &finding);
    assert!(output.contains("412 | 29. Nf6"), "{output}");
    assert!(output.contains('^'), "{output}");
}
