//! The parts of a time control in words, and their assembly: each part is a stage, an increment or a delay. A
//! part that could be more than one of these is refused.

use super::text::{ControlFault, Outcome, TimeControlFault};
use super::vocabulary::Unit;
use super::{Bonus, DelayKind, Stage, TimeControl};

/// One time span and what the text says about it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Piece {
    pub(super) at: usize,
    /// The time, if its unit is known.
    pub(super) ms: Option<i64>,
    /// The smallest unit written.
    pub(super) unit: Option<Unit>,
    /// A number without a unit, in thousandths.
    pub(super) bare: Option<i64>,
    pub(super) moves: Option<u32>,
    pub(super) per_move: bool,
    pub(super) increment: bool,
    pub(super) delay: Option<DelayKind>,
    pub(super) rest: bool,
    /// The move from which an increment is given.
    pub(super) from: Option<u32>,
    /// The move after which this time is added.
    pub(super) after: Option<u32>,
    pub(super) plus: bool,
    pub(super) touched: bool,
}

/// Attaches parts without a time (`, starting from move 1`) to the part before them, and determines the units
/// of numbers without one.
pub(super) fn attach(pieces: Vec<Piece>) -> Outcome<Vec<Piece>> {
    let mut spans: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if piece.ms.is_some() || piece.bare.is_some() {
            spans.push(piece);
            continue;
        }
        let Some(before) = spans.last_mut().filter(|_| piece.moves.is_none()) else {
            return Err(TimeControlFault::new(piece.at, ControlFault::Ambiguous));
        };
        before.from = before.from.or(piece.from);
        before.after = before.after.or(piece.after);
        before.increment |= piece.increment;
        before.per_move |= piece.per_move;
        before.rest |= piece.rest;
        before.delay = before.delay.or(piece.delay);
    }
    give_units(&mut spans)?;
    Ok(spans)
}

/// `90 + 30`, `3 | 2`: minutes, then seconds. In several stages, a time with a number of moves (`40/120`) is
/// in minutes.
fn give_units(spans: &mut [Piece]) -> Outcome<()> {
    let last_is_seconds =
        spans.last().is_some_and(|p| p.plus && (p.unit == Some(Unit::Second) || p.bare.is_some()));
    let pair = spans.len() == 2 && last_is_seconds;
    let many = spans.len() > 1;
    for (i, span) in spans.iter_mut().enumerate() {
        let Some(n) = span.bare else { continue };
        let small = n <= 300_000;
        let unit = match (i, span.moves) {
            _ if span.per_move || span.increment || span.delay.is_some() => Unit::Second,
            (_, Some(_)) if many && small => Unit::Minute,
            (0, None) if pair && small => Unit::Minute,
            (1, None) if pair && small && span.unit.is_none() && n < 120_000 => Unit::Second,
            _ => return Err(TimeControlFault::new(span.at, ControlFault::Ambiguous)),
        };
        span.ms = Some(n.saturating_mul(unit.ms()) / 1000);
        span.unit = Some(unit);
    }
    // "90 min + 30": the unit of the second number is unclear.
    match spans {
        [first, second]
            if second.bare.is_some() && first.bare.is_none() && !second.per_move && !second.increment =>
        {
            Err(TimeControlFault::new(second.at, ControlFault::Ambiguous))
        }
        _ => Ok(()),
    }
}

/// Builds the control, deciding for each part whether it is a stage or a bonus.
pub(super) fn assemble(spans: Vec<Piece>) -> Outcome<TimeControl> {
    let mut stages: Vec<Piece> = Vec::new();
    let mut bonuses: Vec<(usize, Piece)> = Vec::new();
    for (i, span) in spans.iter().enumerate() {
        let said = span.increment || span.per_move || span.delay.is_some();
        let by_size = i > 0 && span.unit == Some(Unit::Second) && span.ms.is_some_and(|ms| ms < 120_000);
        let stage_words = span.moves.is_some() || span.after.is_some() || span.rest;
        match (said, stage_words) {
            (true, true) if span.moves.is_some() || span.after.is_some() => {
                return Err(TimeControlFault::new(span.at, ControlFault::Ambiguous));
            }
            (true, _) => bonuses.push((stages.len(), *span)),
            (false, false) if by_size => bonuses.push((stages.len(), *span)),
            (false, _) => stages.push(*span),
        }
    }
    let Some(first) = spans.first() else {
        return Err(TimeControlFault::new(0, ControlFault::NotUnderstood));
    };
    if stages.is_empty() || bonuses.first().is_some_and(|(before, _)| *before == 0) {
        return Err(TimeControlFault::new(first.at, ControlFault::NoMain));
    }
    let unsaid_unit = stages.iter().find(|s| s.unit == Some(Unit::Second));
    if let Some(odd) = unsaid_unit {
        return Err(TimeControlFault::new(odd.at, ControlFault::Ambiguous));
    }
    let stages = count_moves(&stages)?;
    give_bonuses(stages, &bonuses)
}

