//! Tables with one row per game.

use std::borrow::Cow;
use std::sync::Arc;

use super::Rows;
use crate::event::day;
use crate::event::fault::{Fault, FaultKind};
use crate::event::model::{Event, Format};
use crate::event::outcome::Outcome;
use crate::event::pgn::{RoundTag, bye_outcomes};
use crate::event::result;
use crate::event::roster::{BoardPlace, Roster, Side, collapsed};

/// The columns of one side.
struct Columns {
    name: Option<usize>,
    no: Option<usize>,
    team: Option<usize>,
    rating: Option<usize>,
    title: Option<usize>,
    fide_id: Option<usize>,
    federation: Option<usize>,
}

impl Columns {
    fn of(rows: &Rows, side: &str) -> Columns {
        let column = |ends: &[&str]| {
            let names: Vec<String> = ends.iter().map(|end| format!("{side}{end}")).collect();
            rows.column(&names.iter().map(String::as_str).collect::<Vec<_>>())
        };
        Columns {
            name: column(&[""]),
            no: column(&["_no", "no"]),
            team: column(&["_team", "team"]),
            rating: column(&["_elo", "_rating", "elo", "rating"]),
            title: column(&["_title", "title"]),
            fide_id: column(&["_fide", "fideid", "_fide_id"]),
            federation: column(&["_fed", "_federation", "fed"]),
        }
    }

    fn side<'r>(&self, row: &'r [String]) -> Side<'r> {
        let field = |column: Option<usize>| {
            Cow::Borrowed(column.and_then(|at| row.get(at)).map_or("", String::as_str))
        };
        Side {
            name: collapsed(field(self.name)),
            no: field(self.no).parse().ok().filter(|no| *no > 0),
            fide_id: field(self.fide_id),
            rating: field(self.rating),
            title: field(self.title),
            federation: field(self.federation),
            team: field(self.team),
        }
    }
}

pub(super) fn read(file: Arc<str>, mut rows: Rows) -> Event {
    let mut event = Event::new(file, Format::GamesCsv);
    event.faults = std::mem::take(&mut rows.faults);
    let (white, black) = (Columns::of(&rows, "white"), Columns::of(&rows, "black"));
    let [round, board, result, date, name] =
        [["round"], ["board"], ["result"], ["date"], ["event"]].map(|names| rows.column(&names));
    let mut roster = Roster::default();
    for (line, row) in &rows.rows {
        let field = |column: Option<usize>| column.and_then(|at| row.get(at)).map_or("", String::as_str);
        if event.name.is_empty() {
            event.name = field(name).to_owned();
        }
        take_day(&mut event, *line, field(date));
        let (white, black) = (white.side(row), black.side(row));
        let mut place = BoardPlace { line: *line, board: field(board).parse().ok(), ..BoardPlace::default() };
        place.round = match RoundTag::parse(field(round)) {
            Some(tag) => {
                place.board = place.board.or(tag.third).or(tag.second);
                place.label = Some(field(round).into());
                tag.round
            }
            None if round.is_none() => roster.next_round(&white, &black, &place),
            None => {
                let words = format!("{:?} is not a round", field(round));
                event.faults.push(Fault::new(FaultKind::EventSyntax, *line, "round", field(round), words));
                continue;
            }
        };
        let bye = white.is_bye() || black.is_bye();
        let outcomes = if bye { bye_result(field(result)) } else { result::parse(field(result)) };
        let Some(outcomes) = outcomes else {
            let words = format!("{:?} is not a result", field(result));
            let fault = Fault::new(FaultKind::UnknownResult, *line, "result", field(result), words);
            event.faults.push(Fault { player: white.no, ..fault }.in_round(place.round));
            // The pairing is kept, with a pending result.
            roster.enter(&white, &black, (Outcome::Pending, Outcome::Pending), &place);
            continue;
        };
        roster.enter(&white, &black, bye_outcomes(&white, &black, outcomes), &place);
    }
    roster.finish(&mut event);
    event.players.sort_by_key(|player| player.no);
    event.lines = rows.lines;
    event
}

/// The result in a row without an opponent.
fn bye_result(text: &str) -> Option<(Outcome, Outcome)> {
    let one = match text.trim() {
        "1" | "U" | "u" | "+" => Outcome::PairingBye,
        "½" | "1/2" | "0.5" | "0,5" | "=" | "H" | "h" => Outcome::HalfBye,
        "0" | "Z" | "z" | "-" | "" => Outcome::ZeroBye,
        "F" | "f" => Outcome::FullBye,
        other => return result::parse(other),
    };
    Some((one, one))
}

fn take_day(event: &mut Event, line: u64, text: &str) {
    if text.is_empty() || text.contains('?') {
        return;
    }
    match day::full_day(text) {
        Some(day) => {
            event.first_day = Some(event.first_day.map_or(day, |first| first.min(day)));
            event.last_day = Some(event.last_day.map_or(day, |last| last.max(day)));
        }
        None => {
            let words = format!("{text:?} is not a date");
            event.faults.push(Fault::new(FaultKind::BadDate, line, "date", text, words));
        }
    }
}
