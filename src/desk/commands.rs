//! The options of other commands with their defaults, for pages that show what those commands print.

use std::ffi::OsString;

use clap::{Args, Parser};

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Only<A: Args> {
    #[command(flatten)]
    args: A,
}

/// The options that these words are for a command.
///
/// # Errors
/// What the command line would say.
pub(super) fn options<A: Args>(words: impl IntoIterator<Item = OsString>) -> Result<A, String> {
    // What follows `--` is a value even where it begins with a hyphen.
    Only::<A>::try_parse_from(words)
        .map(|only| only.args)
        .map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned())
}
