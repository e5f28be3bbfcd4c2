use super::obstacle_words;
use super::prelude::*;

check! {
    /// A move is not legal.
    ///
    /// ## Why it matters
    /// A completed illegal move is corrected and penalised if it is noticed in time; otherwise it stands. In an old
    /// record it is more often a mistake in writing than one on the board. If exactly one reading of the move
    /// exists and the game goes on legally after it, the replay plays that move (`data.played`, `data.stood`);
    /// otherwise it stops. Castling written as a move of the king (`Kg1`) is played as castling if castling is legal
    /// and the moves that follow fit it better (`data.castled`).
    ///
    /// ## Example
    /// The knight on c3 is pinned by the bishop on b4:
    /// ```pgn
    /// 1. e4 e5 2. Nc3 Bb4 3. d4 exd4 4. Nd5
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Nc3 Bb4 3. d4 exd4 4. Qxd4
    /// ```
    ///
    /// ## What to do
    /// During the game: stop the clocks, restore the position before the move, apply touch-move and the penalty of
    /// the edition (`flagfall adjudicate` works it out). In a record: compare it with the other player's
    /// scoresheet.
    id: "illegal-move", severity: Error, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let end = if game.replay.oddities.illegal { game.judged_plies() } else { 0 };
    for (i, ply) in game.replay.plies.iter().enumerate().take(end).filter(|(_, ply)| !ply.legal) {
        let played = ply.mv.uci(game.replay.start.is_chess960());
        let stood = game.recorded() > i + 1;
        let message = words(game, out, i + 1);
        let mut slot =
            out.add(&CHECK, Anchor::Ply(i + 1), message).data("played", played).data("stood", stood);
        if castled_as_king_move(game, i) {
            slot =
                slot.data("castled", true).note("it is played as castling, which the moves that follow fit");
        }
        if stood {
            slot.note("the game went on: what follows is judged on the position as it stood");
        }
    }
    if let Some(ply) = game.stopped(Stop::Illegal) {
        let message = words(game, out, ply);
        out.add(&CHECK, Anchor::Ply(ply), message).note("the replay of this game ends here");
    }
}

/// Whether half-move `i` (from 0) is castling, written as a move of the king.
fn castled_as_king_move(game: &Game<'_>, i: usize) -> bool {
    let written = game.sheet.moves.get(i).map(MoveText::written);
    let castled = game.replay.plies.get(i).is_some_and(|ply| ply.mv.kind.is_castle());
    castled && matches!(written, Some(Written::To { role: Some(_), .. }))
}

fn words(game: &Game<'_>, out: &mut Findings<'_>, ply: usize) -> String {
    let Some(text) = game.sheet.moves.get(ply - 1) else { return String::new() };
    let board = out.board_before(ply);
    let written = decode(text.span.of(game.text));
    let written = one_line(&written);
    let dots = if board.turn().is_white() { "." } else { "..." };
    let why = obstacle_words::explain(&board, text.written());
    format!("{}{dots} {written} is not legal: {why}", game.move_number(ply))
}
