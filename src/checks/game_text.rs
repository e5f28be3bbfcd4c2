//! The text of one game of a piece: its bytes, their place in the file, and their encoding.

use super::findings::Origin;
use super::fix::Draft;
use crate::event::Sheet;
use crate::scoresheet::{Scoresheet, Span, line_ends};

/// The text of one game.
pub(super) struct GameText<'t> {
    /// The game's bytes.
    pub(super) bytes: &'t [u8],
    /// `bytes` as text, if the whole piece is UTF-8.
    pub(super) utf8: Option<&'t str>,
    /// The game's place in the file.
    pub(super) origin: Origin<'t>,
    /// Where the game ends: offset in the file, and line.
    pub(super) end: (u64, u64),
    /// What the `encoding` check reports in this game.
    pub(super) encoding: Option<Encoding>,
}

impl<'t> GameText<'t> {
    /// The text up to the end of the tags, if that is UTF-8.
    pub(super) fn head(&self, sheet: &Scoresheet) -> Option<&'t str> {
        let end = sheet.tags.last()?.span.range().end;
        match self.utf8 {
            Some(utf8) => utf8.get(..end),
            None => std::str::from_utf8(self.bytes.get(..end)?).ok(),
        }
    }
}

/// What the `encoding` check reports.
#[derive(Clone, Copy)]
pub(super) enum Encoding {
    /// Offset in the game of the first byte that is not UTF-8.
    Latin1(usize),
    /// The file was converted from UTF-16.
    Utf16,
}

impl Encoding {
    /// The repair of a file that was converted when it was read: it is written as it was read.
    pub(super) fn draft(self) -> Option<Draft> {
        let converted = matches!(self, Encoding::Utf16);
        converted.then(|| Draft {
            title: "write the file as UTF-8".to_owned(),
            safe: true,
            edits: Vec::new(),
        })
    }

    /// Where to report it, and the message.
    pub(super) fn finding(self) -> (Span, &'static str) {
        let (at, message) = match self {
            Encoding::Latin1(at) => (at, "bytes that are not UTF-8, read as Latin-1"),
            Encoding::Utf16 => {
                (0, "the file is UTF-16; lines, columns and offsets are those of the text in UTF-8")
            }
        };
        (Span::new(at, at + 1), message)
    }
}

/// Offset of the first byte that is not UTF-8.
pub(super) fn first_invalid_byte(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text).err().map(|error| error.valid_up_to())
}

/// The place of a game's first tag or character in its file, and its column in bytes from 1.
pub(super) fn first_place(text: &[u8], sheet: &Scoresheet, origin: &Origin<'_>) -> (Sheet, u64) {
    let span = sheet.beginning(text);
    let before = text.get(..span.start as usize).unwrap_or_default();
    let place = Sheet {
        file: 0,
        game: origin.game,
        line: origin.line + line_ends(before),
        offset: origin.offset + u64::from(span.start),
        length: span.len() as u64,
    };
    (place, column_after(before, origin.column) + 1)
}

/// Bytes on the last line at the end of `text`, if `before` bytes precede it on its first line.
pub(super) fn column_after(text: &[u8], before: u64) -> u64 {
    match text.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) => (text.len() - end - 1) as u64,
        None => before + text.len() as u64,
    }
}
