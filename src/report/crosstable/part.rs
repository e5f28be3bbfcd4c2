//! Cells of a printed table: their text and, for HTML pages, their meaning and the row that they link to.

/// A part of a cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// The text that is printed.
    pub(super) text: String,
    /// Its meaning in words; empty if the text is clear by itself.
    pub(super) tip: String,
    /// The number of the player or team that the part refers to.
    pub(super) to: Option<u32>,
}

/// A cell of one or several parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Cell(pub(super) Vec<Part>);

impl Cell {
    /// The printed text of all parts.
    pub(super) fn text(&self) -> String {
        self.0.iter().map(|part| part.text.as_str()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|part| part.text.is_empty())
    }

    /// The parts with a blank between them.
    pub(super) fn spaced(parts: impl Iterator<Item = Part>) -> Cell {
        let blank = |at: usize| if at > 0 { " " } else { "" };
        let spaced =
            parts.enumerate().map(|(at, part)| Part { text: format!("{}{}", blank(at), part.text), ..part });
        Cell(spaced.collect())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell(vec![Part { text, ..Part::default() }])
    }
}

/// A row, with the number of its player or team, if there is one.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) no: Option<u32>,
    pub(super) cells: Vec<Cell>,
}

impl Line {
    /// A row without a player or team.
    pub(super) fn of(texts: Vec<String>) -> Line {
        Line { no: None, cells: texts.into_iter().map(Cell::from).collect() }
    }
}
