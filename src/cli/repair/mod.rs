//! `check --fix` and `check --diff`: repaired files are written while they are read.
//!
//! A file is replaced whole or not at all: its repair is written beside it and put in its place when the file was read
//! to its end and is still the one that was read. Nothing is written for a file without repairs, unless a copy of it was
//! asked for.

mod folder;
mod in_place;

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use anyhow::{Context, bail};

pub(super) use folder::Folder;
use in_place::Replacement;

use super::args::CheckArgs;
use super::messages::Messages;
use crate::checks::{Edit, Repairs};
use crate::report::{counted, visible};
use crate::source::File;

/// What is done with the repairs.
pub(super) enum Mode {
    /// A diff is printed.
    Diff,
    /// Files are replaced; standard input is written to standard output.
    InPlace,
    /// Copies are written to a folder.
    Folder(Folder),
}

/// The text of a piece, as far as repairs need it.
pub(super) struct Text {
    /// Where it begins in the unpacked file.
    pub(super) offset: u64,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

/// Why a file is not repaired.
enum Fault {
    /// Something could not be done.
    Failed(String),
    /// The file itself could not be read; that was said.
    Unread,
}

/// Where the repair of the current file is written.
enum Target {
    /// Nothing was changed yet.
    None,
    Diff(crate::repair::Diff),
    Stdout(BufWriter<io::Stdout>),
    Replacement(Replacement),
}

/// The file that is read.
struct Current {
    file: Arc<File>,
    /// Bytes of it that were read.
    read: u64,
    edits: u64,
    target: Target,
    fault: Option<Fault>,
}

/// Writes the repairs of a run.
pub(super) struct Repairer<'r> {
    mode: Mode,
    messages: &'r Messages,
    current: Option<Current>,
    /// Where a diff is printed.
    diff: Box<dyn Write + 'r>,
    /// Files that were changed.
    changed: u64,
}

/// Which repairs the options ask for.
pub(super) fn wanted(args: &CheckArgs) -> anyhow::Result<Repairs> {
    match (args.fix || args.diff, args.unsafe_fixes) {
        (false, true) => bail!("--unsafe-fixes needs --fix or --diff"),
        (false, false) => Ok(Repairs::None),
        (true, false) => Ok(Repairs::Safe),
        (true, true) => Ok(Repairs::All),
    }
}

/// Whether standard input is repaired, and so takes standard output.
pub(super) fn takes_stdout(args: &CheckArgs) -> bool {
    let in_place = args.fix && !args.diff && args.common.output.is_none();
    in_place && args.paths.iter().any(|path| path.as_os_str() == "-")
}

impl<'r> Repairer<'r> {
    /// Repairs by the options, if they ask for them.
    pub(super) fn new(args: &CheckArgs, messages: &'r Messages) -> anyhow::Result<Option<Repairer<'r>>> {
        if wanted(args)? == Repairs::None {
            return Ok(None);
        }
        let mode = match &args.common.output {
            _ if args.diff => Mode::Diff,
            None => Mode::InPlace,
            Some(folder) => Mode::Folder(Folder::new(folder, &args.paths)?),
        };
        Ok(Some(Repairer { mode, messages, current: None, diff: Box::new(io::sink()), changed: 0 }))
    }

    /// Whether the results are a diff.
    pub(super) fn is_diff(&self) -> bool {
        matches!(self.mode, Mode::Diff)
    }

    /// Prints diffs to `out`.
    pub(super) fn diff_to(&mut self, out: Box<dyn Write + 'r>) {
        self.diff = out;
    }

    /// Whether a file is repaired, and otherwise why not.
    pub(super) fn admits(&self, file: &File) -> Result<(), &'static str> {
        if file.utf16 {
            return Err("it is UTF-16");
        }
        match self.mode {
            Mode::InPlace if file.packed || file.member => {
                Err("packed files are repaired only with --output FOLDER")
            }
            _ => Ok(()),
        }
    }

