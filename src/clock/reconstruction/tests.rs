//! Small records with results worked out by hand.
#![allow(clippy::unwrap_used, clippy::panic)]

use shakmaty::Color;

use super::*;
use crate::clock::log::LogBook;
use crate::clock::reading::Reading;
use crate::scoresheet::Scoresheet;

const PENALTIES: [i64; 2] = [60_000, 120_000];
const TOLERANCE: Tolerance<'static> = Tolerance { tolerance_ms: 2000, penalties_ms: &PENALTIES };

fn control(text: &str) -> Option<TimeControl> {
    TimeControl::parse(text).unwrap().into_control()
}

/// Readings in the order of half-moves: `1:00` is a display, `e5` five seconds elapsed, `t65` 65 seconds
/// elapsed in all, `-` no reading. Several readings of one half-move are joined by `+`.
fn readings(text: &str) -> (Vec<PlyReading>, u32) {
    let mut found = Vec::new();
    let mut plies = 0;
    for (ply, words) in (1..).zip(text.split_whitespace()) {
        plies = ply;
        for word in words.split('+').filter(|w| *w != "-") {
            let seconds = |digits: &str| digits.parse::<i64>().unwrap() * 1000;
            let (kind, value_ms, resolution_ms) = match word.split_at(1) {
                ("e", digits) => (ReadingKind::Emt, seconds(digits), 1000),
                ("t", digits) => (ReadingKind::Egt, seconds(digits), 1000),
                _ => {
                    let reading = Reading::parse(word).unwrap();
                    (ReadingKind::Clk, reading.ms, reading.resolution_ms)
                }
            };
            found.push(PlyReading { ply, kind, value_ms, resolution_ms });
        }
    }
    (found, plies)
}

fn reconstruction(time: &str, text: &str) -> Reconstruction {
    let control = control(time);
    let (readings, plies) = readings(text);
    let mut reconstruction = Reconstruction::new();
    let game = Game { control: control.as_ref(), first: Color::White, plies, moves_before: 0 };
    reconstruction.run(&game, &TOLERANCE, readings.iter().copied());
    reconstruction
}

fn say(fact: &Fact) -> String {
    let difference = fact.kind.difference_ms() / 1000;
    let what = match fact.kind {
        FactKind::StartTooHigh { both, .. } => {
            format!("start +{difference}{}", if both { " both" } else { "" })
        }
        FactKind::Gain { cause: GainCause::Late, .. } => format!("late {difference}"),
        FactKind::Gain { cause, .. } => {
            let penalty = match cause {
                GainCause::Penalty(ms) => Some(ms / 1000),
                _ => None,
            };
            format!("gain {difference} by {penalty:?}")
        }
        FactKind::GainsOften { times, most_ms, .. } => format!("gains {times}, {}", most_ms / 1000),
        FactKind::Arithmetic { times, .. } => format!("differs {difference}, {times}"),
        FactKind::IncrementMissing { units, .. } => format!("no increment {}/{}", units.white, units.black),
        FactKind::StageEarly { required, .. } => format!("stage early, {required}"),
        FactKind::RanOut { proof, went_on, .. } => {
            format!("out {proof:?}{}", if went_on { " on" } else { "" })
        }
    };
    format!("{}{} {what}", fact.ply, fact.side.char())
}

fn facts(time: &str, text: &str) -> Vec<String> {
    reconstruction(time, text).facts().iter().map(say).collect()
}

/// A record in which Black has no readings; `white` are White's.
fn white(time: &str, white: &str) -> Vec<String> {
    let text: Vec<String> = white.split_whitespace().map(|w| format!("{w} -")).collect();
    facts(time, &text.join(" "))
}

#[test]
fn an_increment_may_be_shown_or_not() {
    assert!(white("180+2", "3:00 3:02 3:01 2:50").is_empty());
    assert!(white("180+2", "3:01 3:02 3:03 2:50").is_empty());
    assert_eq!(white("180+2", "2:50 2:52 2:56"), ["5w late 2"]);
}

