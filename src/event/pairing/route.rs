//! A round from the top down: the bye's score, each bracket, and the player who is left (art. 1.9).

use super::bracket::Bracket;
use super::matching::largest;
use super::round::{Round, Rules};
use super::solve::{Below, Solved, can_complete, solve};
use super::weights::Limit;
use crate::event::Score;

/// A bracket with its pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedBracket {
    /// Its players in order, by their places in [`Round::players`]; those moved down first.
    pub players: Vec<usize>,
    /// How many were moved down.
    pub moved_down: usize,
    /// The next scoregroup, if its pairing was examined.
    pub next: Vec<usize>,
    /// Whether the one downfloater gets the bye.
    pub bye_due: bool,
    /// The pairs, the higher player first.
    pub pairs: Vec<(usize, usize)>,
    /// Those who float down.
    pub downfloaters: Vec<usize>,
}

/// A round as the rules pair it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// The brackets from the top down.
    pub brackets: Vec<PairedBracket>,
    /// Who has the pairing-allocated bye.
    pub bye: Option<usize>,
    /// Who could have had it, by place, if one is due: from 2026, those that C5 leaves.
    pub candidates: Option<Vec<bool>>,
    /// All places, in order.
    order: Vec<usize>,
}

impl Pairing {
    /// What was below a bracket, by its number, when it was paired.
    pub(super) fn below(&self, rules: Rules, bracket: usize) -> Below<'_> {
        let residents = |bracket: &PairedBracket| bracket.players.get(bracket.moved_down).copied();
        let next = self.brackets.get(bracket + 1).and_then(residents);
        let players = next.and_then(|first| self.order.get(first..)).unwrap_or_default();
        let ends = self.brackets.get(bracket).is_some_and(|bracket| bracket.next.is_empty());
        Below { players, bye: self.candidates.as_deref(), must_complete: rules == Rules::Dutch2026 || ends }
    }

    /// All pairs, the higher player first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.brackets.iter().flat_map(|bracket| bracket.pairs.iter().copied())
    }
}

/// No complete pairing exists under the absolute criteria: the largest part, by places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incomplete {
    /// Pairs that are possible together.
    pub pairs: Vec<(usize, usize)>,
    /// Who has the bye then.
    pub bye: Option<usize>,
    /// Those without an opponent.
    pub left: Vec<usize>,
}

/// Why a round is not paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unpaired {
    /// The absolute criteria allow no complete pairing; the arbiter decides.
    Incomplete(Incomplete),
    /// A bracket takes more than a limit allows.
    Limit(Limit),
}

impl From<Incomplete> for Unpaired {
    fn from(part: Incomplete) -> Unpaired {
        Unpaired::Incomplete(part)
    }
}

impl From<Limit> for Unpaired {
    fn from(bound: Limit) -> Unpaired {
        Unpaired::Limit(bound)
    }
}

/// Pairs a round.
///
/// # Errors
/// If the absolute criteria allow no complete pairing, or a bracket exceeds a limit.
pub fn pair(round: &Round) -> Result<Pairing, Unpaired> {
    let all: Vec<usize> = (0..round.players.len()).collect();
    let bye = bye_candidates(round, &all)?;
    let mut rest: &[usize] = &all;
    let mut moved: Vec<usize> = Vec::new();
    let mut brackets = Vec::new();
    while !rest.is_empty() {
        let (residents, below) = rest.split_at(scoregroup(round, rest));
        let step = Step { round, moved: &moved, residents, below, bye: bye.as_deref() };
        let paired = match round.rules {
            Rules::Dutch2026 => step.of_2026()?,
            Rules::Dutch2017 => step.of_2017()?,
        };
        let collapsed = paired.len() > 1;
        brackets.extend(paired);
        moved = brackets.last().map_or(Vec::new(), |last: &PairedBracket| last.downfloaters.clone());
        if collapsed {
            break;
        }
        rest = below;
    }
    let receiver = moved.first().copied().filter(|_| bye.is_some());
    Ok(Pairing { brackets, bye: receiver, candidates: bye, order: all })
}

fn scoregroup(round: &Round, rest: &[usize]) -> usize {
    let first = rest.first().map(|at| round.score(*at));
    rest.iter().take_while(|at| Some(round.score(**at)) == first).count()
}

