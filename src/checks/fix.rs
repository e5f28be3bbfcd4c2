//! Repairs as data: the edits that put a finding right.
//!
//! A check proposes a repair beside its finding; nothing is applied here. Which repairs are made, and how, is decided in
//! [`crate::repair`]. An edit replaces bytes of the unpacked file.

use serde::Serialize;

use super::finding::Finding;
use crate::scoresheet::{Span, line_ends};

/// One replacement in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// Offset of the first byte that is replaced, from 0 in the unpacked file.
    pub offset: u64,
    /// Number of bytes that are replaced; 0 to insert.
    pub length: u64,
    /// What replaces them; empty to delete.
    pub text: String,
    /// Line ends among the replaced bytes.
    #[serde(skip)]
    pub lines: u64,
}

impl Edit {
    /// The offset after the last byte that is replaced.
    pub fn end(&self) -> u64 {
        self.offset + self.length
    }
}

/// What puts a finding right.
#[derive(Debug, Clone, Serialize)]
pub struct Fix {
    /// What it does, in a few words: `write Nf3`.
    pub title: String,
    /// Whether it is certain. `--fix` makes only these; the others are offered.
    pub safe: bool,
    /// The edits, in the order of the file. They are made together or not at all.
    pub edits: Vec<Edit>,
    /// Edits for the findings above the limit, which are counted and not listed. Each may be made by itself.
    #[serde(skip)]
    pub more: Vec<Edit>,
    /// What is still found after the repair: the same finding with another message and other data.
    #[serde(skip)]
    pub rest: Option<Box<Finding>>,
    /// Whether what is still found stands before what is inserted at its place.
    #[serde(skip)]
    pub rest_leads: bool,
}

impl Fix {
    /// A repair with these edits, which are in the order of the file.
    pub fn new(title: String, safe: bool, edits: Vec<Edit>) -> Fix {
        Fix { title, safe, edits, more: Vec::new(), rest: None, rest_leads: false }
    }
}

/// A repair of a game, with places in the game's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) title: String,
    pub(super) safe: bool,
    /// The replacements, in the order of the text.
    pub(super) edits: Vec<(Span, String)>,
}

impl Draft {
    /// A certain repair with one edit.
    pub(super) fn safe(title: impl Into<String>, span: Span, text: impl Into<String>) -> Draft {
        Draft { title: title.into(), safe: true, edits: vec![(span, text.into())] }
    }

    /// The same repair, only offered if it is not certain.
    pub(super) fn certain(self, certain: bool) -> Draft {
        Draft { safe: self.safe && certain, ..self }
    }

    /// The repair with places in the file, of which `text` begins at `offset`.
    pub(super) fn placed(self, text: &[u8], offset: u64) -> Fix {
        let Draft { title, safe, edits } = self;
        let edits = edits.into_iter().map(|(span, new)| placed(text, offset, span, new)).collect();
        Fix::new(title, safe, edits)
    }
}

fn placed(text: &[u8], offset: u64, span: Span, new: String) -> Edit {
    Edit {
        offset: offset + u64::from(span.start),
        length: span.len() as u64,
        text: new,
        lines: line_ends(span.of(text)),
    }
}
