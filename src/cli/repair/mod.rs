//! `check --fix` and `check --diff`: repaired files are written while they are read.
//!
//! A file is replaced whole or not at all: its repair is written beside it and put in its place when the file was read
//! to its end and is still the one that was read. Nothing is written for a file without repairs, unless a copy of it was
//! asked for.

mod charset;
mod folder;
mod in_place;

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use anyhow::{Context, bail};

pub(super) use folder::Folder;
use in_place::Replacement;

use super::args::CheckArgs;
use super::messages::Messages;
use super::selection::selected;
use crate::checks::{ALL, Edit, Repairs};
use crate::report::{counted, visible};
use crate::scoresheet::Charset;
use crate::source::{Conversion, File};

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
    /// Bytes of the file itself that were read, if it was converted.
    raw: u64,
}

/// Writes the repairs of a run.
pub(super) struct Repairer<'r> {
    mode: Mode,
    messages: &'r Messages,
    current: Option<Current>,
    /// Where a diff is printed.
    diff: Box<dyn Write + 'r>,
    /// How files that are not UTF-8 are converted.
    conversion: Option<Conversion>,
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

/// How files that are not UTF-8 are converted, if the check of encodings is selected.
pub(super) fn conversion(args: &CheckArgs) -> anyhow::Result<Option<Conversion>> {
    let named = args.from_encoding.as_deref().map(charset::named).transpose()?;
    let repairs = wanted(args)?;
    if repairs == Repairs::None {
        return match named {
            Some(_) => bail!("--from-encoding needs --fix or --diff"),
            None => Ok(None),
        };
    }
    let checks = selected(ALL, args.select.as_deref(), args.ignore.as_deref())?;
    let wanted = checks.iter().any(|check| check.id == "encoding");
    let likely = named.is_some() || repairs == Repairs::All;
    let charset = named.unwrap_or_else(Charset::windows_1252);
    Ok(wanted.then_some(Conversion { charset, likely }))
}

/// Whether the text of a file is not that on the disk.
fn is_converted(file: &File) -> bool {
    file.utf16 || file.decoded.is_some()
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
        let conversion = conversion(args)?;
        let diff = Box::new(io::sink());
        Ok(Some(Repairer { mode, messages, current: None, diff, conversion, changed: 0 }))
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
        if file.utf16 && self.conversion.is_none() {
            return Err("it is UTF-16, and the check encoding is not selected");
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
            Current { file: Arc::clone(file), read: 0, edits: 0, target: Target::None, fault: None, raw: 0 };
        match &mut self.mode {
            Mode::Diff => current.target = Target::Diff(crate::repair::Diff::new(&visible(&file.name))),
            Mode::InPlace if file.path.is_none() => {
                current.target = Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()));
            }
            Mode::InPlace if is_converted(file) => match Replacement::of(file, 0) {
                Ok(replacement) => current.target = Target::Replacement(replacement),
                Err(why) => current.fault = Some(Fault::Failed(format!("{why:#}"))),
            },
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

    /// The encoding of the file is still found: if it was converted, that is not to be written.
    pub(super) fn keeps_encoding(&mut self) {
        let Some(current) = &mut self.current else { return };
        if is_converted(&current.file) {
            self.incomplete("its encoding is to stay as it is");
        } else if self.conversion.is_some() {
            self.messages.warn(format_args!(
                "{}: left in its encoding, which is mixed with UTF-8 or not certain; --from-encoding names it",
                current.file.name
            ));
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
            Target::Diff(_) if current.file.utf16 => {}
            Target::Diff(diff) => match (&self.conversion, current.file.decoded) {
                (Some(conversion), Some(_)) => {
                    let (charset, raw) = (&conversion.charset, current.raw);
                    let recoded = crate::repair::recoded(&text.bytes, text.offset, edits, charset, raw);
                    let (bytes, edits) = recoded.context("a converted text cannot be converted back")?;
                    current.raw += bytes.len() as u64;
                    diff.piece(&bytes, raw, &edits, &mut self.diff)?;
                }
                _ => diff.piece(&text.bytes, text.offset, edits, &mut self.diff)?,
            },
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
        let Some(Current { file, read, edits, target, fault, .. }) = self.current.take() else {
            return Ok(());
        };
        let mut fault = fault;
        let edits = edits + u64::from(is_converted(&file));
        match target {
            Target::None => {}
            Target::Diff(_) if file.utf16 => {
                let name = visible(&file.name);
                writeln!(self.diff, "Binary files {name} and {name} differ")?;
                self.changed += 1;
            }
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
