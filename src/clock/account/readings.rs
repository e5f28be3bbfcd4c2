//! The readings in the comments of a scoresheet.

use std::iter::Copied;
use std::slice;

use crate::clock::reading::Reading;
use crate::scoresheet::{Command, CommandKind};

/// What kind of figure an annotation command has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadingKind {
    /// `%clk`: the mover's clock after the press.
    Clk,
    /// `%emt`: the time that the move took.
    Emt,
    /// `%egt`: the time that the mover has used in the game.
    Egt,
}

/// A reading that stands behind a half-move of a scoresheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyReading {
    /// The half-move, from 1.
    pub ply: u32,
    /// Which figure it is.
    pub kind: ReadingKind,
    /// Milliseconds.
    pub value_ms: i64,
    /// The smallest step of the display: 1000 for whole seconds.
    pub resolution_ms: u32,
}

/// Readings in the order of their half-moves.
pub trait Readings: Iterator<Item = PlyReading> + Clone {
    /// Goes on over readings as long as `take` makes a next state of them. Returns the last one.
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

/// The readings that commands of a scoresheet are: those of which the value says a time.
#[derive(Debug, Clone)]
pub struct CommentReadings<'s> {
    text: &'s [u8],
    commands: slice::Iter<'s, Command>,
}

impl<'s> CommentReadings<'s> {
    /// Those in the comments of a game's text.
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

impl Readings for CommentReadings<'_> {
    #[inline]
    fn pass_while<S: Copy>(&mut self, mut state: S, take: impl Fn(S, &PlyReading) -> Option<S>) -> S {
        loop {
            // Nearly all are displays in whole seconds: in a loop of their own, which calls nothing.
            while let Some(shown) = self.commands.as_slice().first().and_then(whole_seconds) {
                let Some(next) = take(state, &shown) else { return state };
                state = next;
                self.commands.next();
                // Two at a time: what a state has of both players in turn stays in its place.
                let Some(shown) = self.commands.as_slice().first().and_then(whole_seconds) else { break };
                let Some(next) = take(state, &shown) else { return state };
                state = next;
                self.commands.next();
            }
            let Some((rest, next)) = self.clone().take_any(state, &take) else { return state };
            (*self, state) = (rest, next);
        }
    }
}

impl CommentReadings<'_> {
    /// Goes on over a reading of any kind.
    #[cold]
    fn take_any<S>(mut self, state: S, take: &impl Fn(S, &PlyReading) -> Option<S>) -> Option<(Self, S)> {
        let reading = self.next()?;
        take(state, &reading).map(|next| (self, next))
    }
}

/// A display in whole seconds, which the lexer has read.
#[inline]
fn whole_seconds(command: &Command) -> Option<PlyReading> {
    if command.kind != CommandKind::Clk {
        return None;
    }
    let seconds = command.seconds()?;
    let value_ms = i64::from(seconds) * 1000;
    Some(PlyReading { ply: command.ply, kind: ReadingKind::Clk, value_ms, resolution_ms: 1000 })
}

/// The reading that a command is.
#[inline(never)]
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

/// Readings with the next one in sight. It is read once, however many other commands stand before it.
pub(super) struct Ahead<R> {
    /// The next one.
    pub(super) next: Option<PlyReading>,
    /// From it on.
    pub(super) from: R,
    rest: R,
}

impl<R: Readings> Ahead<R> {
    pub(super) fn new(from: R) -> Ahead<R> {
        let mut rest = from.clone();
        Ahead { next: rest.next(), from, rest }
    }

    /// Takes the next one where it stands behind a half-move up to `ply`.
    pub(super) fn take_until(&mut self, ply: u32) -> Option<PlyReading> {
        let reading = self.next.filter(|reading| reading.ply <= ply)?;
        *self = Ahead::new(self.rest.clone());
        Some(reading)
    }
}
