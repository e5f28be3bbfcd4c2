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
    for rule in file.event.prohibitions.iter().filter(|rule| !rule.of_teams) {
        for pairing in file.pairings() {
            let named = |player: &Player| rule.numbers.contains(&player.no);
            let in_range = rule.rounds.is_none_or(|(first, last)| (first..=last).contains(&pairing.round));
            if in_range && named(pairing.lower) && named(pairing.higher) {
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
