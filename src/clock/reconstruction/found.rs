//! The facts found so far. Later readings may replace or complete some of them.

use shakmaty::{ByColor, Color};

use super::facts::{Fact, FactKind, Proof};

/// The facts in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) facts: Vec<Fact>,
    ran_out: ByColor<RanOut>,
    /// Index of the fact that reports a first reading as too high.
    too_high: Option<usize>,
}

/// Whether it has been recorded that a side's time ran out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum RanOut {
    #[default]
    No,
    /// By a zero in whole seconds, which a better proof replaces; the index of the fact.
    Zero(usize),
    Proved,
}

impl Found {
    /// Continues a list of facts.
    pub(super) fn new(facts: Vec<Fact>) -> Found {
        Found { facts, ..Found::default() }
    }

    /// Adds a fact.
    pub(super) fn push(&mut self, fact: Fact) {
        self.facts.push(fact);
    }

    /// Adds the fact that a side's time ran out: once per side, except that a better proof replaces a zero in whole
    /// seconds.
    pub(super) fn ran_out(&mut self, side: Color, proof: Proof, fact: impl FnOnce() -> Fact) {
        let is_weak = proof == Proof::WholeSecondZero;
        match *self.ran_out.get(side) {
            RanOut::Proved => return,
            RanOut::Zero(_) if is_weak => return,
            RanOut::Zero(_) => self.withdraw_zero(side),
            RanOut::No => {}
        }
        *self.ran_out.get_mut(side) = if is_weak { RanOut::Zero(self.facts.len()) } else { RanOut::Proved };
        self.facts.push(fact());
    }

    /// Removes the fact that a clock of this side showed zero in whole seconds, if there is one.
    pub(super) fn withdraw_zero(&mut self, side: Color) {
        let RanOut::Zero(index) = *self.ran_out.get(side) else { return };
        *self.ran_out.get_mut(side) = RanOut::No;
        if index >= self.facts.len() {
            return;
        }
        self.facts.remove(index);
        let zero = match self.ran_out.get_mut(!side) {
            RanOut::Zero(zero) => Some(zero),
            _ => None,
        };
        for later in zero.into_iter().chain(&mut self.too_high) {
            *later -= usize::from(*later > index);
        }
    }

    /// Whether it is proved that this side's time ran out.
    pub(super) fn has_fallen(&self, side: Color) -> bool {
        *self.ran_out.get(side) == RanOut::Proved
    }

    /// The clock was set anew: its time may run out again.
    pub(super) fn set_anew(&mut self, side: Color) {
        if self.has_fallen(side) {
            *self.ran_out.get_mut(side) = RanOut::No;
        }
    }

    /// Adds the fact that a first reading is too high. If the other clock's was too, returns `true` and only completes
    /// that fact: the game was not played with this time control.
    pub(super) fn first_too_high(&mut self, fact: Fact) -> bool {
        match self.too_high.and_then(|index| self.facts.get_mut(index)) {
            Some(Fact { kind: FactKind::StartTooHigh { both, .. }, .. }) => {
                *both = true;
                true
            }
            _ => {
                self.too_high = Some(self.facts.len());
                self.facts.push(fact);
                false
            }
        }
    }
}
