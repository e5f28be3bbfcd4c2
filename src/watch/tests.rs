//! Tests of the follower: short games, and the alerts that the Laws give.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use chrono::NaiveDate;
use proptest::prelude::*;

use super::{Alert, Follower, Options, State, alert_checks, schema};
use crate::checks::{Settings, Severity};
use crate::ruleset::{Library, Request};

fn settings(ruleset: &str) -> Arc<Settings> {
    let library = Library::built_in();
    let selection = library.select(ruleset, &|_| Err(std::io::ErrorKind::NotFound.into())).unwrap();
    let today = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
    let mut settings = Settings::new(library, Request { selection, today, supervision: None });
    settings.selected = alert_checks();
    Arc::new(settings)
}

/// The states of one game, one after the other, and what each of them tells: `id`, or `-id` for what is withdrawn.
fn told(ruleset: &str, states: &[&str]) -> Vec<Vec<String>> {
    let settings = settings(ruleset);
    let mut follower = Follower::new(Arc::clone(&settings), Options::default());
    let mut at = 0;
    let mut take = |text: &&str| {
        at += 1000;
        ids(&follower.take("games.pgn", &game(text), at))
    };
    states.iter().map(&mut take).collect()
}

fn ids(alerts: &[Alert]) -> Vec<String> {
    let id = |alert: &Alert| match alert.state {
        State::New => alert.alert.to_owned(),
        State::Withdrawn => format!("-{}", alert.alert),
    };
    alerts.iter().map(id).collect()
}

fn game(moves: &str) -> Vec<u8> {
    let date = if moves.contains("[Date") { "" } else { "[Date \"2026.11.22\"]\n" };
    format!("[Event \"Open\"]\n[Round \"5.3\"]\n[White \"Doe, J\"]\n[Black \"Roe, R\"]\n{date}{moves}\n\n")
        .into_bytes()
}

fn once(ruleset: &str, moves: &str) -> Vec<Alert> {
    let settings = settings(ruleset);
    Follower::new(Arc::clone(&settings), Options::default()).take("games.pgn", &game(moves), 0)
}

const TWICE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
const FOUR_TIMES: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";

#[test]
fn a_claim_names_the_move_to_write_and_where_the_position_stood() {
    let alerts = once("fide", &format!("{TWICE} *"));
    assert_eq!(ids(&alerts), ["claim-threefold"]);
    let claim = &alerts[0];
    assert_eq!((claim.by, claim.moves.as_slice()), (Some("black"), &["Ng8".to_owned()][..]));
    assert_eq!((claim.stood.as_slice(), claim.ply), (&[0, 4][..], 7));
    assert_eq!((claim.mv.as_deref(), claim.severity), (Some("4. Ng1"), Severity::Warning));
    assert_eq!((claim.round.as_deref(), claim.board.as_deref()), (Some("5"), Some("3")));
    assert_eq!(claim.articles.first().map(|article| &**article), Some("9.2.1"));
}

#[test]
fn a_position_that_stands_is_claimed_without_a_move() {
    let alerts = once("fide", &format!("{TWICE} Ng8 *"));
    assert_eq!(ids(&alerts), ["claim-threefold"]);
    assert_eq!((alerts[0].by, alerts[0].moves.len()), (Some("white"), 0));
    assert_eq!((alerts[0].stood.as_slice(), alerts[0].ply), (&[0, 4, 8][..], 8));
}

#[test]
fn an_alert_is_told_once_and_withdrawn_when_the_move_is_taken_back() {
    let next = format!("{TWICE} Ng8 *");
    let states =
        told("fide", &[&format!("{TWICE} *"), &format!("{TWICE} *"), &next, "1. Nf3 Nf6 2. Ng1 d5 *"]);
    assert_eq!(states[0], ["claim-threefold"]);
    assert_eq!(states[1], Vec::<String>::new());
    assert_eq!(states[2], ["claim-threefold"]);
    assert_eq!(states[3], ["taken-back", "-claim-threefold", "-claim-threefold"]);
}

#[test]
fn a_claim_that_lapses_is_not_withdrawn() {
    let states =
        told("fide", &[&format!("{TWICE} *"), &format!("{TWICE} e5 *"), &format!("{TWICE} e5 1/2-1/2")]);
    assert_eq!(states, [vec!["claim-threefold".to_owned()], vec![], vec![]]);
}

#[test]
fn a_game_that_is_over_has_no_claims() {
    assert!(once("fide", &format!("{TWICE} Ng8 1/2-1/2")).is_empty());
}

