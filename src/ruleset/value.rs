//! The types of values of the Laws: every choice that two books make differently has a name here.
//!
//! The values themselves are in the ruleset files. A value always comes with its articles: [`Cited`].

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// How certain a value is, given the text it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Taken from the text of that edition.
    #[default]
    Sure,
    /// Taken from a secondary source, or inferred because the editions before and after agree.
    Likely,
    /// The wording has not been seen; a ruling that rests on it has to say so.
    Unverified,
}

/// A value with the articles that it rests on. It dereferences to the value.
#[derive(Debug, Clone, PartialEq)]
pub struct Cited<T> {
    /// The value itself.
    pub value: T,
    /// Article numbers of the ruleset's own edition, never empty in a checked file.
    pub articles: Arc<[Arc<str>]>,
    /// How certain the value is.
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
    /// Enough arbiters and every game recorded: the rules of standard play apply.
    Full,
    /// All other rapid and blitz games.
    Limited,
}

/// A range of numbers; a missing bound means unbounded. In seconds, unless the key says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Inclusive lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// Exclusive lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<f64>,
    /// Inclusive upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// Exclusive upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
}

impl Range {
    /// Whether the range contains `x`.
    pub fn holds(&self, x: f64) -> bool {
        self.at_least.is_none_or(|b| x >= b)
            && self.above.is_none_or(|b| x > b)
            && self.at_most.is_none_or(|b| x <= b)
            && self.below.is_none_or(|b| x < b)
    }

    /// Whether the range has no upper bound.
    pub fn is_open_above(&self) -> bool {
        self.at_most.is_none() && self.below.is_none()
    }

    /// Whether the range has no bounds at all, which means that the book gives no figure.
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

/// One row of the table of delays that apply if the organiser states neither delay nor increment (US Chess
/// 5E).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultDelay {
    /// The main time of a control with a single stage, in seconds. A control with several stages uses the row
    /// without an upper bound.
    pub main: Range,
    /// Delay in seconds per move.
    pub delay: u32,
}

/// A number of seconds that the regulations may leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Allowance {
    /// A number of seconds.
    Seconds(u32),
    /// The book gives no number: unless the regulations do, the arbiter decides.
    Unset(Unset),
}

/// What an arbiter may do: remedies by name, or `penalties` for all in [`Penalties`](super::Penalties).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(pub Vec<OptionWord>);

/// One word of [`Options`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum OptionWord {
    /// All penalties in the book.
    Penalties(AllPenalties),
    /// One remedy.
    Remedy(Remedy),
}

