//! `jsonl`: one finding per line, for programs that read a stream.

use std::io::{self, Write};

use super::{FindingReport, Settings, Summary, json};
use crate::checks::Finding;

pub(super) fn open<'w>(_: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Jsonl { out, line: Vec::new() })
}

struct Jsonl<'w> {
    out: Box<dyn Write + 'w>,
    line: Vec<u8>,
}

impl FindingReport for Jsonl<'_> {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.line.clear();
        json::finding(&mut self.line, finding)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}