/// Assigns the numbers of moves to their stages: in `30 min after move 40` and `90 min + 30 min/40 moves` the
/// number is written with the time that is added after those moves.
fn count_moves(pieces: &[Piece]) -> Outcome<Vec<Stage>> {
    let mut stages: Vec<Stage> = Vec::with_capacity(pieces.len());
    let mut made = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let ambiguous = TimeControlFault::new(piece.at, ControlFault::Ambiguous);
        let last = i + 1 == pieces.len();
        let mut moves = piece.moves;
        if let Some(before) = stages.last_mut() {
            let given = match (pieces.len(), piece.after, piece.moves, before.moves) {
                (_, Some(after), None, None) => after.checked_sub(made),
                (2, None, Some(n), None) if !piece.rest => {
                    moves = None;
                    Some(n)
                }
                (_, Some(after), None, Some(n)) if after == made + n => Some(n),
                (_, None, _, Some(n)) => Some(n),
                _ => return Err(ambiguous),
            };
            before.moves = Some(given.filter(|n| *n > 0).ok_or(ambiguous)?);
            made += before.moves.unwrap_or(0);
        } else if piece.after.is_some() {
            return Err(ambiguous);
        }
        if piece.rest && (moves.is_some() || !last) {
            return Err(ambiguous);
        }
        stages.push(Stage { moves, main_ms: piece.ms.unwrap_or(0), bonus: Bonus::None });
    }
    Ok(stages)
}

/// Assigns the bonuses: one for all stages, or from the stage that begins with the given move; or one for
/// each stage that has its own.
fn give_bonuses(mut stages: Vec<Stage>, bonuses: &[(usize, Piece)]) -> Outcome<TimeControl> {
    let mut unsaid = false;
    match bonuses {
        [] => {}
        [(before, piece)] => {
            let from = first_stage_with(&stages, *piece)?;
            unsaid = piece.from.is_none() && *before == stages.len() && stages.len() > 1;
            stages.iter_mut().skip(from).for_each(|s| s.bonus = bonus(piece));
        }
        several => {
            let mut next = 0;
            for (before, piece) in several {
                if piece.from.is_some() || *before <= next {
                    return Err(TimeControlFault::new(piece.at, ControlFault::Ambiguous));
                }
                stages.iter_mut().take(*before).skip(next).for_each(|s| s.bonus = bonus(piece));
                next = *before;
            }
        }
    }
    TimeControl::new(stages)
        .map(|c| c.with_from_unsaid(unsaid))
        .ok_or(TimeControlFault::new(0, ControlFault::NoTime))
}

fn bonus(piece: &Piece) -> Bonus {
    match (piece.ms.unwrap_or(0), piece.delay) {
        (0, _) => Bonus::None,
        (ms, Some(kind)) => Bonus::Delay(ms, kind),
        (ms, None) => Bonus::Increment(ms),
    }
}

/// The stage from which an increment is given. After a control at move 40, both "move 40" and "move 41" mean
/// the next stage.
fn first_stage_with(stages: &[Stage], piece: Piece) -> Outcome<usize> {
    let Some(from) = piece.from.filter(|n| *n > 1) else { return Ok(0) };
    let mut made = 0;
    for (i, stage) in stages.iter().enumerate().take(stages.len().saturating_sub(1)) {
        made += stage.moves.unwrap_or(0);
        if from == made || from == made + 1 {
            return Ok(i + 1);
        }
    }
    Err(TimeControlFault::new(piece.at, ControlFault::Ambiguous))
}
