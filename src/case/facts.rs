//! The facts that an incident can have, as questions: one row for each key that an incident has.
//!
//! Forms are built from this table and that of the kinds, so that new kinds and facts appear in them without further code.

use super::incident::{ClaimFate, Incident, Noticed, STOPPED_FOR, TouchOrder};
use super::kinds::KindRow;

/// How a fact is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// True or false.
    YesNo,
    /// One word of a closed list.
    Word,
    /// A half-move of the record, such as `12... Nf6`.
    HalfMove,
    /// A move, in SAN or UCI.
    Move,
    /// One square.
    Square,
    /// Squares in order.
    Squares,
    /// An amount of time.
    Time,
    /// A whole number.
    Number,
    /// Free text.
    Text,
}

/// One fact.
#[derive(Debug, Clone, Copy)]
pub struct FactRow {
    /// Its key in a case file.
    pub key: &'static str,
    /// What a form calls it.
    pub label: &'static str,
    /// The question to the arbiter.
    pub question: &'static str,
    /// How it is answered.
    pub answer: Answer,
    /// Whether an incident of any kind can have it.
    pub common: bool,
}

const fn row(
    key: &'static str,
    label: &'static str,
    answer: Answer,
    common: bool,
    question: &'static str,
) -> FactRow {
    FactRow { key, label, question, answer, common }
}

/// Every fact, in the order in which it is asked for; `kind` and the counts of half-moves are not among them.
#[rustfmt::skip]
pub const FACTS: &[FactRow] = &[
    row("by", "By whom", Answer::Word, true, "Who did it, or who claims?"),
    row("after", "After move", Answer::HalfMove, true, "After which half-move did it happen?"),
    row("noticed_after", "Noticed after", Answer::HalfMove, true, "After which half-move was it noticed?"),
    row("noticed_by", "Noticed by", Answer::Word, true, "Who noticed it?"),
    row("move", "Move", Answer::Move, false, "Which move was it?"),
    row("squares", "Squares", Answer::Squares, false, "Which squares were touched, in order?"),
    row("touched", "Touched first", Answer::Word, false, "Which piece was touched first?"),
    row("released", "Released on", Answer::Square, false, "On which square was the piece let go?"),
    row("pressed", "Clock pressed", Answer::YesNo, false, "Was the clock pressed after it?"),
    row("value", "Which", Answer::Word, false, "Which of these was it?"),
    row("again", "Another try", Answer::YesNo, false, "Was it another try, after an earlier one had been put right?"),
    row("observed", "Seen by the arbiter", Answer::YesNo, false, "Did the arbiter see it, or does other evidence show it?"),
    row("claim", "The claim", Answer::Word, false, "What became of the claim before it was decided?"),
    row("stopped_for", "Stopped for", Answer::Word, false, "Why were the clocks stopped?"),
    row("seconds", "Seconds", Answer::Time, false, "How much time?"),
    row("count", "Count", Answer::Number, false, "How many, or which offence of that player?"),
    row("note", "Note", Answer::Text, true, "What was said?"),
];

impl FactRow {
    /// The row of a key.
    pub fn of(key: &str) -> Option<&'static FactRow> {
        FACTS.iter().find(|row| row.key == key)
    }

    /// The words that the fact can have in a kind; empty if it is answered in another way.
    pub fn words(&self, kind: &KindRow) -> &'static [&'static str] {
        match self.key {
            "by" if kind.by == super::Actor::Anybody => &["white", "black", "arbiter", "other"],
            "by" => &["white", "black"],
            "noticed_by" => &["player", "opponent", "arbiter", "other"],
            "touched" => TouchOrder::WORDS,
            "claim" => ClaimFate::WORDS,
            "stopped_for" => STOPPED_FOR,
            "value" => kind.values,
            _ => &[],
        }
    }
}

impl KindRow {
    /// The facts that an incident of this kind can have.
    pub fn facts(&self) -> impl Iterator<Item = &'static FactRow> + use<> {
        let fields = self.fields;
        FACTS.iter().filter(move |row| row.common || fields.contains(&row.key))
    }
}

/// A value that a fact could have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trial {
    /// Of a question that is answered by yes or no.
    Flag(bool),
    /// Of a closed list.
    Word(&'static str),
    /// Of a count or an amount of seconds.
    Number(i64),
}

impl Incident {
    /// Whether a fact was not given.
    pub fn lacks(&self, key: &str) -> bool {
        match key {
            "noticed_by" => !self.noticed_by_said,
            "touched" => self.touched.is_none(),
            "pressed" => self.pressed_said.is_none(),
            "value" => self.value.is_none(),
            "again" => !self.again,
            "observed" => self.observed.is_none(),
            "claim" => self.claim.is_none(),
            "stopped_for" => self.stopped_for.is_none(),
            "seconds" => self.seconds.is_none(),
            "count" => self.count.is_none(),
            _ => false,
        }
    }

    /// The incident with a fact added that was not given; `None` if the fact cannot have this value.
    #[must_use]
    pub fn with(&self, key: &str, trial: Trial) -> Option<Incident> {
        let mut told = self.clone();
        match (key, trial) {
            ("noticed_by", Trial::Word(word)) => {
                told.noticed_by = match word {
                    "player" => Noticed::Player,
                    "opponent" => Noticed::Opponent,
                    "arbiter" => Noticed::Arbiter,
                    _ => Noticed::Other,
                };
                told.noticed_by_said = true;
            }
            ("touched", Trial::Word(word)) => told.touched = Some(TouchOrder::of(word)),
            ("pressed", Trial::Flag(flag)) => told.pressed_said = Some(flag),
            ("value", Trial::Word(word)) => told.value = Some(word.to_owned()),
            ("again", Trial::Flag(flag)) => told.again = flag,
            ("observed", Trial::Flag(flag)) => told.observed = Some(flag),
            ("claim", Trial::Word(word)) => told.claim = Some(ClaimFate::of(word)),
            ("stopped_for", Trial::Word(word)) => told.stopped_for = Some(word.to_owned()),
            ("seconds", Trial::Number(number)) => told.seconds = Some(number),
            ("count", Trial::Number(number)) => told.count = Some(number),
            _ => return None,
        }
        Some(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{INCIDENT_KEYS, KINDS};

    #[test]
    fn every_key_of_an_incident_is_asked_for() {
        for key in INCIDENT_KEYS {
            let apart = ["kind", "ply", "noticed"].contains(key);
            assert_eq!(FactRow::of(key).is_some(), !apart, "{key}");
        }
        for row in FACTS {
            assert!(INCIDENT_KEYS.contains(&row.key), "{}", row.key);
        }
    }

    #[test]
    fn every_field_of_a_kind_is_asked_for() {
        for kind in KINDS {
            let keys: Vec<&str> = kind.facts().map(|fact| fact.key).collect();
            assert!(kind.fields.iter().all(|field| keys.contains(field)), "{}", kind.name);
        }
    }
}
