//! The start of a game: set-up, colours, board, Chess960.

use super::super::section::sections;
use super::super::value::*;

sections! {
    /// A wrong initial position.
    start_position: StartPosition {
        /// A new game as long as fewer moves than these were made by each; 0: as long as the game lasts
        restart_before: u32,
        /// Later a misplaced king or rook cannot castle
        castling_lost: bool,
        /// Later, with king and queen swapped, castling goes the other way round
        castling_mirrored: bool,
        /// What the clocks show in the new game
        clocks: RestartClocks,
    }

    /// Colours reversed.
    colours: Colours {
        /// A new game as long as fewer moves than these were made by each; 0: play goes on
        restart_before: u32,
        /// The arbiter may rule otherwise
        arbiter_may_restart: bool,
        /// What the clocks show in the new game
        clocks: RestartClocks,
    }

    /// The board turned.
    board_turned: BoardTurned {
        /// The position is moved to a board placed rightly, as long as fewer moves than these were made by each; 0: as long as the game lasts
        correct_before: u32,
    }

    /// Chess960.
    chess960: Chess960 {
        /// Bishops on opposite colours, king between the rooks, Black mirrors White
        set_up: bool,
        /// Castling takes king and rook to their usual squares
        castling: bool,
    }
}
