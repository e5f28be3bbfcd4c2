//! Short rulings for use at the board: at most ten lines for each incident.

use std::io::{self, Write};

use super::text::lines;
use super::{Arrangement, Heard, Item, Sheet};
use crate::report::visible;

/// Maximum number of lines of the ruling, and of its reasons.
const RULING: usize = 3;
const REASONS: usize = 3;

/// Writes the rulings. The reason why a case could not be ruled on is printed only on standard error.
pub(super) fn write(out: &mut dyn Write, cases: &[Heard], _: Arrangement) -> io::Result<()> {
    for (at, case) in cases.iter().filter(|case| cases.len() > 1 || case.outcome.is_ok()).enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        match &case.outcome {
            Ok(ruled) => sheet(out, &Sheet::of(ruled), ruled.rules.id.as_ref())?,
            Err(_) => writeln!(out, "{}: not ruled on", visible(&case.file))?,
        }
    }
    Ok(())
}

fn sheet(out: &mut dyn Write, sheet: &Sheet, ruleset: &str) -> io::Result<()> {
    shortened(out, "", "  ", &format!("{} ({ruleset}): {}", sheet.title, sheet.result), 1)?;
    if let Some(words) = sheet.no_ruling() {
        writeln!(out, "{words}")?;
        for finding in &sheet.findings {
            shortened(out, "- ", "  ", finding, 1)?;
        }
    }
    for (at, item) in sheet.items.iter().enumerate() {
        one(out, at + 1, item)?;
    }
    if !sheet.assumed.is_empty() {
        shortened(out, "Assumed: ", "  ", &sheet.assumed.join(" "), REASONS)?;
    }
    Ok(())
}

fn one(out: &mut dyn Write, number: usize, item: &Item) -> io::Result<()> {
    shortened(out, &format!("{number}. "), "   ", &item.heading, 1)?;
    shortened(out, "   RULING: ", "   ", &item.decision, RULING)?;
    // A single option is not a choice, and the decision already contains it.
    if item.options.len() > 1 {
        shortened(out, "   Open: ", "   ", &item.options.join("; "), 1)?;
    }
    if let Some((_, shown)) = item.facts.iter().find(|(name, _)| *name == "Clocks") {
        shortened(out, "   Clocks: ", "   ", shown, 1)?;
    }
    // Reasons that the decision already gives are not repeated.
    let reasons: Vec<&str> =
        item.reasons.iter().map(String::as_str).filter(|reason| !item.decision.contains(*reason)).collect();
    if !reasons.is_empty() {
        shortened(out, "   Why: ", "   ", &reasons.join(" "), REASONS)?;
    }
    let articles: Vec<&str> = item.articles.iter().map(|(number, _)| number.as_str()).collect();
    if !articles.is_empty() {
        shortened(out, "   Articles: ", "   ", &articles.join(", "), 1)?;
    }
    Ok(())
}

/// A paragraph of at most `most` lines; one that is longer ends with an ellipsis.
fn shortened(out: &mut dyn Write, first: &str, other: &str, text: &str, most: usize) -> io::Result<()> {
    let mut all = lines(first, other, text);
    if all.len() > most {
        all.truncate(most);
        if let Some(last) = all.last_mut() {
            last.push_str(" …");
        }
    }
    all.iter().try_for_each(|line| writeln!(out, "{line}"))
}
