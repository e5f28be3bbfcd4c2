//! Tables that fit the terminal, and lists of article numbers.

use std::sync::Arc;

use comfy_table::{ContentArrangement, Table, presets};

/// Width in columns if the output is not a terminal.
const WIDTH: u16 = 120;

/// An empty table with these heads.
pub(super) fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY).set_content_arrangement(ContentArrangement::Dynamic);
    if table.width().is_none() {
        table.set_width(WIDTH);
    }
    table.set_header(heads);
    table
}

/// An empty table without rules, for rows of one line.
pub(super) fn plain(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(heads);
    table
}

/// `7.5.5, A.3`, or a dash if there are no articles.
pub(super) fn articles(numbers: &[Arc<str>]) -> String {
    let text = numbers.join(", ");
    if text.is_empty() { "–".to_owned() } else { text }
}
