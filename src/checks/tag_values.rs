//! Values of tags that break their grammar and can be read in one way only.

use super::tag_grammar::is_date;

/// A date in another form: `2024-5-1`, `2024/05/01`, `25.12.2024`, `20240501`, `2024`. A date that may be read in two ways,
/// such as `5.12.2024`, has none.
pub(super) fn date(value: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(value).ok()?.trim();
    if matches!(text, "" | "?" | "-") {
        return Some("????.??.??".to_owned());
    }
    let readings = match *parts(text)?.as_slice() {
        [one] if one.len() == 8 => {
            let part = |from: usize, to: usize| one.get(from..to).unwrap_or_default();
            vec![written(part(0, 4), part(4, 6), part(6, 8)), written(part(4, 8), part(2, 4), part(0, 2))]
        }
        [year] => vec![written(year, "??", "??")],
        [year, month] => vec![written(year, month, "??")],
        [year, month, day] if year.len() == 4 => vec![written(year, month, day)],
        [first, second, year] => vec![written(year, second, first), written(year, first, second)],
        _ => return None,
    };
    let mut readings: Vec<String> = readings.into_iter().flatten().collect();
    readings.dedup();
    if readings.len() == 1 { readings.pop() } else { None }
}

/// The parts of a date between its separators, which are all the same.
fn parts(text: &str) -> Option<Vec<&str>> {
    let separator = text.chars().find(|c| matches!(c, '.' | '-' | '/' | ' ')).unwrap_or('.');
    let parts: Vec<&str> = text.split(separator).collect();
    let numbers = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'?');
    (parts.len() <= 3 && parts.iter().all(numbers)).then_some(parts)
}

/// The date in PGN's form, if it is one between the years 1000 and 2999. A month or a day of zero is not known.
fn written(year: &str, month: &str, day: &str) -> Option<String> {
    let part = |part: &str| match part {
        "0" | "00" | "?" => "??".to_owned(),
        part => format!("{part:0>2}"),
    };
    let date = format!("{year}.{}.{}", part(month), part(day));
    (year.len() == 4 && year.starts_with(['1', '2']) && is_date(date.as_bytes())).then_some(date)
}

/// A time of day without its first zero: `9:05:00`.
pub(super) fn time(value: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(value).ok()?.trim();
    Some(format!("{text:0>8}")).filter(|_| text.len() == 7)
}

/// A value that only has blanks around it.
pub(super) fn trimmed(value: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(value).ok()?;
    Some(text.trim().to_owned()).filter(|trimmed| trimmed.len() < text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_with_one_reading() {
        for (value, expected) in [
            ("2024-05-01", "2024.05.01"),
            ("2024/5/1", "2024.05.01"),
            ("25.12.2024", "2024.12.25"),
            ("12/25/2024", "2024.12.25"),
            ("05.05.2024", "2024.05.05"),
            ("20240531", "2024.05.31"),
            ("2024", "2024.??.??"),
            ("2024.05", "2024.05.??"),
            ("2024.00.00", "2024.??.??"),
            (" 2024.05.01 ", "2024.05.01"),
        ] {
            assert_eq!(date(value.as_bytes()).as_deref(), Some(expected), "{value}");
        }
    }

    #[test]
    fn dates_with_none_or_two() {
        for value in
            ["05.12.2024", "24.12.98", "2024.02.30", "1.2.3.4", "May 2024", "0204.01.01", "20.13.2024"]
        {
            assert_eq!(date(value.as_bytes()), None, "{value}");
        }
    }
}
