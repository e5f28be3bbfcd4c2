//! A unified diff of a file and its repair, written as the file is read.

use std::collections::VecDeque;
use std::io::{self, Write};

use memchr::{memchr, memchr_iter, memrchr};

use super::write;
use crate::checks::Edit;

/// Unchanged lines shown around a change.
const CONTEXT: usize = 3;

/// The diff of one file. Only lines near a change are kept.
#[derive(Debug, Default)]
pub struct Diff {
    /// The name above the first change.
    name: String,
    /// The last piece's text after its last line end, its offset and its edits.
    rest: Vec<u8>,
    rest_at: u64,
    rest_edits: Vec<Edit>,
    /// Lines of the file, and of its repair, before those that are kept here.
    old: u64,
    new: u64,
    /// The last unchanged lines, if no hunk is open.
    context: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
    begun: bool,
}

/// A hunk that may go on.
#[derive(Debug)]
struct Hunk {
    old_start: u64,
    new_start: u64,
    old: u64,
    new: u64,
    body: Vec<u8>,
    /// Unchanged lines since the last change.
    tail: VecDeque<Vec<u8>>,
}

impl Diff {
    /// The diff of the file called `name`.
    pub fn new(name: &str) -> Diff {
        Diff { name: name.to_owned(), ..Diff::default() }
    }

    /// Whether there was a change.
    pub fn is_changed(&self) -> bool {
        self.begun || self.hunk.is_some()
    }

