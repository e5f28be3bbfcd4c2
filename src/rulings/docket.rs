//! The docket: what was found and what was reported, in the order in which it is ruled on, and the result of the case.

use std::ops::Range;

use super::found::{Found, What};
use super::found_rule;
use super::hearing::Hearing;
use super::ruling::{GameResult, Ruling};
use super::{
    adjournment, arrival, assistant, both_flags, clock_setting, conduct, draw_claim, draw_offer, ending,
    equipment, flag, hands, illegal_move, press, promotion, quickplay, set_up, sheets, touch, undo,
};
use crate::case::{Fault, Incident, Kind};
use crate::ruleset::Laws;
use crate::scoresheet::Outcome;

pub(super) fn hear(hearing: &mut Hearing<'_>, found: &[Found]) -> Result<(), Fault> {
    let mut pending = found.iter().filter(|found| !found.unnoticed && !found.by_illegal_move).peekable();
    let incidents = &hearing.case.incidents;
    for run in runs(incidents) {
        let before = hearing.rulings.len();
        for number in in_order(incidents, run) {
            let Some(incident) = incidents.get(number) else { continue };
            let laws = hearing.laws;
            let due = |found: &&Found| found.at <= incident.noticed && !hangs_on(laws, found, incident);
            while let Some(due) = pending.next_if(due) {
                enter_found(hearing, due);
            }
            let mut ruling = match hearing.ended.clone() {
                Some(end) => ending::after_the_end(hearing, number, incident, &end),
                None => rule(hearing, number, incident)?,
            };
            not_read(incident, &mut ruling);
            hearing.enter(ruling);
        }
        hearing.in_order_of_report(before);
    }
    for due in pending {
        enter_found(hearing, due);
    }
    for late in found.iter().filter(|found| found.by_illegal_move) {
        if stands(hearing, late.at) {
            enter_found(hearing, late);
        }
    }
    for late in found.iter().filter(|found| found.unnoticed) {
        enter_found(hearing, late);
    }
    Ok(())
}

/// Consecutive incidents that are heard together: illegal moves and faults that count as such, noticed at the same time.
fn runs(incidents: &[Incident]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (number, incident) in incidents.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| incidents.get(before));
        let joins = before.is_some_and(|before| {
            before.noticed == incident.noticed
                && before.kind.is_illegal_move_kin()
                && incident.kind.is_illegal_move_kin()
        });
        match runs.last_mut().filter(|_| joins) {
            Some(run) => run.end = number + 1,
            None => runs.push(number..number + 1),
        }
    }
    runs
}

/// The incidents of a run in the order in which they happened: the first is put right first.
fn in_order(incidents: &[Incident], run: Range<usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = run.collect();
    numbers.sort_by_key(|number| incidents.get(*number).map(|incident| incident.ply));
    numbers
}

/// Whether the incident affects the end on the board and is heard before it: the mating move broke touch-move, or the
/// flag counts before the mate.
fn hangs_on(laws: &Laws, found: &Found, incident: &Incident) -> bool {
    let on_the_board = matches!(found.what, What::Checkmate(_) | What::Stalemate | What::Dead(_));
    let comes_first = match incident.kind {
        Kind::Touch => !*laws.board_end.despite_touch && found.at == incident.ply + 1,
        Kind::FlagFall => !*laws.board_end.before_flag && found.at == incident.noticed,
        _ => false,
    };
    on_the_board && comes_first
}

fn enter_found(hearing: &mut Hearing<'_>, found: &Found) {
    if hearing.ended.is_some() || hearing.is_void(found.at) {
        return;
    }
    if let Some(ruling) = found_rule::rule(hearing, found) {
        hearing.enter(ruling);
    }
}

/// Whether the illegal half-move number `at` was ruled to stand.
fn stands(hearing: &Hearing<'_>, at: usize) -> bool {
    hearing.rulings.iter().any(|ruling| {
        ruling.ply + 1 == at
            && ruling.kind == Kind::IllegalMove.name()
            && ruling.decision == super::Decision::Stands
    })
}

/// Says which fields were given and not read.
fn not_read(incident: &Incident, ruling: &mut Ruling) {
    if !incident.unread.is_empty() {
        let fields: Vec<String> = incident.unread.iter().map(|field| format!("`{field}`")).collect();
        ruling.because(format!(
            "{} has no part in `{}` and was not used.",
            fields.join(", "),
            incident.kind.name()
        ));
    }
}

fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Result<Ruling, Fault> {
    let family = match incident.kind {
        Kind::PressedWithoutMoving if incident.value.is_some() => press::opponents_clock,
        Kind::IllegalMove | Kind::PressedWithoutMoving | Kind::TwoHands | Kind::PromotionNotReplaced => {
            illegal_move::rule
        }
        Kind::WrongHand => hands::wrong,
        Kind::PromotionPiece => promotion::piece,
        Kind::UndoAgreed => undo::agreed,
        Kind::Touch => touch::rule,
        Kind::PiecesDisplaced => set_up::displaced,
        Kind::DrawOffer => draw_offer::offered,
        Kind::DrawAccepted => draw_offer::accepted,
        Kind::DrawDeclined => draw_offer::declined,
        Kind::AgreeDraw => draw_offer::agreed,
        Kind::ClaimThreefold | Kind::ClaimFifty => draw_claim::rule,
        Kind::ClaimDeadPosition => draw_claim::dead_position,
        Kind::ClaimNoProgress => quickplay::rule,
        Kind::ExtraIncrementRequest => quickplay::increment,
        Kind::FlagFall => flag::rule,
        Kind::BothFlags => both_flags::rule,
        Kind::LateArrival => arrival::rule,
        Kind::ClockMisset => clock_setting::rule,
        Kind::ClockFailure => clock_setting::failure,
        Kind::Resign => ending::resigned,
        Kind::ResultAgreed => ending::result_agreed,
        Kind::ClocksStopped => ending::clocks_stopped,
        Kind::Handshake => ending::handshake,
        Kind::WrongInitialPosition => set_up::initial_position,
        Kind::ColoursReversed => set_up::colours,
        Kind::BoardRotated => set_up::board,
        Kind::IllegalPosition => set_up::illegal_position,
        Kind::NotRecording => sheets::not_recording,
        Kind::RecordedBeforeMoving => sheets::before_moving,
        Kind::IncompleteScoresheet => sheets::incomplete,
        Kind::SealedMove => adjournment::sealed,
        Kind::AbsentAtResumption => adjournment::absent,
        Kind::Assistant => assistant::rule,
        Kind::RepliedBeforePress => press::replied_before_press,
        Kind::Equipment => return equipment::rule(hearing, number, incident),
        Kind::PhoneRang
        | Kind::DeviceFound
        | Kind::OutsideHelp
        | Kind::NotesUsed
        | Kind::LeftVenue
        | Kind::Distraction
        | Kind::RefusedToComply
        | Kind::PrearrangedResult => conduct::rule,
    };
    Ok(family(hearing, number, incident))
}

/// The result of the whole case.
pub(super) fn top_result(hearing: &Hearing<'_>) -> GameResult {
    if let Some(end) = &hearing.ended {
        return end.result;
    }
    if hearing.rulings.iter().any(|ruling| ruling.decision.leaves_open()) {
        return GameResult::Open;
    }
    match hearing.record.outcome() {
        Some(Outcome::White) => GameResult::Win(shakmaty::Color::White),
        Some(Outcome::Black) => GameResult::Win(shakmaty::Color::Black),
        Some(Outcome::Draw) => GameResult::Draw,
        Some(Outcome::Unfinished) | None => GameResult::Open,
    }
}
