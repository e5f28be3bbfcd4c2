//! The places of the remaining findings in the repaired file.

use crate::checks::{Edit, Finding};
use crate::scoresheet::line_ends;

/// How far the rest of a file has moved by the edits made so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shift {
    bytes: i64,
    lines: i64,
}

impl Shift {
    /// Advances past an edit.
    pub fn pass(&mut self, edit: &Edit) {
        self.bytes += edit.text.len() as i64 - edit.length as i64;
        self.lines += line_ends(edit.text.as_bytes()) as i64 - edit.lines as i64;
    }

    /// The new offset and line of a place.
    pub fn place(self, offset: u64, line: u64) -> (u64, u64) {
        (offset.saturating_add_signed(self.bytes), line.saturating_add_signed(self.lines))
    }

    /// Moves a finding to its place after `edits`, which are those of its game, in order.
    pub fn apply(mut self, finding: &mut Finding, edits: &[Edit]) {
        let (Some(offset), Some(line)) = (finding.offset, finding.line) else { return };
        let mut column = finding.column.unwrap_or(1) as i64;
        for edit in edits.iter().take_while(|edit| edit.end() <= offset) {
            let line_start = offset.saturating_sub(finding.column.unwrap_or(1).saturating_sub(1));
            self.pass(edit);
            if edit.offset >= line_start && edit.lines == 0 {
                column = after(column, edit, offset);
            }
        }
        let (new_offset, new_line) = self.place(offset, line);
        (finding.offset, finding.line) = (Some(new_offset), Some(new_line));
        finding.column = Some(column.max(1) as u64);
    }
}

/// The column of the place `offset`, at `column` before the edit, which stands before it on its line.
fn after(column: i64, edit: &Edit, offset: u64) -> i64 {
    match edit.text.rfind(['\n', '\r']) {
        // What follows the edit is on a new line.
        Some(end) => (edit.text.len() - end) as i64 + (offset - edit.end()) as i64,
        None => column + edit.text.len() as i64 - edit.length as i64,
    }
}
