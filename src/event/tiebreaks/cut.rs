//! Cuts: which parts of a sum a modifier leaves out (articles 14.1 and 16.5).

use super::{Edition, Spec, Term};
use crate::event::field::Field;

/// A part of a sum that may be cut.
pub(super) struct Part {
    /// What it adds.
    pub(super) term: Term,
    /// What the least significant part is found by: the opponent's score.
    pub(super) rank: f64,
    /// From a round not played by the entrant's own choice.
    pub(super) voluntary: bool,
}

impl Part {
    pub(super) fn new(term: Term) -> Part {
        Part { term, rank: term.amount, voluntary: false }
    }
}

/// Marks what `Cn` and `Mn` leave out, and gives the terms back in their order.
pub(super) fn cut(field: &Field, spec: &Spec, mut parts: Vec<Part>) -> Vec<Term> {
    let exception = spec.edition(field.edition) >= Edition::Y2023 && !field.round_robin;
    for _ in 0..spec.cut_low {
        let least = open(&parts).min_by(|a, b| by_rank(a.1, b.1)).map(|(at, _)| at);
        let absent = open(&parts)
            .filter(|(_, part)| exception && part.voluntary)
            .min_by(|a, b| a.1.term.amount.total_cmp(&b.1.term.amount))
            .map(|(at, _)| at);
        let amount = |at: Option<usize>| at.and_then(|at| parts.get(at)).map(|part| part.term.amount);
        let chosen = match (amount(absent), amount(least)) {
            (Some(from_absence), Some(lowest)) if from_absence >= lowest => absent,
            _ => least,
        };
        mark(&mut parts, chosen);
    }
    for _ in 0..spec.cut_high {
        let most = open(&parts).max_by(|a, b| by_rank(a.1, b.1)).map(|(at, _)| at);
        mark(&mut parts, most);
    }
    parts.into_iter().map(|part| part.term).collect()
}

fn open(parts: &[Part]) -> impl Iterator<Item = (usize, &Part)> {
    parts.iter().enumerate().filter(|(_, part)| !part.term.cut)
}

fn by_rank(a: &Part, b: &Part) -> std::cmp::Ordering {
    a.rank.total_cmp(&b.rank).then(a.term.amount.total_cmp(&b.term.amount))
}

fn mark(parts: &mut [Part], at: Option<usize>) {
    if let Some(part) = at.and_then(|at| parts.get_mut(at)) {
        part.term.cut = true;
    }
}
