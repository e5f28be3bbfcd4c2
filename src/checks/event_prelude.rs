//! What the files of the event checks need: `use super::event_prelude::*;`.

pub(super) use super::Severity;
pub(super) use super::result_file::{EventFindings, Pairing, Reciprocity, ResultFile, reciprocal};
pub(super) use crate::event::{FaultKind, Format, Kind, Player};
