//! Recognises the format of a result file, and calls its reader.

use std::sync::Arc;

use super::csv::{self, Layout};
use super::model::{Event, Format};
use super::text::unmarked;
use super::{json, pgn, trf};

/// Bytes at the start of a file that are examined.
const HEAD: usize = 64 * 1024;

/// The format of a file, by name and content; `None` if it is not a result file.
pub fn recognise(name: &str, bytes: &[u8]) -> Option<Format> {
    let head = unmarked(bytes.get(..HEAD.min(bytes.len())).unwrap_or_default());
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
    let text = String::from_utf8_lossy(head);
    let start = text.trim_start();
    if named(name, ".pgn") {
        return Some(Format::Pgn);
    }
    if start.starts_with('{') && start.contains("\"standings\"") {
        return Some(Format::TableJson);
    }
    // A JSON object would look like a comment, and a JSON list like a tag.
    if named(name, ".json") {
        return None;
    }
    if start.starts_with('[') {
        return Some(Format::Pgn);
    }
    if super::dbf::is_table(bytes) {
        return Some(Format::UsChess);
    }
    if text.split(['\n', '\r']).any(trf::is_record) {
        return Some(Format::Trf);
    }
    match csv::layout(start.split(['\n', '\r']).next().unwrap_or_default()) {
        Some(Layout::Games) => return Some(Format::GamesCsv),
        Some(Layout::Table) => return Some(Format::TableCsv),
        None => {}
    }
    starts_game(start).then_some(Format::Pgn)
}

/// Whether a name has an ending, before any compression suffix.
fn named(name: &str, ending: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let bare = [".zst", ".gz", ".bz2", ".zip"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    bare.ends_with(ending)
}

/// Whether the text begins like movetext: an escape, a comment, a move number or a move.
fn starts_game(text: &str) -> bool {
    if text.starts_with(['%', ';', '{']) {
        return true;
    }
    let word = text.split_whitespace().next().unwrap_or_default();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && word.as_bytes().get(digits) == Some(&b'.') {
        return true;
    }
    let square = |s: &str| matches!(s.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8']);
    let piece = word.trim_start_matches(['N', 'B', 'R', 'Q', 'K']);
    let body = word.trim_end_matches(['+', '#', '!', '?']);
    square(body) && (2..=6).contains(&body.len()) && piece.starts_with(|c: char| matches!(c, 'a'..='h' | 'x'))
}

/// Reads a result file. `None` for US Chess reports, which have three files: [`super::uscf::read`] reads them.
pub fn read(file: Arc<str>, bytes: &[u8], format: Format) -> Option<Event> {
    Some(match format {
        Format::Trf => trf::read(file, bytes),
        Format::GamesCsv => csv::read(file, bytes, Layout::Games),
        Format::TableCsv => csv::read(file, bytes, Layout::Table),
        Format::TableJson => json::read(file, bytes),
        Format::Pgn => pgn::read(file, bytes, None),
        Format::UsChess => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_their_content() {
        for (name, text, format) in [
            ("x.txt", "012 Open\n022 City\n", Some(Format::Trf)),
            ("x.txt", "\n\n001    1 m    Roe\n", Some(Format::Trf)),
            ("x.txt", "[Event \"a\"]\n", Some(Format::Pgn)),
            ("x.txt", "1. e4 e5 *", Some(Format::Pgn)),
            ("x.txt", "e4 e5", Some(Format::Pgn)),
            ("x.pgn.gz", "anything", Some(Format::Pgn)),
            ("x.csv", "Round;White;Black;Result\n", Some(Format::GamesCsv)),
            ("x.csv", "rank,name,points,1,2\n", Some(Format::TableCsv)),
            ("x.json", " {\"event\":\"\",\"standings\":[]}", Some(Format::TableJson)),
            ("x.json", "{\"flagfall\":\"0.1.0\",\"findings\":[]}", None),
            ("x.json.gz", "[{\"fen\":\"\"}]", None),
            ("x.csv", "ply,clock\n1,2\n", None),
            ("x.txt", "Dear all, please find\n", None),
        ] {
            assert_eq!(recognise(name, text.as_bytes()), format, "{text}");
        }
    }
}
