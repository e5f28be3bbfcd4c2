//! What the callers of `source` rely on: every byte once, in order, whatever the packing and the number of workers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod archives;
mod cutting;
mod folders;
mod hostile;
mod opened;
mod parallel;

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::scoresheet::{Reader, Scoresheet, line_ends};

pub(super) const GAME: &str = "[Event \"Open\"]\n[White \"A\"]\n\n1. e4 {a; (b} e5 1-0\n\n";

/// A piece as a worker got it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    name: String,
    number: u64,
    what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    Games { text: Vec<u8>, offset: u64, lines: u64, broken_off: bool },
    Oversize(Oversize),
    Whole(Vec<u8>, bool),
    Blank,
    Error(Problem),
}

impl Seen {
    fn of(piece: Piece<'_>) -> Seen {
        let what = match piece.content {
            Content::Games(g) => What::Games {
                text: g.text.to_vec(),
                offset: g.offset,
                lines: g.lines_before,
                broken_off: g.broken_off,
            },
            Content::Oversize(o) => What::Oversize(o.clone()),
            Content::Whole { text, broken_off } => What::Whole(text.to_vec(), broken_off),
            Content::Blank => What::Blank,
            Content::Error(e) => What::Error(e.problem.clone()),
        };
        Seen { name: piece.file.name.clone(), number: piece.number, what }
    }
}

pub(super) fn formats() -> Formats {
    Formats {
        recognise: |name, head| {
            let plain = unpacked_name(name).to_ascii_lowercase();
            match head {
                _ if plain.ends_with(".pgn") => Kind::Games,
                [b'[' | b'1', ..] => Kind::Games,
                [b'0', b'1', b'2', b' ', ..] => Kind::Whole,
                _ => Kind::Unknown,
            }
        },
        next_game: || {
            let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
            Box::new(move |text| reader.read(text, &mut sheet))
        },
    }
}

pub(super) fn options(jobs: usize, batch_size: usize, max_game_size: usize) -> Options {
    let jobs = NonZeroUsize::new(jobs).unwrap();
    Options { jobs, batch_size, max_game_size, ..Options::default() }
}

pub(super) fn read_with(paths: &[&Path], options: &Options) -> Vec<Seen> {
    let mut seen = Vec::new();
    let paths = paths.iter().map(|p| p.to_path_buf()).collect();
    run(
        paths,
        formats(),
        options,
        || Seen::of,
        |piece| {
            seen.push(piece);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    seen
}

pub(super) fn read(path: &Path) -> Vec<Seen> {
    read_with(&[path], &Options::default())
}

/// The text of a file's pieces, joined.
pub(super) fn text_of(seen: &[Seen], name: &str) -> Vec<u8> {
    let pieces = seen.iter().filter(|s| s.name.ends_with(name));
    pieces
        .filter_map(|s| match &s.what {
            What::Games { text, .. } | What::Whole(text, _) => Some(text.clone()),
            _ => None,
        })
        .collect::<Vec<_>>()
        .concat()
}

pub(super) fn errors(seen: &[Seen]) -> Vec<(String, Problem)> {
    let error = |s: &Seen| match &s.what {
        What::Error(problem) => Some((s.name.clone(), problem.clone())),
        _ => None,
    };
    seen.iter().filter_map(error).collect()
}

/// A temporary folder for one test.
pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

#[cfg(unix)]
impl Folder {
    pub(super) fn pipe(&self, name: &str) -> PathBuf {
        let path = self.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    }
}

/// An archive of `games` different games, each of up to about `bytes` bytes.
pub(super) fn archive(games: usize, bytes: usize) -> Vec<u8> {
    let mut text = String::new();
    for n in 0..games {
        let comment = "x".repeat((n * 7919) % bytes.max(1));
        text.push_str(&format!("[Event \"Open {n}\"]\n[White \"A\"]\n\n1. e4 {{{comment}}} e5 1-0\n\n"));
    }
    text.into_bytes()
}

/// Checks that the pieces of one file have the right places, are in order, and leave nothing out.
pub(super) fn assert_covers(seen: &[Seen], file: &[u8]) {
    let mut at = if file.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    for (number, piece) in seen.iter().enumerate() {
        assert_eq!(piece.number, number as u64);
        let (offset, lines, len) = match &piece.what {
            What::Games { text, offset, lines, .. } => {
                let place = *offset as usize;
                assert!(file[place..place + text.len()] == text[..], "text at {offset}");
                (place, *lines, text.len())
            }
            What::Oversize(o) => {
                assert!(file[o.offset as usize..].starts_with(&o.head));
                (o.offset as usize, o.lines_before, o.length as usize)
            }
            _ => continue,
        };
        assert!(
            file[at.min(offset)..offset].iter().all(u8::is_ascii_whitespace),
            "left out between {at} and {offset}"
        );
        assert_eq!(lines, line_ends(&file[..offset]));
        at = offset + len;
    }
    assert!(file[at..].iter().all(u8::is_ascii_whitespace), "left out after {at}");
}
