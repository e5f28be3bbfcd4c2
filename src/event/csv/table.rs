//! Tables with one row per player.

use std::sync::Arc;

use super::cell::{is_diagonal, matrix, parse};
use super::{Rows, folded};
use crate::event::berger_round;
use crate::event::fault::{Fault, FaultKind};
use crate::event::field::index_of;
use crate::event::model::{Cell, Event, Format, Kind, Mark, Player};
use crate::event::points::Score;
use crate::event::tiebreaks::Spec;

/// Whether the column contains names.
pub(super) fn is_name(name: &str) -> bool {
    matches!(folded(name).as_str(), "name" | "player" | "players")
}

/// The round of a column named `1`, `1.rd`, `rd1`, `r1` or `round 1`.
pub(super) fn round_of(name: &str) -> Option<u32> {
    let name = folded(name);
    let digits = name
        .strip_prefix("round")
        .or_else(|| name.strip_prefix("rd"))
        .or_else(|| name.strip_prefix('r'))
        .or_else(|| name.strip_suffix(".rd"))
        .or_else(|| name.strip_suffix("rd"))
        .unwrap_or(&name);
    let digits = digits.trim_matches(|c: char| c == '.' || c == ' ');
    if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|round| *round > 0)
}

pub(super) fn read(file: Arc<str>, mut rows: Rows) -> Event {
    let mut event = Event::new(file, Format::TableCsv);
    event.faults = std::mem::take(&mut rows.faults);
    event.name = stem(&event.file);
    let columns = Columns::of(&rows);
    for (at, (line, row)) in (1..).zip(&rows.rows) {
        let player = columns.player(&mut event, *line, row, at);
        event.players.push(player);
    }
    let rounds: Vec<(usize, u32)> =
        rows.header.iter().enumerate().filter_map(|(at, name)| Some((at, round_of(name)?))).collect();
    if is_matrix(&rows, &rounds) {
        event.kind = Some(Kind::RoundRobin);
        read_matrix(&mut event, &rows, &rounds);
    } else {
        read_rounds(&mut event, &rows, &rounds);
        event.players.iter_mut().for_each(|player| player.cells.sort_by_key(|cell| cell.round));
    }
    event.lines = rows.lines;
    event
}

/// The name of a file, without folders and without everything after the first dot.
fn stem(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.split('.').next().unwrap_or(name).to_owned()
}

/// The maximum length of a tie-break column's name in bytes. The name is stored with every player.
const LONGEST_TIEBREAK: usize = 40;

/// The columns with data on the player.
struct Columns {
    rank: Option<usize>,
    no: Option<usize>,
    name: Option<usize>,
    title: Option<usize>,
    rating: Option<usize>,
    federation: Option<usize>,
    fide_id: Option<usize>,
    points: Option<usize>,
    tiebreaks: Vec<(usize, String)>,
}

impl Columns {
    fn of(rows: &Rows) -> Columns {
        let column = |names: &[&str]| rows.column(names);
        let is_tiebreak = |name: &str| {
            if name.len() > LONGEST_TIEBREAK {
                return false;
            }
            let folded = folded(name);
            let numbered = folded.strip_prefix("tb").is_some_and(|rest| rest.trim().parse::<u32>().is_ok());
            numbered || (round_of(name).is_none() && Spec::parse(name.trim()).is_ok())
        };
        let points = column(&["pts", "pts.", "points", "score"]);
        let tiebreaks =
            rows.header.iter().enumerate().filter(|(at, name)| Some(*at) != points && is_tiebreak(name));
        Columns {
            rank: column(&["rank", "rk", "rk.", "place", "pos", "pos.", "position"]),
            no: column(&["no", "sno", "snr", "no."]),
            name: rows.header.iter().position(|name| is_name(name)),
            title: column(&["title"]),
            rating: column(&["rating", "rtg", "rtgi", "elo"]),
            federation: column(&["fed", "federation"]),
            fide_id: column(&["fide_id", "id", "fideid"]),
            points,
            tiebreaks: tiebreaks.map(|(at, name)| (at, name.trim().to_owned())).collect(),
        }
    }

