use super::prelude::*;

check! {
    /// Two independent readings of the game differ.
    ///
    /// ## Why it matters
    /// Every game with an error is read again by independent code. If that reading plays another move, nothing
    /// about the board is certain from there on, and no findings about it are reported.
    ///
    /// ## Example
    /// None is known.
    ///
    /// ## What to do
    /// Replay the game by hand from the half-move named, and report the record: this is a fault of the program.
    id: "readers-disagree", severity: Error, on: Game(run)
}

pub(super) fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if let Some(ply) = game.readings_part {
        let message =
            "two independent readings of the game differ here: no findings about the board from here on";
        out.add(&CHECK, Anchor::Ply(ply as usize), message.to_string());
    }
}
