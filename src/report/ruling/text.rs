//! The ruling sheet on a terminal.

use std::io::{self, Write};

use super::{Arrangement, Heard, Item, Sheet, versus_text};
use crate::report::{board, turn, visible};

/// Writes the rulings. The reason why a case could not be ruled on is printed only on standard error.
pub(super) fn write(out: &mut dyn Write, cases: &[Heard], arrangement: Arrangement) -> io::Result<()> {
    if let Arrangement::Compare { width } = arrangement {
        return versus_text::text(out, cases, width);
    }
    if let [Heard { outcome: Err(_), .. }] = cases {
        return Ok(());
    }
    for (at, case) in cases.iter().enumerate() {
        if at > 0 {
            writeln!(out, "\n{}\n", "=".repeat(78))?;
        }
        match &case.outcome {
            Ok(ruled) => sheet(out, &Sheet::of(ruled))?,
            Err(_) => writeln!(out, "{}: not ruled on", visible(&case.file))?,
        }
    }
    Ok(())
}

fn sheet(out: &mut dyn Write, sheet: &Sheet) -> io::Result<()> {
    paragraph(out, "", "", &sheet.title)?;
    writeln!(out, "{}", "-".repeat(sheet.title.chars().count().clamp(3, 100)))?;
    for (name, value) in &sheet.facts {
        fact(out, "", name, value)?;
    }
    fact(out, "", "Result", &sheet.result)?;
    if let Some(words) = sheet.no_ruling() {
        writeln!(out, "\n{words}")?;
    }
    for (at, item) in sheet.items.iter().enumerate() {
        writeln!(out)?;
        one(out, at + 1, item)?;
    }
    if !sheet.findings.is_empty() {
        writeln!(out, "\nFound in the record:")?;
        for finding in &sheet.findings {
            paragraph(out, "- ", "  ", finding)?;
        }
    }
    if !sheet.assumed.is_empty() {
        writeln!(out, "\nAssumed:")?;
        for taken in &sheet.assumed {
            paragraph(out, "- ", "  ", taken)?;
        }
    }
    if let Some(appeal) = &sheet.appeal {
        writeln!(out)?;
        fact(out, "", "Appeal", appeal)?;
    }
    Ok(())
}

fn one(out: &mut dyn Write, number: usize, item: &Item) -> io::Result<()> {
    paragraph(out, &format!("{number}. "), "   ", &item.heading)?;
    paragraph(out, "   RULING: ", "   ", &item.decision)?;
    if !item.options.is_empty() {
        writeln!(out, "   Open to the {}:", item.official)?;
        for option in &item.options {
            paragraph(out, "   - ", "     ", option)?;
        }
    }
    writeln!(out, "\n   Why:")?;
    for (step, reason) in item.reasons.iter().enumerate() {
        paragraph(out, &format!("   {}. ", step + 1), "      ", reason)?;
    }
    writeln!(out)?;
    let articles: Vec<&str> = item.articles.iter().map(|(number, _)| number.as_str()).collect();
    if !articles.is_empty() {
        fact(out, "   ", "Articles", &articles.join(", "))?;
    }
    for (name, value) in &item.facts {
        fact(out, "   ", name, value)?;
    }
    if let Some(moves) = &item.moves {
        fact(out, "   ", "Moves", moves)?;
    }
    position(out, item)
}

fn position(out: &mut dyn Write, item: &Item) -> io::Result<()> {
    if let Some(board) = board(&item.fen) {
        for line in board.lines() {
            writeln!(out, "     {line}")?;
        }
    }
    let turn = turn(&item.fen).map_or(String::new(), |side| format!("{side} to move: "));
    writeln!(out, "   {turn}{}", item.fen)
}

/// A fact: its name in a column of its own, and its value.
fn fact(out: &mut dyn Write, before: &str, name: &str, value: &str) -> io::Result<()> {
    let column = if before.is_empty() { 14 } else { 19 };
    let first = format!("{before}{name:<column$}");
    paragraph(out, &first, &" ".repeat(before.len() + column), value)
}

pub(super) fn paragraph(out: &mut dyn Write, first: &str, other: &str, text: &str) -> io::Result<()> {
    lines(first, other, text).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Breaks text into lines of at most 100 columns. The first line begins with `first`, the others with `other`.
pub(super) fn lines(first: &str, other: &str, text: &str) -> Vec<String> {
    let text = visible(text);
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > 100 {
            lines.push(line.trim_end().to_owned());
            line = other.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines
}
