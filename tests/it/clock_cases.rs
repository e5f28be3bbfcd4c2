//! The reconstruction of real games: each fact that is found in them has been looked at.
//!
//! The files lie in the folder that `FLAGFALL_CASES` names.

use flagfall::clock::log::PressKind;
use flagfall::clock::{
    Fact, FactKind, Game, Log, LogBook, PlyReading, Proof, Reading, ReadingKind, Reconstruction, TimeControl,
    Tolerance,
};
use shakmaty::Color;

use crate::outside::cases;

/// What this test needs of a game, by a reading of its own.
#[derive(Default)]
struct Record {
    tags: Vec<(String, String)>,
    readings: Vec<PlyReading>,
    plies: u32,
}

impl Record {
    fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(n, _)| n == name).map_or("", |(_, v)| v)
    }

    fn comment(&mut self, text: &str) {
        for (name, kind) in
            [("[%clk", ReadingKind::Clk), ("[%emt", ReadingKind::Emt), ("[%egt", ReadingKind::Egt)]
        {
            let Some((_, rest)) = text.split_once(name) else { continue };
            let value = rest.split_once(']').map_or("", |(v, _)| v);
            let reading = Reading::parse(value).unwrap_or_else(|| panic!("{value}"));
            let (value_ms, resolution_ms) = (reading.ms, reading.resolution_ms);
            self.readings.push(PlyReading { ply: self.plies, kind, value_ms, resolution_ms });
        }
    }
}

fn records(text: &str) -> Vec<Record> {
    let mut found: Vec<Record> = Vec::new();
    let (mut depth, mut in_moves) = (0, true);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '[' && depth == 0 {
            if in_moves {
                found.push(Record::default());
                in_moves = false;
            }
            let (tag, after) = rest.split_once("\"]").unwrap();
            let (name, value) = tag[1..].split_once(" \"").unwrap();
            found.last_mut().unwrap().tags.push((name.to_owned(), value.to_owned()));
            rest = after;
            continue;
        }
        let length = match c {
            '{' => rest.find('}').map_or(rest.len(), |n| n + 1),
            '(' | ')' => 1,
            c if c.is_whitespace() || c == '\u{feff}' => c.len_utf8(),
            _ => rest.find(|c: char| c.is_whitespace() || "{}()".contains(c)).unwrap_or(rest.len()).max(1),
        };
        let token = &rest[..length];
        rest = &rest[length..];
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' if depth == 0 => found.last_mut().unwrap().comment(token),
            _ if depth > 0 || c == '{' => {}
            _ => {
                let san = token.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                let result = ["1-0", "0-1", "1/2-1/2", "*"].contains(&token);
                if !result && san.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    found.last_mut().unwrap().plies += 1;
                }
                in_moves |= !token.trim().is_empty();
            }
        }
    }
    found
}

fn facts(record: &Record, control: Option<&TimeControl>, reconstruction: &mut Reconstruction) -> Vec<Fact> {
    let game = Game { control, first: Color::White, plies: record.plies, moves_before: 0 };
    let tolerance = Tolerance { tolerance_ms: 2000, penalties_ms: &[60_000, 120_000] };
    reconstruction.run(&game, &tolerance, record.readings.iter().copied());
    reconstruction.facts().to_vec()
}

/// The facts of a file, one line each: the number of the game, then the fact. `control` stands in where a game names none.
fn facts_of_file(cases: &std::path::Path, name: &str, control: Option<&str>) -> Vec<String> {
    let bytes = std::fs::read(cases.join("pgn/clocked").join(name)).unwrap();
    let mut reconstruction = Reconstruction::new();
    let mut found = Vec::new();
    for (number, record) in (1..).zip(records(&String::from_utf8_lossy(&bytes))) {
        let tag = Some(record.tag("TimeControl")).filter(|t| !t.is_empty()).or(control);
        let control = tag.and_then(|t| TimeControl::parse(t).unwrap().into_control());
        let lines = facts(&record, control.as_ref(), &mut reconstruction);
        found.extend(lines.iter().map(|f| format!("{number}: {}", one_line(f))));
    }
    found
}

