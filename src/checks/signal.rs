//! Kings on the central squares, by which players signal the result to an electronic board. Such half-moves were
//! not played.

use shakmaty::{Role, Square};

use crate::replay::Replay;
use crate::scoresheet::{MoveText, Outcome, Scoresheet, Written};
use crate::winnability;

const CENTRE: [Square; 4] = [Square::E4, Square::D4, Square::E5, Square::D5];

/// The half-move (from 1) at which the signal begins: the last one or two half-moves put both kings on central
/// squares, or one of them after a dead position. In a `live` game the signal may come before the result; there, a single
/// king after a dead position is a move like any other.
pub(super) fn begins(text: &[u8], sheet: &Scoresheet, replay: &Replay, live: bool) -> Option<usize> {
    let plies = sheet.moves.len();
    let last = king_to_centre(sheet.moves.last()?)?;
    if sheet.readable.is_some() || !live && matches!(sheet.outcome(text)?, Outcome::Unfinished) {
        return None;
    }
    if replay.plies.len() + 1 >= plies {
        let before = replay.board_after(plies - 1);
        let other = before.king(!before.turn());
        let both = other.is_some_and(|other| other != last && CENTRE.contains(&other));
        // A king that captures has made a move.
        let empty = before.at(last).is_none();
        if both || !live && empty && winnability::is_dead(&before) {
            return Some(plies);
        }
    }
    let first = king_to_centre(sheet.moves.get(plies.checked_sub(2)?)?)?;
    (first != last && replay.plies.len() + 2 >= plies).then_some(plies - 1)
}

/// The central square to which a move brings a king.
fn king_to_centre(text: &MoveText) -> Option<Square> {
    match text.written() {
        Written::To { role: Some(Role::King), to, .. } if CENTRE.contains(&to) => Some(to),
        _ => None,
    }
}
