//! Growth cases for games: text that is hostile to the lexer, and each check of games alone.

use std::convert::Infallible;
use std::sync::Arc;

use flagfall::archive::{Archive, FileSettings, Item};
use flagfall::checks::{ALL, Checker, Collector, On, Piece, Settings};
use flagfall::clock::LogBook;
use flagfall::report::FORMATS;
use flagfall_fuzz::doors::{all_checks, games, settings};

use crate::Case;

const TAGS: &str = "[Event \"x\"]\n[Site \"x\"]\n[Date \"2026.01.01\"]\n[Round \"1\"]\n[White \"Roe\"]\n[Black \"Doe\"]\n[Result \"*\"]\n";

/// Repeats a text `n` times, with `#` replaced by the number of the repetition.
pub fn times(n: usize, text: &str) -> String {
    (0..n).map(|at| text.replace('#', &at.to_string())).collect()
}

fn file() -> Arc<str> {
    "a.pgn".into()
}

/// Does what the program does with a file of games: checks, duplicates, events.
fn check(settings: Arc<Settings>, text: &[u8]) {
    let file = file();
    let (mut collector, mut archive) = (Collector::new(1_000_000), Archive::default());
    collector.begin_file(&file);
    let mut checker = Checker::new(Arc::clone(&settings));
    let settings = Arc::new(FileSettings::new(settings));
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    let mut found = Vec::new();
    let mut tell = |item: Item<'_>| {
        if let Item::Finding { finding, .. } = item {
            found.push(finding.clone());
        }
        Ok::<(), Infallible>(())
    };
    let Ok(()) = archive.begin_file(&file, Some(&settings), &mut tell);
    let Ok(()) = archive.games(collector.take(checker.check(&piece)), &settings, &mut tell);
    let Ok(_) = archive.end(&mut tell);
    FORMATS.iter().for_each(|format| games::report_in(format, &found));
}

/// Movetext of `n` half-moves in which the knights move out and back.
fn plies(n: usize, after: &str) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    (0..n)
        .map(|ply| {
            let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
            format!("{number}{}{} ", moves[ply % 4], after.replace('#', &ply.to_string()))
        })
        .collect()
}

type Text = fn(usize) -> String;

