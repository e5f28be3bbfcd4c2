//! One player's clock during the reconstruction of a scoresheet: the last display, and what has been added
//! and used since.

use shakmaty::Color;

use super::plain::PlainClock;
use super::stages::Stages;
use super::{Game, Interval, PlyReading, Source};
use crate::clock::control::TimeControl;

/// The display that later ones are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Base {
    pub(super) ms: i64,
    /// The smallest step of the display.
    pub(super) step: i64,
    /// Whether there is no display yet: `ms` is then what the time control gives at the start.
    pub(super) start: bool,
}

/// One player's clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) base: Option<Base>,
    pub(super) stages: Option<Stages>,
    /// What this clock shows at the start by the time control.
    start_ms: i64,
    /// Moves since the base.
    pub(super) moves: u32,
    /// By how much the base differed from its expected value.
    pub(super) off: i64,
    /// Whether any two displays differed.
    touched: bool,
    /// Increments since the base, minimum and maximum.
    granted: (i64, i64),
    /// The increment of the previous move, minimum and maximum.
    before: Option<(i64, i64)>,
    /// Time used since the base according to the figures, minimum and maximum; `None` if a move has no
    /// figure.
    used: Option<(i64, i64)>,
    /// The error that the resolution of those figures allows.
    hidden: i64,
    /// The time of stages that was due before the move just made.
    due_before: i64,
    /// `%egt` at the previous move.
    egt: Option<i64>,
}

impl Clock {
    /// The clock before the first half-move of the record. If the record begins later in the game, the
    /// display is unknown.
    pub(super) fn new(game: &Game<'_>, side: Color) -> Clock {
        let whole = game.made_before(side) == 0;
        Clock {
            base: game.control.filter(|_| whole).map(|c| Base { ms: c.start_ms(side), step: 0, start: true }),
            stages: game.control.map(|c| Stages::after(c, game.made_before(side))),
            start_ms: game.control.map_or(0, |c| c.start_ms(side)),
            moves: 0,
            off: 0,
            touched: false,
            granted: (0, 0),
            before: None,
            used: Some((0, 0)),
            hidden: 0,
            due_before: 0,
            egt: whole.then_some(0),
        }
    }

    /// The number of stages before the stage of the next move.
    pub(super) fn stage(&self) -> u32 {
        self.stages.map_or(0, |s| s.reached())
    }

    /// Records a move. Returns the time that it took, if the record has it, and the resolution of that
    /// figure.
    pub(super) fn make_move(
        &mut self,
        control: Option<&TimeControl>,
        emt: Option<(i64, i64)>,
        egt: Option<(i64, i64)>,
    ) -> Option<(i64, i64)> {
        let by_total = egt.zip(self.egt).map(|((now, step), before)| (now - before, step));
        let emt = emt.or(by_total.filter(|(ms, _)| *ms >= 0));
        self.egt = egt.map(|(ms, _)| ms);
        self.moves = self.moves.saturating_add(1);
        let (Some(control), Some(stages)) = (control, self.stages.as_mut()) else { return emt };
        let now = stages.increment();
        let delay = stages.delay();
        self.due_before = stages.due_ms(control);
        stages.advance(control);
        // A display without the increment of its own move includes that of the previous move.
        let before = self.before.replace(now).unwrap_or(now);
        let granted = (now.0.min(before.0), now.1.max(before.1));
        self.granted = (self.granted.0.saturating_add(granted.0), self.granted.1.saturating_add(granted.1));
        self.used = self.used.zip(emt).map(|((lo, hi), (ms, _))| {
            (lo.saturating_add((ms - delay).max(0)), hi.saturating_add(ms.max(0)))
        });
        self.hidden = self.hidden.saturating_add(emt.map_or(0, |(_, step)| step));
        emt
    }

