//! `flagfall adjudicate`: reads cases, games and logs, rules on them, and writes the report.

mod files;
mod games;
mod verdicts;

pub(super) use files::Folder;
pub(super) use files::named_log as read_scoresheet;
pub(super) use games::pick_game;

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;

use crate::case::{Case, Loaded};
use crate::cli::exit::Exit;
use crate::cli::replace::Reads;
use crate::cli::rules::reader;
use crate::report::ruling::{Arrangement, Format, Heard};
use crate::ruleset::{Library, ReadText, Supervision};
use crate::source::Chosen;
use verdicts::Verdict;

use crate::rulings::{Adjudication, Session, adjudicate, difference};

/// The arguments.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Case files, folders of them, or PGN files.
    pub cases: Vec<PathBuf>,
    /// The game of a PGN file, from 1.
    pub game: Option<u64>,
    /// The clock log of a PGN game.
    pub clock: Option<PathBuf>,
    /// The incident log of a PGN game.
    pub incidents: Option<PathBuf>,
    /// A time control that overrides the case's.
    pub time_control: Option<String>,
    /// A supervision that overrides the case's.
    pub supervision: Option<Supervision>,
    /// A ruleset that overrides the case's.
    pub ruleset: Option<String>,
    /// The rulesets to compare.
    pub compare: Vec<String>,
    /// Compare with the `[expected]` tables.
    pub verify: bool,
    /// Whether cases may name files outside their own folder.
    pub allow_outside: bool,
    /// The text of the case, if it is not a file. Such a case names no files.
    pub text: Option<String>,
    /// Collects the files named in cases, so that no output overwrites them.
    pub reads: Arc<Reads>,
}

impl Request {
    /// Notes a file that was read.
    fn note(&self, loaded: &Loaded) {
        self.reads.add(Path::new(loaded.name.as_ref()));
    }
}

/// Rules on all requested cases and writes the rulings to `out`, for a screen of `width` columns. `failed` is called with
/// each error message, with the choices if a game has to be picked, and with differences from expected rulings that the
/// format cannot show.
///
/// # Errors
/// Those of `out`.
pub fn run(
    request: &Request,
    format: Format,
    today: NaiveDate,
    width: usize,
    out: &mut dyn Write,
    failed: &mut dyn FnMut(String),
) -> anyhow::Result<Exit> {
    let library = Library::built_in();
    let readers = request.ruleset.iter().chain(&request.compare).map(String::as_str);
    let bench = Bench {
        library: &library,
        request,
        today,
        readers: readers.map(|name| (name, Box::new(reader(Some(name), Chosen::Outright)) as _)).collect(),
        choices: RefCell::default(),
    };
    let (files, folder) = files(&request.cases, failed);
    let arrangement = match (request.compare.is_empty(), folder || files.len() != 1) {
        (false, _) => Arrangement::Compare { width: u16::try_from(width).unwrap_or(u16::MAX) },
        (true, true) => Arrangement::Several,
        (true, false) => Arrangement::One,
    };
    let missing = files.is_empty();
    let mut heard = Vec::new();
    let mut verdicts = Vec::new();
    for file in files {
        bench.hear(&file, &mut heard, &mut verdicts);
    }
    let mut exit = Exit::found(verdicts.iter().any(|verdict| !verdict.differences.is_empty()));
    for case in &heard {
        if let Err(error) = &case.outcome {
            failed(error.clone());
            exit = Exit::Failed;
        }
    }
    bench.choices.take().into_iter().for_each(&mut *failed);
    if request.verify && format.name == "text" {
        let broken = heard.iter().filter(|case| case.outcome.is_err()).count();
        verdicts::write(out, &verdicts, broken)?;
    } else {
        format.write(out, &heard, arrangement)?;
        for verdict in verdicts.iter().filter(|verdict| !verdict.differences.is_empty()) {
            verdicts::failed(verdict, failed);
        }
    }
    Ok(if missing { Exit::Failed } else { exit })
}

