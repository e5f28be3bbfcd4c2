use super::fix::{Edit, Fix};
use crate::scoresheet::{Census, Charset};

check! {
    /// The file contains bytes that are not UTF-8.
    ///
    /// ## Why it matters
    /// They are read as Latin-1, which is right for most older files from western Europe and wrong for others:
    /// names may come out garbled. A UTF-16 file with a byte order mark is read as UTF-16; lines, columns and
    /// offsets are then those of the text in UTF-8.
    ///
    /// ## Example
    /// One byte for the ç, written `\xe7` here:
    /// ```pgn
    /// [White "Fran\xe7ois"]
    ///
    /// 1. e4 e5
    /// ```
    /// In order, with two bytes for it:
    /// ```pgn
    /// [White "François"]
    ///
    /// 1. e4 e5
    /// ```
    ///
    /// ## What to do
    /// Convert the file to UTF-8. Reported once per file, at the first such byte.
    ///
    /// Repair: the file as UTF-8, from Windows-1252 or the encoding that `--from-encoding` names. It is safe for UTF-16, and
    /// where every such byte is a letter or a sign that the languages of western Europe have in that place; otherwise it
    /// is unsafe. A file that is UTF-8 in part is left alone.
    id: "encoding", severity: Info, on: Run
}

/// The repair that converts a whole file from Windows-1252; `None` if it cannot be that.
pub(super) fn conversion(text: &[u8], offset: u64) -> Option<Fix> {
    let (mut census, charset) = (Census::default(), Charset::windows_1252());
    census.add(text);
    if !census.can_be(&charset) {
        return None;
    }
    let high = text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii());
    let edit = |(at, byte): (usize, &u8)| {
        let text = charset.decode(*byte)?.to_string();
        Some(Edit { offset: offset + at as u64, length: 1, text, lines: 0 })
    };
    let title = "write the file as UTF-8, from Windows-1252".to_owned();
    Some(Fix::new(title, !census.implausible, high.map(edit).collect::<Option<_>>()?))
}
