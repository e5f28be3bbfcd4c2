//! Makes the parser's errors harmless: they repeat the arguments, and a file may have any name.

use std::ffi::OsString;

use clap::{CommandFactory, Parser};

use super::Cli;
use crate::report::visible;

/// The same error with the hidden characters of all arguments escaped. `*` may stand for a file whose name looks like
/// an option and contains line ends; its lines must not be taken for the program's.
pub(super) fn harmless(error: clap::Error, args: &[OsString]) -> clap::Error {
    let written: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let shown: Vec<String> = written.iter().map(|arg| visible(arg).into_owned()).collect();
    if shown == written {
        return error;
    }
    match Cli::try_parse_from(&shown) {
        Err(harmless) => harmless,
        // The escaped arguments are valid, but they are not what was written.
        Ok(_) => Cli::command().error(error.kind(), "an argument contains invisible characters"),
    }
}

/// What is wrong with arguments that were refused, in one line.
pub(super) fn in_one_line(error: clap::Error, args: &[OsString]) -> String {
    let text = harmless(error, args).render().to_string();
    let said = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = said.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}