#[test]
fn the_edition_says_whether_repetition_draws() {
    let drawn = once("fide", &format!("{FOUR_TIMES} *"));
    assert_eq!(ids(&drawn), ["drawn-fivefold"]);
    assert_eq!((drawn[0].severity, drawn[0].stood.as_slice()), (Severity::Error, &[0, 4, 8, 12, 16][..]));
    let before_2014 = once("fide", &format!("[Date \"2013.05.01\"]\n{FOUR_TIMES} *"));
    assert_eq!(ids(&before_2014), ["claim-threefold"]);
    let us = once("uscf", &format!("{FOUR_TIMES} *"));
    assert_eq!((ids(&us), us[0].severity), (vec!["drawn-fivefold".to_owned()], Severity::Warning));
}

fn quiet(half_moves: u32, moves: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/4K3/4R3/8 w - - {half_moves} 99\"]\n\n{moves}")
}

#[test]
fn fifty_moves_are_told_of_before_and_claimed_by_a_quiet_move() {
    assert_eq!(ids(&once("fide", &quiet(79, "99. Re1+ *"))), ["fifty-near"]);
    assert!(once("fide", &quiet(78, "99. Re1+ *")).is_empty());
    let states = told(
        "fide",
        &[
            &quiet(97, "99. Re1+ *"),
            &quiet(97, "99. Re1+ Kd5 *"),
            &quiet(97, "99. Re1+ Kd5 100. Re2 *"),
            &quiet(97, "99. Re1+ Kd5 100. Re2 Kd6 *"),
        ],
    );
    assert_eq!(states, [vec!["fifty-near".to_owned()], vec!["claim-fifty".to_owned()], vec![], vec![]]);
    let claim = once("fide", &quiet(97, "99. Re1+ Kd5 *"));
    assert_eq!(claim[0].by, Some("white"));
    assert!(claim[0].moves.contains(&"Kd3".to_owned()) && claim[0].moves.contains(&"Rd1+".to_owned()));
    assert!(once("fide", &quiet(98, "99. Re1+ Kd5 *"))[0].moves.is_empty());
}

#[test]
fn seventy_five_moves_draw_and_a_mate_on_the_last_wins() {
    assert_eq!(ids(&once("fide", &quiet(149, "99. Re1+ *"))), ["drawn-seventy-five"]);
    let mate = "[SetUp \"1\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R w - - 149 120\"]\n\n120. Rh8# *";
    let told = once("fide", mate);
    assert_eq!((ids(&told), told[0].by), (vec!["mate".to_owned()], Some("white")));
    assert!(told[0].articles.iter().any(|article| article.starts_with("5.1")), "{:?}", told[0].articles);
}

#[test]
fn a_dead_position_ends_the_game() {
    let bare = "[SetUp \"1\"]\n[FEN \"8/8/8/3k4/8/8/3pK3/8 w - - 0 37\"]\n\n37. Kxd2 *";
    assert_eq!(ids(&once("fide", bare)), ["drawn-dead"]);
}

#[test]
fn moves_after_mate_are_an_error() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let states = told("fide", &[&format!("{mate} *"), &format!("{mate} 3. Kf2 *")]);
    assert_eq!(states[0], ["mate"]);
    assert!(states[1].contains(&"illegal-move".to_owned()), "{states:?}");
    let late = once("fide", &format!("{mate} 3. Kf2 *"));
    assert_eq!((ids(&late), late[0].severity), (vec!["mate".to_owned()], Severity::Error));
}

#[test]
fn an_illegal_move_that_is_replaced_is_withdrawn_and_not_taken_back() {
    let states = told("fide", &["1. e4 e5 2. Ke3 *", "1. e4 e5 2. Ke2 *"]);
    assert_eq!(states, [["illegal-move"], ["-illegal-move"]]);
    assert_eq!(ids(&once("fide", "1. d4 d5 2. Nf3 e6 3. Nd2 *")), ["ambiguous-move"]);
}

