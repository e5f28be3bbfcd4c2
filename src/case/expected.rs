//! The `[expected]` table: the correct ruling. Only `--verify` reads it.

use super::fault::Fault;
use super::fields::Table;
use crate::place::Place;

/// What the author of a case expects. Only the given keys are compared.
#[derive(Debug, Clone, Default)]
pub struct Expected {
    /// The place of the table.
    pub place: Option<Place>,
    /// The incident whose ruling is meant; if absent, one ruling has to fit all keys.
    pub incident: Option<usize>,
    /// The decision.
    pub decision: Option<String>,
    /// The result of the whole case.
    pub result: Option<String>,
    /// Seconds added to White's clock.
    pub adjust_white: Option<i64>,
    /// Seconds added to Black's clock.
    pub adjust_black: Option<i64>,
    /// Half-moves of the position that is restored.
    pub restore_ply: Option<i64>,
    /// The moves that remain, complete, in any order.
    pub must: Option<Vec<String>>,
    /// Options that must be among those given.
    pub options_include: Option<Vec<String>>,
    /// White's clock in seconds, within one.
    pub clock_white: Option<f64>,
    /// Black's clock in seconds, within one.
    pub clock_black: Option<f64>,
    /// A check with a finding at the top.
    pub finding: Option<String>,
    /// First half-move in which two scoresheets differ.
    pub first_divergence: Option<i64>,
    /// Half-moves that are the same on two scoresheets.
    pub agreed_plies: Option<i64>,
    /// At least one of these, or a sub-article of it, is cited.
    pub articles_any: Option<Vec<String>>,
    /// `sure` or `likely`.
    pub confidence: Option<String>,
}

pub(super) const KEYS: &[&str] = &[
    "incident",
    "decision",
    "result",
    "adjust_white",
    "adjust_black",
    "restore_ply",
    "must",
    "options_include",
    "clock_white",
    "clock_black",
    "finding",
    "first_divergence",
    "agreed_plies",
    "articles_any",
    "source",
    "confidence",
];

impl Expected {
    pub(super) fn read(table: &Table) -> Result<Expected, Fault> {
        table.allow(KEYS, "[expected]")?;
        let text = |key: &str| -> Result<Option<String>, Fault> {
            Ok(table.text(key)?.map(|(text, _)| text.to_owned()))
        };
        let integer = |key: &str| -> Result<Option<i64>, Fault> { Ok(table.integer(key)?.map(|(n, _)| n)) };
        let words = |key: &str| -> Result<Option<Vec<String>>, Fault> {
            Ok(table.words(key)?.map(|words| words.into_iter().map(|(word, _)| word).collect()))
        };
        Ok(Expected {
            place: Some(table.place.clone()),
            incident: table.natural("incident")?.map(|(n, _)| n as usize),
            decision: text("decision")?,
            result: text("result")?,
            adjust_white: integer("adjust_white")?,
            adjust_black: integer("adjust_black")?,
            restore_ply: integer("restore_ply")?,
            must: words("must")?,
            options_include: words("options_include")?,
            clock_white: table.number("clock_white")?,
            clock_black: table.number("clock_black")?,
            finding: text("finding")?,
            first_divergence: integer("first_divergence")?,
            agreed_plies: integer("agreed_plies")?,
            articles_any: words("articles_any")?,
            confidence: text("confidence")?,
        })
    }
}
