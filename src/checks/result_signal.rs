use super::prelude::*;

check! {
    /// Kings on the central squares signal the result to an electronic board.
    ///
    /// ## Why it matters
    /// Players put the kings on e4, d4, e5 or d5 when a game is over, and the board transmits that as moves. They
    /// were not played, so none of them is illegal, and no clock runs for them.
    ///
    /// ## Example
    /// White resigned, and both kings were put on dark squares:
    /// ```pgn
    /// 1. e4 e5 2. Qh5 Nf6 3. Qxf7+ Kxf7 4. Kd4 Ke5 0-1
    /// ```
    /// Without the signal:
    /// ```pgn
    /// 1. e4 e5 2. Qh5 Nf6 3. Qxf7+ Kxf7 0-1
    /// ```
    ///
    /// ## What to do
    /// Take the half-moves out of the record; the result stands.
    id: "result-signal", severity: Info, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(signal) = game.signal else { return };
    let first = last_move(game, signal);
    let what = if game.recorded() + 1 == game.sheet.moves.len() {
        format!("{first} only signals the result to the board; it was not played")
    } else {
        format!("{first} and the move after it only signal the result to the board; they were not played")
    };
    out.add(&CHECK, Anchor::End, what).data("ply", signal);
}
