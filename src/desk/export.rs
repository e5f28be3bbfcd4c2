//! `flagfall desk export`: the journal as files for others.

mod cases;
mod report;
mod table;

use std::path::Path;

use anyhow::{Context, bail};

use super::event::Event;
use super::journal::{self, NAME};
use crate::cli::Session;
use crate::cli::args::{Common, ExportFormat};
use crate::cli::progress::Progress;

/// Runs the command.
///
/// # Errors
/// Where the journal cannot be read or the output not be written.
pub(super) fn export(folder: &Path, format: ExportFormat, common: &Common) -> anyhow::Result<()> {
    let path = folder.join(NAME);
    if !path.is_file() {
        bail!("{}: there is no journal here", path.display());
    }
    let entries = journal::entries_of(folder).with_context(|| path.display().to_string())?;
    if format == ExportFormat::Toml {
        let Some(output) = &common.output else {
            bail!("--format toml needs --output DIR, a folder for the cases")
        };
        return cases::write(output, &entries);
    }
    let session = Session::new(common, Progress::default()).reading([&path]);
    let mut output = session.output()?;
    match format {
        ExportFormat::Csv => table::write(&mut output, &entries)?,
        ExportFormat::Html => report::write(&mut output, &Event::of(folder)?, &entries)?,
        ExportFormat::Jsonl | ExportFormat::Toml => {
            for entry in &entries {
                crate::report::json::write(&mut output, &entry.json())?;
                std::io::Write::write_all(&mut output, b"\n")?;
            }
        }
    }
    output.finish()?;
    Ok(())
}
