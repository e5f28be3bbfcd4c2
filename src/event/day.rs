//! Dates in result files.

use chrono::NaiveDate;

use super::text::trimmed;

/// The date of an event: `YYYY/MM/DD`; `.` and `-` are accepted as separators.
pub fn full_day(text: &str) -> Option<NaiveDate> {
    let (year, month, day) = parts(trimmed(text), 4)?;
    NaiveDate::from_ymd_opt(year, month, day)
}

/// The date of a round: `YY/MM/DD`, taken to be between 1970 and 2069. A year of four digits is accepted.
pub fn short_day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let (year, month, day) = match parts(text, 2) {
        Some((year, month, day)) => (if year >= 70 { 1900 + year } else { 2000 + year }, month, day),
        None => parts(text, 4)?,
    };
    NaiveDate::from_ymd_opt(year, month, day)
}

/// `YYYYMMDD`, the form of dBase files.
pub fn packed_day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    if text.len() != 8 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    NaiveDate::from_ymd_opt(
        text.get(..4)?.parse().ok()?,
        text.get(4..6)?.parse().ok()?,
        text.get(6..)?.parse().ok()?,
    )
}

/// A birth date: complete, with `00` for an unknown month or day, or only the year. Returns the earliest day it can mean.
pub fn birth_day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    if text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) {
        return NaiveDate::from_ymd_opt(text.parse().ok()?, 1, 1);
    }
    let (year, month, day) = parts(text, 4)?;
    NaiveDate::from_ymd_opt(year, month.max(1), day.max(1))
}

/// Three numbers separated by the same character; the first has `width` digits, the others two.
fn parts(text: &str, width: usize) -> Option<(i32, u32, u32)> {
    let separator = *text.as_bytes().get(width).filter(|b| matches!(b, b'/' | b'.' | b'-'))?;
    if text.len() != width + 6 || text.as_bytes().get(width + 3) != Some(&separator) {
        return None;
    }
    let figures = |range: std::ops::Range<usize>| {
        let part = text.as_bytes().get(range)?;
        let figures = part.iter().all(u8::is_ascii_digit);
        figures.then(|| part.iter().fold(0, |number, figure| number * 10 + u32::from(figure - b'0')))
    };
    let (month, day) = (figures(width + 1..width + 3)?, figures(width + 4..width + 6)?);
    Some((i32::try_from(figures(0..width)?).ok()?, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_dates() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 5);
        assert_eq!(full_day("2026/03/05"), day);
        assert_eq!(full_day("2026.03.05"), day);
        assert_eq!(short_day("26/03/05"), day);
        assert_eq!(packed_day("20260305"), day);
        assert_eq!(full_day("2026/13/01"), None);
        assert_eq!(full_day("28. 07. 2005"), None);
        assert_eq!(birth_day("1990/00/00"), NaiveDate::from_ymd_opt(1990, 1, 1));
        assert_eq!(birth_day("1990"), NaiveDate::from_ymd_opt(1990, 1, 1));
        assert_eq!(birth_day("1990/02/30"), None);
    }
}
