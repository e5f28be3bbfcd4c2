//! The case file that a command line of `flagfall rule` is short for.

use std::fmt;

use crate::case::{CASE_KEYS, INCIDENT_KEYS, Kind, REGULATION_KEYS};
use crate::cli::selection::{did_you_mean, nearest};

/// A TOML value.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Text(String),
    Integer(i64),
    Boolean(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Boolean(flag) => flag.fmt(f),
            Value::Text(text) => {
                let plain = |c: char| c == '\n' || !c.is_control();
                if text.contains('\n') && text.chars().all(plain) && !text.contains("'''") {
                    return write!(f, "'''\n{}'''", text.trim_start_matches('\n'));
                }
                // The escapes of JSON are valid in TOML, which also requires one for U+007F.
                f.write_str(&serde_json::Value::from(text.as_str()).to_string().replace('\u{7f}', "\\u007f"))
            }
        }
    }
}

/// A case file that is built key by key.
#[derive(Debug, Default)]
pub(super) struct Written {
    head: Vec<(String, Value)>,
    regulations: Vec<(String, Value)>,
    incident: Vec<(String, Value)>,
    clock: Option<Clock>,
    files: Vec<(String, Value)>,
}

/// What both clocks showed.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    pub(super) white: String,
    pub(super) black: String,
}

impl Clock {
    /// Reads `2:30/2:21`: White's display, then Black's. An empty one means that it is not known.
    pub(super) fn read(text: &str) -> Result<Clock, String> {
        let (white, black) = text
            .split_once('/')
            .ok_or("write White's and Black's display with a slash between: 2:30/2:21".to_owned())?;
        Ok(Clock { white: white.trim().to_owned(), black: black.trim().to_owned() })
    }
}

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

impl Written {
    /// The case of one incident.
    pub(super) fn of(kind: Kind) -> Written {
        Written { incident: vec![("kind".to_owned(), text(kind.name()))], ..Written::default() }
    }

    /// Sets a key of the case itself.
    pub(super) fn head(&mut self, key: &str, value: Option<impl Into<String>>) {
        self.head.extend(value.map(|value| (key.to_owned(), text(value))));
    }

    /// Sets a key of the incident.
    pub(super) fn incident(&mut self, key: &str, value: Option<impl Into<String>>) {
        let value = value.map(|value| typed(key, &value.into()));
        self.incident.extend(value.map(|value| (key.to_owned(), value)));
    }

    /// Adds a file that is part of the case.
    pub(super) fn file(&mut self, name: &str, content: String) {
        self.files.push((name.to_owned(), text(content)));
    }

    /// Sets the displays, which are written once it is known after how many half-moves they were read.
    pub(super) fn clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    /// Sets `KEY=VALUE`: a key of the incident, of the case or of its regulations, whichever has that name.
    ///
    /// # Errors
    /// If there is no such key.
    pub(super) fn set(&mut self, assignment: &str) -> Result<(), String> {
        let (key, value) =
            assignment.split_once('=').ok_or_else(|| format!("{assignment}: write KEY=VALUE"))?;
        let key = key.trim().to_ascii_lowercase();
        let key = key.split_once('.').map_or(&*key, |(_, key)| key);
        let list = if INCIDENT_KEYS.contains(&key) {
            &mut self.incident
        } else if REGULATION_KEYS.contains(&key) {
            &mut self.regulations
        } else if CASE_KEYS.contains(&key) {
            &mut self.head
        } else {
            let known = INCIDENT_KEYS.iter().chain(REGULATION_KEYS).chain(CASE_KEYS).copied();
            let help = match nearest(key, known) {
                Some(near) => did_you_mean(Some(near)),
                None => "; `flagfall explain KIND --example` shows the keys".to_owned(),
            };
            return Err(format!("{key} is not a key of a case{help}"));
        };
        list.retain(|(known, _)| known != key);
        list.push((key.to_owned(), typed(key, value.trim())));
        Ok(())
    }

    /// Whether the incident says when it happened.
    pub(super) fn is_placed(&self) -> bool {
        self.incident.iter().any(|(key, _)| key == "ply" || key == "after")
    }

    /// The case file. `noticed`: the half-moves made when the clocks were read.
    pub(super) fn case_file(&self, noticed: Option<usize>) -> String {
        let mut lines = keys(&self.head);
        if !self.regulations.is_empty() {
            lines.push_str(&format!("\n[regulations]\n{}", keys(&self.regulations)));
        }
        if let (Some(clock), Some(noticed)) = (&self.clock, noticed) {
            let mut row = vec![("event".to_owned(), text("reading"))];
            for (key, display) in [("white", &clock.white), ("black", &clock.black)] {
                row.extend((!display.is_empty()).then(|| (key.to_owned(), text(display))));
            }
            row.push(("ply".to_owned(), Value::Integer(i64::try_from(noticed).unwrap_or(i64::MAX))));
            lines.push_str(&format!("\n[[clock]]\n{}", keys(&row)));
        }
        lines.push_str(&format!("\n[[incident]]\n{}", keys(&self.incident)));
        if !self.files.is_empty() {
            lines.push_str("\n[files]\n");
            for (name, content) in &self.files {
                lines.push_str(&format!("{} = {content}\n", text(name)));
            }
        }
        lines
    }
}

fn keys(keys: &[(String, Value)]) -> String {
    let width = keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    keys.iter().map(|(key, value)| format!("{key:<width$} = {value}\n")).collect()
}

/// The value of a key: a number or a boolean if it looks like one, unless the key takes a text.
fn typed(key: &str, value: &str) -> Value {
    const TEXTS: &[&str] =
        &["move", "note", "value", "title", "squares", "fen", "moves", "after", "noticed_after"];
    if TEXTS.contains(&key) {
        return text(value);
    }
    match (value.parse(), value.to_ascii_lowercase().as_str()) {
        (Ok(number), _) => Value::Integer(number),
        (_, "yes" | "true") => Value::Boolean(true),
        (_, "no" | "false") => Value::Boolean(false),
        _ => text(value),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn keys_find_their_places() {
        let mut written = Written::of(Kind::Touch);
        written.head("moves", Some("1. e4 \"e5\""));
        for set in [
            "by=white",
            "phone=loss",
            "regulations.default_time=30 min",
            "pressed=no",
            "count=2",
            "value=1",
            "date=2025-01-01",
        ] {
            written.set(set).unwrap();
        }
        written.set("count=3").unwrap();
        written.clock(Some(Clock::read("2:30/").unwrap()));
        let expected = "moves = \"1. e4 \\\"e5\\\"\"\ndate  = \"2025-01-01\"\n\n[regulations]\nphone        = \"loss\"\ndefault_time = \"30 min\"\n\n\
             [[clock]]\nevent = \"reading\"\nwhite = \"2:30\"\nply   = 7\n\n[[incident]]\nkind    = \"touch\"\nby      = \"white\"\npressed = \
             false\nvalue   = \"1\"\ncount   = 3\n";
        assert_eq!(written.case_file(Some(7)), expected);
        assert_eq!(written.set("phne=loss").unwrap_err(), "phne is not a key of a case; did you mean phone?");
        assert!(written.set("phone").is_err() && Clock::read("2:30").is_err());
    }
}
