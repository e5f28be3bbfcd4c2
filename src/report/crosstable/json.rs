//! The crosstable as a JSON object.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Crosstable, Holds};
use crate::checks::Finding;
use crate::event::field::Slot;
use crate::event::standings::{Row, Standings};
use crate::event::{Colour, Event, Kind, PointSystem, teams, trf};
use crate::report::json;

/// What this format can hold.
pub(super) const HOLDS: Holds = Holds { findings: true, any_size: true };

/// Writes the object, with a line end.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, _width: usize, out: &mut dyn Write) -> io::Result<()> {
    json::write(&mut *out, &Document::of(table))?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Document<'a> {
    flagfall: &'static str,
    schema: u32,
    event: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_day: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_day: Option<String>,
    /// Points for each result, by the names of the exchange format; left out if they are 1, ½ and 0.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    scoring: BTreeMap<&'static str, f64>,
    /// The records of a report file that decide the points, unchanged; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    records: Vec<RecordEntry<'a>>,
    kind: &'static str,
    kind_because: &'static str,
    tiebreak_rules: &'static str,
    rounds: u32,
    standings: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Vec<Entry<'a>>>,
    problems: &'a [Finding],
}

#[derive(Serialize)]
struct RecordEntry<'a> {
    code: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Player(Box<PlayerEntry<'a>>),
    Team(TeamEntry<'a>),
}

#[derive(Serialize)]
struct PlayerEntry<'a> {
    rank: u32,
    no: u32,
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u32>,
    #[serde(skip_serializing_if = "str::is_empty")]
    federation: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fide_id: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    birth: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    sex: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    team: &'a str,
    points: f64,
    played: usize,
    tiebreaks: Tiebreaks<'a>,
    performance: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating_change: Option<i32>,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct TeamEntry<'a> {
    rank: u32,
    no: u32,
    name: &'a str,
    points: f64,
    match_points: f64,
    game_points: f64,
    played: usize,
    tiebreaks: Tiebreaks<'a>,
    members: &'a [u32],
    games: Vec<TeamGame>,
}

#[derive(Serialize)]
struct Game {
    round: u32,
    opponent: Option<u32>,
    colour: Option<Colour>,
    result: char,
    played: bool,
}

#[derive(Serialize)]
struct TeamGame {
    round: u32,
    opponent: Option<u32>,
    result: char,
    match_points: f64,
    game_points: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boards: Vec<BoardResult>,
}

#[derive(Serialize)]
struct BoardResult {
    no: u32,
    points: f64,
}

/// The tie-breaks of a row, in order.
struct Tiebreaks<'a>(&'a Standings, &'a Row);

impl Serialize for Tiebreaks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.tiebreaks.len()))?;
        for (spec, working) in self.0.tiebreaks.iter().zip(&self.1.tiebreaks) {
            map.serialize_entry(&spec.name, &working.value.map(two_decimals))?;
        }
        map.end()
    }
}

/// Rounds to two decimals, the precision of numbers in the JSON.
fn two_decimals(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

impl<'a> Document<'a> {
    fn of(table: &Crosstable<'a>) -> Document<'a> {
        let (event, standings) = (table.event, table.standings);
        let team = standings.kind == Kind::Team;
        let players = |standings: &'a Standings| {
            standings.rows.iter().filter_map(|row| player(event, standings, row)).collect::<Vec<_>>()
        };
        Document {
            flagfall: env!("CARGO_PKG_VERSION"),
            schema: 1,
            event: &event.name,
            first_day: event.first_day.map(|day| day.to_string()),
            last_day: event.last_day.map(|day| day.to_string()),
            scoring: scoring(&event.points),
            records: records(event),
            kind: standings.kind.name(),
            kind_because: standings.why,
            tiebreak_rules: standings.edition.name(),
            rounds: standings.field.rounds,
            standings: if team { team_entries(event, standings) } else { players(standings) },
            players: standings.players.as_deref().map(players),
            problems: table.problems,
        }
    }
}

fn records(event: &Event) -> Vec<RecordEntry<'_>> {
    let kept = event.records.iter().filter(|record| trf::says_how_points_come(&record.code));
    kept.map(|record| RecordEntry { code: &record.code, text: &record.text }).collect()
}

fn scoring(points: &PointSystem) -> BTreeMap<&'static str, f64> {
    if *points == PointSystem::default() {
        return BTreeMap::new();
    }
    points.named().into_iter().map(|(name, score)| (name, score.value())).collect()
}

fn player<'a>(event: &'a Event, standings: &'a Standings, row: &'a Row) -> Option<Entry<'a>> {
    let (player, entrant) = (event.players.get(row.entrant)?, standings.entrant(row)?);
    let number = |at: usize| standings.field.entrants.get(at).map(|e| e.no);
    let game = |slot: &Slot| {
        // An opponent who is missing in the file keeps the number given there.
        let recorded = slot.cell.and_then(|at| player.cells.get(at)).and_then(|cell| cell.opponent);
        Game {
            round: slot.round,
            opponent: slot.opponent.and_then(number).or(recorded),
            colour: slot.colour,
            result: slot.outcome.code(),
            played: slot.outcome.is_played(),
        }
    };
    Some(Entry::Player(Box::new(PlayerEntry {
        rank: row.rank,
        no: row.no,
        name: &player.name,
        title: &player.title,
        rating: player.rating,
        federation: &player.federation,
        fide_id: player.id(),
        birth: &player.birth,
        sex: &player.sex,
        team: &player.team,
        points: two_decimals(entrant.score.primary),
        played: entrant.slots.iter().filter(|slot| slot.outcome.is_played()).count(),
        tiebreaks: Tiebreaks(standings, row),
        performance: row.performance,
        expected_score: row.change.map(|change| two_decimals(change.expected)),
        rating_change: row.change.map(|change| change.change),
        games: entrant.slots.iter().map(game).collect(),
    })))
}

fn team_entries<'a>(event: &'a Event, standings: &'a Standings) -> Vec<Entry<'a>> {
    let all = teams::matches(event);
    let (matches, games) = (standings.field.match_points(), standings.field.game_points());
    let entry = |row: &'a Row| {
        let (team, entrant) = (event.teams.get(row.entrant)?, standings.entrant(row)?);
        let boards = |round: u32| -> Vec<BoardResult> {
            let games = all.get(row.entrant).map(Vec::as_slice).unwrap_or_default();
            let game = games.get(games.partition_point(|game| game.round < round));
            let game = game.filter(|game| game.round == round);
            let boards = game.map(|game| game.boards.as_slice()).unwrap_or_default();
            let seated = boards.iter().filter(|(no, _)| *no > 0);
            seated.map(|(no, points)| BoardResult { no: *no, points: points.value() }).collect()
        };
        let game = |slot: &Slot| TeamGame {
            round: slot.round,
            opponent: slot.opponent.and_then(|at| event.teams.get(at)).map(|team| team.no),
            result: slot.outcome.code(),
            match_points: slot.gain.get(matches),
            game_points: slot.gain.get(games),
            boards: boards(slot.round),
        };
        Some(Entry::Team(TeamEntry {
            rank: row.rank,
            no: row.no,
            name: &team.name,
            points: two_decimals(entrant.score.primary),
            match_points: two_decimals(entrant.score.get(matches)),
            game_points: two_decimals(entrant.score.get(games)),
            played: entrant.slots.iter().filter(|slot| slot.outcome.is_played()).count(),
            tiebreaks: Tiebreaks(standings, row),
            members: &team.members,
            games: entrant.slots.iter().map(game).collect(),
        }))
    };
    standings.rows.iter().filter_map(entry).collect()
}
