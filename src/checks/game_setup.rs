//! What must be known of a game before it is replayed: its rules and its start position.

use std::sync::Arc;

use super::game::StartPosition;
use super::rules_in_force::RulesInForce;
use crate::replay::{Board, Variant};
use crate::scoresheet::{MoveNumber, Scoresheet};

/// The rules and the start position of one game.
pub(super) struct GameSetup {
    /// The rules in force.
    pub(super) rules: Arc<RulesInForce>,
    /// The board of the start position; `None` for the initial position.
    board: Option<Box<Board>>,
    /// What the tags say about the start position.
    pub(super) start: StartPosition,
    /// The half-move (from 1) where kings on the central squares begin to signal the result.
    pub(super) signal: Option<usize>,
}

impl GameSetup {
    /// The setup of a game, by the result of [`start_position`].
    pub(super) fn new(
        rules: Arc<RulesInForce>,
        (board, start): (Option<Box<Board>>, StartPosition),
    ) -> GameSetup {
        GameSetup { rules, board, start, signal: None }
    }

    /// The board of the start position.
    pub(super) fn board(&self) -> &Board {
        self.board.as_deref().unwrap_or(Board::initial())
    }

    /// Whether a move number is the right one for the first half-move from this position.
    pub(super) fn is_first(&self, number: Option<&MoveNumber>) -> bool {
        number.is_some_and(|number| number.ply == 0 && number.half_moves() == self.board().half_move_number())
    }
}

/// The start position by the Variant and FEN tags (`None` for the initial position), and what to report about it.
pub(super) fn start_position(text: &[u8], sheet: &Scoresheet) -> (Option<Box<Board>>, StartPosition) {
    let chess960 = match sheet.tag(text, "Variant").map(|variant| Variant::named(&variant)) {
        None | Some(Variant::Standard) => false,
        Some(Variant::Chess960) => true,
        Some(Variant::Other) => return (None, StartPosition::UnsupportedVariant),
    };
    match sheet.tag(text, "FEN") {
        None => (None, StartPosition::Known { dropped_castling: false, dropped_en_passant: false }),
        Some(fen) => match Board::from_fen(&fen, chess960) {
            Ok(start) => {
                let known = StartPosition::Known {
                    dropped_castling: start.dropped_castling,
                    dropped_en_passant: start.dropped_en_passant,
                };
                (Some(Box::new(start.board)), known)
            }
            Err(fault) => (None, StartPosition::Broken(fault)),
        },
    }
}
