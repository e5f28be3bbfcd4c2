//! Time: what the time control gives, what the clocks showed, and what can be derived from both.
//!
//! | file | turns | into |
//! | --- | --- | --- |
//! | [`control`] | the text of a time control | a [`TimeControl`]: stages, increments, delays |
//! | [`reading`] | `1:29:43`, `0:00:03.2` | a [`Reading`] in milliseconds, with its resolution |
//! | [`typed`] | `2 min 30 s`, `0:45` | a [`Reading`] |
//! | [`log`] | a clock log (CSV rows or tables) | a [`Log`]: every event of the clock, in order |
//! | [`reconstruction`] | readings of a scoresheet, or a log | a [`Reconstruction`]: the recomputed clock and its [`Fact`]s |
//!
//! This module states facts only: a [`Fact`] says what the figures prove, and a check or a ruling decides
//! what that means. It contains no figures of the Laws; penalties and tolerances are passed in
//! ([`Tolerance`]).

pub mod control;
pub mod reading;
mod typed;
pub mod log;
pub mod reconstruction;

pub use control::{
    Because, Bonus, Decided, DelayKind, Evidence, FirstShown, Stage, StageAt, Stroke, TimeControl,
    TimeControlFault, Typed, Unsaid, Written,
};
pub use log::{Event, Log, LogBook, LogFault, LogRow, RawRow};
pub use reading::{Hms, Reading};
pub use reconstruction::{
    CommentReadings, Fact, FactKind, GainCause, Game, Interval, PlyClock, PlyReading, Proof, ReadingKind,
    Readings, Reconstruction, Source, Tolerance, first_shown,
};
pub use typed::typed;