/// The files to rule on, and whether a folder was among the paths.
fn files(paths: &[PathBuf], failed: &mut dyn FnMut(String)) -> (Vec<PathBuf>, bool) {
    let mut files = Vec::new();
    let mut folder = false;
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        folder = true;
        let before = files.len();
        let hidden = |entry: &walkdir::DirEntry| {
            entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
        };
        let walk = walkdir::WalkDir::new(path).sort_by_file_name().into_iter();
        let found = walk.filter_entry(|entry| !hidden(entry)).flatten().map(walkdir::DirEntry::into_path);
        files.extend(found.filter(|file| is_case(file) && file.is_file()));
        if files.len() == before {
            failed(format!("{}: no case file (*.toml) in this folder", shown(path)));
        }
    }
    (files, folder)
}

fn is_case(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Reads the file of a ruleset, and the files that it extends.
type ReadFile<'a> = dyn Fn(&Path) -> std::io::Result<String> + 'a;

struct Bench<'a> {
    library: &'a Library,
    request: &'a Request,
    today: NaiveDate,
    /// The readers of the rulesets named in the arguments. Each file is read only once.
    readers: Vec<(&'a str, Box<ReadFile<'a>>)>,
    /// The choices of games, for files with several games.
    choices: RefCell<Vec<String>>,
}

impl Bench<'_> {
    /// Rules on one file, once for each ruleset to compare.
    fn hear(&self, path: &Path, heard: &mut Vec<Heard>, verdicts: &mut Vec<Verdict>) {
        let file = shown(path);
        let folder = match self.request.text {
            Some(_) => Folder::none(),
            None => Folder::of(path, self.request.allow_outside),
        };
        let case = match self.case(path, &folder) {
            Ok(case) => case,
            Err(error) => return heard.push(Heard::alone(file, Err(error))),
        };
        let name: Arc<str> = file.as_str().into();
        if self.request.compare.is_empty() {
            let outcome = self.ruled(&case, &name, &folder, self.request.ruleset.as_deref(), verdicts);
            return heard.push(Heard::alone(file, outcome));
        }
        let of_case = |path: &Path| folder.ruleset(path);
        let mut compared: Vec<Heard> = Vec::new();
        for ruleset in &self.request.compare {
            let outcome = self.ruled(&case, &name, &folder, Some(ruleset), verdicts);
            let first = compared.first().and_then(|first| first.outcome.as_ref().ok());
            let difference = match (first, &outcome) {
                (Some(first), Ok(ruled)) => {
                    let first_id = self.request.compare.first().map(String::as_str);
                    let read = self.read_named(first_id).unwrap_or(&of_case);
                    let session = self.session(first_id, read);
                    Some(difference(&case, &name, &session, first, ruled))
                }
                _ => None,
            };
            compared.push(Heard { file: file.clone(), outcome, difference });
        }
        heard.extend(compared);
    }

    fn read_named(&self, ruleset: Option<&str>) -> Option<ReadText<'_>> {
        let named = self.readers.iter().find(|(name, _)| Some(*name) == ruleset);
        named.map(|(_, read)| &**read)
    }

    fn session<'s>(&'s self, ruleset: Option<&'s str>, read: ReadText<'s>) -> Session<'s> {
        Session {
            library: self.library,
            read,
            today: self.today,
            ruleset,
            time_control: self.request.time_control.as_deref(),
            supervision: self.request.supervision,
        }
    }

    /// The ruling under one ruleset. With `--verify`, it is compared with the expected ruling.
    fn ruled(
        &self,
        case: &Case,
        name: &Arc<str>,
        folder: &Folder,
        ruleset: Option<&str>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<Adjudication, String> {
        // A ruleset named in the case is read from the folder of the case.
        let of_case = |path: &Path| folder.ruleset(path);
        let read = self.read_named(ruleset).unwrap_or(&of_case);
        let ruled =
            adjudicate(case, name, &self.session(ruleset, read)).map_err(|fault| fault.to_string())?;
        if self.request.verify {
            verdicts.push(verdicts::compare(case, &ruled, name)?);
        }
        Ok(ruled)
    }

    fn case(&self, path: &Path, folder: &Folder) -> Result<Case, String> {
        let given = self.request.text.clone();
        if given.is_none() && !is_case(path) {
            return games::case(path, self.request, folder).map_err(|fault| {
                self.choices.borrow_mut().extend(fault.choices);
                fault.what
            });
        }
        let text = given.map_or_else(|| files::case_text(path), Ok)?;
        let load = |named: &str| folder.load(named).inspect(|loaded| self.request.note(loaded));
        Case::parse(&shown(path).into(), &text, &load).map_err(|fault| fault.to_string())
    }
}
