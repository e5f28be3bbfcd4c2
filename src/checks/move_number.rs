use super::prelude::*;
use crate::scoresheet::MoveNumber;

check! {
    /// A move number does not fit its place.
    ///
    /// ## Why it matters
    /// A number that jumps shows a half-move that was lost or written twice, and that is what disputes about the
    /// fortieth move are about. If the move after it does not fit the board either, the replay stops here.
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
    /// Find the lost half-moves on the other player's sheet. A number that is only mistyped can be corrected.
    id: "move-number", severity: Warning, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if !matches!(game.opening, Opening::Known { .. }) {
        return;
    }
    let first = game.replay.start.half_move_number();
    if game.sheet.numbers.iter().all(|number| off_by(number, first + u64::from(number.ply)) == 0) {
        return;
    }
    let end = game.replay.plies.len();
    // Half-moves by which the numbers are ahead of the moves: what was reported once is not reported again.
    let mut ahead = 0;
    let unreadable = unreadable_from(game);
    for number in game.sheet.numbers.iter().take_while(|number| number.span.start < unreadable) {
        if number.ply as usize > end {
            return;
        }
        if number.gap {
            // Numbers between that were left out are right.
            ahead = 0;
        }
        let off = off_by(number, first + u64::from(number.ply));
        if off != 0 && off != ahead {
            report(game, out, number, number.ply as usize + 1, off);
        }
        ahead = off;
    }
}

/// Where the text begins that stops the replay: what half-move a number behind it belongs to is not known.
fn unreadable_from(game: &Game<'_>) -> u32 {
    let stops = |fault: &&Fault| fault.kind == FaultKind::Token && Some(fault.ply) == game.sheet.readable;
    game.sheet.faults.iter().find(stops).map_or(u32::MAX, |fault| fault.span.start)
}

/// Half-moves by which a number is ahead of its place, below zero where it is behind. `due` is the number that belongs there,
/// twice, and one more before a move of Black's.
#[inline]
fn off_by(number: &MoveNumber, due: u64) -> i64 {
    let (value, says_black) = (u64::from(number.value), number.dots >= 3);
    if value == due / 2 {
        // Three dots before White's move: his own half-move is missing. One dot proves nothing.
        return i64::from(says_black && due.is_multiple_of(2) && number.ply > 0);
    }
    number.half_moves() as i64 - due as i64
}

fn report(game: &Game<'_>, out: &mut Findings<'_>, number: &MoveNumber, ply: usize, off: i64) {
    let right = game.move_number(ply);
    let side = game.mover(ply).fold_wb("White", "Black");
    let written = decode(number.span.of(game.text));
    let what = match off {
        1 => ": a half-move is missing before it".to_string(),
        2.. => format!(": {off} half-moves are missing before it"),
        _ => String::new(),
    };
    let mut message = format!("the move number {written} stands where {side}'s move {right} is due{what}");
    if matches!(game.replay.stop, Some(Stop::MissingMoves { .. })) && ply == game.replay.plies.len() + 1 {
        message.push_str("; the move after it does not fit the board, and the replay ends here");
    }
    out.add(&CHECK, Place::At(number.span, ply), message).data("expected", right).data("found", number.value);
}