#[test]
fn whole_seconds_are_uncertain_by_one() {
    assert!(white("300", "4:59 5:00").is_empty());
    assert_eq!(white("300", "4:50 4:52"), ["3w late 2"]);
    assert_eq!(white("300", "0:04:50.0 0:04:50.3"), ["3w late 0"]);
}

#[test]
fn a_missing_reading_is_unknown() {
    assert!(white("180+2", "3:00 - - 3:04").is_empty());
    assert_eq!(white("180+2", "2:50 - - 3:00"), ["7w late 4"]);
}

#[test]
fn the_smallest_sum_that_explains_a_rise() {
    assert_eq!(white("5400+30", "1:29:00 1:29:30 1:30:50"), ["5w gain 50 by Some(60)"]);
    assert_eq!(white("5400+30", "1:29:00 1:29:30 1:31:10"), ["5w gain 70 by Some(120)"]);
    assert_eq!(white("5400+30", "1:29:00 1:29:30 1:32:10"), ["5w gain 130 by None"]);
    // 80 s of thought and a rise of 40 s: it was 120 s, not 60 s.
    assert_eq!(white("5400", "1:29:00+e60 1:28:30+e30 1:29:10+e80"), ["5w gain 40 by Some(120)"]);
}

#[test]
fn a_first_reading_too_high() {
    assert!(white("300+3", "5:08").is_empty());
    assert_eq!(white("300+3", "5:09"), ["1w start +1"]);
    assert_eq!(facts("300", "5:00 6:00 4:59 5:59"), ["2b start +58"]);
    // If the first reading comes later, each move before it may have earned an increment.
    assert!(white("300+3", "- - - 5:15").is_empty());
    // Neither clock fits: the game was played with another time control, and nothing more follows.
    assert_eq!(facts("180+2", "15:10 15:10 15:20 15:20 15:30 15:30"), ["1w start +724 both"]);
}

#[test]
fn elapsed_times_and_displays() {
    assert!(white("300+3", "4:58+e5 4:51+e10 4:52+e2").is_empty());
    assert_eq!(white("300+3", "4:50+e13 4:43+e14 4:44+e2"), ["3w differs 4, 1"]);
    // An elapsed time replaces a missing display.
    assert_eq!(white("300", "4:50+e10 e20 4:00+e10"), ["5w differs -20, 1"]);
    assert!(white("300", "4:50+t10 t30 4:20+t40").is_empty());
    assert_eq!(white("300", "4:50+t10 t30 4:00+t40"), ["5w differs -20, 1"]);
    // Unless the time of each move since the last display is known, nothing follows.
    assert!(white("300", "4:50+e10 - 4:00+e10").is_empty());
}

#[test]
fn with_a_delay_the_clock_may_stand() {
    assert!(white("G/5;d5", "5:00+e4 4:53+e12 4:53+e5").is_empty());
    assert_eq!(white("G/5;d5", "5:00+e4 4:53+e12 4:58+e1"), ["5w late 5"]);
    assert_eq!(white("G/5;d5", "5:00+e4 4:00+e12"), ["3w differs -48, 1"]);
}

#[test]
fn one_wrong_display_is_told_once() {
    assert_eq!(white("300", "4:50+e10 3:40+e10 4:30+e10 4:20+e10"), ["3w differs -60, 1"]);
    assert_eq!(white("300", "4:50+e10 6:40+e10 4:30+e10 4:20+e10"), ["3w gain 110 by Some(120)"]);
}

#[test]
fn the_same_difference_again_and_again_is_one_fact() {
    // The time control gives 30 s per move, the figures show 10 s.
    let text = "59:40+e30 59:20+e30 59:00+e30 58:40+e30 58:20+e30";
    assert_eq!(white("3600+30", text), ["3w differs -20, 4"]);
    // The time control gives no increment, but the clocks rise.
    assert_eq!(white("3600", "59:40 1:00:02 1:00:25 1:00:50 1:01:10 1:01:20"), ["3w gains 5, 25"]);
}

