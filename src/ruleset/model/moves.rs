//! Making moves: how a move is made and completed, touched pieces, illegal moves and related faults.

use super::super::section::sections;
use super::super::value::*;

sections! {
    /// What ends a game on the board.
    board_end: BoardEnd {
        /// Checkmate ends the game at once
        checkmate: bool,
        /// Stalemate ends the game at once
        stalemate: bool,
        /// A mate counts although a flag had fallen, as long as nobody had noticed or claimed it
        before_flag: bool,
        /// A mate or stalemate counts although the mating move broke touch-move
        despite_touch: bool,
    }

    /// When a move is made and when it is completed.
    completion: Completion {
        /// A move is completed by pressing the clock
        by_press: bool,
        /// A move whose clock was not pressed is completed by the player's own next move
        by_next_move: bool,
        /// The player may press after the opponent has replied; the time until then is his own
        late_press: bool,
        /// What the arbiter may do about a player who keeps the opponent from pressing
        press_prevented: Options,
        /// What makes a move illegal
        legality: bool,
        /// What makes a move legal
        legal: bool,
    }

    /// Rules of movement that disputes turn on.
    movement: Movement {
        /// A capture en passant comes only right after the other pawn's two squares
        en_passant: bool,
        /// When castling is allowed, and when it is not
        castling: bool,
        /// No move leaves the own king in check
        king_safety: bool,
        /// The opponent's king is not taken
        king_taken: bool,
    }

    /// Touched pieces.
    touch: Touch {
        /// Pieces may be adjusted by the player on move who says so first
        adjust: bool,
        /// An evident accident binds to nothing
        accident: bool,
        /// Own pieces: the first touched that can move has to move
        own: bool,
        /// Opponent's pieces: the first touched that can be captured has to be captured
        enemy: bool,
        /// Pieces of both colours: capture the first with the first, else the first touched that can be moved or captured
        both: bool,
        /// King and rook: castling on that side, if it is legal
        castle: bool,
        /// Castling by a player who touched the rook first
        rook_first: RookFirst,
        /// Castling found illegal: another king move, castling on the other side included; without one any move
        illegal_castling: bool,
        /// The king went to castle and the rook stayed, clock pressed: what the arbiter may do
        unfinished_castling: Options,
        /// Nothing touched can be moved or captured: any legal move
        nothing_playable: bool,
        /// A piece released on a legal square stays there
        released: bool,
        /// A king released where castling takes it: castling on that side, if it is legal
        released_castling: bool,
        /// A pawn released on its last rank is promoted there
        released_pawn: bool,
        /// When a claim about touched pieces comes too late
        deadline: TouchDeadline,
        /// The arbiter who sees a breach acts without a claim
        arbiter_acts: bool,
        /// Without a neutral witness the claim is doubtful
        witness: bool,
        /// What the arbiter may do about a breach that can no longer be put right
        options: Options,
    }

    /// Completed illegal moves.
    illegal_move: IllegalMove {
        /// Seconds added to the opponent's clock for an illegal move that does not lose
        bonus: u32,
        /// The illegal move of one player that loses the game; 0: none does
        lose_on: u32,
        /// Faults that share the count of illegal moves
        counts: Vec<Offence>,
        /// The losing illegal move when the opponent cannot win
        helpless: Helpless,
        /// How it is decided whether the opponent can win
        win_test: WinTest,
        /// An illegal move that was not completed is replaced without a penalty
        unpressed: bool,
        /// The replacing move is bound by touch-move
        touch_binds: bool,
        /// Until when an illegal move can be put right
        deadline: Deadline,
        /// Number of the offender's own moves within which it can be put right, where the deadline counts moves
        window: u32,
        /// The same when a player is short of time
        window_in_pressure: u32,
        /// The window stays open as long as the king is left in check
        window_while_in_check: bool,
        /// What the arbiter does about an illegal move that no player claims
        arbiter: ArbiterPart,
        /// The opponent has the time penalty also where the arbiter noticed the fault
        bonus_without_claim: bool,
        /// The opponent has the time penalty also when a player is short of time
        bonus_in_pressure: bool,
        /// When a claim for the time penalty comes too late
        bonus_deadline: BonusDeadline,
        /// The increment that the offender earned by pressing is taken off again
        remove_increment: bool,
        /// Whether time used since the illegal move is given back
        return_time: ReturnTime,
        /// Later on both players together may undo it
        undo_by_agreement: bool,
        /// Taking the king is a valid way to claim
        king_capture_claims: bool,
        /// A player who had put his own king next to the other one loses by that claim
        bait_loses: bool,
    }

    /// The clock pressed without a move.
    press_without_move: PressWithoutMove {
        /// How it is treated
        treated_as: Treatment,
        /// What the arbiter may do, where he decides
        options: Options,
        /// What the arbiter may do about a player who presses the opponent's clock instead of stopping both
        opponents_clock: Options,
    }

    /// A move made with two hands.
    two_hands: TwoHands {
        /// How it is treated
        treated_as: Treatment,
        /// It is a fault only once the clock was pressed
        needs_press: bool,
        /// What the arbiter may do, where he decides
        options: Options,
    }

    /// The hand that presses the clock.
    wrong_hand: WrongHand {
        /// The hand that made the move presses the clock
        same_hand: bool,
        /// What the arbiter may do about another hand
        options: Options,
    }

    /// A pawn on the last rank that was not replaced.
    promotion: Promotion {
        /// How pressing the clock with the pawn there is treated
        treated_as: Treatment,
        /// What the pawn becomes
        becomes: LeftPawn,
        /// The choice of a piece is final once it has touched the square
        choice_final: bool,
        /// What a rook put there upside down is
        inverted_rook: InvertedRook,
        /// What the arbiter may do, where he decides
        options: Options,
    }

    /// Pieces knocked over.
    displaced: Displaced {
        /// The player who displaced pieces restores them on his own time
        restore: bool,
        /// What the arbiter may do about a clock pressed before they were restored
        options: Options,
    }

    /// A position that cannot have come about.
    illegal_position: IllegalPosition {
        /// Until when the position before the fault is set up again
        deadline: Deadline,
        /// Number of moves of the side at fault within which that can be done, where the deadline counts moves
        window: u32,
        /// Positions that the arbiter lets stand for one more completed move; if still there, the game is drawn
        drawn_if_it_stays: Vec<Absurdity>,
        /// Where the position before the fault cannot be rebuilt, the last one that can be identified is set up; otherwise the
        /// position on the board stands
        last_identifiable: bool,
    }
}
