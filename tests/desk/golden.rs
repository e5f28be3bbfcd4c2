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

/// A case as the form says it: what is asked of the game, and what is asked of each incident in turn.
struct Said {
    game: Vec<(String, String)>,
    incidents: Vec<Vec<(String, String)>>,
}

/// The rows of `[[clock]]` as a log, by their half-moves.
fn as_log(rows: &[Value]) -> Option<String> {
    let mut log = "event,side,white,black,ply\n".to_owned();
    for row in rows {
        let known = ["event", "side", "white", "black", "ply"];
        row.as_object()?.keys().all(|key| known.contains(&key.as_str())).then_some(())?;
        let cell = |key: &str| text(&row[key]);
        log.push_str(&known.map(cell).join(","));
        log.push('\n');
    }
    Some(log)
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// What a person would type for the case; nothing if the form cannot say all of it.
fn as_form(case: &Value) -> Option<Said> {
    let incidents = case["incident"].as_array().map_or(&[][..], Vec::as_slice);
    let (mut game, mut clocks) = (Vec::new(), Vec::new());
    let mut say = |name: &str, text: &str| game.push((name.to_owned(), text.to_owned()));
    for (key, value) in case.as_object()? {
        let file = |name: &Value| case["files"][name.as_str()?].as_str();
        match key.as_str() {
            "title" | "expected" | "files" | "incident" => {}
            "scoresheet" => say("moves", file(value)?),
            "white_scoresheet" | "black_scoresheet" => say(key, file(value)?),
            "clock" if value.is_string() => say("clock_log", file(value)?),
            "clock" => {
                let rows = value.as_array()?;
                let at_noticing = |incident: &Value| {
                    let at =
                        if incident["noticed"].is_null() { &incident["ply"] } else { &incident["noticed"] };
                    rows.len() == 1 && rows[0]["event"] == "reading" && rows[0]["ply"] == *at
                };
                match incidents.last() {
                    Some(incident) if at_noticing(incident) => {
                        for side in ["white", "black"] {
                            clocks.push((format!("{side}_clock"), text(&rows[0][side])));
                        }
                    }
                    _ => say("clock_log", &as_log(rows)?),
                }
            }
            "regulations" => value.as_object()?.iter().for_each(|(key, value)| say(key, &text(value))),
            "ruleset" | "time_control" | "supervision" | "date" | "fen" | "moves" | "language" | "record" => {
                say(key, value.as_str()?);
            }
            _ => return None,
        }
    }
    let fields = |incident: &Value| -> Option<Vec<(String, String)>> {
        Some(incident.as_object()?.iter().map(|(key, value)| (key.clone(), text(value))).collect())
    };
    let mut incidents: Vec<_> = incidents.iter().map(fields).collect::<Option<_>>()?;
    match incidents.last_mut() {
        Some(last) => last.extend(clocks),
        None => incidents.push(vec![("kind".to_owned(), "nothing".to_owned())]),
    }
    Some(Said { game, incidents })
}

/// Through the form, and recorded: the same decision, sentence, clocks and articles. Gives how many cases there are, and which of
/// them the form cannot say.
fn through_the_form(folder: &Path) -> (usize, Vec<String>) {
    let output =
        program(&["adjudicate", folder.to_str().unwrap(), "--format", "json", "--today", "2026-11-22"])
            .output()
            .unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let empty = tempfile::tempdir().unwrap();
    let desk = Desk::start(empty.path());
    let (cookie, token) = desk.form();
    let (mut said, mut unsaid, mut differ) = (0, Vec::new(), Vec::new());
    for path in cases(folder) {
        let shown = path.to_string_lossy();
        let Some(Said { mut game, incidents }) = as_form(&with_files(&path)) else {
            unsaid.push(shown.into_owned());
            continue;
        };
        game.push(("token".to_owned(), token.clone()));
        let mut reply = None;
        for (at, incident) in incidents.iter().enumerate() {
            let mut fields = [&game[..], &incident[..]].concat();
            let last = at + 1 == incidents.len();
            fields.push(("do".to_owned(), if last { "record" } else { "then" }.to_owned()));
            let fields: Vec<(&str, &str)> = fields.iter().map(|(key, value)| (&**key, &**value)).collect();
            let sent = desk.post(&cookie, &fields);
            assert_eq!(sent.status, if last { 303 } else { 200 }, "{shown}: {}", sent.body);
            game.retain(|(key, _)| key != "before");
            game.extend(sent.all_hidden("before").into_iter().map(|value| ("before".to_owned(), value)));
            reply = Some(sent);
        }
        let recorded = reply.unwrap().header("location").unwrap().to_owned();
        let entry = desk.get(&format!("/api{recorded}")).value();
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
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    (said, unsaid)
}

#[test]
fn cases_of_the_repository_are_ruled_on_the_same_through_the_form() {
    let rulings = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings");
    let mut unsaid = Vec::new();
    for folder in ["at-the-board", "clock-log", "clock-setting", "draw-offer", "set-up", "two-scoresheets"] {
        let (said, cannot) = through_the_form(&rulings.join(folder));
        assert!(said > 10, "{folder}");
        unsaid.extend(cannot);
    }
    // Rows that name a move instead of counting half-moves are for case files; a log counts.
    assert!(matches!(&unsaid[..], [only] if only.ends_with("clock-events-by-move.toml")), "{unsaid:?}");
}

#[test]
fn cases_from_outside_are_ruled_on_the_same_through_the_form() {
    let Some(outside) = std::env::var_os("FLAGFALL_CASES") else { return };
    let (said, cannot) = through_the_form(&Path::new(&outside).join("rulings"));
    assert!(said > 100 && cannot.is_empty(), "{cannot:?}");
}