    /// The most that a move adds, if only the last display of this clock matters; `None` if the general case
    /// applies.
    pub(super) fn plain_increment(&self) -> Option<i64> {
        let (base, increment) = (self.base?, self.stages.as_ref()?.increment());
        let fresh = self.moves == 0;
        let stale =
            self.moves == 1 && self.used.is_none() && self.granted == (0, increment.1) && self.hidden == 0;
        let known = if base.start { fresh } else { (fresh || stale) && self.before == Some(increment) };
        (known && self.off == 0).then_some(increment.1)
    }

    /// The last display and the most that the next one can show, for a clock with a
    /// [`plain_increment`](Clock::plain_increment); `None` before the first display.
    pub(super) fn plain(&self) -> Option<PlainClock> {
        let (base, increment) = (self.base.filter(|b| !b.start)?, self.stages.as_ref()?.increment());
        let highest_ms = base.ms + base.step + self.granted.1 + increment.1;
        Some(PlainClock { last_ms: base.ms, highest_ms })
    }

    /// The resolution of the last display.
    pub(super) fn step(&self) -> Option<i64> {
        self.base.filter(|b| !b.start).map(|b| b.step)
    }

    /// The moves left before the one that ends the stage.
    pub(super) fn moves_within_stage(&self) -> u32 {
        let control = self.stages.and_then(|s| Some(s.control()?.saturating_sub(s.moves() + 1)));
        control.unwrap_or(u32::MAX)
    }

    /// Records `moves` moves, each with an ordinary display, after which the clock is `plain`.
    pub(super) fn make_plain_moves(
        &mut self,
        moves: u32,
        plain: PlainClock,
        step: i64,
        displays: impl Iterator<Item = PlyReading>,
    ) {
        let Some(stages) = self.stages.as_mut() else { return };
        let increment = stages.increment();
        stages.advance_within(moves);
        if !self.touched {
            let mut displays = displays.map(|shown| shown.value_ms);
            let first = self.base.filter(|b| !b.start).map(|b| b.ms).or_else(|| displays.next());
            // Compares the last display first: it nearly always differs from the first one.
            self.touched = Some(plain.last_ms) != first || displays.any(|ms| Some(ms) != first);
        }
        let stale = plain.highest_ms > plain.last_ms + step + increment.1;
        self.base = Some(Base { ms: plain.last_ms, step, start: false });
        self.before = Some(increment);
        self.egt = None;
        self.granted = if stale { (0, increment.1) } else { (0, 0) };
        self.used = if stale { None } else { Some((0, 0)) };
        self.moves = u32::from(stale);
    }

    /// Makes this display the one that later ones are compared with.
    pub(super) fn rebase(&mut self, ms: i64, step: i64, off: i64) {
        self.touched |= self.base.is_none_or(|b| !b.start && b.ms != ms);
        self.base = Some(Base { ms, step, start: false });
        self.granted = (0, 0);
        self.used = Some((0, 0));
        self.hidden = 0;
        self.moves = 0;
        self.off = off;
    }

    /// Handles a display equal to the one before: it may not be the display of this move, so the next one may
    /// rise by this move's increment too. Only one increment is allowed for, since otherwise a series of
    /// equal displays would explain any rise.
    pub(super) fn stale(&mut self) {
        let most = self.before.map_or(0, |(_, most)| most);
        self.granted = (0, self.granted.1.min(most));
        self.used = None;
        self.moves = self.moves.min(1);
    }

    /// An increment that the clock may show before the first move, and that its first displays may lack,
    /// because servers give none with the first move.
    fn at_start(&self, control: &TimeControl) -> i64 {
        if self.base.is_some_and(|b| b.start) { control.stage(0).bonus.increment_ms() } else { 0 }
    }

    /// Whether all displays so far equal what the clock showed before the game.
    fn is_untouched(&self, control: &TimeControl) -> bool {
        let first = control.stage(0);
        let main = self.start_ms;
        let shows_start = |ms: i64| ms == main || ms == main + first.bonus.increment_ms();
        !self.touched && self.base.is_some_and(|b| shows_start(b.ms))
    }

