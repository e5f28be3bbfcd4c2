//! `json`: one object with the findings in order and the summary at its end.
//!
//! Also how all JSON of this program is written: like serde_json, except that characters are escaped if they are
//! invisible or reorder others on a screen. The values are the same; the text is harmless wherever it is printed.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::Formatter;

use super::place::word;
use super::visible::{hidden, plain};
use super::{FindingReport, SCHEMA, Settings, Summary, VERSION};
use crate::checks::Finding;

/// Writes `value` on one line, without a line end.
///
/// # Errors
/// Those of `out`.
pub fn write(out: impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
}

/// Writes a finding to `out` as [`write`] would, several times as fast: an archive has hundreds of thousands.
pub(super) fn finding(out: &mut Vec<u8>, finding: &Finding) -> io::Result<()> {
    let Finding { file, game, line, column, offset, length, event, round, white, black, ply, .. } = finding;
    let Finding { mv, fen, player, name, opponent, field, expected, found, check, severity, .. } = finding;
    let Finding { message, articles, ruleset, data, fix, excerpt: _, notes: _, .. } = finding;
    text(out, "{\"file\":", Some(file))?;
    number(out, ",\"game\":", *game)?;
    number(out, ",\"line\":", *line)?;
    number(out, ",\"column\":", *column)?;
    number(out, ",\"offset\":", *offset)?;
    number(out, ",\"length\":", *length)?;
    text(out, ",\"event\":", event.as_deref())?;
    text(out, ",\"round\":", round.as_deref())?;
    text(out, ",\"white\":", white.as_deref())?;
    text(out, ",\"black\":", black.as_deref())?;
    number(out, ",\"ply\":", *ply)?;
    text(out, ",\"move\":", mv.as_deref())?;
    text(out, ",\"fen\":", fen.as_deref())?;
    number(out, ",\"player\":", *player)?;
    text(out, ",\"name\":", name.as_deref())?;
    number(out, ",\"opponent\":", *opponent)?;
    text(out, ",\"field\":", field.as_deref())?;
    value(out, ",\"expected\":", expected.as_ref())?;
    match found {
        Some(Value::String(found)) => text(out, ",\"found\":", Some(found))?,
        found => value(out, ",\"found\":", found.as_ref())?,
    }
    text(out, ",\"check\":", Some(check))?;
    text(out, ",\"severity\":", Some(word(*severity)))?;
    text(out, ",\"message\":", Some(message))?;
    value(out, ",\"articles\":", (!articles.is_empty()).then_some(articles))?;
    text(out, ",\"ruleset\":", ruleset.as_deref())?;
    value(out, ",\"data\":", (!data.is_empty()).then_some(data))?;
    value(out, ",\"fix\":", fix.as_ref())?;
    out.push(b'}');
    Ok(())
}

fn number(out: &mut Vec<u8>, key: &str, number: Option<impl Into<u64>>) -> io::Result<()> {
    value(out, key, number.map(Into::into).as_ref())
}

fn value(out: &mut Vec<u8>, key: &str, value: Option<&impl Serialize>) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    out.extend_from_slice(key.as_bytes());
    write(out, value)
}

fn text(out: &mut Vec<u8>, key: &str, text: Option<&str>) -> io::Result<()> {
    let Some(text) = text else { return Ok(()) };
    // There is no early exit, so that many bytes are tested in one step.
    let bare = |all, b| all & (b' '..=b'~').contains(&b) & (b != b'"') & (b != b'\\');
    if !text.bytes().fold(true, bare) {
        return value(out, key, Some(&text));
    }
    out.extend_from_slice(key.as_bytes());
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
    Ok(())
}

pub(super) fn open<'w>(_: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Json { out, line: Vec::new(), empty: true })
}

struct Json<'w> {
    out: Box<dyn Write + 'w>,
    line: Vec<u8>,
    empty: bool,
}

impl FindingReport for Json<'_> {
    fn begin(&mut self) -> io::Result<()> {
        write!(self.out, "{{\"flagfall\":\"{VERSION}\",\"schema\":{SCHEMA},\"findings\":[")
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.line.clear();
        self.line.extend_from_slice(if self.empty { b"\n" } else { b",\n" });
        self.empty = false;
        self::finding(&mut self.line, finding)?;
        self.out.write_all(&self.line)
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        self.out.write_all(if self.empty { b"],\"summary\":" } else { b"\n],\"summary\":" })?;
        write(&mut self.out, summary)?;
        self.out.write_all(b"}\n")?;
        self.out.flush()
    }
}

/// Compact JSON with escapes for invisible characters.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        if plain(fragment) {
            return out.write_all(fragment.as_bytes());
        }
        let mut written = 0;
        for (at, c) in fragment.char_indices().filter(|(_, c)| hidden(*c)) {
            out.write_all(fragment.get(written..at).unwrap_or_default().as_bytes())?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            written = at + c.len_utf8();
        }
        out.write_all(fragment.get(written..).unwrap_or_default().as_bytes())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_does_not_show_and_keeps_the_value() {
        let text = "Łukasz \u{7f}\u{9b}[2J \u{202e}abc\u{2069} \u{e0041}\u{1b}\n\"\\ é";
        let mut out = Vec::new();
        write(&mut out, &text).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert_eq!(written, r#""Łukasz \u007f\u009b[2J \u202eabc\u2069 \udb40\udc41\u001b\n\"\\ é""#);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
