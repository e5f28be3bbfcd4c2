//! The faults of a bracket's pairing in each criterion.

use serde::Serialize;

use super::bracket::Bracket;
use super::criteria::{AFTER_NEXT, BEFORE_NEXT, Criterion};
use super::matching::largest;
use super::round::Rules;
use super::solve::{Below, can_complete};
use super::weights::{Limit, Weights, best};
use crate::event::Score;

/// The faults of a pairing in one criterion, as values in the order of comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    /// The criterion, as its edition numbers it: `C12`, `C.10`.
    pub criterion: &'static str,
    /// What it requires.
    pub says: &'static str,
    /// The faults; of two lists, the lexicographically smaller one is better.
    pub faults: Vec<i64>,
    /// The faults in words.
    pub amount: Amount,
}

/// The faults of a pairing in one criterion.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// A number.
    Number(i64),
    /// Scores or score differences, the highest first.
    List(Vec<f64>),
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Amount::Number(number) => write!(f, "{number}"),
            Amount::List(values) if values.is_empty() => f.write_str("none"),
            Amount::List(values) => {
                let values: Vec<String> = values.iter().map(f64::to_string).collect();
                f.write_str(&values.join(" "))
            }
        }
    }
}

/// The values of a list, given how often each of `of` occurs in it.
fn expanded(of: &[Score], counts: &[i64]) -> Vec<f64> {
    let several = |(value, count): (&Score, &i64)| vec![value.value(); usize::try_from(*count).unwrap_or(0)];
    of.iter().zip(counts).flat_map(several).collect()
}

