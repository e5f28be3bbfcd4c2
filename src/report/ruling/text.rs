//! The ruling sheet on a terminal.

use std::io::{self, Write};

use super::{Heard, Item, Sheet};
use crate::report::{board, visible};

pub(super) fn write(out: &mut dyn Write, cases: &[Heard]) -> io::Result<()> {
    for (at, case) in cases.iter().enumerate() {
        if at > 0 {
            writeln!(out, "\n{}\n", "=".repeat(78))?;
        }
        match &case.outcome {
            Ok(ruled) => sheet(out, &Sheet::of(ruled))?,
            Err(error) => writeln!(out, "{}\n  not ruled on: {}", visible(&case.file), visible(error))?,
        }
    }
    Ok(())
}

fn sheet(out: &mut dyn Write, sheet: &Sheet) -> io::Result<()> {
    writeln!(out, "{}", visible(&sheet.title))?;
    writeln!(out, "{}", "-".repeat(sheet.title.chars().count().clamp(3, 78)))?;
    for (name, value) in &sheet.facts {
        writeln!(out, "{name:<14}{}", visible(value))?;
    }
    writeln!(out, "{:<14}{}", "Result", sheet.result)?;
    for finding in &sheet.findings {
        paragraph(out, "Found         ", "              ", finding)?;
    }
    if sheet.items.is_empty() {
        writeln!(out, "\nNo incident was reported, and the record shows nothing to rule on.")?;
    }
    for (at, item) in sheet.items.iter().enumerate() {
        writeln!(out)?;
        one(out, at + 1, item)?;
    }
    Ok(())
}

fn one(out: &mut dyn Write, number: usize, item: &Item) -> io::Result<()> {
    paragraph(out, &format!("{number}. "), "   ", &item.heading)?;
    paragraph(out, "   RULING: ", "   ", &item.decision)?;
    if !item.options.is_empty() {
        paragraph(out, "   It may be: ", "   ", &item.options.join("; "))?;
    }
    writeln!(out)?;
    paragraph(out, "   Moves: ", "   ", &item.moves)?;
    if let Some(clocks) = &item.clocks {
        writeln!(out, "   Clocks: {clocks}")?;
    }
    if let Some(board) = board(&item.fen) {
        for line in board.lines() {
            writeln!(out, "     {line}")?;
        }
    }
    writeln!(out, "   {}\n\n   Why:", item.fen)?;
    for (step, reason) in item.reasons.iter().enumerate() {
        paragraph(out, &format!("   {}. ", step + 1), "      ", reason)?;
    }
    if !item.articles.is_empty() {
        writeln!(out, "\n   Articles:")?;
        for (article, says) in &item.articles {
            paragraph(out, &format!("   {article:<9} "), "             ", says)?;
        }
    }
    Ok(())
}

/// Text in lines of at most 100 columns.
fn paragraph(out: &mut dyn Write, first: &str, other: &str, text: &str) -> io::Result<()> {
    let text = visible(text);
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > 100 {
            writeln!(out, "{}", line.trim_end())?;
            line = other.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    writeln!(out, "{}", line.trim_end())
}
