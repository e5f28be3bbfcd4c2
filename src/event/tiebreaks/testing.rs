//! Small events for the tests of tie-breaks, and the exercise of FIDE's Technical Commission.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{Edition, Spec};
use crate::event::standings::{Options, standings};
use crate::event::{Cell, Colour, Event, Format, Kind, Outcome, Player};

/// A Swiss under the 2026 rules: one text per player, with a word such as `2w1` or `-H` per round.
pub(crate) fn swiss(players: &[&str]) -> Event {
    event(players, Kind::Swiss)
}

/// A round-robin, in the same form.
pub(crate) fn round_robin(players: &[&str]) -> Event {
    event(players, Kind::RoundRobin)
}

fn event(players: &[&str], kind: Kind) -> Event {
    let mut event = Event::new("test".into(), Format::Trf);
    event.kind = Some(kind);
    for (no, rounds) in (1..).zip(players) {
        let cells = (1..).zip(rounds.split_whitespace()).map(|(round, text)| cell(round, text)).collect();
        event.players.push(Player { no, name: format!("Player {no}"), cells, ..Player::default() });
    }
    event
}

fn cell(round: u32, text: &str) -> Cell {
    let code = text.chars().next_back().and_then(Outcome::from_code).unwrap();
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let colour = match text.chars().nth(digits.len()) {
        Some('w') => Some(Colour::White),
        Some('b') => Some(Colour::Black),
        _ => None,
    };
    Cell { opponent: digits.parse().ok(), colour, ..Cell::new(round, code) }
}

/// The values of one tie-break, in order of starting numbers.
pub(crate) fn column(event: &Event, name: &str) -> Vec<Option<f64>> {
    let options = Options { tiebreaks: vec![Spec::parse(name).unwrap()], ..Options::new(Edition::Y2026) };
    let standings = standings(event, &options);
    let mut rows: Vec<_> = standings.rows.iter().map(|row| (row.no, row.tiebreaks[0].value)).collect();
    rows.sort_by_key(|row| row.0);
    rows.into_iter().map(|row| row.1).collect()
}

/// Compares one tie-break with the published solution of the exercise, for both editions.
pub(crate) fn exercise(name: &str) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events");
    for (edition, year) in [(Edition::Y2023, 2023), (Edition::Y2026, 2026)] {
        let read = |end: &str| std::fs::read(folder.join(format!("exercise-{year}.{end}"))).unwrap();
        let event = crate::event::trf::read("exercise".into(), &read("trf"));
        let options = Options { tiebreaks: vec![Spec::parse(name).unwrap()], ..Options::new(edition) };
        let standings = standings(&event, &options);
        let expected: serde_json::Value = serde_json::from_slice(&read("expected.json")).unwrap();
        for row in expected["standings"].as_array().unwrap() {
            let ours =
                standings.rows.iter().find(|r| u64::from(r.no) == row["no"].as_u64().unwrap()).unwrap();
            let (found, published) = (ours.tiebreaks[0].value, row["tiebreaks"][name].as_f64());
            let same = match (found, published) {
                (Some(a), Some(b)) => (a - b).abs() < 0.005,
                (a, b) => a == b,
            };
            assert!(same, "{year} {name} of {}: {found:?}, published {published:?}", ours.name);
        }
    }
}
