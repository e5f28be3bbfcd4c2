#![allow(clippy::unwrap_used)]

use super::*;

fn log(rows: &str) -> Log {
    let book = LogBook::read(format!("event,side,white,black,at,ply\n{rows}").as_bytes()).unwrap();
    book.game(1).cloned().unwrap_or_default()
}

fn fault(text: &str) -> (u64, Option<usize>, String) {
    let fault = LogBook::read(text.as_bytes()).unwrap_err();
    (fault.line, fault.column, fault.to_string())
}

#[test]
fn reads_columns_in_any_order() {
    let text = "\u{feff}ply;at;Black;White;side;EVENT\r\n\r\n# a remark\r\n0;;1:00:00;1:00:00;;start\r\n1;2025-03-08T14:00:12.5+01:00;;0:59:48.5;White;press\r\n";
    let book = LogBook::read(text.as_bytes()).unwrap();
    let rows = book.game(1).unwrap().rows();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].event, Event::Start);
    assert_eq!((rows[0].side, rows[0].at, rows[0].ply, rows[0].line), (None, None, 0, 4));
    assert_eq!((rows[1].side, rows[1].ply, rows[1].line), (Some(Color::White), 1, 5));
    assert_eq!(rows[1].shown.white, Some(Reading { ms: 3_588_500, resolution_ms: 100 }));
    assert_eq!(rows[1].shown.black, None);
    assert_eq!(rows[1].at, Some(Moment { ms: 1_741_438_812_500, resolution_ms: 100 }));
}

#[test]
fn keeps_games_apart() {
    let text = "game,event,side,at\n2,start,,2025-03-08T14:00:00Z\n1,start,,2025-03-08T13:00:00Z\n2,press,white,2025-03-08T14:00:05Z\n";
    let book = LogBook::read(text.as_bytes()).unwrap();
    assert!(book.has_game_column);
    assert_eq!(book.games().map(|(n, log)| (n, log.rows().len())).collect::<Vec<_>>(), [(1, 1), (2, 2)]);
    assert!(book.game(3).is_none());
}

#[test]
fn says_where_and_what_to_do() {
    let header = "event,side,white,black,at,ply\n";
    let cases = [
        ("", 1, None, "the log is empty"),
        ("event,sode\n", 1, Some(7), "unknown column `sode`"),
        ("event,side,side\n", 1, Some(12), "the column `side` is named twice"),
        ("side,white\n", 1, Some(1), "this is not a clock log: its first line has no column `event`"),
        (
            &format!("{header}start,,,,,0\npress,white\n"),
            3,
            None,
            "this line has 2 fields, the first line names 6 columns",
        ),
        (&format!("{header}\n,white,,,,\n"), 3, Some(1), "event: the event is missing"),
        (&format!("{header}begin,,,,,\n"), 2, Some(1), "event: unknown event `begin`"),
        (&format!("{header}press,,,,,\n"), 2, Some(7), "side: whose press is it"),
        (&format!("{header}press,w,,,,\n"), 2, Some(7), "side: unknown side `w`"),
        (&format!("{header}press,white,130,,,\n"), 2, Some(13), "white: `130` is not a display of a clock"),
        (&format!("{header}press,white,1:30:00,90:75,,\n"), 2, Some(21), "black: `90:75` is not a display"),
        (&format!("{header}press,white,,,14:00,\n"), 2, Some(15), "at: `14:00` is not a time of day"),
        (&format!("{header}press,white,,,,x\n"), 2, Some(16), "ply: `x` is not a number of half-moves"),
        (&format!("{header}press,white,,,,-1\n"), 2, Some(16), "ply: `-1` is not a number"),
        (
            &format!(
                "{header}start,,,,2025-03-08T14:00:00+01:00,\npress,white,,,,\npress,black,,,2025-03-08T12:59:59Z,\n"
            ),
            4,
            Some(15),
            "at: the time of day is earlier than that of line 2",
        ),
        (
            &format!("{header}press,white,,,,5\nreading,,,,,\nstart,,,,,4\n"),
            4,
            Some(11),
            "ply: fewer half-moves than in line 2",
        ),
        ("event,game\nstart,0\n", 2, Some(7), "game: `0` is not a number of a game"),
        ("event,game\nstart,\n", 2, Some(7), "game: `` is not a number of a game"),
    ];
    for (text, line, column, words) in cases {
        let found = fault(text);
        assert_eq!((found.0, found.1), (line, column), "{text}");
        assert!(found.2.starts_with(words), "{}", found.2);
    }
    assert_eq!(LogBook::read(b"event\n\xff\n").unwrap_err().line, 2);
}