#[test]
fn kings_on_the_centre_signal_the_result() {
    for (kings, result) in [("3. Ke4 Kd5", "1-0"), ("3. Kd4 Ke5", "0-1"), ("3. Ke4 Ke5", "1/2-1/2")] {
        let states = told("fide", &["1. e4 e5 2. Nf3 Nc6 *", &format!("1. e4 e5 2. Nf3 Nc6 {kings} *")]);
        assert_eq!(states[1], ["result-signal"], "{kings}");
        let alerts = once("fide", &format!("1. e4 e5 2. Nf3 Nc6 {kings} *"));
        assert_eq!(alerts[0].result, Some(result), "{kings}");
    }
    // The first king alone is not reported yet.
    let first = "1. e4 e5 2. Nf3 Nc6 3. Kd5 *";
    assert!(once("fide", first).is_empty());
    // Where nothing more is read, it is what the record has: a move that is not legal.
    let options = Options { once: true, ..Options::default() };
    let mut follower = Follower::new(settings("fide"), options);
    assert_eq!(ids(&follower.take("games.pgn", &game(first), 0)), ["illegal-move"]);
}

#[test]
fn a_source_above_the_limit_keeps_what_is_known_of_it() {
    let mut follower = Follower::new(settings("fide"), Options::default());
    let other = |moves: &str| String::from_utf8(game(moves)).unwrap().replace("5.3", "5.4").into_bytes();
    follower.take("a.pgn", &game("1. e4 e5 *"), 0);
    follower.take("b.pgn", &other("1. d4 d5 *"), 0);
    follower.most_text = follower.kept + 20;
    let long = game(&format!("1. e4 e5 {{{}}} *", "word ".repeat(20)));
    assert!(follower.take("a.pgn", &long, 1000).is_empty());
    let lost = follower.tick(9000);
    assert_eq!(ids(&lost), ["source-lost"]);
    assert!(lost[0].message.contains("larger than the limit"), "{}", lost[0].message);
    // The other file goes on, and so does this one once it is small enough: its game is the one that was followed.
    assert!(follower.take("b.pgn", &other("1. d4 d5 2. c4 *"), 10_000).is_empty());
    assert_eq!(
        ids(&follower.take("a.pgn", &game("1. e4 e5 2. Ke3 *"), 10_000)),
        ["source-back", "illegal-move"]
    );
    assert_eq!(follower.games.len(), 2);
}

#[test]
fn a_flag_falls_and_is_near() {
    let clocks = |last: &str| {
        format!(
            "[TimeControl \"5400+10\"]\n\n1. e4 {{[%clk 1:30:00]}} e5 {{[%clk 1:30:00]}} 2. Nf3 {{[%clk {last}]}} *"
        )
    };
    assert!(once("fide", &clocks("0:05:00")).is_empty());
    let near = once("fide", &clocks("0:04:59"));
    assert_eq!(
        (ids(&near), near[0].by, near[0].clocks.white),
        (vec!["flag-near".to_owned()], Some("white"), Some(299.0))
    );
    let fallen = once("fide", &clocks("0:00:00"));
    assert_eq!((ids(&fallen), fallen[0].severity), (vec!["flag-fall".to_owned()], Severity::Error));
    assert_eq!(once("uscf", &clocks("0:00:00"))[0].severity, Severity::Info);
    // With 30 seconds a move everybody has to record.
    assert!(once("fide", &clocks("0:04:59").replace("5400+10", "5400+30")).is_empty());
}

#[test]
fn a_clock_that_was_low_is_no_alert_when_the_game_is_over_and_withdrawn_when_it_was_wrong() {
    let game = |clocks: &str, result: &str| {
        let (white, black) = clocks.split_once(' ').unwrap();
        format!("[TimeControl \"5400+10\"]\n\n1. e4 {{[%clk {white}]}} e5 {{[%clk {black}]}} {result}")
    };
    let (low, wrong) = (game("0:04:40 1:20:00", "*"), game("1:04:40 1:20:00", "*"));
    assert_eq!(told("fide", &[&low, &game("0:04:40 1:20:00", "1-0")])[1], Vec::<String>::new());
    assert_eq!(told("fide", &[&low, &wrong])[1], ["-flag-near"]);
    // A flag that decides the game is not withdrawn by the result, nor told again where the result ignores it.
    let fallen = game("1:20:00 0:00:00", "*");
    let told = |result| told("fide", &[&fallen, &game("1:20:00 0:00:00", result)]);
    assert_eq!(told("1-0"), [vec!["flag-fall".to_owned()], vec![]]);
    assert_eq!(told("0-1"), [vec!["flag-fall".to_owned()], vec![]]);
}

