//! The bytes of a file that was converted to UTF-8, and its conversion as edits of them.

use crate::checks::Edit;
use crate::scoresheet::Charset;

/// The bytes that `text` was converted from, and the edits that make it UTF-8 again with `edits` made in it. `text` begins
/// at `offset` in the converted file and at `before` in the file itself. `None` if it has other characters than the
/// encoding.
pub fn recoded(
    text: &[u8],
    offset: u64,
    edits: &[Edit],
    charset: &Charset,
    before: u64,
) -> Option<(Vec<u8>, Vec<Edit>)> {
    let text = std::str::from_utf8(text).ok()?;
    let (mut raw, mut all) = (Vec::with_capacity(text.len()), Vec::new());
    let mut waiting = edits.iter().peekable();
    // Where the edit that is being passed ends in the text, and what it becomes.
    let mut open: Option<(u64, Edit)> = None;
    for (at, c) in text.char_indices() {
        let (at, place) = (offset + at as u64, before + raw.len() as u64);
        close(&mut open, at, place, &mut all);
        while let Some(edit) = waiting.next_if(|edit| edit.offset <= at) {
            close(&mut open, at, place, &mut all);
            let edited = Edit { offset: place, length: 0, text: edit.text.clone(), lines: edit.lines };
            open = Some((edit.end(), edited));
            close(&mut open, at, place, &mut all);
        }
        if open.is_none() && !c.is_ascii() {
            all.push(Edit { offset: place, length: 1, text: c.to_string(), lines: 0 });
        }
        raw.push(charset.encode(c)?);
    }
    let (end, place) = (offset + text.len() as u64, before + raw.len() as u64);
    close(&mut open, end, place, &mut all);
    all.extend(waiting.map(|edit| Edit { offset: place, ..edit.clone() }));
    Some((raw, all))
}

/// Ends the open edit if it ends at `at`, which is `place` in the file.
fn close(open: &mut Option<(u64, Edit)>, at: u64, place: u64, all: &mut Vec<Edit>) {
    if let Some((_, edit)) = open.take_if(|(end, _)| *end <= at) {
        all.push(Edit { length: place - edit.offset, ..edit });
    }
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;

    #[test]
    fn the_bytes_come_back_and_the_edits_with_them() {
        let edit = |offset, length, text: &str| Edit { offset, length, text: text.to_owned(), lines: 0 };
        let text = "é, ½-½ ü";
        let edits = [edit(104, 5, "1/2-1/2"), edit(110, 0, "x"), edit(112, 0, "!")];
        let charset = Charset::windows_1252();
        let (raw, all) = recoded(text.as_bytes(), 100, &edits, &charset, 50).unwrap_or_default();
        assert_eq!(raw, b"\xe9, \xbd-\xbd \xfc");
        let mut written = Vec::new();
        assert!(write(&raw, 50, &all, &mut written).is_ok());
        assert_eq!(String::from_utf8_lossy(&written), "é, 1/2-1/2 xü!");
        assert_eq!(recoded("ł".as_bytes(), 0, &[], &charset, 0), None);
    }
}
