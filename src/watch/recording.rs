//! Recordings: what came from the sources, with its time, to be played again.
//!
//! A recording is a folder of two files. `index.jsonl` has a line for each thing that came, in order; `bytes.txt` has the texts, one
//! after the other, and each line says how many bytes of it are its own. Of a text that is read again and again, the index names the
//! bytes at its beginning and at its end that are those of the text before:
//!
//! ```json
//! {"at":"2026-11-22T15:00:00.000Z","source":"games.pgn","what":"text","first":0,"bytes":412,"last":0}
//! {"at":"2026-11-22T15:00:02.000Z","source":"games.pgn","what":"text","first":409,"bytes":7,"last":2}
//! {"at":"2026-11-22T15:00:03.000Z","source":"-","what":"part","bytes":64}
//! {"at":"2026-11-22T15:00:04.000Z","source":"-","what":"end"}
//! {"at":"2026-11-22T15:00:04.000Z","source":"games.pgn","what":"fault","why":"no such file"}
//! ```

use std::collections::HashMap;

use chrono::DateTime;
use serde::{Deserialize, Deserializer, Serialize};

use super::alert::rfc3339;

/// The name of the index in the folder of a recording.
pub const INDEX: &str = "index.jsonl";

/// The name of the texts in the folder of a recording.
pub const BYTES: &str = "bytes.txt";

/// The largest text of a recording.
const LARGEST: u64 = 256 << 20;

/// What a source gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came<'a> {
    /// Its whole text.
    Text(&'a [u8]),
    /// More of a stream.
    Part(&'a [u8]),
    /// The end of a stream.
    End,
    /// Nothing: it cannot be read, and why.
    Fault(&'a str),
}

/// A line of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// When it came, in milliseconds since 1970.
    #[serde(serialize_with = "rfc3339", deserialize_with = "from_rfc3339")]
    pub at: i64,
    /// The name of the source.
    pub source: String,
    /// What came.
    #[serde(flatten)]
    pub what: What,
}

/// What came, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum What {
    /// A whole text.
    Text {
        /// Bytes at the beginning of the source's former text that stay.
        first: usize,
        /// Bytes that come then.
        bytes: u64,
        /// Bytes at the end of the former text that stay.
        last: usize,
    },
    /// More of a stream.
    Part {
        /// How many bytes.
        bytes: u64,
    },
    /// The end of a stream.
    End,
    /// The source could not be read.
    Fault {
        /// Why.
        why: String,
    },
}

impl What {
    /// The bytes that belong to a line.
    pub fn bytes(&self) -> u64 {
        match self {
            What::Text { bytes, .. } | What::Part { bytes } => *bytes,
            What::End | What::Fault { .. } => 0,
        }
    }
}

/// What a source gave last.
#[derive(Debug)]
enum Last {
    Text,
    Fault(String),
}

/// Turns what comes into lines and bytes. A text that is the same as before gives none.
#[derive(Debug, Default)]
pub struct Recorder {
    texts: HashMap<String, Vec<u8>>,
    last: HashMap<String, Last>,
}

impl Recorder {
    /// The line of what came, and its bytes.
    pub fn note<'a>(&mut self, source: &str, came: Came<'a>, at: i64) -> Option<(Line, &'a [u8])> {
        let (what, bytes) = match came {
            Came::Text(text) => self.text(source, text)?,
            Came::Part(part) => (What::Part { bytes: part.len() as u64 }, part),
            Came::End => (What::End, &b""[..]),
            Came::Fault(why) => (self.fault(source, why)?, &b""[..]),
        };
        Some((Line { at, source: source.to_owned(), what }, bytes))
    }

    fn text<'a>(&mut self, source: &str, text: &'a [u8]) -> Option<(What, &'a [u8])> {
        let before = self.texts.entry(source.to_owned()).or_default();
        let was_read = matches!(self.last.insert(source.to_owned(), Last::Text), Some(Last::Text));
        if was_read && before == text {
            return None;
        }
        let first = before.iter().zip(text).take_while(|(a, b)| a == b).count();
        let rest = before.len().min(text.len()) - first;
        let ends = before.iter().rev().zip(text.iter().rev()).take(rest);
        let last = ends.take_while(|(a, b)| a == b).count();
        before.clear();
        before.extend_from_slice(text);
        let new = text.get(first..text.len() - last).unwrap_or_default();
        Some((What::Text { first, bytes: new.len() as u64, last }, new))
    }

    fn fault(&mut self, source: &str, why: &str) -> Option<What> {
        let known = self.last.insert(source.to_owned(), Last::Fault(why.to_owned()));
        let is_new = !matches!(known, Some(Last::Fault(known)) if known == why);
        is_new.then(|| What::Fault { why: why.to_owned() })
    }
}

