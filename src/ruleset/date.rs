//! Dates as written in scoresheets: complete, partial or missing.

use chrono::NaiveDate;

/// A date tag: `2019.03.17`, `2019.03.??`, `2019.??.??`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartialDate {
    /// The first possible day.
    pub first: NaiveDate,
    /// The last possible day.
    pub last: NaiveDate,
}

impl PartialDate {
    /// Reads `YYYY.MM.DD`, with `.`, `-` or `/` as separator and `?` for unknown parts. A month or day that
    /// does not exist counts as unknown. `None` without a year.
    pub fn read(text: &str) -> Option<PartialDate> {
        if let Some(day) = whole_day(text.as_bytes()) {
            return Some(PartialDate { first: day, last: day });
        }
        let mut parts = text.trim().split(['.', '-', '/']);
        let year_text = parts.next().filter(|year| year.len() == 4)?;
        let year: i32 = year_text.parse().ok().filter(|year| *year > 0)?;
        let month: Option<u32> = parts.next().and_then(|month| month.trim().parse().ok());
        let day: Option<u32> = parts.next().and_then(|day| day.trim().parse().ok());
        let start = |year, month| NaiveDate::from_ymd_opt(year, month, 1);
        let exact = month.zip(day).and_then(|(month, day)| NaiveDate::from_ymd_opt(year, month, day));
        if let Some(day) = exact {
            return Some(PartialDate { first: day, last: day });
        }
        let (first, next) = match month.and_then(|month| start(year, month).zip(Some(month))) {
            Some((first, 12)) => (first, start(year + 1, 1)),
            Some((first, month)) => (first, start(year, month + 1)),
            None => (start(year, 1)?, start(year + 1, 1)),
        };
        Some(PartialDate { first, last: next.and_then(|day| day.pred_opt()).unwrap_or(first) })
    }

    /// Whether it is a single day.
    pub fn is_full(self) -> bool {
        self.first == self.last
    }
}

/// Reads `YYYY.MM.DD` if that day exists. A fast path for the form of nearly all dates.
pub fn whole_day(text: &[u8]) -> Option<NaiveDate> {
    let [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = *text else { return None };
    let digits = [y1, y2, y3, y4, m1, m2, d1, d2];
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = |digits: &[u8]| digits.iter().fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
    let year = i32::try_from(number(&[y1, y2, y3, y4])).ok().filter(|year| *year > 0)?;
    NaiveDate::from_ymd_opt(year, number(&[m1, m2]), number(&[d1, d2]))
}
