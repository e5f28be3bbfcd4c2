//! Tests of the FIDE editions: times and counts as given in the editions, one column per year (2009, 2014,
//! 2017, 2018, 2023).

use super::*;
use Supervision::{Full, Limited};

/// `get` for each edition of a speed, oldest first.
fn column<T>(speed: &str, supervision: Supervision, get: impl Fn(&Rules) -> T) -> [T; 5] {
    YEARS.map(|year| get(&rules(&format!("fide-{year}-{speed}"), supervision)))
}

fn illegal(rules: &Rules) -> (u32, u32) {
    (*rules.illegal_move.bonus, *rules.illegal_move.lose_on)
}

#[test]
fn illegal_moves_cost_time_then_the_game() {
    let two_minutes = [(120, 3), (120, 2), (120, 2), (120, 2)];
    let with = |last| [two_minutes[0], two_minutes[1], two_minutes[2], two_minutes[3], last];
    assert_eq!(column("standard", Full, illegal), with((120, 2)));
    assert_eq!(column("rapid", Full, illegal), with((60, 2)));
    assert_eq!(column("blitz", Full, illegal), [(120, 3), (60, 2), (60, 2), (60, 2), (60, 2)]);
    assert_eq!(column("rapid", Limited, |r| *r.illegal_move.lose_on), [3, 1, 1, 2, 2]);
    assert_eq!(column("rapid", Limited, illegal)[3..], [(120, 2), (60, 2)]);
    assert_eq!(column("blitz", Limited, |r| *r.illegal_move.lose_on), [1, 1, 1, 2, 2]);
    assert_eq!(column("blitz", Limited, illegal)[3..], [(60, 2), (60, 2)]);
}

#[test]
fn a_lost_game_is_drawn_if_the_opponent_cannot_mate() {
    for speed in SPEEDS {
        for supervision in [Full, Limited] {
            assert_eq!(column(speed, supervision, |r| *r.illegal_move.helpless), [Helpless::Draw; 5]);
            assert_eq!(column(speed, supervision, |r| *r.illegal_move.win_test), [WinTest::AnySeries; 5]);
            assert_eq!(column(speed, supervision, |r| *r.flag.helpless), [Helpless::Draw; 5]);
            assert_eq!(column(speed, supervision, |r| *r.flag.win_test), [WinTest::AnySeries; 5]);
        }
    }
}

#[test]
fn wrong_claims_cost_time() {
    let wrong = |r: &Rules| *r.draw_claim.wrong_bonus;
    for supervision in [Full, Limited] {
        assert_eq!(column("standard", supervision, wrong), [180, 120, 120, 120, 120]);
        assert_eq!(column("rapid", supervision, wrong), [180, 120, 120, 120, 60]);
        assert_eq!(column("blitz", supervision, wrong), [180, 60, 60, 60, 60]);
        assert_eq!(column("rapid", supervision, |r| *r.draw_claim.wrong_deduction), [0; 5]);
    }
}

#[test]
fn quickplay_finish() {
    for speed in ["standard", "rapid"] {
        assert_eq!(column(speed, Full, |r| *r.quickplay.reject_bonus), [120; 5]);
        assert_eq!(column(speed, Full, |r| *r.quickplay.postpone_bonus), [120; 5]);
        assert_eq!(column(speed, Full, |r| *r.quickplay.increment_bonus), [0, 120, 120, 120, 120]);
        assert_eq!(column(speed, Full, |r| *r.quickplay.increment), [0, 5, 5, 5, 5]);
        assert_eq!(column(speed, Full, |r| *r.quickplay.available), [true, false, false, false, false]);
        assert_eq!(column(speed, Full, |r| r.quickplay.time_left.holds(119.9)), [true; 5]);
        assert_eq!(column(speed, Full, |r| r.quickplay.time_left.holds(120.0)), [false; 5]);
    }
}

#[test]
fn quickplay_finish_has_to_be_announced_since_2014_and_is_never_there_in_blitz() {
    let library = library();
    let announced = |id: &str| {
        let ruleset = library.get(id).unwrap();
        *ruleset.varied(NaiveDate::MAX, Limited, &["III"]).unwrap().quickplay.available
    };
    for year in [2014, 2017, 2018, 2023] {
        assert!(announced(&format!("fide-{year}-standard")));
        assert!(announced(&format!("fide-{year}-rapid")));
        assert!(!announced(&format!("fide-{year}-blitz")));
    }
    assert!(library.get("fide-2009-rapid").unwrap().varied(day(2010, 1, 1), Full, &["III"]).is_err());
    assert!(*rules("fide-2009-blitz", Full).quickplay.available);
    assert!(!*rules("fide-2009-blitz", Limited).quickplay.available);
}

