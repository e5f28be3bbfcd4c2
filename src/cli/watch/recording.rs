//! `--record` keeps what comes in a folder, `--replay` reads it again.

use std::fs::{File, OpenOptions, create_dir_all};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::watch::recording::{BYTES, Came, INDEX, Line, Player, Recorder};

/// The longest line of an index.
const LONGEST_LINE: u64 = 64 << 10;

/// The folder that a run is recorded in.
pub(super) struct Record {
    recorder: Recorder,
    index: File,
    bytes: File,
}

impl Record {
    /// Begins a recording.
    ///
    /// # Errors
    /// Where the folder holds something, or cannot be made.
    pub(super) fn begin(folder: &Path) -> anyhow::Result<Record> {
        let name = folder.display().to_string();
        create_dir_all(folder).with_context(|| name.clone())?;
        if folder.read_dir().with_context(|| name.clone())?.next().is_some() {
            bail!("{name}: the folder is not empty; name another one for the recording");
        }
        let create = |file: &str| {
            let path = folder.join(file);
            let opened = OpenOptions::new().create_new(true).append(true).open(&path);
            opened.with_context(|| path.display().to_string())
        };
        Ok(Record { recorder: Recorder::default(), bytes: create(BYTES)?, index: create(INDEX)? })
    }

    /// Keeps what came. The bytes are written before the line that names them.
    ///
    /// # Errors
    /// Those of the files.
    pub(super) fn note(&mut self, source: &str, came: Came<'_>, at: i64) -> anyhow::Result<()> {
        let Some((line, bytes)) = self.recorder.note(source, came, at) else { return Ok(()) };
        let mut text = serde_json::to_vec(&line)?;
        text.push(b'\n');
        self.bytes.write_all(bytes).context("--record")?;
        self.index.write_all(&text).context("--record")
    }
}

/// A recording that is played.
pub(super) struct Replay {
    index: BufReader<File>,
    bytes: BufReader<File>,
    path: PathBuf,
    number: usize,
    player: Player,
    next: Option<Line>,
    text: Vec<u8>,
}

impl Replay {
    /// Opens a recording.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(super) fn open(folder: &Path) -> anyhow::Result<Replay> {
        let open = |file: &str| {
            let path = folder.join(file);
            File::open(&path).with_context(|| path.display().to_string())
        };
        let mut replay = Replay {
            index: BufReader::new(open(INDEX)?),
            bytes: BufReader::new(open(BYTES)?),
            path: folder.join(INDEX),
            number: 0,
            player: Player::default(),
            next: None,
            text: Vec::new(),
        };
        replay.advance()?;
        Ok(replay)
    }

    /// When the next thing came, in milliseconds since 1970; `None` at the end.
    pub(super) fn next_at(&self) -> Option<i64> {
        self.next.as_ref().map(|line| line.at)
    }

    /// Hands on the next thing that came, with its source.
    ///
    /// # Errors
    /// Where the recording does not fit together, and those of `take`.
    pub(super) fn play(
        &mut self,
        take: &mut dyn FnMut(&str, Came<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(line) = self.next.take() else { return Ok(()) };
        let wanted = line.what.bytes();
        self.text.clear();
        let read = (&mut self.bytes).take(wanted).read_to_end(&mut self.text)?;
        if read as u64 != wanted {
            bail!("{}: {BYTES} ends before the bytes of this line", self.place());
        }
        let came = self.player.play(&line, &self.text);
        take(&line.source, came.with_context(|| format!("{}:{}", self.path.display(), self.number))?)?;
        self.advance()
    }

    /// Reads the next line of the index.
    fn advance(&mut self) -> anyhow::Result<()> {
        let mut text = String::new();
        let read = (&mut self.index).take(LONGEST_LINE).read_line(&mut text);
        self.number += 1;
        let read = read.with_context(|| self.place())?;
        self.next = match text.trim() {
            "" if read == 0 => None,
            text => Some(Player::line(text).with_context(|| self.place())?),
        };
        Ok(())
    }

    fn place(&self) -> String {
        format!("{}:{}", self.path.display(), self.number)
    }
}
