//! The JSON Schemas: those in `schemas/` are what the program prints, they fit every fixture, and they refuse what the
//! program refuses. `FLAGFALL_BLESS=1` rewrites the files; a person reads the difference.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::outside;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn flagfall(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).args(args).current_dir(root()).output().unwrap()
}

fn schema(of: &str) -> Value {
    serde_json::from_slice(&flagfall(&["schema", of]).stdout).unwrap()
}

fn validator(of: &str) -> Validator {
    jsonschema::draft7::new(&schema(of)).unwrap()
}

/// A TOML text as JSON, as an editor sees it: dates are texts.
fn json(text: &str) -> Value {
    fn plain(value: toml::Value) -> Value {
        match value {
            toml::Value::Datetime(date) => Value::String(date.to_string()),
            toml::Value::Array(list) => list.into_iter().map(plain).collect(),
            toml::Value::Table(table) => table.into_iter().map(|(key, value)| (key, plain(value))).collect(),
            other => serde_json::to_value(other).unwrap(),
        }
    }
    plain(toml::Value::Table(toml::from_str(text).unwrap()))
}

fn files(folders: &[PathBuf], wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let walks = folders.iter().flat_map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name());
    walks.flatten().map(walkdir::DirEntry::into_path).filter(|path| wanted(path)).collect()
}

fn is_config(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "flagfall.toml")
}

/// Asserts that every one of `files` fits the schema.
fn all_fit(of: &str, files: &[PathBuf]) {
    let validator = validator(of);
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&json(&text))
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{}", file.display());
    }
}

#[test]
fn the_files_are_what_the_program_prints() {
    for of in ["finding", "alert", "case", "rulings", "pairings", "ruleset", "config"] {
        let printed = flagfall(&["schema", of]);
        assert!(printed.status.success() && printed.stderr.is_empty(), "{of}");
        let file = root().join(format!("schemas/{of}.json"));
        if std::env::var_os("FLAGFALL_BLESS").is_some() {
            std::fs::write(&file, &printed.stdout).unwrap();
        }
        let stale = "is stale: FLAGFALL_BLESS=1 cargo test --test schemas";
        assert!(std::fs::read(&file).unwrap() == printed.stdout, "{} {stale}", file.display());
        assert!(jsonschema::draft7::meta::is_valid(&schema(of)), "{of}");
    }
}

fn cases_of(folders: &[PathBuf]) {
    let cases = files(folders, |path| path.extension().is_some_and(|ext| ext == "toml") && !is_config(path));
    assert!(cases.len() > 10, "{}", cases.len());
    all_fit("case", &cases);
}

