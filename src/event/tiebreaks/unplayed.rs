//! How unplayed rounds count: articles 16.1 to 16.4 of the tie-break regulations, and the earlier rules.

use super::{Edition, Spec, Term};
use crate::event::field::{Entrant, Field, Measure, Scores, Slot};

/// Adjusted scores: the scores that entrants contribute to their opponents' tie-breaks.
pub(super) struct Adjusted<'f> {
    field: &'f Field,
    measure: Measure,
    edition: Edition,
    /// The games of the last round count as draws.
    fore: bool,
    /// Forfeited games count as played.
    forfeits_played: bool,
    scores: Vec<f64>,
}

/// One round of an entrant in a sum over opponents.
pub(super) struct Against {
    pub(super) round: u32,
    pub(super) opponent: Option<usize>,
    /// The opponent's score, as it counts.
    pub(super) score: f64,
    /// The points gained in the round, as they count.
    pub(super) gain: f64,
    /// The points gained in the round, in both scores, as recorded.
    pub(super) gains: Scores,
    /// The entrant chose not to play the round.
    pub(super) voluntary: bool,
    pub(super) unplayed: bool,
    /// `score` differs from the opponent's score in the standings.
    pub(super) adjusted: bool,
}

impl Against {
    pub(super) fn term(&self, amount: f64) -> Term {
        let note = match (self.unplayed, self.opponent) {
            (true, None) => "bye",
            (true, Some(_)) => "forfeit",
            (false, _) if self.adjusted => "adjusted score",
            (false, _) => "",
        };
        Term { unplayed: self.unplayed, note, ..Term::of_round(self.round, self.opponent, amount) }
    }
}

impl<'f> Adjusted<'f> {
    pub(super) fn new(field: &'f Field, spec: &Spec, fore: bool) -> Adjusted<'f> {
        let mut adjusted = Adjusted {
            field,
            measure: spec.measure(field),
            edition: spec.edition(field.edition),
            fore,
            forfeits_played: spec.forfeits_played || field.round_robin,
            scores: Vec::new(),
        };
        adjusted.scores = field.entrants.iter().map(|entrant| adjusted.of_opponent(entrant)).collect();
        adjusted
    }

    /// The adjusted score of an entrant.
    pub(super) fn score(&self, entrant: usize) -> f64 {
        self.scores.get(entrant).copied().unwrap_or(0.0)
    }

    fn draw(&self) -> f64 {
        self.field.draw.get(self.measure)
    }

    /// Whether the slot counts as a draw in fore mode: a pairing of the last round.
    fn is_drawn_ahead(&self, slot: &Slot) -> bool {
        self.fore && slot.round == self.field.rounds && slot.opponent.is_some()
    }

    fn gain(&self, slot: &Slot) -> f64 {
        if self.is_drawn_ahead(slot) { self.draw() } else { slot.gain.get(self.measure) }
    }

    /// Penalties and bonuses, which are part of every score.
    fn beside(&self, entrant: &Entrant) -> f64 {
        entrant.score.get(self.measure) - entrant.slots.iter().map(|s| s.gain.get(self.measure)).sum::<f64>()
    }

    fn own_score(&self, entrant: &Entrant) -> f64 {
        self.beside(entrant) + entrant.slots.iter().map(|s| self.gain(s)).sum::<f64>()
    }

    /// The adjusted score. Article 16.3: a requested bye counts as a draw if only voluntary absences follow it.
    fn of_opponent(&self, entrant: &Entrant) -> f64 {
        if self.field.round_robin {
            return self.own_score(entrant);
        }
        let mut only_absent = true;
        let mut sum = self.beside(entrant);
        for slot in entrant.slots.iter().rev() {
            let ahead = self.is_drawn_ahead(slot);
            let counts_as_draw = match self.edition {
                Edition::Y2009 => !slot.outcome.is_played(),
                Edition::Y2023 | Edition::Y2026 => slot.outcome.is_requested_bye() && only_absent,
            };
            sum += if counts_as_draw { self.draw() } else { self.gain(slot) };
            only_absent &= slot.outcome.is_voluntary_absence() && !ahead;
        }
        sum
    }

    /// Whether the slot counts as a game against a real opponent.
    fn is_game(&self, slot: &Slot) -> bool {
        slot.opponent.is_some()
            && (slot.outcome.is_played()
                || self.is_drawn_ahead(slot)
                || (self.forfeits_played && slot.outcome.is_forfeit()))
    }

    /// All rounds of an entrant, against real or dummy opponents.
    pub(super) fn games(&self, entrant: &Entrant) -> Vec<Against> {
        let own = self.own_score(entrant);
        let mut before = 0.0;
        let mut games = Vec::with_capacity(entrant.slots.len());
        for slot in &entrant.slots {
            let gain = self.gain(slot);
            let unplayed = !self.is_game(slot);
            let score = match slot.opponent.filter(|_| !unplayed) {
                Some(opponent) => Some(self.score(opponent)),
                None if self.field.round_robin => None,
                None => Some(self.dummy(slot, own, before, gain)),
            };
            before += gain;
            let voluntary = unplayed && slot.outcome.is_voluntary_absence();
            let (round, opponent) = (slot.round, slot.opponent);
            games.extend(score.map(|score| Against {
                round,
                opponent,
                score,
                gain,
                gains: slot.gain,
                voluntary,
                unplayed,
                adjusted:
                    opponent.is_some_and(|at| {
                        !unplayed && (self.field.score(at, self.measure) - score).abs() > 1e-9
                    }),
            }));
        }
        games
    }

    /// The score of the dummy opponent in an unplayed round: article 16.4, or the virtual opponent of the rules before
    /// 2023.
    fn dummy(&self, slot: &Slot, own: f64, before: f64, gain: f64) -> f64 {
        let rounds = f64::from(self.field.rounds);
        match self.edition {
            Edition::Y2009 => {
                let win = self.field.win.get(self.measure);
                before + (win - gain) + self.draw() * (rounds - f64::from(slot.round))
            }
            Edition::Y2023 => own,
            Edition::Y2026 => match slot.opponent {
                Some(opponent) if !slot.outcome.is_bye() => own.min(self.score(opponent)),
                _ => own.min(self.draw() * rounds),
            },
        }
    }
}
