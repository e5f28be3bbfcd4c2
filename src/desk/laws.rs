//! Looking things up: articles, kinds and checks, two editions side by side, and whether a side can still mate.

use serde_json::{Value, json};

use super::commands::options;
use super::state::Desk;
use crate::checks::ALL;
use crate::cli::args::{ExplainArgs, ExplainFormat, MateArgs, MateFormat};
use crate::cli::explain::{LawsOn, everything, explain};
use crate::cli::mate;
use crate::ruleset::{Change, changes, pair};

/// Explains an article, a kind, a check, a ruleset or a key, as `flagfall explain` does.
pub(super) fn explained(desk: &Desk, id: &str, format: ExplainFormat) -> Result<String, String> {
    let mut args: ExplainArgs = options(["--".into(), id.into()])?;
    args.format = format;
    let laws = LawsOn { library: &desk.library, day: desk.today() };
    let mut text = Vec::new();
    explain(&args, &everything(ALL, &laws), &laws, &mut text).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// What changes for an arbiter from one ruleset or edition to another.
pub(super) fn compared(desk: &Desk, a: &str, b: &str) -> Result<Vec<Change>, String> {
    let named = |name: &str| -> Result<Vec<_>, String> {
        let ids = desk.library.ids_named(name);
        if ids.is_empty() {
            return Err(format!("there is no ruleset {}", crate::report::visible(name)));
        }
        ids.iter().map(|id| desk.library.get(id).map_err(|error| error.to_string())).collect()
    };
    Ok(changes(&pair(&named(a)?, &named(b)?), desk.today(), false))
}

/// Who can still checkmate in a position, as `flagfall mate` says it.
pub(super) fn mates(fen: &str, format: MateFormat) -> Result<String, String> {
    if fen.split_whitespace().next() == Some("-") {
        return Err("this is not a position".to_owned());
    }
    let args: MateArgs = options(["--explain".into(), "--".into(), fen.into()])?;
    let mut text = Vec::new();
    mate::run(&args, format, &mut std::io::empty(), &mut text).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// What was asked for, as scripts get it.
pub(super) fn json(
    desk: &Desk,
    id: Option<&str>,
    pair: Option<(&str, &str)>,
    fen: Option<&str>,
) -> Result<Value, String> {
    let parsed = |text: String| serde_json::from_str::<Value>(&text).unwrap_or(Value::Null);
    let mut object = json!({ "rulesets": desk.library.ids() });
    if let Some(id) = id {
        object["topic"] = parsed(explained(desk, id, ExplainFormat::Json)?);
    }
    if let Some((a, b)) = pair {
        object["changes"] = json!(compared(desk, a, b)?);
    }
    if let Some(fen) = fen {
        object["mate"] = parsed(mates(fen, MateFormat::Json)?);
    }
    Ok(object)
}
