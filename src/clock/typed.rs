//! Times as people write them: `38:00`, `1:02:03`, `0:45`, `45 s`, `2 min`, `1 h 30 min`.
//!
//! Two numbers with a colon are minutes and seconds. A number without a unit is not accepted here; the caller
//! decides on its unit.

use super::reading::Reading;

/// Reads a time as people write it, with an optional minus sign and an optional fraction of a second.
pub fn typed(text: &str) -> Option<Reading> {
    let text = text.trim();
    if text.contains(':') {
        return Reading::parse(text);
    }
    match text.strip_prefix(['-', '−']) {
        Some(rest) => units(rest).map(|reading| Reading { ms: -reading.ms, ..reading }),
        None => units(text),
    }
}

/// Numbers with units, each unit smaller than the one before: `1 h 30 min`, `2 min 30 s`, `90s`, `2'30"`.
fn units(text: &str) -> Option<Reading> {
    let mut rest = text.trim_start();
    let (mut ms, mut resolution_ms, mut largest) = (0_i64, 1000, i64::MAX);
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let (number, after) = rest.split_at_checked(digits).filter(|(number, _)| !number.is_empty())?;
        let after = after.trim_start();
        let word = after.len()
            - after.trim_start_matches(|c: char| c.is_alphabetic() || "'\"’”′″".contains(c)).len();
        let (unit, after) = after.split_at_checked(word)?;
        let unit_ms = unit_ms(unit).filter(|unit| *unit < largest)?;
        let (whole, fraction) = number.split_once('.').map_or((number, None), |(w, f)| (w, Some(f)));
        ms = ms.checked_add(decimal(whole)?.checked_mul(unit_ms)?)?;
        if let Some(fraction) = fraction {
            let (part, step) = thousandths(fraction)?;
            ms = ms.checked_add(part.checked_mul(unit_ms)? / 1000)?;
            resolution_ms = if unit_ms == SECOND { step } else { resolution_ms };
        }
        largest = unit_ms;
        rest = after.trim_start_matches(['.', ' ', '\t']);
    }
    (largest < i64::MAX).then_some(Reading { ms, resolution_ms })
}

const SECOND: i64 = 1000;

/// The milliseconds of a unit of time.
fn unit_ms(word: &str) -> Option<i64> {
    match word.to_lowercase().as_str() {
        "h" | "hr" | "hrs" | "hour" | "hours" => Some(3600 * SECOND),
        "m" | "min" | "mins" | "minute" | "minutes" | "'" | "’" | "′" => Some(60 * SECOND),
        "s" | "sec" | "secs" | "second" | "seconds" | "\"" | "”" | "″" | "''" => Some(SECOND),
        _ => None,
    }
}

fn decimal(digits: &str) -> Option<i64> {
    (1..=9).contains(&digits.len()).then(|| digits.parse().ok())?
}

/// Up to three decimals as thousandths, and the resolution in milliseconds that their number implies.
fn thousandths(digits: &str) -> Option<(i64, u32)> {
    let number = decimal(digits)?;
    match digits.len() {
        1 => Some((number * 100, 100)),
        2 => Some((number * 10, 10)),
        3 => Some((number, 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_people_write_them() {
        for (text, seconds) in [
            ("38:00", 2280.0),
            ("1:02:03", 3723.0),
            ("0:45", 45.0),
            ("45 s", 45.0),
            ("45s", 45.0),
            ("2 min", 120.0),
            ("2 min.", 120.0),
            ("2 min 30 s", 150.0),
            ("2'30\"", 150.0),
            ("1 h 30 min", 5400.0),
            ("1.5 h", 5400.0),
            ("-0:05", -5.0),
            ("-5 s", -5.0),
            ("0:04.7", 4.7),
            ("4.7 sec", 4.7),
            (" 90 Minutes ", 5400.0),
        ] {
            assert_eq!(typed(text).map(|reading| reading.ms as f64 / 1000.0), Some(seconds), "{text}");
        }
        for text in [
            "",
            "-",
            "45",
            "2 min 3 h",
            "2 min 2 min",
            "1:75",
            "min",
            "3 days",
            "1.2.3 s",
            "5 o'clock",
            "s 5",
        ] {
            assert_eq!(typed(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_fail(text in "[-0-9:. hminsec'\"]{0,24}") {
            let _ = typed(&text);
        }
    }
}
