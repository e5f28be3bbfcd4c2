//! The run of `flagfall check` for another program: findings and games as values, messages kept, nothing printed.
//!
//! The Python package reads its tables from here.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use super::args::CheckArgs;
use super::check::{BATCH, Door, check, folder_of};
use super::config::{Config, Configs};
use super::file_settings::{self, Baselines, SettingsByFolder};
use super::jobs::workers;
use super::messages::Kept;
use super::progress::Progress;
use super::session::Session;
use super::work::formats;
use crate::archive::{FileSettings, GameReader, GameRow, GameRows};
use crate::checks::{ALL, OversizeGame, Piece};
use crate::event::{self, Format};
use crate::report::{FindingReport, visible};
use crate::ruleset::Library;
use crate::source::{self, Argument, Content, Emit, Options, Problem};

/// Read once in the life of the program.
static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| Arc::new(Library::built_in()));

/// The configurations of a run and the session of its options.
struct Run {
    configs: Configs<'static>,
    config: Arc<Config>,
    args: CheckArgs,
    session: Session,
}

impl Run {
    fn new(flags: &CheckArgs, inputs: &[Argument], kept: &Kept) -> anyhow::Result<Run> {
        let first = Session::new(&flags.common, Progress::default()).keeping(kept);
        let mut configs = Configs::asked(ALL, flags, &first.messages)?;
        let folder = inputs.iter().find_map(path_of).map_or(Path::new("."), folder_of);
        let config = configs.nearest(folder, &first.messages);
        let mut args = flags.clone().or(&config.args);
        // What a configuration asks of the program alone.
        (args.list_checks, args.fix, args.diff, args.write_baseline) = (false, false, false, None);
        let session = Session::new(&args.common, Progress::default()).keeping(kept);
        Ok(Run { configs, config, args, session })
    }
}

fn path_of(input: &Argument) -> Option<&Path> {
    match input {
        Argument::Path(path) => Some(path),
        Argument::Opened(opened) => opened.path.as_deref(),
    }
}

/// The flags with the paths of the inputs: result files look for their games there.
fn with_paths(flags: &CheckArgs, inputs: &[Argument]) -> CheckArgs {
    let paths = inputs.iter().filter_map(path_of).map(Path::to_owned).collect();
    CheckArgs { paths, ..flags.clone() }
}

/// Passes everything that `flagfall check` finds in `inputs` to `report`. What could not be done is kept in `kept`, and
/// the run goes on. An error of `report` ends it.
///
/// # Errors
/// Options that cannot be used, and the errors of `report`.
pub fn findings<'w>(
    flags: &CheckArgs,
    inputs: Vec<Argument>,
    kept: &Kept,
    report: Box<dyn FindingReport + 'w>,
) -> anyhow::Result<()> {
    let flags = with_paths(flags, &inputs);
    let Run { configs, config, args, session } = Run::new(&flags, &inputs, kept)?;
    let library = Some(Arc::clone(&LIBRARY));
    let door = Door { library, inputs: Some(inputs), report: Some(report) };
    check(&flags, &args, &config, configs, &session, door)?;
    Ok(())
}

/// Passes each game of `inputs` to `tell`, in the order of the files, with its file. `tell` ends the run by breaking
/// off.
///
/// # Errors
/// Options that cannot be used.
pub fn games(
    flags: &CheckArgs,
    inputs: Vec<Argument>,
    kept: &Kept,
    tell: &mut dyn FnMut(&Arc<str>, GameRow) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let flags = with_paths(flags, &inputs);
    let Run { configs, args, session, .. } = Run::new(&flags, &inputs, kept)?;
    let library = Arc::clone(&LIBRARY);
    let of_flags = file_settings::of_flags(&flags, &library, &session)?;
    let settings = SettingsByFolder::new(&flags, of_flags, configs, Baselines::default(), library, &session);
    let max_game_size = usize::try_from(args.game_size()).unwrap_or(usize::MAX);
    let jobs = workers(args.jobs);
    let options =
        Options { jobs, max_game_size, batch_size: BATCH, follow: args.follow, ..Options::default() };
    let make_worker = || {
        let mut reader = Reader { all: &settings, limit: max_game_size as u64, last: None };
        move |piece: source::Piece<'_>, emit: Emit<'_, Read>| reader.read(&piece, emit)
    };
    let mut counted: (usize, u64) = (0, 0);
    let consume = |read: Read| {
        if counted.0 != read.ordinal {
            counted = (read.ordinal, 0);
        }
        let before = counted.1;
        counted.1 += read.games.games();
        for (game, why) in &read.games.not_read {
            let game = before + game;
            session.messages.failed(format_args!("{}: game {game} is not checked: {why}", read.name));
        }
        if let Some(problem) = &read.problem {
            session.messages.failed(problem);
        }
        for row in read.games.rows {
            tell(&read.name, GameRow { game: before + row.game, ..row })?;
        }
        ControlFlow::Continue(())
    };
    source::run_on(inputs, formats(false), &options, make_worker, consume)?;
    Ok(())
}

