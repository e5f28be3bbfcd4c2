//! Scoresheets and adjournment.

use super::super::section::sections;
use super::super::value::*;

sections! {
    /// The duty to record the moves.
    recording: Recording {
        /// The moves are recorded
        duty: bool,
        /// Fewer seconds than these in a stage free from it
        exempt_below: u32,
        /// But not with an addition of so many seconds a move
        unless_bonus: u32,
        /// Which addition that is
        bonus: Bonus,
        /// Whose shortage of time frees
        exempt: Whose,
        /// A move may be written before it is made
        in_advance: bool,
        /// What the arbiter may do about a move written in advance
        in_advance_options: Options,
        /// What the arbiter may do about missing moves
        options: Options,
        /// The sheet is brought up to date after the control
        update: bool,
        /// Where the count cannot be proven the next move is the first of the next stage
        unprovable: bool,
        /// Times that a player who need not record may ask to see the sheet; 0: no number is given
        requests: u32,
    }

    /// When a scoresheet is reasonably complete.
    scoresheet: ScoresheetTest {
        /// Move pairs that may be missing or illegible
        missing_pairs: u32,
    }

    /// An assistant whom the arbiter accepts.
    assistant: Assistant {
        /// For a player who cannot write
        writes: bool,
        /// For a player who cannot press the clock
        presses: bool,
        /// For a player who cannot move the pieces
        moves: bool,
        /// The arbiter adjusts the player's clock
        clock_adjusted: bool,
        /// But not for a player with a disability
        disability_spared: bool,
    }

    /// Adjournment.
    sealed_move: SealedMove {
        /// The player on move writes his move and seals it
        sealed: bool,
        /// A sealed move with more than one meaning
        ambiguous: Sealed,
        /// A sealed move with no meaning, or an illegal one, loses
        invalid_loses: bool,
        /// A game that the sealed move, or its end before, has decided stays decided
        unless_over: bool,
        /// The absent player's clock runs
        clock_runs: bool,
        /// How long a player may be absent
        resumption: Resumption,
        /// The same in seconds, where the book fixes it
        resumption_limit: u32,
    }
}
