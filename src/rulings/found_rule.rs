//! Rulings on what the record alone proves: ends on the board, and presses, flags and increments of the clock log.

use shakmaty::Color;

use super::clock_history::Row;
use super::clock_setting;
use super::duty::name;
use super::found::{Found, What};
use super::hearing::Hearing;
use super::illegal_move;
use super::ruling::{Decision, GameResult, Ruling};
use crate::case::{Incident, Kind, Noticed, Who};
use crate::checks::dead_position_rule;
use crate::clock::Event;
use crate::place::Place;
use crate::replay::Board;
use crate::ruleset::{DeadPosition, Declared};

/// Rules on something that the record proves. `None` if no ruling is needed.
pub(super) fn rule(hearing: &mut Hearing<'_>, found: &Found) -> Option<Ruling> {
    let mut ruling = Ruling::new(kind_of(&found.what), found.at, found.at);
    ruling.fen = Some(hearing.record.fen(found.at));
    match &found.what {
        What::Checkmate(winner) => checkmate(hearing, &mut ruling, found.at, *winner),
        What::Stalemate => stalemate(hearing, &mut ruling, found.at),
        What::Dead(why) => dead(hearing, &mut ruling, found.at, why),
        What::Fivefold(times) => fivefold(hearing, &mut ruling, found.at, *times)?,
        What::SeventyFive(quiet) => seventy_five(hearing, &mut ruling, found.at, *quiet)?,
        What::Press(side) => {
            let mut incident = noted(hearing, Kind::PressedWithoutMoving, *side, found.at);
            incident.again = set_since(hearing, found.at);
            if super::acts::known(hearing, &incident) {
                return None;
            }
            ruling.by = Some(Who::from(*side).word());
            ruling.because("The clock log shows a press with no half-move made since the one before it.");
            illegal_move::judge(hearing, &mut ruling, &incident);
        }
        What::Flag(side) => {
            let incident = noted(hearing, Kind::FlagFall, *side, found.at);
            ruling.by = Some(Who::from(*side).word());
            super::flag::judge(hearing, &mut ruling, &incident);
            if ruling.decision == Decision::Stands {
                return None;
            }
            if found.unnoticed {
                ruling.because("Play went on after it fell, and nobody acted on it then: it counts from now, when it is seen in the log.");
            }
        }
        What::IncrementMissing { seconds, units } => {
            ruling.because(format!(
                "The clock log shows that the increment of {seconds} seconds a move was never given."
            ));
            clock_setting::judge(hearing, &mut ruling, *seconds, *units);
        }
    }
    Some(ruling)
}

/// Whether the arbiter set the clocks in that position: then a press there is a different one.
fn set_since(hearing: &Hearing<'_>, ply: usize) -> bool {
    hearing.clocks.rows.iter().any(|row| row.event == Event::Set && row.ply == ply)
}

fn checkmate(hearing: &Hearing<'_>, ruling: &mut Ruling, at: usize, winner: Color) {
    let laws = hearing.laws;
    ruling.by = Some(Who::from(winner).word());
    ruling.rest_on(&laws.board_end.checkmate);
    let label = label(hearing, at);
    ruling.because(format!("{label} is checkmate: {} has no legal move and is in check.", name(!winner)));
    ruling.because("That ends the game at once; no press of the clock is needed, and nothing later counts.");
    if hearing.record.quiet(at) >= laws.automatic_draw.seventy_five.saturating_mul(2)
        && *laws.automatic_draw.seventy_five > 0
    {
        ruling.rest_on(&laws.automatic_draw.mate_first);
        ruling.because("It came with the last of the moves that would end the game as a draw; the checkmate takes precedence.");
    }
    if flag_in_play(hearing) {
        ruling.rest_on(&laws.board_end.before_flag);
    }
    ruling.end(GameResult::Win(winner));
    ruling.announce(format!("{} has checkmated: {}.", name(winner), GameResult::Win(winner).as_str()));
}

/// Whether an incident or the clock log says that a flag fell.
fn flag_in_play(hearing: &Hearing<'_>) -> bool {
    let told = |incident: &Incident| matches!(incident.kind, Kind::FlagFall | Kind::BothFlags);
    let shown = |row: &Row| {
        row.event == Event::Flag || [row.white, row.black].into_iter().flatten().any(|left| left <= 0.0)
    };
    hearing.case.incidents.iter().any(told) || hearing.clocks.rows.iter().any(shown)
}

