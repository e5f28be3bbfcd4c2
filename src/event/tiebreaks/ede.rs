//! `EDE` and its variants: extended direct encounter of teams (article 13.3).

use super::{Spec, Working, bbe, bc, de, tbr};
use crate::event::field::{Field, Measure, Slot};

pub(super) fn group(field: &Field, spec: &Spec, members: &[usize]) -> Vec<Working> {
    de::places(members, &mut |group| apart(field, spec, group))
}

/// Splits by primary score; if that separates nobody, by secondary score; if that fails for two teams, by boards.
fn apart(field: &Field, spec: &Spec, group: &[usize]) -> Option<Vec<Vec<usize>>> {
    de::separate(field, spec, Measure::Primary, group)
        .or_else(|| de::separate(field, spec, Measure::Secondary, group))
        .or_else(|| by_boards(field, spec, group))
}

/// Splits two teams by the boards of their matches.
fn by_boards(field: &Field, spec: &Spec, group: &[usize]) -> Option<Vec<Vec<usize>>> {
    let [a, b] = group else { return None };
    let mutual = |own: usize, other: usize| -> Vec<&Slot> {
        let slots = field.entrants.get(own).map(|e| e.slots.as_slice()).unwrap_or_default();
        slots.iter().filter(|slot| slot.opponent == Some(other)).collect()
    };
    let (of_a, of_b) = (mutual(*a, *b), mutual(*b, *a));
    let boards = field.boards as usize;
    let count = || bc::count(&of_b, boards).total_cmp(&bc::count(&of_a, boards));
    let top = || compare(&tbr::boards(&of_a, boards), &tbr::boards(&of_b, boards));
    let bottom = || compare(&bbe::boards(&of_a, boards), &bbe::boards(&of_b, boards));
    let order = match spec.tiebreak.acronym {
        "EDEBT" => count().then_with(top),
        "EDEBB" => count().then_with(bottom),
        "EDET" => top(),
        "EDEB" => bottom(),
        "EDEC" => count(),
        _ => return None,
    };
    match order {
        std::cmp::Ordering::Greater => Some(vec![vec![*a], vec![*b]]),
        std::cmp::Ordering::Less => Some(vec![vec![*b], vec![*a]]),
        std::cmp::Ordering::Equal => None,
    }
}

fn compare(a: &[f64], b: &[f64]) -> std::cmp::Ordering {
    a.iter()
        .zip(b)
        .map(|(a, b)| a.total_cmp(b))
        .find(|order| order.is_ne())
        .unwrap_or(std::cmp::Ordering::Equal)
}