#[test]
fn moves_after_a_draw_by_the_laws_are_no_further_alert() {
    let states = told("fide", &[&format!("{FOUR_TIMES} *"), &format!("{FOUR_TIMES} 9. Nf3 1/2-1/2")]);
    assert_eq!(states, [vec!["drawn-fivefold".to_owned()], vec![]]);
    // One king on the centre after a dead position is a move, not a signal.
    let bare = |moves: &str| format!("[SetUp \"1\"]\n[FEN \"8/8/8/2k5/8/8/3pK3/8 w - - 0 37\"]\n\n{moves}");
    assert_eq!(ids(&once("fide", &bare("37. Kxd2 Kd5 1/2-1/2"))), ["drawn-dead"]);
}

#[test]
fn mate_that_was_told_with_moves_after_it_is_told_once() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let states = told("fide", &[&format!("{mate} 3. Kf2 *"), &format!("{mate} 3. Kf2 Qe7 *")]);
    assert_eq!(states, [vec!["mate".to_owned()], vec![]]);
}

/// FIDE 9.3.1 asks that the move is written, and it is not played: 5.1.1 speaks of a move that was made.
#[test]
fn a_move_that_would_mate_may_be_written_with_a_claim() {
    let mate = "[SetUp \"1\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R b - - 98 120\"]\n\n120... Kb8 *";
    let claim = once("fide", mate);
    assert_eq!((ids(&claim), claim[0].by), (vec!["claim-fifty".to_owned()], Some("white")));
    assert!(claim[0].moves.contains(&"Rh8#".to_owned()), "{:?}", claim[0].moves);
}

#[test]
fn what_is_near_is_a_setting() {
    let settings = settings("fide");
    let near = |fifty_near| {
        let options = Options { fifty_near, ..Options::default() };
        ids(&Follower::new(Arc::clone(&settings), options).take("a.pgn", &game(&quiet(93, "99. Re1+ *")), 0))
    };
    assert_eq!((near(3), near(2), near(0)), (vec!["fifty-near".to_owned()], vec![], vec![]));
}

#[test]
fn a_text_that_breaks_off_anywhere_tells_nothing() {
    let second = String::from_utf8(game(&format!("{TWICE} {{[%clk 0:10:00]}} *"))).unwrap();
    let text = second.replace("5.3", "5.4").replace("Doe", "Poe") + &second;
    let settings = settings("fide");
    for end in 0..text.len() {
        let mut follower = Follower::new(Arc::clone(&settings), Options::default());
        assert_eq!(ids(&follower.take("a.pgn", text.as_bytes(), 0)), ["claim-threefold", "claim-threefold"]);
        let cut = follower.take("a.pgn", &text.as_bytes()[..end], 1000);
        assert_eq!(ids(&cut), Vec::<String>::new(), "{}", &text[..end]);
        assert_eq!(ids(&follower.take("a.pgn", text.as_bytes(), 2000)), Vec::<String>::new());
    }
}

#[test]
fn a_broken_tag_that_text_follows_hides_no_move() {
    let settings = settings("fide");
    for text in ["[Event \"x\n1. e4 e5 2. Ke3 [White \"Doe", "[Event \"x\n\n1. e4 e5 2. Ke3 *\n"] {
        let mut follower = Follower::new(Arc::clone(&settings), Options::default());
        assert_eq!(ids(&follower.take("a.pgn", text.as_bytes(), 0)), ["illegal-move"], "{text}");
    }
}

#[test]
fn the_last_word_is_believed_when_something_follows() {
    let settings = settings("fide");
    let mut follower = Follower::new(Arc::clone(&settings), Options::default());
    let whole = String::from_utf8(game(TWICE)).unwrap();
    let text = whole.trim_end();
    assert!(follower.take("a.pgn", text.as_bytes(), 0).is_empty());
    assert_eq!(ids(&follower.take("a.pgn", whole.as_bytes(), 1000)), ["claim-threefold"]);
}

#[test]
fn the_same_game_from_two_sources_is_one() {
    let settings = settings("fide");
    let mut follower = Follower::new(Arc::clone(&settings), Options::default());
    assert_eq!(follower.take("a.pgn", &game(&format!("{TWICE} *")), 0).len(), 1);
    assert!(follower.take("late.pgn", &game("1. Nf3 Nf6 *"), 1000).is_empty());
    assert!(follower.take("late.pgn", &game(&format!("{TWICE} *")), 2000).is_empty());
    assert!(follower.take("a.pgn", &game(&format!("{TWICE} 1-0")), 3000).is_empty());
    let differs = follower.take("late.pgn", &game(&format!("{TWICE} 0-1")), 4000);
    assert_eq!(ids(&differs), ["result-differs"]);
    assert_eq!((differs[0].was.as_deref(), differs[0].is.as_deref()), (Some("1-0"), Some("0-1")));
    assert_eq!(ids(&follower.take("late.pgn", &game(&format!("{TWICE} 1-0")), 5000)), ["-result-differs"]);
}

