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

    /// Consumes `even` displays, eight at a time. Returns the seconds that the last four of them show and the
    /// half-move after them; `None` if none were consumed. It may stop before displays that are even.
    #[inline]
    fn pass_even(&mut self, _even: &Even) -> Option<([u16; 4], u32)> {
        None
    }
}

/// The limits of even displays: in whole seconds, exactly one per half-move, never zero, and rising by no
/// more than the allowed increment, so that they need no further examination.
pub struct Even {
    /// The half-move of the first display.
    pub(super) ply: u32,
    /// The half-move after the last possible one.
    pub(super) behind: u32,
    /// The last displays of the clocks, the mover's first.
    pub(super) last_seconds: [u16; 2],
    /// The most by which a display may exceed the one before.
    pub(super) rise_seconds: u16,
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

impl Readings for CommentReadings<'_> {
    fn pass_even(&mut self, even: &Even) -> Option<([u16; 4], u32)> {
        let (mut ply, mut last) = (even.ply, even.last_seconds);
        let (eights, _) = self.commands.as_slice().as_chunks();
        let mut passed = None;
        for eight in eights.iter().take(even.behind.saturating_sub(ply) as usize / 8) {
            let shown = eight.each_ref().map(|command| command.seconds().unwrap_or_default());
            if !are_even(shown, last, even.rise_seconds) || !are_clocks(eight, ply) {
                break;
            }
            let [.., a, b, c, d] = shown;
            (ply, last) = (ply + 8, [c, d]);
            passed = Some(([a, b, c, d], ply));
        }
        self.commands = self.commands.as_slice().get((ply - even.ply) as usize..)?.iter();
        passed
    }
}

/// Whether eight displays are even. Computed for all of them together, without branches.
#[inline]
fn are_even(shown: [u16; 8], last: [u16; 2], rise: u16) -> bool {
    let [a, b, c, d, e, f, ..] = shown;
    let before = [last[0], last[1], a, b, c, d, e, f];
    let too_low = |shown: u16| 1u16.saturating_sub(shown);
    let too_high = |shown: u16, before: u16| shown.saturating_sub(before.saturating_add(rise));
    shown.iter().zip(before).fold(0, |off, (shown, before)| off | too_low(*shown) | too_high(*shown, before))
        == 0
}

/// Whether the commands are one `%clk` for each half-move from `ply` on.
#[inline]
fn are_clocks(commands: &[Command; 8], ply: u32) -> bool {
    let clk = CommandKind::Clk as u8;
    let off = |command: &Command, due| (command.ply ^ due) | u32::from(command.kind as u8 ^ clk);
    commands.iter().zip(ply..).fold(0, |all, (command, due)| all | off(command, due)) == 0
}

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
