//! ruleset