/// Who may have the bye, by place; none where nobody is left over. From 2026 only those with the lowest score that a
/// complete pairing allows (C5).
fn bye_candidates(round: &Round, all: &[usize]) -> Result<Option<Vec<bool>>, Incomplete> {
    let allowed: Vec<bool> = round.players.iter().map(|player| player.may_have_bye).collect();
    if all.len().is_multiple_of(2) {
        return if can_complete(round, all, None) { Ok(None) } else { Err(largest_part(round, &allowed)) };
    }
    if round.rules == Rules::Dutch2017 {
        let complete = can_complete(round, all, Some(&allowed));
        return if complete { Ok(Some(allowed)) } else { Err(largest_part(round, &allowed)) };
    }
    let mut scores: Vec<Score> = round.players.iter().map(|player| player.score).collect();
    scores.sort();
    scores.dedup();
    for score in scores {
        let below: Vec<bool> =
            round.players.iter().map(|player| player.may_have_bye && player.score <= score).collect();
        if can_complete(round, all, Some(&below)) {
            return Ok(Some(below));
        }
    }
    Err(largest_part(round, &allowed))
}

fn largest_part(round: &Round, may_have_bye: &[bool]) -> Incomplete {
    let n = round.players.len();
    let odd = n % 2 == 1;
    let mates = largest(n + usize::from(odd), &round.steps, |u, v| match (u.max(v) == n, u.min(v)) {
        (true, player) => may_have_bye.get(player).copied().unwrap_or(false),
        (false, _) => round.legal(u, v),
    });
    let pairs =
        (0..n).filter_map(|u| mates.get(u).copied().flatten().filter(|v| *v > u && *v < n).map(|v| (u, v)));
    let left = (0..n).filter(|u| mates.get(*u).copied().flatten().is_none());
    let bye = mates.get(n).copied().flatten();
    Incomplete { pairs: pairs.collect(), bye, left: left.collect() }
}

/// The bracket that is being paired.
struct Step<'a> {
    round: &'a Round,
    moved: &'a [usize],
    residents: &'a [usize],
    below: &'a [usize],
    bye: Option<&'a [bool]>,
}

impl<'a> Step<'a> {
    fn bracket(&self, next: &[usize]) -> Bracket<'a> {
        let players = [self.moved, self.residents].concat();
        Bracket::new(self.round, players, self.moved.len(), next.to_vec())
    }

    fn next(&self) -> &'a [usize] {
        self.below.get(..scoregroup(self.round, self.below)).unwrap_or_default()
    }

    fn of_2026(&self) -> Result<Vec<PairedBracket>, Limit> {
        let mut bracket = self.bracket(self.next());
        let below = Below { players: self.below, bye: self.bye, must_complete: true };
        let mut solved = solve(&bracket, below)?;
        if self.bye_is_due(&solved) {
            bracket.bye_due_here = true;
            solved = solve(&bracket, below)?;
        }
        Ok(vec![done(bracket, solved)])
    }

    /// Whether the one downfloater will have the bye: nobody below may have it (C9).
    fn bye_is_due(&self, solved: &Solved) -> bool {
        let [_] = solved.downfloaters.as_slice() else { return false };
        let may = |at: &usize| self.bye.and_then(|bye| bye.get(*at)).copied().unwrap_or(false);
        // Players below with a lower score would have it, but C5 has shown that none of them can.
        self.bye.is_some()
            && self.bye_score() >= self.residents.first().map(|at| self.round.score(*at))
            && solved.downfloaters.iter().any(may)
    }

    /// The highest score of those who may still have the bye: the one that C5 found.
    fn bye_score(&self) -> Option<Score> {
        let candidates = self.bye.unwrap_or_default().iter().enumerate().filter(|(_, may)| **may);
        candidates.map(|(at, _)| self.round.score(at)).max()
    }

    /// The bracket by itself; if what it leaves cannot be completed, it again as the penultimate bracket, and all below as
    /// the last one.
    fn of_2017(&self) -> Result<Vec<PairedBracket>, Limit> {
        let last = self.below.is_empty();
        let bracket = self.bracket(self.next());
        let below = Below { players: self.below, bye: self.bye, must_complete: last };
        let solved = solve(&bracket, below)?;
        let rest = [solved.downfloaters.as_slice(), self.below].concat();
        if last || can_complete(self.round, &rest, self.bye) {
            return Ok(vec![done(bracket, solved)]);
        }
        let penultimate = self.bracket(&[]);
        let below = Below { players: self.below, bye: self.bye, must_complete: true };
        let solved = solve(&penultimate, below)?;
        let collapsed = Step { moved: &solved.downfloaters, residents: self.below, below: &[], ..*self };
        let bracket = collapsed.bracket(&[]);
        let of_last = solve(&bracket, Below { players: &[], bye: self.bye, must_complete: true })?;
        let last = done(bracket, of_last);
        Ok(vec![done(penultimate, solved), last])
    }
}

fn done(bracket: Bracket<'_>, solved: Solved) -> PairedBracket {
    PairedBracket {
        players: bracket.players,
        moved_down: bracket.moved_down,
        next: bracket.next,
        bye_due: bracket.bye_due_here,
        pairs: solved.pairs,
        downfloaters: solved.downfloaters,
    }
}
