//! The Berger tables (C.05 Annex 1).

/// The round in which numbers `a` and `b` meet in the Berger table for `players` (rounded up to an even number). `None`
/// if a number is not in the table, or both are the same.
pub fn berger_round(a: u32, b: u32, players: u32) -> Option<u32> {
    let n = players + players % 2;
    let (low, high) = (a.min(b), a.max(b));
    if low == 0 || low == high || high > n {
        return None;
    }
    let circle = n - 1;
    // Two of the first n - 1 numbers meet in the round given by their sum modulo n - 1. The last number meets the number
    // that has no opponent in that round.
    let sum = if high == n { 2 * low } else { low + high };
    Some((sum + circle - 2) % circle + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_six() {
        let table: [&[(u32, u32)]; 5] = [
            &[(1, 6), (2, 5), (3, 4)],
            &[(6, 4), (5, 3), (1, 2)],
            &[(2, 6), (3, 1), (4, 5)],
            &[(6, 5), (1, 4), (2, 3)],
            &[(3, 6), (4, 2), (5, 1)],
        ];
        for (round, pairs) in (1..).zip(table) {
            for (a, b) in pairs {
                assert_eq!(berger_round(*a, *b, 6), Some(round), "{a}-{b}");
            }
        }
        assert_eq!(berger_round(1, 4, 3), Some(1));
        assert_eq!(berger_round(1, 7, 6), None);
    }
}
