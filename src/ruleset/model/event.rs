//! Matters around the game: points, appeals, equipment.

use super::super::section::sections;
use super::super::value::*;

sections! {
    /// Points, unless the regulations say otherwise.
    points: Points {
        /// Points for a win
        win: f64,
        /// Points for a draw
        draw: f64,
        /// Points for a loss
        loss: f64,
    }

    /// Appeals.
    appeal: Appeal {
        /// The arbiter's decision is final
        is_final: bool,
        /// Seconds within which an appeal has to be made; 0: the regulations say
        window: u32,
        /// It has to be made before play goes on
        before_resuming: bool,
        /// It can be made after the result was signed
        after_signing: bool,
        /// A decision on a game without progress can be appealed against
        against_no_progress: bool,
    }

    /// Measures of the set and the board, in millimetres.
    equipment: Equipment {
        /// Height of the king
        king_height: Range,
        /// Diameter of the king's base, as a share of its height
        king_base: Range,
        /// Side of a square
        square: Range,
    }
}
