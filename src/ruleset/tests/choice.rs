//! Tests of the choice of a ruleset for a game.

use super::*;

fn request(name: &str) -> Request {
    let selection = library().select(name, &|path| Err(std::io::Error::other(path.display().to_string())));
    Request { selection: selection.unwrap(), today: day(2026, 11, 21), supervision: None }
}

fn minutes(main: f64, increment: f64) -> Option<PlayingTime> {
    let side = SideTime {
        main_seconds: main * 60.0,
        first_stage_seconds: main * 60.0,
        increment_seconds: increment,
        bonus_unstated: false,
    };
    Some(PlayingTime::same(side))
}

fn chosen(name: &str, facts: &GameFacts<'_>) -> (String, Vec<Assumption>) {
    let choice = library().choose(&request(name), facts).unwrap();
    (choice.rules.id.to_string(), choice.assumed)
}

/// The id for a game with this date and time; asserts that nothing is assumed.
fn sure(name: &str, date: &str, time: Option<PlayingTime>) -> String {
    let (id, assumed) = chosen(name, &GameFacts { date: Some(date), time, ..GameFacts::default() });
    assert_eq!(assumed, [], "{id}");
    id
}

#[test]
fn the_edition_goes_by_the_date() {
    for (date, id) in [
        ("2009.07.01", "fide-2009-standard"),
        ("2014.06.30", "fide-2009-standard"),
        ("2014.07.01", "fide-2014-standard"),
        ("2017.06.30", "fide-2014-standard"),
        ("2017.07.01", "fide-2017-standard"),
        ("2017.12.31", "fide-2017-standard"),
        ("2018.01.01", "fide-2018-standard"),
        ("2022.12.31", "fide-2018-standard"),
        ("2023.01.01", "fide-2023-standard"),
        ("2026-12-31", "fide-2023-standard"),
    ] {
        assert_eq!(sure("auto", date, minutes(90.0, 30.0)), id);
    }
    assert_eq!(sure("uscf", "2019.01.01", minutes(90.0, 30.0)), "uscf-7-regular");
}

#[test]
fn fide_speeds_since_2014() {
    for (main, increment, speed) in [
        (3.0, 2.0, "blitz"),
        (5.0, 5.0, "blitz"),
        (10.0, 0.0, "blitz"),
        (7.0, 3.0, "blitz"),
        (6.0, 5.0, "rapid"),
        (10.0, 5.0, "rapid"),
        (15.0, 10.0, "rapid"),
        (25.0, 10.0, "rapid"),
        (45.0, 15.0, "standard"),
        (50.0, 10.0, "standard"),
        (30.0, 30.0, "standard"),
        (60.0, 0.0, "standard"),
        (40.0, 20.0, "standard"),
    ] {
        for (date, year) in
            [("2014.12.31", 2014), ("2017.09.01", 2017), ("2020.02.02", 2018), ("2024.05.01", 2023)]
        {
            assert_eq!(sure("fide", date, minutes(main, increment)), format!("fide-{year}-{speed}"));
        }
    }
}

#[test]
fn fide_speeds_in_2009() {
    for (main, increment, speed) in [
        (10.0, 5.0, "rapid"),
        (10.0, 0.0, "blitz"),
        (5.0, 5.0, "blitz"),
        (15.0, 0.0, "rapid"),
        (60.0, 0.0, "standard"),
    ] {
        assert_eq!(sure("fide", "2011.03.05", minutes(main, increment)), format!("fide-2009-{speed}"));
    }
}

#[test]
fn us_categories() {
    for (main, bonus, speed) in [
        (60.0, 5.0, "regular"), // dual
        (61.0, 5.0, "regular"),
        (60.0, 30.0, "regular"),
        (25.0, 5.0, "regular"), // dual
        (26.0, 3.0, "quick"),
        (25.0, 3.0, "quick"),
        (29.0, 0.0, "quick"),
        (30.0, 0.0, "regular"), // dual
        (10.0, 0.0, "blitz"),
        (10.0, 1.0, "quick"),
        (10.0, 3.0, "quick"),
        (5.0, 0.0, "blitz"),
        (3.0, 2.0, "blitz"),
    ] {
        assert_eq!(sure("uscf", "2024.05.01", minutes(main, bonus)), format!("uscf-7-{speed}"));
    }
}

#[test]
fn several_stages_count_together() {
    let stages = |total: f64, first: f64, bonus: f64| {
        let mut time = minutes(total, bonus).unwrap();
        time.white.first_stage_seconds = first * 60.0;
        time.black.first_stage_seconds = first * 60.0;
        Some(time)
    };
    assert_eq!(sure("uscf", "2024.05.01", stages(120.0, 90.0, 30.0)), "uscf-7-regular");
    assert_eq!(sure("uscf", "2024.05.01", stages(60.0, 30.0, 5.0)), "uscf-7-regular");
    assert_eq!(sure("fide", "2024.05.01", stages(50.0, 40.0, 0.0)), "fide-2023-rapid");
}

