//! The best pairing of one bracket, by matchings whose weights are the criteria. Ties are decided step by step in the order
//! of article 4.

use std::collections::BTreeSet;

use super::bracket::Bracket;
use super::count::next_bracket;
use super::matching::is_complete;
use super::perfect::perfect;
use super::round::Round;
use super::sequence::Order;
use super::weights::{TooLarge, Weights, best, first_transposition};

/// Bits of one step of transpositions.
const STEP: usize = 384;

/// What lies below a bracket.
#[derive(Debug, Clone, Copy)]
pub(super) struct Below<'a> {
    /// All players below the bracket, in order.
    pub players: &'a [usize],
    /// Who may still have the bye, where one is due: by place.
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

/// A matching of the bracket and what the criteria look at: partners by place.
type Partners = Vec<Option<usize>>;

struct Solver<'b> {
    bracket: &'b Bracket<'b>,
    below: Below<'b>,
    /// The whole rest of the round is in the graph, because the bracket alone did not leave it complete.
    whole: bool,
    /// Pairs that are decided.
    fixed: Vec<(usize, usize)>,
    /// Players who do not meet anybody in the bracket: moved-down players in limbo.
    limbo: Vec<usize>,
}

/// Pairs a bracket.
///
/// # Errors
/// Where no candidate is perfect and the bracket is too large to compare all.
pub(super) fn solve(bracket: &Bracket<'_>, below: Below<'_>) -> Result<Solved, TooLarge> {
    perfect(bracket, below).map_or_else(|| by_matching(bracket, below), Ok)
}

/// The same without the search for a perfect candidate.
fn by_matching(bracket: &Bracket<'_>, below: Below<'_>) -> Result<Solved, TooLarge> {
    let whole = below.must_complete && below.players.is_empty() && below.bye.is_some();
    let mut solver = Solver { bracket, below, whole, fixed: Vec::new(), limbo: Vec::new() };
    let (moved, residents) = bracket.players.split_at(bracket.moved_down.min(bracket.players.len()));
    let order = match moved {
        [] => Order::Criteria,
        _ => Order::MovedDown { moved: moved.to_vec(), residents: residents.to_vec() },
    };
    let partners = solver.best(&order)?;
    for upper in moved {
        match solver.inside(&partners, *upper) {
            Some(lower) => solver.fixed.push((*upper, lower)),
            None => solver.limbo.push(*upper),
        }
    }
    solver.remainder(&partners, residents)?;
    Ok(solver.done())
}

