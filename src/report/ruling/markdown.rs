//! The ruling sheet in Markdown, for a report.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{Arrangement, Heard, Item, Sheet, versus_text};
use crate::report::{board, visible};

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
            Err(error) => writeln!(out, "# {}\n\nNot ruled on: {}", plain(&case.file), plain(error))?,
        }
    }
    Ok(())
}

fn sheet(out: &mut dyn Write, sheet: &Sheet) -> io::Result<()> {
    writeln!(out, "# {}\n", plain(&sheet.title))?;
    for (name, value) in &sheet.facts {
        writeln!(out, "- **{name}:** {}", plain(value))?;
    }
    writeln!(out, "- **Result:** {}", plain(&sheet.result))?;
    if let Some(words) = sheet.no_ruling() {
        writeln!(out, "\n{words}")?;
    }
    for (at, item) in sheet.items.iter().enumerate() {
        one(out, at + 1, item)?;
    }
    if !sheet.findings.is_empty() {
        writeln!(out, "\n## Found in the record\n")?;
        for finding in &sheet.findings {
            writeln!(out, "- {}", plain(finding))?;
        }
    }
    if !sheet.assumed.is_empty() {
        writeln!(out, "\n## Assumed\n")?;
        for taken in &sheet.assumed {
            writeln!(out, "- {}", plain(taken))?;
        }
    }
    if let Some(appeal) = &sheet.appeal {
        writeln!(out, "\n## Appeal\n\n{}", plain(appeal))?;
    }
    Ok(())
}

fn one(out: &mut dyn Write, number: usize, item: &Item) -> io::Result<()> {
    writeln!(out, "\n## {number}. {}\n", plain(&item.heading))?;
    writeln!(out, "**Ruling:** {}\n", plain(&item.decision))?;
    if !item.options.is_empty() {
        writeln!(out, "Open to the {}:\n", item.official)?;
        for option in &item.options {
            writeln!(out, "- {}", plain(option))?;
        }
        writeln!(out)?;
    }
    for (name, value) in &item.facts {
        writeln!(out, "- **{name}:** {}", plain(value))?;
    }
    if let Some(moves) = &item.moves {
        writeln!(out, "- **Moves:** {}", plain(moves))?;
    }
    writeln!(out)?;
    if let Some(board) = board(&item.fen) {
        writeln!(out, "```text\n{board}\n```\n")?;
    }
    writeln!(out, "`{}`\n\n### Why\n", item.fen)?;
    for (step, reason) in item.reasons.iter().enumerate() {
        writeln!(out, "{}. {}", step + 1, plain(reason))?;
    }
    if !item.articles.is_empty() {
        writeln!(out, "\n### Articles\n")?;
        for (article, says) in &item.articles {
            writeln!(out, "- **{}** {}", plain(article), plain(says))?;
        }
    }
    Ok(())
}

/// Text from outside as plain text: what Markdown or HTML would read as markup is escaped.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' => {
                let _ = write!(out, "\\{c}");
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out
}
