//! FIDE's rating tables and the values computed from them: performance, expected score, rating change.
//!
//! Source: FIDE Handbook B.02, articles 8.1.1 and 8.1.2, in force from 1 March 2024. The numbers have not changed since
//! 2009.

use chrono::NaiveDate;

/// Table 8.1.1, upper half: rating difference for a score of 50 % to 100 %, in steps of 1 %.
const DIFFERENCE: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

/// Table 8.1.2: the largest rating differences at which the expected score of the higher rated player is 50 %, 51 %, … 99
/// %. Above the last one it is 100 %.
const PROBABILITY_UP_TO: [i32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
];

/// Rating difference for a score of `percent` (0 to 100), article 8.1.1.
pub fn difference(percent: u32) -> i32 {
    let above = |p: u32| DIFFERENCE.get(p.saturating_sub(50) as usize).copied().unwrap_or(800);
    if percent >= 50 { above(percent) } else { -above(100 - percent) }
}

/// Expected score in hundredths for a player rated `difference` above the opponent, article 8.1.2.
pub fn expected(difference: i32) -> u32 {
    let higher = 50 + PROBABILITY_UP_TO.partition_point(|up_to| *up_to < difference.abs()) as u32;
    if difference >= 0 { higher } else { 100 - higher }
}

/// `points` out of `games` in whole per cent, rounded half up.
pub fn percentage(points: f64, games: usize) -> u32 {
    if games == 0 {
        return 0;
    }
    (points * 100.0 / games as f64 + 0.5 + 1e-9).floor().clamp(0.0, 100.0) as u32
}

/// Mean, rounded to the nearest whole number, half up.
pub fn mean(ratings: &[i32]) -> Option<i32> {
    let count = i64::try_from(ratings.len()).ok().filter(|n| *n > 0)?;
    let sum: i64 = ratings.iter().map(|r| i64::from(*r)).sum();
    i32::try_from((2 * sum + count).div_euclid(2 * count)).ok()
}

/// Tournament performance rating against rated opponents.
pub fn performance(opponents: &[i32], points: f64) -> Option<i32> {
    Some(mean(opponents)? + difference(percentage(points, opponents.len())))
}

/// The lowest whole rating whose expected score against `opponents` is at least `points`. With no points, the lowest
/// opponent's rating minus 800.
pub fn perfect(opponents: &[i32], points: f64) -> Option<i32> {
    let (lowest, highest) = (*opponents.iter().min()?, *opponents.iter().max()?);
    if points <= 0.0 {
        return Some(lowest - 800);
    }
    let wanted = (points * 100.0).round() as i64;
    let enough =
        |rating: i32| opponents.iter().map(|o| i64::from(expected(rating - o))).sum::<i64>() >= wanted;
    let (mut below, mut above) = (lowest - 801, highest + 736);
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if enough(middle) { above = middle } else { below = middle }
    }
    Some(above)
}

/// The speed of play, as distinguished by the rules on rating changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rated {
    /// Standard play.
    #[default]
    Standard,
    /// Rapid or blitz.
    Fast,
}

/// A rating change and the values it was computed from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Rated games against rated opponents.
    pub games: usize,
    /// Points in those games.
    pub points: f64,
    /// Expected points.
    pub expected: f64,
    /// The change, rounded half away from zero.
    pub change: i32,
}

/// The rating change of a player rated `own` in `games` (opponent's rating, points) of an event that began on `day`.
/// Without a day, the latest rules apply.
pub fn change(own: i32, games: &[(i32, f64)], k: u32, day: Option<NaiveDate>, rated: Rated) -> Change {
    let from = |y, m, d| NaiveDate::from_ymd_opt(y, m, d).zip(day).is_none_or(|(from, day)| day >= from);
    // Since December 2024, a rapid or blitz game is not rated if the ratings differ by 600 or more and the higher one is
    // above 2600.
    let too_far = |opponent: i32| {
        rated == Rated::Fast && from(2024, 12, 1) && (own - opponent).abs() >= 600 && own.max(opponent) > 2600
    };
    let games: Vec<(i32, f64)> = games.iter().copied().filter(|(opponent, _)| !too_far(*opponent)).collect();
    let whole_difference = rated == Rated::Standard && from(2025, 10, 1) && own >= 2650;
    // From 2022 to February 2024, the difference was capped at 400 in only one game of an event, one with the largest
    // difference.
    let one_only = from(2022, 1, 1) && !from(2024, 3, 1);
    let widest = games.iter().map(|(o, _)| (own - o).abs()).max().unwrap_or(0);
    let mut raised = false;
    let mut expected_hundredths = 0;
    let mut points = 0.0;
    for (opponent, score) in &games {
        let difference = own - opponent;
        let capped = difference.clamp(-400, 400);
        let may = !whole_difference && (!one_only || (!raised && difference.abs() == widest));
        raised |= capped != difference && may;
        expected_hundredths += expected(if may { capped } else { difference });
        points += score;
    }
    let expected = f64::from(expected_hundredths) / 100.0;
    let exact = ((points - expected) * f64::from(k) * 100.0).round() / 100.0;
    Change { games: games.len(), points, expected, change: exact.round() as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_at_their_edges() {
        assert_eq!((difference(50), difference(100), difference(0), difference(67)), (0, 800, -800, 125));
        assert_eq!((expected(0), expected(3), expected(4), expected(-4)), (50, 50, 51, 49));
        assert_eq!((expected(735), expected(736), expected(-736)), (99, 100, 0));
    }

    #[test]
    fn performance_and_perfect_performance() {
        // Two thirds are 67 %: 125 above the average of 2000.
        assert_eq!(performance(&[1990, 2000, 2010], 2.0), Some(2125));
        assert_eq!(perfect(&[2000, 2100], 2.0), Some(2836));
        assert_eq!(perfect(&[2000, 2100], 0.0), Some(1200));
        assert_eq!(mean(&[2000, 2001]), Some(2001));
        assert_eq!(performance(&[], 0.0), None);
    }

    #[test]
    fn a_rating_change_follows_the_rule_of_its_day() {
        // 2700 beats 2200: with the 400-point rule 92 % were expected, with the full difference 96 %.
        let day = |y, m, d| NaiveDate::from_ymd_opt(y, m, d);
        assert_eq!(change(2700, &[(2200, 1.0)], 10, day(2024, 5, 1), Rated::Standard).expected, 0.92);
        assert_eq!(change(2700, &[(2200, 1.0)], 10, day(2025, 10, 1), Rated::Standard).expected, 0.96);
        assert_eq!(change(2600, &[(2100, 1.0)], 10, day(2025, 10, 1), Rated::Standard).expected, 0.92);
        let rapid = |own, day| change(own, &[(2000, 1.0), (2500, 0.5)], 20, day, Rated::Fast).games;
        assert_eq!((rapid(2650, day(2024, 12, 1)), rapid(2600, day(2024, 12, 1))), (1, 2));
        assert_eq!(rapid(2650, day(2024, 11, 30)), 2);
        let two = [(2100, 1.0), (2000, 1.0)];
        assert_eq!(change(2600, &two, 10, day(2023, 5, 1), Rated::Standard).expected, 0.96 + 0.92);
    }
}
