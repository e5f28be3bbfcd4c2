//! What is wrong in a case, and where.

use std::fmt;

use crate::place::Place;

/// A case that cannot be ruled on: where, which key, what is wrong, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its place.
    pub place: Place,
    /// The key, if there is one.
    pub key: Option<String>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault at `place`.
    pub fn new(place: &Place, message: impl Into<String>) -> Fault {
        Fault { place: place.clone(), key: None, message: message.into(), help: None }
    }

    /// Names the key that it is about.
    #[must_use]
    pub fn key(mut self, key: &str) -> Fault {
        self.key = Some(key.to_owned());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some(key) = &self.key {
            write!(f, "`{key}`: ")?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

/// The known word nearest to `word`, if one is near enough: the one that begins with it or has it as a part,
/// else the one with the fewest letters to change.
pub(super) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = word.trim().to_lowercase();
    let likeness = |candidate: &str| {
        let part = word.len() >= 3 && candidate.split('-').any(|part| part == word);
        let start = word.len() >= 3 && candidate.starts_with(&word);
        let letters = strsim::normalized_damerau_levenshtein(&word, candidate);
        letters + f64::from(u8::from(part)) + f64::from(u8::from(start))
    };
    known
        .into_iter()
        .map(|candidate| (likeness(candidate), candidate))
        .filter(|(likeness, _)| *likeness >= 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// `did you mean …?` if a word is near, else the whole list.
pub(super) fn suggestion(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known: {}", known.join(", ")),
    }
}

/// The only known word that begins with `word`: `w` for white.
fn begun<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let word = word.trim().to_lowercase();
    let mut fits = known.iter().filter(|candidate| !word.is_empty() && candidate.starts_with(&word));
    fits.next().copied().filter(|_| fits.next().is_none())
}

/// One of the words of a closed list, in any case of letters.
///
/// # Errors
/// If it is none of them.
pub(super) fn closed<'k>(key: &str, word: &str, place: &Place, known: &[&'k str]) -> Result<&'k str, Fault> {
    let found = known.iter().find(|candidate| candidate.eq_ignore_ascii_case(word.trim()));
    found.copied().ok_or_else(|| {
        Fault::new(place, format!("\"{word}\" is none of {}", known.join(", "))).key(key).help(
            begun(word, known).or_else(|| nearest(word, known.iter().copied())).map_or_else(
                || format!("write {}", known.join(" or ")),
                |near| format!("did you mean `{near}`?"),
            ),
        )
    })
}