    fn player(&self, event: &mut Event, line: u64, row: &[String], at: u32) -> Player {
        let field = |column: Option<usize>| column.and_then(|at| row.get(at)).map_or("", String::as_str);
        let mut whole = |column: Option<usize>, name: &str| {
            let text = field(column);
            let number = text.trim_end_matches('.').parse::<u32>().ok();
            if number.is_none() && !text.is_empty() {
                let words = format!("{text:?} is not a {name}");
                event.faults.push(Fault::new(FaultKind::EventSyntax, line, name, text, words));
            }
            number
        };
        let no = whole(self.no, "number").unwrap_or(at);
        let rank = rank_of(field(self.rank)).or_else(|| whole(self.rank, "rank")).filter(|rank| *rank > 0);
        let points = Score::parse(field(self.points));
        if points.is_none() && !field(self.points).is_empty() {
            let words = format!("{:?} is not a number of points", field(self.points));
            event
                .faults
                .push(Fault::new(FaultKind::EventSyntax, line, "points", field(self.points), words).of(no));
        }
        let value = |text: &str| text.replace(',', ".").replace('½', ".5").trim().parse::<f64>().ok();
        let published = self.tiebreaks.iter().map(|(at, name)| (name.clone(), value(field(Some(*at)))));
        Player {
            no,
            line,
            name: field(self.name).to_owned(),
            title: field(self.title).to_owned(),
            rating_text: field(self.rating).to_owned(),
            rating: field(self.rating).parse().ok().filter(|rating| *rating > 0),
            federation: field(self.federation).to_owned(),
            fide_id: field(self.fide_id).to_owned(),
            points,
            rank,
            published: published.collect(),
            ..Player::default()
        }
    }
}

/// The first rank of a shared rank: `5=`, `=5`, `5-7`.
fn rank_of(text: &str) -> Option<u32> {
    let shared = text.trim().trim_matches('=').split(['-', '–']).next()?;
    shared.trim().parse().ok()
}

/// Whether the table is a matrix: it has a column for each player, and every cell is a valid matrix cell.
fn is_matrix(rows: &Rows, rounds: &[(usize, u32)]) -> bool {
    let cells = || rows.rows.iter().flat_map(|(_, row)| rounds.iter().filter_map(|(at, _)| row.get(*at)));
    rounds.len() >= rows.rows.len()
        && cells().all(|cell| is_diagonal(cell) || matrix(cell).is_some())
        && cells().any(|cell| !cell.is_empty())
}

fn read_rounds(event: &mut Event, rows: &Rows, rounds: &[(usize, u32)]) {
    for ((line, row), index) in rows.rows.iter().zip(0..) {
        for (at, round) in rounds {
            let text = row.get(*at).map_or("", String::as_str);
            if text.trim().is_empty() {
                continue;
            }
            let Some(player) = event.players.get_mut(index) else { continue };
            match parse(text) {
                Some(read) => player.cells.push(Cell {
                    opponent: read.opponent,
                    colour: read.colour,
                    mark: read.bare_point.then_some(Mark::FullPoint),
                    line: *line,
                    ..Cell::new(*round, read.outcome)
                }),
                None => {
                    let words = format!("round {round}: {text:?} is not a cell");
                    let kind = if text.starts_with(|c: char| c.is_ascii_digit()) {
                        FaultKind::UnknownResult
                    } else {
                        FaultKind::EventSyntax
                    };
                    event
                        .faults
                        .push(Fault::new(kind, *line, "result", text, words).of(player.no).in_round(*round));
                }
            }
        }
    }
}

fn read_matrix(event: &mut Event, rows: &Rows, rounds: &[(usize, u32)]) {
    let count = event.players.len() as u32;
    // Columns are starting numbers if that fits the diagonal, else positions in the file.
    let by_number = event.players.iter().zip(&rows.rows).all(|(player, (_, row))| {
        let own = rounds.iter().find(|(_, no)| *no == player.no).and_then(|(at, _)| row.get(*at));
        own.is_none_or(|cell| cell.is_empty() || is_diagonal(cell))
    });
    let numbers: Vec<u32> = event.players.iter().map(|player| player.no).collect();
    let places = index_of(numbers.iter().copied());
    for (index, (line, row)) in rows.rows.iter().enumerate() {
        for (at, column) in rounds {
            let text = row.get(*at).map_or("", String::as_str);
            let place = (*column as usize).checked_sub(1);
            let opponent =
                if by_number { Some(*column) } else { place.and_then(|at| numbers.get(at)).copied() };
            let (Some(opponent), Some(player)) = (opponent, event.players.get_mut(index)) else { continue };
            if opponent == player.no && is_diagonal(text) {
                continue;
            }
            let Some(games) = matrix(text) else { continue };
            // A matrix has no rounds, so each pair gets its round of the Berger table.
            let place_of = |no: u32| places.get(&no).map(|at| *at as u32 + 1);
            let round =
                place_of(player.no).zip(place_of(opponent)).and_then(|(a, b)| berger_round(a, b, count));
            let cycle = count + count % 2 - 1;
            for (round, outcome) in (0..).map(|n| round.unwrap_or(1) + n * cycle).zip(games) {
                let opponent = Some(opponent);
                player.cells.push(Cell { opponent, line: *line, ..Cell::new(round, outcome) });
            }
        }
        event
            .players
            .get_mut(index)
            .into_iter()
            .for_each(|player| player.cells.sort_by_key(|cell| cell.round));
    }
}
