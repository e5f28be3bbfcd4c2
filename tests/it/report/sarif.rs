//! SARIF against its published schema, and what code scanning relies on.

use flagfall::checks::{Finding, Severity};
use flagfall::report::Settings;
use serde_json::Value;

use crate::outside;

use super::findings::{CHECKS, encoding, illegal_move, run, written};

fn settings() -> Settings<'static> {
    Settings { checks: &CHECKS, ..Settings::default() }
}

fn results(log: &str) -> Vec<Value> {
    let log: Value = serde_json::from_str(log).unwrap();
    log["runs"][0]["results"].as_array().unwrap().clone()
}

fn fingerprints(findings: &[Finding]) -> Vec<String> {
    let log = written("sarif", &settings(), &mut |report, _| {
        findings.iter().for_each(|finding| report.finding(finding).unwrap());
    });
    let text = |result: &Value| result["partialFingerprints"]["flagfall/v1"].as_str().unwrap().to_owned();
    results(&log).iter().map(text).collect()
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn validates_against_the_published_schema() {
    let schema = std::fs::read(outside::cases("schemas/sarif-schema-2.1.0.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
    let empty = written("sarif", &settings(), &mut |_, _| ());
    for log in [run("sarif", &settings()), empty] {
        let log: Value = serde_json::from_str(&log).unwrap();
        let faults: Vec<String> = validator.iter_errors(&log).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
    assert!(!validator.is_valid(&serde_json::json!({"version": "2.1.0", "runs": [{}]})));
}

/// What checkers of SARIF ask for beside the schema: a rule's name differs from its id in more than capitals, and the tool has an
/// address.
#[test]
fn names_its_rules_and_where_it_comes_from() {
    let checks = flagfall::checks::ALL;
    let log = written("sarif", &Settings { checks, ..Settings::default() }, &mut |_, _| ());
    let log: Value = serde_json::from_str(&log).unwrap();
    let driver = &log["runs"][0]["tool"]["driver"];
    let home = (!env!("CARGO_PKG_REPOSITORY").is_empty()).then_some(env!("CARGO_PKG_REPOSITORY"));
    assert_eq!(
        driver["informationUri"].as_str(),
        home,
        "the address is the one that the manifest names, or none"
    );
    let rules = driver["rules"].as_array().unwrap();
    assert_eq!(rules.len(), checks.len());
    for rule in rules {
        let (id, name) = (rule["id"].as_str().unwrap(), rule["name"].as_str().unwrap());
        assert!(!name.eq_ignore_ascii_case(id) && name.starts_with(char::is_uppercase), "{id}: {name}");
    }
}

#[test]
fn keeps_the_worst_five_thousand() {
    let many = 6_000;
    let mut left_out = None;
    let log = written("sarif", &settings(), &mut |report, _| {
        let mut finding = encoding();
        for ply in 0..many {
            (finding.ply, finding.severity) = (Some(ply), Severity::Info);
            report.finding(&finding).unwrap();
        }
        for ply in 0..10 {
            (finding.ply, finding.severity) = (Some(ply), Severity::Warning);
            report.finding(&finding).unwrap();
            report.finding(&illegal_move()).unwrap();
        }
        left_out = report.left_out();
    });
    assert_eq!(
        left_out.as_deref(),
        Some("SARIF holds the worst 5,000 of 6,020 findings, as code scanning takes no more")
    );
    let results = results(&log);
    let count = |level: &str| results.iter().filter(|result| result["level"] == level).count();
    assert_eq!((count("error"), count("warning"), count("note")), (10, 10, 4_980));
    assert_eq!((&results[0]["level"], &results[10]["level"]), (&"error".into(), &"warning".into()));
    let plies: Vec<u64> =
        results[20..].iter().map(|result| result["properties"]["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, (0..4_980).collect::<Vec<u64>>(), "the first in file order are kept");
}

#[test]
fn fingerprints_stay_when_the_file_changes() {
    let before = fingerprints(&[illegal_move(), encoding(), illegal_move()]);
    let mut other = illegal_move();
    other.white = Some("Somebody else".into());
    let mut moved = illegal_move();
    (moved.line, moved.offset, moved.game) = (Some(4_000), Some(99_999), Some(170));
    let after = fingerprints(&[other, moved, encoding(), illegal_move()]);
    assert_eq!(after.len(), 4);
    assert_eq!(before[..], after[1..], "an added game changes no other");
    assert!(before[0].ends_with(":1") && before[1].ends_with(":2"), "{before:?}");
    assert_eq!(before[0].split(':').next(), before[1].split(':').next());
}
