//! `github`: workflow commands, which a GitHub run shows as annotations: the ten worst of each level, then the count.
//!
//! Nothing that comes from a file can begin a command: values are escaped, and every line begins with fixed words.

use std::io::{self, Write};

use super::place::{column, end_column, sentence};
use super::uri::relative;
use super::visible::visible;
use super::{FindingReport, Settings, Summary, counted};
use crate::checks::{Finding, Severity};

/// GitHub shows ten annotations of each level per step.
const SHOWN: usize = 10;

pub(super) fn open<'w>(settings: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Github { out, root: settings.root, levels: [const { Vec::new() }; 3] })
}

struct Github<'w> {
    out: Box<dyn Write + 'w>,
    root: Option<&'w str>,
    /// The commands of each level, the worst level first.
    levels: [Vec<String>; 3],
}

impl FindingReport for Github<'_> {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        let [errors, warnings, notices] = &mut self.levels;
        let level = match finding.severity {
            Severity::Error => errors,
            Severity::Warning => warnings,
            Severity::Info => notices,
        };
        if level.len() < SHOWN {
            level.push(command(finding, self.root));
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        for command in self.levels.iter().flatten() {
            writeln!(self.out, "{command}")?;
        }
        let shown: usize = self.levels.iter().map(Vec::len).sum();
        write!(self.out, "flagfall: {} in {}", summary.found(), counted(summary.games, "game", "games"))?;
        if shown as u64 != summary.findings.total() {
            write!(self.out, "; the first {SHOWN} of each level are shown")?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }
}

/// `::error file=a.pgn,line=4,col=7,endColumn=10,title=illegal-move::29. Nf6 …`
fn command(finding: &Finding, root: Option<&str>) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let mut out = format!("::{level} file={}", property(relative(&finding.file, root)));
    if let Some(line) = finding.line {
        out.push_str(&format!(",line={line}"));
        if let Some(column) = column(finding) {
            out.push_str(&format!(",col={column}"));
        }
        if let Some(end) = end_column(finding) {
            out.push_str(&format!(",endColumn={end}"));
        }
    }
    format!("{out},title={}::{}", property(finding.check), data(&sentence(finding)))
}

/// The text of a command.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_would_end_a_command_or_begin_one() {
        let mut finding = Finding::new(
            "illegal-move",
            Severity::Info,
            "/r/a,b:c%0A\n::error::x.pgn".into(),
            "100% \r\n::error::%0A".into(),
        );
        (finding.line, finding.column) = (Some(4), Some(7));
        assert_eq!(
            command(&finding, Some("/r")),
            "::notice file=a%2Cb%3Ac%250A\\n%3A%3Aerror%3A%3Ax.pgn,line=4,col=7,title=illegal-move\
             ::100%25 \\r\\n::error::%250A"
        );
    }
}
