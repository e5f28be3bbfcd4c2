//! What rests on the articles of each ruleset: checks and incident kinds.

use std::collections::BTreeSet;
use std::sync::Arc;

use flagfall::case::KINDS;
use flagfall::checks;
use flagfall::chrono::NaiveDate;
use flagfall::ruleset::{Rules, Supervision};

use crate::golden_cases::LIBRARY;

/// What the replay and the logs find without an incident.
const FOUND: [&str; 5] = ["checkmate", "stalemate", "dead-position", "fivefold", "seventy-five"];

/// All rulesets under both supervisions.
fn all() -> impl Iterator<Item = Arc<Rules>> {
    let under = |id: &str| {
        let ruleset = LIBRARY.get(id).unwrap();
        [Supervision::Full, Supervision::Limited].map(|s| ruleset.at(NaiveDate::MAX, s))
    };
    LIBRARY.ids().into_iter().flat_map(move |id| under(&id))
}

/// The checks that the articles of any ruleset back.
fn backed() -> BTreeSet<Arc<str>> {
    let of = |rules: Arc<Rules>| {
        rules.articles().into_iter().flat_map(|(_, article)| article.backs.clone()).collect::<Vec<_>>()
    };
    all().flat_map(of).collect()
}

#[test]
fn a_check_that_rests_on_articles_in_one_edition_does_in_all() {
    let without = [
        ("illegal-position", "fide-2009"), // no such article yet
        ("illegal-position", "uscf-7"),
        ("missed-automatic-draw", "fide-2009"),
        ("missed-automatic-draw", "uscf-7"), // the director may, but need not
    ];
    let backed = backed();
    assert!(backed.len() >= 17, "{backed:?}");
    for rules in all() {
        for check in &backed {
            let excused = without.iter().any(|(c, edition)| **check == **c && rules.id.starts_with(edition));
            assert_eq!(rules.articles_backing(check).is_empty(), excused, "{}: {check}", rules.id);
        }
    }
}

#[test]
fn every_incident_kind_has_its_articles() {
    for rules in all() {
        for kind in KINDS.iter().map(|row| row.name).chain(FOUND).filter(|kind| *kind != "seventy-five") {
            let us = *rules.family == *"uscf";
            let excused =
                (kind == "equipment" && us) || (kind == "fivefold" && rules.id.starts_with("fide-2009"));
            assert_eq!(rules.articles_governing(kind).is_empty(), excused, "{}: {kind}", rules.id);
        }
    }
}

#[test]
fn backs_and_governs_name_nothing_unknown() {
    for check in backed() {
        assert!(checks::find(&check).is_some(), "an article backs {check}");
    }
    for rules in all() {
        for (number, article) in rules.articles() {
            for kind in &article.governs {
                let known = KINDS.iter().any(|row| row.name == &**kind) || FOUND.contains(&&**kind);
                assert!(known, "{} {number} governs {kind}", rules.id);
            }
        }
    }
}