#[test]
fn a_round_with_its_board_is_that_round_and_board() {
    let mut follower = Follower::new(settings("fide"), Options::default());
    let text = game(&format!("{TWICE} *"));
    assert_eq!(ids(&follower.take("a.pgn", &text, 0)), ["claim-threefold"]);
    let text = String::from_utf8(text).unwrap();
    let apart = text.replace("[Round \"5.3\"]", "[Round \"5\"]\n[Board \"3\"]");
    assert_eq!(ids(&follower.take("b.pgn", apart.as_bytes(), 0)), [""; 0]);
    // The next game of a match is another game.
    let next = text.replace("5.3", "5.4");
    assert_eq!(ids(&follower.take("c.pgn", next.as_bytes(), 0)), ["claim-threefold"]);
}

#[test]
fn a_board_that_stands_still_is_told_once() {
    let settings = settings("fide");
    let mut follower = Follower::new(Arc::clone(&settings), Options::default());
    // Black is to move, and his display has 20 minutes.
    follower.take("a.pgn", &game("1. e4 e5 {[%clk 0:20:00]} 2. Nf3 *"), 0);
    assert!(follower.tick(15 * 60_000).is_empty());
    assert_eq!(ids(&follower.tick(21 * 60_000)), ["still"]);
    assert!(follower.tick(40 * 60_000).is_empty());
}

#[test]
fn a_source_that_stays_silent_is_lost() {
    let settings = settings("fide");
    let mut follower = Follower::new(Arc::clone(&settings), Options::default());
    follower.take("a.pgn", &game("1. e4 *"), 0);
    assert!(follower.silent("a.pgn", "it is gone", 1000).is_empty());
    assert!(follower.take("a.pgn", b"", 3000).is_empty());
    assert_eq!(ids(&follower.silent("a.pgn", "it is gone", 4000)), ["source-lost"]);
    assert!(follower.silent("a.pgn", "it is gone", 5000).is_empty());
    assert_eq!(ids(&follower.take("a.pgn", &game("1. e4 *"), 6000)), ["source-back"]);
}

#[test]
fn every_alert_fits_the_schema() {
    let validator = jsonschema::draft7::new(&schema()).unwrap();
    let alerts = [once("fide", &format!("{TWICE} *")), once("fide", "1. e4 e5 2. Ke3 *")].concat();
    for alert in alerts {
        let value = serde_json::to_value(&alert).unwrap();
        assert!(validator.is_valid(&value), "{value}");
        let keys = schema()["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert!(value.as_object().unwrap().keys().all(|key| keys.contains(key)), "{value}");
    }
}

#[test]
fn a_long_game_of_a_stream_is_read_as_it_grows_and_when_it_pauses() {
    let settings = settings("fide");
    let mut follower = Follower::new(Arc::clone(&settings), Options::default());
    let comment = format!("{{{}}} ", "words ".repeat(30_000));
    follower.append("-", &game(&format!("{TWICE} {comment}")), 0);
    assert_eq!(ids(&follower.standing().into_iter().cloned().collect::<Vec<_>>()), ["claim-threefold"]);
    assert!(follower.append("-", b"Ng8 5. e4 ", 10).is_empty());
    assert!(follower.append("-", b"e5 6. Ke3 e6 ", 20).is_empty());
    assert!(follower.tick(500).is_empty());
    assert_eq!(ids(&follower.tick(1500)), ["illegal-move"]);
    assert!(follower.append("-", b"7. f9 ", 1600).is_empty());
    assert!(follower.end("-", 1600).is_empty());
    assert_eq!(ids(&follower.append("-", &game("1. Nf3 Nf6 2. Ke3 *").repeat(4000), 1700)).len(), 4);
}

#[test]
fn a_stream_that_broke_off_begins_anew() {
    let mut follower = Follower::new(settings("fide"), Options::default());
    let whole = game("1. e4 e5 2. Nf3 Nc6 3. O-O-O *");
    let broken = &game("1. e4 e5 2. Nf3 Nc6 3. Bb5")[..whole.len() - 9];
    assert!(follower.append("a", broken, 0).is_empty());
    assert!(follower.end("a", 1).is_empty());
    assert!(follower.append("a", &game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), 2).is_empty());
}

