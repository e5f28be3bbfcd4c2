//! Tests of the events inside a PGN file.

use chrono::NaiveDate;

use super::*;
use crate::checks::Finding;
use crate::event::pgn::GameTags;
use crate::event::pgn::testing::game;

fn events() -> PgnEvents {
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    PgnEvents::new("games.pgn".into(), EventSettings::new(today))
}

fn headers(game: &impl GameTags) -> Arc<Headers> {
    let mut headers = Headers::default();
    headers.push(game, true, Vec::new());
    Arc::new(headers)
}

fn enter(events: &mut PgnEvents, number: u64, event: &str, round: &str, white: &str, black: &str) {
    enter_with("1-0", events, number, event, round, [white, black]);
}

fn enter_with(
    result: &str,
    events: &mut PgnEvents,
    number: u64,
    event: &str,
    round: &str,
    [white, black]: [&str; 2],
) {
    let tags = [("Event", event), ("Round", round), ("White", white), ("Black", black), ("Result", result)];
    events.game(&headers(&game(number, &tags)), 0, false);
}

/// Four players and six games. In the second game Poe should have played, not Doe. The event's games have even
/// numbers.
fn quad(events: &mut PgnEvents) {
    let games = [
        ("1.1", "Doe", "Roe"),
        ("1.2", "Doe", "Moe"),
        ("2.1", "Roe", "Poe"),
        ("2.2", "Moe", "Doe"),
        ("3.1", "Doe", "Poe"),
        ("3.2", "Roe", "Moe"),
    ];
    for (number, (round, white, black)) in (1..).zip(games) {
        enter(events, 2 * number, "Spring", round, white, black);
        enter(events, 2 * number + 1, "Autumn", "1.1", "Doe", "Roe");
    }
}

fn found(closed: Vec<ClosedEvent>) -> Vec<Finding> {
    closed.iter().flat_map(ClosedEvent::check).collect()
}

fn checks(found: &[Finding]) -> Vec<(&'static str, Option<u64>)> {
    found.iter().filter(|f| f.check == "plays-twice").map(|f| (f.check, f.game)).collect()
}

#[test]
fn a_second_game_in_a_round_stands_at_that_game() {
    let mut all = events();
    quad(&mut all);
    assert_eq!(checks(&found(all.finish())), [("plays-twice", Some(4))]);
}

#[test]
fn a_draw_may_be_replayed_in_a_later_round() {
    for (result, expected) in [("1/2-1/2", 0), ("1-0", 2)] {
        let mut all = events();
        enter_with(result, &mut all, 1, "Paris", "1", ["Doe", "Roe"]);
        enter(&mut all, 2, "Paris", "1", "Moe", "Poe");
        // The game of round 1 again, on the day of round 2.
        enter(&mut all, 3, "Paris", "2", "Roe", "Doe");
        enter(&mut all, 4, "Paris", "2", "Doe", "Moe");
        enter(&mut all, 5, "Paris", "2", "Roe", "Poe");
        enter(&mut all, 6, "Paris", "3", "Doe", "Poe");
        enter(&mut all, 7, "Paris", "3", "Roe", "Moe");
        assert_eq!(checks(&found(all.finish())).len(), expected, "{result}");
    }
}

fn messages(found: &[Finding], check: &str) -> Vec<String> {
    found.iter().filter(|f| f.check == check).map(|f| f.message.clone()).collect()
}

#[test]
fn a_round_is_missed_in_an_event_and_not_in_one_players_games() {
    let mut all = events();
    let players = ["Doe", "Roe", "Moe", "Poe", "Coe", "Loe"];
    for round in [1_u64, 2, 4] {
        for pair in players.chunks(2) {
            let number = round * 10 + u64::from(pair[0].as_bytes()[0]);
            enter(&mut all, number, "Spring", &round.to_string(), pair[0], pair[1]);
        }
    }
    assert_eq!(messages(&found(all.finish()), "missing-round"), ["no game of round 3"]);
    let mut all = events();
    for (round, other) in [(1, "Roe"), (2, "Moe"), (3, "Poe"), (5, "Coe"), (6, "Loe"), (7, "Roe")] {
        enter(&mut all, round, "Spring", &round.to_string(), "Doe", other);
    }
    enter(&mut all, 20, "Spring", "7", "Moe", "Poe");
    assert!(found(all.finish()).is_empty());
}

