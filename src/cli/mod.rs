//! The command line: arguments, files, exit status; one file a command.

pub mod rulesets;
