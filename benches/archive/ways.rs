//! The ways of reading an archive that are compared, from the least work to the most.

use std::fs::File;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};

use flagfall::replay::{Board, Replay};
use flagfall::scoresheet::{self, Scoresheet};
use flagfall::source::{Content, Formats, Kind, Options, Piece, run};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use crate::Outcome;

/// A way to read an archive.
pub(crate) struct Way {
    pub(crate) name: &'static str,
    /// Reads the file with this number of workers.
    pub(crate) run: fn(&Path, NonZeroUsize) -> Outcome<()>,
    /// Whether it is also measured with all workers.
    pub(crate) parallel: bool,
}

/// The way that the others are compared with.
pub(crate) const BASE: &str = "pgn-reader + shakmaty, legality only";

pub(crate) const WAYS: [Way; 6] = [
    Way { name: "pgn-reader, tokens only", run: tokens, parallel: false },
    Way { name: BASE, run: legality, parallel: false },
    Way { name: "read and cut", run: |file, jobs| work(file, jobs, || |_: &[u8]| 1), parallel: false },
    Way { name: "scoresheets", run: |file, jobs| work(file, jobs, scoresheets), parallel: false },
    Way { name: "replay", run: |file, jobs| work(file, jobs, replays), parallel: false },
    Way { name: "flagfall check, all checks", run: check, parallel: true },
];

// --- the peer ---

struct Tokens;

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = usize;
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, usize> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, moves: &mut usize, _: SanPlus) -> ControlFlow<usize> {
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: usize) -> usize {
        moves
    }
}

fn tokens(file: &Path, _: NonZeroUsize) -> Outcome<()> {
    let mut reader = Reader::new(File::open(file)?);
    let mut moves = 0;
    while let Some(of_game) = reader.read_game(&mut Tokens)? {
        moves += of_game;
    }
    black_box(moves);
    Ok(())
}

struct Legality;

impl Visitor for Legality {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<bool> {
        if name == b"FEN" {
            let position = Fen::from_ascii(value.as_bytes())
                .ok()
                .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            match position {
                Some(position) => *start = position,
                None => return ControlFlow::Break(false),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(start)
    }

    fn san(&mut self, chess: &mut Chess, written: SanPlus) -> ControlFlow<bool> {
        match written.san.to_move(chess) {
            Ok(played) => {
                chess.play_unchecked(played);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(false),
        }
    }

    fn end_game(&mut self, _: Chess) -> bool {
        true
    }
}

fn legality(file: &Path, _: NonZeroUsize) -> Outcome<()> {
    let mut reader = Reader::new(File::open(file)?);
    let mut illegal = 0;
    while let Some(legal) = reader.read_game(&mut Legality)? {
        illegal += u64::from(!legal);
    }
    expect_legal(illegal)
}

fn expect_legal(illegal: u64) -> Outcome<()> {
    if illegal == 0 { Ok(()) } else { Err(format!("{illegal} games of the archive are not legal").into()) }
}

// --- this crate ---

/// Runs the program as users do, including start-up and reports.
fn check(file: &Path, jobs: NonZeroUsize) -> Outcome<()> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    program.args(["check", "--format", "jsonl", "--progress", "never", "--jobs", &jobs.to_string()]);
    let ended = program.arg(file).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    // Status 1 means that there are findings.
    if ended.code().is_some_and(|code| code <= 1) { Ok(()) } else { Err("check failed".into()) }
}

/// Reads the file with a worker that returns the number of games it could not read.
fn work<W>(file: &Path, jobs: NonZeroUsize, make_worker: impl Fn() -> W + Sync) -> Outcome<()>
where
    W: FnMut(&[u8]) -> u64,
{
    let formats = Formats {
        recognise: |_, _| Kind::Games,
        next_game: || {
            let (mut reader, mut sheet) = (scoresheet::Reader::new(), Scoresheet::new());
            Box::new(move |text| reader.read(text, &mut sheet))
        },
    };
    let options = Options { jobs, ..Options::default() };
    let of_piece = || {
        let mut worker = make_worker();
        move |piece: Piece<'_>| match piece.content {
            Content::Games(games) => worker(games.text),
            _ => u64::MAX / 2,
        }
    };
    let mut unread = 0;
    run(vec![file.to_owned()], formats, &options, of_piece, |n| {
        unread += n;
        ControlFlow::Continue(())
    })?;
    black_box(unread);
    Ok(())
}

fn scoresheets() -> impl FnMut(&[u8]) -> u64 {
    let (mut reader, mut sheet) = (scoresheet::Reader::new(), Scoresheet::new());
    move |text| {
        let (mut at, mut faults) = (0, 0);
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            at += reader.read(rest, &mut sheet);
            faults += sheet.faults.len() as u64;
        }
        faults
    }
}

fn replays() -> impl FnMut(&[u8]) -> u64 {
    let (mut reader, mut sheet) = (scoresheet::Reader::new(), Scoresheet::new());
    let mut replay = Replay::new();
    let start = Board::initial();
    move |text| {
        let (mut at, mut stopped) = (0, 0);
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            at += reader.read(rest, &mut sheet);
            replay.run(&sheet, start, |_, _| {});
            stopped += u64::from(replay.stop.is_some());
        }
        stopped
    }
}
