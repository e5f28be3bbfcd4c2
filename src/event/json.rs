//! Reads our own crosstable output, for comparisons and round trips.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::day;
use super::fault::{Fault, FaultKind};
use super::model::{Cell, Event, Format, Kind, Player, Team};
use super::outcome::{Colour, Outcome};
use super::points::Score;
use super::text::unmarked;

#[derive(Deserialize)]
struct Table {
    #[serde(default)]
    event: String,
    #[serde(default)]
    first_day: String,
    #[serde(default)]
    last_day: String,
    #[serde(default)]
    scoring: Map<String, Value>,
    #[serde(default)]
    records: Vec<RecordRow>,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    standings: Vec<Row>,
    #[serde(default)]
    players: Vec<Row>,
}

#[derive(Deserialize)]
struct RecordRow {
    code: String,
    text: String,
}

#[derive(Deserialize)]
struct Row {
    rank: Option<u32>,
    no: Option<u32>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    title: String,
    rating: Option<u32>,
    #[serde(default)]
    federation: String,
    #[serde(default)]
    fide_id: Value,
    #[serde(default)]
    sex: String,
    #[serde(default)]
    birth: String,
    points: Option<f64>,
    match_points: Option<f64>,
    game_points: Option<f64>,
    #[serde(default)]
    members: Vec<u32>,
    #[serde(default)]
    tiebreaks: Map<String, Value>,
    #[serde(default)]
    games: Vec<Game>,
}

#[derive(Deserialize)]
struct Game {
    round: Option<u32>,
    opponent: Option<u32>,
    colour: Option<String>,
    #[serde(default)]
    result: String,
}

/// Reads an object with `standings`. For a team event, reads the players and the teams they belong to.
pub fn read(file: Arc<str>, bytes: &[u8]) -> Event {
    let (mut event, table) = document(file, bytes);
    let Some(mut table) = table else { return event };
    let records = std::mem::take(&mut table.records);
    if table.players.is_empty() {
        event.players = players(table.standings);
    } else {
        event.teams = (1..).zip(&table.standings).map(|(at, row)| team(at, row)).collect();
        event.players = players(table.players);
    }
    let kind = event.kind;
    let records = records.iter().map(|record| (record.code.as_str(), record.text.as_str()));
    super::trf::read_records(&mut event, records.filter(|(code, _)| super::trf::says_how_points_come(code)));
    event.kind = kind.or(event.kind);
    event
}

/// Reads only the rows of `standings` as players; for a team event these are the teams.
pub fn read_standings(file: Arc<str>, bytes: &[u8]) -> Event {
    let (mut event, table) = document(file, bytes);
    event.players = table.map(|table| players(table.standings)).unwrap_or_default();
    event
}

fn document(file: Arc<str>, bytes: &[u8]) -> (Event, Option<Table>) {
    let mut event = Event::new(file, Format::TableJson);
    let text = unmarked(bytes);
    let table: Table = match serde_json::from_slice(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text)) {
        Ok(table) => table,
        Err(error) => {
            let fault =
                Fault::new(FaultKind::EventSyntax, error.line() as u64, "json", "", error.to_string());
            event.faults.push(fault.at(error.column() as u64, 0));
            return (event, None);
        }
    };
    event.name.clone_from(&table.event);
    (event.first_day, event.last_day) = (day::full_day(&table.first_day), day::full_day(&table.last_day));
    for (name, value) in &table.scoring {
        event.points.set(name, score(value.as_f64().unwrap_or(0.0)));
    }
    event.kind = [Kind::RoundRobin, Kind::Swiss, Kind::Team, Kind::Knockout]
        .into_iter()
        .find(|k| k.name() == table.kind);
    (event, Some(table))
}

/// Scores are limited to eight digits before the decimal point.
const MOST_HUNDREDTHS: f64 = 1e10;

fn score(value: f64) -> Score {
    Score::hundredths((value * 100.0).round().clamp(-MOST_HUNDREDTHS, MOST_HUNDREDTHS) as i64)
}

fn players(rows: Vec<Row>) -> Vec<Player> {
    (1..).zip(rows).map(|(at, row)| player(at, row)).collect()
}

fn team(at: u32, row: &Row) -> Team {
    Team {
        no: row.no.unwrap_or(at),
        line: 1,
        name: row.name.clone(),
        match_points: row.match_points.or(row.points).map(score),
        game_points: row.game_points.map(score),
        rank: row.rank,
        members: row.members.clone(),
        ..Team::default()
    }
}

fn player(at: u32, row: Row) -> Player {
    let cell = |game: &Game| {
        let outcome = game.result.chars().next().and_then(Outcome::from_code)?;
        let outcome = if outcome == Outcome::Unknown { Outcome::Pending } else { outcome };
        let colour = match game.colour.as_deref() {
            Some("white") => Some(Colour::White),
            Some("black") => Some(Colour::Black),
            _ => None,
        };
        Some(Cell { opponent: game.opponent, colour, ..Cell::new(game.round?, outcome) })
    };
    let fide_id = match row.fide_id {
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let mut cells: Vec<Cell> = row.games.iter().filter_map(cell).collect();
    cells.sort_by_key(|cell| cell.round);
    Player {
        no: row.no.unwrap_or(at),
        line: 1,
        sex: row.sex,
        title: row.title,
        name: row.name,
        rating_text: row.rating.map(|r| r.to_string()).unwrap_or_default(),
        rating: row.rating.filter(|rating| *rating > 0),
        federation: row.federation,
        fide_id,
        birth: row.birth,
        points: row.points.map(score),
        rank: row.rank,
        published: row.tiebreaks.iter().map(|(name, value)| (name.clone(), value.as_f64())).collect(),
        cells,
        ..Player::default()
    }
}
