//! The grammar of tag values: the PGN standard's section 8, and the tags that FIDE and broadcasts add to it.

use chrono::NaiveDate;

use crate::clock::{TimeControl, Written as WrittenControl};
use crate::scoresheet::Outcome;

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

/// The grammar of a tag, if it has one.
pub(super) fn grammar(name: &[u8]) -> Option<fn(&str) -> Verdict> {
    Some(match name {
        b"Date" | b"EventDate" | b"UTCDate" => date,
        b"Round" => round,
        b"Result" => result,
        b"WhiteElo" | b"BlackElo" => elo,
        b"WhiteFideId" | b"BlackFideId" => fide_id,
        b"TimeControl" => time_control,
        b"UTCTime" => utc_time,
        _ => return None,
    })
}

fn holds(fine: bool, why: &str) -> Verdict {
    if fine { Verdict::Fine } else { Verdict::Broken(why.to_string()) }
}

fn date(value: &str) -> Verdict {
    let mut parts = value.split('.');
    let fine = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(year), Some(month), Some(day), None) => full_or_partial(year, month, day),
        _ => false,
    };
    holds(fine, "a date is YYYY.MM.DD, with ? for what is not known")
}

fn full_or_partial(year: &str, month: &str, day: &str) -> bool {
    let unknown = |part: &str| part.bytes().all(|b| b == b'?');
    let number =
        |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<u32>().ok()).flatten();
    if (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return false;
    }
    let year_fine = year.bytes().all(|b| b.is_ascii_digit() || b == b'?');
    let month_fine = unknown(month) || number(month).is_some_and(|m| (1..=12).contains(&m));
    let day_fine = match (number(year), number(month), number(day)) {
        (Some(y), Some(m), Some(d)) => {
            i32::try_from(y).ok().and_then(|y| NaiveDate::from_ymd_opt(y, m, d)).is_some()
        }
        (_, _, Some(d)) => (1..=31).contains(&d),
        (_, _, None) => unknown(day),
    };
    year_fine && month_fine && day_fine
}

fn round(value: &str) -> Verdict {
    let parts = |value: &str| {
        value.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let fine = matches!(value, "?" | "-") || parts(value);
    holds(fine, "a round is a number, numbers with dots between, ? or -")
}

fn result(value: &str) -> Verdict {
    let fine = matches!(value, "1-0" | "0-1" | "1/2-1/2" | "*");
    match Outcome::read(value) {
        Some(outcome) if !fine => {
            Verdict::Broken(format!("a result is 1-0, 0-1, 1/2-1/2 or *; read as {}", outcome.as_str()))
        }
        _ => holds(fine, "a result is 1-0, 0-1, 1/2-1/2 or *"),
    }
}

fn elo(value: &str) -> Verdict {
    let fine =
        matches!(value, "" | "-" | "?") || (value.len() <= 4 && value.bytes().all(|b| b.is_ascii_digit()));
    holds(fine, "a rating is a whole number of at most four digits")
}

fn fide_id(value: &str) -> Verdict {
    let fine =
        matches!(value, "" | "-" | "?") || (value.len() <= 10 && value.bytes().all(|b| b.is_ascii_digit()));
    holds(fine, "a FIDE number is digits only")
}

fn utc_time(value: &str) -> Verdict {
    let mut parts = value.split(':');
    let within = |part: &str, limit: u32| {
        part == "??" || (part.len() == 2 && part.parse::<u32>().is_ok_and(|n| n < limit))
    };
    let fine = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(hours), Some(minutes), Some(seconds), None) => {
            within(hours, 24) && within(minutes, 60) && within(seconds, 60)
        }
        _ => false,
    };
    holds(fine, "a time is HH:MM:SS")
}

fn time_control(value: &str) -> Verdict {
    match TimeControl::parse(value) {
        Ok(WrittenControl::Words(control)) => Verdict::Understood(format!("plain words, read as {control}")),
        Ok(_) => Verdict::Fine,
        Err(fault) => Verdict::Broken(fault.to_string()),
    }
}
