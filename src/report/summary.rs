//! The result of a whole run: the `summary` object of the JSON output, and the last line on standard error.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::checks::{Finding, Severity};

/// Findings by severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Findings of severity error.
    pub error: u64,
    /// Findings of severity warning.
    pub warning: u64,
    /// Findings of severity info.
    pub info: u64,
}

impl Counts {
    /// The number of findings of `severity`.
    pub fn of(self, severity: Severity) -> u64 {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Info => self.info,
        }
    }

    /// The number of findings at or above `least`.
    pub fn at_least(self, least: Severity) -> u64 {
        [Severity::Info, Severity::Warning, Severity::Error]
            .into_iter()
            .filter(|severity| *severity >= least)
            .map(|severity| self.of(severity))
            .sum()
    }

    /// The number of all findings.
    pub fn total(self) -> u64 {
        self.error + self.warning + self.info
    }

    /// The highest severity that has a finding.
    pub fn highest(self) -> Option<Severity> {
        [Severity::Error, Severity::Warning, Severity::Info]
            .into_iter()
            .find(|severity| self.of(*severity) > 0)
    }

    /// Counts one finding.
    pub(super) fn count(&mut self, severity: Severity) {
        self.add(severity, 1);
    }

    pub(super) fn merge(&mut self, other: Counts) {
        for severity in [Severity::Error, Severity::Warning, Severity::Info] {
            self.add(severity, other.of(severity));
        }
    }

    fn add(&mut self, severity: Severity, n: u64) {
        match severity {
            Severity::Error => self.error += n,
            Severity::Warning => self.warning += n,
            Severity::Info => self.info += n,
        }
    }
}

/// What a run read and how much it found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Files read; each member of an archive counts as one.
    pub files: u64,
    /// Games read.
    pub games: u64,
    /// Half-moves replayed.
    pub plies: u64,
    /// Findings reported, by severity.
    pub findings: Counts,
    /// Findings reported, by id of the check and by severity; in JSON only their number.
    #[serde(serialize_with = "totals")]
    pub checks: BTreeMap<&'static str, Counts>,
    /// Games by the id of the ruleset under which they were judged.
    pub rulesets: BTreeMap<Arc<str>, u64>,
    /// Games for which something about the ruleset had to be assumed.
    pub assumed: u64,
}

impl Summary {
    /// Counts a finding that is reported.
    pub fn count(&mut self, finding: &Finding) {
        self.findings.add(finding.severity, 1);
        self.checks.entry(finding.check).or_default().add(finding.severity, 1);
    }

    /// Adds the summary of another part of the run.
    pub fn merge(&mut self, other: &Summary) {
        self.files += other.files;
        self.games += other.games;
        self.plies += other.plies;
        self.findings.merge(other.findings);
        for (check, counts) in &other.checks {
            self.checks.entry(check).or_default().merge(*counts);
        }
        for (ruleset, n) in &other.rulesets {
            *self.rulesets.entry(ruleset.clone()).or_default() += n;
        }
        self.assumed += other.assumed;
    }

    /// The line that ends a run: `2 errors, 1 warning in 17 games (1 file, 1,203 plies, 0.4 s, 12 MB/s)`.
    ///
    /// `bytes` is the amount read, after decompression. The speed is left out if the run is too short to measure it.
    pub fn line(&self, elapsed: Duration, bytes: u64) -> String {
        let mut inside = vec![counted(self.files, "file", "files"), counted(self.plies, "ply", "plies")];
        let seconds = elapsed.as_secs_f64();
        if seconds >= 0.05 {
            inside.push(format!("{seconds:.1} s"));
            inside.push(format!("{:.0} MB/s", bytes as f64 / 1e6 / seconds));
        }
        format!("{} in {} ({})", self.found(), counted(self.games, "game", "games"), inside.join(", "))
    }

    /// The findings in words: `2 errors, 1 warning`, or `Nothing found`.
    pub fn found(&self) -> String {
        let words = [
            (self.findings.error, "error", "errors"),
            (self.findings.warning, "warning", "warnings"),
            (self.findings.info, "note", "notes"),
        ];
        let parts: Vec<String> =
            words.iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| counted(*n, one, many)).collect();
        if parts.is_empty() { "Nothing found".to_owned() } else { parts.join(", ") }
    }
}

fn totals<S: Serializer>(checks: &BTreeMap<&'static str, Counts>, out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(checks.iter().map(|(id, counts)| (id, counts.total())))
}

/// `1 game`, `1,203 games`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// `n` with a comma between thousands.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_thousands() {
        let cases = [(0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (n, words) in cases {
            assert_eq!(grouped(n), words);
        }
    }

    #[test]
    fn says_what_was_found_in_one_line() {
        let mut summary = Summary { files: 1, games: 17, plies: 1203, ..Summary::default() };
        assert_eq!(summary.line(Duration::ZERO, 0), "Nothing found in 17 games (1 file, 1,203 plies)");
        for severity in [Severity::Error, Severity::Error, Severity::Info] {
            summary.count(&Finding::new("illegal-move", severity, "a.pgn".into(), String::new()));
        }
        let line = summary.line(Duration::from_millis(500), 1_000_000);
        assert_eq!(line, "2 errors, 1 note in 17 games (1 file, 1,203 plies, 0.5 s, 2 MB/s)");
        assert_eq!(summary.findings.at_least(Severity::Warning), 2);
    }

    #[test]
    fn merges_parts_of_a_run() {
        let mut whole = Summary { files: 1, games: 2, ..Summary::default() };
        let mut part = Summary { games: 3, assumed: 1, ..Summary::default() };
        part.count(&Finding::new("syntax", Severity::Warning, "a.pgn".into(), String::new()));
        part.rulesets.insert("fide-2023-blitz".into(), 3);
        whole.merge(&part);
        whole.merge(&part);
        assert_eq!((whole.games, whole.assumed, whole.findings.warning), (8, 2, 2));
        assert_eq!((whole.checks["syntax"].total(), whole.rulesets["fide-2023-blitz"]), (2, 6));
    }
}