#[test]
fn the_next_stage_comes_at_the_control_or_later() {
    let moves = |n: usize| "- ".repeat(n);
    assert!(white("40/7200:3600", &format!("{}2:00 1:01:30 1:01:00", moves(38))).is_empty());
    assert!(white("40/7200:3600", &format!("{}2:00 1:30 1:01:00", moves(38))).is_empty());
    assert!(white("40/7200:3600", &format!("{}2:00 1:30 1:00 59:50", moves(38))).is_empty());
    // The stage is added only once.
    assert_eq!(
        white("40/7200:3600", &format!("{}2:00 1:01:30 2:01:00", moves(38))),
        ["81w gain 3570 by None"]
    );
    // Forty moves in time, or the fortieth after the flag.
    assert!(white("40/7200:3600", &format!("{}2:00 1:00:00", moves(38))).is_empty());
    assert_eq!(
        white("40/7200:3600", &format!("{}2:00 59:30", moves(38))),
        ["79w out Control { required: 40, made: 39 } on"]
    );
    // The stage is added after 39 moves instead of 40.
    assert_eq!(
        white("40/7200:3600", &format!("{}2:00 59:30", moves(37))),
        ["77w out Control { required: 40, made: 38 } on"]
    );
    assert_eq!(white("40/7200:3600", &format!("{}2:00 1:01:30", moves(37))), ["77w stage early, 40"]);
    assert_eq!(white("40/7200:3600", &format!("{}2:00 1:01:30", moves(30))), ["63w gain 3570 by None"]);
}

#[test]
fn a_penalty_at_the_control_is_no_stage() {
    let moves = |n: usize| "- ".repeat(n);
    // Black made an illegal move and White got two minutes; the clock adds the stage once the main time has
    // run out.
    assert!(white("40/7200:3600", &format!("{}20:00 21:10 0:30 58:00", moves(38))).is_empty());
}

#[test]
fn a_zero_in_whole_seconds_is_weak_evidence() {
    assert_eq!(white("60", "0:02 0:00 0:00"), ["3w out WholeSecondZero on"]);
    assert_eq!(white("60", "0:00:02.0 0:00:00.0 0:00:00.0"), ["3w out Display on"]);
    assert_eq!(white("60", "0:02 -0:00:01 0:00"), ["3w out Display on"]);
    assert_eq!(white("60", "0:02 0:00 -0:00:01"), ["5w out Display on"]);
    assert_eq!(facts("60", "0:02 0:30 0:00"), ["3w out WholeSecondZero"]);
    // The time left is known, and the move took longer.
    assert_eq!(white("60", "0:20+e40 0:00+e30"), ["3w out Elapsed on"]);
}

#[test]
fn elapsed_times_alone_add_up() {
    let text = ["e50 "; 6].concat();
    assert_eq!(white("4/180", &text), ["7w out Elapsed on"]);
    assert!(white("4/240:300", &text).is_empty());
    assert!(white("3/180", &text).is_empty());
}

#[test]
fn without_a_time_control_only_what_needs_none() {
    assert!(white("?", "1:30:00 2:30:00 0:10 0:00 30:00").is_empty());
    assert_eq!(white("-", "1:30:00 0:10 0:00"), ["5w out WholeSecondZero on"]);
    assert_eq!(white("?", "0:10 -0:00:03"), ["3w out Display on"]);
}

#[test]
fn two_displays_behind_one_move_that_differ_are_none() {
    assert!(white("300", "4:00 5:00+3:50 3:40").is_empty());
    assert_eq!(white("300", "4:00 5:00+5:00 3:40"), ["3w gain 60 by Some(60)"]);
}

#[test]
fn a_relay_may_repeat_a_display() {
    assert!(white("5400+30", "1:20:00 1:10:00 1:10:00 1:10:50").is_empty());
    assert_eq!(white("5400+30", "1:20:00 1:10:00 1:10:00 1:11:20"), ["7w late 20"]);
}

