//! Records of teams and byes: `013`, `240`, `310`, `320`, `330`, `300`, `362`, `801`, `802`.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::columns::Columns;
use super::points::pairs;
use super::{numbers, syntax};
use crate::event::model::{Event, OutOfOrder, Record, RoundByes, Team, TeamByes, TeamForfeit, TeamSums};
use crate::event::outcome::Outcome;
use crate::event::points::Score;

/// Reads one record about teams.
pub(super) fn read(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    match record.code.as_str() {
        "013" => old_team(event, record, columns),
        "240" => round_byes(event, record, columns),
        "310" => team(event, record, columns),
        "320" => team_byes(event, record, columns),
        "330" => forfeit(event, record, columns),
        "300" => out_of_order(event, record, columns),
        "362" => match_points(event, record),
        _ => sums(event, record, columns),
    }
}

fn old_team(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let members = numbers(event, record, columns.from(37));
    let no = event.teams.iter().filter(|team| !team.fixed_order).count() as u32 + 1;
    let name = columns.get(5, 36).trim().to_owned();
    event.teams.push(Team { no, line: record.line, name, members, ..Team::default() });
}

fn team(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let field = |a, b| columns.get(a, b).trim();
    let Ok(no) = field(5, 7).parse() else {
        return syntax(event, record, field(5, 7));
    };
    let members = numbers(event, record, columns.from(74));
    let team = Team {
        no,
        line: record.line,
        name: field(9, 40).to_owned(),
        nickname: field(42, 46).to_owned(),
        strength: field(48, 53).to_owned(),
        match_points: optional_score(event, record, field(55, 60)),
        game_points: optional_score(event, record, field(62, 67)),
        rank: field(69, 71).parse().ok().filter(|rank| *rank > 0),
        members,
        fixed_order: true,
    };
    event.teams.push(team);
}

/// Merges the teams. A `013` record for a team that has a `310` record only repeats it for older programs, and is
/// dropped.
pub(super) fn settle(event: &mut Event) {
    let (listed, older): (Vec<Team>, Vec<Team>) =
        std::mem::take(&mut event.teams).into_iter().partition(|team| team.fixed_order);
    let last = listed.iter().map(|team| team.no).max().unwrap_or(0);
    let known = Listed::of(&listed);
    let others: Vec<Team> = older.into_iter().filter(|team| !known.has(team)).collect();
    event.teams = listed;
    event.teams.extend((1..).zip(others).map(|(at, team)| Team { no: last.saturating_add(at), ..team }));
    let of_teams = event.is_of_teams();
    event.prohibitions.iter_mut().for_each(|prohibition| prohibition.of_teams &= of_teams);
}

/// The maximum number of teams considered for one player.
const MOST_TEAMS: usize = 50;

/// The teams of `310` records, by name and by member.
struct Listed {
    names: BTreeSet<String>,
    teams_of: FxHashMap<u32, BTreeSet<usize>>,
}

impl Listed {
    fn of(teams: &[Team]) -> Listed {
        let mut teams_of: FxHashMap<u32, BTreeSet<usize>> = FxHashMap::default();
        for (at, team) in teams.iter().enumerate() {
            for no in &team.members {
                let own = teams_of.entry(*no).or_default();
                if own.len() < MOST_TEAMS {
                    own.insert(at);
                }
            }
        }
        Listed { names: teams.iter().map(|team| team.name.to_ascii_lowercase()).collect(), teams_of }
    }

    /// Whether a team of a `013` record is one of these: it has the same name, or shares more than half of its members.
    fn has(&self, team: &Team) -> bool {
        let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
        let mut most = 0;
        for at in team.members.iter().filter_map(|no| self.teams_of.get(no)).flatten() {
            let count = shared.entry(*at).or_default();
            *count += 1;
            most = most.max(*count);
        }
        most * 2 > team.members.len() || self.names.contains(&team.name.to_ascii_lowercase())
    }
}

fn round_byes(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let outcome = match columns.get(5, 5).to_ascii_uppercase().as_str() {
        "F" => Outcome::FullBye,
        "H" => Outcome::HalfBye,
        "Z" => Outcome::ZeroBye,
        other => return syntax(event, record, other),
    };
    let Ok(round) = columns.get(7, 9).trim().parse() else {
        return syntax(event, record, columns.get(7, 9).trim());
    };
    let numbers = numbers(event, record, columns.from(11));
    event.round_byes.push(RoundByes { line: record.line, outcome, round, numbers });
}

