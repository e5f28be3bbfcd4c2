//! The words that a value of the Laws may be: every choice that two books make differently has a name here.
//!
//! Numbers stand in the files; this is only what they are made of. A value always comes with its articles: [`Cited`].

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// How far a value is vouched for by the text it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Read in the text of that edition.
    #[default]
    Sure,
    /// From a secondary source, or because the editions on either side agree.
    Likely,
    /// Nobody has seen the wording; a ruling that rests on it has to say so.
    Unverified,
}

/// A value with the articles that it rests on; dereferences to the value.
#[derive(Debug, Clone, PartialEq)]
pub struct Cited<T> {
    /// The value itself.
    pub value: T,
    /// Article numbers of the ruleset's own edition, never empty in a checked file.
    pub articles: Arc<[Arc<str>]>,
    /// How sure the value is.
    pub confidence: Confidence,
}

impl<T> Deref for Cited<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// Whether the competition rules apply in full (FIDE Appendices A and B) or in the reduced form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Supervision {
    /// Enough arbiters, every game recorded: the rules of standard play.
    Full,
    /// All other rapid and blitz games.
    Limited,
}

/// A stretch of a number line; a missing bound is open. Seconds, unless the key says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Included lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// Excluded lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<f64>,
    /// Included upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// Excluded upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
}

impl Range {
    /// Does the range hold `x`?
    pub fn holds(&self, x: f64) -> bool {
        self.at_least.is_none_or(|b| x >= b)
            && self.above.is_none_or(|b| x > b)
            && self.at_most.is_none_or(|b| x <= b)
            && self.below.is_none_or(|b| x < b)
    }

    /// Has the range no upper bound?
    pub fn is_open_above(&self) -> bool {
        self.at_most.is_none() && self.below.is_none()
    }

    /// Has the range no bound at all? Then the book gives no measure.
    pub fn is_unbounded(&self) -> bool {
        *self == Range::default()
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = [
            self.at_least.map(|b| format!("at least {b}")),
            self.above.map(|b| format!("above {b}")),
            self.at_most.map(|b| format!("at most {b}")),
            self.below.map(|b| format!("below {b}")),
        ];
        let parts: Vec<String> = bounds.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "any" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// One row of the delay or increment that applies where the organiser states none (US Chess 5E).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultDelay {
    /// Main time of a control with a single stage, in seconds; several stages count as the longest row.
    pub main: Range,
    /// Delay in seconds a move.
    pub delay: u32,
}

/// A number of seconds that the regulations may leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Allowance {
    /// So many seconds.
    Seconds(u32),
    /// The book names no number: without one in the regulations the arbiter decides.
    Unset(Unset),
}

/// What an arbiter may do: remedies by name, and `penalties` for all that [`Penalties`](super::Penalties) lists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(pub Vec<OptionWord>);

/// One word of [`Options`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionWord {
    /// All penalties that the book names.
    Penalties(AllPenalties),
    /// This one.
    Remedy(Remedy),
}

/// The word for all penalties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AllPenalties {
    /// All that the book names.
    Penalties,
}

/// The word for a number that the book does not give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unset {
    /// No number.
    Unset,
}

impl Allowance {
    /// The number of seconds, if there is one.
    pub fn seconds(self) -> Option<u32> {
        match self {
            Allowance::Seconds(s) => Some(s),
            Allowance::Unset(_) => None,
        }
    }
}

macro_rules! words {
    ($($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $vdoc:literal])+ $variant:ident),+ $(,)? })+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[doc = $vdoc])+ $variant,)+ }

        impl $name {
            /// Every word, in the order of the model.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
        }

        impl super::schema::Described for $name {
            fn schema() -> serde_json::Value {
                serde_json::json!({ "enum": $name::ALL })
            }
        }
    )+};
}