#[test]
fn the_same_rows_come_from_toml() {
    #[derive(serde::Deserialize)]
    struct Case {
        clock: Vec<RawRow>,
    }
    let text = r#"
        [[clock]]
        event = "start"
        white = "1:30:00"
        black = 01:30:00
        at = 2025-03-08T14:00:00+01:00
        ply = 0
        [[clock]]
        event = "press"
        side = "white"
        at = "2025-03-08T14:00:30+01:00"
    "#;
    let case: Case = toml::from_str(text).unwrap();
    let log = Log::from_rows((1..).zip(case.clock)).unwrap();
    assert_eq!(log.rows()[0].shown.white, log.rows()[0].shown.black);
    assert_eq!(log.rows()[1].at.unwrap().ms - log.rows()[0].at.unwrap().ms, 30_000);
    assert_eq!(log.rows()[1].ply, 1);
    assert!(toml::from_str::<RawRow>("event = \"start\"\nwhen = 3").is_err());
}

#[test]
fn counts_half_moves_from_presses() {
    let log = log(
        "start,,,,,\npress,white,,,,\npress,black,,,,\nreading,,,,,\npress,white,,,,\npress,white,,,,\npress,black,,,,\n",
    );
    assert_eq!(log.rows().iter().map(|r| r.ply).collect::<Vec<_>>(), [0, 1, 2, 2, 3, 3, 4]);
    let kinds: Vec<_> = log.presses(Color::White).map(|p| p.kind).collect();
    assert_eq!(kinds[..3], [PressKind::Completes; 3]);
    assert_eq!(kinds[3..], [PressKind::Undecided, PressKind::Completes]);
}

#[test]
fn a_press_without_a_move_is_one_with_no_half_move_since_the_last_press() {
    let kinds = |rows: &str| log(rows).presses(Color::White).map(|p| p.kind).collect::<Vec<_>>();
    use PressKind::*;
    assert_eq!(kinds("start,,,,,0\npress,white,,,,0\n"), [WithoutMove]);
    assert_eq!(kinds("press,white,,,,1\npress,black,,,,1\n"), [Completes, WithoutMove]);
    assert_eq!(kinds("press,white,,,,1\npress,white,,,,1\n"), [Completes, WithoutMove]);
    assert_eq!(kinds("press,white,,,,9\npress,white,,,,11\n"), [Completes, AfterForgotten]);
    // The half-move was made before its press, and the clock was read in between.
    assert_eq!(kinds("press,white,,,,1\nreading,,,,,2\npress,black,,,,2\n"), [Completes, Completes]);
    // The arbiter stopped the clocks after Black's move, before Black had pressed.
    assert_eq!(
        kinds("press,white,,,,1\nstop,,,,,2\nstart,black,,,,2\npress,black,,,,2\n"),
        [Completes, Completes]
    );
    assert_eq!(
        kinds("press,white,,,,1\nstop,,,,,1\nstart,black,,,,1\npress,black,,,,1\n"),
        [Completes, WithoutMove]
    );
    // A position was restored.
    assert_eq!(
        kinds("press,white,,,,9\nstop,,,,,9\nset,,,,,8\nstart,white,,,,8\npress,white,,,,9\n"),
        [Completes, Completes]
    );
}

#[test]
fn black_may_begin() {
    let log = log("start,black,,,,0\npress,black,,,,1\npress,white,,,,1\n");
    assert_eq!(
        log.presses(Color::Black).map(|p| p.kind).collect::<Vec<_>>(),
        [PressKind::Completes, PressKind::WithoutMove]
    );
}

#[test]
fn flags_in_their_order() {
    let log = log("press,white,,,,33\nflag,black,,,,33\npress,black,,,,34\nflag,white,,,,34\n");
    assert_eq!(
        log.flags().map(|f| (f.side, f.ply)).collect::<Vec<_>>(),
        [(Color::Black, 33), (Color::White, 34)]
    );
    assert_eq!(log.first_flag().unwrap().row, 1);
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_it_fail(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
        let _ = LogBook::read(&bytes);
    }

    #[test]
    fn no_near_text_makes_it_fail(text in "[a-z0-9:,\n\"#;+T.-]{0,120}") {
        let _ = LogBook::read(format!("event,side,white,black,at,ply\n{text}").as_bytes());
    }
}
