//! The result files of the event, ranked as `flagfall crosstable` does.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::commands::options;
use super::state::Desk;
use crate::cli::args::CrosstableArgs;
use crate::cli::crosstable::{Judged, judge};
use crate::report::crosstable::{Format, Order, explain};
use crate::source::lies_in;

/// The extensions of result files that are shown where event.toml names none.
const EXTENSIONS: [&str; 4] = ["trf", "trfx", "trf16", "trf26"];

/// The names of the result files.
pub(super) fn files(desk: &Desk) -> Vec<String> {
    if !desk.event.results.is_empty() {
        return desk.event.results.clone();
    }
    let is_result = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        path.is_file()
            && extension.is_some_and(|found| EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(found)))
    };
    let entries = std::fs::read_dir(&desk.folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| is_result(path));
    let mut names: Vec<String> =
        paths.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// Reads a result file and ranks it; `against`: a published table in the folder.
pub(super) fn judged(desk: &Desk, file: &str, against: Option<&str>) -> Result<Judged, String> {
    let mut words: Vec<OsString> = Vec::new();
    if let Some(table) = against {
        let path = inside(desk, table)?;
        words.extend(["--against".into(), path.into_os_string()]);
    }
    words.extend(["--".into(), desk.folder.join(file).into_os_string()]);
    let args: CrosstableArgs = options(words)?;
    let judged = judge(&args, desk.today()).map_err(|error| format!("{error:#}"))?;
    judged.fits().map_err(|error| error.to_string())?;
    Ok(judged)
}

/// The path of a file that a visitor names: never outside the folder.
fn inside(desk: &Desk, name: &str) -> Result<PathBuf, String> {
    let path = desk.folder.join(name);
    match lies_in(&path, &desk.folder) {
        Ok(true) if path.is_file() => Ok(path),
        _ => Err("there is no such file in the folder of the event".to_owned()),
    }
}

/// The working of a player's tie-breaks; nothing where nobody has that name.
pub(super) fn explained(judged: &Judged, player: &str) -> Option<String> {
    let mut text = Vec::new();
    let found = explain::write(&judged.table(&[], Order::Rank), player, &mut text).ok()?;
    found.then(|| String::from_utf8_lossy(&text).into_owned())
}

/// All result files as scripts get them.
pub(super) fn json(desk: &Desk, against: Option<&str>) -> Value {
    let one = |file: &String| match judged(desk, file, against) {
        Err(error) => json!({ "file": file, "error": error }),
        Ok(judged) => {
            let problems = judged.problems();
            let mut bytes = Vec::new();
            let written = Format::named("json")
                .map(|format| format.write(&judged.table(&problems, Order::Rank), 0, &mut bytes));
            let table = written.and_then(|_| serde_json::from_slice(&bytes).ok()).unwrap_or(Value::Null);
            json!({ "file": file, "findings": problems, "table": table })
        }
    };
    json!({ "files": files(desk).iter().map(one).collect::<Vec<_>>() })
}
