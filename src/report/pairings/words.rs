//! Phrases that the formats for people share.

use super::{Pairings, is_same};
use crate::event::pairing::{Difference, DueBracket, Float, Judged, Player, Strength, cited};
use crate::event::{Colour, Score};

/// Points as an arbiter writes them: `2½`.
pub(super) fn points(score: Score) -> String {
    let text = score.to_string();
    match text.strip_suffix(".5") {
        Some("0") => "½".to_owned(),
        Some(whole) => format!("{whole}½"),
        None => text.strip_suffix(".0").unwrap_or(&text).to_owned(),
    }
}

/// `Round 5 of 9, Dutch system of 2026`.
pub(super) fn heading(pairings: &Pairings<'_>) -> String {
    let due = pairings.due;
    let of = due.rounds.map_or_else(String::new, |rounds| format!(" of {rounds}"));
    format!("Round {}{of}, FIDE (Dutch) system of {}", due.round, due.rules.edition().year)
}

/// What was assumed, in sentences.
pub(super) fn assumed(name: &str) -> &'static str {
    match name {
        "rules" => "The file has no date: the latest rules are assumed (--rules).",
        "rounds" => {
            "The file does not say the number of rounds: this round is assumed not to be the last (--planned-rounds)."
        }
        _ => {
            "The file does not say the initial colour: it is inferred from the first round, or White (--initial-colour)."
        }
    }
}

/// Comma-separated numbers.
pub(super) fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// Comma-separated pairs.
pub(super) fn pairs(pairs: &[(u32, u32)]) -> String {
    match pairs {
        [] => "none of these pairs".to_owned(),
        _ => pairs.iter().map(|(one, other)| format!("{one}\u{2013}{other}")).collect::<Vec<_>>().join(", "),
    }
}

/// `W!` absolute, `W` strong, `w` mild; `-` without a preference.
pub(super) fn preference(player: &Player) -> String {
    let Some(due) = player.preference() else { return "-".to_owned() };
    let letter = if due.colour == Colour::White { "W" } else { "B" };
    match due.strength {
        Strength::Absolute => format!("{letter}!"),
        Strength::Strong => letter.to_owned(),
        Strength::Mild => letter.to_lowercase(),
    }
}

/// Floats of the last round and of the one before: `↓ ↑`.
pub(super) fn floats(player: &Player) -> String {
    let arrow = |float: &Option<Float>| match float {
        Some(Float::Down) => "↓",
        Some(Float::Up) => "↑",
        None => "-",
    };
    player.floats.iter().map(arrow).collect::<Vec<_>>().join(" ")
}

/// Who floats down from a bracket and why, one sentence each.
pub(super) fn downfloaters(pairings: &Pairings<'_>, bracket: &DueBracket) -> Vec<String> {
    let rules = pairings.due.rules;
    let last = pairings.due.brackets.last() == Some(bracket);
    let mut lines = Vec::new();
    for number in &bracket.downfloaters {
        let does = if last { "is left over" } else { "floats down" };
        let reasons: Vec<String> = bracket
            .reasons
            .iter()
            .filter(|reason| reason.player == *number)
            .map(|reason| {
                let others = list(&reason.instead_of);
                match reason.criterion {
                    "order" => format!("and not {others}: equally good, and this candidate comes first"),
                    criterion => format!("and not {others}: {} ({})", reason.says, cited(rules, criterion)),
                }
            })
            .collect();
        match reasons.as_slice() {
            [] => lines.push(format!("{number} {does}")),
            [first, rest @ ..] => {
                lines.push(format!("{number} {does} {first}"));
                lines.extend(rest.iter().map(|reason| format!("    {reason}")));
            }
        }
    }
    lines
}

/// The differences of the file's round, one sentence each; a single sentence if there are none.
pub(super) fn comparison(judged: &Judged) -> Vec<String> {
    if is_same(judged) {
        return vec!["The file has these pairings.".to_owned()];
    }
    let mut lines = Vec::new();
    for (one, other, bar) in &judged.forbidden {
        let criterion = cited(judged.rules, bar.criterion(judged.rules));
        lines.push(format!("{one}\u{2013}{other} must not be paired: {} ({criterion})", bar.says()));
    }
    for number in &judged.barred_byes {
        let criterion = cited(judged.rules, judged.rules.bars_bye());
        lines.push(format!("{number} must not have the bye ({criterion})"));
    }
    for bye in &judged.byes {
        let criterion = cited(judged.rules, bye.criterion);
        lines.push(match bye.due {
            Some(due) => format!("{} has the bye; it is due to {due} ({criterion})", bye.player),
            None => format!("{} has the bye; no bye is needed ({criterion})", bye.player),
        });
    }
    lines.extend(judged.difference.as_ref().map(|difference| differs(judged, difference)));
    for wrong in &judged.colours {
        let article = cited(judged.rules, wrong.rule.article(judged.rules));
        lines.push(format!(
            "{} has White against {}; White is due to {} ({article})",
            wrong.black, wrong.white, wrong.white
        ));
    }
    lines
}

fn differs(judged: &Judged, difference: &Difference) -> String {
    let Difference { criterion, says, rule, found, expected, .. } = difference;
    let why = match (rule, found, expected) {
        (Some(rule), _, _) => {
            format!(
                "both are equally good, and the second is generated earlier ({})",
                cited(judged.rules, rule)
            )
        }
        (None, Some(found), Some(expected)) => format!(
            "the second is better in {criterion}, {says}: {expected} and not {found} ({})",
            cited(judged.rules, criterion)
        ),
        _ => format!("{criterion}, {says}"),
    };
    format!(
        "In the bracket of {} the file has {}; the rules give {}: {why}",
        points(difference.bracket),
        pairs(&difference.pairs),
        pairs(&difference.due)
    )
}
