//! Tests of the files against the published texts, edition by edition; of the choice; and of the messages for
//! a faulty file.

mod articles;
mod choice;
mod editions;
mod faults;
mod inheritance;
mod schema;
mod us_chess;

use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;

use super::*;

/// A date from its parts.
fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

/// The built-in rulesets, loaded once for all tests.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::built_in)
}

/// The rules of a built-in ruleset with all amendments.
fn rules(id: &str, supervision: Supervision) -> Arc<Rules> {
    library().get(id).unwrap().at(NaiveDate::MAX, supervision)
}

const YEARS: [u32; 5] = [2009, 2014, 2017, 2018, 2023];
const SPEEDS: [&str; 3] = ["standard", "rapid", "blitz"];
const US_SPEEDS: [&str; 3] = ["regular", "quick", "blitz"];

/// The ids of all built-in rulesets.
fn ids() -> Vec<String> {
    let fide = YEARS.iter().flat_map(|year| SPEEDS.iter().map(move |speed| format!("fide-{year}-{speed}")));
    fide.chain(US_SPEEDS.iter().map(|speed| format!("uscf-7-{speed}"))).collect()
}

#[test]
fn the_built_in_rulesets_are_those_of_the_contract_and_load() {
    let library = library();
    let mut known: Vec<String> = library.ids().iter().map(|id| id.to_string()).collect();
    known.sort();
    let mut named = ids();
    named.sort();
    assert_eq!(known, named);
    for id in named {
        if let Err(why) = library.get(&id) {
            panic!("{id}: {why}");
        }
    }
}

#[test]
fn the_built_in_files_are_without_fault_as_those_of_a_user() {
    for id in ids() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("rulesets/{id}.toml"));
        let read = |path: &std::path::Path| std::fs::read_to_string(path);
        if let Err(why) = library().load(&file, &read) {
            panic!("{id}: {why}");
        }
    }
}

#[test]
fn an_edition_names_all_its_speeds() {
    let library = library();
    assert_eq!(library.ids_named("fide-2023").len(), 3);
    assert_eq!(library.ids_named("uscf-7").len(), 3);
    assert_eq!(library.ids_named("fide-2023-blitz").len(), 1);
    assert!(library.ids_named("fide-2020").is_empty());
}

#[test]
fn the_dates_follow_one_another() {
    let library = library();
    let last = |id: &str| library.last_day(&library.get(id).unwrap());
    assert_eq!(last("fide-2009-standard"), Some(day(2014, 6, 30)));
    assert_eq!(last("fide-2014-blitz"), Some(day(2017, 6, 30)));
    assert_eq!(last("fide-2017-rapid"), Some(day(2017, 12, 31)));
    assert_eq!(last("fide-2018-rapid"), Some(day(2022, 12, 31)));
    assert_eq!(last("fide-2023-rapid"), None);
    assert_eq!(last("uscf-7-blitz"), None);
    let known: Vec<_> = library.known_until().collect();
    assert_eq!(known, [("fide", day(2026, 12, 31)), ("uscf", day(2026, 12, 31))]);
}