/// The criteria that a single pair violates.
pub(super) fn gives_way(bracket: &Bracket<'_>, upper: usize, lower: usize) -> Vec<&'static str> {
    let counts = |criterion: &&&Criterion| {
        let mut slots = vec![0; (criterion.slots)(bracket)];
        let Some(pair) = criterion.pair else { return false };
        pair(bracket, upper, lower, &mut slots);
        slots.iter().any(|faults| *faults > 0)
    };
    let against = AFTER_NEXT.iter().filter(counts).map(|criterion| criterion.number(bracket.round.rules));
    against.filter(|number| !number.is_empty()).collect()
}

/// Counts the faults of a pairing of `bracket` in the order of the criteria.
///
/// # Errors
/// If the next bracket is too large to be examined.
pub(super) fn counts(
    bracket: &Bracket<'_>,
    pairs: &[(usize, usize)],
    downfloaters: &[usize],
    below: Below<'_>,
) -> Result<Vec<Count>, Limit> {
    let rules = bracket.round.rules;
    let one = |criterion: &&Criterion| count(criterion, bracket, pairs, downfloaters);
    let mut counts: Vec<Count> = BEFORE_NEXT.iter().map(one).collect();
    if !bracket.next.is_empty() {
        let faults = next_bracket(bracket, downfloaters, below)?;
        let listed = faults.get(1..).unwrap_or_default();
        counts.push(Count {
            criterion: rules.pick(["C.7", "C8"]),
            says: "downfloaters with whom the next bracket has most pairs, and of the highest scores",
            amount: Amount::List(expanded(bracket.listed(), listed)),
            faults,
        });
    }
    counts.extend(AFTER_NEXT.iter().map(one).filter(|count| !count.criterion.is_empty()));
    Ok(counts)
}

fn count(
    criterion: &Criterion,
    bracket: &Bracket<'_>,
    pairs: &[(usize, usize)],
    downfloaters: &[usize],
) -> Count {
    let mut slots = vec![0; (criterion.slots)(bracket)];
    if let Some(pair) = criterion.pair {
        pairs.iter().for_each(|(upper, lower)| pair(bracket, *upper, *lower, &mut slots));
    }
    if let Some(float) = criterion.float {
        downfloaters.iter().for_each(|player| float(bracket, *player, &mut slots));
    }
    let faults: Vec<i64> = slots.into_iter().map(i64::from).collect();
    let amount = match criterion.lists {
        true => Amount::List(expanded(bracket.listed(), &faults)),
        false => Amount::Number(faults.iter().sum()),
    };
    Count { criterion: criterion.number(bracket.round.rules), says: criterion.says, faults, amount }
}

/// What the best pairing of the next bracket leaves over: players without an opponent, then the scores it does not pair; in 2017 the
/// score differences of its pairs, and of those without an opponent to a made-up score. Where the round
/// has to be completed, everything below has to be paired as well.
pub(super) fn next_bracket(
    bracket: &Bracket<'_>,
    downfloaters: &[usize],
    below: Below<'_>,
) -> Result<Vec<i64>, Limit> {
    if let Some(faults) = all_but_one(bracket, downfloaters, below) {
        return Ok(faults);
    }
    let (round, whole) = (bracket.round, below.must_complete);
    let lower = if whole { below.players } else { bracket.next.as_slice() };
    let mut vertices = [downfloaters, lower].concat();
    vertices.extend(below.bye.filter(|_| whole).map(|_| round.bye()));
    let mut weights = Weights::new(bracket, whole, vertices.len());
    let is_next = |at: usize| bracket.next.binary_search(&at).is_ok();
    let best = best(vertices, &mut weights, |upper, lower| {
        if lower == round.bye() {
            let may = below.bye.and_then(|bye| bye.get(upper)).copied().unwrap_or(false);
            return may.then_some((false, false));
        }
        let both_float = downfloaters.contains(&upper) && downfloaters.contains(&lower);
        (!both_float && round.legal(upper, lower)).then_some((false, is_next(lower)))
    })?;
    let old = round.rules == Rules::Dutch2017;
    let made_up = bracket.next_lowest() - round.point;
    let mut faults = vec![0; 1 + bracket.listed().len()];
    let mut add = |slot: usize| {
        if let Some(fault) = faults.get_mut(slot) {
            *fault += 1;
        }
    };
    for (at, partner) in best.mates() {
        if !downfloaters.contains(&at) && !is_next(at) {
            continue;
        }
        match partner.filter(|other| is_next(*other) || is_next(at) && downfloaters.contains(other)) {
            None => {
                let score = round.score(at);
                add(0);
                add(1 + if old { bracket.difference_slot(score - made_up) } else { bracket.slot(score) });
            }
            // In 2017 the score differences of pairs are in the same list.
            Some(other) if other > at && old => {
                add(1 + bracket.difference_slot(round.score(at) - round.score(other)));
            }
            Some(_) => {}
        }
    }
    Ok(faults)
}

/// The same if the next bracket can pair everybody, or all but one of its own players, and the rest can be completed: then there
/// is nothing better, so no weights have to be compared.
fn all_but_one(bracket: &Bracket<'_>, downfloaters: &[usize], below: Below<'_>) -> Option<Vec<i64>> {
    let round = bracket.round;
    let group = [downfloaters, bracket.next.as_slice()].concat();
    let moved = downfloaters.len();
    let may_meet = |one: usize, other: usize| match (group.get(one), group.get(other)) {
        (Some(u), Some(v)) => (one >= moved || other >= moved) && round.legal(*u, *v),
        _ => false,
    };
    let mates = largest(group.len(), &round.steps, may_meet);
    let left: Vec<usize> =
        (0..group.len()).filter(|at| mates.get(*at).copied().flatten().is_none()).collect();
    if left.len() > group.len() % 2 || left.iter().any(|at| *at < moved) {
        return None;
    }
    let left: Vec<usize> = left.iter().filter_map(|at| group.get(*at)).copied().collect();
    let rest: Vec<usize> =
        left.iter().chain(below.players.iter().skip(bracket.next.len())).copied().collect();
    if below.must_complete && !can_complete(round, &rest, below.bye) {
        return None;
    }
    let old = round.rules == Rules::Dutch2017;
    let mut faults = vec![0; 1 + bracket.listed().len()];
    let mut add = |slot: usize| {
        if let Some(fault) = faults.get_mut(slot) {
            *fault += 1;
        }
    };
    let score = bracket.next.first().map_or(Score::ZERO, |at| round.score(*at));
    for _ in &left {
        add(0);
        let made_up = bracket.next_lowest() - round.point;
        add(1 + if old { bracket.difference_slot(score - made_up) } else { bracket.slot(score) });
    }
    if old {
        downfloaters.iter().for_each(|at| add(1 + bracket.difference_slot(round.score(*at) - score)));
        let others = (group.len() - left.len()) / 2 - moved;
        (0..others).for_each(|_| add(1 + bracket.difference_slot(Score::ZERO)));
    }
    Some(faults)
}
