use super::prelude::*;
use crate::scoresheet::MoveNumber;

check! {
    /// A move number does not fit its place.
    ///
    /// ## Why it matters
    /// A number that jumps shows that a half-move was lost or written twice; disputes about the fortieth move are
    /// about exactly this. If the move after it does not fit the board either, the replay stops here.
    ///
    /// ## Example
    /// Black's second move and the whole third are missing:
    /// ```pgn
    /// 1. e4 e5 2. Nf3 4. Bb5 a6
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6
    /// ```
    ///
    /// ## What to do
    /// Find the lost half-moves on the other player's scoresheet. A number that is only mistyped can be corrected.
    ///
    /// Repair (safe): the right number, if the whole game can be replayed with legal moves.
    id: "move-number", severity: Warning, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if !matches!(game.start, StartPosition::Known { .. }) {
        return;
    }
    let first = game.replay.start.half_move_number();
    if game.sheet.numbers.iter().all(|number| number.ahead(first) == 0) {
        return;
    }
    let end = game.replay.plies.len();
    let stop = reported_stop(game, first);
    // A difference is reported once, not again while the numbers stay ahead by the same amount.
    let mut ahead = 0;
    let unreadable = unreadable_from(game);
    let numbers = game.sheet.numbers.iter().enumerate();
    for (index, number) in numbers.take_while(|(_, number)| number.span.start < unreadable) {
        if number.ply as usize > end {
            return;
        }
        if number.gap {
            // The numbers in between were left out, which means that they are right.
            ahead = 0;
        }
        let off = number.ahead(first);
        let stops = stop.filter(|stop| stop.reported_at == index);
        if off != 0 && off != ahead && (stops.is_some() || !is_usual(game, number, off)) {
            report(game, out, index, off, stops);
        }
        ahead = off;
    }
}

/// The move number at which missing half-moves end the replay, and the number that is reported for it (indices).
#[derive(Clone, Copy)]
struct NumberStop {
    stopped_at: usize,
    reported_at: usize,
}

/// The finding belongs to the first of the numbers that are ahead by the same amount as the one at which the replay
/// ends.
fn reported_stop(game: &Game<'_>, first: u64) -> Option<NumberStop> {
    let Some(Stop::MissingMoves { number: stopped_at }) = game.replay.stop else { return None };
    let off = game.sheet.numbers.get(stopped_at)?.ahead(first);
    let mut reported_at = stopped_at;
    while reported_at > 0 && game.sheet.ahead_before(reported_at, first) == off {
        reported_at -= 1;
    }
    Some(NumberStop { stopped_at, reported_at })
}

/// Whether a number is common practice although its dots do not fit its place: one after the last move, for the
/// side that made no further move (`84. ... {White forfeits on time}`), or one before the first half-move, where
/// the board decides who moves.
fn is_usual(game: &Game<'_>, number: &MoveNumber, off: i64) -> bool {
    let ply = number.ply as usize;
    let right_value = u64::from(number.value) == game.move_number(ply + 1);
    off == 1 && right_value && (ply == 0 || ply == game.sheet.moves.len())
}

/// The offset of the text that stops the replay. It is not known to which half-move a number after it belongs.
fn unreadable_from(game: &Game<'_>) -> u32 {
    let stops = |fault: &&Fault| fault.kind == FaultKind::Token && Some(fault.ply) == game.sheet.readable;
    game.sheet.faults.iter().find(stops).map_or(u32::MAX, |fault| fault.span.start)
}

fn report(game: &Game<'_>, out: &mut Findings<'_>, index: usize, off: i64, stop: Option<NumberStop>) {
    let Some(number) = game.sheet.numbers.get(index) else { return };
    let ply = number.ply as usize + 1;
    let (right, side) = (game.move_number(ply), side(game.mover(ply)));
    let first = game.replay.start.half_move_number();
    let missing = stop.is_some() || game.sheet.ahead_after(index, first) == Some(off);
    let what = match off {
        1 if missing => ": a half-move is missing before it".to_string(),
        2.. if missing => format!(": {off} half-moves are missing before it"),
        _ => String::new(),
    };
    let written = written(game, number);
    let mut message = format!("the move number {written} is where {side}'s move {right} is expected{what}");
    if stop.is_some_and(|stop| stop.stopped_at == index) {
        message.push_str("; the move after it does not fit the board, and the replay ends here");
    } else if stop.is_some() {
        let last = last_move(game, game.replay.plies.len() + 1);
        message.push_str(&format!("; {last} does not fit the board, and the replay ends there"));
    }
    out.add(&CHECK, Anchor::At(number.span, ply), message)
        .data("expected", right)
        .data("found", number.value)
        .fix(|| renumbered(game, index, off));
}

/// The repair of number `index` and of those after it that are ahead by the same amount, `off`: they are one finding.
fn renumbered(game: &Game<'_>, index: usize, off: i64) -> Option<Draft> {
    let without_doubt = game.replay.stop.is_none()
        && !game.replay.oddities.illegal
        && game.sheet.readable.is_none()
        && game.signal.is_none();
    if !without_doubt {
        return None;
    }
    let first = game.replay.start.half_move_number();
    let later = game.sheet.numbers.iter().skip(index);
    let same = later.enumerate().take_while(|(at, number)| {
        (*at == 0 || !number.gap)
            && number.ahead(first) == off
            && (number.ply as usize) <= game.sheet.moves.len()
    });
    let mut edits = Vec::new();
    for (_, number) in same {
        renumber(game, number, &mut edits)?;
    }
    let title = match edits.len() {
        1 => "write the right number".to_owned(),
        n => format!("write the right numbers ({n})"),
    };
    (!edits.is_empty()).then_some(Draft { title, safe: true, edits })
}

/// Adds the edits that put a number right: its digits, and its dots if those of the wrong side are written. `None` if
/// its dots are somewhere else.
fn renumber(game: &Game<'_>, number: &MoveNumber, edits: &mut Vec<(Span, String)>) -> Option<()> {
    let ply = number.ply as usize + 1;
    let right = game.move_number(ply);
    let start = number.span.start as usize;
    let written = number.span.of(game.text);
    let digits = written.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if u64::from(number.value) != right {
        edits.push((Span::new(start, start + digits), right.to_string()));
    }
    if number.dots >= 3 && game.mover(ply).is_white() {
        let dots = written.get(digits..)?;
        let together = dots == "…".as_bytes() || (!dots.is_empty() && dots.iter().all(|byte| *byte == b'.'));
        if !together {
            return None;
        }
        edits.push((Span::new(start + digits, start + written.len()), ".".to_owned()));
    }
    Some(())
}

/// The digits and the dots of a number, which may be on two lines or have a comment between them.
fn written(game: &Game<'_>, number: &MoveNumber) -> String {
    let digits = decode(number.span.of(game.text));
    let digits: String = digits.chars().take_while(char::is_ascii_digit).take(20).collect();
    format!("{digits}{}", ".".repeat(usize::from(number.dots.min(3))))
}
