//! Articles 2 to 4 of C.04.3 as they are written (2017: C to D): every candidate of a bracket in its order, counted in every
//! criterion. Slow, and independent of the engine, which is compared with it on random events.

use std::cmp::Reverse;

use flagfall::event::pairing::{Bar, Float, Player, Round, Rules, Strength};

/// A bracket's outcome: pairs by place, the higher player first, and who floats down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) floaters: Vec<usize>,
}

/// A round: the brackets from the top down, and who has the bye; nothing where no complete pairing exists.
pub(crate) fn pair(round: &Round) -> Option<(Vec<Outcome>, Option<usize>)> {
    let all: Vec<usize> = (0..round.players.len()).collect();
    let literal = Literal { round, bye: bye_candidates(round, &all)? };
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut moved: Vec<usize> = Vec::new();
    let mut rest = all;
    while !rest.is_empty() {
        let of_group = rest.iter().filter(|at| score(round, **at) == score(round, rest[0])).count();
        let below = rest.split_off(of_group);
        let of_next = below.iter().filter(|at| score(round, **at) == score(round, below[0])).count();
        let next = below[..of_next].to_vec();
        let bracket = Bracket { moved: moved.clone(), residents: rest.clone(), next, below: below.clone() };
        let must_complete = round.rules == Rules::Dutch2026 || below.is_empty();
        let outcome = literal.best(&bracket, must_complete);
        let left = [outcome.floaters.clone(), below.clone()].concat();
        if must_complete || literal.completes(&left) {
            moved.clone_from(&outcome.floaters);
            outcomes.push(outcome);
            rest = below;
            continue;
        }
        // The penultimate bracket, and the collapsed last one.
        let penultimate = literal.best(&Bracket { next: Vec::new(), ..bracket }, true);
        let last =
            Bracket { moved: penultimate.floaters.clone(), residents: below, next: vec![], below: vec![] };
        let outcome = literal.best(&last, true);
        moved.clone_from(&outcome.floaters);
        outcomes.extend([penultimate, outcome]);
        rest = Vec::new();
    }
    let bye = literal.bye.is_some().then(|| moved[0]);
    Some((outcomes, bye))
}

/// Told of each matching: its pairs, and who is left.
type Each<'e> = &'e mut dyn FnMut(&[(usize, usize)], &[usize]);

struct Literal<'a> {
    round: &'a Round,
    /// Who may have the bye, where one is due.
    bye: Option<Vec<bool>>,
}

struct Bracket {
    moved: Vec<usize>,
    residents: Vec<usize>,
    /// The next scoregroup, where it is looked at.
    next: Vec<usize>,
    below: Vec<usize>,
}

fn score(round: &Round, at: usize) -> i64 {
    (round.players[at].score.value() * 100.0).round() as i64
}

fn may_meet(round: &Round, u: usize, v: usize) -> bool {
    let (one, other) = (&round.players[u], &round.players[v]);
    let same_absolute = absolute(one).is_some() && absolute(one) == absolute(other);
    let colours = !same_absolute || one.topscorer || other.topscorer;
    colours && !matches!(round.bar(u, v), Some(Bar::Met | Bar::Prohibited))
}

fn absolute(player: &Player) -> Option<flagfall::event::Colour> {
    use flagfall::event::Colour::{Black, White};
    let whites = player.colours.iter().filter(|colour| **colour == White).count() as i64;
    let difference = 2 * whites - player.colours.len() as i64;
    match (difference, player.colours.as_slice()) {
        (2.., _) => Some(Black),
        (..=-2, _) => Some(White),
        (_, [.., White, White]) => Some(Black),
        (_, [.., Black, Black]) => Some(White),
        _ => None,
    }
}

/// Whether a set can be paired, one of it with the bye where one is due.
fn completes(round: &Round, left: &[usize], bye: Option<&[bool]>) -> bool {
    let Some((first, rest)) = left.split_first() else { return bye.is_none() };
    let without = |at: usize| -> Vec<usize> { rest.iter().copied().filter(|other| *other != at).collect() };
    if bye.is_some_and(|bye| bye[*first]) && completes(round, rest, None) {
        return true;
    }
    rest.iter().any(|other| may_meet(round, *first, *other) && completes(round, &without(*other), bye))
}

