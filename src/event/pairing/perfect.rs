//! The perfect candidate (art. 3.4; 2017: B.3). A candidate is perfect if a count of players and colours shows that none can
//! be better in any criterion. The first perfect one in the order of article 4 is the pairing.
//!
//! Only candidates with all moved-down players paired and nothing exchanged are tried. The search stops after a number of
//! steps that grows with the bracket; then the matching decides.

use super::bracket::Bracket;
use super::criteria::{AFTER_NEXT, Criterion};
use super::matching::largest;
use super::player::Strength;
use super::solve::{Below, Solved, can_complete};
use crate::event::Colour;

/// The search ends after this number of steps for each player of the bracket, plus a constant.
const STEPS: [usize; 2] = [60, 2_000];

/// The perfect candidate, if one is found.
pub(super) fn perfect(bracket: &Bracket<'_>, below: Below<'_>) -> Option<Solved> {
    let (moved, residents) = bracket.players.split_at(bracket.moved_down);
    let one_score = residents.first().map(|at| bracket.round.score(*at))
        == residents.last().map(|at| bracket.round.score(*at));
    if !one_score || moved.len() > residents.len() {
        return None;
    }
    let preferences: Vec<Option<(Colour, Strength)>> = bracket
        .players
        .iter()
        .map(|at| bracket.player(*at).preference().map(|due| (due.colour, due.strength)))
        .collect();
    let mut search = Search {
        bracket,
        below,
        preferences,
        allowed: [0; 2],
        used: [0; 2],
        partner: vec![None; bracket.players.len()],
        steps: STEPS[0] * bracket.players.len() + STEPS[1],
    };
    search.allowed = search.fewest(&|_| true)?;
    search.moved_down(0).then(|| search.solved())
}

struct Search<'b> {
    bracket: &'b Bracket<'b>,
    below: Below<'b>,
    preferences: Vec<Option<(Colour, Strength)>>,
    /// Preferences and strong preferences that cannot all be met.
    allowed: [usize; 2],
    /// Those that the pairs so far do not meet.
    used: [usize; 2],
    /// Partners by place in the bracket.
    partner: Vec<Option<usize>>,
    steps: usize,
}

