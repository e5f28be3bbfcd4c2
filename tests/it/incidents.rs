//! The manual of rulings knows every decision that comes out, whatever the ruleset.

use std::collections::BTreeSet;

use flagfall::rulings::{Decision, manual};

use crate::golden_cases::{FIDE_2009_RAPID, OWN, USCF_7_BLITZ};

#[test]
fn every_decision_that_comes_out_is_in_the_manual() {
    let mut unknown = BTreeSet::new();
    // The case's own ruleset, and two in which most else is different.
    for ruled in [&OWN, &FIDE_2009_RAPID, &USCF_7_BLITZ].iter().flat_map(|under| under.all()) {
        for ruling in &ruled.ruled.rulings {
            // After the end of the game everything stands.
            let known = ruling.decision == Decision::Stands
                || manual::entry(ruling.kind).is_some_and(|entry| entry.decisions.contains(&ruling.decision));
            if !known {
                let from = ruled.case.path.display();
                unknown.insert(format!("{} {} ({from})", ruling.kind, ruling.decision.word()));
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}
