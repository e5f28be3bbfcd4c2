//! Names, times and numbers as an arbiter says them.

use shakmaty::Color;

use super::duty::name;
use crate::case::{Incident, Noticed};

/// `White` as the subject of a sentence, and the rest.
pub(super) fn who(color: Color) -> &'static str {
    name(color)
}

/// Minutes and seconds as an arbiter says them: `2 minutes`, `1 minute 30 seconds`.
pub fn spoken(seconds: i64) -> String {
    let plural = |n: i64, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let total = seconds.abs();
    match (total / 60, total % 60) {
        (0, seconds) => plural(seconds, "second"),
        (minutes, 0) => plural(minutes, "minute"),
        (minutes, seconds) => format!("{} {}", plural(minutes, "minute"), plural(seconds, "second")),
    }
}

/// Who noticed it, as the subject of a sentence.
pub(super) fn noticer(incident: &Incident, player: Color) -> String {
    match incident.noticed_by {
        Noticed::Player => format!("{} himself", who(player)),
        Noticed::Opponent => who(!player).to_owned(),
        Noticed::Arbiter => "the arbiter".to_owned(),
        Noticed::Other => "somebody else".to_owned(),
    }
}

/// `first`, `second`, … as far as an arbiter counts.
pub(super) fn ordinal(n: u32) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        n => format!("{n}th"),
    }
}

/// A sentence's first letter in upper case.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