#[test]
fn a_record_from_the_middle_of_a_game() {
    let control = control("40/7200:3600");
    let (readings, plies) = readings("1:00 2:00 1:00:30 1:01:30 0:59:00 1:00:00");
    let mut reconstruction = Reconstruction::new();
    let game = Game { control: control.as_ref(), first: Color::Black, plies, moves_before: 30 };
    reconstruction.run(&game, &TOLERANCE, readings.iter().copied());
    assert_eq!(reconstruction.facts(), []);
}

#[test]
fn white_has_made_a_move_where_black_begins() {
    let control = control("3/60:600");
    // The record begins with Black's first move; White's first had been made. So White's second move on
    // record is White's third of the game.
    let (readings, plies) = readings("0:50 0:50 0:40 10:30 10:20");
    let mut reconstruction = Reconstruction::new();
    let game = Game { control: control.as_ref(), first: Color::Black, plies, moves_before: 0 };
    reconstruction.run(&game, &TOLERANCE, readings.iter().copied());
    assert_eq!(reconstruction.facts(), []);
}

#[test]
fn an_hourglass_gains_what_the_other_uses() {
    assert!(facts("*180", "2:00 3:50 2:10 3:40").is_empty());
    assert_eq!(facts("*180", "2:00 3:50 7:00 3:40"), ["3w gain 60 by None"]);
}

#[test]
fn what_is_known_of_each_half_move() {
    let reconstruction = reconstruction("300+3", "4:58 e7 4:51 4:53 - -");
    let plies = reconstruction.plies();
    let left = |ply: usize| plies[ply - 1].left.map(|i| (i.lo.map(|ms| ms / 1000), i.hi / 1000));
    assert_eq!(
        (left(1), plies[0].source, plies[0].spent_ms),
        (Some((Some(297), 299)), Source::Display, None)
    );
    assert_eq!((plies[1].source, plies[1].spent_ms), (Source::Elapsed, Some(7000)));
    assert_eq!(left(2), Some((Some(292), 300)));
    assert_eq!(plies[2].spent_ms, Some(10_000));
    assert_eq!((left(5), plies[4].source), (Some((None, 295)), Source::Bound));
    assert_eq!(reconstruction.last(Color::White).map(|l| (l.ply, l.left_ms)), Some((3, 291_000)));
    assert_eq!(reconstruction.last(Color::White).unwrap().more_than_one(10), Some(true));
    assert_eq!(reconstruction.last(Color::Black).unwrap().stage_ms, Some(300_000));
    assert_eq!(super::tests::reconstruction("?", "4:58").last(Color::White).unwrap().more_than_one(10), None);
}

fn logged(time: &str, plies: u32, rows: &str) -> Reconstruction {
    let text = format!("event,side,white,black,at,ply\n{}", rows.replace("@", "2025-03-08T14:"));
    let book = LogBook::read(text.as_bytes()).unwrap();
    let control = control(time);
    let mut reconstruction = Reconstruction::new();
    let game = Game { control: control.as_ref(), first: Color::White, plies, moves_before: 0 };
    reconstruction.run_log(&game, &TOLERANCE, book.game(1).unwrap());
    reconstruction
}

fn log_facts(time: &str, plies: u32, rows: &str) -> Vec<String> {
    logged(time, plies, rows).facts().iter().map(say).collect()
}

#[test]
fn players_may_begin_with_unequal_times() {
    let (readings, plies) = readings("4:58 3:57 4:50 3:50");
    let judged = |control: Option<TimeControl>| {
        let mut reconstruction = Reconstruction::new();
        let game = Game { control: control.as_ref(), first: Color::White, plies, moves_before: 0 };
        reconstruction.run(&game, &TOLERANCE, readings.iter().copied());
        reconstruction.facts().iter().map(say).collect::<Vec<_>>()
    };
    let armageddon = control("300").map(|control| control.with_start(None, Some(240_000)));
    assert!(judged(armageddon.clone()).is_empty());
    assert_eq!(judged(control("240")), ["1w start +56"]);
    // Black was given White's time.
    let rows = "start,,0:05:00,0:05:00,,0\n";
    let book = LogBook::read(format!("event,side,white,black,at,ply\n{rows}").as_bytes()).unwrap();
    let mut reconstruction = Reconstruction::new();
    let game = Game { control: armageddon.as_ref(), first: Color::White, plies: 0, moves_before: 0 };
    reconstruction.run_log(&game, &TOLERANCE, book.game(1).unwrap());
    assert_eq!(reconstruction.facts().iter().map(say).collect::<Vec<_>>(), ["0b start +58"]);
}

