//! Material rules: material with which a side cannot mate, wherever the pieces are.
//!
//! They hold only for positions that are not already mate; `tests/it/winnability.rs` proves each rule by
//! exhaustion.

use shakmaty::{Bitboard, Color, Role};

use super::board::Board;
use super::certificate::Material;

/// The rule by which `side` can never mate with this material, whatever is played.
pub(crate) fn insufficient(board: &Board, side: Color) -> Option<Material> {
    let own = board.by_colour(side);
    let theirs = board.by_colour(side.other());
    let heavy = board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    if (own & heavy).any() {
        return None;
    }
    let knights = own & board.by_role(Role::Knight);
    let bishops = own & board.by_role(Role::Bishop);
    let all_bishops = board.by_role(Role::Bishop);
    match (knights.count(), bishops.count()) {
        (0, 0) => Some(Material::LoneKing),
        (1, 0) => {
            let blockers = theirs & !board.by_role(Role::King) & !board.by_role(Role::Queen);
            blockers.is_empty().then_some(Material::LoneKnight)
        }
        (0, _) => {
            let free = board.by_role(Role::Pawn) | board.by_role(Role::Knight);
            let one_colour = (all_bishops & Bitboard::LIGHT_SQUARES).is_empty()
                || (all_bishops & Bitboard::DARK_SQUARES).is_empty();
            (one_colour && (theirs & free).is_empty()).then_some(Material::OneColouredBishops)
        }
        _ => None,
    }
}
