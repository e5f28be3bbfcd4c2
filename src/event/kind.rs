//! How an event was played: as the file says, else as its pairings show.

use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Event, Format, Kind};

/// The kind of an event, and why it was chosen.
pub fn decide(event: &Event, forced: Option<Kind>) -> (Kind, &'static str) {
    if let Some(kind) = forced {
        return (kind, "as asked");
    }
    if let Some(kind) = event.kind {
        return (kind, "as the file says");
    }
    let listed = event.has_teams() && !matches!(event.format, Format::Pgn | Format::GamesCsv);
    if listed {
        return (Kind::Team, "the file lists teams");
    }
    if event.has_teams() || is_team_event(event) {
        return (Kind::Team, "in every round the players of a team meet one other team");
    }
    if is_knockout(event) {
        return (
            Kind::Knockout,
            "in each round pairs meet several times, and those who lose do not come back",
        );
    }
    if is_round_robin(event) {
        return (Kind::RoundRobin, "every pair of players meets the same number of times");
    }
    (Kind::Swiss, "not every pair of players meets")
}

/// How often each pair of players met, by starting numbers in ascending order.
pub(crate) fn meetings(event: &Event) -> FxHashMap<(u32, u32), u32> {
    let mut met: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for player in &event.players {
        for cell in &player.cells {
            if let Some(opponent) = cell.opponent.filter(|no| *no != player.no) {
                *met.entry((player.no.min(opponent), player.no.max(opponent))).or_insert(0) += 1;
            }
        }
    }
    // Each game is in the cells of both players; a game that only one of them has counts as well.
    met.values_mut().for_each(|count| *count = count.div_ceil(2));
    met
}

/// How often each pair should meet in a round-robin: as often as most pairs did.
pub(crate) fn cycles(met: &FxHashMap<(u32, u32), u32>) -> u32 {
    let mut by_count: FxHashMap<u32, usize> = FxHashMap::default();
    for count in met.values() {
        *by_count.entry(*count).or_insert(0) += 1;
    }
    by_count.into_iter().max_by_key(|(count, pairs)| (*pairs, *count)).map_or(1, |(count, _)| count)
}

/// Whether every pair meets the same number of times. Each player may miss one game.
fn is_round_robin(event: &Event) -> bool {
    let active: Vec<u32> =
        event.players.iter().filter(|p| p.cells.iter().any(|c| c.opponent.is_some())).map(|p| p.no).collect();
    // Nobody has enough games for a round-robin, so the pairs need not be counted.
    let most_cells = event.players.iter().map(|p| p.cells.len()).max().unwrap_or(0);
    if active.len() < 2 || most_cells + 2 < active.len() {
        return false;
    }
    let met = meetings(event);
    // Far fewer pairs than in a round-robin, so they need not be checked one by one.
    let pairs = active.len().saturating_mul(active.len() - 1) / 2;
    if met.len() + active.len() / 2 < pairs {
        return false;
    }
    let cycles = cycles(&met);
    let mut missing: FxHashSet<u32> = FxHashSet::default();
    for (i, a) in active.iter().enumerate() {
        for b in active.iter().skip(i + 1) {
            let count = met.get(&(*a.min(b), *a.max(b))).copied().unwrap_or(0);
            if count > cycles || count + 1 < cycles {
                return false;
            }
            // Each player may miss one game.
            if count < cycles && !(missing.insert(*a) & missing.insert(*b)) {
                return false;
            }
        }
    }
    true
}

/// Whether all games name teams, and in each round all games of a team are against one other team, on more than one
/// board.
fn is_team_event(event: &Event) -> bool {
    if !matches!(event.format, Format::Pgn | Format::GamesCsv)
        || event.players.iter().any(|p| p.team.is_empty())
    {
        return false;
    }
    let team_of: FxHashMap<u32, &str> = event.players.iter().map(|p| (p.no, p.team.as_str())).collect();
    let mut opponents: FxHashMap<(&str, u32), (&str, u32)> = FxHashMap::default();
    for player in &event.players {
        for cell in &player.cells {
            let Some(other) = cell.opponent.and_then(|no| team_of.get(&no)) else { continue };
            let met = opponents.entry((player.team.as_str(), cell.round)).or_insert((other, 0));
            if met.0 != *other || *other == player.team {
                return false;
            }
            met.1 += 1;
        }
    }
    let boards = opponents.values().map(|(_, games)| *games).max().unwrap_or(0);
    boards >= 2 && opponents.values().filter(|(_, games)| *games >= 2).count() * 2 >= opponents.len()
}

/// Whether in each round every player meets one opponent, some in several games, and fewer players play in each round
/// than in the one before.
fn is_knockout(event: &Event) -> bool {
    if event.format != Format::Pgn || event.players.len() < 3 {
        return false;
    }
    let mut several = false;
    for round in event.players.iter().flat_map(|player| player.cells.chunk_by(|a, b| a.round == b.round)) {
        let mut opponents = round.iter().filter_map(|cell| cell.opponent);
        let Some(first) = opponents.next() else { continue };
        for other in opponents {
            if other != first {
                return false;
            }
            several = true;
        }
    }
    let playing = playing(event);
    let of = |round: u32| playing.get(&round).copied().unwrap_or(0);
    several && (2..=event.last_round()).all(|round| of(round) < of(round - 1))
}

/// The number of players with a cell, by round.
fn playing(event: &Event) -> FxHashMap<u32, usize> {
    let mut by_round = FxHashMap::default();
    for cells in event.players.iter().flat_map(|player| player.cells.chunk_by(|a, b| a.round == b.round)) {
        if let Some(cell) = cells.first() {
            *by_round.entry(cell.round).or_insert(0) += 1;
        }
    }
    by_round
}
