//! Collects US Chess rating reports during a run: three tables in one folder or archive are one report.

use std::path::Path;
use std::sync::Arc;

use crate::archive::FileSettings;
use crate::checks::Finding;
use crate::event::uscf;
use crate::source::{Chosen, read_whole};

/// The largest table that is read beside the one that was named, in bytes.
const LARGEST: u64 = 64 << 20;

/// The report whose tables are being collected.
#[derive(Default)]
pub(super) struct RatingReports {
    folder: String,
    open: Option<(uscf::Report, Arc<FileSettings>)>,
}

impl RatingReports {
    /// Takes a table. Returns the findings of the report that it ends, and of the one that it completes, with their
    /// settings.
    pub(super) fn take(
        &mut self,
        name: &Arc<str>,
        bytes: Vec<u8>,
        settings: Arc<FileSettings>,
    ) -> Vec<(Vec<Finding>, Arc<FileSettings>)> {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut found = Vec::new();
        if self.folder != folder {
            found.extend(self.finish());
            folder.clone_into(&mut self.folder);
        }
        let (report, _) = self.open.get_or_insert_with(|| (uscf::Report::default(), settings));
        let is_details = name.to_ascii_uppercase().ends_with("TDEXPORT.DBF");
        if report.file.is_empty() || is_details {
            report.file = name.to_string();
        }
        report.take(name, bytes);
        if report.is_complete() {
            found.extend(self.finish());
        }
        found
    }

    /// Ends the open report. Returns its findings, with their settings.
    pub(super) fn finish(&mut self) -> Option<(Vec<Finding>, Arc<FileSettings>)> {
        let (mut report, settings) = self.open.take()?;
        complete(&mut report, &self.folder);
        let sections = uscf::read(&report);
        let findings = sections.iter().flat_map(|event| settings.check_event(event, None)).collect();
        Some((findings, settings))
    }
}

/// If not all tables were named, looks for the others beside them.
fn complete(report: &mut uscf::Report, folder: &str) {
    if report.is_complete() {
        return;
    }
    let folder = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if report.lacks(&name)
            && let Ok(bytes) = read_whole(&entry.path(), LARGEST, Chosen::Found)
        {
            report.take(&name, bytes);
        }
    }
}