/// Nothing where the round cannot be completed.
fn bye_candidates(round: &Round, all: &[usize]) -> Option<Option<Vec<bool>>> {
    if all.len().is_multiple_of(2) {
        return completes(round, all, None).then_some(None);
    }
    let mut limits: Vec<i64> = all.iter().map(|at| score(round, *at)).collect();
    limits.sort_unstable();
    if round.rules == Rules::Dutch2017 {
        limits = vec![i64::MAX];
    }
    limits.into_iter().find_map(|limit| {
        let may = |at: &usize| round.players[*at].may_have_bye && score(round, *at) <= limit;
        let bye: Vec<bool> = all.iter().map(may).collect();
        completes(round, all, Some(&bye)).then_some(Some(bye))
    })
}

/// All choices of `count` of `all`, in lexicographic order: combinations, or sequences.
fn choices(all: &[usize], count: usize, ordered: bool) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut out = Vec::new();
    for (at, first) in all.iter().enumerate() {
        let rest: Vec<usize> = match ordered {
            true => all.iter().copied().filter(|other| other != first).collect(),
            false => all[at + 1..].to_vec(),
        };
        out.extend(choices(&rest, count - 1, ordered).into_iter().map(|tail| [vec![*first], tail].concat()));
    }
    out
}

/// S1 after each exchange, in the order of article 4.3. Players are sorted, so that places are BSNs.
fn exchanges(s1: &[usize], s2: &[usize]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for size in 0..=s1.len().min(s2.len()) {
        for out in choices(s1, size, false) {
            for into in choices(s2, size, false) {
                let bsn = |at: &usize| s1.iter().chain(s2).position(|other| other == at).unwrap() as i64;
                let sum = |set: &[usize]| set.iter().map(bsn).sum::<i64>();
                let largest_first: Vec<Reverse<i64>> = out.iter().rev().map(|at| Reverse(bsn(at))).collect();
                let smallest_first: Vec<i64> = into.iter().map(bsn).collect();
                let mut now: Vec<usize> = s1.iter().copied().filter(|at| !out.contains(at)).collect();
                now.extend(&into);
                now.sort_unstable();
                all.push(((size, sum(&into) - sum(&out), largest_first, smallest_first), now));
            }
        }
    }
    all.sort();
    all.into_iter().map(|(_, now)| now).collect()
}

