//! The grammar of tag values: section 8 of the PGN standard, and the tags that FIDE and broadcasts add.

use chrono::NaiveDate;

use super::game::Game;
use super::{results, tag_values};
use crate::clock::{TimeControl, Written as WrittenControl};
use crate::scoresheet::{Outcome, Tag, tag_value};

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Not in the required form, but the meaning is clear.
    Understood(String),
    /// Cannot be read.
    Broken(String),
}

/// The form of a value.
struct Grammar {
    holds: fn(&[u8]) -> bool,
    /// The value in the right form, if it can be read in one way only.
    repair: fn(&[u8]) -> Option<String>,
    words: &'static str,
}

const DATE: Grammar = Grammar {
    holds: date,
    repair: tag_values::date,
    words: "a date is YYYY.MM.DD, with ? for what is not known",
};
const ROUND: Grammar = Grammar {
    holds: round,
    repair: tag_values::trimmed,
    words: "a round is a number, numbers with dots between, ? or -",
};
const ELO: Grammar = Grammar {
    holds: elo,
    repair: tag_values::trimmed,
    words: "a rating is a whole number of at most four digits",
};
const FIDE_ID: Grammar =
    Grammar { holds: fide_id, repair: tag_values::trimmed, words: "a FIDE number is digits only" };
const UTC_TIME: Grammar = Grammar { holds: utc_time, repair: tag_values::time, words: "a time is HH:MM:SS" };

/// The form of a result.
const RESULT: &str = "a result is 1-0, 0-1, 1/2-1/2 or *";

/// Calls `found` for each tag whose value breaks its grammar, with the value in the right form if there is one reading; of
/// several tags with one name, only the first counts.
/// All grammars are ASCII, so values are tested as raw bytes.
pub(super) fn judge(game: &Game<'_>, mut found: impl FnMut(Tag, Verdict, Option<String>)) {
    let (sheet, text) = (game.sheet, game.text);
    let mut judge = |tag: Option<Tag>, grammar: &Grammar| {
        if let Some(tag) = tag.filter(|tag| !(grammar.holds)(tag.value.of(text))) {
            let value = tag.value.of(text);
            let repair = (grammar.repair)(value).filter(|repaired| (grammar.holds)(repaired.as_bytes()));
            found(tag, Verdict::Broken(grammar.words.to_owned()), repair);
        }
    };
    judge(sheet.find_tag(text, "Date"), &DATE);
    judge(sheet.find_tag(text, "EventDate"), &DATE);
    judge(sheet.find_tag(text, "UTCDate"), &DATE);
    judge(sheet.find_tag(text, "Round"), &ROUND);
    judge(sheet.find_tag(text, "WhiteElo"), &ELO);
    judge(sheet.find_tag(text, "BlackElo"), &ELO);
    judge(sheet.find_tag(text, "WhiteFideId"), &FIDE_ID);
    judge(sheet.find_tag(text, "BlackFideId"), &FIDE_ID);
    judge(sheet.find_tag(text, "UTCTime"), &UTC_TIME);
    if let Some(tag) = sheet.find_tag(text, "Result")
        && let Some(verdict) = result(tag.value.of(text))
    {
        let made = results::made(game).and_then(|repair| repair.tag);
        let read = made.or_else(|| Outcome::read(tag_value(tag.value.of(text)).trim()));
        found(tag, verdict, read.map(|outcome| outcome.as_str().to_owned()));
    }
    if !game.control_is_formal
        && let Some(tag) = sheet.find_tag(text, "TimeControl")
        && let Some(verdict) = time_control(tag.value.of(text), game.time.control())
    {
        let understood = matches!(verdict, Verdict::Understood(_));
        let control = game.time.control().filter(|_| understood);
        found(tag, verdict, control.and_then(TimeControl::pgn));
    }
}

/// Whether a value is a date in PGN's form.
pub(super) fn is_date(value: &[u8]) -> bool {
    date(value)
}

/// The form of a tag's value, in words; `None` if any value is fine.
pub fn tag_form(name: &str) -> Option<&'static str> {
    Some(match name {
        "Date" | "EventDate" | "UTCDate" => DATE.words,
        "Round" => ROUND.words,
        "WhiteElo" | "BlackElo" => ELO.words,
        "WhiteFideId" | "BlackFideId" => FIDE_ID.words,
        "UTCTime" => UTC_TIME.words,
        "Result" => RESULT,
        _ => return None,
    })
}

fn date(value: &[u8]) -> bool {
    match *value {
        [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] => full_or_partial([y1, y2, y3, y4], [m1, m2], [d1, d2]),
        _ => false,
    }
}

fn full_or_partial(year: [u8; 4], month: [u8; 2], day: [u8; 2]) -> bool {
    // Fast path: every month has 28 days.
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

/// Whether two digits are a number from 1 to `most`.
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

fn round(value: &[u8]) -> bool {
    matches!(value, b"?" | b"-") || value.split(|b| *b == b'.').all(|part| !part.is_empty() && digits(part))
}

fn elo(value: &[u8]) -> bool {
    matches!(value, b"" | b"-" | b"?") || (value.len() <= 4 && digits(value))
}

fn fide_id(value: &[u8]) -> bool {
    matches!(value, b"" | b"-" | b"?") || (value.len() <= 10 && digits(value))
}

fn utc_time(value: &[u8]) -> bool {
    let within = |part: [u8; 2], limit: u32| part == *b"??" || number(&part).is_some_and(|n| n < limit);
    match *value {
        [h1, h2, b':', m1, m2, b':', s1, s2] => {
            within([h1, h2], 24) && within([m1, m2], 60) && within([s1, s2], 60)
        }
        _ => false,
    }
}

fn result(value: &[u8]) -> Option<Verdict> {
    if matches!(value, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
        return None;
    }
    let mut words = RESULT.to_owned();
    if let Some(outcome) = Outcome::read(&tag_value(value)) {
        words.extend(["; read as ", outcome.as_str()]);
    }
    Some(Verdict::Broken(words))
}

/// `control`: the time control of the game. If the tag has no unit, the clocks have decided it.
fn time_control(value: &[u8], control: Option<&TimeControl>) -> Option<Verdict> {
    match TimeControl::parse(&tag_value(value)) {
        Ok(WrittenControl::Formal(seconds)) => {
            control.filter(|control| **control != seconds).map(|control| {
                let words = format!(
                    "the clocks show that this is in minutes, and the tag has seconds; read as {control}"
                );
                Verdict::Understood(words)
            })
        }
        Ok(WrittenControl::Words(control)) => {
            Some(Verdict::Understood(format!("plain words, read as {control}")))
        }
        Ok(_) => None,
        Err(fault) => Some(Verdict::Broken(fault.to_string())),
    }
}
