//! The options of each command, one file a command; [`crate::cli::Command`] lists the commands that there are.
//!
//! Options that a configuration can set have no default here, so that a flag can be told from its absence.

mod adjudicate;
mod check;
mod common;
mod completions;
mod crosstable;
mod explain;
mod mate;
mod rulesets;
mod schema;
mod values;

pub use adjudicate::{AdjudicateArgs, RulingFormat, SupervisionArg};
pub use check::CheckArgs;
pub use common::Common;
pub use completions::{CompletionsArgs, ManArgs};
pub use crosstable::{CrosstableArgs, CrosstableFormat, Kind, Order, TiebreakRules};
pub use explain::{ExplainArgs, ExplainFormat, TopicKind};
pub use mate::{MateArgs, MateFormat};
pub use rulesets::{RulesetsAction, RulesetsArgs, RulesetsFormat};
pub use schema::{SchemaArgs, SchemaOf};
pub use values::{FailOn, When, bytes, day};

/// The order of a command's help: what it is, examples, usage, the arguments.
pub(crate) const HELP: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";
