//! `jsonl`: one finding per line, for programs that read a stream.

use std::io::{self, Write};

use super::lines::Lines;
use super::{FindingReport, Settings, json};
use crate::checks::Finding;

pub(super) fn open<'w>(_: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Lines { out, header: Vec::new(), write })
}

fn write(line: &mut Vec<u8>, finding: &Finding) -> io::Result<()> {
    json::finding(line, finding)?;
    line.push(b'\n');
    Ok(())
}
