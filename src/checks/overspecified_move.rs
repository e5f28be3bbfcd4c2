use super::move_words;
use super::prelude::*;
use super::wrong_check_suffix;
use crate::replay::Origin;

check! {
    /// A move names more of its origin square than it needs.
    ///
    /// ## Why it matters
    /// It is harmless, but programs that compare games as text see two different games.
    ///
    /// ## Example
    /// Only one knight can go to f3; a pinned one would not count:
    /// ```pgn
    /// 1. e4 e5 2. Ng1f3 Nc6
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6
    /// ```
    ///
    /// ## What to do
    /// Nothing, or export the game again.
    ///
    /// Repair (safe): the move as PGN exports it.
    id: "overspecified-move", severity: Info, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let judged = if game.replay.oddities.origin { game.judged_plies() } else { 0 };
    let (certain, signs) = (game.certain_plies(), judged > 0 && wrong_check_suffix::is_used(game));
    for (i, ply) in game.replay.plies.iter().enumerate().take(judged).filter(|(_, ply)| ply.legal) {
        let Some(text) = game.sheet.moves.get(i) else { return };
        let Written::To { role: Some(role), file, rank, .. } = text.written() else { continue };
        if (file.is_none() && rank.is_none()) || text.notation().has(Notation::LONG) || role == Role::Pawn {
            continue;
        }
        let board = out.board_before(i + 1);
        let needed = board.needed_origin(ply.mv, role);
        let more = match needed {
            Origin::None => true,
            Origin::File | Origin::Rank => file.is_some() && rank.is_some(),
            Origin::Square => false,
        };
        if more {
            let san = board.san(ply.mv);
            let message = format!("{} needs no more than {san}", quoted(text.span.of(game.text)));
            out.add(&CHECK, Anchor::Ply(i + 1), message)
                .data("san", san)
                .fix(|| Some(move_words::notation(game, i, &board, signs)?.certain(i <= certain)));
        }
    }
}
