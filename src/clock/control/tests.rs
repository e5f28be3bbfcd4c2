#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;

use super::*;

fn pgn(text: &str) -> String {
    match TimeControl::parse(text) {
        Ok(written) => written.control().map(ToString::to_string).unwrap_or_else(|| format!("{written:?}")),
        Err(fault) => format!("{}: {:?}", fault.at, fault.fault),
    }
}

#[test]
fn the_grammar_of_the_pgn_standard() {
    assert_eq!(TimeControl::parse("?"), Ok(Written::Unknown));
    assert_eq!(TimeControl::parse("-"), Ok(Written::None));
    for text in [
        "40/9000",
        "40/7200:3600",
        "300",
        "4500+60",
        "*180",
        "40/5400+30:1800+30",
        "40/7200:20/3600:900+30",
        "180+2",
        "10+0.05",
        "10.931+0.109",
        "40/1980:40/1980:40/1980",
        "1/86400",
        "0+1",
        "15+10",
    ] {
        let written = TimeControl::parse(text).unwrap();
        assert!(matches!(written, Written::Formal(_)), "{text}");
        assert_eq!(written.control().unwrap().pgn().as_deref(), Some(text));
    }
    assert_eq!(pgn("60+0"), "60");
    assert_eq!(pgn(" 300 "), "300");
    let hourglass = TimeControl::parse("*180").unwrap().into_control().unwrap();
    assert!(hourglass.is_hourglass() && hourglass.main_ms() == 180_000);
}

#[test]
fn a_fault_has_its_place() {
    use ControlFault::*;
    let cases = [
        ("", 0, Empty),
        ("  ", 0, Empty),
        ("40/", 3, NoNumber),
        ("0/300", 0, NoMoves),
        ("300:600", 4, NotLast),
        ("40/7200::900", 8, NoNumber),
        ("0", 0, NoTime),
        ("0+0", 0, NoTime),
        ("180+", 4, NoNumber),
        ("180+2+3", 5, NotUnderstood),
        ("40/40/300", 5, NotUnderstood),
        ("12345678901", 0, TooLarge),
        ("*", 1, NoNumber),
        ("1.2.3", 3, NotUnderstood),
        ("10.", 3, NoNumber),
        ("blitz", 0, NotUnderstood),
        ("abracadabra", 0, NotUnderstood),
        ("90 minutes + 30 bananas", 16, NotUnderstood),
        ("  90 minutes + 30 bananas", 18, NotUnderstood),
        ("d5", 0, NotUnderstood),
        ("G/60,SD/30;d5", 5, NotLast),
        ("0/90,SD/30;d5", 0, NoMoves),
    ];
    for (text, at, fault) in cases {
        assert_eq!(TimeControl::parse(text), Err(TimeControlFault { at, fault }), "{text:?}");
    }
}

#[test]
fn what_could_mean_two_things_is_refused() {
    for text in [
        "90 min + 30",
        "90 + 30 min",
        "90 min + 30 min + 30 sec",
        "30 sec",
        "30 seconds per move",
        "40 moves",
        "2 hours, 1 hour",
        "90 min for 40 moves + 30 sec/40 moves",
        "40/7200, 3600",
        "90 min, 40 moves",
        "90 min + 30 sec per move from move 30",
        "1:30:00",
        "40/2h + 30 s from move 50 + 1h",
        "25 10",
        "90 days",
        "W300-B240",
        "5400+30 Armageddon",
        "1.250 min",
    ] {
        assert!(TimeControl::parse(text).is_err(), "{text}: {}", pgn(text));
    }
}