impl Literal<'_> {
    fn completes(&self, left: &[usize]) -> bool {
        let mut left = left.to_vec();
        left.sort_unstable();
        completes(self.round, &left, self.bye.as_deref())
    }

    /// The best candidate; with C9 where the one downfloater turns out to have the bye.
    fn best(&self, bracket: &Bracket, must_complete: bool) -> Outcome {
        let outcome = self.first_of_best(bracket, must_complete, false);
        let bye_score = |bye: &Vec<bool>| {
            (0..bye.len()).filter(|at| bye[*at]).map(|at| score(self.round, at)).max().unwrap_or(i64::MIN)
        };
        let due = match (outcome.floaters.as_slice(), &self.bye) {
            ([only], Some(bye)) => bye[*only] && bye_score(bye) >= score(self.round, bracket.residents[0]),
            _ => false,
        };
        if self.round.rules == Rules::Dutch2026 && due {
            return self.first_of_best(bracket, must_complete, true);
        }
        outcome
    }

    fn first_of_best(&self, bracket: &Bracket, must_complete: bool, c9: bool) -> Outcome {
        let players = bracket.moved.len() + bracket.residents.len();
        for pairs in (0..=players / 2).rev() {
            let mut best: Option<(Vec<Vec<i64>>, Outcome)> = None;
            for of_moved in (0..=bracket.moved.len().min(pairs)).rev() {
                self.candidates(bracket, of_moved, pairs - of_moved, &mut |outcome| {
                    let left = [outcome.floaters.as_slice(), &bracket.below].concat();
                    if must_complete && !self.completes(&left) {
                        return;
                    }
                    let cost = self.cost(bracket, &outcome, c9);
                    if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                        best = Some((cost, outcome));
                    }
                });
            }
            if let Some((_, mut outcome)) = best {
                outcome.pairs.sort_unstable();
                return outcome;
            }
        }
        unreachable!("nobody is paired, and all float down")
    }

    /// All legal candidates with so many pairs, in the order of article 4.
    fn candidates(&self, bracket: &Bracket, of_moved: usize, others: usize, each: &mut dyn FnMut(Outcome)) {
        let legal = |pairs: &[(usize, usize)]| pairs.iter().all(|(u, v)| may_meet(self.round, *u, *v));
        let joined = |s1: &[usize], s2: &[usize]| -> Vec<(usize, usize)> {
            s1.iter().zip(s2).map(|(u, v)| (*u.min(v), *u.max(v))).collect()
        };
        for s1 in choices(&bracket.moved, of_moved, false) {
            for s2 in choices(&bracket.residents, of_moved, true) {
                let mdps = joined(&s1, &s2);
                if !legal(&mdps) {
                    continue;
                }
                let rest: Vec<usize> =
                    bracket.residents.iter().copied().filter(|at| !s2.contains(at)).collect();
                if others > rest.len() / 2 {
                    continue;
                }
                let (s1r, s2r) = rest.split_at(others);
                for uppers in exchanges(s1r, s2r) {
                    let lowers: Vec<usize> = rest.iter().copied().filter(|at| !uppers.contains(at)).collect();
                    for partners in choices(&lowers, others, true) {
                        let pairs = [mdps.clone(), joined(&uppers, &partners)].concat();
                        if legal(&pairs) {
                            let paired = |at: &usize| pairs.iter().any(|(u, v)| u == at || v == at);
                            let everybody = bracket.moved.iter().chain(&bracket.residents);
                            let floaters = everybody.copied().filter(|at| !paired(at)).collect();
                            each(Outcome { pairs, floaters });
                        }
                    }
                }
            }
        }
    }

    /// What a candidate costs, criterion by criterion.
    fn cost(&self, bracket: &Bracket, outcome: &Outcome, c9: bool) -> Vec<Vec<i64>> {
        let round = self.round;
        let old = round.rules == Rules::Dutch2017;
        let score = |at: usize| score(round, at);
        let sorted = |mut list: Vec<i64>| {
            list.sort_by_key(|value| Reverse(*value));
            list
        };
        let made_up = score(*bracket.residents.last().unwrap()) - 100;
        let mut cost = vec![vec![outcome.floaters.len() as i64]];
        cost.push(match old {
            true => {
                let of_pairs = outcome.pairs.iter().map(|(u, v)| score(*u) - score(*v));
                sorted(of_pairs.chain(outcome.floaters.iter().map(|at| score(*at) - made_up)).collect())
            }
            false => sorted(outcome.floaters.iter().map(|at| score(*at)).collect()),
        });
        if !bracket.next.is_empty() {
            cost.push(self.next(bracket, &outcome.floaters));
        }
        if c9 {
            cost.push(outcome.floaters.iter().map(|at| i64::from(round.players[*at].unplayed)).collect());
        }
        let denied: Vec<&Player> = outcome.pairs.iter().filter_map(|pair| self.denied(*pair)).collect();
        let count = |fault: &dyn Fn(&Player) -> bool| vec![denied.iter().filter(|p| fault(p)).count() as i64];
        cost.push(count(&|player| player.difference().abs() > 1));
        cost.push(count(&|player| {
            // The colour got is the one not due: a third time where the last two made the preference.
            player.repeated().is_some_and(|last| player.preference().unwrap().colour != last)
        }));
        cost.push(count(&|_| true));
        cost.push(count(&|player| player.preference().unwrap().strength == Strength::Strong));
        let floated = |at: usize, ago: usize, float| round.players[at].floats[ago] == Some(float);
        let resident = |at: &usize| bracket.residents.contains(at);
        for ago in [0, 1] {
            let down = outcome.floaters.iter().filter(|at| resident(at) && floated(**at, ago, Float::Down));
            let unequal = || outcome.pairs.iter().filter(|(u, v)| score(*u) > score(*v));
            let dropped = unequal().filter(|(u, _)| resident(u) && floated(*u, ago, Float::Down));
            cost.push(vec![(down.count() + dropped.count()) as i64]);
            cost.push(vec![unequal().filter(|(_, v)| floated(*v, ago, Float::Up)).count() as i64]);
        }
        for ago in [0, 1] {
            let unequal = || outcome.pairs.iter().filter(|(u, v)| score(*u) > score(*v));
            let again = outcome.floaters.iter().filter(|at| floated(**at, ago, Float::Down));
            let down = match old {
                true => {
                    let dropped = unequal().filter(|(u, _)| floated(*u, ago, Float::Down));
                    let differences = dropped.map(|(u, v)| score(*u) - score(*v));
                    differences.chain(again.map(|at| score(*at) - made_up)).collect()
                }
                false => again.filter(|at| !resident(at)).map(|at| score(*at)).collect(),
            };
            let up = unequal().filter(|(_, v)| floated(*v, ago, Float::Up));
            let up = up.map(|(u, v)| if old { score(*u) - score(*v) } else { score(*u) }).collect();
            cost.extend([sorted(down), sorted(up)]);
        }
        cost
    }

    /// The player of a pair who does not get the colour due.
    fn denied(&self, (u, v): (usize, usize)) -> Option<&Player> {
        let (one, other) = (&self.round.players[u], &self.round.players[v]);
        let (ours, theirs) = (one.preference()?, other.preference()?);
        if ours.colour != theirs.colour {
            return None;
        }
        // Article 5.2.2 to 5.2.4: the stronger preference, the larger difference, the latest place where the lists differ.
        let weight = |player: &Player, strength| match strength {
            Strength::Absolute => (2, player.difference().abs()),
            Strength::Strong => (1, 0),
            Strength::Mild => (0, 0),
        };
        let (mine, other_weight) = (weight(one, ours.strength), weight(other, theirs.strength));
        if mine != other_weight {
            return Some(if mine > other_weight { other } else { one });
        }
        let mut back = one.colours.iter().rev().zip(other.colours.iter().rev());
        match back.find(|(a, b)| a != b) {
            Some((last, _)) if last.other() == ours.colour => Some(other),
            Some(_) => Some(one),
            None => Some(other),
        }
    }

    /// C8: what the next bracket leaves over at best. In 2026 what remains below it must be completed as well.
    fn next(&self, bracket: &Bracket, floaters: &[usize]) -> Vec<i64> {
        let below = &bracket.below[bracket.next.len()..];
        let mut best: Option<Vec<i64>> = None;
        self.matchings(floaters, &bracket.next, &mut Vec::new(), &mut |pairs, left| {
            let rest = [left, below].concat();
            if self.round.rules == Rules::Dutch2026 && !self.completes(&rest) {
                return;
            }
            let cost = self.next_cost(bracket, pairs, left);
            if best.as_ref().is_none_or(|least| cost < *least) {
                best = Some(cost);
            }
        });
        best.unwrap_or_default()
    }

    fn next_cost(&self, bracket: &Bracket, pairs: &[(usize, usize)], left: &[usize]) -> Vec<i64> {
        let score = |at: usize| score(self.round, at);
        let mut list: Vec<i64> = match self.round.rules {
            Rules::Dutch2026 => left.iter().map(|at| score(*at)).collect(),
            Rules::Dutch2017 => {
                let made_up = score(*bracket.next.last().unwrap()) - 100;
                let of_pairs = pairs.iter().map(|(u, v)| score(*u) - score(*v));
                of_pairs.chain(left.iter().map(|at| score(*at) - made_up)).collect()
            }
            rules => panic!("no brute force for {rules:?}"),
        };
        list.sort_by_key(|value| Reverse(*value));
        [vec![left.len() as i64], list].concat()
    }

    /// Every matching of `moved` with `residents` and of these among themselves, and who is left.
    fn matchings(
        &self,
        moved: &[usize],
        residents: &[usize],
        pairs: &mut Vec<(usize, usize)>,
        each: Each<'_>,
    ) {
        let everybody: Vec<usize> = moved.iter().chain(residents).copied().collect();
        self.matched(&everybody, moved, &mut Vec::new(), pairs, each);
    }

    fn matched(
        &self,
        open: &[usize],
        moved: &[usize],
        left: &mut Vec<usize>,
        pairs: &mut Vec<(usize, usize)>,
        each: Each<'_>,
    ) {
        let Some((first, rest)) = open.split_first() else { return each(pairs, left) };
        for (at, other) in rest.iter().enumerate() {
            if (moved.contains(first) && moved.contains(other)) || !may_meet(self.round, *first, *other) {
                continue;
            }
            let mut open = rest.to_vec();
            open.remove(at);
            pairs.push((*first.min(other), *first.max(other)));
            self.matched(&open, moved, left, pairs, each);
            pairs.pop();
        }
        left.push(*first);
        self.matched(rest, moved, left, pairs, each);
        left.pop();
    }
}