#[test]
fn kinds_of_illegal_moves() {
    use Offence::*;
    let old = vec![IllegalMove, PromotionNotReplaced];
    let new = vec![IllegalMove, PromotionNotReplaced, PressedWithoutMoving, TwoHands];
    for speed in SPEEDS {
        let kinds = column(speed, Full, |r| r.illegal_move.counts.value.clone());
        assert_eq!(kinds, [old.clone(), old.clone(), new.clone(), new.clone(), new.clone()]);
    }
    let (no, yes) = (Treatment::Discretion, Treatment::IllegalMove);
    assert_eq!(column("standard", Full, |r| *r.press_without_move.treated_as), [no, no, yes, yes, yes]);
    assert_eq!(column("standard", Full, |r| *r.two_hands.treated_as), [no, no, yes, yes, yes]);
    assert_eq!(column("standard", Full, |r| *r.two_hands.needs_press)[2..], [false, true, true]);
    let (choice, queen) = (LeftPawn::Choice, LeftPawn::Queen);
    assert_eq!(column("standard", Full, |r| *r.promotion.becomes), [choice, queen, queen, queen, queen]);
}

#[test]
fn draws_by_claim_and_without() {
    for speed in SPEEDS {
        assert_eq!(column(speed, Full, |r| (*r.threefold.count, *r.fifty.moves)), [(3, 50); 5]);
        let automatic =
            column(speed, Limited, |r| (*r.automatic_draw.fivefold, *r.automatic_draw.seventy_five));
        let (none, row, any) = (Fivefold::None, Fivefold::Consecutive, Fivefold::Any);
        assert_eq!(automatic, [(none, 0), (row, 75), (any, 75), (any, 75), (any, 75)]);
        assert_eq!(column(speed, Full, |r| *r.automatic_draw.declared), [Declared::ByRule; 5]);
        assert_eq!(column(speed, Full, |r| *r.automatic_draw.fivefold_count), [0, 5, 5, 5, 5]);
        assert_eq!(column(speed, Full, |r| *r.agreement.min_moves), [0, 0, 1, 1, 1]);
    }
}

#[test]
fn helpless_opponents() {
    let (draw, loss) = (Helpless::Draw, Helpless::Loss);
    for speed in SPEEDS {
        assert_eq!(column(speed, Full, |r| *r.resignation.helpless), [loss, loss, loss, loss, draw]);
        assert_eq!(column(speed, Full, |r| *r.devices.helpless), [draw, loss, loss, loss, loss]);
    }
    let (discretion, lost) = (Device::Discretion, Device::Loss);
    assert_eq!(column("standard", Full, |r| *r.devices.found), [discretion, lost, lost, lost, lost]);
    assert_eq!(column("standard", Full, |r| *r.devices.sound), [Sound::Loss; 5]);
}

#[test]
fn starts_and_arrivals() {
    for speed in SPEEDS {
        assert_eq!(column(speed, Limited, |r| *r.colours.restart_before), [0, 0, 10, 10, 10]);
        assert_eq!(
            column(speed, Full, |r| r.arrival.default_time.seconds()),
            [Some(0), None, Some(0), Some(0), Some(0)]
        );
        assert_eq!(column(speed, Full, |r| *r.start_position.restart_before), [0; 5]);
        assert_eq!(column(speed, Full, |r| *r.clock_setting.correct_before), [0; 5]);
    }
    for speed in ["rapid", "blitz"] {
        let deadlines = |r: &Rules| {
            [
                *r.start_position.restart_before,
                *r.board_turned.correct_before,
                *r.clock_setting.correct_before,
            ]
        };
        assert_eq!(column(speed, Limited, deadlines), [[3; 3], [10; 3], [10; 3], [10; 3], [10; 3]]);
        assert_eq!(column(speed, Limited, |r| *r.start_position.castling_lost), [true; 5]);
    }
    assert_eq!(*rules("fide-2009-standard", Full).arrival.waiver, Waiver::Regulations);
    assert_eq!(*rules("fide-2014-standard", Full).arrival.waiver, Waiver::Arbiter);
}

