//! The readings in the comments of a scoresheet.

use std::iter::Copied;
use std::slice;

use shakmaty::{ByColor, Color};

use crate::clock::control::FirstShown;
use crate::clock::log::mover;
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

    /// Goes on over `even` displays, eight at a time, and returns the seconds that the last four of them show and the half-move
    /// behind them; `None` where it stays. It may stay before displays that are even.
    #[inline]
    fn pass_even(&mut self, _even: &Even) -> Option<([u16; 4], u32)> {
        None
    }
}

/// Displays in whole seconds, one behind each half-move, that fall or rise by so little that nothing is to be said of them.
pub struct Even {
    /// The half-move of the first.
    pub(super) ply: u32,
    /// The half-move behind the last possible one.
    pub(super) behind: u32,
    /// What the clocks showed last, the mover's first.
    pub(super) last_seconds: [u16; 2],
    /// The most by which a display is above the one before.
    pub(super) rise_seconds: u16,
}

impl Readings for Copied<slice::Iter<'_, PlyReading>> {}

/// What each player's clock shows first. `first`: who makes the first half-move.
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

/// Whether seconds follow each other evenly. One answer for all of them: they are looked at together.
#[inline]
fn are_even(shown: [u16; 8], last: [u16; 2], rise: u16) -> bool {
    let [a, b, c, d, e, f, ..] = shown;
    let before = [last[0], last[1], a, b, c, d, e, f];
    let too_low = |shown: u16| 1u16.saturating_sub(shown);
    let too_high = |shown: u16, before: u16| shown.saturating_sub(before.saturating_add(rise));
    shown.iter().zip(before).fold(0, |off, (shown, before)| off | too_low(*shown) | too_high(*shown, before))
        == 0
}

/// Whether there is one `%clk` behind each half-move from `ply` on.
#[inline]
fn are_clocks(commands: &[Command; 8], ply: u32) -> bool {
    let clk = CommandKind::Clk as u8;
    let off = |command: &Command, due| (command.ply ^ due) | u32::from(command.kind as u8 ^ clk);
    commands.iter().zip(ply..).fold(0, |all, (command, due)| all | off(command, due)) == 0
}

/// The reading that a command is.
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
