//! Cells in the usual notation of crosstables.

use rustc_hash::FxHashMap;

use crate::event::field::{Field, Slot};
use crate::event::standings::Standings;
use crate::event::{Colour, Event, Outcome};
use crate::report::visible::{NAME, cut};

use super::part::{Cell, Part};

/// A number of points, with ½ for a half.
pub(super) fn points(value: f64) -> String {
    let whole = value.trunc();
    if (value - whole - 0.5).abs() < 1e-9 {
        return if whole == 0.0 { "½".to_owned() } else { format!("{whole}½") };
    }
    decimal(value)
}

/// A number with as many decimals as needed, at most two.
pub(super) fn decimal(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The number of decimals that a column of values needs, at most two, so that its numbers align.
pub(super) fn decimals(values: impl Iterator<Item = Option<f64>>) -> usize {
    let of = |value: f64| decimal(value).split_once('.').map_or(0, |(_, part)| part.len());
    values.flatten().map(of).max().unwrap_or(0)
}

/// A tie-break's value, with the decimals of its column.
pub(super) fn tiebreak(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.decimals$}", value + 0.0))
}

/// The result, as printed at the end of a cell.
pub(super) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "1",
        Outcome::Draw => "½",
        Outcome::Loss => "0",
        Outcome::ShortWin => "W",
        Outcome::ShortDraw => "D",
        Outcome::ShortLoss => "L",
        Outcome::ForfeitWin => "+",
        Outcome::ForfeitLoss => "-",
        Outcome::FullBye | Outcome::PairingBye => "-1",
        Outcome::HalfBye => "-½",
        Outcome::ZeroBye => "-0",
        Outcome::Unknown => "*",
        Outcome::Pending => "",
    }
}

/// A result in words, for one side.
pub(super) fn result_in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
        Outcome::ShortWin => "won in less than one move, not rated",
        Outcome::ShortDraw => "drawn in less than one move, not rated",
        Outcome::ShortLoss => "lost in less than one move, not rated",
        Outcome::ForfeitWin => "won by forfeit",
        Outcome::ForfeitLoss => "lost by forfeit",
        Outcome::FullBye => "full-point bye",
        Outcome::HalfBye => "half-point bye",
        Outcome::PairingBye => "pairing-allocated bye",
        Outcome::ZeroBye => "absent, no points",
        Outcome::Unknown => "result not known",
        Outcome::Pending => "no result yet",
    }
}

/// A cell's text, with its meaning in words and the number of the opponent.
pub(super) fn explained(field: &Field, slot: &Slot, text: String) -> Part {
    let words = result_in_words(slot.outcome);
    let Some(opponent) = slot.opponent.and_then(|at| field.entrants.get(at)) else {
        return Part { text, tip: format!("Round {}: {words}", slot.round), to: None };
    };
    let colour = match slot.colour {
        Some(Colour::White) => "White ",
        Some(Colour::Black) => "Black ",
        None => "",
    };
    let tip = format!("Round {}: {colour}against {} {}, {words}", slot.round, opponent.no, opponent.name);
    Part { text, tip, to: Some(opponent.no) }
}

/// Opponent, colour, result: `12w1`, `2b+`; `-½` for a bye.
pub(super) fn swiss(field: &Field, slot: &Slot) -> String {
    if slot.outcome.is_bye() || slot.opponent.is_none() && !slot.outcome.is_played() {
        return result(slot.outcome).to_owned();
    }
    let number =
        slot.opponent.and_then(|at| field.entrants.get(at)).map_or("?".to_owned(), |e| e.no.to_string());
    let colour = slot.colour.map_or_else(String::new, |colour| colour.letter().to_string());
    format!("{number}{colour}{}", result(slot.outcome))
}

/// The results of one entrant by opponent, in order of rounds.
pub(super) struct Results {
    own: usize,
    by_opponent: FxHashMap<usize, Vec<Part>>,
}

impl Results {
    pub(super) fn of(field: &Field, own: usize) -> Results {
        let mut by_opponent: FxHashMap<usize, Vec<Part>> = FxHashMap::default();
        for slot in field.entrants.get(own).into_iter().flat_map(|entrant| &entrant.slots) {
            if let Some(opponent) = slot.opponent {
                let text = if slot.outcome.is_open() { "·" } else { result(slot.outcome) };
                by_opponent.entry(opponent).or_default().push(explained(field, slot, text.to_owned()));
            }
        }
        Results { own, by_opponent }
    }

    pub(super) fn against(&self, other: usize) -> Cell {
        if self.own == other {
            return Cell::from("*".to_owned());
        }
        Cell(self.by_opponent.get(&other).cloned().unwrap_or_default())
    }
}

/// The heading of a table: name of the event, kind, rounds, rules.
pub(super) fn heading(event: &Event, standings: &Standings) -> (String, String) {
    let mut name = if event.name.is_empty() { "Crosstable".to_owned() } else { event.name.clone() };
    cut(&mut name, NAME);
    let rounds = standings.field.rounds;
    let what = format!(
        "{}, {rounds} {} ({}); tie-break rules of {}",
        standings.kind.name(),
        if rounds == 1 { "round" } else { "rounds" },
        standings.why,
        standings.edition.name()
    );
    (name, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_tables_print_them() {
        assert_eq!((points(0.5).as_str(), points(4.5).as_str(), points(3.0).as_str()), ("½", "4½", "3"));
        assert_eq!(
            (decimal(14.5).as_str(), decimal(45.72).as_str(), decimal(7.0).as_str()),
            ("14.5", "45.72", "7")
        );
        assert_eq!((tiebreak(None, 1).as_str(), tiebreak(Some(45.0), 1).as_str()), ("–", "45.0"));
        assert_eq!(decimals([Some(3.0), None, Some(2.25), Some(1.5)].into_iter()), 2);
    }
}