#[test]
fn recording() {
    assert_eq!(
        column("standard", Full, |r| (*r.recording.exempt_below, *r.recording.unless_bonus)),
        [(300, 30); 5]
    );
    assert_eq!(column("standard", Full, |r| *r.recording.duty), [true; 5]);
    assert_eq!(column("standard", Full, |r| *r.recording.exempt), [Whose::Own; 5]);
    for speed in ["rapid", "blitz"] {
        assert_eq!(column(speed, Full, |r| *r.recording.duty), [false; 5]);
        assert_eq!(column(speed, Full, |r| *r.recording.requests), [0, 0, 5, 5, 5]);
        assert_eq!(column(speed, Limited, |r| *r.recording.requests), [0; 5]);
    }
}

#[test]
fn flags() {
    use FlagCall::{BothDown, May, Shall};
    for speed in ["rapid", "blitz"] {
        assert_eq!(column(speed, Limited, |r| *r.flag.own_time_needed), [true, true, true, false, false]);
        assert_eq!(column(speed, Limited, |r| *r.flag.arbiter_calls), [BothDown, Shall, May, Shall, Shall]);
        assert_eq!(column(speed, Full, |r| *r.flag.arbiter_calls), [Shall; 5]);
        assert_eq!(
            *rules(&format!("fide-2009-{speed}"), Limited).both_flags.unknown_earlier,
            OrderUnknown::Draw
        );
    }
    for speed in SPEEDS {
        let both = column(speed, Full, |r| (*r.both_flags.unknown_last, *r.both_flags.unknown_earlier));
        assert_eq!(both, [(OrderUnknown::Draw, OrderUnknown::Continue); 5]);
    }
    assert_eq!(column("standard", Full, |r| *r.both_flags.order_known), [OrderKnown::FirstLoses; 5]);
}

#[test]
fn deadlines_and_who_may_act() {
    for speed in SPEEDS {
        assert_eq!(column(speed, Full, |r| *r.illegal_move.deadline), [Deadline::Game; 5]);
        assert_eq!(column(speed, Full, |r| *r.illegal_move.arbiter), [ArbiterPart::Acts; 5]);
    }
    for speed in ["rapid", "blitz"] {
        assert_eq!(column(speed, Limited, |r| *r.illegal_move.deadline), [Deadline::OpponentNextMove; 5]);
        let parts = column(speed, Limited, |r| *r.illegal_move.arbiter);
        assert_eq!(parts[0], ArbiterPart::Never);
        assert_eq!(parts[1..], [ArbiterPart::WhenSeen; 4]);
        let drawn = column(speed, Limited, |r| r.illegal_position.drawn_if_it_stays.len());
        assert_eq!(drawn, [0, 2, 2, 2, 2]);
        assert_eq!(column(speed, Full, |r| r.illegal_position.drawn_if_it_stays.len()), [0; 5]);
    }
    assert!(!*rules("fide-2009-rapid", Limited).illegal_move.undo_by_agreement);
    assert!(*rules("fide-2009-blitz", Limited).illegal_move.undo_by_agreement);
}

#[test]
fn resumption_and_penalties() {
    let resumption =
        column("standard", Full, |r| (*r.sealed_move.resumption, *r.sealed_move.resumption_limit));
    assert_eq!(resumption[0], (Resumption::Fixed, 3600));
    assert_eq!(resumption[1..], [(Resumption::DefaultTime, 0); 4]);
    assert_eq!(column("standard", Full, |r| r.penalties.list.len()), [7, 8, 9, 9, 9]);
    let exclusion = column("standard", Full, |r| r.penalties.list.contains(&Remedy::Exclusion));
    assert_eq!(exclusion, [false, false, true, true, true]);
    let rules = rules("fide-2018-standard", Full);
    assert_eq!(rules.options(&rules.conduct.distraction), *rules.penalties.list);
    assert_eq!(rules.options(&rules.agreement.ban_options)[..2], [Remedy::Reject, Remedy::Accept]);
    assert_eq!(column("standard", Full, |r| *r.board_end.despite_touch), [true, false, false, false, false]);
    assert_eq!(column("standard", Full, |r| *r.completion.by_next_move), [false, true, true, true, true]);
    assert_eq!(column("standard", Full, |r| *r.appeal.against_no_progress), [false, true, true, true, true]);
}

#[test]
fn points_and_equipment() {
    for year in YEARS {
        let rules = rules(&format!("fide-{year}-standard"), Full);
        assert_eq!((*rules.points.win, *rules.points.draw, *rules.points.loss), (1.0, 0.5, 0.0));
    }
    let equipment = &rules("fide-2023-standard", Full).equipment;
    assert!(equipment.king_height.holds(86.0) && !equipment.king_height.holds(80.0));
    assert!(equipment.king_base.holds(40.0 / 86.0) && !equipment.king_base.holds(0.39));
    assert!(equipment.square.holds(55.0) && !equipment.square.holds(61.0));
}
