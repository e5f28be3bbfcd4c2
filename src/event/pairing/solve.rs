//! The best pairing of one bracket: a matching whose weights are the criteria, and, among all of the same weight, the first in
//! the order of article 4, decided a part at a time.

use std::collections::BTreeSet;

use super::bracket::Bracket;
use super::count::next_bracket;
use super::matching::{Face, is_complete};
use super::perfect::perfect;
use super::round::Round;
use super::sequence::Order;
use super::weights::{Limit, Weights, best, bits, first_transposition, refined};

/// Bits of the order that are decided at a time.
const STEP: usize = 200;

/// What is below a bracket.
#[derive(Debug, Clone, Copy)]
pub(super) struct Below<'a> {
    /// All players below the bracket, in order.
    pub players: &'a [usize],
    /// Who may still have the bye, if one is due, by place.
    pub bye: Option<&'a [bool]>,
    /// Whether what is left has to be paired completely (C4).
    pub must_complete: bool,
}

/// A bracket that has been paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solved {
    /// Pairs, the higher player first, in the order of the higher players.
    pub pairs: Vec<(usize, usize)>,
    /// Those who float down, in order.
    pub downfloaters: Vec<usize>,
}

/// Why the search for a bracket's pairing ends early.
enum Stop {
    Limit(Limit),
    /// The pairing does not leave a round that can be completed.
    Incomplete,
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Stop {
        Stop::Limit(limit)
    }
}

struct Solver<'b> {
    bracket: &'b Bracket<'b>,
    below: Below<'b>,
    /// The whole rest of the round is in the graph, because the bracket and the next one alone did not leave it complete.
    whole: bool,
    /// The best pairings that are left, of the players who are not decided.
    face: Face,
    /// The partners in one of them, by place.
    partners: Vec<Option<usize>>,
    /// Pairs that are decided.
    fixed: Vec<(usize, usize)>,
    /// Whether a player is in one of those, by place.
    decided: Vec<bool>,
    /// Moved-down players who do not meet anybody in the bracket.
    limbo: Vec<usize>,
}

/// Pairs a bracket.
///
/// # Errors
/// If no candidate is perfect and comparing all of them exceeds a limit.
pub(super) fn solve(bracket: &Bracket<'_>, below: Below<'_>) -> Result<Solved, Limit> {
    perfect(bracket, below).map_or_else(|| by_matching(bracket, below), Ok)
}

/// The same without the search for a perfect candidate. Only the bracket and the next one are considered first; if that does
/// not leave a round that can be completed, the whole rest of the round is.
fn by_matching(bracket: &Bracket<'_>, below: Below<'_>) -> Result<Solved, Limit> {
    let ends_with_bye = below.must_complete && below.players.is_empty() && below.bye.is_some();
    for whole in [ends_with_bye, true] {
        match Solver::new(bracket, below, whole).and_then(Solver::solved) {
            Ok(solved) => return Ok(solved),
            Err(Stop::Limit(limit)) => return Err(limit),
            Err(Stop::Incomplete) => {}
        }
    }
    // Cannot happen: the brackets above leave a round that can be completed.
    Ok(Solved { pairs: Vec::new(), downfloaters: bracket.players.clone() })
}

