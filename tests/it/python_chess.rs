//! Claims compared with python-chess, ply by ply: who may claim what, by which move.
//!
//! `FLAGFALL_PYTHON` names a Python that has the package `chess` (`python3` otherwise), `FLAGFALL_CASES` the folder of cases.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use chrono::NaiveDate;
use flagfall::checks::{Checker, Piece, Settings};
use flagfall::ruleset::{Library, Request};
use flagfall::scoresheet::{Reader, Scoresheet};
use flagfall::source::{self, Content, Formats, Kind};
use flagfall::watch::{Follower, Options, alert_checks};
use serde_json::Value;

use super::outside::cases;

/// Games of the archives that are compared.
const GAMES: usize = 20_000;

/// Games in the archives.
const IN_ARCHIVES: usize = 126_653;

/// Of so many games one is compared at every ply; the others where a position has occurred before or 98 half-moves were quiet.
const EVERY_PLY: usize = 200;

fn settings() -> Arc<Settings> {
    let library = Library::built_in();
    let selection = library.select("auto", &|_| Err(std::io::ErrorKind::NotFound.into())).unwrap();
    let today = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
    let mut settings = Settings::new(library, Request { selection, today, supervision: None });
    settings.selected = alert_checks();
    Arc::new(settings)
}

/// A game as both programs get it.
struct Record {
    fen: String,
    moves: Vec<String>,
}

/// The legal moves of games, one of `step` of them.
struct Collector {
    checker: Checker,
    reader: Reader,
    sheet: Scoresheet,
    step: usize,
    seen: usize,
    games: Vec<Record>,
}

impl Collector {
    fn new(step: usize) -> Collector {
        let (reader, sheet) = (Reader::new(), Scoresheet::new());
        Collector { checker: Checker::new(settings()), reader, sheet, step, seen: 0, games: Vec::new() }
    }

    fn add(&mut self, text: &[u8]) {
        let mut at = 0;
        while at < text.len() {
            let len = self.reader.read(&text[at..], &mut self.sheet);
            self.seen += usize::from(!self.sheet.is_blank());
            if !self.sheet.is_blank() && self.seen.is_multiple_of(self.step) {
                self.add_game(&text[at..at + len]);
            }
            at += len;
        }
    }

    fn add_game(&mut self, text: &[u8]) {
        let piece = Piece {
            file: &Arc::from("a.pgn"),
            text,
            offset: 0,
            lines_before: 0,
            clocks: None,
            from_utf16: false,
        };
        let games = &mut self.games;
        self.checker.check_seen(&piece, &mut |game, _| {
            let mut board = game.replay.start;
            let mut moves = Vec::new();
            for ply in game.replay.plies.iter().take_while(|ply| ply.legal) {
                moves.push(board.san(ply.mv));
                board.play(ply.mv);
            }
            games.push(Record { fen: game.replay.start.fen(), moves });
        });
    }
}

