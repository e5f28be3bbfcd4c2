//! What the moves and the clock log prove without a report.

use shakmaty::{Color, Position};

use super::clock_history::Clocks;
use super::duty::name;
use super::mating::{Chance, any_series};
use super::record::Record;
use super::ruling::Sides;
use crate::case::{Incident, Kind};
use crate::clock::log::{Log, PressKind};
use crate::clock::{Fact, FactKind, Proof, Reconstruction};
use crate::ruleset::{Fivefold, FlagCall, Laws};

/// Something that the record proves, and when.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    /// Half-moves made then.
    pub at: usize,
    /// What it is.
    pub what: What,
    /// It depends on an illegal move, and counts only if that move stands.
    pub by_illegal_move: bool,
    /// It was not acted on while play went on: it comes after everything that was reported.
    pub unnoticed: bool,
}

/// What the record proves.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum What {
    /// Checkmate; the winner.
    Checkmate(Color),
    /// Stalemate.
    Stalemate,
    /// Nobody can mate; why.
    Dead(String),
    /// The number of times that one position has occurred.
    Fivefold(usize),
    /// The number of half-moves without a capture or pawn move.
    SeventyFive(u32),
    /// A press without a move.
    Press(Color),
    /// A flag.
    Flag(Color),
    /// The clock never added the increment: its seconds, and how many seconds each side lacks.
    IncrementMissing {
        /// Seconds a move.
        seconds: i64,
        /// Moves without it.
        units: Sides<i64>,
    },
}

impl Found {
    fn new(at: usize, what: What) -> Found {
        Found { at, what, by_illegal_move: false, unnoticed: false }
    }

    /// The end of a game on the board.
    fn on_board(record: &Record, at: usize, what: What) -> Found {
        Found { by_illegal_move: record.is_illegal(at), ..Found::new(at, what) }
    }
}

/// Everything that the moves prove, in the order in which it happened.
pub(super) fn on_the_board(record: &Record, laws: &Laws) -> Vec<Found> {
    let mut found = Vec::new();
    for ply in 0..=record.len() {
        let what = no_move_left(record, ply).filter(|what| match what {
            What::Stalemate => *laws.board_end.stalemate,
            _ => *laws.board_end.checkmate,
        });
        found.extend(what.map(|what| Found::on_board(record, ply, what)));
    }
    if let Some(dead) = first_dead(record, laws) {
        found.push(dead);
    }
    found.extend(first_fivefold(record, laws));
    found.extend(first_seventy_five(record, laws));
    found.sort_by_key(|found| (found.at, rank(&found.what, *laws.automatic_draw.mate_first)));
    found
}

fn rank(what: &What, mate_first: bool) -> u8 {
    match what {
        What::SeventyFive(_) if !mate_first => 0,
        What::Checkmate(_) => 0,
        What::Stalemate => 1,
        What::Dead(_) => 2,
        What::Fivefold(_) => 3,
        What::SeventyFive(_) => 4,
        What::Press(_) => 5,
        What::Flag(_) => 6,
        What::IncrementMissing { .. } => 7,
    }
}

fn no_move_left(record: &Record, ply: usize) -> Option<What> {
    let over = match record.ply(ply) {
        Some(played) => played.no_reply,
        None => ply == 0 && record.chess(0).is_some_and(|start| start.legal_moves().is_empty()),
    };
    let kings = Color::ALL.iter().all(|side| record.board(ply).king(*side).is_some());
    if !over || !kings {
        return None;
    }
    let turn = record.turn(ply);
    Some(if record.board(ply).in_check(turn) { What::Checkmate(!turn) } else { What::Stalemate })
}

