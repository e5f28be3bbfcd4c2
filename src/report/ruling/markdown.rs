//! The ruling sheet in Markdown, for a report.

use std::io::{self, Write};

use super::{Arrangement, Heard, Item, Sheet, versus_text};
use crate::report::board;
use crate::report::markdown::escaped;

pub(super) fn write(out: &mut dyn Write, cases: &[Heard], arrangement: Arrangement) -> io::Result<()> {
    if let Arrangement::Compare { .. } = arrangement {
        return versus_text::markdown(out, cases);
    }
    for (at, case) in cases.iter().enumerate() {
        if at > 0 {
            writeln!(out, "\n---\n")?;
        }
        match &case.outcome {
            Ok(ruled) => sheet(out, &Sheet::of(ruled))?,
            Err(error) => writeln!(out, "# {}\n\nNot ruled on: {}", escaped(&case.file), escaped(error))?,
        }
    }
    Ok(())
}

fn sheet(out: &mut dyn Write, sheet: &Sheet) -> io::Result<()> {
    writeln!(out, "# {}\n", escaped(&sheet.title))?;
    for (name, value) in &sheet.facts {
        writeln!(out, "- **{name}:** {}", escaped(value))?;
    }
    writeln!(out, "- **Result:** {}", escaped(&sheet.result))?;
    if let Some(words) = sheet.no_ruling() {
        writeln!(out, "\n{words}")?;
    }
    for (at, item) in sheet.items.iter().enumerate() {
        one(out, at + 1, item)?;
    }
    if !sheet.findings.is_empty() {
        writeln!(out, "\n## Found in the record\n")?;
        for finding in &sheet.findings {
            writeln!(out, "- {}", escaped(finding))?;
        }
    }
    if !sheet.assumed.is_empty() {
        writeln!(out, "\n## Assumed\n")?;
        for taken in &sheet.assumed {
            writeln!(out, "- {}", escaped(taken))?;
        }
    }
    if let Some(appeal) = &sheet.appeal {
        writeln!(out, "\n## Appeal\n\n{}", escaped(appeal))?;
    }
    Ok(())
}

fn one(out: &mut dyn Write, number: usize, item: &Item) -> io::Result<()> {
    writeln!(out, "\n## {number}. {}\n", escaped(&item.heading))?;
    writeln!(out, "**Ruling:** {}\n", escaped(&item.decision))?;
    if !item.options.is_empty() {
        writeln!(out, "Open to the {}:\n", item.official)?;
        for option in &item.options {
            writeln!(out, "- {}", escaped(option))?;
        }
        writeln!(out)?;
    }
    for (name, value) in &item.facts {
        writeln!(out, "- **{name}:** {}", escaped(value))?;
    }
    if let Some(moves) = &item.moves {
        writeln!(out, "- **Moves:** {}", escaped(moves))?;
    }
    writeln!(out)?;
    if let Some(board) = board(&item.fen) {
        writeln!(out, "```text\n{board}\n```\n")?;
    }
    writeln!(out, "`{}`\n\n### Why\n", item.fen)?;
    for (step, reason) in item.reasons.iter().enumerate() {
        writeln!(out, "{}. {}", step + 1, escaped(reason))?;
    }
    if !item.articles.is_empty() {
        writeln!(out, "\n### Articles\n")?;
        for (article, says) in &item.articles {
            writeln!(out, "- **{}** {}", escaped(article), escaped(says))?;
        }
    }
    Ok(())
}
