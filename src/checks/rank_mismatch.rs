use super::event_prelude::*;
use super::{Finding, points_mismatch};
use crate::event::field::Field;

check! {
    /// A rank that points, or the tie-breaks that the file names, do not give.
    ///
    /// ## Why it matters
    /// Prizes and titles go by rank. A player cannot be ranked above somebody with more points; if the file says how ties
    /// are broken, the whole order is computed.
    ///
    /// ## Example
    /// Nobody has more points:
    /// ```trf
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    5     4 w 1     2 b =     3 w 1
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.5    1     1 b 0     3 w 0     5 b =
    /// ```
    ///
    /// ## What to do
    /// Compute the standings anew; `flagfall crosstable --explain-tiebreaks NAME` shows where a value comes
    /// from.
    ///
    /// Repair (unsafe): the rank, if only one is possible.
    id: "rank-mismatch", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if !file.is_table() {
        return;
    }
    if file.kind == Kind::Team {
        teams(file, out);
    }
    let players = &file.event.players;
    let field = Field::of_players(file.event, file.kind, crate::event::tiebreaks::Edition::Y2026);
    let computed = |at: usize| field.entrants.get(at).map_or(0, |e| (e.score.primary * 100.0).round() as i64);
    let said: Vec<i64> = players
        .iter()
        .enumerate()
        .map(|(at, player)| {
            let points = points_mismatch::after_repairs(file, player, out);
            points.map_or_else(|| computed(at), |score| (score.value() * 100.0).round() as i64)
        })
        .collect();
    let by_tiebreaks = if file.kind == Kind::Team { None } else { places(file) };
    let ranked: Vec<i64> =
        players.iter().zip(&said).filter(|(p, _)| p.rank.is_some()).map(|(_, points)| *points).collect();
    let sorted = |mut list: Vec<i64>| {
        list.sort_unstable();
        list
    };
    let (ranked, all) = (sorted(ranked), sorted(said.clone()));
    for (at, player) in players.iter().enumerate() {
        let (Some(rank), Some(points)) = (player.rank, said.get(at)) else { continue };
        // A wrong sum or an unread cell is reported as such.
        let unread = file.has_unread(player);
        if unread || computed(at) != *points {
            continue;
        }
        let above = ranked.len() - ranked.partition_point(|other| other <= points);
        let not_below = all.len() - all.partition_point(|other| other < points);
        let by_points = (above as u32 + 1, not_below as u32);
        let range = by_tiebreaks.as_ref().and_then(|places| places.get(at)).copied().unwrap_or(by_points);
        if (range.0..=range.1).contains(&rank) {
            continue;
        }
        let why = if (by_points.0..=by_points.1).contains(&rank) {
            "the tie-breaks give"
        } else {
            "the points give"
        };
        let words = format!("{} has rank {rank}, {why} {}", player.name, shown(range));
        let one = (range.0 == range.1).then(|| range.0.to_string());
        let fix = one.and_then(|one| out.written_in_field(player, "rank", &rank.to_string(), &one));
        let finding = out.field(player, "rank", &rank.to_string(), words);
        finding.fix = fix;
        report(finding, rank, range);
    }
}

fn shown(range: (u32, u32)) -> String {
    if range.0 == range.1 { range.0.to_string() } else { format!("{} to {}", range.0, range.1) }
}

fn report(finding: &mut Finding, rank: u32, range: (u32, u32)) {
    finding.field = Some("rank".into());
    finding.expected = Some(range.0.into());
    finding.found = Some(rank.into());
}

/// Ranks of the players by points and tie-breaks, the first and the last that each may have; nothing where the file does
/// not say how ties are broken, or its results do not prove an order.
fn places(file: &ResultFile<'_>) -> Option<Vec<(u32, u32)>> {
    let complete = file.event.players.iter().all(|player| player.rank.is_some());
    if file.ranking().is_empty() || !complete || !file.is_sound() {
        return None;
    }
    Some(ranges(file))
}

fn ranges(file: &ResultFile<'_>) -> Vec<(u32, u32)> {
    let rows = &file.standings().rows;
    let mut ranges = vec![(0, 0); rows.len()];
    for tied in rows.chunk_by(|a, b| a.rank == b.rank) {
        for row in tied {
            let range = (row.rank, row.rank + tied.len() as u32 - 1);
            ranges.get_mut(row.entrant).into_iter().for_each(|place| *place = range);
        }
    }
    ranges
}

/// Ranks of teams, by what their records say.
fn teams(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let teams = &file.event.teams;
    if file.ranking().is_empty()
        || teams.iter().any(|team| team.rank.is_none())
        || !file.is_sound()
        || !file.has_sound_teams()
    {
        return;
    }
    for (team, range) in teams.iter().zip(ranges(file)) {
        let rank = team.rank.unwrap_or(0);
        if !(range.0..=range.1).contains(&rank) {
            let words =
                format!("team {} has rank {rank}, points and tie-breaks give {}", team.name, shown(range));
            let finding = out.line(team.line, words);
            finding.name = Some(team.name.as_str().into());
            report(finding, rank, range);
        }
    }
}
