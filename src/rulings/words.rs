//! Names, times and numbers as an arbiter says them.

use shakmaty::{Color, Role, Square};

use super::duty::name;
use crate::case::{Incident, Noticed};
use crate::replay::Board;
use crate::ruleset::Range;

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

/// `first`, `second`, …
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

/// `once`, `twice`, `three times`, …
pub(super) fn times(n: usize) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        3 => "three times".to_owned(),
        4 => "four times".to_owned(),
        5 => "five times".to_owned(),
        n => format!("{n} times"),
    }
}

/// `1 move`, `10 moves`.
pub(super) fn moves(n: u32) -> String {
    format!("{n} move{}", if n == 1 { "" } else { "s" })
}

/// A bound on a time: `less than 2 minutes`, `2 minutes or less`.
pub(super) fn within(range: &Range) -> String {
    match (range.below, range.at_most) {
        (Some(below), _) => format!("less than {}", spoken(below as i64)),
        (None, Some(most)) => format!("{} or less", spoken(most as i64)),
        (None, None) => format!("{range} seconds"),
    }
}

/// A sentence's first letter in upper case.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A move in SAN if it is legal, else as written.
pub fn san(uci: &str, board: &Board) -> String {
    let chess960 = board.is_chess960();
    let found = board.legal_moves().into_iter().find(|mv| mv.uci(chess960) == uci);
    found.map_or(uci.to_owned(), |mv| board.san(mv))
}

/// A move as players say it: SAN where it is legal, the long form (`Nc6-d4`) where squares are given and it is not.
pub fn said(written: &str, board: &Board) -> String {
    let legal = san(written, board);
    if legal != written {
        return legal;
    }
    let square = |range| written.get(range).and_then(|text: &str| Square::from_ascii(text.as_bytes()).ok());
    let (Some(from), Some(to)) = (square(0..2), square(2..4)) else { return legal };
    let Some((_, role)) = board.at(from) else { return legal };
    let letter = if role == Role::Pawn { String::new() } else { role.upper_char().to_string() };
    let between = if board.at(to).is_some() { "x" } else { "-" };
    let promoted = written.get(4..).filter(|rest| !rest.is_empty());
    let promoted = promoted.map_or(String::new(), |piece| format!("={}", piece.to_ascii_uppercase()));
    format!("{letter}{from}{between}{to}{promoted}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_said_as_players_say_them() {
        let start = *Board::initial();
        for (written, said_) in [
            ("e2e4", "e4"),
            ("g1f3", "Nf3"),
            ("g1g3", "Ng1-g3"),
            ("a1a7", "Ra1xa7"),
            ("a2b3", "a2-b3"),
            ("a2a8q", "a2xa8=Q"),
            ("Qh5", "Qh5"),
            ("e5e6", "e5e6"),
        ] {
            assert_eq!(said(written, &start), said_, "{written}");
        }
    }
}
