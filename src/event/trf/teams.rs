//! Team records: `013`, `310`, `320`, `330`, `300`, `362`, `801`, `802`.

use super::columns::Columns;
use super::points::pairs;
use super::{numbers, syntax};
use crate::event::model::{Event, OutOfOrder, Record, Team, TeamByes, TeamForfeit, TeamSums};
use crate::event::points::Score;

/// Reads one record about teams.
pub(super) fn read(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    match record.code.as_str() {
        "013" => old_team(event, record, columns),
        "310" => team(event, record, columns),
        "320" => byes(event, record, columns),
        "330" => forfeit(event, record, columns),
        "300" => out_of_order(event, record, columns),
        "362" => match_points(event, record),
        _ => sums(event, record, columns),
    }
}

fn old_team(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let members = numbers(event, record, columns.from(37));
    let no = event.teams.len() as u32 + 1;
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
    };
    event.teams.push(team);
}

fn optional_score(event: &mut Event, record: &Record, text: &str) -> Option<Score> {
    let score = Score::parse(text);
    if score.is_none() && !text.is_empty() {
        syntax(event, record, text);
    }
    score
}

fn byes(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let field = |a, b| Score::parse(columns.get(a, b)).unwrap_or_default();
    let (match_points, game_points) = (field(5, 8), field(10, 13));
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
        // The width of 801 depends on the boards, so it is read by its words.
        let words: Vec<&str> = record.text.split_whitespace().collect();
        let team = words.first().and_then(|word| word.parse().ok());
        let mut scores = words.iter().skip(2).filter_map(|word| Score::parse(word));
        team.map(|team| (team, scores.next(), scores.next()))
    };
    match sums {
        Some((team, match_points, game_points)) => {
            event.team_sums.push(TeamSums { line: record.line, team, match_points, game_points });
        }
        None => syntax(event, record, record.text.trim()),
    }
}