/// The first position in which nobody can mate. Legal moves never lead out of one, so the last position is asked first.
fn first_dead(record: &Record, laws: &Laws) -> Option<Found> {
    if !*laws.dead_position.ends_game {
        return None;
    }
    let legal_from = (1..=record.len()).rev().find(|ply| record.is_illegal(*ply)).unwrap_or(0);
    let last = (legal_from..=record.len()).rev().find(|ply| no_move_left(record, *ply).is_none())?;
    dead(record, last)?;
    let (mut low, mut high) = (legal_from, last);
    while low < high {
        let middle = low + (high - low) / 2;
        if dead(record, middle).is_some() {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    dead(record, low).map(|why| Found::on_board(record, low, What::Dead(why)))
}

fn dead(record: &Record, ply: usize) -> Option<String> {
    let position = record.chess(ply)?;
    let Chance::No(white) = any_series(&position, Color::White) else { return None };
    let Chance::No(black) = any_series(&position, Color::Black) else { return None };
    Some(format!("{white}; {black}"))
}

fn first_fivefold(record: &Record, laws: &Laws) -> Option<Found> {
    let law = &laws.automatic_draw;
    let count = *law.fivefold_count as usize;
    let enough = |ply: usize| match *law.fivefold {
        Fivefold::None => false,
        Fivefold::Any => record.ply(ply).is_some_and(|played| played.occurrence as usize >= count),
        Fivefold::Consecutive => {
            let key = record.board(ply).key();
            count > 0
                && ply >= 4 * (count - 1)
                && (1..count).all(|back| record.board(ply - 4 * back).key() == key)
        }
    };
    let at = (1..=record.len()).find(|ply| enough(*ply))?;
    Some(Found::on_board(record, at, What::Fivefold(record.same_positions(at).len())))
}

fn first_seventy_five(record: &Record, laws: &Laws) -> Option<Found> {
    let law = &laws.automatic_draw;
    let wanted = law.seventy_five.saturating_mul(2);
    if wanted == 0 {
        return None;
    }
    // The counter of a FEN can reach this number by itself.
    let at = (0..=record.len()).find(|ply| record.quiet(*ply) >= wanted)?;
    let mates = record.ply(at).is_some_and(|played| played.mates());
    (!(mates && *law.mate_first)).then(|| Found::on_board(record, at, What::SeventyFive(record.quiet(at))))
}

/// What the clock log proves and no incident reports.
pub(super) fn in_the_log(log: &Log, record: &Record, incidents: &[Incident]) -> Vec<Found> {
    let mut found = Vec::new();
    for press in log.presses(record.turn(0)) {
        let at = press.ply as usize;
        if press.kind == PressKind::WithoutMove
            && at <= record.len()
            && !reported(incidents, press.side, at, PRESSES)
        {
            found.push(Found::new(at, What::Press(press.side)));
        }
    }
    found
}

const PRESSES: &[Kind] =
    &[Kind::PressedWithoutMoving, Kind::IllegalMove, Kind::TwoHands, Kind::PromotionNotReplaced];

fn reported(incidents: &[Incident], side: Color, at: usize, kinds: &[Kind]) -> bool {
    incidents.iter().any(|incident| {
        kinds.contains(&incident.kind)
            && incident.by.player().is_none_or(|player| player == side)
            && (incident.ply == at || incident.noticed == at)
    })
}

/// What the clock times prove and no incident reports: time that ran out, increments that the clock never added.
pub(super) fn in_the_clocks(
    reconstruction: &Reconstruction,
    record: &Record,
    laws: &Laws,
    clocks: &Clocks,
    incidents: &[Incident],
) -> Vec<Found> {
    let about = |kinds: &[Kind]| incidents.iter().any(|incident| kinds.contains(&incident.kind));
    let mut found = Vec::new();
    let calls = matches!(*laws.flag.arbiter_calls, FlagCall::Shall | FlagCall::May);
    if calls && !about(&[Kind::FlagFall, Kind::BothFlags]) {
        found.extend(reconstruction.facts().iter().find_map(|fact| ran_out(fact, record, clocks)));
    }
    if !about(&[Kind::ClockMisset]) {
        found.extend(reconstruction.facts().iter().find_map(|fact| match fact.kind {
            FactKind::IncrementMissing { increment_ms, units, .. } => {
                let units = Sides { white: i64::from(units.white), black: i64::from(units.black) };
                Some(Found::new(record.len(), What::IncrementMissing { seconds: increment_ms / 1000, units }))
            }
            _ => None,
        }));
    }
    found
}

fn ran_out(fact: &Fact, record: &Record, clocks: &Clocks) -> Option<Found> {
    let FactKind::RanOut { proof, went_on, .. } = fact.kind else { return None };
    match proof {
        Proof::Display | Proof::Flag { .. } | Proof::Control { .. } => {}
        // The display is conclusive: computed times prove nothing if it shows time left.
        Proof::Elapsed | Proof::TimeOfDay => {
            let shown = clocks.left(fact.side, record.len());
            if shown.is_some_and(|left| left > 0.0) {
                return None;
            }
        }
        Proof::WholeSecondZero => return None,
    }
    let at = (fact.ply as usize).min(record.len());
    let went_on = went_on || record.len() > at;
    let mut found = Found::new(if went_on { record.len() } else { at }, What::Flag(fact.side));
    found.unnoticed = went_on;
    Some(found)
}

/// The players who forgot a press, each once.
pub(super) fn forgotten_presses(log: &Log, first: Color) -> Vec<Color> {
    let after = log.presses(first).filter(|press| press.kind == PressKind::AfterForgotten);
    after.map(|press| !press.side).collect()
}

/// Two presses in a row that may be a press without a move, or the opponent's forgotten press.
pub(super) fn undecided_presses(log: &Log, first: Color) -> Vec<String> {
    log.presses(first)
        .filter(|press| press.kind == PressKind::Undecided)
        .filter_map(|press| log.rows().get(press.row).map(|row| (row.line, press.side)))
        .map(|(line, side)| {
            format!(
                "Line {line} of the clock log has a second press in a row by {}. The log counts no half-moves, so it is \
                 undecided: if {} had moved and forgotten his clock it is not a fault; if no move was made it is a press \
                 without a move.",
                name(side),
                name(!side)
            )
        })
        .collect()
}
