//! Can the side that claims a win on time win at all? The ruleset says how to test that: by any series of legal
//! moves, or by the material that is left (US Chess 14D and 14E), where some material wins only by force.

use shakmaty::{Bitboard, Color, Role};

use crate::replay::Board;
use crate::ruleset::{Rules, TooLittle, WinTest};
use crate::winnability;

/// Whether it is certain that `claimant` cannot win when the opponent's flag falls in this position.
pub fn cannot_win(board: &Board, claimant: Color, rules: &Rules) -> bool {
    match rules.flag.win_test.value {
        WinTest::AnySeries => winnability::cannot_mate(board, claimant),
        WinTest::Material => {
            let listed =
                too_little(board, claimant).is_some_and(|kind| rules.flag.too_little.value.contains(&kind));
            listed && !(rules.flag.forced_win.value && may_be_forced(board, claimant))
        }
    }
}

/// Whether a forced mate cannot be ruled out.
fn may_be_forced(board: &Board, claimant: Color) -> bool {
    !winnability::cannot_mate(board, claimant) && !winnability::cannot_force_mate(board, claimant)
}

/// The kind of a side's material, if some rulebook counts it as too little to win on time.
pub fn too_little(board: &Board, side: Color) -> Option<TooLittle> {
    let own = board.side(side);
    let count = |role| board.pieces(side, role).count();
    match (own.count(), count(Role::Bishop), count(Role::Knight)) {
        (1, ..) => Some(TooLittle::LoneKing),
        (2, 1, 0) => Some(TooLittle::LoneBishop),
        (2, 0, 1) => Some(TooLittle::LoneKnight),
        (3, 0, 2) if board.pieces(!side, Role::Pawn) == Bitboard::EMPTY => Some(TooLittle::TwoKnightsNoPawns),
        _ => None,
    }
}
