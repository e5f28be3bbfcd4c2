//! Copies a text with edits.

use std::io::{self, Write};

use crate::checks::Edit;

/// Writes `text`, which begins at `offset` in its file, with `edits` made. They are in order and do not overlap, as
/// [`Chosen::into_edits`](super::Chosen::into_edits) returns them; what lies outside of the text is left out.
///
/// # Errors
/// Those of `out`.
pub fn write(text: &[u8], offset: u64, edits: &[Edit], out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let place = |at: u64| usize::try_from(at.saturating_sub(offset)).unwrap_or(usize::MAX).min(text.len());
    let mut written = 0;
    for edit in edits {
        let (start, end) = (place(edit.offset), place(edit.end()));
        out.write_all(text.get(written..start).unwrap_or_default())?;
        out.write_all(edit.text.as_bytes())?;
        written = end.max(written);
    }
    out.write_all(text.get(written..).unwrap_or_default())
}
