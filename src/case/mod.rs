//! A disputed game as somebody wrote it down: the case file, the incident log, the players' scoresheets.
//!
//! This module reads what people say happened, and judges nothing. Any error in a file is one
//! [`Fault`] with its line: a case that cannot be understood is never ruled on.

mod clock;
mod document;
mod expected;
mod facts;
mod fault;
mod fields;
mod file;
mod incident;
mod incident_log;
mod kinds;
mod regulations;
mod schema;
mod search;
pub mod sheets;

pub use clock::ClockTables;
pub use document::{Document, toml_value};
pub use expected::Expected;
pub use facts::{Answer, FACTS, FactRow, Trial};
pub use fault::Fault;
pub use file::{Case, KEYS as CASE_KEYS, Loaded, Loader, Located, Record};
pub use incident::{COLUMNS as INCIDENT_KEYS, ClaimFate, Incident, Noticed, TouchOrder, Who};
pub use kinds::{Actor, KINDS, Kind, KindRow};
pub use regulations::{Given, KEYS as REGULATION_KEYS, Phone, Regulations, Repeat};
pub use schema::schema;

#[cfg(test)]
mod tests;
