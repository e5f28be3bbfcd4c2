//! Reads zip archives: their members one by one, in the order of the archive.

use std::fs;
use std::io::{BufReader, Seek};
use std::sync::Arc;

use zip::ZipReadOptions;

use zip::read::{Config, ZipFile, ZipFileEntry, read_zipfile_from_stream_with_options};
use zip::result::ZipError;
// An unstable interface, hence the exact version of the crate: only this reads a table of contents without keeping
// it.
use zip::unstable::read::ZipIterable;

use super::batch::File;
use super::error::Problem;
use super::feed::{Feed, Flow, Sink, Use};
use super::names;
use super::packing::Packing;

type Disk = BufReader<fs::File>;

impl<S: Sink> Feed<S> {
    /// Reads those members of an archive that would be read in a folder.
    pub(super) fn zip(&mut self, archive: &Arc<File>, disk: fs::File) -> Flow<Use> {
        let Ok(again) = disk.try_clone() else {
            return Ok(self.error(archive, 0, Problem::BrokenOff(Packing::Zip)));
        };
        match ZipIterable::try_new(BufReader::new(disk), Config::default()) {
            Ok(members) => self.listed(archive, members),
            Err(e) => self.unlisted(archive, again, &e),
        }
    }

    fn listed(&mut self, archive: &Arc<File>, mut archived: ZipIterable<Disk>) -> Flow<Use> {
        let members = match archived.files() {
            Ok(members) => members,
            Err(e) => return Ok(self.error(archive, 0, problem(&e))),
        };
        let mut of_use = Use::Nothing;
        while let Some(entry) = members.next() {
            let used = match entry {
                Ok(entry) => self.entry(archive, entry, members.reader_mut())?,
                Err(e) => self.error(archive, 0, problem(&e)),
            };
            if used == Use::Read {
                of_use = Use::Read;
            }
        }
        Ok(of_use)
    }

    fn entry(&mut self, archive: &Arc<File>, entry: ZipFileEntry<'_>, disk: &mut Disk) -> Flow<Use> {
        let Some(name) = wanted(entry.name_raw(), entry.name().ok().as_deref()) else {
            return Ok(Use::Nothing);
        };
        let file = self.member(archive, &name);
        if entry.encrypted() {
            return Ok(self.error(&file, 0, Problem::Encrypted));
        }
        match entry.with_reader(disk, ZipReadOptions::default()) {
            Ok(mut member) => self.nested(&file, &mut member, Packing::Zip),
            Err(e) => Ok(self.error(&file, 0, problem(&e))),
        }
    }

    /// Reads an archive without its table of contents, which is at its end: the members that are complete, and the
    /// beginning of the one that is not.
    fn unlisted(&mut self, archive: &Arc<File>, mut disk: fs::File, why: &ZipError) -> Flow<Use> {
        if disk.rewind().is_ok() {
            let mut disk = BufReader::new(disk);
            loop {
                // If the length comes after the data, it is not known yet: the data mark their own end.
                let options = ZipReadOptions::default().override_compressed_size(u64::MAX);
                match read_zipfile_from_stream_with_options(&mut disk, options) {
                    Ok(Some(member)) => self.found(archive, member)?,
                    _ => break,
                };
            }
        }
        Ok(self.error(archive, 0, problem(why)))
    }

    fn found(&mut self, archive: &Arc<File>, mut member: ZipFile<'_, Disk>) -> Flow<Use> {
        match wanted(member.name_raw(), member.name().ok().as_deref()) {
            Some(name) => {
                let file = self.member(archive, &name);
                self.nested(&file, &mut member, Packing::Zip)
            }
            None => Ok(Use::Nothing),
        }
    }
}

/// The name of a member, with `/`, if it is to be read.
fn wanted(raw: &[u8], name: Option<&str>) -> Option<String> {
    let name =
        name.map_or_else(|| String::from_utf8_lossy(raw).into_owned(), str::to_owned).replace('\\', "/");
    (names::belongs(&name) && !names::is_hidden_member(&name)).then_some(name)
}

fn problem(error: &ZipError) -> Problem {
    match error {
        ZipError::Io(e) => Packing::Zip.problem(e),
        ZipError::CompressionMethodNotSupported(method) => {
            Problem::Unsupported(format!("a member packed by method {method}"))
        }
        ZipError::UnsupportedArchive(what) => Problem::Unsupported((*what).to_owned()),
        ZipError::InvalidArchive(why) => Problem::Damaged(Packing::Zip, why.to_string()),
        other => Problem::Damaged(Packing::Zip, other.to_string()),
    }
}