    /// Begins a file.
    pub(super) fn begin(&mut self, file: &Arc<File>) {
        let mut current =
            Current { file: Arc::clone(file), read: 0, edits: 0, target: Target::None, fault: None };
        match &mut self.mode {
            Mode::Diff => current.target = Target::Diff(crate::repair::Diff::new(&visible(&file.name))),
            Mode::InPlace if file.path.is_none() => {
                current.target = Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()));
            }
            Mode::InPlace => {}
            Mode::Folder(folder) => match folder.open(file) {
                Ok(copy) => current.target = Target::Replacement(copy),
                Err(why) => current.fault = Some(Fault::Failed(format!("{why:#}"))),
            },
        }
        self.current = Some(current);
    }

    /// The file, or the rest of it, could not be read.
    pub(super) fn unread(&mut self) {
        if let Some(current) = &mut self.current {
            current.fault = Some(Fault::Unread);
        }
    }

    /// A part of the file is not at hand.
    pub(super) fn incomplete(&mut self, why: &str) {
        if let Some(current) = &mut self.current
            && current.fault.is_none()
        {
            current.fault = Some(Fault::Failed(why.to_owned()));
        }
    }

    /// Takes the next piece of the file with its edits.
    pub(super) fn piece(&mut self, text: &Text, edits: &[Edit]) -> anyhow::Result<()> {
        let Some(current) = self.current.as_mut().filter(|current| current.fault.is_none()) else {
            return Ok(());
        };
        current.edits += edits.len() as u64;
        if text.offset != current.read {
            current.fault = Some(Fault::Failed("a part of it was not read".to_owned()));
            return Ok(());
        }
        current.read += text.bytes.len() as u64;
        if let Target::None = current.target
            && !edits.is_empty()
        {
            match Replacement::of(&current.file, text.offset) {
                Ok(replacement) => current.target = Target::Replacement(replacement),
                Err(why) => current.fault = Some(Fault::Failed(format!("{why:#}"))),
            }
        }
        match &mut current.target {
            Target::None => {}
            Target::Diff(diff) => diff.piece(&text.bytes, text.offset, edits, &mut self.diff)?,
            Target::Stdout(stdout) => crate::repair::write(&text.bytes, text.offset, edits, stdout)?,
            Target::Replacement(replacement) => {
                let written = crate::repair::write(&text.bytes, text.offset, edits, replacement);
                if let Err(why) = written {
                    current.fault = Some(Fault::Failed(format!("the repair cannot be written: {why}")));
                }
            }
        }
        Ok(())
    }

    /// Ends the file: puts its repair in its place.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        let Some(Current { file, read, edits, target, fault }) = self.current.take() else { return Ok(()) };
        let mut fault = fault;
        match target {
            Target::None => {}
            Target::Diff(diff) => self.changed += u64::from(diff.end(&mut self.diff)?),
            Target::Stdout(mut stdout) => {
                stdout.flush().context("standard output: cannot be written")?;
                self.changed += u64::from(edits > 0);
            }
            Target::Replacement(replacement) if fault.is_none() => match replacement.put(&file, read) {
                Ok(()) => self.changed += u64::from(edits > 0),
                Err(why) => fault = Some(Fault::Failed(format!("{why:#}"))),
            },
            Target::Replacement(_) => {}
        }
        if let Some(Fault::Failed(why)) = fault {
            self.messages.failed(format_args!("{}: not repaired: {why}", file.name));
        }
        Ok(())
    }

    /// Ends the last file and the diff.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        self.end()?;
        Ok(self.diff.flush()?)
    }

    /// Whether a file was changed, or would be.
    pub(super) fn changed(&self) -> bool {
        self.changed > 0
    }

    /// What was done, in one line.
    pub(super) fn summary(&self, findings: u64) -> String {
        let (findings, files) =
            (counted(findings, "finding", "findings"), counted(self.changed, "file", "files"));
        match self.mode {
            Mode::Diff => format!("{findings} in {files} would be repaired"),
            _ => format!("{findings} repaired in {files}"),
        }
    }
}