#[test]
fn games_that_us_chess_does_not_rate() {
    let blitz = rules("uscf-7-blitz", Supervision::Full);
    let quick = rules("uscf-7-quick", Supervision::Full);
    let side = |main, bonus| minutes(main, bonus).unwrap().white;
    assert!(side(5.0, 0.0).is_ratable(&blitz) && side(3.0, 2.0).is_ratable(&blitz));
    assert!(!side(2.0, 3.0).is_ratable(&blitz));
    assert!(!side(4.0, 10.0).is_ratable(&quick));
    let (id, assumed) = chosen(
        "uscf",
        &GameFacts { date: Some("2024.05.01"), time: minutes(2.0, 0.0), ..GameFacts::default() },
    );
    assert_eq!((id.as_str(), assumed), ("uscf-7-blitz", vec![Assumption::NoSuchSpeed]));
}

#[test]
fn dual_games_are_no_mismatch_for_quick() {
    let side = |main, bonus| minutes(main, bonus).unwrap().white;
    let quick = rules("uscf-7-quick", Supervision::Full);
    assert!(quick.is_of_speed(&side(30.0, 0.0)) && quick.is_of_speed(&side(60.0, 5.0)));
    assert!(!quick.is_of_speed(&side(61.0, 5.0)) && !quick.is_of_speed(&side(10.0, 0.0)));
    let regular = rules("uscf-7-regular", Supervision::Full);
    assert!(regular.is_of_speed(&side(60.0, 5.0)) && !regular.is_of_speed(&side(29.0, 0.0)));
    let rapid = rules("fide-2023-rapid", Supervision::Full);
    assert!(rapid.is_of_speed(&side(15.0, 10.0)) && !rapid.is_of_speed(&side(10.0, 0.0)));
    assert!(!rapid.is_of_speed(&side(60.0, 0.0)));
}

#[test]
fn a_delay_that_nobody_states() {
    let unstated = |main: f64| SideTime { bonus_unstated: true, ..minutes(main, 0.0).unwrap().white };
    let regular = rules("uscf-7-regular", Supervision::Full);
    assert_eq!(unstated(60.0).default_delay(&regular), Some(5));
    assert_eq!(unstated(60.0).total(&regular), 65.0 * 60.0);
    assert_eq!(unstated(29.0).default_delay(&regular), Some(3));
    assert_eq!(unstated(10.0).default_delay(&regular), Some(2));
    let two_stages = SideTime { first_stage_seconds: 600.0, ..unstated(20.0) };
    assert_eq!(two_stages.default_delay(&regular), Some(5));
    assert_eq!(unstated(60.0).default_delay(&rules("fide-2023-standard", Supervision::Full)), None);
    assert_eq!(minutes(60.0, 0.0).unwrap().white.default_delay(&regular), None);
}

#[test]
fn the_event_date_comes_first_if_it_is_whole() {
    let facts =
        |event_date, date, utc_date| GameFacts { event_date, date, utc_date, time: minutes(90.0, 0.0) };
    let id = |facts| chosen("fide", &facts).0;
    assert_eq!(id(facts(Some("2017.12.30"), Some("2018.01.02"), None)), "fide-2017-standard");
    assert_eq!(id(facts(Some("2017.??.??"), Some("2018.01.02"), None)), "fide-2018-standard");
    assert_eq!(id(facts(Some("?"), Some("????.??.??"), Some("2015.05.05"))), "fide-2014-standard");
    assert_eq!(id(facts(None, None, Some("2018.05.05"))), "fide-2018-standard");
}

#[test]
fn dates_in_part() {
    let of = |date| {
        chosen("fide", &GameFacts { date: Some(date), time: minutes(90.0, 0.0), ..GameFacts::default() })
    };
    assert_eq!(of("2016.??.??"), ("fide-2014-standard".to_owned(), vec![]));
    assert_eq!(of("2017.11.??"), ("fide-2017-standard".to_owned(), vec![]));
    let (id, assumed) = of("2017.??.??");
    assert_eq!(id, "fide-2014-standard");
    assert_eq!(
        assumed,
        [Assumption::PartialDate(PartialDate { first: day(2017, 1, 1), last: day(2017, 12, 31) })]
    );
    assert_eq!(of("2014.??.??").0, "fide-2009-standard");
}

#[test]
fn games_without_a_date_are_of_today() {
    let facts = GameFacts { time: minutes(3.0, 2.0), ..GameFacts::default() };
    assert_eq!(
        chosen("fide", &facts),
        ("fide-2023-blitz".to_owned(), vec![Assumption::NoDate(day(2026, 11, 21))])
    );
    let mut early = request("fide");
    early.today = day(2016, 1, 1);
    assert_eq!(*library().choose(&early, &facts).unwrap().rules.id, *"fide-2014-blitz");
}

