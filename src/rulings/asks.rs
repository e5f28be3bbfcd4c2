//! What to ask: facts that were not given and would change the ruling, found by trying their possible values.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::ruling::{Adjudication, Ruling};
use super::session::{Session, adjudicate};
use crate::case::{Answer, Case, FACTS, FactRow, KindRow, Trial};

/// A fact that decides.
#[derive(Debug, Clone, Serialize)]
pub struct Ask {
    /// The incident that lacks it, from 0.
    pub incident: usize,
    /// Its key in a case file.
    pub fact: &'static str,
    /// The question to the arbiter.
    pub question: &'static str,
    /// What follows from each answer.
    pub then: Vec<Follows>,
}

/// What follows from an answer.
#[derive(Debug, Clone, Serialize)]
pub struct Follows {
    /// The answer.
    pub value: TrialValue,
    /// The ruling on the incident then.
    pub ruling: String,
}

/// An answer as a case file writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialValue(pub Trial);

impl Serialize for TrialValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Trial::Flag(flag) => serializer.serialize_bool(flag),
            Trial::Word(word) => serializer.serialize_str(word),
            Trial::Number(number) => serializer.serialize_i64(number),
        }
    }
}

/// Incidents of a case that are asked about, from the last one back: the earlier ones were ruled on before.
const MOST_INCIDENTS: usize = 3;

/// Times that are tried: a minute, and more than any limit for shortness of time.
const TIMES: [i64; 2] = [60, 1800];

/// Counts that are tried: the first, the second and the third.
const COUNTS: [i64; 3] = [1, 2, 3];

/// The facts that were not given and would change a ruling on `case`, whose rulings are `ruled`.
pub fn asks(case: &Case, file: &Arc<str>, session: &Session<'_>, ruled: &Adjudication) -> Vec<Ask> {
    let mut asks = Vec::new();
    for (number, incident) in case.incidents.iter().enumerate().rev().take(MOST_INCIDENTS).rev() {
        let row = incident.kind.row();
        for fact in FACTS.iter().filter(|fact| fact.key == "noticed_by" || row.fields.contains(&fact.key)) {
            if !incident.lacks(fact.key) {
                continue;
            }
            let mut then = Vec::new();
            let mut differs = false;
            for trial in trials(fact, row) {
                let Some(told) = incident.with(fact.key, trial) else { continue };
                let mut tried = case.clone();
                if let Some(place) = tried.incidents.get_mut(number) {
                    *place = told;
                }
                let Ok(other) = adjudicate(&tried, file, session) else { continue };
                let Some(ruling) = of_incident(&other, number) else { continue };
                differs |= !is_same(ruled, &other);
                then.push(Follows { value: TrialValue(trial), ruling: ruling.ruling.clone() });
            }
            if differs {
                asks.push(Ask { incident: number, fact: fact.key, question: fact.question, then });
            }
        }
    }
    asks
}

/// The possible values of a fact.
fn trials(fact: &FactRow, kind: &KindRow) -> Vec<Trial> {
    match fact.answer {
        Answer::YesNo => vec![Trial::Flag(true), Trial::Flag(false)],
        Answer::Word => fact.words(kind).iter().map(|word| Trial::Word(word)).collect(),
        Answer::Time => TIMES.map(Trial::Number).to_vec(),
        Answer::Number => COUNTS.map(Trial::Number).to_vec(),
        Answer::HalfMove | Answer::Move | Answer::Square | Answer::Squares | Answer::Text => Vec::new(),
    }
}

fn of_incident(ruled: &Adjudication, number: usize) -> Option<&Ruling> {
    ruled.rulings.iter().find(|ruling| ruling.incident == Some(number))
}

/// Whether two hearings decide the same.
fn is_same(one: &Adjudication, other: &Adjudication) -> bool {
    let same = |a: &Ruling, b: &Ruling| {
        a.incident == b.incident
            && a.decision == b.decision
            && a.result == b.result
            && a.restore == b.restore
            && a.must == b.must
            && a.adjust == b.adjust
            && a.clock == b.clock
            && a.options == b.options
            && a.ruling == b.ruling
    };
    one.result == other.result
        && one.rulings.len() == other.rulings.len()
        && one.rulings.iter().zip(&other.rulings).all(|(a, b)| same(a, b))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::ruleset::Library;

    fn asked(incident: &str) -> Vec<Ask> {
        let text = format!(
            "moves = \"1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4\"\ntime_control = \"90m+30s\"\n\n[[incident]]\n{incident}"
        );
        let file: Arc<str> = "case".into();
        let case = Case::parse(&file, &text, &|name| Err(name.to_owned())).unwrap();
        let library = Library::built_in();
        let session = Session::new(&library, NaiveDate::from_ymd_opt(2026, 11, 22).unwrap());
        let ruled = adjudicate(&case, &file, &session).unwrap();
        asks(&case, &file, &session, &ruled)
    }

    #[test]
    fn the_press_of_the_clock_decides_an_illegal_move() {
        let incident = "kind = \"illegal-move\"\nby = \"black\"\nafter = \"4. d4\"\nmove = \"Nxd4\"\n";
        let asks = asked(incident);
        let pressed = asks.iter().find(|ask| ask.fact == "pressed").unwrap();
        assert_eq!((pressed.incident, pressed.then.len()), (0, 2));
        assert_eq!(serde_json::to_value(pressed.then[0].value).unwrap(), true);
        // Without the press there is no penalty of time for the offence (FIDE 7.5.1, 7.5.5).
        assert!(
            pressed.then[0].ruling.contains("2 minutes") && !pressed.then[1].ruling.contains("2 minutes")
        );
        // What was given is not asked for.
        let told = asked(&format!("{incident}pressed = true\n"));
        assert!(told.iter().all(|ask| ask.fact != "pressed"));
    }

    #[test]
    fn what_changes_nothing_is_not_asked() {
        assert!(asked("kind = \"resign\"\nby = \"white\"\nafter = \"4. d4\"\n").is_empty());
    }
}
