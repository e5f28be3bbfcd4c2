//! The files and settings of the language server.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::NaiveDate;

use crate::archive::FileSettings;
use crate::case::Loaded;
use crate::checks::ALL;
use crate::cli::adjudicate::Folder;
use crate::cli::args::{CheckArgs, TopicKind};
use crate::cli::config::Configs;
use crate::cli::explain::{LawsOn, in_markdown};
use crate::cli::file_settings::{SettingsByFolder, of_flags};
use crate::cli::session::Session;
use crate::lsp::{Host, Subject, path_of};
use crate::ruleset::Library;

/// What the language server reads.
pub(super) struct Outside<'r> {
    flags: &'r CheckArgs,
    session: &'r Session,
    library: Arc<Library>,
    of_flags: FileSettings,
    /// The settings since the last refresh.
    settings: SettingsByFolder<'r>,
}

impl<'r> Outside<'r> {
    /// Nothing is read yet but the ruleset of the flags.
    ///
    /// # Errors
    /// If there is no such ruleset.
    pub(super) fn new(flags: &'r CheckArgs, session: &'r Session) -> anyhow::Result<Outside<'r>> {
        let library = Arc::new(Library::built_in());
        let of_flags = of_flags(flags, &library, session)?;
        let settings = by_folder(flags, &of_flags, &library, session);
        Ok(Outside { flags, session, library, of_flags, settings })
    }

    /// The folder of a case; none for one that is not saved.
    fn folder(uri: &str) -> Folder {
        path_of(uri).map_or_else(Folder::none, |path| Folder::of(&path, false))
    }
}

fn by_folder<'r>(
    flags: &'r CheckArgs,
    of_flags: &FileSettings,
    library: &Arc<Library>,
    session: &'r Session,
) -> SettingsByFolder<'r> {
    let configs = Configs::new(ALL);
    SettingsByFolder::new(flags, of_flags.clone(), configs, HashMap::new(), Arc::clone(library), session)
}

impl Host for Outside<'_> {
    fn settings(&mut self, uri: &str) -> Result<Arc<FileSettings>, String> {
        let path = path_of(uri);
        let folder = path.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
        let unusable = "the flagfall.toml of this folder cannot be used; the server's log says why";
        let settings = self.settings.of(folder).ok_or(unusable)?;
        // Each line of a baseline silences one finding, once; a document is checked many times.
        Ok(Arc::new(FileSettings { baseline: None, ..FileSettings::clone(&settings) }))
    }

    fn refresh(&mut self) {
        self.settings = by_folder(self.flags, &self.of_flags, &self.library, self.session);
    }

    fn load(&self, uri: &str, named: &str) -> Result<Loaded, String> {
        Self::folder(uri).load(named)
    }

    fn ruleset(&self, uri: &str, named: &Path) -> io::Result<String> {
        Self::folder(uri).ruleset(named)
    }

    fn library(&self) -> &Library {
        &self.library
    }

    fn today(&self) -> NaiveDate {
        self.session.today
    }

    fn explain(&self, subject: Subject, id: &str) -> Option<String> {
        let laws = LawsOn { library: &self.library, day: self.session.today };
        let kind = match subject {
            Subject::Check => TopicKind::Check,
            Subject::Incident => TopicKind::Incident,
        };
        in_markdown(id, kind, &laws)
    }
}
