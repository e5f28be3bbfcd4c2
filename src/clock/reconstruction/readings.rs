//! The readings in the comments of a scoresheet.

use std::iter::Copied;
use std::slice;

use shakmaty::{ByColor, Color};

use crate::clock::control::FirstShown;
use crate::clock::log::mover;
use crate::clock::reading::Reading;
use crate::scoresheet::{Command, CommandKind};

/// The kind of figure in an annotation command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadingKind {
    /// `%clk`: the mover's clock after the press.
    Clk,
    /// `%emt`: the time that the move took.
    Emt,
    /// `%egt`: the time that the mover has used in the game.
    Egt,
}

/// A reading after a half-move of a scoresheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyReading {
    /// The half-move, from 1.
    pub ply: u32,
    /// The kind of figure.
    pub kind: ReadingKind,
    /// Milliseconds.
    pub value_ms: i64,
    /// The resolution of the display in milliseconds: 1000 for whole seconds.
    pub resolution_ms: u32,
}

/// Readings in the order of their half-moves.
pub trait Readings: Iterator<Item = PlyReading> + Clone {
    /// Consumes readings as long as `take` returns a next state. Returns the last state.
    #[inline]
    fn pass_while<S: Copy>(&mut self, mut state: S, take: impl Fn(S, &PlyReading) -> Option<S>) -> S {
        let mut ahead = self.clone();
        while let Some(next) = ahead.next().and_then(|reading| take(state, &reading)) {
            state = next;
            self.clone_from(&ahead);
        }
        state
    }
}

impl Readings for Copied<slice::Iter<'_, PlyReading>> {}

/// The first display of each player's clock. `first` is the player who makes the first half-move.
pub fn first_shown(readings: impl Iterator<Item = PlyReading>, first: Color) -> ByColor<Option<FirstShown>> {
    let mut shown: ByColor<Option<FirstShown>> = ByColor::default();
    for reading in readings.filter(|reading| reading.kind == ReadingKind::Clk && reading.ply > 0) {
        let of_side = shown.get_mut(mover(first, reading.ply));
        *of_side = of_side.or(Some(FirstShown { ms: reading.value_ms, ply: reading.ply }));
        if shown.white.is_some() && shown.black.is_some() {
            break;
        }
    }
    shown
}

/// The readings in the annotation commands of a scoresheet: those whose value is a time.
#[derive(Debug, Clone)]
pub struct CommentReadings<'s> {
    text: &'s [u8],
    commands: slice::Iter<'s, Command>,
}

impl<'s> CommentReadings<'s> {
    /// The readings in the comments of a game's text.
    pub fn new(text: &'s [u8], commands: &'s [Command]) -> CommentReadings<'s> {
        CommentReadings { text, commands: commands.iter() }
    }
}

impl Iterator for CommentReadings<'_> {
    type Item = PlyReading;

    #[inline]
    fn next(&mut self) -> Option<PlyReading> {
        self.commands.find_map(|command| reading(self.text, command))
    }
}

impl Readings for CommentReadings<'_> {}

/// The reading in a command, if it has one.
#[inline]
fn reading(text: &[u8], command: &Command) -> Option<PlyReading> {
    let kind = match command.kind {
        CommandKind::Clk => ReadingKind::Clk,
        CommandKind::Emt => ReadingKind::Emt,
        CommandKind::Egt => ReadingKind::Egt,
        CommandKind::Other => return None,
    };
    let Reading { ms, resolution_ms } = match command.seconds() {
        Some(seconds) => Reading::seconds(seconds.into()),
        None => Reading::parse_bytes(command.value().of(text))?,
    };
    Some(PlyReading { ply: command.ply, kind, value_ms: ms, resolution_ms })
}

/// Readings with one of lookahead. The next reading is parsed only once, however many other commands precede
/// it.
pub(super) struct Ahead<R> {
    /// The next reading.
    pub(super) next: Option<PlyReading>,
    /// The readings from the next one on.
    pub(super) from: R,
    rest: R,
}

impl<R: Readings> Ahead<R> {
    pub(super) fn new(from: R) -> Ahead<R> {
        let mut rest = from.clone();
        Ahead { next: rest.next(), from, rest }
    }

    /// Takes the next reading if it belongs to half-move `ply` or an earlier one.
    pub(super) fn take_until(&mut self, ply: u32) -> Option<PlyReading> {
        let reading = self.next.filter(|reading| reading.ply <= ply)?;
        *self = Ahead::new(self.rest.clone());
        Some(reading)
    }
}