impl<'b> Solver<'b> {
    /// The best pairings by the criteria.
    fn new(bracket: &'b Bracket<'b>, below: Below<'b>, whole: bool) -> Result<Solver<'b>, Stop> {
        let mut vertices = bracket.players.clone();
        vertices.extend(if whole { below.players } else { &bracket.next });
        if whole && below.bye.is_some() {
            vertices.push(bracket.round.bye());
        }
        let mut weights = Weights::new(bracket, whole, vertices.len());
        let face = best(vertices, &mut weights, |upper, lower| edge(bracket, below, upper, lower))?;
        let places = bracket.round.players.len() + 1;
        let mut solver = Solver {
            bracket,
            below,
            whole,
            face: Face::default(),
            partners: Vec::new(),
            fixed: Vec::new(),
            decided: vec![false; places],
            limbo: Vec::new(),
        };
        solver.narrow(face)?;
        Ok(solver)
    }

    fn solved(mut self) -> Result<Solved, Stop> {
        let (moved, residents) = self.bracket.players.split_at(self.bracket.moved_down);
        self.moved_down(moved, residents)?;
        self.remainder(residents)?;
        Ok(self.done())
    }

    /// Leaves only the pairings of `face`.
    fn narrow(&mut self, face: Face) -> Result<(), Stop> {
        let mut partners = vec![None; self.decided.len()];
        for (vertex, partner) in face.mates() {
            if let Some(slot) = partners.get_mut(vertex) {
                *slot = partner;
            }
        }
        self.face = face;
        self.partners = partners;
        if self.whole || !self.below.must_complete || self.completes() {
            Ok(())
        } else {
            Err(Stop::Incomplete)
        }
    }

    /// Leaves only the pairings that are first in an order.
    fn refine(&mut self, order: Order<'_>) -> Result<(), Stop> {
        let face = self.face.without(|vertex| self.decided.get(vertex) == Some(&true));
        let inside = |_: usize, lower: usize| self.is_in_bracket(lower);
        let face = refined(self.bracket, &face, order, inside)?;
        self.narrow(face)
    }

    fn is_in_bracket(&self, player: usize) -> bool {
        self.bracket.players.binary_search(&player).is_ok()
    }

    fn fix(&mut self, upper: usize, lower: usize) {
        self.fixed.push((upper, lower));
        for player in [upper, lower] {
            if let Some(decided) = self.decided.get_mut(player) {
                *decided = true;
            }
        }
    }

    fn is_free(&self, player: usize) -> bool {
        self.decided.get(player) == Some(&false)
    }

    /// The partner of a player, where both are in the bracket.
    fn inside(&self, player: usize) -> Option<usize> {
        let partner = *self.partners.get(player)?;
        partner.filter(|partner| self.is_in_bracket(*partner))
    }

    /// Moved-down players: which of them are paired, then with whom.
    fn moved_down(&mut self, moved: &[usize], residents: &[usize]) -> Result<(), Stop> {
        let paired = |solver: &Self| -> Vec<usize> {
            moved.iter().copied().filter(|player| solver.inside(*player).is_some()).collect()
        };
        let all = paired(self).len() == moved.len();
        if !all {
            for some in moved.chunks(STEP) {
                self.refine(Order::Paired(some))?;
            }
        }
        let uppers = paired(self);
        self.limbo = moved.iter().copied().filter(|player| self.inside(*player).is_none()).collect();
        self.opponents(&uppers, residents, all)
    }

    /// Gives some players their opponents, with priority to the first. `all` says that these are all the moved-down players,
    /// so that each of them has one.
    fn opponents(&mut self, uppers: &[usize], among: &[usize], all: bool) -> Result<(), Stop> {
        let step = (STEP / bits(among.len()).max(1) as usize).max(1);
        let mut rest = uppers;
        while let [upper, others @ ..] = rest {
            let possible =
                |lower: &usize| lower > upper && among.binary_search(lower).is_ok() && self.is_free(*lower);
            let first = self.face.partners(*upper).find(possible);
            let now = if self.inside(*upper) == first {
                rest = others;
                std::slice::from_ref(upper)
            } else {
                let count = if all { rest } else { &[] };
                let (now, others) = rest.split_at(step.min(rest.len()));
                self.refine(Order::Partners { uppers: now, count, among })?;
                rest = others;
                now
            };
            for upper in now {
                if let Some(lower) = self.inside(*upper) {
                    self.fix(*upper, lower);
                }
            }
        }
        Ok(())
    }

    /// The residents who are left when the moved-down players have their opponents.
    fn remainder(&mut self, residents: &[usize]) -> Result<(), Stop> {
        let rest: Vec<usize> = residents.iter().copied().filter(|player| self.is_free(*player)).collect();
        let known = self.pairs_of(&rest);
        if known.is_empty() {
            return Ok(());
        }
        let (s1, s2) = rest.split_at(known.len());
        if self.first_of(s1, &rest, &known)? {
            return Ok(());
        }
        self.exchange(s1, s2)?;
        let known = self.pairs_of(&rest);
        let uppers: Vec<usize> = known.iter().map(|(upper, _)| *upper).collect();
        if self.first_of(&uppers, &rest, &known)? {
            return Ok(());
        }
        self.opponents(&uppers, &lowers(&uppers, &rest), false)
    }

    /// The first exchange between S1 and S2.
    fn exchange(&mut self, s1: &[usize], s2: &[usize]) -> Result<(), Stop> {
        self.refine(Order::Exchange { s1, s2 })?;
        let is_upper =
            |solver: &Self, player: &usize| solver.inside(*player).is_some_and(|lower| lower > *player);
        let leaving = |solver: &Self| s1.iter().filter(|player| !is_upper(solver, player)).count();
        if leaving(self) == 0 {
            return Ok(());
        }
        let from_last: Vec<usize> = s1.iter().rev().copied().collect();
        for some in from_last.chunks(STEP) {
            self.refine(Order::Leave(some))?;
        }
        for some in s2.chunks(STEP) {
            self.refine(Order::Come(some))?;
        }
        Ok(())
    }

    /// The pairs among some players of the bracket, in order.
    fn pairs_of(&self, among: &[usize]) -> Vec<(usize, usize)> {
        let pair = |upper: &usize| {
            let lower = self.inside(*upper).filter(|lower| lower > upper)?;
            Some((*upper, lower))
        };
        among.iter().filter_map(pair).collect()
    }

    /// Gives the uppers their partners, where the first of the transpositions that are best inside the bracket is as good as
    /// the pairs `known` outside of it too: in the next bracket (C8), and for completion (C4).
    fn first_of(&mut self, uppers: &[usize], rest: &[usize], known: &[(usize, usize)]) -> Result<bool, Stop> {
        let Some(partners) = first_transposition(self.bracket, uppers, &lowers(uppers, rest), known) else {
            return Ok(false);
        };
        let floaters = |paired: &BTreeSet<usize>| -> Vec<usize> {
            let left = rest.iter().filter(|player| !paired.contains(player));
            self.limbo.iter().chain(left).copied().collect()
        };
        let ours = floaters(&uppers.iter().chain(&partners).copied().collect());
        let theirs = floaters(&known.iter().flat_map(|(upper, lower)| [*upper, *lower]).collect());
        if ours != theirs && !self.as_good_below(&ours, &theirs)? {
            return Ok(false);
        }
        uppers.iter().zip(partners).for_each(|(upper, lower)| self.fix(*upper, lower));
        Ok(true)
    }

    /// Whether these downfloaters are as good as those for what is below the bracket.
    fn as_good_below(&self, these: &[usize], those: &[usize]) -> Result<bool, Limit> {
        let (bracket, below) = (self.bracket, self.below);
        let rest = || [these, below.players].concat();
        if below.must_complete && !can_complete(bracket.round, &rest(), below.bye) {
            return Ok(false);
        }
        Ok(bracket.next.is_empty()
            || next_bracket(bracket, these, below)? == next_bracket(bracket, those, below)?)
    }

    fn done(mut self) -> Solved {
        self.fixed.sort();
        let downfloaters =
            self.bracket.players.iter().copied().filter(|player| self.is_free(*player)).collect();
        Solved { pairs: self.fixed, downfloaters }
    }

    /// Whether those left over can all be paired, with the pairs found in the next bracket as they are.
    fn completes(&self) -> bool {
        let left = |player: &&usize| self.is_free(**player) && self.partners.get(**player) == Some(&None);
        let all = self.bracket.players.iter().chain(self.below.players);
        let rest: Vec<usize> = all.filter(left).copied().collect();
        can_complete(self.bracket.round, &rest, self.below.bye)
    }
}

fn lowers(uppers: &[usize], rest: &[usize]) -> Vec<usize> {
    rest.iter().copied().filter(|player| uppers.binary_search(player).is_err()).collect()
}

/// Whether two may be paired; whether both are in the bracket, and whether the lower is in the next one.
fn edge(bracket: &Bracket<'_>, below: Below<'_>, upper: usize, lower: usize) -> Option<(bool, bool)> {
    let round: &Round = bracket.round;
    if lower == round.bye() {
        let may = below.bye.and_then(|bye| bye.get(upper)).copied().unwrap_or(false);
        return may.then_some((false, false));
    }
    if !round.legal(upper, lower) {
        return None;
    }
    if bracket.players.binary_search(&lower).is_ok() {
        let both_moved = bracket.is_moved_down(upper) && bracket.is_moved_down(lower);
        return (!both_moved).then_some((true, false));
    }
    Some((false, bracket.next.binary_search(&lower).is_ok()))
}

/// Whether the players left can all be paired under the absolute criteria, one of them with the bye where it is due.
pub(super) fn can_complete(round: &Round, rest: &[usize], bye: Option<&[bool]>) -> bool {
    let count = rest.len() + usize::from(bye.is_some());
    is_complete(count, &round.steps, |one, other| match (rest.get(one), rest.get(other)) {
        (Some(u), Some(v)) => round.legal(*u, *v),
        (Some(u), None) | (None, Some(u)) => bye.and_then(|bye| bye.get(*u)).copied().unwrap_or(false),
        (None, None) => false,
    })
}
