//! Time: categories of games, flags, clocks and late arrivals.

use super::super::section::sections;
use super::super::value::*;

sections! {
    /// Which games the ruleset is for.
    speed: Speed {
        /// Total time of a player, in seconds, that makes a game of this category
        limits: Range,
        /// Total time of a player, in seconds, that also belongs to this category, though another has it first
        also: Range,
        /// Moves for which increment or delay is counted into the total
        moves: u32,
        /// A delay counts like an increment
        delay_counts: bool,
        /// Least main time of the first stage, in seconds, for a game to be rated
        first_stage: u32,
        /// Delay where the organiser states neither delay nor increment
        default_delay: Vec<DefaultDelay>,
        /// What a time control such as `90/30` means
        stroke: StrokeForm,
    }

    /// A flag is down.
    flag: Flag {
        /// The moves of the control are counted when a flag falls
        count_moves: bool,
        /// A flag has fallen when it is noticed or claimed, not before
        when_noticed: bool,
        /// Not enough moves completed in the time: the game is lost
        loses: bool,
        /// May the arbiter say that a flag is down?
        arbiter_calls: FlagCall,
        /// The claimant's own flag must be up
        own_time_needed: bool,
        /// A flag that falls when the opponent cannot win
        helpless: Helpless,
        /// How it is decided whether the opponent can win
        win_test: WinTest,
        /// Material with which the opponent cannot win, where material decides
        too_little: Vec<TooLittle>,
        /// Material with which it is not clear from the text whether he can
        doubtful: Vec<TooLittle>,
        /// With such material the opponent wins all the same if he can force it
        forced_win: bool,
        /// The flag of a player whom no series of legal moves can checkmate, where material decides
        cannot_be_mated: Verdict,
        /// The claimant's scoresheet where a number of moves was prescribed
        sheet: SheetNeeded,
        /// Where all moves that are left have to be made in the time no scoresheet is asked for
        sudden_death: bool,
        /// Seconds added to the opponent's clock when that sheet is not good enough
        denied_bonus: u32,
        /// After that nobody may claim on time in the same control
        denied_bars: bool,
        /// The clock decides, unless it is evidently defective
        clock_conclusive: bool,
        /// A flag that fell early, or on a clock set wrong, counts for nothing
        premature: bool,
    }

    /// Both flags are down.
    both_flags: BothFlags {
        /// It is known which fell first
        order_known: OrderKnown,
        /// It is not known, in the last stage
        unknown_last: OrderUnknown,
        /// It is not known, in an earlier stage
        unknown_earlier: OrderUnknown,
        /// With an increment of so many seconds no stage is the last; 0: without meaning
        never_last_from: u32,
        /// A player may claim although both clocks are at zero
        players_claim: bool,
    }

    /// Shortage of time, where it changes what may be put right.
    time_pressure: TimePressure {
        /// Fewer seconds than these on either clock; 0: shortage of time changes nothing
        below: u32,
        /// An increment or delay of so many seconds rules it out
        unless_bonus: u32,
    }

    /// Clocks that are set wrong.
    clock_setting: ClockSetting {
        /// The setting is corrected as long as fewer moves than these were made by each; 0: as long as the game lasts
        correct_before: u32,
        /// Later it is corrected if the schedule would suffer
        schedule: bool,
        /// A defective clock is replaced, and the times are set by judgement
        defect: bool,
        /// Least time after a deduction for a defect, in seconds
        floor: u32,
        /// Least time after a deduction for a defect, in seconds for each move to the control
        floor_per_move: u32,
    }

    /// Handling the clock.
    clock_handling: ClockHandling {
        /// The clocks may be stopped only to call the arbiter
        stopping: bool,
        /// The arbiter sets the clocks after a fault
        after_fault: bool,
        /// What the arbiter may do about a breach
        options: Options,
    }

    /// Late arrival.
    arrival: Arrival {
        /// Seconds from the start of the round after which an absent player loses, where the regulations say nothing
        default_time: Allowance,
        /// Never later than the end of the first stage
        within_first_stage: bool,
        /// Who may let a late player start all the same
        waiver: Waiver,
        /// Both come too late: both lose, else the arbiter decides
        both_lose: bool,
        /// Both late, one of them first: White loses the time until he comes, else the first to come halves it
        white_loses_elapsed: bool,
    }
}
