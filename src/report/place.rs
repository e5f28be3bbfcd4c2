//! Place and subject of a finding, in the words that several formats share.

use std::borrow::Cow;

use super::visible::{NAME, shown};
use crate::checks::{Excerpt, Finding, Fix, Severity};

/// What a repair is called beside its title.
pub(super) fn fix_label(fix: &Fix) -> &'static str {
    if fix.safe { "fix" } else { "unsafe fix" }
}

/// A repair in one line.
pub(super) fn fix_words(fix: &Fix) -> Cow<'_, str> {
    if fix.safe { Cow::from(&fix.title) } else { format!("unsafe: {}", fix.title).into() }
}

/// The column in characters from 1, as editors count; in bytes if the line is not available.
pub(crate) fn column(finding: &Finding) -> Option<u64> {
    match &finding.excerpt {
        Some(excerpt) => Some((excerpt.skipped + before(excerpt).chars().count()) as u64 + 1),
        None => finding.column,
    }
}

/// The column one past the mark, in characters from 1; `None` if the line is not available.
pub(crate) fn end_column(finding: &Finding) -> Option<u64> {
    let excerpt = finding.excerpt.as_ref()?;
    Some(column(finding)? + marked(excerpt).chars().count() as u64)
}

/// The text before the mark, on the mark, and after it.
pub(crate) fn parts(excerpt: &Excerpt) -> (&str, &str, &str) {
    let text = excerpt.text.as_str();
    let start = text.floor_char_boundary(excerpt.mark.start);
    let end = text.floor_char_boundary(excerpt.mark.end).max(start);
    let piece = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    (piece(0, start), piece(start, end), piece(end, text.len()))
}

fn before(excerpt: &Excerpt) -> &str {
    parts(excerpt).0
}

fn marked(excerpt: &Excerpt) -> &str {
    parts(excerpt).1
}

/// `round3.pgn:412:23`, with hidden characters escaped; unknown parts are left out.
pub(crate) fn place(finding: &Finding) -> String {
    let mut out = shown(&finding.file, usize::MAX).into_owned();
    if out.trim_start().starts_with("::") {
        // In the log of a workflow, such a name at the start of a line would be a command.
        out.insert_str(0, "./");
    }
    for part in [finding.line, finding.line.and(column(finding))].into_iter().flatten() {
        out.push(':');
        out.push_str(&part.to_string());
    }
    out
}

/// `game 17, round 3.2: Roe, Richard – Doe, Jane`, visible and cut; `None` if none of it is known.
pub(crate) fn about(finding: &Finding) -> Option<String> {
    let game = finding.game.map(|game| format!("game {game}"));
    let round = given(finding.round.as_deref()).map(|round| format!("round {round}"));
    let head: Vec<String> = [game, round].into_iter().flatten().collect();
    let who = match given(finding.name.as_deref()) {
        Some(name) => Some(numbered(&name, finding.player)),
        None => pairing(finding.white.as_deref(), finding.black.as_deref()),
    };
    match (head.is_empty(), who) {
        (true, None) => None,
        (true, Some(who)) => Some(who),
        (false, None) => Some(head.join(", ")),
        (false, Some(who)) => Some(format!("{}: {who}", head.join(", "))),
    }
}

/// `Roe, Richard – Doe, Jane`, visible and cut, with `?` for a missing name; `None` if both are missing.
pub(crate) fn pairing(white: Option<&str>, black: Option<&str>) -> Option<String> {
    let name = |name: Option<&str>| match name {
        Some(name) if !name.is_empty() => shown(name, NAME).into_owned(),
        _ => "?".to_owned(),
    };
    (white.is_some() || black.is_some()).then(|| format!("{} – {}", name(white), name(black)))
}

/// `fide-2023-standard 3.10.2, 7.5.1`: the articles that the finding rests on.
pub(crate) fn articles(finding: &Finding) -> Option<String> {
    if finding.articles.is_empty() {
        return None;
    }
    let articles = finding.articles.join(", ");
    Some(match &finding.ruleset {
        Some(ruleset) => shown(&format!("{ruleset} {articles}"), NAME * 4).into_owned(),
        None => shown(&articles, NAME * 4).into_owned(),
    })
}

/// The message, followed by its subject and articles in brackets, escaped and truncated: for formats with one line per
/// finding.
pub(crate) fn sentence(finding: &Finding) -> String {
    let message = shown(&finding.message, super::visible::MESSAGE);
    let brackets: Vec<String> = [about(finding), articles(finding)].into_iter().flatten().collect();
    if brackets.is_empty() { message.into_owned() } else { format!("{message} ({})", brackets.join("; ")) }
}

/// The word for a severity in reports for people and in JSON.
pub(crate) fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

fn given(text: Option<&str>) -> Option<Cow<'_, str>> {
    text.filter(|text| !text.is_empty()).map(|text| shown(text, NAME))
}

fn numbered(name: &str, number: Option<u32>) -> String {
    match number {
        Some(number) => format!("player {number}, {name}"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(text: &str, mark: std::ops::Range<usize>, skipped: usize) -> Finding {
        Finding {
            line: Some(4),
            column: Some(40),
            excerpt: Some(Excerpt { text: text.into(), mark, skipped }),
            ..Finding::new("illegal-move", Severity::Error, "a.pgn".into(), "no".into())
        }
    }

    #[test]
    fn counts_columns_in_characters() {
        assert_eq!(place(&finding("é♞f3 Nf6", 8..11, 0)), "a.pgn:4:6");
        assert_eq!(end_column(&finding("é♞f3 Nf6", 8..11, 100)), Some(109));
        let mut far = finding("", 0..0, 0);
        far.excerpt = None;
        assert_eq!(place(&far), "a.pgn:4:40");
        far.line = None;
        assert_eq!(place(&far), "a.pgn");
    }

    #[test]
    fn survives_a_mark_that_does_not_fit() {
        assert_eq!(parts(&Excerpt { text: "é".into(), mark: 1..9, skipped: 0 }), ("", "é", ""));
        #[allow(clippy::reversed_empty_ranges)]
        let backwards = Excerpt { text: "abc".into(), mark: 2..1, skipped: 0 };
        assert_eq!(parts(&backwards), ("ab", "", "c"));
    }

    #[test]
    fn says_whom_it_is_about() {
        let mut finding = finding("", 0..0, 0);
        assert_eq!(about(&finding), None);
        finding.white = Some("Roe\u{1b}".into());
        assert_eq!(about(&finding).as_deref(), Some("Roe\\u{1b} – ?"));
        (finding.game, finding.round) = (Some(17), Some("3.2".into()));
        assert_eq!(about(&finding).as_deref(), Some("game 17, round 3.2: Roe\\u{1b} – ?"));
        (finding.name, finding.player) = (Some("Doe".into()), Some(4));
        assert_eq!(about(&finding).as_deref(), Some("game 17, round 3.2: player 4, Doe"));
        (finding.articles, finding.ruleset) = (vec!["3.10.2".into()], Some("x".into()));
        assert!(sentence(&finding).ends_with("Doe; x 3.10.2)"));
    }
}
