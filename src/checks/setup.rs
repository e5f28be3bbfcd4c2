//! Where a game starts, as its Variant and FEN tags say.

use super::game::Opening;
use crate::replay::{Board, Variant};
use crate::scoresheet::Scoresheet;

/// The start position (`None` for the initial one), and what is to be said of it.
pub(super) fn opening(text: &[u8], sheet: &Scoresheet) -> (Option<Box<Board>>, Opening) {
    let chess960 = match sheet.tag(text, "Variant").map(|variant| Variant::named(&variant)) {
        None | Some(Variant::Standard) => false,
        Some(Variant::Chess960) => true,
        Some(Variant::Other) => return (None, Opening::Variant),
    };
    match sheet.tag(text, "FEN") {
        None => (None, Opening::Known { dropped_castling: false, dropped_en_passant: false }),
        Some(fen) => match Board::from_fen(&fen, chess960) {
            Ok(start) => {
                let opening = Opening::Known {
                    dropped_castling: start.dropped_castling,
                    dropped_en_passant: start.dropped_en_passant,
                };
                (Some(Box::new(start.board)), opening)
            }
            Err(fault) => (None, Opening::Broken(fault)),
        },
    }
}
