use super::prelude::*;

check! {
    /// Two or more legal moves fit what is written.
    ///
    /// ## Why it matters
    /// The record does not say which piece moved, and each choice leads to a different game.
    ///
    /// ## Example
    /// The knights on b1 and f3 can both go to d2:
    /// ```pgn
    /// 1. d4 d5 2. Nf3 e6 3. Nd2
    /// ```
    /// In order:
    /// ```pgn
    /// 1. d4 d5 2. Nf3 e6 3. Nbd2
    /// ```
    ///
    /// ## What to do
    /// Try each of them: often only one makes the rest of the game possible. Otherwise the other player's
    /// scoresheet decides.
    id: "ambiguous-move", severity: Error, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(ply) = game.stopped(Stop::Ambiguous) else { return };
    let Some(text) = game.sheet.moves.get(ply - 1) else { return };
    let board = game.replay.last;
    let fitting = board.fitting(text.written());
    let names: Vec<String> = fitting.iter().map(|mv| format!("{}-{}", mv.from, mv.to)).collect();
    let message = format!(
        "{} is ambiguous: {} are legal; the replay of this game ends here",
        quoted(text.span.of(game.text)),
        list(&names)
    );
    let candidates: Vec<String> = fitting.iter().map(|mv| mv.uci(board.is_chess960())).collect();
    out.add(&CHECK, Anchor::Ply(ply), message).data("candidates", candidates);
}
