use serde_json::{Value, json};

use super::event_prelude::*;
use super::swiss;
use crate::event::pairing::{Amount, Difference, Judged, cited};

check! {
    /// The pairs of a round are not those that the rules of the Swiss system give.
    ///
    /// ## Why it matters
    /// The Dutch system has one right pairing for each round (C.04.3). Where a file has another one that is legal, the finding
    /// names the first bracket in which the two part and the first criterion that decides between them. An arbiter may change
    /// pairings in the cases of C.04.2, 4.4, and numbers or results may have been corrected later, so this is a warning. It is an
    /// info where endorsed programs are known to read the text in more than one way, and one info for the event where most rounds
    /// differ: it was paired by another system then, or in another order.
    ///
    /// ## Example
    /// In round 3 of this Dutch Swiss 1–3 and 2–6 leave two players without their colour, and 1–6 and 2–3 none:
    /// ```trf
    /// 092 Individual: Swiss-System (FIDE Dutch)
    /// ```
    ///
    /// ## What to do
    /// `flagfall pairings FILE --round N` shows both, bracket by bracket.
    id: "pairing-differs", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let judged = file.judged();
    if judged.too_many {
        let words = format!(
            "more than {} players: the absolute criteria and the colours are judged, and no pairs (--pairings always)",
            swiss::MOST_PLAYERS
        );
        out.event(words).severity = Severity::Info;
    }
    if judged.more_rounds {
        let words = format!("rounds after round {} are not judged", swiss::MOST_ROUNDS);
        out.event(words).severity = Severity::Info;
    }
    if judged.other_system {
        let differ = judged
            .rounds
            .iter()
            .filter(|round| round.difference.is_some() || !round.byes.is_empty() || round.colours.len() > 1);
        let words = format!(
            "{} of {} rounds, the first included, are not as the Dutch system pairs them: another system or order was used",
            differ.count(),
            judged.rounds.len()
        );
        let finding = out.event(words);
        finding.severity = Severity::Info;
        finding.data.insert("other_system".into(), true.into());
        return;
    }
    for round in &judged.rounds {
        if let Some(limit) = round.limit {
            let words = format!("round {} is not judged: {limit}", round.round);
            let finding = out.event(words);
            finding.severity = Severity::Info;
            finding.round = Some(round.round.to_string().into());
        }
        if let Some(difference) = &round.difference {
            differs(file, round, difference, out);
        }
    }
}

fn differs(file: &ResultFile<'_>, judged: &Judged, difference: &Difference, out: &mut EventFindings<'_>) {
    let round = judged.round;
    let first = difference.pairs.first().or(difference.due.first());
    let Some((number, opponent)) = first.copied() else { return };
    let (Some(player), Some(cell)) = (file.player(number), file.cell(number, round)) else { return };
    let list = |pairs: &[(u32, u32)]| match pairs {
        [] => "no pair of these".to_owned(),
        pairs => {
            pairs.iter().map(|(one, other)| format!("{one}\u{2013}{other}")).collect::<Vec<_>>().join(", ")
        }
    };
    let why = match difference.rule {
        _ if difference.engine_is_wrong => {
            format!("but by our own count the file is better in {}: please report this", difference.criterion)
        }
        Some(rule) => format!("equally good, and generated earlier by {rule}"),
        None => format!("better in {}, {}", difference.criterion, difference.says),
    };
    let words = format!(
        "round {round}, bracket of {}: {}; the rules give {}: {why}",
        difference.bracket,
        list(&difference.pairs),
        list(&difference.due)
    );
    let finding = out.cell(player, cell, words);
    if difference.is_disputed() || difference.engine_is_wrong {
        finding.severity = Severity::Info;
    }
    finding.opponent = Some(opponent);
    finding.field = Some("opponent".into());
    finding.articles = vec![cited(judged.rules, difference.rule.unwrap_or(difference.criterion))];
    finding.ruleset = Some(judged.rules.edition().id.into());
    let pairs =
        |pairs: &[(u32, u32)]| -> Value { pairs.iter().map(|(one, other)| json!([one, other])).collect() };
    let count = |amount: &Option<Amount>| match amount {
        Some(amount) => json!({ difference.criterion: amount }),
        None => json!({}),
    };
    let data = [
        ("bracket", json!(difference.bracket.value())),
        ("criterion", json!(difference.criterion)),
        ("found", count(&difference.found)),
        ("expected", count(&difference.expected)),
        ("pairs", pairs(&difference.pairs)),
        ("due", pairs(&difference.due)),
    ];
    finding.data.extend(data.map(|(key, value)| (key.to_owned(), value)));
}
