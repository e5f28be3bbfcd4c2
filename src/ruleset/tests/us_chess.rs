//! Tests of the US Chess rulesets: the figures of the 2019 rulebook text, and the changes of the yearly
//! updates.

use super::*;
use Supervision::Full;

fn on(id: &str, year: i32) -> Arc<Rules> {
    library().get(id).unwrap().at(day(year, 6, 1), Full)
}

#[test]
fn constants_of_regular_and_quick() {
    for id in ["uscf-7-regular", "uscf-7-quick"] {
        let rules = on(id, 2026);
        assert_eq!(*rules.penalties.standard_bonus, 120);
        assert_eq!((*rules.illegal_move.bonus, *rules.illegal_move.lose_on), (120, 0));
        assert_eq!((*rules.illegal_move.window, *rules.illegal_move.window_in_pressure), (10, 2));
        assert_eq!((*rules.time_pressure.below, *rules.time_pressure.unless_bonus), (300, 30));
        assert_eq!(*rules.scoresheet.missing_pairs, 3);
        assert_eq!((*rules.flag.denied_bonus, *rules.flag.denied_bars), (120, true));
        assert_eq!(*rules.draw_claim.wrong_bonus, 120);
        assert_eq!(
            (rules.arrival.default_time.seconds(), *rules.arrival.within_first_stage),
            (Some(3600), true)
        );
        assert_eq!((*rules.start_position.restart_before, *rules.colours.restart_before), (10, 10));
        assert_eq!((*rules.threefold.count, *rules.automatic_draw.fivefold_count), (3, 5));
        assert_eq!((*rules.fifty.moves, *rules.automatic_draw.seventy_five), (50, 75));
        assert_eq!(*rules.automatic_draw.fivefold, Fivefold::Consecutive);
        assert_eq!(*rules.automatic_draw.declared, Declared::ArbiterMay);
        assert!(rules.quickplay.time_left.holds(120.0) && !rules.quickplay.time_left.holds(120.1));
        assert_eq!((*rules.devices.sound_deduction, *rules.devices.sound_share), (600, 2));
        assert_eq!(*rules.devices.sound_lose_on, 2);
        assert_eq!(*rules.conduct.absence_limit, 900);
        assert_eq!((*rules.clock_setting.floor, *rules.clock_setting.floor_per_move), (300, 60));
        assert_eq!((*rules.appeal.window, *rules.appeal.before_resuming), (1800, true));
        assert_eq!(*rules.resignation.helpless, Helpless::Loss);
        assert_eq!(*rules.flag.arbiter_calls, FlagCall::Never);
        assert_eq!(*rules.illegal_move.return_time, ReturnTime::Never);
    }
}

#[test]
fn quick_waives_recording_only() {
    let (regular, quick) = (on("uscf-7-regular", 2026), on("uscf-7-quick", 2026));
    assert!(*regular.recording.duty && !*quick.recording.duty);
    assert_eq!(*regular.flag.sheet, SheetNeeded::ReasonablyComplete);
    assert_eq!(*quick.flag.sheet, SheetNeeded::None);
    assert_eq!(regular.illegal_move, quick.illegal_move);
}

#[test]
fn material_on_a_flag() {
    use TooLittle::*;
    let regular = on("uscf-7-regular", 2026);
    assert_eq!(*regular.flag.too_little, [LoneKing, LoneBishop, LoneKnight, TwoKnightsNoPawns]);
    assert!(*regular.flag.forced_win);
    let blitz = on("uscf-7-blitz", 2026);
    assert_eq!(*blitz.flag.too_little, [LoneKing, LoneBishop, LoneKnight]);
    assert_eq!(*blitz.flag.doubtful, [TwoKnightsNoPawns]);
    assert!(!*blitz.flag.forced_win);
}

#[test]
fn blitz_is_a_chapter_of_its_own() {
    let blitz = on("uscf-7-blitz", 2026);
    assert_eq!(*blitz.penalties.standard_bonus, 60);
    assert_eq!(*blitz.illegal_move.lose_on, 1);
    assert_eq!(*blitz.illegal_move.deadline, Deadline::OpponentNextMove);
    assert!(*blitz.illegal_move.king_capture_claims);
    assert_eq!(*blitz.start_position.restart_before, 1);
    assert!(*blitz.start_position.castling_mirrored);
    assert_eq!(*blitz.time_pressure.below, 0);
    assert!(!*blitz.completion.by_press);
    assert!(!blitz.illegal_move.lose_on.is_sure());
}

#[test]
fn what_the_yearly_updates_changed() {
    let illegal = |year| {
        let rules = on("uscf-7-regular", year);
        (*rules.illegal_move.bonus_deadline, *rules.illegal_move.bonus_in_pressure)
    };
    assert_eq!(illegal(2019), (BonusDeadline::WithCorrection, false));
    assert_eq!(illegal(2020), (BonusDeadline::BeforeReply, true));
    let bonus = |year| *on("uscf-7-regular", year).recording.bonus;
    assert_eq!((bonus(2023), bonus(2024)), (Bonus::Increment, Bonus::IncrementOrDelay));
    let is_final = |year| *on("uscf-7-blitz", year).appeal.is_final;
    assert_eq!((is_final(2025), is_final(2026)), (true, false));
    let days: Vec<NaiveDate> =
        library().get("uscf-7-blitz").unwrap().amendments().iter().map(|(day, _)| *day).collect();
    assert_eq!(days, [2020, 2022, 2024, 2025, 2026].map(|year| day(year, 1, 1)));
}

#[test]
fn announced_variations() {
    let library = library();
    let regular = library.get("uscf-7-regular").unwrap();
    let with = |names: &[&str]| regular.varied(day(2026, 6, 1), Full, names).unwrap();
    assert!(!*with(&[]).quickplay.available);
    assert!(*with(&["14H"]).quickplay.available);
    assert_eq!(*with(&["10I2-I"]).touch.rook_first, RookFirst::CastlingStands);
    assert_eq!(*with(&["14H", "10I2-I"]).touch.rook_first.articles, ["10I2-I".into()]);
    assert!(*with(&["15A-I"]).recording.in_advance);
    assert_eq!(*with(&["11H1"]).illegal_move.arbiter, ArbiterPart::Never);
    assert_eq!(*with(&["13C15"]).flag.arbiter_calls, FlagCall::Shall);
    assert_eq!(with(&["14H"]).variations, ["14H".into()]);
    let unknown = regular.varied(day(2026, 6, 1), Full, &["10I2"]).unwrap_err();
    assert_eq!(unknown.to_string(), "uscf-7-regular has no variation 10I2; did you mean 10I2-I?");
    let blitz = library.get("uscf-7-blitz").unwrap();
    assert!(!*blitz.varied(day(2026, 6, 1), Full, &["14H"]).unwrap().quickplay.available);
}
