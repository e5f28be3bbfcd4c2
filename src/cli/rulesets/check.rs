//! `rulesets check`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::RulesetsFormat as Format;
use crate::cli::exit::Exit;
use crate::cli::rules::reader;
use crate::report::visible;
use crate::ruleset::{Fault, Faults, Library, Ruleset, RulesetError};
use crate::source::Chosen;

/// A file with the result of its check.
type Checked<'f> = (&'f Path, Result<Arc<Ruleset>, RulesetError>);

pub(super) fn run(
    library: &Library,
    files: &[PathBuf],
    format: Format,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut checked: Vec<Checked<'_>> =
        files.iter().map(|file| (file.as_path(), library.check(file, &read_as_named(file)))).collect();
    clashes(&mut checked);
    match format {
        Format::Text => text(&checked, out, err)?,
        Format::Json => {
            let list: Vec<Value> = checked.iter().map(object).collect();
            serde_json::to_writer_pretty(&mut *out, &json!({ "files": list }))?;
            writeln!(out)?;
        }
    }
    Ok(if checked.iter().all(|(_, result)| result.is_ok()) { Exit::Clean } else { Exit::Failed })
}

/// Reads the file that the user has named, and those that it extends.
fn read_as_named(file: &Path) -> impl Fn(&Path) -> std::io::Result<String> + '_ {
    reader(file.to_str(), Chosen::Outright)
}

/// Reports a file that claims the same day of the same family and speed as an earlier one.
fn clashes(checked: &mut [Checked<'_>]) {
    let claims: Vec<_> =
        checked.iter().map(|(_, result)| result.as_ref().ok().and_then(|r| r.claim())).collect();
    for (at, (_, result)) in checked.iter_mut().enumerate() {
        let Some(Some(claim)) = claims.get(at) else { continue };
        let earlier = claims.iter().take(at).flatten();
        if let Some(other) = earlier.into_iter().find(|other| other.same_day(claim)) {
            let fault = claim.fault(&other.id);
            *result = Err(RulesetError::Broken(Faults(vec![fault])));
        }
    }
}

fn text(checked: &[Checked<'_>], out: &mut dyn Write, err: &mut dyn Write) -> std::io::Result<()> {
    for (file, result) in checked {
        match result {
            Ok(ruleset) => {
                let name = file.to_string_lossy();
                writeln!(out, "{}: valid ({})", visible(&name), visible(&ruleset.title))?;
            }
            Err(RulesetError::Broken(Faults(faults))) => {
                for fault in faults {
                    writeln!(err, "error: {}", visible(&fault.to_string()))?;
                }
            }
            Err(other) => writeln!(err, "error: {}", visible(&other.to_string()))?,
        }
    }
    Ok(())
}

fn object((file, result): &Checked<'_>) -> Value {
    let faults: Vec<Value> = match result {
        Ok(_) => Vec::new(),
        Err(RulesetError::Broken(Faults(faults))) => faults.iter().map(fault).collect(),
        Err(other) => vec![json!({ "message": other.to_string() })],
    };
    json!({ "file": file.to_string_lossy(), "id": result.as_ref().ok().map(|r| Arc::clone(&r.id)), "faults": faults })
}

fn fault(fault: &Fault) -> Value {
    json!({
        "file": fault.place.file, "line": fault.place.line, "column": fault.place.column,
        "key": fault.key, "message": fault.message, "help": fault.help,
    })
}
