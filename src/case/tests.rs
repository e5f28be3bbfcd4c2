#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use crate::scoresheet::LARGEST_GAME;

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
        ("supervision = \"some\"", "\"some\" is none of full, limited; write full or limited"),
        ("date = \"1.5.24\"", "\"1.5.24\" is not a date; write it as 2024-05-01"),
        ("[regulations]\nphone = \"ban\"", "\"ban\" is none of loss, half-point, warning, time"),
        (
            "[regulations]\ndefault = 3",
            "case.toml:2:1: `default`: [regulations] has no such key; did you mean `default_time`?",
        ),
        ("[[incident]]\nply = 3\nby = \"white\"", "`kind`: is missing; say what happened"),
        (
            "[[incident]]\nply = 3\nby = \"white\"\nkind = \"ilegal-move\"",
            "case.toml:4:8: `kind`: \"ilegal-move\" is not a kind of incident; did you mean `illegal-move`?",
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
            "\"white\" is not a value of `both-flags`; did you mean `white-first`?",
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
    assert_eq!(KINDS.len(), 47);
}

#[test]
fn faults_of_clock_tables_are_at_their_own_lines() {
    let head =
        "[[clock]]\nevent = \"start\"\nwhite = \"0:05:00\"\nply = 4\n\n[[clock]]\nevent = \"reading\"\n";
    for (text, says) in [
        ("side = \"white\"\nblack = \"5 o'clock\"", "case.toml:9:1: black: `5 o'clock` is not a display"),
        ("white = \"\"\nply = 2", "case.toml:9:1: ply: fewer half-moves than in line 1"),
        ("colour = \"white\"", "case.toml:8:1: `colour`: a clock event has no such key"),
        ("ply = \"x\"", "case.toml:8:7: `ply`: `x` is not a number of half-moves"),
    ] {
        let fault = fault(&format!("{head}{text}\n"));
        assert!(fault.starts_with(says), "{fault}");
    }
}

#[test]
fn a_file_of_another_kind_is_refused_without_its_lines() {
    let load = |path: &str| -> Result<Loaded, String> {
        let bytes = match path {
            "shadow" => "root:$6$abcdefgh$0123456789:19000:0:99999:7:::\nbin:*:19000:0:99999:7:::\n",
            "key" => {
                "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\nAAAAAAABAAAB\n"
            }
            "env" => "SECRET_TOKEN=abcdef123456\nDB_PASSWORD=e4e5g1f3\nUSER=root\n",
            "secret.csv" => "secret,token\nabc,def\n",
            "de.txt" => "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6",
            "descriptive.txt" => "1. P-K4 P-K4 2. KtxP PxKt 3. O-O B-QKt5ch",
            _ => "",
        };
        Ok(Loaded { name: path.into(), bytes: bytes.into() })
    };
    let read = |key: &str, path: &str| {
        Case::parse(&"case.toml".into(), &format!("{key} = \"{path}\"\n"), &load)
            .map_err(|fault| fault.to_string())
    };
    for path in ["shadow", "key", "env", "secret.csv"] {
        for key in ["scoresheet", "white_scoresheet", "clock", "incidents"] {
            let fault = read(key, path).unwrap_err();
            for part in ["root", "abc", "b3B", "secret,", "token", "SECRET", "OPENSSH"] {
                assert!(!fault.contains(part), "{key}: {fault}");
            }
        }
    }
    for path in ["de.txt", "descriptive.txt", "empty.pgn"] {
        assert!(read("scoresheet", path).is_ok(), "{path}");
    }
}

#[test]
fn times_and_dates_as_people_write_them() {
    let incident = |time: &str| {
        read(&format!("[[incident]]\nply = 0\nby = \"white\"\nkind = \"late-arrival\"\nseconds = {time}\n"))
            .map(|case| case.incidents[0].seconds.unwrap())
    };
    for (time, seconds) in [
        ("45", 45),
        ("\"0:45\"", 45),
        ("\"38:00\"", 2280),
        ("\"1:02:03\"", 3723),
        ("\"45 s\"", 45),
        ("\"2 min\"", 120),
        ("\"-0:30\"", -30),
    ] {
        assert_eq!(incident(time).unwrap(), seconds, "{time}");
    }
    for time in ["\"45\"", "\"soon\"", "\"1:75\"", "\"0:00:01.5\""] {
        assert!(incident(time).unwrap_err().contains("write 45 (seconds), \"0:45\""), "{time}");
    }
    let case = read("[regulations]\ndefault_time = \"30 min\"\n").unwrap();
    assert_eq!(case.regulations.default_time.unwrap().0, 1800);

    let date = |date: &str| read(&format!("date = {date}\n")).map(|case| case.date.unwrap().text);
    for (written, day) in [
        ("\"12.04.2025\"", "2025-04-12"),
        ("\"1.7.2017\"", "2017-07-01"),
        ("\"2025.04.12\"", "2025-04-12"),
        ("\"2025-04-??\"", "2025-04-??"),
        ("2025-04-12", "2025-04-12"),
    ] {
        assert_eq!(date(written).unwrap(), day);
    }
    for written in ["12/4/2025", "25/4/2025", "4/12/25"] {
        assert!(
            date(&format!("\"{written}\"")).unwrap_err().contains("a day and a month, or a month and a day")
        );
    }
    for written in ["31.4.2025", "12.4.25", "yesterday"] {
        assert!(date(&format!("\"{written}\"")).unwrap_err().contains("is not a date"), "{written}");
    }
}

