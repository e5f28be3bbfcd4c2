//! Cut modifiers: which parts of a sum they leave out (articles 14.1 and 16.5).

use super::{Edition, Spec, Term};
use crate::event::field::Field;

/// A part of a sum that may be cut.
pub(super) struct Part {
    /// The term of the sum.
    pub(super) term: Term,
    /// The value that decides which part is the least significant: the opponent's score.
    pub(super) rank: f64,
    /// Whether the entrant chose not to play the round.
    pub(super) voluntary: bool,
}

impl Part {
    pub(super) fn new(term: Term) -> Part {
        Part { term, rank: term.amount, voluntary: false }
    }
}

/// Marks the terms that `Cn` and `Mn` leave out, and returns all terms in order.
pub(super) fn cut(field: &Field, spec: &Spec, mut parts: Vec<Part>) -> Vec<Term> {
    let exception = spec.edition(field.edition) >= Edition::Y2023 && !field.round_robin;
    for _ in 0..spec.cut_low {
        let least = open(&parts).min_by(|a, b| by_rank(a.1, b.1)).map(|(at, _)| at);
        let is_absence = least.and_then(|at| parts.get(at)).is_some_and(|part| part.voluntary);
        let absent = open(&parts)
            .filter(|(_, part)| exception && part.voluntary)
            .min_by(|a, b| a.1.term.amount.total_cmp(&b.1.term.amount))
            .map(|(at, _)| at);
        let amount = |at: Option<usize>| at.and_then(|at| parts.get(at)).map(|part| part.term.amount);
        let chosen = match (amount(absent), amount(least)) {
            // Note to 16.5.1: if the least significant value itself comes from an absence, it is cut, not another absence
            // of the same amount. For Sonneborn-Berger the two differ in rank, which affects a second cut.
            _ if is_absence => least,
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::event::{Event, Format, Kind};

    /// Sonneborn-Berger with parts (opponent's score, points scored, voluntary absence).
    fn sonneborn_berger(name: &str, parts: &[(f64, f64, bool)]) -> f64 {
        let event = Event::new("x".into(), Format::Trf);
        let field = Field::of_players(&event, Kind::Swiss, Edition::Y2026);
        let part = |(round, (rank, points, voluntary)): (u32, &(f64, f64, bool))| Part {
            term: Term::of_round(round, None, rank * points),
            rank: *rank,
            voluntary: *voluntary,
        };
        let terms = cut(&field, &Spec::parse(name).unwrap(), (1..).zip(parts).map(part).collect());
        terms.iter().filter(|term| !term.cut).map(|term| term.amount).sum()
    }

    #[test]
    fn the_least_significant_value_is_cut_though_another_absence_is_worth_as_much() {
        // Both absences are worth 0, and the one against the lower score is the least significant value. The next one is
        // the opponent with 2.0: it is cut, because the other absence is worth less. That absence is the least
        // significant value of the rest.
        let parts =
            [(3.0, 1.0, false), (2.5, 0.0, true), (1.0, 0.0, true), (2.0, 1.0, false), (4.5, 1.0, false)];
        assert_eq!(sonneborn_berger("SB:C1", &parts), 9.5);
        assert_eq!(sonneborn_berger("SB:C2", &parts), 7.5);
        assert_eq!(sonneborn_berger("SB:C3", &parts), 7.5);
    }

    #[test]
    fn an_absence_worth_as_much_as_the_least_value_goes_before_it() {
        let parts = [(2.0, 0.5, false), (3.0, 0.5, true), (4.0, 1.0, false)];
        assert_eq!(sonneborn_berger("SB:C1", &parts), 5.0);
        assert_eq!(sonneborn_berger("SB:C2", &parts), 4.0);
        // An absence worth less is kept.
        let parts = [(2.0, 1.0, false), (3.0, 0.5, true), (4.0, 1.0, false)];
        assert_eq!(sonneborn_berger("SB:C1", &parts), 5.5);
    }
}
