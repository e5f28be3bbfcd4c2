//! `TBR`: top board results, the points on board 1; if still tied, on board 2, and so on (article 12.2).

use super::{Spec, Working, de};
use crate::event::field::{Field, Slot};

pub(super) fn group(field: &Field, _: &Spec, members: &[usize]) -> Vec<Working> {
    by_keys(field, members, boards)
}

/// Points by board, over some matches.
pub(super) fn boards(slots: &[&Slot], count: usize) -> Vec<f64> {
    let on = |board: usize| slots.iter().filter_map(|slot| slot.boards.get(board)).sum();
    (0..count).map(on).collect()
}

/// Places by lists of keys, compared lexicographically, high first.
pub(super) fn by_keys(
    field: &Field,
    members: &[usize],
    keys: fn(&[&Slot], usize) -> Vec<f64>,
) -> Vec<Working> {
    let key = |member: usize| {
        let slots: Vec<&Slot> =
            field.entrants.get(member).map(|e| e.slots.iter().collect()).unwrap_or_default();
        keys(&slots, field.boards as usize)
    };
    let mut sorted: Vec<(Vec<f64>, usize)> = members.iter().map(|member| (key(*member), *member)).collect();
    sorted.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(std::cmp::Ordering::Equal));
    let groups: Vec<Vec<usize>> = sorted
        .chunk_by(|a, b| a.0 == b.0)
        .map(|chunk| chunk.iter().map(|(_, member)| *member).collect())
        .collect();
    let mut once = (groups.len() > 1).then_some(groups);
    de::places(members, &mut |_| once.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_summed_by_board() {
        let (first, second) = (Slot::of_boards(&[1.0, 0.5]), Slot::of_boards(&[0.0, 1.0]));
        assert_eq!(boards(&[&first, &second], 2), [1.0, 1.5]);
    }
}
