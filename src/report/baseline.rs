//! A baseline: known findings, which are not reported again even if they have moved.
//!
//! It has one [`Identity`] as JSON per line; a line that occurs n times silences n findings.

use std::io::{self, BufRead, Read, Write};

use rustc_hash::FxHashMap;

use super::identity::Identity;
use super::json;
use crate::checks::Finding;

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineFault {
    /// It could not be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// A line is not an object of a baseline.
    #[error("line {line}: {what}")]
    Line {
        /// From 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
}

/// Known findings, each with the number of times that it can still be silenced.
#[derive(Debug, Default)]
pub struct Baseline {
    left: FxHashMap<u128, u32>,
}

/// Maximum length of a line in bytes.
const LONGEST_LINE: u64 = 16 << 20;

/// Maximum number of lines.
const MOST_LINES: u64 = 5_000_000;

impl Baseline {
    /// Reads a baseline. Blank lines are skipped; unknown keys are ignored.
    ///
    /// # Errors
    /// If reading fails, at the first line that is not a JSON object with a `check`, or at a limit.
    pub fn read(mut from: impl BufRead) -> Result<Baseline, BaselineFault> {
        let mut left = FxHashMap::default();
        let (mut text, mut line) = (Vec::new(), 0);
        loop {
            text.clear();
            line += 1;
            let fault = |what: String| Err(BaselineFault::Line { line, what });
            match from.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut text)? as u64 {
                0 => return Ok(Baseline { left }),
                n if n > LONGEST_LINE => {
                    return fault(format!("longer than the limit of {} MiB", LONGEST_LINE >> 20));
                }
                _ if line > MOST_LINES => return fault(format!("more than the limit of {MOST_LINES} lines")),
                _ => {}
            }
            let text = text.strip_prefix(b"\xef\xbb\xbf".as_slice()).unwrap_or(&text).trim_ascii();
            if text.is_empty() {
                continue;
            }
            let known: Identity<'_> = serde_json::from_slice(text)
                .map_err(|fault| BaselineFault::Line { line, what: without_place(&fault) })?;
            *left.entry(known.fingerprint()).or_insert(0) += 1;
        }
    }

    /// Whether `finding` is known. Each match uses up one line, so that n lines silence n findings.
    pub fn silences(&mut self, finding: &Finding) -> bool {
        if self.left.is_empty() {
            return false;
        }
        match self.left.get_mut(&Identity::of(finding).fingerprint()) {
            Some(n) if *n > 0 => {
                *n -= 1;
                true
            }
            _ => false,
        }
    }

    /// The number of known findings that did not occur: they were corrected since the baseline was written.
    pub fn unused(&self) -> u64 {
        self.left.values().map(|n| u64::from(*n)).sum()
    }
}

/// Writes `finding` as one line of a baseline.
///
/// # Errors
/// Those of `out`.
pub fn write_line(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    json::write(&mut *out, &Identity::of(finding))?;
    out.write_all(b"\n")
}

/// The message without its place: serde_json counts lines in its input, which is a single line of the file.
fn without_place(fault: &serde_json::Error) -> String {
    let words = fault.to_string();
    match words.rfind(" at line ") {
        Some(end) => words.get(..end).unwrap_or(&words).to_owned(),
        None => words,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::checks::Severity;

    fn finding(ply: u32) -> Finding {
        Finding {
            white: Some("Roe".into()),
            black: Some("\u{202e}Doe".into()),
            ply: Some(ply),
            found: Some(serde_json::json!(2.5)),
            ..Finding::new("clock-gain", Severity::Error, "a.pgn".into(), String::new())
        }
    }

    #[test]
    fn silences_as_often_as_it_says() {
        let mut text = Vec::new();
        for ply in [3, 4, 4] {
            write_line(&mut text, &finding(ply)).unwrap();
        }
        let mut baseline = Baseline::read(text.as_slice()).unwrap();
        let answers: Vec<bool> =
            [4, 4, 4, 5].into_iter().map(|ply| baseline.silences(&finding(ply))).collect();
        assert_eq!(answers, [true, true, false, false]);
        assert_eq!(baseline.unused(), 1);
    }

    #[test]
    fn reads_what_a_person_may_write() {
        let text = "\u{feff}\r\n{ \"players\": [\"Roe\", \"\\u202eDoe\"], \"found\": 2.5, \"ply\": 3,\r\n";
        let fault = Baseline::read(text.as_bytes()).unwrap_err().to_string();
        assert!(fault.starts_with("line 2: EOF while parsing"), "{fault}");
        let text = "\n {\"why\":\"known\",\"players\":[\"Roe\",\"\\u202eDoe\"],\"found\":2.5,\"ply\":3,\"check\":\"clock-gain\"}";
        assert!(Baseline::read(text.as_bytes()).unwrap().silences(&finding(3)));
        let fault = Baseline::read(&b"{\"ply\":3}"[..]).unwrap_err().to_string();
        assert_eq!(fault, "line 1: missing field `check`");
    }

    #[test]
    fn an_endless_line_has_an_end() {
        let fault = Baseline::read(io::BufReader::new(io::repeat(b' '))).unwrap_err().to_string();
        assert_eq!(fault, "line 1: longer than the limit of 16 MiB");
    }
}