impl Solver<'_> {
    /// The partner of a player, where both are in the bracket.
    fn inside(&self, partners: &Partners, player: usize) -> Option<usize> {
        let partner = *partners.get(player)?;
        partner.filter(|partner| self.bracket.players.binary_search(partner).is_ok())
    }

    /// The residents who are left when the moved-down players have their opponents.
    fn remainder(&mut self, partners: &Partners, residents: &[usize]) -> Result<(), TooLarge> {
        let fixed = &self.fixed;
        let taken = |player: &usize| fixed.iter().any(|(_, lower)| lower == player);
        let rest: Vec<usize> = residents.iter().copied().filter(|player| !taken(player)).collect();
        let known = self.pairs_of(partners, &rest);
        if known.is_empty() {
            return Ok(());
        }
        let (s1, s2) = rest.split_at(known.len());
        if self.first_of(s1, &rest, &known)? {
            return Ok(());
        }
        let partners = self.best(&Order::Exchange { s1: s1.to_vec(), s2: s2.to_vec() })?;
        let known = self.pairs_of(&partners, &rest);
        let uppers: Vec<usize> = known.iter().map(|(upper, _)| *upper).collect();
        if self.first_of(&uppers, &rest, &known)? {
            return Ok(());
        }
        self.transpose(uppers, &rest)
    }

    /// The pairs among some players of the bracket, in order.
    fn pairs_of(&self, partners: &Partners, among: &[usize]) -> Vec<(usize, usize)> {
        let pair = |upper: &usize| {
            let lower = self.inside(partners, *upper).filter(|lower| lower > upper)?;
            Some((*upper, lower))
        };
        among.iter().filter_map(pair).collect()
    }

    /// Gives the uppers their partners, where the first of the transpositions that are best inside the bracket is as good as
    /// the pairs `known` outside of it too: in the next bracket (C8), and for completion (C4).
    fn first_of(
        &mut self,
        uppers: &[usize],
        rest: &[usize],
        known: &[(usize, usize)],
    ) -> Result<bool, TooLarge> {
        let is_upper = |player: &usize| uppers.binary_search(player).is_ok();
        let lowers: Vec<usize> = rest.iter().copied().filter(|player| !is_upper(player)).collect();
        let Some(partners) = first_transposition(self.bracket, uppers, &lowers, known) else {
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
        self.fixed.extend(uppers.iter().copied().zip(partners));
        Ok(true)
    }

    /// Whether these downfloaters are as good as those for what is below the bracket.
    fn as_good_below(&self, these: &[usize], those: &[usize]) -> Result<bool, TooLarge> {
        let (bracket, below) = (self.bracket, self.below);
        let rest = || [these, below.players].concat();
        if below.must_complete && !can_complete(bracket.round, &rest(), below.bye) {
            return Ok(false);
        }
        Ok(bracket.next.is_empty()
            || next_bracket(bracket, these, below)? == next_bracket(bracket, those, below)?)
    }

    /// Gives the uppers their partners, some at a time.
    fn transpose(&mut self, uppers: Vec<usize>, rest: &[usize]) -> Result<(), TooLarge> {
        let is_upper = |player: &usize| uppers.binary_search(player).is_ok();
        let lowers: Vec<usize> = rest.iter().copied().filter(|player| !is_upper(player)).collect();
        let step = (STEP / super::weights::bits(lowers.len()).max(1) as usize).max(1);
        let mut decided: Vec<usize> = Vec::new();
        while decided.len() < uppers.len() {
            let now = decided.len()..(decided.len() + step).min(uppers.len());
            let order = Order::Transposition {
                uppers: uppers.clone(),
                now: now.clone(),
                decided: decided.clone(),
                lowers: lowers.clone(),
            };
            let partners = self.best(&order)?;
            for upper in uppers.get(now).unwrap_or_default() {
                match self.inside(&partners, *upper) {
                    Some(lower) => decided.push(lower),
                    // Cannot happen: the same pairing was found without the order.
                    None => return Ok(()),
                }
            }
        }
        self.fixed.extend(uppers.into_iter().zip(decided));
        Ok(())
    }

    fn done(mut self) -> Solved {
        self.fixed.sort();
        let paired = |player: &usize| self.fixed.iter().any(|(a, b)| a == player || b == player);
        let downfloaters = self.bracket.players.iter().copied().filter(|player| !paired(player)).collect();
        Solved { pairs: self.fixed, downfloaters }
    }

    /// The best matching of what is not decided: of the bracket and the next scoregroup if the rest of the round can then be
    /// completed, otherwise of the whole rest of the round.
    fn best(&mut self, order: &Order) -> Result<Partners, TooLarge> {
        if !self.whole {
            let partners = self.matched(order)?;
            let completes = !self.below.must_complete || self.completes(&partners);
            if completes {
                return Ok(partners);
            }
            self.whole = true;
        }
        self.matched(order)
    }

    /// Whether those left over can all be paired, with the pairs found in the next bracket as they are.
    fn completes(&self, partners: &Partners) -> bool {
        let left = |player: &&usize| partners.get(**player).copied().flatten().is_none();
        let fixed = |player: &&usize| !self.fixed.iter().any(|(a, b)| a == *player || b == *player);
        let bracket = self.bracket.players.iter().filter(fixed);
        let rest: Vec<usize> = bracket.chain(self.below.players).filter(left).copied().collect();
        can_complete(self.bracket.round, &rest, self.below.bye)
    }

    fn vertices(&self) -> Vec<usize> {
        let free = |player: &&usize| !self.fixed.iter().any(|(a, b)| a == *player || b == *player);
        let mut vertices: Vec<usize> = self.bracket.players.iter().filter(free).copied().collect();
        match self.whole {
            true => vertices.extend(self.below.players),
            false => vertices.extend(&self.bracket.next),
        }
        if self.whole && self.below.bye.is_some() {
            vertices.push(self.bracket.round.bye());
        }
        vertices
    }

    fn matched(&self, order: &Order) -> Result<Partners, TooLarge> {
        let vertices = self.vertices();
        let mut weights = Weights::new(self.bracket, order, self.whole, vertices.len());
        let mates = best(&vertices, &mut weights, |upper, lower| self.edge(upper, lower, order))?;
        let mut partners = vec![None; self.bracket.round.players.len() + 1];
        for (vertex, mate) in vertices.iter().zip(mates) {
            if let Some(partner) = partners.get_mut(*vertex) {
                *partner = mate.and_then(|mate| vertices.get(mate)).copied();
            }
        }
        Ok(partners)
    }

    /// Whether two may be paired at this point; whether both are in the bracket, and whether the lower is in the next one.
    fn edge(&self, upper: usize, lower: usize, order: &Order) -> Option<(bool, bool)> {
        let round: &Round = self.bracket.round;
        if lower == round.bye() {
            let may = self.below.bye.and_then(|bye| bye.get(upper)).copied().unwrap_or(false);
            return may.then_some((false, false));
        }
        if !round.legal(upper, lower) {
            return None;
        }
        if self.bracket.players.binary_search(&lower).is_ok() {
            let both_moved = self.bracket.is_moved_down(upper) && self.bracket.is_moved_down(lower);
            let possible = !both_moved && !self.limbo.contains(&upper) && order.allows(upper, lower);
            return possible.then_some((true, false));
        }
        Some((false, self.bracket.next.binary_search(&lower).is_ok()))
    }
}

/// Whether the players left can all be paired under the absolute criteria, one of them with the bye where it is due.
pub(super) fn can_complete(round: &Round, rest: &[usize], bye: Option<&[bool]>) -> bool {
    let count = rest.len() + usize::from(bye.is_some());
    is_complete(count, |one, other| match (rest.get(one), rest.get(other)) {
        (Some(u), Some(v)) => round.legal(*u, *v),
        (Some(u), None) | (None, Some(u)) => bye.and_then(|bye| bye.get(*u)).copied().unwrap_or(false),
        (None, None) => false,
    })
}
