//! A clock display as text: `1:29:43`, `0:00:03.2`, `03:12`.

use std::fmt;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

/// A time as a clock displays it, and its resolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Milliseconds; negative only if a minus sign was written.
    pub ms: i64,
    /// The resolution of the display in milliseconds: 1000 for whole seconds, 100 for tenths, 10 or 1.
    pub resolution_ms: u32,
}

impl Reading {
    /// A display in whole seconds.
    #[inline]
    pub fn seconds(seconds: i64) -> Reading {
        Reading { ms: seconds.saturating_mul(SECOND), resolution_ms: 1000 }
    }

    /// Reads `H:MM:SS` or `MM:SS`, each with an optional fraction of a second, as in annotation commands.
    /// White space is ignored anywhere, because real files break lines inside a command. `None` for anything
    /// else, and if minutes or seconds after a larger unit are 60 or more.
    pub fn parse(text: &str) -> Option<Reading> {
        Reading::parse_bytes(text.as_bytes())
    }

    /// Like [`Reading::parse`], for text in any ASCII-compatible encoding.
    pub fn parse_bytes(text: &[u8]) -> Option<Reading> {
        let mut digits = [0u8; 32];
        let mut length = 0;
        for byte in text.iter().filter(|b| !b.is_ascii_whitespace()) {
            *digits.get_mut(length)? = *byte;
            length += 1;
        }
        Reading::from_bytes(digits.get(..length)?)
    }

    fn from_bytes(text: &[u8]) -> Option<Reading> {
        let (negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        let (whole, fraction) = match text.iter().position(|b| matches!(b, b'.' | b',')) {
            Some(at) => (text.get(..at)?, Some(text.get(at + 1..)?)),
            None => (text, None),
        };
        let mut fields = whole.split(|b| *b == b':').map(number);
        let ms = match (fields.next(), fields.next(), fields.next(), fields.next()) {
            (Some(h), Some(m), Some(s), None) => {
                h?.checked_mul(HOUR)? + below_60(m?)? * MINUTE + below_60(s?)? * SECOND
            }
            (Some(m), Some(s), None, None) => m?.checked_mul(MINUTE)? + below_60(s?)? * SECOND,
            _ => return None,
        };
        let (part, resolution_ms) = match fraction {
            Some(digits) => thousandths(digits)?,
            None => (0, 1000),
        };
        let ms = ms.checked_add(part)?;
        Some(Reading { ms: if negative { -ms } else { ms }, resolution_ms })
    }
}

/// Up to six digits as a number.
fn number(digits: &[u8]) -> Option<i64> {
    if digits.is_empty() || digits.len() > 6 {
        return None;
    }
    digits.iter().try_fold(0, |n, b| b.is_ascii_digit().then(|| n * 10 + i64::from(b - b'0')))
}

fn below_60(n: i64) -> Option<i64> {
    (n < 60).then_some(n)
}

/// The digits after the point as thousandths, and the resolution in milliseconds that their number implies.
fn thousandths(digits: &[u8]) -> Option<(i64, u32)> {
    let three = digits.get(..digits.len().min(3))?;
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let n = number(three)?;
    Some(match three.len() {
        1 => (n * 100, 100),
        2 => (n * 10, 10),
        _ => (n, 1),
    })
}

/// Prints milliseconds as `H:MM:SS` with up to three decimals, without trailing zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hms(
    /// Milliseconds; negative ones are printed with a minus sign.
    pub i64,
);

impl fmt::Display for Hms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0.unsigned_abs();
        let (seconds, part) = (ms / 1000, ms % 1000);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match part {
            0 => Ok(()),
            p if p % 100 == 0 => write!(f, ".{}", p / 100),
            p if p % 10 == 0 => write!(f, ".{:02}", p / 10),
            p => write!(f, ".{p:03}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ms(text: &str) -> Option<(i64, u32)> {
        Reading::parse(text).map(|r| (r.ms, r.resolution_ms))
    }

    #[test]
    fn reads_what_files_have() {
        assert_eq!(ms("1:29:43"), Some((5_383_000, 1000)));
        assert_eq!(ms("9:59:59"), Some((35_999_000, 1000)));
        assert_eq!(ms("0:00:00"), Some((0, 1000)));
        assert_eq!(ms("00:00:35"), Some((35_000, 1000)));
        assert_eq!(ms("0:00:03.2"), Some((3_200, 100)));
        assert_eq!(ms("0:00:03.25"), Some((3_250, 10)));
        assert_eq!(ms("0:00:03.2504"), Some((3_250, 1)));
        assert_eq!(ms("0:00:03,2"), Some((3_200, 100)));
        assert_eq!(ms("03:12"), Some((192_000, 1000)));
        assert_eq!(ms("90:00"), Some((5_400_000, 1000)));
        assert_eq!(ms("71:23:11"), Some((256_991_000, 1000)));
        assert_eq!(ms("-0:00:05"), Some((-5_000, 1000)));
    }

    #[test]
    fn reads_through_wrapped_lines() {
        assert_eq!(ms("\r\n1:30:57"), Some((5_457_000, 1000)));
        assert_eq!(ms(" 1:30:\n57 "), Some((5_457_000, 1000)));
    }

    #[test]
    fn refuses_what_could_mean_two_things() {
        for text in [
            "",
            "12",
            "1:60:00",
            "1:09:60",
            "1:0/:00",
            "::00:00",
            "1:00;00",
            "1:00:0\u{ba}",
            "0:00:75",
            "1:2:3:4",
            "0:00:0x",
            "0:00:00.",
            ":30",
            "1::30",
            "1234567:00:00",
            "--1:00:00",
        ] {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn prints_what_it_reads() {
        for text in ["1:29:43", "0:00:03.2", "0:00:03.25", "0:00:03.256", "-0:00:05", "71:23:11"] {
            assert_eq!(Hms(Reading::parse(text).unwrap().ms).to_string(), text);
        }
    }
}
