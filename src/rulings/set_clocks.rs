//! What the arbiter sets on the clocks after a fault, and whether a player is short of time.

use shakmaty::Color;

use super::clock_history::shown;
use super::hearing::Hearing;
use super::ruling::Ruling;
use super::words::{spoken, who};

impl Hearing<'_> {
    /// Works out what is set on the clocks, where there is a reading. `offender` pressed after an illegal move.
    pub(super) fn set_clocks(
        &self,
        ruling: &mut Ruling,
        ply: usize,
        noticed: usize,
        offender: Option<Color>,
    ) {
        if ruling.restore.is_some() {
            return;
        }
        let Some(base) = self.clocks.base(ply, noticed, offender) else { return };
        let mut clock = base.shown;
        if base.set {
            ruling.clock = Some(clock);
            ruling.because(format!("The log shows that the arbiter has set the clocks: {}.", shown(&clock)));
            return;
        }
        let read = shown(&clock);
        if let Some(offender) = offender
            && base.after_press
        {
            self.take_increment_back(ruling, ply, offender, clock.of_mut(offender));
        }
        if let Some(adjust) = ruling.adjust {
            clock.white += adjust.white as f64;
            clock.black += adjust.black as f64;
        }
        ruling.because(format!("The clocks showed {read}; they are set to {}.", shown(&clock)));
        ruling.clock = Some(clock);
    }

    fn take_increment_back(&self, ruling: &mut Ruling, ply: usize, offender: Color, left: &mut f64) {
        let law = &self.laws.illegal_move.remove_increment;
        let Some(control) = self.control.filter(|_| **law) else { return };
        let number = self.record.moves_made(offender, ply) + 1;
        let increment = control.stage_of(number).stage.bonus.increment_ms() as f64 / 1000.0;
        if increment > 0.0 {
            *left -= increment;
            ruling.rest_on(law);
            ruling.because(format!(
                "The {} that {} had got for the press are taken off again.",
                spoken(increment as i64),
                who(offender)
            ));
        }
    }

    /// Whether either player is short of time, so that less can be put right.
    pub(super) fn time_pressure(&self, ruling: &mut Ruling, noticed: usize) -> bool {
        let law = &self.laws.time_pressure;
        let below = f64::from(*law.below);
        if below <= 0.0 {
            return false;
        }
        let bonus = self.control.map_or(0, |control| control.bonus_ms() / 1000);
        if bonus >= i64::from(*law.unless_bonus) {
            return false;
        }
        let left = [Color::White, Color::Black].map(|side| self.clocks.left(side, noticed));
        if let Some(short) = left.iter().flatten().find(|left| **left < below) {
            ruling.rest_on(&law.below);
            ruling.because(format!("A player had {} left: this is time pressure.", spoken(*short as i64)));
            return true;
        }
        if left.iter().any(Option::is_none) {
            ruling.rest_on(&law.below);
            ruling.assume(format!(
                "Both players had {} or more left, as the case does not say; with less the narrower rule for time pressure \
                 would hold.",
                spoken(i64::from(*law.below))
            ));
        }
        false
    }
}
