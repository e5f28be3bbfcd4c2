//! Draws and resignations: offers, agreements, claims, and draws that need no claim.

use super::super::section::sections;
use super::super::value::*;

sections! {
    /// Offers of a draw.
    draw_offer: DrawOffer {
        /// The right moment is after making a move and before pressing; an offer lives until it is answered
        stands: bool,
        /// Both players write the offer down
        recorded: bool,
        /// An offer by a player on move who has not moved yet
        before_move: EarlyOffer,
        /// An offer made on the opponent's time is valid
        valid_on_opponents_time: bool,
        /// What the arbiter may do about an offer at the wrong moment
        options: Options,
    }

    /// Draws by agreement.
    agreement: Agreement {
        /// Moves that each player must have made
        min_moves: u32,
        /// The regulations may forbid agreement, before a move or without the arbiter
        ban: bool,
        /// What the arbiter may do about an agreement that the regulations forbid
        ban_options: Options,
    }

    /// What all claims of a draw have in common.
    draw_claim: DrawClaim {
        /// How long the right to claim lasts
        until: ClaimUntil,
        /// A claim made after that, or with the clock pressed
        too_late: WrongForm,
        /// The move about to be made is written down first, not played
        written_first: bool,
        /// A claim on a move that was announced but not written
        wrong_form: WrongForm,
        /// A claim cannot be withdrawn
        binding: bool,
        /// A right claim ends the game at once
        right: bool,
        /// Seconds added to the opponent's clock for a wrong claim
        wrong_bonus: u32,
        /// Seconds taken off the claimant's clock for a wrong claim
        wrong_deduction: u32,
        /// After a wrong claim the announced move has to be played
        announced_move_binds: bool,
        /// A claim is also an offer of a draw
        is_offer: bool,
        /// That offer stays open after the claim was found wrong
        offer_survives: bool,
    }

    /// Repetition of a position.
    threefold: Threefold {
        /// Appearances that allow a claim
        count: u32,
        /// Claim by the player about to bring it about
        intended: bool,
        /// Claim by the player on move once it has appeared
        appeared: bool,
        /// Same player on move, same pieces on the same squares, same possible moves
        same_position: bool,
        /// The scoresheet that the claim needs
        sheet: SheetNeeded,
        /// With less than so many seconds in a sudden-death control a witness will do instead; 0: never
        witness_below: u32,
    }

    /// Moves without capture and without pawn move.
    fifty: Fifty {
        /// Such moves by each player that allow a claim
        moves: u32,
        /// Claim by the player about to bring it about
        intended: bool,
        /// Claim by the player on move once they are made
        appeared: bool,
        /// The scoresheet that the claim needs
        sheet: SheetNeeded,
    }

    /// Draws without a claim.
    automatic_draw: AutomaticDraw {
        /// When repetition ends the game
        fivefold: Fivefold,
        /// Appearances that end it
        fivefold_count: u32,
        /// Moves by each player without capture and pawn move that end the game; 0: none do
        seventy_five: u32,
        /// Checkmate by the last of these moves wins
        mate_first: bool,
        /// Who ends the game
        declared: Declared,
    }

    /// Positions in which nobody can mate.
    dead_position: DeadPosition {
        /// The game is drawn when neither side can mate by any series of legal moves
        ends_game: bool,
        /// A rule of its own draws king against king
        kings_alone: bool,
        /// A rule of its own draws king against king with bishop or knight
        lone_minor: bool,
        /// A rule of its own draws king and bishop against king and bishop on squares of the same colour
        same_bishops: bool,
        /// Seconds added to the opponent's clock for a wrong claim
        wrong_bonus: u32,
    }

    /// Claims that the opponent cannot win, or does not try to (FIDE quickplay finish, US insufficient losing chances).
    quickplay: Quickplay {
        /// Such a claim exists
        available: bool,
        /// Such a claim exists also with an increment or a delay
        with_bonus: bool,
        /// The claimant's time left, in seconds, that allows the claim
        time_left: Range,
        /// What the arbiter may rule
        options: Options,
        /// Seconds added to the opponent's clock when the claim is rejected
        reject_bonus: u32,
        /// Seconds that may be added to the opponent's clock when the decision is postponed
        postpone_bonus: u32,
        /// Increment or delay, in seconds a move, that may be set instead; 0: none
        increment: u32,
        /// Seconds added to the opponent's clock with it
        increment_bonus: u32,
        /// Seconds that may be taken off the claimant's clock for a claim that is clearly wrong
        wrong_deduction: u32,
    }

    /// Resigning, and what looks like it.
    resignation: Resignation {
        /// Resigning to an opponent who cannot mate by any series of legal moves
        helpless: Helpless,
        /// What the arbiter may do about stopped clocks or an offered hand alone
        signs: Options,
    }

    /// The result that the players report.
    result: GameResult {
        /// A result that both have agreed or signed stands against what is found later
        stands: bool,
        /// What the arbiter may do about a result that contradicts the board
        options: Options,
    }
}
