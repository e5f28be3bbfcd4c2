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

#[test]
fn an_empty_mark_at_the_end_is_a_caret() {
    let mut finding = illegal_move();
    finding.excerpt = Some(Excerpt { text: "29. Nf6\r\n".into(), mark: 9..9, skipped: 0 });
    let output = one("text", &Settings::default(), &finding);
    assert!(output.contains("412 | 29. Nf6"), "{output}");
    assert!(output.contains('^'), "{output}");
}