#[test]
fn the_us_chess_form() {
    let cases = [
        ("G/60;d5", "G/60;d5", 65),
        ("G/61;d5", "G/61;d5", 66),
        ("G/90;+30", "G/90;+30", 120),
        ("G/60 d/5", "G/60;d5", 65),
        ("G60;d5", "G/60;d5", 65),
        ("G90d5", "G/90;d5", 95),
        ("G/5/d0", "G/5;d0", 5),
        ("G/5 d0", "G/5;d0", 5),
        ("g/60; D5", "G/60;d5", 65),
        ("Game/60 delay 5", "G/60;d5", 65),
        ("G/90 inc/30", "G/90;+30", 120),
        ("G/3;+2", "G/3;+2", 5),
        ("G/10", "G/10;d0", 10),
        ("40/90,SD/30;d5", "40/90,SD/30;d5", 125),
        ("40/90, SD/30 d/5", "40/90,SD/30;d5", 125),
        ("40/90,SD/30;+30", "40/90,SD/30;+30", 150),
        ("30/30,SD/30;d5", "30/30,SD/30;d5", 65),
        ("40/120 20/60", "40/120,20/60;d0", 180),
        ("40/120 SD/60", "40/120,SD/60;d0", 180),
        ("40/120, 20/60, SD/30;d5", "40/120,20/60,SD/30;d5", 215),
    ];
    for (text, canonical, minutes) in cases {
        let Ok(Written::UsChess(control)) = TimeControl::parse(text) else { panic!("{text}: {}", pgn(text)) };
        assert_eq!(control.us_chess().as_deref(), Some(canonical), "{text}");
        assert_eq!(control.playing_time_ms(60) / 60_000, minutes, "{text}");
    }
    let delay = TimeControl::parse("G/60;d5").unwrap().into_control().unwrap();
    assert_eq!(delay.stages()[0].bonus, Bonus::Delay(5000, DelayKind::Simple));
    assert_eq!(delay.pgn(), None);
    assert_eq!(TimeControl::parse("180+2").unwrap().control().unwrap().us_chess().as_deref(), Some("G/3;+2"));
    assert_eq!(TimeControl::parse("90+2").unwrap().control().unwrap().us_chess(), None);
}

#[test]
fn plain_words() {
    let cases = [
        ("15 min. + 10 s. per move", "900+10"),
        ("15 minutes + 10 seconds increment per move, starting from move 1", "900+10"),
        ("90 min/40 moves + 30 min + 30 sec/move", "40/5400+30:1800+30"),
        ("90 min / 40 moves + 30 min + 30 sec / move", "40/5400+30:1800+30"),
        ("90min/40moves + 30min + 30sec", "40/5400+30:1800+30"),
        ("90'/40 + 30'/end + 30''", "40/5400+30:1800+30"),
        ("90’/40+30’/end with incr. 30”/move, starting from move 1", "40/5400+30:1800+30"),
        (
            "100'/40+50'/20+15'/end with incr. 30\"/move,  starting from move 1",
            "40/6000+30:20/3000+30:900+30",
        ),
        ("3+2", "180+2"),
        ("25+10", "1500+10"),
        ("3'+2''", "180+2"),
        ("3m+2s", "180+2"),
        ("3 | 2", "180+2"),
        ("75 | 30", "4500+30"),
        ("90 + 30", "5400+30"),
        ("G/90 + 30 seconds per move", "5400+30"),
        ("G90 + 30 sec/move", "5400+30"),
        ("10 minutes", "600"),
        ("10 min", "600"),
        ("5 minutes KO", "300"),
        ("60 min QPF", "3600"),
        ("1 hour", "3600"),
        ("1h30 + 30s", "5400+30"),
        ("1 h 30 min + 30 s", "5400+30"),
        ("1.5 hours", "5400"),
        ("Game in 90 minutes", "5400"),
        ("Blitz: 3 minutes + 2 seconds per move", "180+2"),
        (
            "Classical: 90 minutes for 40 moves + 30 minutes, 30 seconds increment from move one",
            "40/5400+30:1800+30",
        ),
        (
            "90 minutes for the first 40 moves, followed by 30 minutes for the rest of the game with an addition of 30 seconds per move starting from move one",
            "40/5400+30:1800+30",
        ),
        (
            "120 minutes for the first 40 moves, followed by 60 minutes for the next 20 moves and then 15 minutes for the rest of the game with an increment of 30 seconds per move starting from move 61",
            "40/7200:20/3600:900+30",
        ),
        (
            "The time control is 100 minutes for the first 40 moves, 50 minutes for the next 20 moves, then 15 minutes for the rest of the game, with 30 seconds per move from the first move",
            "40/6000+30:20/3000+30:900+30",
        ),
        ("90 minutes + 30 seconds increment per move from the start", "5400+30"),
        ("90min + 30min/40 moves + 30s/move", "40/5400+30:1800+30"),
        ("90 minutes +30s/move; +30 minutes @ move 40", "40/5400+30:1800+30"),
        ("90 min + 30 min after move 40 + 30 sec/move from move 1", "40/5400+30:1800+30"),
        ("40 moves in 2 hours, 20 moves in 1 hour", "40/7200:20/3600"),
        ("40 moves in 2 hours, then 20 moves per hour", "40/7200:20/3600"),
        ("40/2h, 20/1h, 30 min", "40/7200:20/3600:1800"),
        ("2h/40 moves + 1h/20 moves + 30 min", "40/7200:20/3600:1800"),
        ("40/120, 20/60, G/30 + 30 sec from move 61", "40/7200:20/3600:1800+30"),
        ("120 min/40 moves + 15 min. with incr. 30\" starting from 40th move", "40/7200:900+30"),
        ("90 min/40 moves + 15 min with incr. 30\" starting from 1st move", "40/5400+30:900+30"),
        ("8 min. with incr.4\"", "480+4"),
        ("90 min/40 mov. + 30 min/rest. + 30 sec. incr. p/ mov. desde mov. 1", "40/5400+30:1800+30"),
        ("120 min/40 Züge + 30 Minuten für den Rest", "40/7200:1800"),
        ("90 Minuten für 40 Züge + 30 Minuten, 30 Sekunden pro Zug ab Zug 1", "40/5400+30:1800+30"),
        ("90 min + 30 s for 40 moves, then 30 min + 30 s", "90 min + 30 s for 40 moves"),
        ("1 min per move", "1 min per move"),
        ("40/90 + 30 min", "40/5400:1800"),
    ];
    for (text, expected) in cases {
        match TimeControl::parse(text) {
            Ok(Written::Words(control)) => assert_eq!(control.to_string(), expected, "{text}"),
            other => assert!(expected.chars().any(char::is_alphabetic), "{text}: {other:?}"),
        }
    }
    assert_eq!(pgn("25 minutes, 5 seconds delay"), "G/25;d5");
    let bronstein = TimeControl::parse("25 min + 5 sec Bronstein delay").unwrap().into_control().unwrap();
    assert_eq!(bronstein.stages()[0].bonus, Bonus::Delay(5000, DelayKind::Bronstein));
    // The US Chess form is read as a simple delay.
    assert_eq!((bronstein.us_chess(), bronstein.to_string().as_str()), (None, "G/25;d5 (Bronstein)"));
}

