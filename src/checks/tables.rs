//! Findings about a table of standings: against a published one, and about what its tie-breaks leave out.

use std::sync::Arc;

use super::finding::{Finding, Severity};
use crate::event::Event;
use crate::event::against::Difference;
use crate::event::standings::Standings;

/// What the published table `file` has and the results do not give: `table-differs` for each value, `player-not-in-table` for a
/// player whom only one side has.
pub fn published_differs(file: &Arc<str>, differences: Vec<Difference>) -> Vec<Finding> {
    differences.into_iter().map(|difference| published_differs_in(file, difference)).collect()
}

fn published_differs_in(file: &Arc<str>, difference: Difference) -> Finding {
    let is_value = !difference.field.is_empty();
    let (check, message) = if is_value {
        let round = difference.round.map_or_else(String::new, |round| format!("round {round}, "));
        let Difference { name, field, published, ours, .. } = &difference;
        ("table-differs", format!("{name}: {round}{field} is {published}, the results give {ours}"))
    } else {
        ("player-not-in-table", format!("{} is in one of the tables only", difference.name))
    };
    let mut finding = Finding::new(check, Severity::Error, Arc::clone(file), message);
    finding.line = Some(difference.line);
    finding.player = difference.player;
    finding.name = Some(difference.name.into());
    finding.round = difference.round.map(|round| round.to_string().into());
    if is_value {
        finding.field = Some(difference.field.into());
        (finding.expected, finding.found) = (Some(difference.published), Some(difference.ours));
    }
    finding
}

/// A tie-break by rating leaves out players without one, unless a rating was said for them: a `bad-rating` that says so.
pub fn unrated_players(event: &Event, standings: &Standings) -> Option<Finding> {
    let asked = standings.tiebreaks.iter().find(|spec| spec.unrated.is_none() && spec.tiebreak.by_rating)?;
    let without = event.players.iter().filter(|player| player.rating.is_none()).count();
    if without == 0 || standings.field.unrated.is_some() {
        return None;
    }
    let message =
        format!("{without} players have no rating: {} counts the rated opponents alone", asked.name);
    let mut finding = Finding::new("bad-rating", Severity::Warning, Arc::clone(&event.file), message);
    finding.field = Some("rating".into());
    Some(finding)
}
