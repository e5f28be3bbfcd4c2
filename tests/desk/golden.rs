//! The golden cases: what is posted is ruled on as `adjudicate` rules on the file.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::client::{Desk, event, program};

fn cases(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = walk.flatten().map(walkdir::DirEntry::into_path);
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect()
}

/// A case with the files that it names.
fn with_files(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    let table: toml::Table = toml::from_str(&text).unwrap();
    let mut case = serde_json::to_value(&table).unwrap();
    // A date of TOML is a text in JSON.
    if let Some(date) = table.get("date").and_then(toml::Value::as_datetime) {
        case["date"] = date.to_string().into();
    }
    for key in ["scoresheet", "white_scoresheet", "black_scoresheet", "clock", "incidents", "ruleset"] {
        let Some(name) = case[key].as_str().map(str::to_owned) else { continue };
        if let Ok(bytes) = std::fs::read(path.parent().unwrap().join(&name)) {
            case["files"][&name] = String::from_utf8_lossy(&bytes).into_owned().into();
        }
    }
    case
}

fn same_rulings(folder: &Path) -> (usize, Vec<String>) {
    let paths = cases(folder);
    let output =
        program(&["adjudicate", folder.to_str().unwrap(), "--format", "json", "--today", "2026-11-22"])
            .output()
            .unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let empty = tempfile::tempdir().unwrap();
    let desk = Desk::start(empty.path());
    let mut differ = Vec::new();
    for path in &paths {
        let shown = path.to_string_lossy();
        let ruled = all["cases"].as_array().unwrap().iter().find(|case| case["file"] == *shown).unwrap();
        let reply = desk.json("/api/rule", &with_files(path)).value();
        for key in ["ruleset", "result", "rulings", "scoresheets", "assumed"] {
            if ruled[key] != reply[key] {
                differ.push(format!("{shown} {key}: {} != {}", ruled[key], reply[key]));
            }
        }
    }
    (paths.len(), differ)
}

#[test]
fn posted_cases_of_the_repository_are_ruled_on_as_from_the_command_line() {
    let _ = event();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings/illegal-move");
    let (cases, differ) = same_rulings(&folder);
    assert!(cases > 10 && differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn posted_cases_from_outside_are_ruled_on_as_from_the_command_line() {
    let Some(folder) = std::env::var_os("FLAGFALL_CASES") else { return };
    let (cases, differ) = same_rulings(&Path::new(&folder).join("rulings"));
    assert!(cases > 100 && differ.is_empty(), "{}", differ.join("\n"));
}

/// The fields of the form that a case is, if the form can say all of it.
fn as_form(case: &Value) -> Option<Vec<(String, String)>> {
    let mut fields = Vec::new();
    for (key, value) in case.as_object()? {
        let name = match key.as_str() {
            "title" | "expected" | "files" | "incident" => continue,
            "scoresheet" => {
                let game = case["files"][value.as_str()?].as_str()?;
                fields.push(("moves".to_owned(), game.to_owned()));
                continue;
            }
            "clock" => {
                let [row] = value.as_array()?.as_slice() else { return None };
                let known = ["event", "white", "black", "ply", "after"];
                let noticed = |key: &str| &case["incident"][0][key];
                let at_noticing = row["event"] == "reading"
                    && row.as_object()?.keys().all(|key| known.contains(&key.as_str()))
                    && (row["ply"].is_u64()
                        && (row["ply"] == *noticed("noticed")
                            || noticed("noticed").is_null() && row["ply"] == *noticed("ply")));
                for side in ["white", "black"] {
                    fields.push((
                        format!("{side}_clock"),
                        row[side].as_str().filter(|_| at_noticing)?.to_owned(),
                    ));
                }
                continue;
            }
            "ruleset" | "time_control" | "supervision" | "date" | "fen" | "moves" => key.clone(),
            _ => return None,
        };
        fields.push((name, value.as_str()?.to_owned()));
    }
    let [incident] = case["incident"].as_array()?.as_slice() else { return None };
    for (key, value) in incident.as_object()? {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(words) => words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
            other => other.to_string(),
        };
        fields.push((key.clone(), text));
    }
    Some(fields)
}

/// Through the form, and recorded: the same decision, sentence, clocks and articles.
#[test]
fn cases_that_the_form_can_say_are_ruled_on_the_same() {
    let Some(outside) = std::env::var_os("FLAGFALL_CASES") else { return };
    let folder = Path::new(&outside).join("rulings");
    let output =
        program(&["adjudicate", folder.to_str().unwrap(), "--format", "json", "--today", "2026-11-22"])
            .output()
            .unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let empty = tempfile::tempdir().unwrap();
    let desk = Desk::start(empty.path());
    let (cookie, token) = desk.form();
    let (mut said, mut unsaid, mut differ) = (0, Vec::new(), Vec::new());
    for path in cases(&folder) {
        let shown = path.to_string_lossy();
        let Some(fields) = as_form(&with_files(&path)) else {
            unsaid.push(shown.into_owned());
            continue;
        };
        let mut fields: Vec<(&str, &str)> =
            fields.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        fields.extend([("token", token.as_str()), ("do", "record")]);
        let reply = desk.post(&cookie, &fields);
        assert_eq!(reply.status, 303, "{shown}: {}", reply.body);
        let entry = desk.get(&format!("/api{}", reply.header("location").unwrap())).value();
        let ruled = all["cases"].as_array().unwrap().iter().find(|case| case["file"] == *shown).unwrap();
        let (expected, found) =
            (ruled["rulings"].as_array().unwrap(), entry["ruling"]["rulings"].as_array().unwrap());
        let same = |a: &Value, b: &Value| {
            let keys = [
                "incident", "kind", "ruling", "decision", "result", "restore", "must", "adjust", "clock",
                "options", "articles",
            ];
            keys.iter().all(|key| a[*key] == b[*key])
        };
        if expected.len() != found.len() || !expected.iter().zip(found).all(|(a, b)| same(a, b)) {
            differ.push(format!("{shown}: {} != {}", ruled["rulings"], entry["ruling"]["rulings"]));
        }
        said += 1;
    }
    eprintln!("{said} cases through the form, {} that it cannot say: {}", unsaid.len(), unsaid.join(", "));
    assert!(said > 90 && differ.is_empty(), "{}", differ.join("\n"));
}
