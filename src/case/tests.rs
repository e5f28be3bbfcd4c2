#![allow(clippy::unwrap_used)]

use super::*;

fn read(text: &str) -> Result<Case, String> {
    let load = |path: &str| -> Result<Loaded, String> {
        match path {
            "log.csv" => Ok(Loaded {
                name: path.into(),
                bytes: b"ply,by,kind,move,pressed\n4,white,illegal-move,Nf3,\n5,black,touch,,no\n".to_vec(),
            }),
            "game.pgn" => Ok(Loaded { name: path.into(), bytes: b"1. e4 e5 *".to_vec() }),
            _ => Err("there is no such file".to_owned()),
        }
    };
    Case::parse(&"case.toml".into(), text, &load).map_err(|fault| fault.to_string())
}

fn fault(text: &str) -> String {
    read(text).unwrap_err()
}

#[test]
fn a_whole_case_is_read() {
    let case = read(
        r#"
title = "Second illegal move"
ruleset = "fide-2023-blitz"
time_control = "180+2"
supervision = "limited"
date = 2024-05-01
moves = "1. e4 e5 2. Ke2"
[regulations]
default_time = 1800
variations = ["14H", "10I2-I"]
[[incident]]
ply = 12
by = "white"
kind = "touch"
squares = "e2 d5"
pressed = false
note = "free text"
"#,
    )
    .unwrap();
    assert_eq!(case.title.as_deref(), Some("Second illegal move"));
    assert_eq!(case.date.unwrap().text, "2024-05-01");
    assert_eq!(case.regulations.variations.len(), 2);
    let incident = &case.incidents[0];
    assert_eq!((incident.ply, incident.noticed, incident.kind), (12, 12, Kind::Touch));
    assert_eq!(incident.noticed_by, Noticed::Opponent);
    assert_eq!(incident.squares, [shakmaty::Square::E2, shakmaty::Square::D5]);
    assert!(!incident.pressed());
}

#[test]
fn a_log_under_the_key_of_tables_is_refused() {
    let fault = fault("incident = \"log.csv\"\n");
    assert!(fault.contains("write [[incident]]") && fault.contains("`incidents`"), "{fault}");
}

#[test]
fn nothing_at_all_is_the_initial_position() {
    let case = read("").unwrap();
    assert!(matches!(case.record, Record::None));
    assert!(case.incidents.is_empty());
}

#[test]
fn pressed_is_taken_as_true_but_for_claims() {
    let incident = |kind: &str| {
        let text = format!("[[incident]]\nply = 0\nby = \"white\"\nkind = \"{kind}\"\n");
        read(&text).unwrap().incidents.remove(0)
    };
    assert!(incident("illegal-move").pressed());
    assert!(!incident("claim-fifty").pressed());
}

#[test]
fn every_fault_has_its_line_its_key_and_what_to_do() {
    for (text, says) in [
        ("titel = \"x\"", "case.toml:1:1: `titel`: a case has no such key; did you mean `title`?"),
        ("title = 3", "case.toml:1:9: `title`: expected text in quotes, found a whole number"),
        ("title = \"x", "case.toml:1:"),
        ("fen = \"8/8 w\"\nscoresheet = \"game.pgn\"", "the game is given twice"),
        (
            "scoresheet = \"nowhere.pgn\"",
            "case.toml:1:14: `scoresheet`: nowhere.pgn cannot be read: there is no such file",
        ),
        ("supervision = \"some\"", "\"some\" is neither full nor limited"),
        ("date = \"1.5.24\"", "\"1.5.24\" is not a date; write it as 2024-05-01"),
        ("[regulations]\nphone = \"ban\"", "\"ban\" is none of loss, half-point, warning, time"),
        (
            "[regulations]\ndefault = 3",
            "case.toml:2:1: `default`: [regulations] has no such key; did you mean `default_time`?",
        ),
        ("[[incident]]\nply = 3\nby = \"white\"", "`kind`: is missing; say what happened"),
        (
            "[[incident]]\nply = 3\nby = \"white\"\nkind = \"ilegal-move\"",
            "case.toml:4:8: `kind`: \"ilegal-move\" is no kind of incident; did you mean `illegal-move`?",
        ),
        (
            "[[incident]]\nply = 3\nnoticed = 2\nby = \"white\"\nkind = \"resign\"",
            "case.toml:3:11: `noticed`: 2 half-moves when it was noticed, and 3 when it happened",
        ),
        ("[[incident]]\nply = -1\nby = \"white\"\nkind = \"resign\"", "`ply`: -1 is not a number from 0 up"),
        ("[[incident]]\nply = 1\nkind = \"resign\"", "`by`: is missing; white or black"),
        (
            "[[incident]]\nply = 1\nby = \"arbiter\"\nkind = \"resign\"",
            "only a player can be the one of `resign`",
        ),
        (
            "[[incident]]\nply = 1\nby = \"green\"\nkind = \"resign\"",
            "\"green\" is none of white, black, arbiter, other",
        ),
        (
            "[[incident]]\nply = 1\nby = \"white\"\nkind = \"touch\"",
            "`squares`: is missing; `touch` cannot be ruled on without it",
        ),
        (
            "[[incident]]\nply = 1\nby = \"white\"\nkind = \"touch\"\nsquares = \"e9\"",
            "\"e9\" is not a square",
        ),
        (
            "[[incident]]\nply = 1\nby = \"other\"\nkind = \"both-flags\"\nvalue = \"white\"",
            "\"white\" is not a value of `both-flags`; known: white-first, black-first, unknown",
        ),
        (
            "[[clock]]\nevnt = \"start\"",
            "case.toml:2:1: `evnt`: a clock event has no such key; did you mean `event`?",
        ),
        (
            "incidents = \"log.csv\"\n[[incident]]\nply = 0\nby = \"white\"\nkind = \"resign\"",
            "incidents stand in this file already",
        ),
    ] {
        let found = fault(text);
        assert!(found.contains(says), "{text}\n  {found}\n  {says}");
    }
}

#[test]
fn an_incident_log_has_the_same_faults_at_its_own_lines() {
    assert_eq!(
        fault("incidents = \"log.csv\""),
        "log.csv:3: `squares`: is missing; `touch` cannot be ruled on without it"
    );
}

#[test]
fn a_broken_expectation_does_not_keep_a_case_from_being_ruled_on() {
    let case = read("[expected]\nresuld = \"1-0\"").unwrap();
    assert!(case.expected.unwrap().is_err());
}

#[test]
fn every_kind_has_one_row() {
    for row in KINDS {
        assert_eq!(Kind::named(row.name), Some(row.kind));
        assert_eq!(row.kind.name(), row.name);
    }
    assert_eq!(KINDS.len(), 44);
}

#[test]
fn rows_of_one_game_are_picked_from_a_log_of_several() {
    let record = ClockRecord {
        file: "log.csv".into(),
        csv: "game,event,ply\n1,start,0\n2,start,0\n2,stop,4\n".to_owned(),
        lines: None,
    };
    let second = record.of_game(2);
    assert_eq!(second.csv, "event,ply\nstart,0\nstop,4\n");
    assert_eq!(second.lines, Some(vec![1, 3, 4]));
}
