//! `rulesets list`.

use std::io::Write;
use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::RulesetsFormat as Format;
use super::table::plain;
use crate::cli::exit::Exit;
use crate::ruleset::{Library, Ruleset, in_order};

pub(super) fn run(library: &Library, format: Format, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut rulesets = Vec::new();
    for id in library.ids() {
        rulesets.push(library.get(&id)?);
    }
    let rulesets = in_order(rulesets);
    match format {
        Format::Text => text(library, &rulesets, out)?,
        Format::Json => {
            let list: Vec<Value> = rulesets.iter().map(|ruleset| object(library, ruleset)).collect();
            let known: serde_json::Map<String, Value> = library
                .known_until()
                .map(|(family, day)| (family.to_owned(), json!(day.to_string())))
                .collect();
            serde_json::to_writer_pretty(&mut *out, &json!({ "rulesets": list, "known_until": known }))?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Clean)
}

fn text(library: &Library, rulesets: &[Arc<Ruleset>], out: &mut dyn Write) -> std::io::Result<()> {
    let mut table = plain(&["id", "in force", "title", "last amended"]);
    for ruleset in rulesets {
        let amended = ruleset.amendments().last().map(|(day, _)| day.to_string()).unwrap_or_default();
        let force = in_force(ruleset.from, library.last_day(ruleset));
        table.add_row([ruleset.id.to_string(), force, ruleset.title.to_string(), amended]);
    }
    writeln!(out, "{table}")?;
    for (family, day) in library.known_until() {
        writeln!(out, "{family}: the publisher's texts were checked up to {day}")?;
    }
    Ok(())
}

/// `2018-01-01 – 2022-12-31`, or `since 2023-01-01`.
pub(crate) fn in_force(from: NaiveDate, until: Option<NaiveDate>) -> String {
    match until {
        Some(until) => format!("{from} – {until}"),
        None => format!("since {from}"),
    }
}

/// The header data of a ruleset as JSON.
pub(super) fn object(library: &Library, ruleset: &Ruleset) -> Value {
    let amendments: Vec<Value> = ruleset
        .amendments()
        .iter()
        .map(|(from, says)| json!({ "from": from.to_string(), "says": says }))
        .collect();
    let variations: Vec<Value> =
        ruleset.variations().iter().map(|(name, says)| json!({ "variation": name, "says": says })).collect();
    json!({
        "id": ruleset.id, "title": ruleset.title, "family": ruleset.family, "category": ruleset.category,
        "edition": ruleset.edition(), "extends": ruleset.extends, "from": ruleset.from.to_string(),
        "until": library.last_day(ruleset).map(|day| day.to_string()), "source": ruleset.source, "supervision": ruleset.supervised(),
        "amendments": amendments, "variations": variations,
    })
}
