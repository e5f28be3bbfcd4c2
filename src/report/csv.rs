//! `csv`: one row per finding, for spreadsheets. No cell is taken for a formula, and none contains a line end.

use std::borrow::Cow;
use std::io::{self, Write};

use super::lines::Lines;
use super::place::{fix_words, word};
use super::visible::visible;
use super::{FindingReport, Settings};
use crate::checks::Finding;

const HEADER: [&str; 13] = [
    "file", "game", "line", "column", "ply", "move", "check", "severity", "message", "ruleset", "articles",
    "offset", "fix",
];

/// Bytes of the buffer in which a row is put together; a longer one is passed on in parts.
const ROW: usize = 256;

pub(super) fn open<'w>(_: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    let header = HEADER.join(",") + "\n";
    Box::new(Lines { out, header: header.into_bytes(), write })
}

fn write(line: &mut Vec<u8>, finding: &Finding) -> io::Result<()> {
    let number = |n: Option<u64>| Cow::from(n.map(|n| n.to_string()).unwrap_or_default());
    let articles = finding.articles.join(" ");
    let fix = finding.fix.as_deref().map(fix_words).unwrap_or_default();
    let row: [Cow<'_, str>; HEADER.len()] = [
        cell(&finding.file),
        number(finding.game),
        number(finding.line),
        number(finding.column),
        number(finding.ply.map(u64::from)),
        cell(finding.mv.as_deref().unwrap_or_default()),
        cell(finding.check),
        cell(word(finding.severity)),
        cell(&finding.message),
        cell(finding.ruleset.as_deref().unwrap_or_default()),
        cell(&articles),
        number(finding.offset),
        cell(&fix),
    ];
    let mut writer = csv::WriterBuilder::new().buffer_capacity(ROW).from_writer(line);
    writer.write_record(row.iter().map(|cell| cell.as_bytes())).map_err(of_csv)?;
    writer.flush()
}

/// The error of the writer underneath, so that a closed pipe is recognised.
pub(crate) fn of_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A cell that no spreadsheet takes for a formula: hidden characters are escaped, and an apostrophe precedes what
/// would begin a formula.
///
/// A lone `-` is standard input, not a formula.
pub fn cell(text: &str) -> Cow<'_, str> {
    if text != "-" && text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        return Cow::Owned(format!("'{}", visible(text)));
    }
    visible(text)
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn no_cell_begins_a_formula() {
        assert_eq!(cell("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        assert_eq!(cell("@SUM(1)"), "'@SUM(1)");
        assert_eq!(cell("+1"), "'+1");
        assert_eq!(cell("-1"), "'-1");
        assert_eq!(cell("\t=1"), "'\\t=1");
        assert_eq!(cell("\r=1"), "'\\r=1");
        assert_eq!(cell("-"), "-");
        assert_eq!(cell("29. Nf6"), "29. Nf6");
    }
}