#[test]
fn a_game_above_the_limit_is_refused() {
    let game = |length: usize| format!("1. e4 e5 *{}", " ".repeat(length - 10)).into_bytes();
    for (length, refused) in [(LARGEST_GAME, false), (LARGEST_GAME + 1, true)] {
        let load = |name: &str| Ok(Loaded { name: name.into(), bytes: game(length) });
        let read = Case::parse(&"case.toml".into(), "scoresheet = \"a.pgn\"", &load);
        let said = read.err().map(|fault| fault.to_string());
        let why = "case.toml:1:1: `scoresheet`: the game has 8388609 bytes, above the limit of 8388608; it is not read";
        assert_eq!(said.as_deref(), refused.then_some(why));
        let sheet = Loaded { name: "a.pgn".into(), bytes: game(length) };
        assert_eq!(Case::of_game(sheet, None, None, 1).is_err(), refused);
    }
}

#[test]
fn closed_words_are_read_in_any_case_and_the_nearest_is_named() {
    let head = "[[incident]]\nply = 0\n";
    let case = read(&format!("supervision = \"FULL\"\n{head}kind = \"Touch\"\nby = \"WHITE\"\nnoticed_by = \"Arbiter\"\nsquares = \"E2\"\nvalue = \"ADJUST\"\n"))
        .unwrap();
    assert_eq!((case.incidents[0].kind, case.incidents[0].by), (Kind::Touch, Who::White));
    assert_eq!(case.incidents[0].value.as_deref(), Some("adjust"));
    assert_eq!(case.supervision.unwrap().text, "full");
    for (text, says) in [
        (format!("{head}kind = \"flag\"\n"), "did you mean `flag-fall`?"),
        (format!("{head}kind = \"phone\"\n"), "did you mean `phone-rang`?"),
        (format!("{head}kind = \"3-fold\"\n"), "did you mean `claim-threefold`?"),
        (format!("{head}kind = \"Fallen flag\"\n"), "did you mean `flag-fall`?"),
        (format!("{head}kind = \"castling\"\n"), "did you mean `illegal-move`?"),
        (format!("{head}kind = \"mobile\"\n"), "did you mean `phone-rang`?"),
        (format!("{head}kind = \"absent\"\n"), "did you mean `late-arrival`?"),
        (
            format!("{head}kind = \"Stalemate\"\n"),
            "the record shows it: a case with the moves needs no incident",
        ),
        (format!("{head}kind = \"xyz\"\n"), "`flagfall explain --kind incident` lists the kinds"),
        (format!("{head}kind = \"ilegal move\"\n"), "did you mean `illegal-move`?"),
        (format!("{head}kind = \"resign\"\nby = \"whte\"\n"), "did you mean `white`?"),
        (format!("{head}kind = \"resign\"\nby = \"B\"\n"), "did you mean `black`?"),
        (format!("{head}kind = \"resign\"\nby = \"schwarz\"\n"), "write white or black or arbiter or other"),
        (
            format!("{head}kind = \"touch\"\nby = \"white\"\nsquares = \"e2\"\nvalue = \"adjusted\"\n"),
            "did you mean `adjust`?",
        ),
        ("[regulations]\nphone = \"halfpoint\"\n".to_owned(), "did you mean `half-point`?"),
        ("supervision = \"limitted\"\n".to_owned(), "did you mean `limited`?"),
        ("[[incidents]]\nply = 1\n".to_owned(), "did you mean [[incident]], one for each?"),
    ] {
        let fault = fault(&text);
        assert!(fault.contains(says), "{fault}");
    }
}

#[test]
fn files_may_stand_in_the_case() {
    let case = read(
        "scoresheet = \"game.pgn\"\nclock = \"c.csv\"\n[files]\n\"game.pgn\" = \"1. d4 d5 *\"\n\"c.csv\" = \"\"\"\nevent,ply\nstart,0\n\"\"\"\n",
    )
    .unwrap();
    let Record::Sheet(sheet) = &case.record else { panic!() };
    assert_eq!((&*sheet.name, sheet.text().as_ref()), ("case.toml [files] game.pgn", "1. d4 d5 *"));
    assert_eq!(case.clock.unwrap().game(1).unwrap().rows().len(), 1);
    assert!(fault("[files]\n\"a.pgn\" = 3\n").contains("expected the file's text"));
}
