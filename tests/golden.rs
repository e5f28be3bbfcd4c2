//! Golden cases: each says in its `[expected]` table what an arbiter of authority ruled.
//!
//! Those of `fixtures/rulings/` run always, those of the folder `rulings` in the one that `FLAGFALL_CASES` names where it is
//! set. One test a case file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use flagfall::case::{Case, Loaded};
use flagfall::ruleset::Library;
use flagfall::rulings::{Session, adjudicate, verify};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let library = Arc::new(Library::built_in());
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings");
    let mut files = case_files(&own);
    let outside = std::env::var_os("FLAGFALL_CASES");
    files.extend(outside.iter().flat_map(|folder| case_files(&Path::new(folder).join("rulings"))));
    let trials = files.into_iter().map(|file| {
        let library = Arc::clone(&library);
        let name = file.strip_prefix(&own).unwrap_or(&file).display().to_string();
        Trial::test(name, move || rule_and_compare(&file, &library))
    });
    let mut trials: Vec<Trial> = trials.collect();
    if outside.is_none() {
        let unset = || Err("FLAGFALL_CASES is not set".into());
        let missing = Trial::test("cases outside the repository: needs FLAGFALL_CASES", unset);
        trials.push(missing.with_ignored_flag(true));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    walk.flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect()
}

fn rule_and_compare(file: &Path, library: &Library) -> Result<(), Failed> {
    let name: Arc<str> = file.display().to_string().into();
    let text = std::fs::read_to_string(file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let load = |path: &str| -> Result<Loaded, String> {
        let bytes = std::fs::read(folder.join(path)).map_err(|why| why.to_string())?;
        Ok(Loaded { name: path.into(), bytes })
    };
    let case = Case::parse(&name, &text, &load).map_err(|fault| fault.to_string())?;
    let today = NaiveDate::from_ymd_opt(2026, 9, 1).ok_or("no such day")?;
    let session = Session {
        library,
        read: &|path| std::fs::read_to_string(path),
        today,
        ruleset: None,
        time_control: None,
        supervision: None,
    };
    let ruled = adjudicate(&case, &name, &session).map_err(|fault| fault.to_string())?;
    let expected = match case.expected {
        Some(expected) => expected.map_err(|fault| fault.to_string())?,
        None => return Ok(()),
    };
    let differences = verify::differences(&expected, &ruled);
    if differences.is_empty() {
        return Ok(());
    }
    let lines = differences.iter().map(|d| format!("{}: expected {}, ruled {}", d.key, d.expected, d.ruled));
    let rulings = ruled.rulings.iter().map(|ruling| {
        format!(
            "  {:?} {} {} {:?}\n    {}",
            ruling.incident,
            ruling.kind,
            ruling.decision.word(),
            ruling.articles,
            ruling.reasons.join("\n    ")
        )
    });
    Err(lines.chain(rulings).collect::<Vec<_>>().join("\n").into())
}
