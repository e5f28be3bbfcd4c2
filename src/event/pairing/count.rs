//! What a pairing of a bracket costs in each criterion, and the first in which two pairings part.

use serde::Serialize;

use super::bracket::Bracket;
use super::criteria::{AFTER_NEXT, BEFORE_NEXT, Criterion};
use super::matching::{Fields, heaviest};
use super::round::Rules;
use super::sequence::Order;
use super::weights::Weights;
use crate::event::Score;

/// The faults of a pairing in one criterion, by value from the first that is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    /// The criterion, as its edition numbers it: `C12`, `C.10`.
    pub criterion: &'static str,
    /// What it asks for.
    pub says: &'static str,
    /// The faults; a smaller list, compared from the first value, is the better.
    pub faults: Vec<i64>,
    /// The same for people.
    pub amount: Amount,
}

/// The faults of a pairing in one criterion.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// So many.
    Number(i64),
    /// These scores, or score differences, the highest first.
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

/// The values of a list, from how often each of `of` is in it.
fn expanded(of: &[Score], counts: &[i64]) -> Vec<f64> {
    let several = |(value, count): (&Score, &i64)| vec![value.value(); usize::try_from(*count).unwrap_or(0)];
    of.iter().zip(counts).flat_map(several).collect()
}

/// The criteria that count against one pair, by its own.
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
pub(super) fn counts(bracket: &Bracket<'_>, pairs: &[(usize, usize)], downfloaters: &[usize]) -> Vec<Count> {
    let rules = bracket.round.rules;
    let one = |criterion: &&Criterion| count(criterion, bracket, pairs, downfloaters);
    let mut counts: Vec<Count> = BEFORE_NEXT.iter().map(one).collect();
    if !bracket.next.is_empty() {
        let faults = next_bracket(bracket, downfloaters);
        let scores = faults.get(1..=bracket.scores.len()).unwrap_or_default();
        counts.push(Count {
            criterion: rules.pick(["C.7", "C8"]),
            says: "downfloaters with whom the next bracket has most pairs, and of the highest scores",
            amount: Amount::List(expanded(&bracket.scores, scores)),
            faults,
        });
    }
    counts.extend(AFTER_NEXT.iter().map(one).filter(|count| !count.criterion.is_empty()));
    counts
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

/// What the next bracket leaves over at best: players without an opponent, then the scores it does not pair.
fn next_bracket(bracket: &Bracket<'_>, downfloaters: &[usize]) -> Vec<i64> {
    let vertices = [downfloaters, bracket.next.as_slice()].concat();
    let order = Order::Criteria;
    let mut weights = Weights::new(bracket, &order, false, vertices.len());
    let mut fields = Fields::default();
    let weights = std::cell::RefCell::new((&mut weights, &mut fields));
    let moved = downfloaters.len();
    // Scoregroups are few, so that the fields of the next bracket fit sixteen words.
    let mates = heaviest::<32>(vertices.len(), |one, other| {
        let (upper, lower) = (*vertices.get(one)?, *vertices.get(other)?);
        if other < moved || !bracket.round.legal(upper, lower) {
            return None;
        }
        let (weights, fields) = &mut *weights.borrow_mut();
        weights.write(upper, lower, false, true, fields);
        Some(fields.weight::<32>())
    });
    let left = vertices.iter().zip(&mates).filter(|(_, mate)| mate.is_none()).map(|(at, _)| *at);
    let mut faults = vec![0; 1 + bracket.scores.len()];
    for player in left {
        let slot = bracket.slot(bracket.round.score(player)) + 1;
        for at in [0, slot] {
            if let Some(fault) = faults.get_mut(at) {
                *fault += 1;
            }
        }
    }
    if bracket.round.rules == Rules::Dutch2017 {
        let differences = vertices.iter().zip(&mates).enumerate().filter_map(|(at, (upper, mate))| {
            let lower = vertices.get((*mate)?).filter(|_| mate.is_some_and(|mate| mate > at))?;
            Some(bracket.difference_slot(bracket.round.score(*upper) - bracket.round.score(*lower)))
        });
        let mut slots = vec![0; bracket.differences.len()];
        for slot in differences {
            if let Some(count) = slots.get_mut(slot) {
                *count += 1;
            }
        }
        faults.extend(slots);
    }
    faults
}
