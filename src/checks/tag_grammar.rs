//! The grammar of tag values: the PGN standard's section 8, and the tags that FIDE and broadcasts add to it.

use chrono::NaiveDate;

use super::game::Game;
use crate::clock::{TimeControl, Written as WrittenControl};
use crate::scoresheet::{Outcome, Tag, tag_value};

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// As it should be.
    Fine,
    /// Written otherwise, but its meaning is clear.
    Understood(String),
    /// Not to be read.
    Broken(String),
}

/// Judges the tags that have a grammar, and hands on what is not as it should be; of tags with one name only the first counts.
/// All grammars are of ASCII characters, so a value is looked at as it stands.
pub(super) fn judge(game: &Game<'_>, mut found: impl FnMut(Tag, Verdict)) {
    let (sheet, text) = (game.sheet, game.text);
    let mut judge = |tag: Option<Tag>, grammar: fn(&[u8]) -> Verdict| {
        let Some(tag) = tag else { return };
        let verdict = grammar(tag.value.of(text));
        if verdict != Verdict::Fine {
            found(tag, verdict);
        }
    };
    judge(sheet.find_tag(text, "Date"), date);
    judge(sheet.find_tag(text, "EventDate"), date);
    judge(sheet.find_tag(text, "UTCDate"), date);
    judge(sheet.find_tag(text, "Round"), round);
    judge(sheet.find_tag(text, "Result"), result);
    judge(sheet.find_tag(text, "WhiteElo"), elo);
    judge(sheet.find_tag(text, "BlackElo"), elo);
    judge(sheet.find_tag(text, "WhiteFideId"), fide_id);
    judge(sheet.find_tag(text, "BlackFideId"), fide_id);
    judge(sheet.find_tag(text, "UTCTime"), utc_time);
    if !game.control_is_formal {
        judge(sheet.find_tag(text, "TimeControl"), time_control);
    }
}

fn holds(fine: bool, why: &str) -> Verdict {
    if fine { Verdict::Fine } else { Verdict::Broken(why.to_string()) }
}

fn date(value: &[u8]) -> Verdict {
    let fine = match *value {
        [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] => full_or_partial([y1, y2, y3, y4], [m1, m2], [d1, d2]),
        _ => false,
    };
    holds(fine, "a date is YYYY.MM.DD, with ? for what is not known")
}

fn full_or_partial(year: [u8; 4], month: [u8; 2], day: [u8; 2]) -> bool {
    // No month has fewer days.
    if year.iter().all(u8::is_ascii_digit) && in_range(month, 12) && in_range(day, 28) {
        return true;
    }
    let unknown = |part: [u8; 2]| part == *b"??";
    let year_fine = year.iter().all(|b| b.is_ascii_digit() || *b == b'?');
    let month_fine = unknown(month) || number(&month).is_some_and(|m| (1..=12).contains(&m));
    let day_fine = match (number(&year), number(&month), number(&day)) {
        (Some(y), Some(m), Some(d)) => {
            i32::try_from(y).ok().and_then(|y| NaiveDate::from_ymd_opt(y, m, d)).is_some()
        }
        (_, _, Some(d)) => (1..=31).contains(&d),
        (_, _, None) => unknown(day),
    };
    year_fine && month_fine && day_fine
}

/// Whether two digits say 1 to `most`.
fn in_range([tens, ones]: [u8; 2], most: u8) -> bool {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    tens < 10 && ones < 10 && (1..=most).contains(&(tens * 10 + ones))
}

/// A number of at most four digits.
fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |n, b| b.is_ascii_digit().then(|| n * 10 + u32::from(b - b'0')))
}

fn digits(value: &[u8]) -> bool {
    value.iter().all(u8::is_ascii_digit)
}

fn round(value: &[u8]) -> Verdict {
    let fine = matches!(value, b"?" | b"-")
        || value.split(|b| *b == b'.').all(|part| !part.is_empty() && digits(part));
    holds(fine, "a round is a number, numbers with dots between, ? or -")
}

fn result(value: &[u8]) -> Verdict {
    let fine = matches!(value, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
    let read = if fine { None } else { Outcome::read(&tag_value(value)) };
    match read {
        Some(outcome) => {
            Verdict::Broken(format!("a result is 1-0, 0-1, 1/2-1/2 or *; read as {}", outcome.as_str()))
        }
        None => holds(fine, "a result is 1-0, 0-1, 1/2-1/2 or *"),
    }
}

fn elo(value: &[u8]) -> Verdict {
    let fine = matches!(value, b"" | b"-" | b"?") || (value.len() <= 4 && digits(value));
    holds(fine, "a rating is a whole number of at most four digits")
}

fn fide_id(value: &[u8]) -> Verdict {
    let fine = matches!(value, b"" | b"-" | b"?") || (value.len() <= 10 && digits(value));
    holds(fine, "a FIDE number is digits only")
}

fn utc_time(value: &[u8]) -> Verdict {
    let within = |part: [u8; 2], limit: u32| part == *b"??" || number(&part).is_some_and(|n| n < limit);
    let fine = match *value {
        [h1, h2, b':', m1, m2, b':', s1, s2] => {
            within([h1, h2], 24) && within([m1, m2], 60) && within([s1, s2], 60)
        }
        _ => false,
    };
    holds(fine, "a time is HH:MM:SS")
}

fn time_control(value: &[u8]) -> Verdict {
    match TimeControl::parse(&tag_value(value)) {
        Ok(WrittenControl::Words(control)) => Verdict::Understood(format!("plain words, read as {control}")),
        Ok(_) => Verdict::Fine,
        Err(fault) => Verdict::Broken(fault.to_string()),
    }
}