#[test]
fn games_without_a_time_control_are_standard() {
    let facts = GameFacts { date: Some("2024.05.01"), ..GameFacts::default() };
    assert_eq!(chosen("fide", &facts), ("fide-2023-standard".to_owned(), vec![Assumption::NoTimeControl]));
    assert_eq!(chosen("uscf", &facts).0, "uscf-7-regular");
}

#[test]
fn before_the_first_edition_nothing_is_drawn_by_itself() {
    let facts = GameFacts { date: Some("1986.??.??"), time: minutes(90.0, 0.0), ..GameFacts::default() };
    let library = library();
    for (name, id, first) in
        [("fide", "fide-2009-standard", day(2009, 7, 1)), ("uscf", "uscf-7-regular", day(2019, 1, 1))]
    {
        let choice = library.choose(&request(name), &facts).unwrap();
        assert_eq!(*choice.rules.id, *id);
        assert_eq!(choice.assumed, [Assumption::BeforeFirst(first)]);
        assert_eq!(*choice.rules.automatic_draw.fivefold, Fivefold::None);
        assert_eq!(*choice.rules.automatic_draw.seventy_five, 0);
    }
}

#[test]
fn after_the_last_day_that_is_known() {
    let (id, assumed) = chosen(
        "fide",
        &GameFacts { date: Some("2028.01.01"), time: minutes(90.0, 0.0), ..GameFacts::default() },
    );
    assert_eq!(
        (id.as_str(), assumed),
        ("fide-2023-standard", vec![Assumption::AfterKnown(day(2026, 12, 31))])
    );
}

#[test]
fn unequal_times_go_by_the_slower() {
    let time =
        PlayingTime { white: minutes(15.0, 0.0).unwrap().white, black: minutes(9.0, 0.0).unwrap().black };
    let facts = GameFacts { date: Some("2024.05.01"), time: Some(time), ..GameFacts::default() };
    assert_eq!(chosen("fide", &facts), ("fide-2023-rapid".to_owned(), vec![Assumption::UnequalTimes]));
}

#[test]
fn a_forced_ruleset_is_used_whatever_the_game() {
    let facts = GameFacts { date: Some("1999.01.01"), time: minutes(90.0, 0.0), ..GameFacts::default() };
    assert_eq!(chosen("fide-2023-blitz", &facts), ("fide-2023-blitz".to_owned(), vec![]));
    let blitz = GameFacts { time: minutes(3.0, 0.0), ..facts };
    assert_eq!(chosen("fide-2018", &blitz).0, "fide-2018-blitz");
}

#[test]
fn amendments_go_by_the_date_of_the_game() {
    let library = library();
    let pressure = |date| {
        let facts = GameFacts { date: Some(date), time: minutes(90.0, 0.0), ..GameFacts::default() };
        *library.choose(&request("uscf"), &facts).unwrap().rules.illegal_move.bonus_in_pressure
    };
    assert!(!pressure("2019.12.31"));
    assert!(pressure("2020.01.01"));
}

#[test]
fn silent_events_have_limited_supervision() {
    let library = library();
    let facts = GameFacts { date: Some("2024.05.01"), time: minutes(3.0, 2.0), ..GameFacts::default() };
    let silent = library.choose(&request("fide"), &facts).unwrap();
    assert_eq!((silent.rules.supervision, silent.supervision_assumed), (Some(Supervision::Limited), true));
    let told = Request { supervision: Some(Supervision::Full), ..request("fide") };
    let told = library.choose(&told, &facts).unwrap();
    assert_eq!((told.rules.supervision, told.supervision_assumed), (Some(Supervision::Full), false));
    let standard = library.choose(&request("fide-2023-standard"), &facts).unwrap();
    assert_eq!((standard.rules.supervision, standard.supervision_assumed), (None, false));
}

#[test]
fn unknown_names_are_told_the_nearest() {
    let library = library();
    let none = |_: &std::path::Path| Err(std::io::Error::other("no file"));
    let why = library.select("fide-2023-blits", &none).unwrap_err().to_string();
    assert_eq!(why, "there is no ruleset `fide-2023-blits`; did you mean `fide-2023-blitz`?");
    assert!(library.select("my/rules.toml", &none).unwrap_err().to_string().contains("no file"));
}

#[test]
fn the_same_rules_are_shared() {
    let library = library();
    let facts = GameFacts { date: Some("2024.05.01"), time: minutes(3.0, 2.0), ..GameFacts::default() };
    let request = request("fide");
    let (a, b) = (library.choose(&request, &facts).unwrap(), library.choose(&request, &facts).unwrap());
    assert!(Arc::ptr_eq(&a.rules, &b.rules));
}