/// Why a recording cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A line of the index is not one of a recording.
    #[error("it is not a line of a recording: {0}")]
    Line(String),
    /// A text is larger than the limit.
    #[error("the text is larger than the limit of {} MiB", LARGEST >> 20)]
    TooLarge,
    /// The line says that more of the former text stays than there is.
    #[error("more of the text before stays than there was")]
    NotThere,
}

/// Turns the lines and bytes of a recording into what came.
#[derive(Debug, Default)]
pub struct Player {
    texts: HashMap<String, Vec<u8>>,
    part: Vec<u8>,
}

impl Player {
    /// Reads a line of the index.
    ///
    /// # Errors
    /// Where it is none.
    pub fn line(text: &str) -> Result<Line, Fault> {
        let line: Line = serde_json::from_str(text).map_err(|why| Fault::Line(why.to_string()))?;
        if line.what.bytes() > LARGEST { Err(Fault::TooLarge) } else { Ok(line) }
    }

    /// What came with a line. `bytes` are those that belong to it.
    ///
    /// # Errors
    /// Where the text that it changes was shorter, or becomes too large.
    pub fn play<'a>(&'a mut self, line: &'a Line, bytes: &[u8]) -> Result<Came<'a>, Fault> {
        Ok(match &line.what {
            What::Text { first, last, .. } => {
                let text = self.texts.entry(line.source.clone()).or_default();
                let from =
                    text.len().checked_sub(*last).filter(|from| *from >= *first).ok_or(Fault::NotThere)?;
                if (first + last).saturating_add(bytes.len()) as u64 > LARGEST {
                    return Err(Fault::TooLarge);
                }
                text.splice(*first..from, bytes.iter().copied());
                Came::Text(text)
            }
            What::Part { .. } => {
                bytes.clone_into(&mut self.part);
                Came::Part(&self.part)
            }
            What::End => Came::End,
            What::Fault { why } => Came::Fault(why),
        })
    }
}

fn from_rfc3339<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let time = DateTime::parse_from_rfc3339(&text).map_err(serde::de::Error::custom)?;
    Ok(time.timestamp_millis())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone, PartialEq, Eq)]
    enum Thing {
        Text(Vec<u8>),
        Part(Vec<u8>),
        End,
        Fault(String),
    }

    fn came(thing: &Thing) -> Came<'_> {
        match thing {
            Thing::Text(text) => Came::Text(text),
            Thing::Part(part) => Came::Part(part),
            Thing::End => Came::End,
            Thing::Fault(why) => Came::Fault(why),
        }
    }

    fn thing() -> impl Strategy<Value = Thing> {
        prop_oneof![
            prop::collection::vec(0u8..3, 0..9).prop_map(Thing::Text),
            prop::collection::vec(0u8..3, 0..9).prop_map(Thing::Part),
            Just(Thing::End),
            "[ab]{0,1}".prop_map(Thing::Fault),
        ]
    }

    proptest! {
        #[test]
        fn what_was_recorded_is_played(things in prop::collection::vec((0u8..2, thing()), 0..20)) {
            let (mut recorder, mut player) = (Recorder::default(), Player::default());
            let mut last = HashMap::new();
            for (at, (source, thing)) in things.iter().enumerate() {
                let name = source.to_string();
                let noted = recorder.note(&name, came(thing), at as i64);
                // A text or a fault that is the same as before is not recorded.
                let is_state = matches!(thing, Thing::Text(_) | Thing::Fault(_));
                prop_assert_eq!(noted.is_none(), is_state && last.get(&name) == Some(thing));
                if is_state {
                    last.insert(name.clone(), thing.clone());
                }
                let Some((line, bytes)) = noted else { continue };
                prop_assert_eq!(line.what.bytes(), bytes.len() as u64);
                let line = Player::line(&serde_json::to_string(&line).unwrap()).unwrap();
                prop_assert_eq!(player.play(&line, bytes).unwrap(), came(thing));
                prop_assert_eq!((line.at, &line.source), (at as i64, &name));
            }
        }
    }

    #[test]
    fn a_line_that_does_not_fit_is_refused() {
        let line = |what: &str| {
            Player::line(&format!("{{\"at\":\"2026-11-22T15:00:00Z\",\"source\":\"a\",{what}}}"))
        };
        assert!(line("\"what\":\"end\"").is_ok() && line("\"what\":\"other\"").is_err());
        assert_eq!(line("\"what\":\"part\",\"bytes\":1000000000"), Err(Fault::TooLarge));
        for (first, last) in [(1, 0), (0, 1), (usize::MAX, 1), (1, usize::MAX)] {
            let line =
                line(&format!("\"what\":\"text\",\"first\":{first},\"bytes\":0,\"last\":{last}")).unwrap();
            assert_eq!(Player::default().play(&line, b""), Err(Fault::NotThere));
        }
    }
}
