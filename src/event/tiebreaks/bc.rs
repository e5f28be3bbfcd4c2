//! `BC`: board count, the sum of board number times points on that board. Low is better. Only for teams with equal game
//! points (article 12.1).

use super::{Spec, Term, Working};
use crate::event::field::{Field, Slot};

pub(super) fn group(field: &Field, _: &Spec, members: &[usize]) -> Vec<Working> {
    let score = |member: usize| field.score(member, field.game_points());
    let equal = members.windows(2).all(|pair| match pair {
        [a, b] => (score(*a) - score(*b)).abs() < 1e-9,
        _ => true,
    });
    let working = |member: &usize| {
        let Some(entrant) = field.entrants.get(*member).filter(|_| equal) else { return Working::default() };
        let slots: Vec<&Slot> = entrant.slots.iter().collect();
        let terms =
            slots.iter().map(|s| Term::of_round(s.round, s.opponent, count(&[*s], field.boards as usize)));
        Working::sum(terms.collect())
    };
    members.iter().map(working).collect()
}

/// The sum of board number times points over some matches.
pub(super) fn count(slots: &[&Slot], boards: usize) -> f64 {
    let of = |slot: &&Slot| {
        (1..=boards).zip(&slot.boards).map(|(board, points)| board as f64 * points).sum::<f64>()
    };
    slots.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_high_boards_count_less() {
        assert_eq!(count(&[&Slot::of_boards(&[1.0, 1.0, 0.0, 0.5])], 4), 5.0);
        assert_eq!(count(&[&Slot::of_boards(&[0.0, 0.5, 1.0, 1.0])], 4), 8.0);
    }
}
