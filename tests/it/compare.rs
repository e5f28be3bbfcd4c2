//! The same facts under two rulesets: the rules that make the difference are found, no more and no fewer.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What `--compare` says of a case, a ruleset after the other.
fn compared(case: &str, rulesets: &str) -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings").join(case);
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .arg("adjudicate")
        .arg(file)
        .args(["--today", "2026-09-01", "--format", "json", "--compare", rulesets])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let whole: Value = serde_json::from_slice(&output.stdout).unwrap();
    whole["cases"].as_array().unwrap().clone()
}

/// The keys that make the second of two rulesets rule otherwise, with its values.
fn difference(case: &str, rulesets: &str) -> Vec<(String, Value)> {
    let second = compared(case, rulesets)[1]["difference"].clone();
    let keys = second.as_array().unwrap_or_else(|| panic!("{case} {rulesets}: {second}")).iter();
    keys.map(|key| (key["key"].as_str().unwrap().to_owned(), key["value"].clone())).collect()
}

#[test]
fn the_rule_that_makes_the_difference_is_named() {
    for (case, rulesets, key, value) in [
        // Two minutes in 2009, one in later blitz; US blitz loses at once; both count the same faults.
        (
            "illegal-move/illegal-pinned-knight-captures.toml",
            "fide-2009-standard,fide-2018-blitz",
            "illegal_move.bonus",
            60.into(),
        ),
        (
            "illegal-move/illegal-pinned-knight-captures.toml",
            "fide-2018-blitz,uscf-7-blitz",
            "illegal_move.lose_on",
            1.into(),
        ),
        (
            "ending/resigns-against-bare-king.toml",
            "fide-2018-standard,fide-2023-standard",
            "resignation.helpless",
            "draw".into(),
        ),
        (
            "set-up/colours-reversed-2009.toml",
            "fide-2009-standard,fide-2023-standard",
            "colours.restart_before",
            10.into(),
        ),
        (
            "conduct/phone-in-pocket-rings.toml",
            "fide-2023-standard,uscf-7-regular",
            "devices.sound",
            "time-then-loss".into(),
        ),
        (
            "arrival/late-default-time-unspecified.toml",
            "fide-2023-standard,uscf-7-regular",
            "arrival.default_time",
            3600.into(),
        ),
    ] {
        let found = difference(case, rulesets);
        let named = found.iter().find(|(name, _)| name == key);
        assert_eq!(named.map(|(_, value)| value), Some(&value), "{case} {rulesets}: {found:?}");
    }
}

#[test]
fn rulesets_that_agree_have_no_difference() {
    let found = difference("flag/two-knights-flag.toml", "fide-2018-standard,fide-2023-standard");
    assert_eq!(found, []);
}

#[test]
fn one_missing_rule_is_enough_where_one_is_named() {
    let found = difference("ending/resigns-against-bare-king.toml", "fide-2018-standard,fide-2023-standard");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn the_first_ruleset_has_nothing_to_differ_from() {
    let cases = compared("ending/resigns-against-bare-king.toml", "fide-2018-standard,fide-2023-standard");
    assert_eq!(cases[0].get("difference"), None);
    assert_eq!((&cases[0]["result"], &cases[1]["result"]), (&"1-0".into(), &"1/2-1/2".into()));
}

/// The table is for people: a column a ruleset, both values in one row.
#[test]
fn the_difference_is_told_by_what_the_articles_say() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/rulings/illegal-move/illegal-pinned-knight-captures.toml");
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .arg("adjudicate")
        .arg(file)
        .args(["--format", "markdown", "--compare", "fide-2009-standard,fide-2018-standard,fide-2018-blitz"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let after = text.split_once("## What makes the difference").unwrap().1;
    for line in [
        "  - **fide-2009-standard:** 120 (7.4.b: ",
        "  - **fide-2018-standard:** 120 (7.5.5: ",
        "  - **fide-2018-blitz:** 60 (7.5.5",
    ] {
        assert!(after.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
}
