//! `jsonl`: one finding per line, for programs that read a stream.

use std::io::{self, Write};

use super::{FindingReport, Settings, Summary, WriteLine, json};
use crate::checks::Finding;

pub(super) fn open<'w>(_: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Jsonl { out, line: Vec::new() })
}

struct Jsonl<'w> {
    out: Box<dyn Write + 'w>,
    line: Vec<u8>,
}

fn write_line(line: &mut Vec<u8>, finding: &Finding) -> io::Result<()> {
    json::finding(line, finding)?;
    line.push(b'\n');
    Ok(())
}

impl FindingReport for Jsonl<'_> {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.line.clear();
        write_line(&mut self.line, finding)?;
        self.out.write_all(&self.line)
    }

    fn writes_lines(&self) -> Option<WriteLine> {
        Some(write_line)
    }

    fn lines(&mut self, lines: &[u8]) -> io::Result<()> {
        self.out.write_all(lines)
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}
