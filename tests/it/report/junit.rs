//! JUnit read back with its own crate.

use flagfall::checks::Severity;
use flagfall::report::{GameDone, Settings};
use quick_junit::{Report, TestCase, TestCaseStatus};

use super::findings::{illegal_move, run, written};

const FILE: &str = "games/round 3.pgn";

fn game(number: u64) -> GameDone<'static> {
    GameDone { file: FILE, number, round: None, white: Some("A"), black: None }
}

fn failed(case: &TestCase) -> bool {
    matches!(case.status, TestCaseStatus::NonSuccess { .. })
}

#[test]
fn a_suite_a_file_and_a_case_a_game() {
    let report = Report::deserialize_from_str(&run("junit", &Settings::default())).unwrap();
    let suites: Vec<(&str, usize)> =
        report.test_suites.iter().map(|suite| (suite.name.as_str(), suite.test_cases.len())).collect();
    assert_eq!(suites, [(FILE, 2), ("old.pgn", 1), ("open.trf", 1)]);
    assert_eq!((report.tests, report.failures, report.errors), (4, 1, 0));
    let TestCaseStatus::NonSuccess { ty, message, .. } = &report.test_suites[0].test_cases[0].status else {
        panic!("the first game has failed");
    };
    assert_eq!(ty.as_ref().unwrap().as_str(), "illegal-move");
    assert_eq!(message.as_ref().unwrap().as_str(), "29. Nf6: no white knight can reach f6");
}

#[test]
fn fails_from_the_severity_that_was_asked_for() {
    for (fail_on, failures) in [(None, 0), (Some(Severity::Warning), 2), (Some(Severity::Info), 3)] {
        let report = run("junit", &Settings { fail_on, ..Settings::default() });
        let report = Report::deserialize_from_str(&report).unwrap();
        assert_eq!((report.tests, report.failures), (4, failures), "{fail_on:?}");
    }
}

#[test]
fn a_large_file_has_its_failed_games_only() {
    for (games, cases) in [(10_000, 10_000), (10_001, 3)] {
        let output = written("junit", &Settings::default(), &mut |report, _| {
            for number in 1..=games {
                let mut finding = illegal_move();
                finding.game = Some(number);
                if number % 4_000 == 0 {
                    report.finding(&finding).unwrap();
                    report.finding(&finding).unwrap();
                } else if number % 3_000 == 0 {
                    finding.severity = Severity::Info;
                    report.finding(&finding).unwrap();
                }
                report.game(&game(number)).unwrap();
            }
            let mut late = illegal_move();
            (late.game, late.severity) = (Some(7), Severity::Error);
            if games > 10_000 {
                report.finding(&late).unwrap();
            }
        });
        let report = Report::deserialize_from_str(&output).unwrap();
        assert_eq!(report.test_suites.len(), 1);
        let suite = &report.test_suites[0];
        assert_eq!((suite.test_cases.len(), suite.tests, report.tests), (cases, cases, cases));
        let failures = suite.test_cases.iter().filter(|case| failed(case)).count();
        assert_eq!((suite.failures, report.failures), (failures, failures));
    }
}

#[test]
fn what_comes_after_its_game_has_a_case_of_its_own() {
    let output = written("junit", &Settings::default(), &mut |report, _| {
        for number in 17..=18 {
            report.game(&game(number)).unwrap();
        }
        report.finding(&illegal_move()).unwrap();
        report.game(&game(19)).unwrap();
    });
    let report = Report::deserialize_from_str(&output).unwrap();
    let cases = &report.test_suites[0].test_cases;
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(
        names,
        ["game 17: A – ?", "game 18: A – ?", "game 19: A – ?", "game 17, round 3.2: Đurić, Ana – Doe, Jane"]
    );
    assert_eq!(cases.iter().map(failed).collect::<Vec<_>>(), [false, false, false, true]);
}

#[test]
fn nothing_read_is_no_suite() {
    let report = Report::deserialize_from_str(&written("junit", &Settings::default(), &mut |_, _| ()));
    assert_eq!((report.as_ref().unwrap().tests, report.unwrap().test_suites.len()), (0, 0));
}