/// Hostile texts, of one game or of many.
const TEXTS: &[(&str, usize, Text)] = &[
    ("distinct tags", 8000, |n| times(n, "[Tag# \"x\"]\n") + "\n*"),
    ("one tag again and again", 4000, |n| times(n, "[Tag \"#\"]\n") + "\n*"),
    ("tags apart", 8000, |n| times(n, "[Tag# \"x\"]\n\n") + "\n*"),
    ("a tag with a long value", 40_000, |n| format!("[Event \"{}\"]\n\n*", times(n, "x"))),
    ("a tag with escapes", 40_000, |n| format!("[Event \"{}\"]\n\n*", times(n, "\\\\"))),
    ("broken tags", 4000, |n| times(n, "[Tag# \"x\n") + "\n*"),
    ("brackets on one line", 8000, |n| TAGS.to_owned() + "\n" + &times(n, "[x ")),
    ("games without moves", 2000, |n| times(n, "[Event \"#\"]\n[Round \"1\"]\n\n*\n\n")),
    ("the same game", 1000, |n| times(n, &format!("{TAGS}\n1. e4 e5 *\n\n"))),
    ("games of one event", 1000, |n| {
        times(
            n,
            "[Event \"x\"]\n[Round \"#\"]\n[White \"Roe #\"]\n[Black \"Doe\"]\n[WhiteFideId \"#\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n",
        )
    }),
    ("unclosed comments", 4000, |n| times(n, "{\n\n[Event \"x\"]\n")),
    ("one long comment", 4000, |n| {
        TAGS.to_owned() + "\n1. e4 {" + &times(n, &"words ".repeat(20)) + "} e5 *"
    }),
    ("comments", 4000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "{#} ") + "*"),
    ("comments that silence", 4000, |n| {
        TAGS.to_owned() + "\n1. e4 " + &times(n, "{flagfall:ignore syntax,x#} ") + "*"
    }),
    ("a list that silences", 4000, |n| {
        TAGS.to_owned() + "\n1. e4 {" + &times(n, "flagfall:ignore syntax ") + "} *"
    }),
    ("silence outside comments", 4000, |n| {
        TAGS.to_owned() + "\n1. e4 " + &times(n, "flagfall:ignore syntax ")
    }),
    ("nested variations", 8000, |n| {
        TAGS.to_owned() + "\n1. e4 " + &times(n, "(1. d4 ") + &times(n, ")") + "*"
    }),
    ("open variations", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "(")),
    ("closing brackets", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, ") } ] ")),
    ("glyphs", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "$1 ! ") + "*"),
    ("numbers", 8000, |n| TAGS.to_owned() + "\n" + &times(n, "7. ") + "*"),
    ("dots", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, ". ") + "*"),
    ("a long token", 40_000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "x")),
    ("tokens on one line", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "x# e5 ")),
    ("tokens on many lines", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "x# e5\n")),
    ("blanks", 40_000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, " \t") + "*"),
    ("line ends", 40_000, |n| TAGS.to_owned() + &times(n, "\n") + "*"),
    ("results", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "1-0 ")),
    ("moves behind the result", 8000, |n| TAGS.to_owned() + "\n1. e4 * " + &times(n, "e5 ")),
    ("plies", 2000, |n| TAGS.to_owned() + "\n" + &plies(n, "") + "*"),
    ("plies on one line with faults", 2000, |n| TAGS.to_owned() + "\n" + &plies(n, "+") + "*"),
    ("plies in long notation", 2000, |n| {
        TAGS.to_owned() + "\n" + &times(n, "Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8 ") + "*"
    }),
    ("illegal moves", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "Qh8 ") + "*"),
    ("moves on the edge of two", 2000, |n| TAGS.to_owned() + "\n" + &times(n, "Ngf3 Ngf6 Nfg1 Nfg8 ") + "*"),
    ("clocks", 2000, |n| {
        TAGS.to_owned() + "[TimeControl \"180+2\"]\n\n" + &plies(n, " {[%clk 0:03:00]}") + "*"
    }),
    ("clocks that rise and fall", 2000, |n| {
        TAGS.to_owned()
            + "[TimeControl \"40/5400+30:1800\"]\n\n"
            + &plies(n, " {[%clk 1:#] [%emt 0:00:09]}")
            + "*"
    }),
    ("clocks without a control", 2000, |n| {
        TAGS.to_owned() + "\n" + &plies(n, " {[%clk 0:03:00] [%clk 0:02:00]}") + "*"
    }),
    ("clocks behind one move", 8000, |n| TAGS.to_owned() + "\n1. e4 {" + &times(n, "[%clk 0:00:#] ") + "} *"),
    ("a long time control", 8000, |n| {
        TAGS.to_owned() + "[TimeControl \"" + &times(n, "40/900:") + "900\"]\n\n1. e4 {[%clk 0:15:00]} *"
    }),
    ("a long start position", 8000, |n| {
        TAGS.to_owned() + "[FEN \"" + &times(n, "8/") + " w - - 0 1\"]\n\n1. e4 *"
    }),
    ("bytes that are not UTF-8", 8000, |n| TAGS.to_owned() + "\n1. e4 " + &times(n, "{\u{ff}} ") + "*"),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, things, text) in TEXTS {
        let (text, things) = (*text, *things);
        cases.push(Case::new(
            format!("games: {name}"),
            things,
            move |n| text(n).into(),
            |text| check(all_checks(), text),
        ));
    }
    // Each check runs alone, so that its work is not hidden by that of the others.
    for check_of in ALL.iter().filter(|check| !matches!(check.on, On::Event(_))) {
        let settings = Arc::new(Settings { selected: vec![check_of], ..settings("auto") });
        let all = |n: usize| {
            TEXTS.iter().map(|(_, things, text)| text(n * things / 8000 + 1) + "\n\n").collect::<String>()
        };
        cases.push(Case::new(
            format!("games: check {}", check_of.id),
            800,
            move |n| all(n).into(),
            move |text| check(Arc::clone(&settings), text),
        ));
    }
    cases.push(Case::new(
        "games: a clock log",
        2000,
        |n| log(n).into(),
        |log| {
            let clocks = LogBook::read(log).expect("a log");
            let text = TAGS.to_owned()
                + "[TimeControl \"180+2\"]\n\n"
                + &plies(clocks.game(1).map_or(0, |log| log.rows().len()), "")
                + "*";
            let file = file();
            let piece = Piece {
                file: &file,
                text: text.as_bytes(),
                offset: 0,
                lines_before: 0,
                clocks: Some(&clocks),
                from_utf16: false,
            };
            std::hint::black_box(Checker::new(all_checks()).check(&piece));
        },
    ));
    cases.push(Case::new(
        "games: a clock log of many games",
        2000,
        |n| {
            ("game,event,side,at\n".to_owned() + &times(n, "#,start,,2026-01-01T10:00:00Z\n"))
                .replace("\n0,", "\n999999,")
                .into()
        },
        |log| assert!(LogBook::read(log).is_ok()),
    ));
    cases
}

/// A log with one press per second.
pub fn log(n: usize) -> String {
    let mut out = "event,side,at,ply\nstart,,2026-01-01T00:00:00Z,0\n".to_owned();
    for ply in 1..=n {
        let side = if ply % 2 == 1 { "white" } else { "black" };
        let (day, hour, minute, second) = (1 + ply / 86_400, ply / 3600 % 24, ply / 60 % 60, ply % 60);
        out += &format!("press,{side},2026-01-{day:02}T{hour:02}:{minute:02}:{second:02}Z,{ply}\n");
    }
    out
}