#[test]
fn players_who_did_not_meet_are_named() {
    let mut all = events();
    // A round-robin of five: the last game, Doe against Loe, is not there.
    let rounds = [
        ("1", "Roe", "Loe"),
        ("1", "Moe", "Poe"),
        ("2", "Loe", "Poe"),
        ("2", "Doe", "Roe"),
        ("3", "Roe", "Moe"),
        ("4", "Moe", "Doe"),
        ("4", "Poe", "Roe"),
        ("5", "Doe", "Poe"),
        ("5", "Loe", "Moe"),
    ];
    for (number, (round, white, black)) in (1..).zip(rounds) {
        enter(&mut all, number, "Spring", round, white, black);
    }
    let found = found(all.finish());
    let words = messages(&found, "missing-game");
    assert!(matches!(words.as_slice(), [one] if one.contains("Doe") && one.contains("Loe")), "{words:?}");
    assert!(found.iter().all(|finding| finding.player.is_none() && finding.opponent.is_none()));
}

/// Five players who all meet once, as a double round a day from `first` on.
fn over_days(all: &mut PgnEvents, number: u64, first: &str, backwards: bool) {
    let first: NaiveDate = first.parse().unwrap();
    let mut rounds = vec![
        ("1", "Roe", "Loe"),
        ("1", "Moe", "Poe"),
        ("2", "Loe", "Poe"),
        ("2", "Doe", "Roe"),
        ("3", "Roe", "Moe"),
        ("3", "Loe", "Doe"),
        ("4", "Moe", "Doe"),
        ("4", "Poe", "Roe"),
        ("5", "Doe", "Poe"),
        ("5", "Loe", "Moe"),
    ];
    if backwards {
        rounds.reverse();
    }
    for (at, (round, white, black)) in (number..).zip(rounds) {
        let day = first + chrono::Days::new(round.parse().unwrap());
        let day = day.format("%Y.%m.%d").to_string();
        let tags = [
            ("Event", "New Year Congress"),
            ("Round", round),
            ("Date", &day),
            ("White", white),
            ("Black", black),
            ("Result", "1-0"),
        ];
        all.game(&headers(&game(at, &tags)), 0, false);
    }
}