#[test]
fn readings_far_apart_leave_room_for_the_moves_between() {
    let rows = "reading,,0:10:00,0:09:00,,20\nreading,,0:10:40,0:08:00,,30\n";
    assert!(log_facts("900+10", 30, rows).is_empty());
    let rows =
        "start,,,,@00:00Z,0\nreading,,0:04:10,0:05:00,@20:00Z,40\nreading,,0:05:10,0:04:00,@24:00Z,58\n";
    assert!(log_facts("900+10", 58, rows).is_empty());
    // Five moves give fifty seconds, but seventy were added: too few for a penalty of a minute.
    let rows = "reading,,0:10:00,0:09:00,,20\nreading,,0:11:10,0:08:00,,30\n";
    assert_eq!(log_facts("900+10", 30, rows), ["30w late 20"]);
    let rows = "reading,,0:10:00,0:09:00,,20\nreading,,0:11:50,0:08:00,,30\n";
    assert_eq!(log_facts("900+10", 30, rows), ["30w gain 60 by Some(60)"]);
}

#[test]
fn a_log_without_displays_shows_who_ran_out() {
    let rows =
        "start,,,,@00:00Z,0\npress,white,,,@04:00Z,1\npress,black,,,@04:10Z,2\npress,white,,,@05:30Z,3\n";
    assert!(log_facts("300", 3, rows).is_empty());
    let rows = "start,,0:05:00,0:05:00,@00:00Z,0\npress,white,,,@04:00Z,1\npress,black,,,@04:10Z,2\npress,white,,,@05:30Z,3\n";
    assert_eq!(log_facts("300", 3, rows), ["3w out TimeOfDay"]);
    assert_eq!(log_facts("300", 4, rows), ["3w out TimeOfDay on"]);
    assert!(log_facts("300+30", 4, rows).is_empty());
    let reconstruction = logged("300+30", 3, rows);
    assert_eq!(
        reconstruction.plies().iter().map(|p| p.spent_ms).collect::<Vec<_>>(),
        [Some(240_000), Some(10_000), Some(80_000)]
    );
    assert_eq!(reconstruction.plies()[2].left, Some(Interval { lo: Some(40_000), hi: 40_000 }));
}

#[test]
fn a_display_is_conclusive_though_the_time_of_day_denies_it() {
    let rows = "start,,0:05:00,0:05:00,@00:00Z,0\npress,white,0:01:00,,@04:00Z,1\npress,black,,,@04:10Z,2\npress,white,0:00:20,,@05:30Z,3\n";
    assert_eq!(log_facts("300", 4, rows), ["3w differs 40, 1"]);
}

#[test]
fn a_forgotten_press_costs_the_forgetful() {
    let rows = "start,,0:05:00,0:05:00,@00:00Z,0\npress,white,0:05:00,,@00:10Z,1\npress,white,0:05:00,0:03:30,@01:40Z,3\npress,black,,0:03:30,@01:50Z,4\n";
    assert!(log_facts("300+10", 4, rows).is_empty());
}

#[test]
fn a_penalty_without_the_setting_of_the_clock() {
    let rows = "start,,0:05:00,0:05:00,@00:00Z,0\npress,white,0:04:50,,@00:10Z,1\npress,black,,0:04:40,@00:30Z,2\npress,white,0:05:40,,@00:40Z,3\n";
    assert_eq!(log_facts("300", 3, rows), ["3w gain 50 by Some(60)"]);
    let rows = "start,,0:05:00,0:05:00,@00:00Z,0\npress,white,0:04:50,,@00:10Z,1\nstop,,,0:04:45,@00:25Z,1\nset,,,0:05:45,@02:00Z,1\nstart,black,,0:05:45,@02:10Z,1\npress,black,,0:05:40,@02:15Z,2\n";
    assert!(log_facts("300", 2, rows).is_empty());
}

