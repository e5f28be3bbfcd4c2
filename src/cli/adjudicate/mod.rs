//! `flagfall adjudicate`: opens cases, games and logs, has them ruled on, and picks the report.

mod games;
mod verdicts;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;

use crate::case::{Case, Loaded};
use crate::report::ruling::{Arrangement, Heard, RulingReport};
use crate::ruleset::{Library, Supervision};
use verdicts::Verdict;

use crate::rulings::{Adjudication, Session, adjudicate, difference};

/// What was asked for on the command line.
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
    /// A time control that wins over the case's.
    pub time_control: Option<String>,
    /// A supervision that wins over the case's.
    pub supervision: Option<Supervision>,
    /// A ruleset that wins over the case's.
    pub ruleset: Option<String>,
    /// The rulesets to compare.
    pub compare: Vec<String>,
    /// Compare with the `[expected]` tables.
    pub verify: bool,
}

/// Rules on everything that was asked for and writes the report to `out`; `failed` is told what could not be done. Returns
/// the exit status.
///
/// # Errors
/// Those of `out`.
pub fn run(
    request: &Request,
    report: RulingReport,
    today: NaiveDate,
    out: &mut dyn Write,
    failed: &mut dyn FnMut(String),
) -> anyhow::Result<u8> {
    let library = Library::built_in();
    let bench = Bench { library: &library, request, today };
    let (files, folder) = files(&request.cases, failed);
    let arrangement = match (request.compare.is_empty(), folder || files.len() != 1) {
        (false, _) => Arrangement::Compare,
        (true, true) => Arrangement::Several,
        (true, false) => Arrangement::One,
    };
    let missing = files.is_empty();
    let mut heard = Vec::new();
    let mut verdicts = Vec::new();
    for file in files {
        bench.hear(&file, &mut heard, &mut verdicts);
    }
    let mut status = u8::from(verdicts.iter().any(|verdict| !verdict.differences.is_empty()));
    for case in &heard {
        if let Err(error) = &case.outcome {
            failed(error.clone());
            status = 2;
        }
    }
    if request.verify && report == RulingReport::Text {
        verdicts::write(out, &verdicts)?;
    } else {
        report.write(out, &heard, arrangement)?;
        for verdict in verdicts.iter().filter(|verdict| !verdict.differences.is_empty()) {
            verdicts::failed(verdict, failed);
        }
    }
    Ok(if missing { 2 } else { status })
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

struct Bench<'a> {
    library: &'a Library,
    request: &'a Request,
    today: NaiveDate,
}

impl Bench<'_> {
    /// Hears one file, once for each ruleset that is compared.
    fn hear(&self, path: &Path, heard: &mut Vec<Heard>, verdicts: &mut Vec<Verdict>) {
        let file = shown(path);
        let case = match self.case(path) {
            Ok(case) => case,
            Err(error) => return heard.push(Heard::alone(file, Err(error))),
        };
        let name: Arc<str> = file.as_str().into();
        if self.request.compare.is_empty() {
            let outcome = self.ruled(&case, &name, self.request.ruleset.as_deref(), verdicts);
            return heard.push(Heard::alone(file, outcome));
        }
        let mut compared: Vec<Heard> = Vec::new();
        for ruleset in &self.request.compare {
            let outcome = self.ruled(&case, &name, Some(ruleset), verdicts);
            let first = compared.first().and_then(|first| first.outcome.as_ref().ok());
            let difference = match (first, &outcome) {
                (Some(first), Ok(ruled)) => {
                    let session = self.session(self.request.compare.first().map(String::as_str));
                    Some(difference(&case, &name, &session, first, ruled))
                }
                _ => None,
            };
            compared.push(Heard { file: file.clone(), outcome, difference });
        }
        heard.extend(compared);
    }

    fn session<'s>(&'s self, ruleset: Option<&'s str>) -> Session<'s> {
        Session {
            library: self.library,
            read: &|path| fs::read_to_string(path),
            today: self.today,
            ruleset,
            time_control: self.request.time_control.as_deref(),
            supervision: self.request.supervision,
        }
    }

    /// The ruling under one ruleset, compared with what is expected where that is asked for.
    fn ruled(
        &self,
        case: &Case,
        name: &Arc<str>,
        ruleset: Option<&str>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<Adjudication, String> {
        let ruled = adjudicate(case, name, &self.session(ruleset)).map_err(|fault| fault.to_string())?;
        if self.request.verify {
            verdicts.push(verdicts::compare(case, &ruled, name)?);
        }
        Ok(ruled)
    }

    fn case(&self, path: &Path) -> Result<Case, String> {
        match is_case(path) {
            true => self.case_file(path),
            false => games::case(path, self.request),
        }
    }

    fn case_file(&self, path: &Path) -> Result<Case, String> {
        let bytes = read(path)?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{}: this is not UTF-8", shown(path)))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let load = |named: &str| -> Result<Loaded, String> {
            let full = folder.join(named);
            let bytes = fs::read(&full).map_err(|why| reason(&why))?;
            Ok(Loaded { name: shown(&full).into(), bytes })
        };
        Case::parse(&shown(path).into(), &text, &load).map_err(|fault| fault.to_string())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|why| format!("{}: cannot be read: {}", shown(path), reason(&why)))
}

fn reason(why: &std::io::Error) -> String {
    match why.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        _ => why.to_string(),
    }
}
