//! Formats in which each finding is written by itself, so that any thread may write it.

use std::io::{self, Write};

use super::{FindingReport, Summary, WriteLine};
use crate::checks::Finding;

/// A report of lines, after a header.
pub(super) struct Lines<'w> {
    pub(super) out: Box<dyn Write + 'w>,
    /// What is written before the first finding.
    pub(super) header: Vec<u8>,
    pub(super) write: WriteLine,
}

impl FindingReport for Lines<'_> {
    fn begin(&mut self) -> io::Result<()> {
        self.out.write_all(&self.header)
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        let mut line = Vec::new();
        (self.write)(&mut line, finding)?;
        self.out.write_all(&line)
    }

    fn writes_lines(&self) -> Option<WriteLine> {
        Some(self.write)
    }

    fn lines(&mut self, lines: &[u8]) -> io::Result<()> {
        self.out.write_all(lines)
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}