#[test]
fn a_table_has_the_boards_that_need_somebody() {
    let mut follower = Follower::new(settings("fide"), Options::default());
    let needs = |follower: &Follower| {
        follower.boards().iter().map(|board| board.needs_somebody()).collect::<Vec<_>>()
    };
    follower.take("a.pgn", &game("1. e4 e5 *"), 0);
    assert_eq!(needs(&follower), [false]);
    follower.take("a.pgn", &game(&format!("{TWICE} *")), 1000);
    assert_eq!(needs(&follower), [true]);
    assert_eq!(follower.boards()[0].mv.as_deref(), Some("4. Ng1"));
    follower.take("a.pgn", &game(&format!("{TWICE} d5 *")), 2000);
    assert_eq!(needs(&follower), [false]);
    follower.tick(1_000_000);
    assert_eq!(needs(&follower), [true]);
    follower.take("a.pgn", &game(&format!("{TWICE} d5 1/2-1/2")), 1_001_000);
    assert_eq!(needs(&follower), [false]);
    follower.take("b.pgn", &game(&format!("{TWICE} d5 1-0")), 1_002_000);
    assert_eq!(needs(&follower), [true]);
}

#[test]
fn a_game_above_the_limit_is_passed_over() {
    let mut follower = Follower::new(settings("fide"), Options::default());
    assert!(follower.append("-", &game("1. e4 {"), 0).is_empty());
    let part = "words ".repeat(200_000);
    let told: Vec<Alert> = (0..20).flat_map(|at| follower.append("-", part.as_bytes(), at)).collect();
    assert_eq!(ids(&told), ["source-lost"]);
    assert!(told[0].message.contains("larger than the limit of 8 MiB"), "{}", told[0].message);
    assert!(follower.append("-", b"\n\n[Eve", 30).is_empty());
    let rest = String::from_utf8(game("1. e4 e5 2. Ke3 *")).unwrap();
    let told = follower.append("-", rest.trim_start_matches("[Eve").as_bytes(), 31);
    assert_eq!(ids(&told), ["source-back", "illegal-move"]);
}

#[test]
fn games_and_text_are_bounded_and_the_limit_is_named() {
    let settings = settings("fide");
    let mut follower = Follower::new(Arc::clone(&settings), Options::default());
    let games: String = (0..10_002).map(|n| format!("[White \"{n}\"]\n\n1. e4 *\n\n")).collect();
    let told = follower.take("a.pgn", games.as_bytes(), 0);
    assert_eq!(ids(&told), ["source-lost"]);
    assert!(told[0].message.contains("10000 games are watched"), "{}", told[0].message);
    assert_eq!(follower.going_on(), 10_000);
    let again = follower.take("a.pgn", (games + "[White \"x\"]\n\n1. e4 *\n\n").as_bytes(), 1);
    assert!(again.is_empty(), "{:?}", ids(&again));
}

/// Three games as a stream sends them: each again, whole, when it changes.
fn stream() -> Vec<u8> {
    let other = |text: &str| {
        String::from_utf8(game(text)).unwrap().replace("Doe", "Poe").replace("5.3", "5.4").into_bytes()
    };
    let states = [
        game("1. Nf3 Nf6 *"),
        other("1. e4 {[%clk 0:10:00]} e5 2. Ke3 *"),
        game(&format!("{TWICE} *")),
        other("1. e4 {[%clk 0:10:00]} e5 2. Ke2 Nf6 3. Ke4 Kd5 *"),
        game(&format!("{FOUR_TIMES} *")),
    ];
    states.concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_split_of_a_stream_ends_with_the_same_alerts(mut cuts in prop::collection::vec(0usize..1000, 0..8)) {
        let settings = settings("fide");
        let text = stream();
        cuts.retain(|cut| *cut < text.len());
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let mut follower = Follower::new(Arc::clone(&settings), Options::default());
        for (i, pair) in cuts.windows(2).enumerate() {
            follower.append("-", &text[pair[0]..pair[1]], i as i64);
        }
        let standing: Vec<_> = follower.standing().iter().map(|alert| alert.alert).collect();
        // Repetition has ended the one game, kings signal the result of the other; whether the claim before was seen turns on the pace.
        let ends: Vec<_> = standing.into_iter().filter(|id| *id != "claim-threefold").collect();
        prop_assert_eq!(ends, ["drawn-fivefold", "result-signal"]);
    }
}
