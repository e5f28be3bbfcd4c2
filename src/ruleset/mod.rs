//! The Laws as data: one TOML file per ruleset, the typed view of it that the rest of the program uses, and
//! the choice of the ruleset that applies to a game.
//!
//! This code contains no figures of the Laws: they are in the files in `rulesets/`, each with the articles it
//! rests on. This module opens no files; the caller passes in the text of a user's ruleset.

mod article;
mod choose;
mod compare;
mod date;
mod fault;
mod file;
mod layer;
mod library;
mod model;
mod resolve;
mod rules;
#[allow(clippy::module_inception)]
mod ruleset;
mod schema;
mod section;
mod value;

pub use article::{Article, Articles, by_number};
pub use choose::{Assumption, Choice, GameFacts, PlayingTime, Request, Selection, SideTime};
pub use compare::{Change, Printed, changes, in_order, in_words, pair};
pub use date::{PartialDate, whole_day};
pub use fault::{Fault, Faults, nearest};
pub use library::{Library, ReadText, RulesetError};
pub use model::*;
pub use rules::{Rules, cite};
pub use ruleset::{Claim, Ruleset, UnknownVariation};
pub use schema::schema;
pub use section::{Key, Leaf, Values};
pub use value::*;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