#[test]
fn an_event_over_new_year_is_one_and_that_of_the_next_year_another() {
    for backwards in [false, true] {
        let mut all = events();
        let mut years = ["2021-12-27", "2022-12-28", "2023-12-29"];
        if backwards {
            years.reverse();
        }
        for (number, first) in (1..).zip(years) {
            over_days(&mut all, 20 * number, first, backwards);
        }
        let found = found(all.finish());
        assert!(found.is_empty(), "{found:?}");
    }
    // One that is played every January stays within its year.
    let mut all = events();
    for (number, first) in (1..).zip(["2021-01-10", "2022-01-08", "2023-01-12"]) {
        over_days(&mut all, 20 * number, first, false);
    }
    let found = found(all.finish());
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_match_and_a_handful_of_games_are_no_event() {
    let mut all = events();
    for (number, (round, white, black)) in
        [("1", "Doe", "Roe"), ("1", "Doe", "Poe"), ("1", "Poe", "Roe")].into_iter().enumerate()
    {
        enter(&mut all, number as u64, "Club night", round, white, black);
    }
    for number in 10..30 {
        let round = if number < 20 { "1" } else { "4" };
        enter(&mut all, number, "Match", round, "Doe", "Roe");
    }
    assert!(found(all.finish()).is_empty());
}

#[test]
fn games_of_players_who_hardly_come_twice_are_no_event() {
    let mut all = events();
    quad(&mut all);
    for number in 0..20 {
        let names = [format!("White {number}"), format!("Black {number}")];
        let [white, black] = names.each_ref().map(String::as_str);
        enter(&mut all, 100 + number, "Spring", &format!("{}.1", 1 + number % 5), white, black);
    }
    assert!(found(all.finish()).is_empty());
}

#[test]
fn an_event_is_closed_when_no_game_of_it_has_come_for_long() {
    let mut all = events();
    quad(&mut all);
    // The oldest game is removed together with others.
    let closed = 1 + CLOSED_AFTER + BATCH;
    for number in 13..=closed {
        assert!(all.drain_closed().is_empty(), "{number}");
        enter(&mut all, number, "Rated game", "-", "Doe", "Roe");
    }
    assert_eq!(checks(&found(all.drain_closed())), [("plays-twice", Some(4))]);
    assert_eq!(all.by_key.len(), 0);
    assert!(found(all.finish()).is_empty());
    assert_eq!(events().held, 0);
}

#[test]
fn a_collection_is_no_event() {
    let mut all = events();
    for number in 1..=u64::from(MOST_GAMES) + 5 {
        enter(&mut all, number, "Training", "1", "Doe", &format!("Roe {number}"));
    }
    assert_eq!(all.held, 0);
    assert!(found(all.finish()).is_empty());
}

/// A game of its own event, with about 50 KiB of tags.
fn enter_large(events: &mut PgnEvents, number: u64) {
    let long = "x".repeat(4 << 10);
    let event = format!("Autumn {number}");
    let names =
        ["WhiteTeam", "BlackTeam", "WhiteFideId", "BlackFideId", "Board", "UTCDate", "EventDate", "Date"];
    let mut tags: Vec<(&str, &str)> = names.iter().map(|name| (*name, long.as_str())).collect();
    tags.extend([("White", long.as_str()), ("Black", &long), ("Termination", &long), ("Result", &long)]);
    tags.extend([("Event", event.as_str()), ("Round", "1")]);
    events.game(&headers(&game(number, &tags)), 0, false);
}

#[test]
fn an_event_is_checked_whose_pieces_were_let_go() {
    let mut all = events();
    let games = [("1", "Doe", "Roe"), ("1", "Moe", "Poe"), ("2", "Roe", "Poe"), ("2", "Moe", "Doe")];
    let again = [("3", "Doe", "Poe"), ("3", "Doe", "Moe"), ("3", "Roe", "Moe")];
    for (number, (round, white, black)) in (0..).zip(games.into_iter().chain(again)) {
        enter(&mut all, 1000 * number, "Spring", round, white, black);
        (1..30).for_each(|other| enter_large(&mut all, 1000 * number + other));
        assert!(all.pieces.all_bytes() <= MOST_IN_PIECES + (1 << 17), "{}", all.pieces.all_bytes());
    }
    // The last one is in a piece that is still held.
    assert_eq!(all.groups[0].copied.as_ref().unwrap().all.len(), 6);
    // Doe has two games in round 3, and so has Moe.
    assert_eq!(checks(&found(all.finish())), [("plays-twice", Some(5000)), ("plays-twice", Some(6000))]);
}

#[test]
fn an_event_that_does_not_fit_is_not_checked() {
    let mut all = events();
    (1..1000).for_each(|number| enter_large(&mut all, number));
    assert!(all.held <= MOST_HELD && all.held > MOST_HELD / 2, "{}", all.held);
    for number in 1000.. {
        let before = all.held;
        enter(&mut all, number, &format!("Club {number}"), "1", "Doe", "Roe");
        if all.held == before {
            break;
        }
    }
    quad(&mut all);
    assert_eq!(checks(&found(all.finish())), []);
}
