use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::event_prelude::*;
use crate::event::{Prohibition, teams};

check! {
    /// Two players, or two teams, met whom the file forbids to meet.
    ///
    /// ## Why it matters
    /// The organiser had a reason for it: players of one family, or of one club.
    ///
    /// ## Example
    /// Who must not meet meets in round 2:
    /// ```trf
    /// XXP 1 2
    /// ```
    ///
    /// ## What to do
    /// Check the pairing of the round, or the record.
    id: "prohibited-pairing", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for rule in file.event.prohibitions.iter().filter(|rule| rule.of_teams) {
        teams(file, rule, out);
    }
    // The rules that name each player, in their order.
    let mut rules: FxHashMap<u32, BTreeSet<usize>> = FxHashMap::default();
    for (at, rule) in file.event.prohibitions.iter().enumerate().filter(|(_, rule)| !rule.of_teams) {
        for no in &rule.numbers {
            rules.entry(*no).or_default().insert(at);
        }
    }
    if rules.is_empty() {
        return;
    }
    for pairing in file.pairings() {
        let (Some(a), Some(b)) = (rules.get(&pairing.lower.no), rules.get(&pairing.higher.no)) else {
            continue;
        };
        let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let of_both = few.iter().filter(|at| many.contains(at));
        for rule in of_both.filter_map(|at| file.event.prohibitions.get(*at)) {
            if rule.rounds.is_none_or(|(first, last)| (first..=last).contains(&pairing.round)) {
                let words = format!(
                    "round {}: {} and {} meet, which line {} forbids",
                    pairing.round, pairing.lower.no, pairing.higher.no, rule.line
                );
                out.pairing(&pairing, words).field = Some("opponent".into());
            }
        }
    }
}

/// In a team event the record names teams.
fn teams(file: &ResultFile<'_>, rule: &Prohibition, out: &mut EventFindings<'_>) {
    let teams = &file.event.teams;
    for (team, matches) in teams.iter().zip(teams::matches(file.event)) {
        for game in matches {
            let Some(other) = game.opponent.and_then(|at| teams.get(at)).filter(|other| other.no > team.no)
            else {
                continue;
            };
            let in_range = rule.rounds.is_none_or(|(first, last)| (first..=last).contains(&game.round));
            if in_range && rule.numbers.contains(&team.no) && rule.numbers.contains(&other.no) {
                let words = format!(
                    "round {}: the teams {} and {} meet, which line {} forbids",
                    game.round, team.name, other.name, rule.line
                );
                let finding = out.line(team.line.max(1), words);
                finding.name = Some(team.name.as_str().into());
                finding.round = Some(game.round.to_string().into());
                finding.field = Some("opponent".into());
            }
        }
    }
}
