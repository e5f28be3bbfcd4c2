//! `rulesets diff`.

use std::io::Write;
use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::json;

use super::table::{articles, table};
use super::{RulesetsFormat as Format, day};
use crate::cli::exit::Exit;
use crate::report::visible;
use crate::ruleset::{Change, Printed, Ruleset, changes, pair};

/// The options of the comparison.
pub(super) struct Asked {
    pub(super) date: Option<NaiveDate>,
    pub(super) numbers: bool,
    pub(super) format: Format,
}

pub(super) fn run(
    a: &[Arc<Ruleset>],
    b: &[Arc<Ruleset>],
    asked: &Asked,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let changes = changes(&pair(a, b), day(asked.date), asked.numbers);
    match asked.format {
        Format::Text => text(&name(a), &name(b), &changes, out)?,
        Format::Json => {
            let ids =
                |rulesets: &[Arc<Ruleset>]| rulesets.iter().map(|r| Arc::clone(&r.id)).collect::<Vec<_>>();
            let whole = json!({ "a": ids(a), "b": ids(b), "changes": changes });
            serde_json::to_writer_pretty(&mut *out, &whole)?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Clean)
}

/// The id, or the edition if all its speeds are meant.
fn name(rulesets: &[Arc<Ruleset>]) -> String {
    match rulesets {
        [one] => one.id.to_string(),
        many => many.first().map(|first| first.edition().to_owned()).unwrap_or_default(),
    }
}

fn text(a: &str, b: &str, changes: &[Change], out: &mut dyn Write) -> std::io::Result<()> {
    let (a, b) = (visible(a), visible(b));
    if changes.is_empty() {
        return writeln!(out, "{a} and {b}: nothing differs");
    }
    let by_place = changes.iter().any(|change| !change.places.is_empty());
    let mut heads = vec!["what", &a, &b];
    if by_place {
        heads.insert(1, "where");
    }
    let mut table = table(&heads);
    for change in changes {
        let mut row = vec![
            format!("{}: {}\n{}", change.subject, change.says, change.key),
            side(&change.a),
            side(&change.b),
        ];
        if by_place {
            row.insert(
                1,
                if change.places.is_empty() { "everywhere".to_owned() } else { change.places.join("\n") },
            );
        }
        table.add_row(row);
    }
    writeln!(out, "{table}")
}

fn side(printed: &Printed) -> String {
    visible_lines(&format!("{}\n{}", printed.text(), articles(&printed.articles)))
}

fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}
