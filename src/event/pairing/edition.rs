//! The editions of the rules: from which day each was in force, and which of them an event was paired by.

use chrono::NaiveDate;

use super::round::Rules;
use crate::event::Event;

/// An edition of the Dutch system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edition {
    /// The rules that it has.
    pub rules: Rules,
    /// Its short name: `2017`.
    pub year: &'static str,
    /// Its name in findings.
    pub id: &'static str,
    /// Title.
    pub title: &'static str,
    /// The chapter of the FIDE Handbook.
    pub source: &'static str,
    /// Year, month and day from which on it was in force.
    from: (i32, u32, u32),
    /// The types of `192` that name it.
    types: &'static [&'static str],
}

/// All editions, the oldest first. An event that began before the first of them is judged by the absolute criteria alone.
pub const EDITIONS: [Edition; 2] = [
    Edition {
        rules: Rules::Dutch2017,
        year: "2017",
        id: "dutch-2017",
        title: "FIDE (Dutch) System, July 2017 to January 2026",
        source: "FIDE Handbook C.04.3, approved in Baku 2016, with the additions of Goynuk 2017",
        from: (2017, 7, 1),
        types: &[],
    },
    Edition {
        rules: Rules::Dutch2026,
        year: "2026",
        id: "dutch-2026",
        title: "FIDE (Dutch) System, from February 2026",
        source: "FIDE Handbook C.04.3, approved on 28 October 2025",
        from: (2026, 2, 1),
        types: &["DUTCH_2025", "DUTCH_2026"],
    },
];

impl Edition {
    /// The day from which on it was in force.
    pub fn in_force_from(&self) -> Option<NaiveDate> {
        let (year, month, day) = self.from;
        NaiveDate::from_ymd_opt(year, month, day)
    }
}

impl Rules {
    /// The edition that has these rules.
    pub fn edition(self) -> &'static Edition {
        self.pick([&EDITIONS[0], &EDITIONS[1]])
    }
}

/// The edition that applies to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Applies {
    /// The rules.
    pub rules: Rules,
    /// The event began in the time of one of the editions.
    pub covered: bool,
    /// The date of the event is unknown: the last edition is assumed.
    pub assumed: bool,
}

/// The edition that was asked for, else the one that the file names, else that of the event's first day.
pub fn applies(event: &Event, asked: Option<Rules>) -> Applies {
    let certain = |rules| Applies { rules, covered: true, assumed: false };
    if let Some(rules) = asked.or_else(|| named(event)) {
        return certain(rules);
    }
    let of_rounds = || event.round_dates.iter().filter_map(|date| date.day).min();
    let Some(day) = event.first_day.or_else(of_rounds) else {
        return Applies { rules: EDITIONS[1].rules, covered: true, assumed: true };
    };
    let in_force = |edition: &&Edition| edition.in_force_from().is_some_and(|from| from <= day);
    match EDITIONS.iter().rev().find(in_force) {
        Some(edition) => certain(edition.rules),
        None => Applies { rules: EDITIONS[0].rules, covered: false, assumed: false },
    }
}

fn named(event: &Event) -> Option<Rules> {
    let text = event.record("192")?.text.to_ascii_uppercase();
    let edition = EDITIONS.iter().find(|edition| edition.types.iter().any(|name| text.contains(name)))?;
    Some(edition.rules)
}
