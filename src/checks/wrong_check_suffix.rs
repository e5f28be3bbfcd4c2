use super::move_words;
use super::prelude::*;
use crate::replay::Ply;

check! {
    /// A `+` or `#` is wrong, or is missing in a game that uses them.
    ///
    /// ## Why it matters
    /// FIDE's Appendix C makes the signs optional, so their absence proves nothing. A wrong sign often shows that
    /// another move was played, or that the position was already wrong.
    ///
    /// ## Example
    /// The queen on h5 does not give check:
    /// ```pgn
    /// 1. e4 e5 2. Qh5+ Nc6
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Qh5 Nc6
    /// ```
    ///
    /// ## What to do
    /// Nothing if the move is right; look at the moves before it if you doubt that.
    ///
    /// Repair (safe): the right sign.
    id: "wrong-check-suffix", severity: Info, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if !game.replay.oddities.check_sign() {
        return;
    }
    let judged = game.judged_plies();
    let moves = || game.sheet.moves.iter().zip(&game.replay.plies).take(judged);
    let (used, certain) = (is_used(game), game.certain_plies());
    for (i, (text, ply)) in moves().enumerate().filter(|(_, (_, ply))| ply.legal) {
        let right = right(game, i, text, ply, used);
        if text.suffix() == right {
            continue;
        }
        let written = quoted(text.span.of(game.text));
        let message = match right {
            Suffix::Mate => format!("{written} is checkmate: # is missing"),
            Suffix::Check | Suffix::Double => {
                format!("{written} gives check but not mate: it needs +")
            }
            Suffix::None => format!("{written} does not give check"),
        };
        let board = out.board_before(i + 1);
        out.add(&CHECK, Anchor::Ply(i + 1), message)
            .fix(|| Some(move_words::sign(game, i, right, &board)?.certain(i <= certain)));
    }
}

/// Whether the game has check signs.
pub(super) fn is_used(game: &Game<'_>) -> bool {
    game.sheet.moves.iter().any(|text| text.suffix() != Suffix::None)
}

/// The right sign of half-move `i` (from 0); none may be missing if the game has no signs.
pub(super) fn right(game: &Game<'_>, i: usize, text: &MoveText, ply: &Ply, used: bool) -> Suffix {
    if text.suffix() == Suffix::None && (!used || stood_in_check(game, i)) {
        return Suffix::None;
    }
    expected(text.suffix(), ply.check, ply.mates())
}

/// Whether the half-move before half-move `i` (from 0) was illegal: the check may be one that it left standing, and
/// not one that this move gives.
fn stood_in_check(game: &Game<'_>, i: usize) -> bool {
    i.checked_sub(1).and_then(|before| game.replay.plies.get(before)).is_some_and(|ply| !ply.legal)
}

/// The right suffix of a move. `++` is accepted for check and for mate, because writers use it for either.
fn expected(written: Suffix, check: bool, mate: bool) -> Suffix {
    match (check, mate) {
        (true, _) if written == Suffix::Double => Suffix::Double,
        (_, true) => Suffix::Mate,
        (true, false) => Suffix::Check,
        (false, false) => Suffix::None,
    }
}