#[test]
fn cases_fit() {
    cases_of(&[root().join("fixtures/rulings"), root().join("fixtures/disputes")]);
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn cases_outside_fit() {
    cases_of(&[outside::cases("rulings")]);
}

#[test]
fn rulesets_fit() {
    let rulesets =
        files(&[root().join("rulesets")], |path| path.extension().is_some_and(|ext| ext == "toml"));
    assert!(rulesets.len() > 10, "{}", rulesets.len());
    all_fit("ruleset", &rulesets);
}

#[test]
fn configurations_fit() {
    let configs = files(&[root().join("fixtures")], is_config);
    assert!(!configs.is_empty());
    all_fit("config", &configs);
}

/// The texts in fences of that kind in a guide.
fn fenced(guide: &str, kind: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs").join(guide)).unwrap();
    let fence = format!("```{kind}\n");
    text.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn what_the_guides_show_fits() {
    for (guide, of, texts) in
        [("arbiter.md", "case", 12), ("archivist.md", "config", 1), ("ci.md", "config", 1)]
    {
        let shown = fenced(guide, "toml");
        assert_eq!(shown.len(), texts, "{guide}");
        let validator = validator(of);
        for text in shown {
            let faults: Vec<String> =
                validator.iter_errors(&json(&text)).map(|fault| fault.to_string()).collect();
            assert_eq!(faults, Vec::<String>::new(), "{guide}: {text}");
        }
    }
}

#[test]
fn findings_fit_and_have_no_other_key() {
    let mut strict = schema("finding");
    strict["additionalProperties"] = json!(false);
    let known: Vec<Value> = schema("config")["definitions"]["check"]["enum"].as_array().unwrap().clone();
    strict["properties"]["check"] = json!({ "enum": known });
    let validator = jsonschema::draft7::new(&strict).unwrap();
    let output = flagfall(&["check", "--format", "jsonl", "fixtures/checks", "fixtures/events"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    assert!(lines.lines().count() > 100);
    for line in lines.lines() {
        let finding: Value = serde_json::from_str(line).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&finding)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{line}");
    }
}

/// What the schema takes, and what the program takes: the same, for each text.
fn both(of: &str, name: &str, args: &[&str], texts: &[(&str, bool)]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(folder.path().join("a.pgn"), "").unwrap();
    let validator = validator(of);
    for (text, good) in texts {
        std::fs::write(&file, text).unwrap();
        assert_eq!(validator.is_valid(&json(text)), *good, "the schema: {text}");
        let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code() != Some(2), *good, "the program: {text}: {said}");
    }
}

#[test]
fn misspelt_cases_are_refused_by_both() {
    let incident = |line: &str| format!("[[incident]]\nply = 0\nby = \"white\"\nkind = \"resign\"\n{line}\n");
    let texts: Vec<(String, bool)> = vec![
        (String::new(), true),
        ("title = \"x\"\n".to_owned(), true),
        ("titel = \"x\"\n".to_owned(), false),
        ("supervision = \"some\"\n".to_owned(), false),
        ("date = 2024-05-01\n".to_owned(), true),
        ("date = \"May\"\n".to_owned(), false),
        ("moves = 3\n".to_owned(), false),
        (incident(""), true),
        (incident("noticed_by = \"arbiter\""), true),
        (incident("noticed_by = \"Arbiter\""), true),
        (incident("").replace("\"white\"", "\"WHITE\""), true),
        (incident("").replace("resign", "Resign"), true),
        (incident("value = \"Before-Move\"").replace("resign", "Draw Offer"), true),
        (incident("value = \"before move\"").replace("resign", "draw_offer"), false),
        (incident("").replace("resign", "Touch"), false),
        ("supervision = \"Limited\"\nrecord = \"Part\"\n".to_owned(), true),
        ("[regulations]\nphone = \"Half-Point\"\n".to_owned(), true),
        ("[[clock]]\nevent = \"Reading\"\nwhite = \"5:00\"\n".to_owned(), true),
        (incident("notised = 3"), false),
        (incident("noticed_by = \"nobody\""), false),
        (incident("pressed = 1"), false),
        (incident("").replace("resign", "resine"), false),
        (incident("").replace("by = \"white\"\n", ""), false),
        (incident("").replace("\"white\"", "\"arbiter\""), false),
        (incident("").replace("ply = 0\n", ""), false),
        (incident("").replace("ply = 0", "ply = -1"), false),
        (incident("").replace("resign", "touch"), false),
        (incident("squares = \"e2\"").replace("resign", "touch"), true),
        (incident("squares = [\"e2\"]\nvalue = \"adjust\"").replace("resign", "touch"), true),
        (incident("squares = \"e2\"\nvalue = \"adjusted\"").replace("resign", "touch"), false),
        ("incident = \"log.csv\"\n".to_owned(), false),
        ("scoresheet = \"a.pgn\"\nwhite_scoresheet = \"a.pgn\"\n".to_owned(), false),
        ("[regulations]\nphone = \"loss\"\n".to_owned(), true),
        ("[regulations]\nphone = \"lose\"\n".to_owned(), false),
        ("[regulations]\nphones = \"loss\"\n".to_owned(), false),
        ("[[clock]]\nevent = \"start\"\nwhite = \"0:05:00\"\nblack = \"0:05:00\"\n".to_owned(), true),
        ("[[clock]]\nevent = \"begin\"\n".to_owned(), false),
        ("[[clock]]\nevent = \"start\"\nsite = \"white\"\n".to_owned(), false),
    ];
    let texts: Vec<(&str, bool)> = texts.iter().map(|(text, good)| (text.as_str(), *good)).collect();
    both("case", "case.toml", &["adjudicate", "case.toml"], &texts);
}

#[test]
fn misspelt_configurations_are_refused_by_both() {
    let texts = [
        ("", true),
        ("select = [\"syntax\"]\nignore = \"bad-tag,syntax\"\n", true),
        ("selct = [\"syntax\"]\n", false),
        ("select = [\"sintax\"]\n", false),
        ("output = \"x\"\n", false),
        ("statistics = true\n", true),
        ("statistics = 1\n", false),
        ("fail-on = \"warning\"\n", true),
        ("fail-on = \"warnings\"\n", false),
        ("fail_on = \"warning\"\n", false),
        ("format = \"csv\"\n", true),
        ("format = \"html\"\n", false),
        ("jobs = 2\nmax-game-size = \"1MiB\"\nduplicate-limit = 1000\n", true),
        ("jobs = true\n", false),
        ("jobs = 0\n", false),
        ("today = 2026-01-01\n", true),
        ("time-control = \"5400+30\"\nruleset = \"uscf\"\n", true),
        ("[check]\nquiet = true\n", false),
    ];
    both("config", "flagfall.toml", &["check", "a.pgn"], &texts);
}

#[test]
fn misspelt_rulesets_are_refused_by_both() {
    let texts = [
        ("title = \"Club\"\nextends = \"fide-2023-blitz\"\n", true),
        ("titel = \"Club\"\nextends = \"fide-2023-blitz\"\n", false),
        ("extends = \"fide-2023-blitz\"\n[illegal_move]\nloose_on = { value = 1, article = \"x\" }\n", false),
        ("extends = \"fide-2023-blitz\"\n[illegal_move]\nlose_on = { value = 1 }\n", false),
        ("extends = \"fide-2023-blitz\"\n[illegal_moves]\n", false),
    ];
    both("ruleset", "club.toml", &["rulesets", "check", "club.toml"], &texts);
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn sarif_of_every_fixture_fits_the_published_schema() {
    let schema = std::fs::read(outside::cases("schemas/sarif-schema-2.1.0.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
    let output = flagfall(&["check", "--format", "sarif", "fixtures/checks", "fixtures/events"]);
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(log["runs"][0]["results"].as_array().unwrap().len() > 100);
    let faults: Vec<String> =
        validator.iter_errors(&log).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert_eq!(faults, Vec::<String>::new());
}

/// A file in UTF-16 is written anew whole; that repair has no edits, and SARIF allows no fix without one.
#[test]
fn sarif_has_no_fix_without_edits() {
    let output = flagfall(&["check", "--format", "sarif", "fixtures/checks/encoding"]);
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fixes: Vec<&Value> =
        results.iter().filter_map(|result| result["fixes"].as_array()).flatten().collect();
    assert!(!fixes.is_empty() && fixes.len() < results.len());
    for fix in fixes {
        assert_ne!(fix["artifactChanges"][0]["replacements"].as_array().unwrap().len(), 0, "{fix}");
    }
}

#[test]
fn rulings_fit() {
    let validator = validator("rulings");
    for args in [
        &["adjudicate", "fixtures/rulings", "--format", "json"][..],
        &["adjudicate", "fixtures/disputes/pinned-knight.toml", "--format", "json"],
        &[
            "adjudicate",
            "fixtures/disputes/pinned-knight.toml",
            "--compare",
            "fide-2018-blitz,uscf-7-blitz",
            "--format",
            "json",
        ],
        &["adjudicate", "docs/examples/misspelt.toml", "--format", "json"],
        &["rule", "resign", "--by", "white", "--format", "json"],
    ] {
        let printed: Value = serde_json::from_slice(&flagfall(args).stdout).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&printed)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{args:?}");
    }
    let mut ruled: Value =
        serde_json::from_slice(&flagfall(&["rule", "resign", "--by", "white", "--format", "jsonl"]).stdout)
            .unwrap();
    ruled["rulings"][0]["decision"] = json!("perhaps");
    assert!(!validator.is_valid(&ruled));
}
