//! The options of each command, one file per command; [`crate::cli::Command`] lists the commands.
//!
//! Options that a configuration can set have no default here, so that a flag can be distinguished from its absence.

mod adjudicate;
mod check;
mod common;
mod completions;
mod crosstable;
mod desk;
mod explain;
mod lsp;
mod mate;
mod pairings;
mod rule;
mod rulesets;
mod schema;
mod values;
mod watch;

pub use adjudicate::AdjudicateArgs;
pub use check::CheckArgs;
pub use common::Common;
pub use completions::{CompletionsArgs, ManArgs};
pub use crosstable::{CrosstableArgs, Kind, TiebreakRules};
pub use desk::{DeskArgs, DeskCommand, ExportFormat};
pub use explain::{ExplainArgs, ExplainFormat, TopicKind};
pub use lsp::LspArgs;
pub use mate::{MateArgs, MateFormat};
pub use pairings::{InitialColour, PairingsArgs};
pub use rule::RuleArgs;
pub use rulesets::{RulesetsArgs, RulesetsCommand, RulesetsFormat};
pub use schema::{SchemaArgs, SchemaOf};
pub use values::{FailOn, PairingsArg, When, bytes, day};
pub use watch::{WatchArgs, WatchFormat};

/// The order of a command's help: description, examples, usage, arguments.
pub(crate) const HELP: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use clap::{Args, Command};

    use super::*;

    /// A program with all commands.
    fn program() -> Command {
        Command::new("flagfall").subcommand_required(true).subcommands([
            CheckArgs::augment_args(Command::new("check")),
            AdjudicateArgs::augment_args(Command::new("adjudicate")),
            RuleArgs::augment_args(Command::new("rule")),
            WatchArgs::augment_args(Command::new("watch")),
            DeskArgs::augment_args(Command::new("desk")),
            CrosstableArgs::augment_args(Command::new("crosstable")),
            PairingsArgs::augment_args(Command::new("pairings")),
            MateArgs::augment_args(Command::new("mate")),
            ExplainArgs::augment_args(Command::new("explain")),
            RulesetsArgs::augment_args(Command::new("rulesets")),
            SchemaArgs::augment_args(Command::new("schema")),
            CompletionsArgs::augment_args(Command::new("completions")),
            ManArgs::augment_args(Command::new("man")),
        ])
    }

    /// The arguments of the call in an example, unquoted, without the explanation, redirections and the left side of a
    /// pipe.
    fn words(example: &str) -> Vec<String> {
        let call = example.trim().rsplit(" | ").next().unwrap().split("   ").next().unwrap();
        let call = call.split(" > ").next().unwrap().split(" < ").next().unwrap();
        let quoted = call.split('"').enumerate();
        quoted
            .flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect()
    }

    #[test]
    fn the_definitions_are_sound() {
        program().debug_assert();
    }

    #[test]
    fn every_example_is_understood() {
        let mut examples = 0;
        for command in program().get_subcommands() {
            let text = command.get_before_help().unwrap().to_string();
            for example in text.lines().filter(|line| line.contains("flagfall ")) {
                let words = words(example);
                assert_eq!(words[1], command.get_name(), "{example}");
                program().try_get_matches_from(&words).unwrap_or_else(|fault| panic!("{example}: {fault}"));
                examples += 1;
            }
        }
        assert!(examples > 20, "{examples}");
    }

    #[test]
    fn the_contract_is_understood() {
        for call in [
            "check --select a,b --ignore c --fail-on never --statistics --list-checks --baseline x --write-baseline y \
             --jobs 2 --progress never --time-control 5400+30 --max-game-size 8388608 --duplicate-limit 10 --clock z \
             --format sarif --ruleset auto --output o --color never --today 2026-01-01 --quiet - folder",
            "adjudicate a.pgn --game 3 --clock c --incidents i --time-control 180+2 --supervision limited --verify \
             --compare fide-2018-blitz,uscf-7-blitz --format markdown --verbose",
            "crosstable a.pgn b.pgn --kind knockout --tiebreaks DE,BH:C1 --points 1,0.5,0 --against t.csv --k 20 \
             --format trf --order number --tiebreak-rules 2026 --rounds 5 --unrated 1400 --event Open",
            "desk open --listen 127.0.0.1:0 --open --read-only --ruleset fide --time-control 90m+30s --supervision full",
            "desk export open --format toml --output cases",
            "desk verify open --expect 0",
            "pairings open.trf --round 5 --rules 2017 --format trf --absent 4,17 --initial-colour W --explain",
            "mate 8/8/8/5k2/8/8/6N1/5K2 w - - 0 1 --explain --forced --format jsonl",
            "mate -",
            "explain --all --format markdown",
            "rulesets",
            "rulesets --format json",
            "rulesets list --format json",
            "rulesets show fide-2023 --output x",
            "rulesets diff a b --color always",
            "rulesets check club.toml",
            "schema finding",
            "completions powershell",
        ] {
            let words = std::iter::once("flagfall").chain(call.split_whitespace());
            program().try_get_matches_from(words).unwrap_or_else(|fault| panic!("{call}: {fault}"));
        }
    }

    #[test]
    fn options_of_rulesets_count_on_either_side_of_the_action() {
        use clap::FromArgMatches;
        let rulesets = || RulesetsArgs::augment_args(Command::new("rulesets").no_binary_name(true));
        for call in ["--format json show fide-2023 -q", "-q show fide-2023 --format json", "--format json -q"]
        {
            let matches = rulesets().try_get_matches_from(call.split_whitespace()).unwrap();
            let args = RulesetsArgs::from_arg_matches(&matches).unwrap();
            assert_eq!((args.format, args.common.quiet), (RulesetsFormat::Json, true), "{call}");
        }
    }

    #[test]
    fn formats_of_another_command_are_refused() {
        for call in
            ["check --format html", "adjudicate a --format sarif", "mate x --format csv", "check -q -v"]
        {
            let words = std::iter::once("flagfall").chain(call.split_whitespace());
            assert_eq!(program().try_get_matches_from(words).unwrap_err().exit_code(), 2, "{call}");
        }
    }
}