words! {
    /// What an arbiter may do about a fault; the closed list of a ruling's `options`.
    Remedy {
        /// A warning.
        Warning,
        /// More time for the opponent.
        OpponentTimeUp,
        /// Less time for the offender.
        OwnTimeDown,
        /// More points for the opponent, up to what the game can give.
        OpponentPointsUp,
        /// Fewer points for the offender.
        OwnPointsDown,
        /// Loss of the game.
        Loss,
        /// The game is drawn.
        Draw,
        /// A fine announced beforehand.
        Fine,
        /// Exclusion from one or more rounds.
        Exclusion,
        /// Expulsion from the event.
        Expulsion,
        /// A new game.
        Restart,
        /// An earlier position is set up again.
        Restore,
        /// The decision is put off.
        Postpone,
        /// The claim is rejected.
        Reject,
        /// The claim is accepted.
        Accept,
        /// An increment or a delay is added to the clock.
        Increment,
        /// Time is added for what was lost.
        ExtraTime,
        /// The penalty is waived.
        Waive,
        /// The arbiter asks what was meant.
        Clarify,
    }

    /// A fault that can count as an illegal move.
    Offence {
        /// A move that the rules of movement forbid, a captured king included.
        IllegalMove,
        /// A pawn left on the last rank.
        PromotionNotReplaced,
        /// The clock pressed without a move.
        PressedWithoutMoving,
        /// One move with two hands.
        TwoHands,
    }

    /// Under which heading a fault is dealt with.
    Treatment {
        /// As an illegal move, with its count and penalty.
        IllegalMove,
        /// As the arbiter decides.
        Discretion,
        /// As nothing that calls for a decision.
        Nothing,
    }

    /// What becomes of a player who can be beaten by nobody on the board: the result against a helpless opponent.
    Helpless {
        /// The game is drawn.
        Draw,
        /// The offender loses all the same.
        Loss,
    }

    /// Until when a fault may still be put right.
    Deadline {
        /// As long as the game lasts.
        Game,
        /// Until the opponent has made his next move.
        OpponentNextMove,
        /// As long as it is among the offender's last moves, see `window`.
        OwnMoves,
    }

    /// What an arbiter does about an illegal move that no player complains about.
    ArbiterPart {
        /// He steps in whenever he learns of it.
        Acts,
        /// He steps in if he saw it himself.
        WhenSeen,
        /// He steps in unless a player is short of time.
        OutsideTimePressure,
        /// He leaves it to the players.
        Never,
    }

    /// When a penalty in time is still to be had.
    BonusDeadline {
        /// As long as the fault itself may be put right.
        WithCorrection,
        /// Only for a claim made before the claimant's own reply.
        BeforeReply,
    }

    /// Whether time used after a fault comes back.
    ReturnTime {
        /// The arbiter sets both clocks by best judgement; left alone unless the log shows reason.
        Judgement,
        /// Never.
        Never,
    }

    /// What a pawn left on the last rank becomes.
    LeftPawn {
        /// A queen, whatever the player meant.
        Queen,
        /// What the player chooses: the pawn has to promote, on a square it can reach.
        Choice,
    }

    /// What a rook is that was put upside down on the last rank.
    InvertedRook {
        /// A rook.
        Rook,
        /// A queen.
        Queen,
    }

    /// Castling by a player who touched the rook before the king.
    RookFirst {
        /// Not on that side: the rook has to move.
        NoCastling,
        /// Castling stands; where it is not legal the rook has to move.
        CastlingStands,
    }

    /// When a claim about touched pieces comes too late.
    TouchDeadline {
        /// Once the claimant has touched a piece to move or capture with it.
        ClaimantTouches,
        /// Never: any time during the game.
        Game,
    }

    /// An offer of a draw made by a player who has not moved yet.
    EarlyOffer {
        /// It stands, and may be answered.
        Stands,
        /// It stands; the opponent may ask to see the move first.
        MoveFirst,
    }

    /// How long the right to claim a draw lasts.
    ClaimUntil {
        /// Until the claimant touches a piece.
        Touch,
        /// Until the claimant presses the clock, his own move made.
        Press,
    }

    /// What becomes of a claim that comes too late or in the wrong form.
    WrongForm {
        /// It is rejected as a wrong claim.
        Reject,
        /// It is an offer of a draw and nothing more.
        OfferOnly,
        /// The arbiter may have it put right, or reject it.
        Discretion,
    }

    /// Which scoresheet a claim needs.
    SheetNeeded {
        /// None: the moves count, however they are known.
        None,
        /// The claimant's own, reasonably complete.
        ReasonablyComplete,
    }

    /// How a time control of two numbers with a stroke between is meant.
    StrokeForm {
        /// Minutes for the game, and seconds for each move.
        Increment,
        /// Moves, and the minutes in which they are made.
        Moves,
    }

    /// When five appearances of a position end the game.
    Fivefold {
        /// Never.
        None,
        /// When they come at consecutive alternate moves of each player.
        Consecutive,
        /// Whenever they come.
        Any,
    }

    /// Who ends a game that goes nowhere.
    Declared {
        /// The rule itself: the game is over then.
        ByRule,
        /// The arbiter may end it, and need not.
        ArbiterMay,
    }

    /// How it is decided whether a side can still win.
    WinTest {
        /// Any series of legal moves that leads to checkmate.
        AnySeries,
        /// The material that the side has left.
        Material,
    }

    /// Material that is not enough to win on time.
    TooLittle {
        /// A king alone.
        LoneKing,
        /// King and bishop.
        LoneBishop,
        /// King and knight.
        LoneKnight,
        /// King and two knights, the opponent without pawns.
        TwoKnightsNoPawns,
    }

    /// What a fallen flag costs.
    Verdict {
        /// The game is drawn.
        Draw,
        /// The player has lost.
        Loss,
        /// The text can be read both ways: the arbiter decides.
        Discretion,
    }

    /// May the arbiter say that a flag is down?
    FlagCall {
        /// He has to.
        Shall,
        /// He can.
        May,
        /// Only when both are down.
        BothDown,
        /// Never: the players do.
        Never,
    }

    /// Both flags are down, and it is known which was first.
    OrderKnown {
        /// The first to fall has lost.
        FirstLoses,
        /// The game is drawn.
        Draw,
    }

    /// Both flags are down, and nobody knows which was first.
    OrderUnknown {
        /// The game is drawn.
        Draw,
        /// Play goes on.
        Continue,
        /// The arbiter decides.
        Discretion,
    }

    /// Whose shortage of time frees from recording.
    Whose {
        /// The player's own.
        Own,
        /// Either player's frees both.
        Either,
    }

    /// Which addition to the time keeps the duty to record alive.
    Bonus {
        /// An increment only.
        Increment,
        /// An increment or a delay.
        IncrementOrDelay,
    }

    /// Who may let a late player start all the same.
    Waiver {
        /// The arbiter.
        Arbiter,
        /// Only the regulations of the event.
        Regulations,
    }

    /// Whose clock the time changes that the regulations name for a device.
    AnnouncedTime {
        /// The opponent gets it.
        OpponentUp,
        /// It is taken from the player at fault.
        OwnDown,
    }

    /// What the clocks show when a game is begun again.
    RestartClocks {
        /// The arbiter sets them anew.
        Judgement,
        /// They keep the time that was used.
        Kept,
    }

    /// What a phone that makes a noise costs.
    Sound {
        /// The game.
        Loss,
        /// Time, and the game from a later offence on.
        TimeThenLoss,
    }

    /// What a device found on a player costs.
    Device {
        /// The game.
        Loss,
        /// What the arbiter decides.
        Discretion,
        /// Nothing.
        Nothing,
    }

    /// What an unclear sealed move costs.
    Sealed {
        /// The game.
        Loss,
        /// The opponent may choose among its meanings, if the arbiter lets him.
        OpponentChooses,
    }

    /// A position that cannot stand, by what is wrong with it.
    Absurdity {
        /// Both kings are attacked.
        BothKingsAttacked,
        /// A pawn stands on its last rank.
        PawnOnLastRank,
    }

    /// How long a player may stay away from a resumption.
    Resumption {
        /// As long as from the start of a round.
        DefaultTime,
        /// For the seconds of `resumption_limit`.
        Fixed,
        /// As long as his clock runs.
        ClockOnly,
    }
}