fn collect(path: PathBuf, collector: &mut Collector) {
    let formats = Formats {
        recognise: |_, _| Kind::Games,
        next_game: || {
            let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
            Box::new(move |text| reader.read(text, &mut sheet))
        },
    };
    let text = || {
        |piece: source::Piece<'_>| match piece.content {
            Content::Games(games) => games.text.to_vec(),
            _ => Vec::new(),
        }
    };
    source::run(vec![path], formats, &source::Options::default(), text, |text: Vec<u8>| {
        collector.add(&text);
        if collector.games.len() >= GAMES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
}

/// python-chess's answers, a line for each game.
fn answers(games: &[Record]) -> Vec<Value> {
    let python = std::env::var_os("FLAGFALL_PYTHON").unwrap_or_else(|| "python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/python_chess.py");
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = BufWriter::new(child.stdin.take().unwrap());
    let output = BufReader::new(child.stdout.take().unwrap());
    let answers = std::thread::scope(|scope| {
        scope.spawn(move || {
            for (i, game) in games.iter().enumerate() {
                let how = if i.is_multiple_of(EVERY_PLY) { "all" } else { "some" };
                writeln!(input, "{how}\t{}\t{}", game.fen, game.moves.join(" ")).unwrap();
            }
        });
        output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
    });
    assert!(child.wait().unwrap().success());
    answers
}

/// A claim as the follower tells it: its moves, none where the position that stands is claimed.
type Claim = Option<Vec<String>>;

/// The two claims after `ply` half-moves; nothing where the game has ended on the board.
fn claims(settings: &Arc<Settings>, game: &Record, ply: usize) -> Option<(Claim, Claim)> {
    let moves = game.moves[..ply].join(" ");
    let text = format!("[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n{moves} *\n", game.fen);
    let alerts = Follower::new(Arc::clone(settings), Options::default()).take("a.pgn", text.as_bytes(), 0);
    let over = |id: &str| id.starts_with("drawn-") || matches!(id, "mate" | "stalemate");
    if alerts.iter().any(|alert| over(alert.alert)) {
        return None;
    }
    let claim = |id| alerts.iter().find(|alert| alert.alert == id).map(|alert| alert.moves.clone());
    Some((claim("claim-threefold"), claim("claim-fifty")))
}

fn words(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

/// What was compared.
#[derive(Debug, Default)]
struct Count {
    plies: usize,
    threefold: usize,
    fifty: usize,
    over: usize,
    /// Claims that python-chess does not know: every move that may be written mates or stalemates. FIDE 9.3.1 asks only that the move
    /// is written, not played; 5.1.1 and 5.2.1 speak of moves that are made.
    written_end: usize,
}

fn compare(games: &[Record]) -> Count {
    let settings = settings();
    let mut count = Count::default();
    let answers = answers(games);
    assert_eq!(answers.len(), games.len());
    for (game, answers) in games.iter().zip(&answers) {
        let place = || format!("{} {}", game.fen, game.moves.join(" "));
        for peer in answers.as_array().unwrap_or_else(|| panic!("{answers}: {}", place())) {
            let ply = usize::try_from(peer["ply"].as_u64().unwrap()).unwrap();
            count.plies += 1;
            let Some((threefold, fifty)) = claims(&settings, game, ply) else {
                count.over += 1;
                break;
            };
            let by = words(&peer["threefold"]);
            let expected = match peer["stands"].as_u64().unwrap() {
                3.. => Some(vec![]),
                _ => (!by.is_empty()).then_some(by),
            };
            assert_eq!(threefold, expected, "{peer}: {}", place());
            assert_eq!(threefold.is_some(), peer["can_claim_threefold"], "{peer}: {}", place());
            let (by, ending) = (words(&peer["fifty"]), words(&peer["ending"]));
            let expected = match peer["quiet"].as_u64().unwrap() {
                100.. => Some(vec![]),
                _ => (!by.is_empty()).then_some(by.clone()),
            };
            assert_eq!(fifty, expected, "{peer}: {}", place());
            if fifty.is_some() != peer["can_claim_fifty"] {
                assert!(!ending.is_empty() && ending == by, "{peer}: {}", place());
                count.written_end += 1;
            }
            count.threefold += usize::from(threefold.is_some());
            count.fifty += usize::from(fifty.is_some());
        }
    }
    count
}

fn files(folder: &str) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(cases(folder)).sort_by_file_name().into_iter().flatten();
    walk.map(walkdir::DirEntry::into_path).filter(|path| path.is_file()).collect()
}

#[test]
#[ignore = "needs FLAGFALL_CASES, and Python with the package chess"]
fn claims_are_those_of_python_chess() {
    for (folder, step) in [("pgn", 1), ("archives", IN_ARCHIVES / GAMES)] {
        let mut collector = Collector::new(step);
        for path in files(folder) {
            if collector.games.len() < GAMES {
                collect(path, &mut collector);
            }
        }
        println!("{folder}: {} games, {:?}", collector.games.len(), compare(&collector.games));
    }
}