fn optional_score(event: &mut Event, record: &Record, text: &str) -> Option<Score> {
    let score = Score::parse(text);
    if score.is_none() && !text.is_empty() {
        syntax(event, record, text);
    }
    score
}

fn team_byes(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let match_points = optional_score(event, record, columns.get(5, 8).trim());
    let game_points = optional_score(event, record, columns.get(10, 13).trim());
    let mut teams = Vec::new();
    let mut column = 15;
    while column <= columns.width() {
        let text = columns.get(column, column + 2).trim();
        match text.parse::<u32>() {
            Ok(no) => teams.push((no > 0).then_some(no)),
            Err(_) => {
                if !text.is_empty() {
                    syntax(event, record, text);
                }
                teams.push(None);
            }
        }
        column += 4;
    }
    event.team_byes.push(TeamByes { line: record.line, match_points, game_points, teams });
}

fn forfeit(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let field = |a, b| columns.get(a, b).trim();
    let number = |a, b| field(a, b).parse::<u32>().ok();
    let won = match field(5, 6) {
        "+-" => Some((true, false)),
        "-+" => Some((false, true)),
        "--" => Some((false, false)),
        _ => None,
    };
    match (won, number(8, 10), number(12, 14), number(16, 18)) {
        (Some((by_white, by_black)), Some(round), Some(white), Some(black)) => {
            event.team_forfeits.push(TeamForfeit {
                line: record.line,
                round,
                white: (white, by_white),
                black: (black, by_black),
            })
        }
        _ => syntax(event, record, record.text.trim()),
    }
}

fn out_of_order(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let number = |a, b| columns.get(a, b).trim().parse::<u32>().ok();
    let (Some(round), Some(team)) = (number(5, 7), number(9, 11)) else {
        return syntax(event, record, record.text.trim());
    };
    let boards = numbers(event, record, columns.from(17));
    event.out_of_order.push(OutOfOrder { round, team, boards });
}

fn match_points(event: &mut Event, record: &Record) {
    for (name, value) in pairs(event, record, &record.text) {
        match name.as_str() {
            "TW" => event.match_points.win = value,
            "TD" => event.match_points.draw = value,
            "TL" => event.match_points.loss = value,
            other => syntax(event, record, other),
        }
    }
}

fn sums(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let sums = if record.code == "802" {
        let field = |a, b| columns.get(a, b).trim();
        field(5, 7).parse().ok().map(|team| (team, Score::parse(field(15, 20)), Score::parse(field(22, 27))))
    } else {
        // The columns of 801 depend on the number of boards, so it is read word by word.
        let words: Vec<&str> = record.text.split_whitespace().collect();
        let team = words.first().and_then(|word| word.parse().ok());
        let mut scores = words.iter().skip(2).filter_map(|word| Score::parse(word));
        team.map(|team| (team, scores.next(), scores.next()))
    };
    match sums {
        Some((team, match_points, game_points)) => {
            let byes = if record.code == "802" { printed_byes(columns) } else { Vec::new() };
            let line = record.line;
            event.team_sums.push(TeamSums { line, team, match_points, game_points, byes });
        }
        None => syntax(event, record, record.text.trim()),
    }
}

/// The first round column of an `802` record, and the width of a round. In the draft of the format, rounds began one
/// column earlier, so a bye counts for the round in whose columns it begins.
const ROUNDS_OF_802: usize = 28;
const ROUND_OF_802: usize = 13;

/// The rounds of an `802` record that have a bye in place of the opponent.
fn printed_byes(columns: &Columns<'_>) -> Vec<(u32, Outcome)> {
    let mut byes = Vec::new();
    let starts = (ROUNDS_OF_802..columns.width()).step_by(ROUND_OF_802);
    for (round, at) in (1..).zip(starts) {
        match columns.get(at, at + 3).trim() {
            "PAB" => byes.push((round, Outcome::PairingBye)),
            "FPB" => byes.push((round, Outcome::FullBye)),
            "HPB" => byes.push((round, Outcome::HalfBye)),
            _ => {}
        }
    }
    byes
}
