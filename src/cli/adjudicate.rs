//! `flagfall adjudicate`: opens cases, games and logs, has them ruled on, and picks the report.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;

use crate::case::{Case, Loaded};
use crate::report::ruling::{Arrangement, Heard, RulingReport};
use crate::report::visible;
use crate::ruleset::{Library, Supervision};
use crate::rulings::{Adjudication, Session, adjudicate, difference, verify};
use crate::scoresheet::Scoresheet;

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
        write_verdicts(out, &verdicts)?;
    } else {
        report.write(out, &heard, arrangement)?;
        for verdict in verdicts.iter().filter(|verdict| !verdict.differences.is_empty()) {
            failed_expectation(verdict, failed);
        }
    }
    Ok(if missing { 2 } else { status })
}

/// How a case compares with its `[expected]` table.
struct Verdict {
    file: String,
    compared: bool,
    differences: Vec<verify::Difference>,
}

fn write_verdicts(out: &mut dyn Write, verdicts: &[Verdict]) -> std::io::Result<()> {
    for verdict in verdicts {
        let word = match (verdict.compared, verdict.differences.is_empty()) {
            (false, _) => "nothing expected",
            (true, true) => "as expected",
            (true, false) => "DIFFERS",
        };
        writeln!(out, "{}: {word}", visible(&verdict.file))?;
        for difference in &verdict.differences {
            writeln!(
                out,
                "    {:<17} expected {}\n    {:<17} ruled    {}",
                difference.key,
                visible(&difference.expected),
                "",
                visible(&difference.ruled)
            )?;
        }
    }
    let compared = verdicts.iter().filter(|verdict| verdict.compared).count();
    let differ = verdicts.iter().filter(|verdict| !verdict.differences.is_empty()).count();
    writeln!(out, "{compared} cases compared, {} as expected, {differ} not", compared - differ)
}

fn failed_expectation(verdict: &Verdict, failed: &mut dyn FnMut(String)) {
    for difference in &verdict.differences {
        failed(format!(
            "{}: {}: expected {}, ruled {}",
            verdict.file, difference.key, difference.expected, difference.ruled
        ));
    }
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
            verdicts.push(compare(case, &ruled, name)?);
        }
        Ok(ruled)
    }

    fn case(&self, path: &Path) -> Result<Case, String> {
        match is_case(path) {
            true => self.case_file(path),
            false => self.game(path),
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

    /// The case that a PGN game and its logs make.
    fn game(&self, path: &Path) -> Result<Case, String> {
        let bytes = read(path)?;
        let games = split(&bytes);
        let number = match (self.request.game, games.len()) {
            (_, 0) => return Err(format!("{}: there is no game in it", shown(path))),
            (None, 1) => 1,
            (None, _) => return Err(list(path, &bytes, &games)),
            (Some(number), _) => number,
        };
        let index = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
        let Some(text) = index.and_then(|index| games.get(index)).and_then(|range| bytes.get(range.clone()))
        else {
            return Err(format!("{}: there is no game {number}, only {}", shown(path), games.len()));
        };
        let sheet = Loaded { name: shown(path).into(), bytes: text.to_vec() };
        let clock = log(self.request.clock.as_deref(), path, "clock.csv")?;
        let incidents = log(self.request.incidents.as_deref(), path, "incidents.csv")?;
        Case::of_game(sheet, clock, incidents, number).map_err(|fault| fault.to_string())
    }
}

fn compare(case: &Case, ruled: &Adjudication, file: &str) -> Result<Verdict, String> {
    let (compared, differences) = match &case.expected {
        None => (false, Vec::new()),
        Some(Ok(expected)) => (true, verify::differences(expected, ruled)),
        Some(Err(fault)) => return Err(fault.to_string()),
    };
    Ok(Verdict { file: file.to_owned(), compared, differences })
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

/// The log that was named, or the one that stands beside the game.
fn log(named: Option<&Path>, game: &Path, ending: &str) -> Result<Option<Loaded>, String> {
    let beside = game.with_extension(ending);
    let path = match named {
        Some(path) => path,
        None if beside.is_file() => &beside,
        None => return Ok(None),
    };
    Ok(Some(Loaded { name: shown(path).into(), bytes: read(path)? }))
}

/// The places of the games in a PGN file.
fn split(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut games = Vec::new();
    let mut sheet = Scoresheet::new();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let length = sheet.read(rest).max(1);
        if !sheet.is_blank() {
            games.push(at..at + length);
        }
        at += length;
    }
    games
}

/// Most games that are listed where one has to be picked.
const LISTED: usize = 20;

fn list(path: &Path, bytes: &[u8], games: &[std::ops::Range<usize>]) -> String {
    let mut lines = vec![format!("{}: it holds {} games; pick one with --game N", shown(path), games.len())];
    let mut sheet = Scoresheet::new();
    for (index, range) in games.iter().enumerate().take(LISTED) {
        let text = bytes.get(range.clone()).unwrap_or_default();
        sheet.read(text);
        let tag = |name: &str| sheet.tag(text, name).map_or("?".to_owned(), |value| value.into_owned());
        lines.push(format!(
            "  --game {}: {} – {}, round {}",
            index + 1,
            tag("White"),
            tag("Black"),
            tag("Round")
        ));
    }
    if games.len() > LISTED {
        lines.push(format!("  … and {} more", games.len() - LISTED));
    }
    lines.join("\n")
}
