//! `jsonl`: one finding a line, for programs that read as they go.

use std::io::{self, Write};

use super::{FindingReport, Settings, Summary, json};
use crate::checks::Finding;

pub(super) fn open<'w>(_: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Jsonl { out })
}

struct Jsonl<'w> {
    out: Box<dyn Write + 'w>,
}

impl FindingReport for Jsonl<'_> {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        json::write(&mut self.out, finding)?;
        self.out.write_all(b"\n")
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}