#[test]
fn where_an_increment_begins_may_be_left_open() {
    let open = |text: &str| TimeControl::parse(text).unwrap().control().unwrap().increment_from_unsaid();
    assert!(open("90'/40 + 30'/end + 30''"));
    assert!(!open("90'/40 + 30'/end + 30'' from move 1"));
    assert!(!open("90 min + 30 sec"));
    assert!(!open("40/5400+30:1800+30"));
}

#[test]
fn minutes_in_the_clothes_of_seconds() {
    let words = |text: &str| matches!(TimeControl::parse(text), Ok(Written::Words(_)));
    for text in ["3+2", "5+3", "10+5", "25+10", "50+10", "10+0", "3+0"] {
        assert!(words(text), "{text}");
    }
    for text in ["15+10", "30+0", "60+1", "90+30", "10+1", "10+0.1", "0+1", "2+1", "180+2"] {
        assert!(!words(text), "{text}");
    }
    let minutes =
        |text: &str| TimeControl::parse(text).unwrap().control().unwrap().in_minutes().map(|c| c.to_string());
    assert_eq!(minutes("90+30").as_deref(), Some("5400+30"));
    assert_eq!(minutes("40/90+30:30+30").as_deref(), Some("40/5400+30:1800+30"));
    assert_eq!(minutes("5400+30"), None);
    assert_eq!(minutes("10+0.1").as_deref(), Some("600+0.1"));
    assert_eq!(minutes("70.55+0.706"), None);
}

#[test]
fn stages_and_controls() {
    let control = TimeControl::parse("40/7200:20/3600:900+30").unwrap().into_control().unwrap();
    let at =
        |n: u32| (control.stage_of(n).index, control.stage_of(n).first_move, control.stage_of(n).last_move);
    assert_eq!(at(1), (0, 1, Some(40)));
    assert_eq!(at(40), (0, 1, Some(40)));
    assert_eq!(at(41), (1, 41, Some(60)));
    assert_eq!(at(60), (1, 41, Some(60)));
    assert_eq!(at(61), (2, 61, None));
    assert_eq!(at(500), (2, 61, None));
    assert_eq!(control.added_after(40), Some(3_600_000));
    assert_eq!(control.added_after(60), Some(900_000));
    assert_eq!(control.added_after(61), None);
    assert_eq!((control.main_ms(), control.bonus_ms()), (11_700_000, 30_000));
    assert!(control.is_sudden_death());

    let repeating = TimeControl::parse("40/1980:40/1980").unwrap().into_control().unwrap();
    let at = |n: u32| {
        (repeating.stage_of(n).index, repeating.stage_of(n).first_move, repeating.stage_of(n).last_move)
    };
    assert_eq!(at(80), (1, 41, Some(80)));
    assert_eq!(at(81), (2, 81, Some(120)));
    assert_eq!(at(121), (3, 121, Some(160)));
    assert_eq!(repeating.added_after(120), Some(1_980_000));
    assert!(!repeating.is_sudden_death());
    let far = repeating.stage_of(u32::MAX);
    assert!(far.first_move > 4_000_000_000);
}