#[test]
fn a_flag_at_the_end_of_a_stage_is_no_fall() {
    let rows = "start,,0:01:00,0:01:00,@00:00Z,0\npress,white,0:00:50,,@00:10Z,1\npress,black,,0:00:50,@00:20Z,2\npress,white,0:00:40,,@00:30Z,3\npress,black,,0:00:40,@00:40Z,4\nflag,white,,,@01:20Z,4\npress,white,0:09:50,,@01:30Z,5\n";
    assert!(log_facts("2/60:600", 5, rows).is_empty());
    assert_eq!(log_facts("3/60:600", 5, rows)[..1], ["4w out Flag { required: Some(3), made: 2 } on"]);
    assert_eq!(
        log_facts("3/60:600", 5, &rows.replace("flag,white,,,@01:20Z,4\n", "")),
        ["5w out Control { required: 3, made: 2 }"]
    );
}

#[test]
fn a_log_without_times_of_day_shows_only_gains() {
    let rows = "start,,0:05:00,0:05:00,,0\npress,white,0:04:00,,,1\npress,black,,0:01:00,,2\npress,white,0:04:05,,,3\npress,black,,0:04:00,,4\n";
    assert_eq!(log_facts("300+5", 4, rows), ["4b gain 175 by None"]);
}

#[test]
fn the_clocks_may_stand_for_an_hour() {
    let rows = "start,,0:05:00,0:05:00,@00:00Z,0\npress,white,0:04:50,,@00:10Z,1\nstop,,,0:04:50,@00:20Z,1\nstart,black,,,@59:00Z,1\npress,black,,0:04:40,@59:10Z,2\n";
    assert!(log_facts("300", 2, rows).is_empty());
}

#[test]
fn no_increments_at_all() {
    let rows = "start,,0:15:00,0:15:00,@00:00Z,0\npress,white,0:14:55,0:15:00,@00:05Z,1\npress,black,0:14:55,0:14:50,@00:15Z,2\npress,white,0:14:40,0:14:50,@00:30Z,3\npress,black,0:14:40,0:14:40,@00:40Z,4\n";
    assert_eq!(log_facts("900+10", 4, rows), ["1w no increment 2/2"]);
    assert!(log_facts("900", 4, rows).is_empty());
}

#[test]
fn buffers_are_for_one_game() {
    let control = control("300");
    let mut reconstruction = Reconstruction::new();
    for text in ["4:00 4:00 9:00 3:00", "4:00 4:00"] {
        let (readings, plies) = readings(text);
        reconstruction.run(
            &Game { control: control.as_ref(), first: Color::White, plies, moves_before: 0 },
            &TOLERANCE,
            readings.iter().copied(),
        );
        assert_eq!(reconstruction.plies().len(), plies as usize);
    }
    assert_eq!(reconstruction.facts(), []);
    assert_eq!(reconstruction.last(Color::White).map(|l| l.ply), Some(1));
}

/// One clock reading, followed by half a million comments without any.
#[test]
fn other_commands_are_read_once() {
    let text = format!("1. e4 {{[%clk 0:05:00]}} {}*", "e4 {[%csl Ga1]} ".repeat(500_000));
    let mut sheet = Scoresheet::new();
    sheet.read(text.as_bytes());
    let plies = sheet.moves.len() as u32;
    let control = control("300");
    let game = Game { control: control.as_ref(), first: Color::White, plies, moves_before: 0 };
    let mut reconstruction = Reconstruction::new();
    reconstruction.judge(&game, &TOLERANCE, CommentReadings::new(text.as_bytes(), &sheet.commands));
    assert_eq!((plies, reconstruction.facts()), (500_001, &[][..]));
    assert_eq!(reconstruction.last(Color::White).map(|last| last.left_ms), Some(300_000));
}
