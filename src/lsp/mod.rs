//! A language server: what editors show about PGN, result files and case files while somebody writes them.
//!
//! [`Server`] takes messages of the Language Server Protocol 3.17 and returns messages. It has no files, threads and
//! streams of its own: what it needs from outside is a [`Host`], and `flagfall lsp` runs it on standard input and
//! output.

mod actions;
mod case_file;
mod case_words;
mod completion;
mod diagnostics;
mod document;
mod folding;
mod host;
mod hover;
mod message;
mod movetext;
mod server;
mod symbols;
mod tag_words;
#[cfg(test)]
mod tests;
mod text;
mod uri;

pub use host::{Host, Subject};
pub use server::{Outcome, Server};
pub use uri::path_of;