    /// The most that increments since the base can have added.
    pub(super) fn most_granted(&self, control: &TimeControl) -> i64 {
        self.granted.1.saturating_add(self.at_start(control))
    }

    /// Whether an increment earned since the base may be missing from the display, the time used being
    /// unknown.
    pub(super) fn hides_increment(&self) -> bool {
        self.used.is_none() && self.granted.1 > 0
    }

    /// The most that the clock can show if the base is what it showed before the game; otherwise 0.
    pub(super) fn most_since_start(&self, control: &TimeControl) -> i64 {
        let first = control.stage(0);
        let moves = self.stages.map_or(0, |s| i64::from(s.moves()));
        let most = self.start_ms.saturating_add(first.bonus.increment_ms().saturating_mul(moves + 1));
        if self.is_untouched(control) { most } else { 0 }
    }

    /// Whether the time used is unknown and the display has risen by no more than the increments, so that it
    /// cannot be shown to be wrong.
    pub(super) fn explains(&self, ms: i64, step: i64, base: Base, control: &TimeControl) -> bool {
        self.used.is_none()
            && (base.start || ms - base.ms - self.most_granted(control) <= base.step.max(step))
    }

    /// The expected range of the display, if the time used is known.
    pub(super) fn expected(&self, control: &TimeControl) -> Option<(i64, i64)> {
        let base = self.base?;
        let (least, most) = self.used?;
        let start = if self.is_untouched(control) { control.stage(0).bonus.increment_ms() } else { 0 };
        Some((base.ms + self.granted.0 - start - most, base.ms + self.granted.1 + start - least))
    }

    /// The most time that can have been left when the last move was completed, if the time used is known;
    /// negative if the time ran out. Time that the move itself earns by ending a stage does not count.
    pub(super) fn most_left(&self, control: &TimeControl) -> Option<i64> {
        let (_, hi) = self.expected(control)?;
        let step = self.base.map_or(0, |b| b.step);
        Some(hi.saturating_add(self.due_before).saturating_add(self.hidden + step))
    }

    /// The time that can be left after a half-move without a display.
    pub(super) fn left(&self, control: &TimeControl) -> (Option<Interval>, Source) {
        let due = self.stages.map_or(0, |s| s.due_ms(control));
        let slack = self.hidden + self.base.map_or(0, |b| b.step);
        match (self.expected(control), self.base) {
            (Some((lo, hi)), _) => {
                (Some(Interval { lo: Some(lo - slack), hi: hi.saturating_add(due + slack) }), Source::Elapsed)
            }
            (None, Some(base)) => {
                let hi = base.ms.saturating_add(self.most_granted(control)).saturating_add(due + slack);
                (Some(Interval { lo: None, hi }), Source::Bound)
            }
            (None, None) => (None, Source::Unknown),
        }
    }

    /// The time used between two successive displays of this clock, if exactly one increment lies between
    /// them.
    pub(super) fn spent_by_display(&self, ms: i64) -> Option<i64> {
        let base = self.base.filter(|b| !b.start && self.moves == 1 && self.granted.0 == self.granted.1)?;
        let due = self.stages?.is_due();
        Some(base.ms + self.granted.1 - ms).filter(|spent| *spent >= 0 && !due)
    }

    /// The most that the first display can show.
    pub(super) fn first_at_most(&self, control: &TimeControl, moves_before: u32) -> i64 {
        let increment = control.stage(0).bonus.increment_ms();
        // If the record begins later in the game, it is not known which stages are over.
        let later = control.main_ms() - control.stage(0).main_ms;
        let main = if moves_before == 0 { self.start_ms } else { self.start_ms + later };
        let due = self.stages.map_or(0, |s| s.due_ms(control));
        let granted = self.granted.1.saturating_add(increment).max(2 * increment);
        main.saturating_add(granted).saturating_add(due)
    }
}