    /// Takes the next piece of the file, which begins at `offset`, with its edits.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn piece(
        &mut self,
        text: &[u8],
        offset: u64,
        edits: &[Edit],
        out: &mut impl Write,
    ) -> io::Result<()> {
        let whole = memrchr(b'\n', text).map_or(0, |end| end + 1);
        let (lines, rest) = text.split_at(whole);
        let cut = offset + whole as u64;
        // An insertion between two lines belongs to the second.
        let first = edits.partition_point(|edit| edit.offset < cut);
        if whole == 0 || edits.get(..first).is_some_and(|edits| edits.iter().any(|edit| edit.end() > cut)) {
            self.keep(text, offset, edits);
            return Ok(());
        }
        let (before, after) = edits.split_at(first);
        if self.rest.is_empty() && self.rest_edits.is_empty() {
            self.lines(lines, offset, before, out)?;
        } else {
            self.keep(lines, offset, before);
            self.flush(out)?;
        }
        self.keep(rest, cut, after);
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn end(mut self, out: &mut impl Write) -> io::Result<bool> {
        self.flush(out)?;
        self.close(out)?;
        Ok(self.begun)
    }

    fn keep(&mut self, text: &[u8], offset: u64, edits: &[Edit]) {
        if self.rest.is_empty() && self.rest_edits.is_empty() {
            self.rest_at = offset;
        }
        self.rest.extend_from_slice(text);
        self.rest_edits.extend_from_slice(edits);
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        let (text, edits) = (std::mem::take(&mut self.rest), std::mem::take(&mut self.rest_edits));
        self.lines(&text, self.rest_at, &edits, out)
    }

    /// Whole lines, or the last one of the file.
    fn lines(&mut self, text: &[u8], offset: u64, edits: &[Edit], out: &mut impl Write) -> io::Result<()> {
        let place = |at: u64| usize::try_from(at - offset).unwrap_or(usize::MAX).min(text.len());
        let line_start =
            |at: usize| memrchr(b'\n', text.get(..at).unwrap_or_default()).map_or(0, |end| end + 1);
        let line_end = |at: usize| {
            let after = text.get(at..).unwrap_or_default();
            memchr(b'\n', after).map_or(text.len(), |end| at + end + 1)
        };
        let (mut done, mut next) = (0, 0);
        while let Some(edit) = edits.get(next) {
            let start = line_start(place(edit.offset));
            let mut end = block_end(text, place(edit.offset), place(edit.end()), edit, &line_end);
            let mut upto = next + 1;
            while let Some(edit) = edits.get(upto).filter(|edit| place(edit.offset) < end) {
                end = end.max(block_end(text, place(edit.offset), place(edit.end()), edit, &line_end));
                upto += 1;
            }
            self.same(text.get(done..start).unwrap_or_default(), out)?;
            let old = text.get(start..end).unwrap_or_default();
            let mut new = Vec::new();
            write(old, offset + start as u64, edits.get(next..upto).unwrap_or_default(), &mut new)?;
            self.change(old, &new, out)?;
            (done, next) = (end, upto);
        }
        self.same(text.get(done..).unwrap_or_default(), out)
    }

    /// Unchanged lines.
    fn same(&mut self, text: &[u8], out: &mut impl Write) -> io::Result<()> {
        let mut at = 0;
        while self.hunk.is_some() && at < text.len() {
            let end =
                memchr(b'\n', text.get(at..).unwrap_or_default()).map_or(text.len(), |end| at + end + 1);
            let line = text.get(at..end).unwrap_or_default().to_vec();
            at = end;
            if let Some(hunk) = &mut self.hunk {
                hunk.tail.push_back(line);
                if hunk.tail.len() > 2 * CONTEXT {
                    self.close(out)?;
                }
            }
        }
        let rest = text.get(at..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(());
        }
        let lines = memchr_iter(b'\n', rest).count() as u64 + u64::from(!rest.ends_with(b"\n"));
        (self.old, self.new) = (self.old + lines, self.new + lines);
        let mut starts = Vec::new();
        let mut end = rest.len();
        while starts.len() < CONTEXT && end > 0 {
            let start = memrchr(b'\n', rest.get(..end - 1).unwrap_or_default()).map_or(0, |at| at + 1);
            starts.push(rest.get(start..end).unwrap_or_default().to_vec());
            end = start;
        }
        self.context.extend(starts.into_iter().rev());
        let surplus = self.context.len().saturating_sub(CONTEXT);
        self.context.drain(..surplus);
        Ok(())
    }

    fn change(&mut self, old: &[u8], new: &[u8], out: &mut impl Write) -> io::Result<()> {
        let (old, new) = (split(old), split(new));
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let (start, rest) = old.split_at(same);
        let new = new.get(same..).unwrap_or_default();
        let after = rest.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
        let (rest, end) = rest.split_at(rest.len() - after);
        for line in start {
            self.same(line, out)?;
        }
        let new = new.get(..new.len() - after).unwrap_or_default();
        if !rest.is_empty() || !new.is_empty() {
            self.changed(rest, new);
        }
        for line in end {
            self.same(line, out)?;
        }
        Ok(())
    }

    fn changed(&mut self, old: &[&[u8]], new: &[&[u8]]) {
        let mut hunk = self.hunk.take().unwrap_or_else(|| {
            let context = std::mem::take(&mut self.context);
            let lines = context.len() as u64;
            Hunk {
                old_start: self.old - lines,
                new_start: self.new - lines,
                old: 0,
                new: 0,
                body: Vec::new(),
                tail: context,
            }
        });
        hunk.settle(usize::MAX);
        old.iter().for_each(|line| push(&mut hunk.body, b'-', line));
        new.iter().for_each(|line| push(&mut hunk.body, b'+', line));
        hunk.old += old.len() as u64;
        hunk.new += new.len() as u64;
        self.hunk = Some(hunk);
    }

    /// Writes the open hunk; the unchanged lines after it that it does not need are the context of the next one.
    fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(mut hunk) = self.hunk.take() else { return Ok(()) };
        hunk.settle(CONTEXT);
        if !std::mem::replace(&mut self.begun, true) {
            writeln!(out, "--- {}\n+++ {}", self.name, self.name)?;
        }
        let range = |start: u64, lines: u64| match lines {
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            lines => format!("{},{lines}", start + 1),
        };
        let Hunk { old_start, new_start, old, new, body, tail } = hunk;
        writeln!(out, "@@ -{} +{} @@", range(old_start, old), range(new_start, new))?;
        out.write_all(&body)?;
        let after = tail.len() as u64;
        (self.old, self.new) = (old_start + old + after, new_start + new + after);
        let surplus = tail.len().saturating_sub(CONTEXT);
        self.context = tail.into_iter().skip(surplus).collect();
        Ok(())
    }
}

impl Hunk {
    /// Makes at most `most` of the waiting lines part of the hunk.
    fn settle(&mut self, most: usize) {
        let lines = self.tail.len().min(most);
        for line in self.tail.drain(..lines) {
            push(&mut self.body, b' ', &line);
        }
        self.old += lines as u64;
        self.new += lines as u64;
    }
}

/// Where the lines that an edit changes end. Whole lines that are inserted before a line do not change that line.
fn block_end(
    text: &[u8],
    start: usize,
    end: usize,
    edit: &Edit,
    line_end: &impl Fn(usize) -> usize,
) -> usize {
    let at_start = |at: usize| at == 0 || text.get(at - 1) == Some(&b'\n');
    let whole = at_start(start) && at_start(end) && (edit.text.is_empty() || edit.text.ends_with('\n'));
    if whole { end } else { line_end(end) }
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn push(body: &mut Vec<u8>, sign: u8, line: &[u8]) {
    body.push(sign);
    body.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        body.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}
