//! `toml`: one case file per entry, with what was ruled as its `[expected]` table.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow};
use serde_json::{Map, Value, json};

use crate::case::Document;
use crate::desk::journal::Entry;

/// Keys of a case that name a file. A ruleset stays in the case: beside it, it would be taken for a case.
const FILES: [&str; 5] = ["scoresheet", "white_scoresheet", "black_scoresheet", "clock", "incidents"];

/// Writes the cases into a folder, which is made where it does not exist. Nothing there is replaced by another text.
pub(super) fn write(folder: &Path, entries: &[Entry]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let kind = entry.text("kind").unwrap_or("case");
        let name = format!("{:04}-{}", entry.id, safe(kind));
        let case = entry.text("case").unwrap_or_default();
        let mut document =
            Document::from_toml(&name.as_str().into(), case).map_err(|fault| anyhow!("{fault}"))?;
        for key in FILES {
            let Some(named) = document.text(key).map(str::to_owned) else { continue };
            let Some(text) = document.file(&named).map(str::to_owned) else { continue };
            let beside = format!("{name}-{key}{}", extension(&named));
            put(&folder.join(&beside), &text)?;
            document.set(key, beside);
            document.remove_file(&named);
        }
        document.set("expected", expected(entry.ruling()));
        put(&folder.join(format!("{name}.toml")), &document.to_toml())?;
    }
    Ok(())
}

/// Letters, digits and hyphens.
fn safe(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// `.pgn` of `a/b.pgn`; a case file would be ruled on as one.
fn extension(name: &str) -> String {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or("txt");
    let extension = if extension.eq_ignore_ascii_case("toml") { "txt" } else { extension };
    format!(".{}", safe(extension))
}

/// Writes a file that is not there yet, or is there with the same text.
fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    let named = || path.display().to_string();
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(text.as_bytes()).with_context(named),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let same = fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() == text.len() as u64)
                && fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes());
            if same {
                Ok(())
            } else {
                Err(anyhow!("{}: there is another text already; name a new folder", named()))
            }
        }
        Err(error) => Err(error).with_context(named),
    }
}

/// What was ruled on the last incident, as `adjudicate --verify` compares it.
fn expected(ruling: &Value) -> Value {
    let mut expected = Map::new();
    let mut set = |key: &str, value: Option<&Value>| {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            expected.insert(key.to_owned(), value.clone());
        }
    };
    set("result", ruling.get("result"));
    let rulings = ruling.get("rulings").and_then(Value::as_array);
    let of = |ruling: &Value| ruling.get("incident").and_then(Value::as_u64);
    let last = rulings
        .and_then(|all| all.iter().filter(|ruling| of(ruling).is_some()).max_by_key(|ruling| of(ruling)));
    if let Some(last) = last {
        set("incident", last.get("incident"));
        set("decision", last.get("decision"));
        set("restore_ply", last.get("restore"));
        set("must", last.get("must"));
        for side in ["white", "black"] {
            let of_side = |key: &str| last.get(key).and_then(|sides| sides.get(side)).cloned();
            set(&format!("adjust_{side}"), of_side("adjust").as_ref());
            set(&format!("clock_{side}"), of_side("clock").as_ref());
        }
        let options =
            last.get("options").filter(|options| options.as_array().is_some_and(|list| !list.is_empty()));
        set("options_include", options);
        let articles =
            last.get("articles").filter(|list| list.as_array().is_some_and(|list| !list.is_empty()));
        set("articles_any", articles);
    }
    json!(expected)
}