/// The word for all penalties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AllPenalties {
    /// All penalties in the book.
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
            /// All words, in the order of the model.
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
    /// What an arbiter may do about a fault; the complete list of words for a ruling's `options`.
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
        /// The decision is postponed.
        Postpone,
        /// The claim is rejected.
        Reject,
        /// The claim is accepted.
        Accept,
        /// An increment or a delay is added to the clock.
        Increment,
        /// Time is added to make up for lost time.
        ExtraTime,
        /// The penalty is waived.
        Waive,
        /// The arbiter asks what was meant.
        Clarify,
    }

    /// A fault that can count as an illegal move.
    Offence {
        /// A move that the rules of movement forbid, including the capture of a king.
        IllegalMove,
        /// A pawn left on the last rank.
        PromotionNotReplaced,
        /// The clock pressed without a move.
        PressedWithoutMoving,
        /// One move with two hands.
        TwoHands,
    }

    /// How a fault is treated.
    Treatment {
        /// As an illegal move, with its count and penalty.
        IllegalMove,
        /// As the arbiter decides.
        Discretion,
        /// As nothing that needs a decision.
        Nothing,
    }

    /// The result if the offender's opponent cannot win by any means.
    Helpless {
        /// The game is drawn.
        Draw,
        /// The offender loses nevertheless.
        Loss,
    }

    /// Until when a fault may be corrected.
    Deadline {
        /// As long as the game lasts.
        Game,
        /// Until the opponent has made the next move.
        OpponentNextMove,
        /// As long as it is among the offender's last moves; see `window`.
        OwnMoves,
    }

    /// What an arbiter does about an illegal move that no player claims.
    ArbiterPart {
        /// Steps in on learning of it.
        Acts,
        /// Steps in on having seen it.
        WhenSeen,
        /// Steps in unless a player is short of time.
        OutsideTimePressure,
        /// Leaves it to the players.
        Never,
    }

    /// Until when the time penalty can be claimed.
    BonusDeadline {
        /// As long as the fault itself may be corrected.
        WithCorrection,
        /// Only for a claim made before the claimant's own reply.
        BeforeReply,
    }

    /// Whether time used after a fault is given back.
    ReturnTime {
        /// The arbiter sets both clocks by best judgement; they are left unchanged unless the log gives
        /// reason to.
        Judgement,
        /// Never.
        Never,
    }

    /// What a pawn left on the last rank becomes.
    LeftPawn {
        /// A queen, whatever the player meant.
        Queen,
        /// The player's choice: the pawn has to promote, on a square that it can reach.
        Choice,
    }

    /// What a rook put upside down on the last rank counts as.
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
        /// Castling stands; if it is not legal, the rook has to move.
        CastlingStands,
    }

    /// When a claim about touched pieces comes too late.
    TouchDeadline {
        /// Once the claimant has touched a piece to move or capture with it.
        ClaimantTouches,
        /// Never during the game.
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
        /// Until the claimant has moved and pressed the clock.
        Press,
    }

    /// What happens to a claim that is made too late or in the wrong form.
    WrongForm {
        /// It is rejected as a wrong claim.
        Reject,
        /// It is an offer of a draw and nothing more.
        OfferOnly,
        /// The arbiter may let it be corrected, or reject it.
        Discretion,
    }

    /// Which scoresheet a claim needs.
    SheetNeeded {
        /// None: the moves count, however they are established.
        None,
        /// The claimant's own, reasonably complete.
        ReasonablyComplete,
    }

    /// The meaning of a time control of two numbers separated by a stroke.
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
        /// If they occur at consecutive alternate moves of each player.
        Consecutive,
        /// Whenever they occur.
        Any,
    }

    /// Who ends a game that makes no progress.
    Declared {
        /// The rule itself: the game is over.
        ByRule,
        /// The arbiter may end it, but need not.
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
        /// The text allows both readings: the arbiter decides.
        Discretion,
    }

    /// Whether the arbiter may call a fallen flag.
    FlagCall {
        /// The arbiter has to.
        Shall,
        /// The arbiter may.
        May,
        /// Only when both are down.
        BothDown,
        /// Never: only the players may.
        Never,
    }

    /// What applies if both flags are down and it is known which fell first.
    OrderKnown {
        /// The first to fall has lost.
        FirstLoses,
        /// The game is drawn.
        Draw,
    }

    /// What applies if both flags are down and it is not known which fell first.
    OrderUnknown {
        /// The game is drawn.
        Draw,
        /// Play goes on.
        Continue,
        /// The arbiter decides.
        Discretion,
    }

    /// Whose shortage of time exempts from recording.
    Whose {
        /// The player's own.
        Own,
        /// Either player's; it exempts both.
        Either,
    }

    /// Which addition to the time keeps up the duty to record.
    Bonus {
        /// An increment only.
        Increment,
        /// An increment or a delay.
        IncrementOrDelay,
    }

    /// Who may let a late player start nevertheless.
    Waiver {
        /// The arbiter.
        Arbiter,
        /// Only the regulations of the event.
        Regulations,
    }

    /// On whose clock the time is changed that the regulations set for a device.
    AnnouncedTime {
        /// The opponent gets it.
        OpponentUp,
        /// It is taken from the player at fault.
        OwnDown,
    }

    /// What the clocks show when a game is restarted.
    RestartClocks {
        /// The arbiter sets them.
        Judgement,
        /// They keep the time that was used.
        Kept,
    }

    /// The penalty for a phone that makes a noise.
    Sound {
        /// Loss of the game.
        Loss,
        /// A time penalty; a later offence loses the game.
        TimeThenLoss,
    }

    /// The penalty for a device found on a player.
    Device {
        /// Loss of the game.
        Loss,
        /// The arbiter decides.
        Discretion,
        /// Nothing.
        Nothing,
    }

    /// What happens to an ambiguous sealed move.
    Sealed {
        /// Loss of the game.
        Loss,
        /// The opponent may choose among its meanings, if the arbiter agrees.
        OpponentChooses,
    }

    /// An impossible position, by what is wrong with it.
    Absurdity {
        /// Both kings are attacked.
        BothKingsAttacked,
        /// A pawn stands on its last rank.
        PawnOnLastRank,
    }

    /// How long a player may be absent from a resumption.
    Resumption {
        /// As long as at the start of a round.
        DefaultTime,
        /// For the seconds of `resumption_limit`.
        Fixed,
        /// Until the player's time runs out.
        ClockOnly,
    }
}