fn stalemate(hearing: &Hearing<'_>, ruling: &mut Ruling, at: usize) {
    let laws = hearing.laws;
    ruling.rest_on(&laws.board_end.stalemate);
    let label = label(hearing, at);
    ruling.because(format!(
        "After {label} {} has no legal move and is not in check: stalemate.",
        name(hearing.record.turn(at))
    ));
    ruling.because("That ends the game at once: it is drawn, and nothing later counts.");
    ruling.announce(format!("The game is drawn: {label} was stalemate."));
    ruling.end(GameResult::Draw);
}

fn dead(hearing: &Hearing<'_>, ruling: &mut Ruling, at: usize, why: &str) {
    let laws = hearing.laws;
    ruling.because(format!("{why}."));
    rest_on_dead_material(ruling, &laws.dead_position, hearing.record.board(at));
    let label = label(hearing, at);
    ruling.because(format!(
        "Nobody can mate any more after {label}: the game was drawn then, and nothing later counts."
    ));
    ruling.announce(format!("The game was drawn after {label}: neither player could checkmate any more."));
    ruling.end(GameResult::Draw);
}

/// Cites the rule that draws a dead position, and names the material where that rule does.
pub(super) fn rest_on_dead_material(ruling: &mut Ruling, law: &DeadPosition, board: &Board) {
    let (rule, material) = dead_position_rule(law, board);
    ruling.rest_on(rule);
    if let Some(material) = material {
        ruling.because(format!("{material}: the material alone makes it a draw."));
    }
}

fn kind_of(what: &What) -> &'static str {
    match what {
        What::Checkmate(_) => "checkmate",
        What::Stalemate => "stalemate",
        What::Dead(_) => "dead-position",
        What::Fivefold(_) => "fivefold",
        What::SeventyFive(_) => "seventy-five",
        What::Press(_) => Kind::PressedWithoutMoving.name(),
        What::Flag(_) => Kind::FlagFall.name(),
        What::IncrementMissing { .. } => Kind::ClockMisset.name(),
    }
}

fn label(hearing: &Hearing<'_>, ply: usize) -> String {
    match ply {
        0 => "the start position".to_owned(),
        ply => hearing.record.label(ply),
    }
}

fn fivefold(hearing: &Hearing<'_>, ruling: &mut Ruling, at: usize, times: usize) -> Option<()> {
    let law = &hearing.laws.automatic_draw;
    ruling.rest_on(&law.fivefold);
    ruling.rest_on(&law.fivefold_count);
    let places: Vec<String> =
        hearing.record.same_positions(at).iter().map(|ply| label(hearing, *ply)).collect();
    ruling.because(format!("The same position stands for the {times}th time ({}).", places.join(", ")));
    declared(hearing, ruling, at, &format!("the position stood for the {times}th time"))
}

fn seventy_five(hearing: &Hearing<'_>, ruling: &mut Ruling, at: usize, quiet: u32) -> Option<()> {
    let law = &hearing.laws.automatic_draw;
    ruling.rest_on(&law.seventy_five);
    ruling
        .because(format!("{quiet} half-moves in a row were made without a capture and without a pawn move."));
    declared(
        hearing,
        ruling,
        at,
        &format!("{} moves by each player without a capture and a pawn move", quiet / 2),
    )
}

/// The rule ends the game, or the arbiter may; the latter only while the game is not over.
fn declared(hearing: &Hearing<'_>, ruling: &mut Ruling, at: usize, why: &str) -> Option<()> {
    let law = &hearing.laws.automatic_draw;
    match *hearing.rest_on_for_kind(ruling, &law.declared) {
        Declared::ByRule => {
            ruling.end(GameResult::Draw);
            ruling.announce(format!("The game is drawn without a claim: {why}."));
            ruling.because("That ends the game without a claim: it is drawn, and nothing later counts.");
        }
        Declared::ArbiterMay if at < hearing.record.len() && hearing.record.is_finished() => return None,
        Declared::ArbiterMay => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["draw"]);
            ruling.announce(format!("The director may declare the game drawn: {why}."));
            ruling.because("The director may declare the game drawn, and need not; without that, and without a claim, it goes on.");
        }
    }
    Some(())
}

/// What the log shows, as an incident that was not reported.
fn noted(hearing: &Hearing<'_>, kind: Kind, side: Color, at: usize) -> Incident {
    Incident {
        place: Place::file(&hearing.record.file),
        kind,
        ply: at,
        noticed: at,
        after: None,
        noticed_after: None,
        noticed_by: Noticed::Arbiter,
        noticed_by_said: false,
        by: Who::from(side),
        written: None,
        pressed_said: Some(true),
        squares: Vec::new(),
        touched: None,
        released: None,
        again: false,
        seconds: None,
        seconds_without_unit: false,
        count: None,
        value: None,
        observed: None,
        claim: None,
        stopped_for: None,
        note: Some("log".to_owned()),
        unread: Vec::new(),
    }
}
