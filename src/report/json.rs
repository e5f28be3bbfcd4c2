//! `json`: one object with the findings as they come and the summary at its end.
//!
//! Also how all JSON of this program is written: as serde_json does, save that characters which do not show, or which move
//! others about on a screen, are escaped. The values are the same; the text is harmless wherever it is printed.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

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

pub(super) fn open<'w>(_: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Json { out, empty: true })
}

struct Json<'w> {
    out: Box<dyn Write + 'w>,
    empty: bool,
}

impl FindingReport for Json<'_> {
    fn begin(&mut self) -> io::Result<()> {
        write!(self.out, "{{\"flagfall\":\"{VERSION}\",\"schema\":{SCHEMA},\"findings\":[")
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.out.write_all(if self.empty { b"\n" } else { b",\n" })?;
        self.empty = false;
        write(&mut self.out, finding)
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        self.out.write_all(if self.empty { b"],\"summary\":" } else { b"\n],\"summary\":" })?;
        write(&mut self.out, summary)?;
        self.out.write_all(b"}\n")?;
        self.out.flush()
    }
}

/// Compact JSON with escapes for what does not show.
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