fn any_stage(moves: bool) -> impl Strategy<Value = Stage> {
    (1u32..100, 1i64..100_000, 0i64..120).prop_map(move |(n, main, inc)| Stage {
        moves: moves.then_some(n),
        main_ms: main * 1000,
        bonus: if inc == 0 { Bonus::None } else { Bonus::Increment(inc * 1000) },
    })
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    let last = any::<bool>().prop_flat_map(any_stage);
    (prop::collection::vec(any_stage(true), 0..3), last).prop_map(|(mut stages, last)| {
        stages.push(last);
        TimeControl::new(stages).unwrap()
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(control in any_control()) {
        // Numbers that the PGN grammar does not accept are not written.
        let Some(text) = control.pgn() else { return Ok(()) };
        let read = TimeControl::parse(&text).unwrap().into_control().unwrap();
        let minutes = control.in_minutes();
        prop_assert!(read == control || Some(&read) == minutes.as_ref(), "{}", text);
    }

    #[test]
    fn stage_of_agrees_with_counting(control in any_control(), n in 1u32..400) {
        let (mut index, mut first) = (0, 1);
        for made in 1..n {
            if control.stage(index).moves.is_some_and(|m| made == first + m - 1) {
                index += 1;
                first = made + 1;
            }
        }
        let at = control.stage_of(n);
        prop_assert_eq!((at.index, at.first_move), (index, first));
        prop_assert_eq!(at.stage, control.stage(index));
    }

    #[test]
    fn no_text_makes_it_fail(text in "\\PC{0,40}") {
        if let Err(fault) = TimeControl::parse(&text) {
            prop_assert!(fault.at <= text.len());
        }
    }

    #[test]
    fn no_near_text_makes_it_fail(text in "[0-9/+:*.,; 'GSDdhms\"movesinc-]{0,30}") {
        if let Err(fault) = TimeControl::parse(&text) {
            prop_assert!(text.is_char_boundary(fault.at));
        }
    }
}

/// A written control is read back with the same meaning.
fn is_written_as_it_is_read(text: &str) {
    let Ok(written) = TimeControl::parse(text) else { return };
    let Some(control) = written.control() else { return };
    for written in [control.pgn(), control.us_chess()].into_iter().flatten() {
        let read =
            TimeControl::parse(&written).unwrap_or_else(|fault| panic!("{text:?} as {written:?}: {fault}"));
        let again = read.control().unwrap_or_else(|| panic!("{text:?} as {written:?}"));
        let figures = |control: &TimeControl| -> Vec<_> {
            control
                .stages()
                .iter()
                .map(|s| (s.moves, s.main_ms, s.bonus.increment_ms(), s.bonus.delay_ms()))
                .collect()
        };
        assert_eq!(figures(again), figures(control), "{text:?} as {written:?}");
    }
}

#[test]
fn numbers_that_are_too_large_to_be_read_are_not_written() {
    for text in
        ["542010 ore00", "40/900000000", "40/900000000 minutes", "999999999999 minutes", "G/999999;d5"]
    {
        is_written_as_it_is_read(text);
    }
    let stage = |moves, minutes: i64| Stage { moves, main_ms: minutes * 60_000, bonus: Bonus::None };
    let large = TimeControl::new(vec![stage(None, 1_000_000)]).unwrap();
    assert_eq!((large.pgn().as_deref(), large.us_chess()), (Some("60000000"), None));
    let larger = TimeControl::new(vec![stage(Some(1_000_000_000), 100_000_000)]).unwrap();
    assert_eq!((larger.pgn(), larger.us_chess()), (None, None));
    let seconds =
        TimeControl::new(vec![Stage { moves: None, main_ms: 3000, bonus: Bonus::Increment(2000) }]).unwrap();
    assert_eq!(seconds.pgn(), None, "3+2 is read as minutes");
}

proptest! {
    #[test]
    fn near_texts_are_written_as_they_are_read(text in "[0-9]{1,6}[0-9/+:*., ;'GSDdhms\"movesinc-]{0,16}") {
        is_written_as_it_is_read(&text);
    }
}
