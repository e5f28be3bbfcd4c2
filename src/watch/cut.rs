//! The part of a text that is believed: a source may be read while it is being written.

use crate::scoresheet::{Fault, FaultKind, Reader, Scoresheet};

/// What is believed of the last game of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Believed {
    /// All of it: it has its result.
    Whole,
    /// The first so many bytes of it; the game goes on.
    UpTo(usize),
    /// Nothing yet: its tags may not be complete.
    Nothing,
}

/// Decides what is believed of `text`, the last game of a source, which was read into `sheet`. `sheet` is read again where the
/// text is cut.
pub(super) fn believed(reader: &mut Reader, text: &[u8], sheet: &mut Scoresheet) -> Believed {
    if let Some(marker) = sheet.marker {
        let end = marker.span.range().end;
        let certain = text.len() > end || sheet.result_tag(text) == Some(marker.outcome);
        return if certain { Believed::Whole } else { Believed::UpTo(marker.span.range().start) };
    }
    if !sheet.has_movetext() {
        return Believed::Nothing;
    }
    let written = text.trim_ascii_end().len();
    let open = |fault: &&Fault| match fault.kind {
        FaultKind::Comment | FaultKind::Variation => true,
        // Where text follows, nobody is writing it any more.
        FaultKind::Tag => fault.span.range().end >= written,
        _ => false,
    };
    let movetext = sheet.tags.last().map_or(0, |tag| tag.span.range().end);
    let cut = sheet.faults.iter().filter(open).find(|fault| fault.span.range().start >= movetext);
    let end = match cut {
        Some(fault) => fault.span.range().start,
        None => text.len(),
    };
    let end = before_the_last_word(text.get(..end).unwrap_or(text));
    if end <= movetext {
        return Believed::Nothing;
    }
    reader.read(text.get(..end).unwrap_or(text), sheet);
    if sheet.moves.is_empty() { Believed::Nothing } else { Believed::UpTo(end) }
}

/// The length of a text without its last word, where nothing follows that ends it.
fn before_the_last_word(text: &[u8]) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'}' | b')');
    text.iter().rposition(ends).map_or(0, |at| at + 1)
}
