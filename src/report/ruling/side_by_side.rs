//! The same facts under several rulesets, in one table.

use std::io::{self, Write};

use comfy_table::{ContentArrangement, Table, TableStyle, presets};

use super::{Heard, markdown::plain, words};
use crate::report::visible;
use crate::rulings::{Adjudication, Ruling};

pub(super) fn text(out: &mut dyn Write, cases: &[Heard]) -> io::Result<()> {
    write(out, cases, presets::UTF8_FULL_CONDENSED, |text| visible(text).into_owned())
}

pub(super) fn markdown(out: &mut dyn Write, cases: &[Heard]) -> io::Result<()> {
    write(out, cases, presets::ASCII_MARKDOWN, plain)
}

fn write(
    out: &mut dyn Write,
    cases: &[Heard],
    style: TableStyle,
    clean: impl Fn(&str) -> String,
) -> io::Result<()> {
    let ruled: Vec<&Adjudication> = cases.iter().filter_map(|case| case.outcome.as_ref().ok()).collect();
    if let Some(first) = ruled.first() {
        writeln!(out, "{}\n", clean(&first.title))?;
    }
    let mut table = Table::new();
    table.load_style(style).set_content_arrangement(ContentArrangement::Dynamic).set_width(110);
    table.set_header([
        "Ruleset",
        "Result",
        "Incident",
        "Decision",
        "Time",
        "Articles",
        "What makes the difference",
    ]);
    for case in &ruled {
        let rows = case.rulings.len().max(1);
        for at in 0..rows {
            let ruling = case.rulings.get(at);
            let head = |text: &str| if at == 0 { text.to_owned() } else { String::new() };
            table.add_row([
                head(&case.ruleset),
                head(case.result.as_str()),
                clean(&ruling.map_or("–".to_owned(), |ruling| ruling.kind.to_owned())),
                clean(&ruling.map_or("nothing to rule".to_owned(), short)),
                clean(&ruling.map_or(String::new(), time)),
                clean(&ruling.map_or(String::new(), |ruling| ruling.articles.join(" "))),
                clean(&ruling.map_or(String::new(), |ruling| reason(ruling, &ruled, case))),
            ]);
        }
    }
    writeln!(out, "{table}")?;
    for case in cases {
        if let Err(error) = &case.outcome {
            writeln!(out, "\n{}: {}", clean(&case.file), clean(error))?;
        }
    }
    Ok(())
}

fn short(ruling: &Ruling) -> String {
    let mut words = ruling.decision.word().replace('-', " ");
    if let Some(result) = ruling.result {
        words.push_str(&format!(" {}", result.as_str()));
    }
    if let Some(ply) = ruling.restore {
        words.push_str(&format!(" to {}", words::half_moves(ply)));
    }
    if !ruling.options.is_empty() {
        words.push_str(&format!(": {}", ruling.options.join(", ")));
    }
    words
}

fn time(ruling: &Ruling) -> String {
    let Some(adjust) = &ruling.adjust else { return String::new() };
    [("White", adjust.white), ("Black", adjust.black)]
        .into_iter()
        .filter(|(_, seconds)| *seconds != 0)
        .map(|(side, seconds)| format!("{side} {seconds:+} s"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The first step of the reasoning that not every ruleset shares.
fn reason(ruling: &Ruling, all: &[&Adjudication], own: &Adjudication) -> String {
    let shared = |step: &String| {
        all.iter().all(|case| {
            case.ruleset == own.ruleset
                || case
                    .rulings
                    .iter()
                    .any(|other| other.incident == ruling.incident && other.reasons.contains(step))
        })
    };
    ruling
        .reasons
        .iter()
        .find(|step| !ruling.caveats.contains(step) && !shared(step))
        .cloned()
        .unwrap_or_default()
}