fn is_zero(line: &str) -> bool {
    line.ends_with("zero") || line.ends_with("zero, and on")
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn server_games() {
    let cases = cases("");
    let found = facts_of_file(&cases, "shakmaty--lichess_db_1000k.pgn", None);
    // On this server a player can give his opponent time, fifteen seconds a click: four clocks went up by that.
    let (zeros, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|line| is_zero(line));
    let gains = [
        "189: 68 black: +40000 ms by Penalty(60000)",
        "353: 21 white: +307000 ms by Unknown",
        "353: 71 white: +49000 ms by Penalty(60000)",
        "365: 73 white: +42000 ms by Penalty(60000)",
    ];
    assert_eq!(rest, gains);
    // Bullet players with a fraction of a second left, in whole seconds.
    assert_eq!(zeros.len(), 47);
    for name in ["chess--0005.pgn", "chess-games--all.pgn", "chesslib--redqueen.pgn", "scalachess--FWWRC.pgn"]
    {
        assert_eq!(facts_of_file(&cases, name, None), [""; 0], "{name}");
    }
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn over_the_board_without_a_time_control() {
    let cases = cases("");
    // White's flag fell, and White lost.
    assert_eq!(facts_of_file(&cases, "chesslib--cup.pgn", None), ["62: 67 white: zero"]);
    assert_eq!(facts_of_file(&cases, "chesslib--31_events.pgn", None), [""; 0]);
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn over_the_board_with_its_time_control() {
    let cases = cases("");
    let found = facts_of_file(&cases, "chesslib--cup.pgn", Some("40/5400+30:1800+30"));
    let expected = [
        // 0:35:04, 0:35:46; then both clocks have the second stage from move 39: the clock had counted a press too many.
        "17: 75 white: +12000 ms by Late",
        "17: 77 white: stage early",
        // 0:40:10, 0:40:50.
        "41: 85 white: +10000 ms by Late",
        "62: 67 white: zero",
        // The first reading is the one of the second move.
        "153: 2 black: start +19000 ms",
        "157: 1 white: start +12000 ms",
        // 0:10:49, 0:11:40.
        "175: 57 white: +21000 ms by Late",
        // 0:10:47, 0:11:26; both clocks have the second stage from move 39.
        "199: 62 black: +9000 ms by Late",
        "199: 77 white: stage early",
        // 0:21:09, 0:27:36.
        "211: 88 black: +357000 ms by Unknown",
        // 0:03:21, 0:05:24: two minutes and the increment, less 27 seconds.
        "222: 114 black: +93000 ms by Penalty(120000)",
        // 0:20:30, 0:21:26.
        "242: 96 black: +26000 ms by Late",
    ];
    assert_eq!(found, expected);
}

/// A case of the rulings: its log, and the facts of its clock.
struct Logged {
    log: Log,
    first: Color,
    facts: Vec<Fact>,
}

fn logged(cases: &std::path::Path, name: &str) -> Logged {
    let case: toml::Table =
        std::fs::read_to_string(cases.join(format!("rulings/{name}.toml"))).unwrap().parse().unwrap();
    let text = |key: &str| case.get(key).and_then(toml::Value::as_str).unwrap_or_default();
    let book = LogBook::read(&std::fs::read(cases.join("rulings").join(text("clock"))).unwrap()).unwrap();
    let log = book.game(1).unwrap().clone();
    let control = TimeControl::parse(text("time_control")).unwrap().into_control().unwrap();
    let first = if text("fen").contains(" b ") { Color::Black } else { Color::White };
    let plies =
        text("moves").split_whitespace().filter(|m| !m.starts_with(|c: char| c.is_ascii_digit())).count()
            as u32;
    let game = Game { control: Some(&control), first, plies, moves_before: 0 };
    let mut reconstruction = Reconstruction::new();
    reconstruction.run_log(&game, &Tolerance { tolerance_ms: 2000, penalties_ms: &[60_000, 120_000] }, &log);
    Logged { log, first, facts: reconstruction.facts().to_vec() }
}

fn one_line(fact: &Fact) -> String {
    let what = match fact.kind {
        FactKind::RanOut { proof: Proof::Flag { .. }, went_on, .. } => {
            format!("flag{}", if went_on { ", and on" } else { "" })
        }
        FactKind::Arithmetic { times, .. } => format!("{} ms, {times}", fact.kind.difference_ms()),
        FactKind::IncrementMissing { units, .. } => {
            format!("no increment, {} and {}", units.white, units.black)
        }
        FactKind::RanOut { proof: Proof::WholeSecondZero, went_on, .. } => {
            format!("zero{}", if went_on { ", and on" } else { "" })
        }
        FactKind::Gain { cause, .. } => format!("{:+} ms by {cause:?}", fact.kind.difference_ms()),
        FactKind::StartTooHigh { .. } => format!("start {:+} ms", fact.kind.difference_ms()),
        FactKind::StageEarly { .. } => "stage early".to_owned(),
        other => format!("{other:?}"),
    };
    format!("{} {}: {what}", fact.ply, if fact.side.is_white() { "white" } else { "black" })
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn logs_of_the_rulings() {
    let cases = cases("");
    let expected: [(&str, &[&str]); 17] = [
        ("101-log-flag-nobody-spoke", &["13 black: flag"]),
        ("102-log-flag-unclaimed-uscf", &["10 white: flag, and on"]),
        ("103-log-control-missed-on-move-forty", &["79 black: flag"]),
        ("104-log-increment-not-added", &["1 white: no increment, 6 and 6"]),
        ("105-log-press-without-a-move", &[]),
        ("106-log-two-presses-by-white", &["11 black: flag"]),
        ("107-log-sixty-plus-thirty", &[]),
        ("108-log-both-flags-black-first", &["33 black: flag, and on", "34 white: flag"]),
        ("109-log-mate-then-flag", &["7 white: flag"]),
        ("110-log-flag-in-a-locked-position", &["3 black: flag"]),
        ("111-log-simple-delay-uscf", &[]),
        ("112-log-bronstein-uscf", &[]),
        ("113-log-second-stage-illegal", &[]),
        ("114-log-missing-readings", &[]),
        ("115-log-display-against-time-of-day", &["10 black: -75000 ms, 1"]),
        ("116-log-arbiter-sets-the-clock", &[]),
        ("117-log-flag-down-then-mates-uscf", &["10 white: flag, and on"]),
    ];
    for (name, lines) in expected {
        let found: Vec<String> = logged(&cases, name).facts.iter().map(one_line).collect();
        assert_eq!(found, lines, "{name}");
    }
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn presses_of_the_rulings() {
    let cases = cases("");
    let odd = |name: &str| -> Vec<(u32, Color, PressKind)> {
        let case = logged(&cases, name);
        let odd = case.log.presses(case.first).filter(|p| p.kind != PressKind::Completes);
        odd.map(|p| (p.ply, p.side, p.kind)).collect()
    };
    assert_eq!(odd("105-log-press-without-a-move"), [(9, Color::Black, PressKind::WithoutMove)]);
    assert_eq!(odd("106-log-two-presses-by-white"), [(11, Color::White, PressKind::AfterForgotten)]);
    for name in [
        "101-log-flag-nobody-spoke",
        "109-log-mate-then-flag",
        "114-log-missing-readings",
        "116-log-arbiter-sets-the-clock",
    ] {
        assert_eq!(odd(name), [], "{name}");
    }
}
