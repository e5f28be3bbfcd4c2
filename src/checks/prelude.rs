//! The imports that every check needs: `use super::prelude::*;`.

pub(super) use shakmaty::{Color, Role};

pub(super) use super::Severity;
pub(super) use super::ending::{BoardEnd, EndFault};
pub(super) use super::findings::{Anchor, Findings, one_line, quoted};
pub(super) use super::fix::Draft;
pub(super) use super::game::{Game, StartPosition};
pub(super) use super::time::{clock, json_seconds};
pub(super) use super::words::{last_move, list, ordinal, places, reading, side, went_on};
pub(super) use crate::clock::{FactKind, GainCause};
pub(super) use crate::replay::Stop;
pub(super) use crate::ruleset::Helpless;
pub(super) use crate::scoresheet::{
    Fault, FaultKind, LANGUAGES, MoveText, Notation, Outcome, Span, Suffix, Tag, Written, decode,
};