impl Search<'_> {
    /// The least possible number of players without their preference, and without a strong one, among the players for
    /// whom `counts` holds, of whom one floats down if their number is odd.
    fn fewest(&self, counts: &dyn Fn(usize) -> bool) -> Option<[usize; 2]> {
        let mut of_colour = [0usize; 2];
        let mut mild = [0usize; 2];
        let mut all = 0;
        for (at, preference) in self.preferences.iter().enumerate() {
            if !counts(at) {
                continue;
            }
            all += 1;
            if let Some((colour, strength)) = preference {
                let side = usize::from(*colour == Colour::Black);
                *of_colour.get_mut(side)? += 1;
                *mild.get_mut(side)? += usize::from(*strength == Strength::Mild);
            }
        }
        let pairs = all / 2;
        let mut fewest = [0; 2];
        for (wanted, mild) in of_colour.into_iter().zip(mild) {
            let floater = all % 2;
            let denied = wanted.saturating_sub(floater).saturating_sub(pairs);
            fewest[0] += denied;
            fewest[1] += denied.saturating_sub(mild);
        }
        Some(fewest)
    }

    fn spend(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0 && self.bracket.round.steps.are_left()
    }

    /// Pairs two places of the bracket, if that causes no faults except the allowed ones of colour.
    fn join(&mut self, upper: usize, lower: usize) -> bool {
        let (u, v) = (self.bracket.players[upper], self.bracket.players[lower]);
        if !self.bracket.round.legal(u, v) {
            return false;
        }
        let faults = self.colour_faults(upper, lower);
        if self.used[0] + faults[0] > self.allowed[0] || self.used[1] + faults[1] > self.allowed[1] {
            return false;
        }
        if !self.is_clean(u, v) {
            return false;
        }
        self.used = [self.used[0] + faults[0], self.used[1] + faults[1]];
        self.partner[upper] = Some(lower);
        self.partner[lower] = Some(upper);
        true
    }

    fn part(&mut self, upper: usize, lower: usize) {
        let faults = self.colour_faults(upper, lower);
        self.used = [self.used[0] - faults[0], self.used[1] - faults[1]];
        self.partner[upper] = None;
        self.partner[lower] = None;
    }

    fn colour_faults(&self, upper: usize, lower: usize) -> [usize; 2] {
        match (self.preferences[upper], self.preferences[lower]) {
            (Some((one, strength)), Some((other, theirs))) if one == other => {
                [1, usize::from(strength.min(theirs) == Strength::Strong)]
            }
            _ => [0, 0],
        }
    }

    /// Whether a pair has no fault in the criteria other than those of colour preferences.
    fn is_clean(&self, upper: usize, lower: usize) -> bool {
        let none = |criterion: &&Criterion| {
            let Some(count) = criterion.pair else { return true };
            // Score differences of moved-down players are given once all of them are paired.
            let constant = criterion.float.is_some();
            let is_colour = ["C12", "C13"].contains(&criterion.numbers[1]);
            if constant || is_colour {
                return true;
            }
            let mut slots = vec![0; (criterion.slots)(self.bracket)];
            count(self.bracket, upper, lower, &mut slots);
            slots.iter().all(|faults| *faults == 0)
        };
        AFTER_NEXT.iter().all(none)
    }

    /// The moved-down player at a place, and those after.
    fn moved_down(&mut self, at: usize) -> bool {
        let (moved, all) = (self.bracket.moved_down, self.bracket.players.len());
        if at == moved {
            return self.remainder();
        }
        for lower in moved..all {
            if self.partner[lower].is_some() {
                continue;
            }
            if !self.spend() {
                return false;
            }
            if !self.join(at, lower) {
                continue;
            }
            if self.can_still_be_met() && self.moved_down(at + 1) {
                return true;
            }
            self.part(at, lower);
        }
        false
    }

    fn can_still_be_met(&self) -> bool {
        let left = self.fewest(&|at| self.partner[at].is_none());
        left.is_some_and(|left| {
            self.used[0] + left[0] <= self.allowed[0] && self.used[1] + left[1] <= self.allowed[1]
        })
    }

    /// The residents who are left: the upper half meets the lower half.
    fn remainder(&mut self) -> bool {
        let free: Vec<usize> = (self.bracket.moved_down..self.bracket.players.len())
            .filter(|at| self.partner[*at].is_none())
            .collect();
        let (s1, s2) = free.split_at(free.len() / 2);
        let found = self.transpose(s1, s2);
        if !found {
            // An exchange in the remainder comes before the next opponents of the moved-down players.
            self.steps = 0;
        }
        found
    }

    fn transpose(&mut self, s1: &[usize], s2: &[usize]) -> bool {
        let Some((upper, rest)) = s1.split_first() else { return self.floats_well() };
        for lower in s2 {
            if self.partner[*lower].is_some() {
                continue;
            }
            if !self.spend() {
                return false;
            }
            if !self.join(*upper, *lower) {
                continue;
            }
            if self.can_still_be_met() && self.transpose(rest, s2) {
                return true;
            }
            self.part(*upper, *lower);
        }
        false
    }

    /// Whether the one who is left over, if any, floats without a fault and is paired in the next bracket, and all below can
    /// be completed.
    fn floats_well(&mut self) -> bool {
        let (bracket, round) = (self.bracket, self.bracket.round);
        let floater = (0..bracket.players.len()).find(|at| self.partner[*at].is_none());
        let floater = floater.map(|at| bracket.players[at]);
        if let Some(player) = floater
            && (AFTER_NEXT.iter().any(|criterion| self.float_faults(criterion, player))
                || (bracket.bye_due_here && !self.is_due_the_bye(player)))
        {
            return false;
        }
        if self.below.players.is_empty() {
            return match (floater, self.below.bye) {
                (None, None) => true,
                (Some(player), Some(bye)) => bye.get(player).copied().unwrap_or(false),
                _ => false,
            };
        }
        // Testing the rest counts as many steps.
        self.steps = self.steps.saturating_sub(bracket.players.len() + self.below.players.len());
        let next: Vec<usize> = floater.iter().chain(&bracket.next).copied().collect();
        let mates = match floater {
            None => vec![None; next.len()],
            Some(_) => largest(next.len(), &round.steps, |u, v| round.legal(next[u], next[v])),
        };
        if floater.is_some()
            && (mates.first().copied().flatten().is_none()
                || mates.iter().flatten().count() / 2 < next.len() / 2)
        {
            return false;
        }
        let left = next.iter().zip(&mates).filter(|(_, mate)| mate.is_none()).map(|(at, _)| *at);
        let rest: Vec<usize> = match self.below.must_complete {
            true => left.chain(self.below.players.iter().skip(bracket.next.len()).copied()).collect(),
            // Completion is tested afterwards (2017).
            false => return true,
        };
        can_complete(round, &rest, self.below.bye)
    }

    /// C9: none of those who may have the bye has fewer unplayed games.
    fn is_due_the_bye(&self, player: usize) -> bool {
        let may = |at: &&usize| self.below.bye.and_then(|bye| bye.get(**at)).copied().unwrap_or(false);
        let unplayed = |at: usize| self.bracket.player(at).unplayed;
        let fewest = self.bracket.players.iter().filter(may).map(|at| unplayed(*at)).min();
        fewest == Some(unplayed(player))
    }

    fn float_faults(&self, criterion: &Criterion, player: usize) -> bool {
        let Some(count) = criterion.float.filter(|_| criterion.numbers[1] != "C9") else { return false };
        let mut slots = vec![0; (criterion.slots)(self.bracket)];
        count(self.bracket, player, &mut slots);
        slots.iter().any(|faults| *faults > 0)
    }

    fn solved(&self) -> Solved {
        let players = &self.bracket.players;
        let mut solved = Solved { pairs: Vec::new(), downfloaters: Vec::new() };
        for (at, player) in players.iter().enumerate() {
            match self.partner[at] {
                None => solved.downfloaters.push(*player),
                Some(other) if other > at => solved.pairs.push((*player, players[other])),
                Some(_) => {}
            }
        }
        solved
    }
}
