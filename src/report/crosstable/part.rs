//! Cells of a printed table: text, and for pages what it means and whose row it leads to.

/// A piece of a cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// What is printed.
    pub(super) text: String,
    /// What it means in words; empty where the text says it all.
    pub(super) tip: String,
    /// The number of the player or team that it names.
    pub(super) to: Option<u32>,
}

/// A cell of one or several pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Cell(pub(super) Vec<Part>);

impl Cell {
    /// All that is printed.
    pub(super) fn text(&self) -> String {
        self.0.iter().map(|part| part.text.as_str()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|part| part.text.is_empty())
    }

    /// The pieces with a blank between them.
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

/// A row, with the number of the player or team that it is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) no: Option<u32>,
    pub(super) cells: Vec<Cell>,
}

impl Line {
    /// A row about nobody in particular.
    pub(super) fn of(texts: Vec<String>) -> Line {
        Line { no: None, cells: texts.into_iter().map(Cell::from).collect() }
    }
}
