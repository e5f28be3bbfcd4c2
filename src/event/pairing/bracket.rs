//! A bracket: a scoregroup with the players moved down to it (art. 1.3, 3.1).

use super::player::{Float, Player};
use super::round::Round;
use super::route::PairedBracket;
use crate::event::Score;

/// A bracket before it is paired. Players are named by their places in [`Round::players`].
#[derive(Debug, Clone)]
pub(super) struct Bracket<'a> {
    /// The round.
    pub round: &'a Round,
    /// Its players, in order; moved-down players come first.
    pub players: Vec<usize>,
    /// The number of moved-down players.
    pub moved_down: usize,
    /// The next scoregroup; empty if no criterion needs it.
    pub next: Vec<usize>,
    /// Scores in the bracket and the next one, the highest first.
    pub(super) scores: Vec<Score>,
    /// The score differences that a pair or a downfloater can have, the largest first (2017).
    pub(super) differences: Vec<Score>,
    /// The lowest score in the bracket.
    pub(super) lowest: Score,
    /// Whether C9 chooses the one downfloater.
    pub(super) bye_due_here: bool,
}

impl<'a> Bracket<'a> {
    pub(super) fn new(
        round: &'a Round,
        players: Vec<usize>,
        moved_down: usize,
        next: Vec<usize>,
    ) -> Bracket<'a> {
        let mut scores: Vec<Score> = players.iter().chain(&next).map(|at| round.score(*at)).collect();
        scores.sort();
        scores.dedup();
        scores.reverse();
        let lowest = players.last().map_or(Score::ZERO, |at| round.score(*at));
        let mut bracket = Bracket {
            round,
            players,
            moved_down,
            next,
            scores,
            differences: Vec::new(),
            lowest,
            bye_due_here: false,
        };
        bracket.differences = bracket.all_differences();
        bracket
    }

    /// A bracket and its pairing.
    pub(super) fn of(round: &'a Round, paired: &PairedBracket) -> Bracket<'a> {
        let (players, next) = (paired.players.clone(), paired.next.clone());
        let mut bracket = Bracket::new(round, players, paired.moved_down, next);
        bracket.bye_due_here = paired.bye_due;
        bracket
    }

    /// The values of criteria that compare lists: scores, in 2017 score differences, the highest first.
    pub(super) fn listed(&self) -> &[Score] {
        match self.round.rules {
            super::Rules::Dutch2017 => &self.differences,
            super::Rules::Dutch2026 => &self.scores,
        }
    }

    fn all_differences(&self) -> Vec<Score> {
        if self.round.rules == super::Rules::Dutch2026 {
            return Vec::new();
        }
        let mut own: Vec<Score> = self.players.iter().map(|at| self.round.score(*at)).collect();
        own.dedup();
        let mut all = vec![Score::ZERO];
        for (at, high) in own.iter().enumerate() {
            all.push(*high - self.made_up());
            all.extend(own.iter().skip(at + 1).map(|low| *high - *low));
        }
        let next = self.next_lowest() - self.round.point;
        for high in &self.scores {
            all.push(*high - next);
            all.extend(self.next.first().map(|low| *high - self.round.score(*low)));
        }
        all.retain(|difference| *difference >= Score::ZERO);
        all.sort();
        all.dedup();
        all.reverse();
        all
    }

    /// The artificial score of a downfloater's opponent (2017: A.8).
    pub(super) fn made_up(&self) -> Score {
        self.lowest - self.round.point
    }

    pub(super) fn next_lowest(&self) -> Score {
        self.next.last().map_or(self.lowest, |at| self.round.score(*at))
    }

    pub(super) fn player(&self, at: usize) -> &'a Player {
        // Places come from the round itself.
        &self.round.players[at]
    }

    pub(super) fn is_moved_down(&self, at: usize) -> bool {
        self.players.get(..self.moved_down).is_some_and(|moved| moved.contains(&at))
    }

    pub(super) fn slot(&self, score: Score) -> usize {
        self.scores.iter().position(|slot| *slot == score).unwrap_or(0)
    }

    pub(super) fn difference_slot(&self, difference: Score) -> usize {
        self.differences.iter().position(|slot| *slot == difference).unwrap_or(0)
    }

    pub(super) fn floated(&self, at: usize, rounds_ago: usize, float: Float) -> bool {
        self.player(at).floated(rounds_ago, float)
    }
}