/// What was read of a piece.
struct Read {
    ordinal: usize,
    name: Arc<str>,
    games: GameRows,
    problem: Option<String>,
}

/// A folder, the settings there, and the reader of its games.
type OfFolder = (PathBuf, Option<(Arc<FileSettings>, GameReader)>);

/// Reads pieces into rows; each thread has its own.
struct Reader<'r, 's> {
    all: &'r SettingsByFolder<'s>,
    limit: u64,
    last: Option<OfFolder>,
}

impl Reader<'_, '_> {
    fn read(&mut self, piece: &source::Piece<'_>, emit: Emit<'_, Read>) {
        let name: Arc<str> = piece.file.name.as_str().into();
        let mut read = Read { ordinal: piece.file.ordinal, name, games: GameRows::default(), problem: None };
        match piece.content {
            Content::Error(error) if error.problem == Problem::LeadsOut => {}
            Content::Error(error) => read.problem = Some(visible(&error.to_string()).into_owned()),
            Content::Blank => {}
            Content::Games(_) | Content::Oversize(_) | Content::Whole { .. } => {
                self.games(piece, &mut read, emit)
            }
        }
        emit(read);
    }

    /// Reads the games of a piece; passes on parts of them, if there are many.
    fn games(&mut self, piece: &source::Piece<'_>, read: &mut Read, emit: Emit<'_, Read>) {
        let (limit, file) = (self.limit, Arc::clone(&read.name));
        let Some(reader) = self.reader(piece.file) else { return };
        let part = |text, offset, lines_before| Piece {
            file: &file,
            text,
            offset,
            lines_before,
            clocks: None,
            from_utf16: false,
        };
        match piece.content {
            Content::Games(games) => {
                let ordinal = read.ordinal;
                let mut pass_on =
                    |games| emit(Read { ordinal, name: Arc::clone(&file), games, problem: None });
                let games = part(games.text, games.offset, games.lines_before);
                read.games = reader.read_in_parts(&games, &mut pass_on);
            }
            Content::Oversize(game) => {
                read.games = reader.oversize(&OversizeGame {
                    file: &file,
                    head: &game.head,
                    offset: game.offset,
                    lines_before: game.lines_before,
                    length: game.length,
                    limit,
                });
            }
            // A game with a clock log beside it; a result file has no games.
            Content::Whole { text, .. } if event::recognise(&file, text) == Some(Format::Pgn) => {
                let converted = source::from_utf16(text);
                read.games = reader.read(&part(converted.as_deref().unwrap_or(text), 0, 0));
            }
            Content::Whole { .. } | Content::Blank | Content::Error(_) => {}
        }
    }

    /// The reader for a file; `None` if its configuration cannot be used.
    fn reader(&mut self, file: &source::File) -> Option<&mut GameReader> {
        let folder = file.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        if self.last.as_ref().is_none_or(|(last, _)| last != folder) {
            let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            let before = self.last.take().and_then(|(_, of)| of);
            let of = self.all.of(here).map(|settings| match before {
                Some((kept, reader)) if Arc::ptr_eq(&kept, &settings) => (settings, reader),
                _ => {
                    let reader = GameReader::new(&settings.checks);
                    (settings, reader)
                }
            });
            self.last = Some((folder.to_owned(), of));
        }
        self.last.as_mut().and_then(|(_, of)| of.as_mut()).map(|(_, reader)| reader)
    }
}
