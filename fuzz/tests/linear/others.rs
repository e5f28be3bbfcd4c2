//! Rulesets, baselines, time controls, positions, files, and games that are watched.

use flagfall::checks::Settings;
use flagfall::clock::TimeControl;
use flagfall::event::recognise;
use flagfall::report::baseline::Baseline;
use flagfall::watch::{Follower, Options, alert_checks};
use flagfall_fuzz::doors::{case, config, mate, ruleset, settings, source};

use crate::Case;
use crate::games::{log, times};

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: &str, things: usize, text: fn(usize) -> String, run: fn(&[u8])| {
        cases.push(Case::new(format!("others: {name}"), things, move |n| text(n).into(), run));
    };
    add(
        "a baseline",
        4000,
        |n| times(n, "{\"check\":\"syntax\",\"message\":\"#\"}\n"),
        |text| {
            assert!(Baseline::read(text).is_ok());
        },
    );
    add("a time control of stages", 8000, |n| times(n, "40/900:") + "900", |text| control(text));
    add(
        "a time control in words",
        4000,
        |n| times(n, "40 moves in 90 minutes, then ") + "30 minutes",
        |text| control(text),
    );
    add("a time control of one word", 20_000, |n| times(n, "x"), |text| control(text));
    add(
        "a ruleset of unknown keys",
        2000,
        |n| "extends = \"fide-2023-blitz\"\n".to_owned() + &times(n, "key# = 1\n"),
        ruleset::run,
    );
    add(
        "a ruleset of sections",
        2000,
        |n| "extends = \"fide-2023-blitz\"\n".to_owned() + &times(n, "[section#]\nkey = 1\n"),
        ruleset::run,
    );
    add(
        "a ruleset of amendments",
        1000,
        |n| "extends = \"fide-2023-blitz\"\n".to_owned() + &times(n, "[[amendment]]\nfrom = 2026-01-01\n"),
        ruleset::run,
    );
    add(
        "a ruleset of articles",
        1000,
        |n| "extends = \"fide-2023-blitz\"\n".to_owned() + &times(n, "[articles.\"99.#\"]\ntitle = \"x\"\n"),
        ruleset::run,
    );
    add("a configuration of unknown keys", 2000, |n| times(n, "key# = 1\n"), config::run);
    add(
        "a configuration with a long list",
        4000,
        |n| format!("select = [{}]\n", times(n, "\"syntax\", ")),
        config::run,
    );
    add("a case of unknown keys", 2000, |n| times(n, "key# = 1\n"), case::run);
    add(
        "a case of incidents",
        500,
        |n| {
            "ruleset = \"fide-2023-standard\"\nmoves = \"1. e4 e5\"\n".to_owned()
                + &times(n, "[[incident]]\nply = 2\nby = \"white\"\nkind = \"draw-offer\"\n")
        },
        case::run,
    );
    add(
        "a case of clock tables",
        1000,
        |n| {
            let row = "[[clock]]\nevent = \"set\"\nwhite = \"1:00:00\"\nblack = \"1:00:00\"\n";
            "ruleset = \"fide-2023-standard\"\nmoves = \"1. e4 e5\"\n".to_owned() + &times(n, row)
        },
        case::run,
    );
    add(
        "a case with a clock log",
        500,
        |n| {
            "ruleset = \"fide-2023-blitz\"\nmoves = \"1. e4 e5\"\nclock = \"log\"\n%%%%\n".to_owned()
                + &log(n)
        },
        case::run,
    );
    add(
        "a case of moves",
        500,
        |n| format!("ruleset = \"fide-2023-blitz\"\nmoves = \"{}\"\n", times(n, "Nf3 Nf6 Ng1 Ng8 ")),
        case::run,
    );
    add("a position", 20_000, |n| times(n, "8/"), mate::run);
    add(
        "what a file is",
        20_000,
        |n| times(n, "x\n"),
        |text| {
            std::hint::black_box(recognise("x", text));
        },
    );
    // Many, because the turns that its threads take are not the same in each run.
    add("files of games", 16_000, |n| times(n, "[Event \"#\"]\n\n1. e4 *\n\n"), source::run);
    add("files of one line", 4000, |n| times(n, "[Event \"#\"] 1. e4 * "), source::run);
    add(
        "a watched stream of one game",
        20_000,
        |n| "[White \"Roe\"]\n\n1. e4 ".to_owned() + &times(n, "{words}"),
        |text| stream(text, 4096),
    );
    add(
        "a watched stream of one game above the limit",
        20_000,
        |n| "[White \"Roe\"]\n\n1. e4 {".to_owned() + &times(n, &"words ".repeat(100)),
        |text| stream(text, 64 << 10),
    );
    add(
        "a watched stream of games",
        1000,
        |n| times(n, "[White \"#\"]\n\n1. e4 *\n\n"),
        |text| stream(text, 4096),
    );
    add(
        "a watched file of games",
        1000,
        |n| times(n, "[White \"#\"]\n\n1. e4 *\n\n"),
        |text| {
            let mut follower = follower();
            follower.take("a.pgn", text, 0);
            std::hint::black_box(follower.take("a.pgn", text, 1));
        },
    );
    add(
        "watched files",
        500,
        |n| times(n, "[White \"#\"]\n\n1. e4 *\n\n"),
        |text| {
            let mut follower = follower();
            for (n, game) in text.split_inclusive(|byte| *byte == b'*').enumerate() {
                follower.take(&format!("{n}.pgn"), game, 0);
            }
        },
    );
    cases
}

/// A follower as `flagfall watch` has it.
fn follower() -> Follower {
    Follower::new(Settings { selected: alert_checks(), ..settings("auto") }, Options::default())
}

/// A stream in parts of so many bytes.
fn stream(text: &[u8], part: usize) {
    let mut follower = follower();
    for part in text.chunks(part) {
        std::hint::black_box(follower.append("-", part, 0));
    }
    follower.end("-", 0);
}

fn control(text: &[u8]) {
    if let Ok(text) = std::str::from_utf8(text) {
        std::hint::black_box(TimeControl::parse(text).is_ok());
    }
}
