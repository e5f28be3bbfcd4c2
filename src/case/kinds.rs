//! The incident kinds: one row each, with the fields that a kind reads.

/// A kind of incident, by the name that a case file gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are those of the table below, where each is described
#[non_exhaustive]
pub enum Kind {
    IllegalMove,
    PressedWithoutMoving,
    TwoHands,
    WrongHand,
    PromotionNotReplaced,
    PromotionPiece,
    UndoAgreed,
    Touch,
    PiecesDisplaced,
    DrawOffer,
    DrawAccepted,
    DrawDeclined,
    ClaimThreefold,
    ClaimFifty,
    ClaimDeadPosition,
    ClaimNoProgress,
    FlagFall,
    BothFlags,
    LateArrival,
    ClockMisset,
    Resign,
    AgreeDraw,
    ResultAgreed,
    ClocksStopped,
    Handshake,
    WrongInitialPosition,
    ColoursReversed,
    BoardRotated,
    IllegalPosition,
    NotRecording,
    RecordedBeforeMoving,
    IncompleteScoresheet,
    PhoneRang,
    DeviceFound,
    OutsideHelp,
    NotesUsed,
    LeftVenue,
    Distraction,
    RefusedToComply,
    PrearrangedResult,
    SealedMove,
    AbsentAtResumption,
    Equipment,
    ExtraIncrementRequest,
    ClockFailure,
    Assistant,
    RepliedBeforePress,
}

/// Whose act an incident of a kind can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Actor {
    /// A player: White or Black.
    Player,
    /// The player who has the move.
    OnMove,
    /// Anybody.
    Anybody,
}

/// One incident kind.
#[derive(Debug, Clone, Copy)]
pub struct KindRow {
    /// The kind.
    pub kind: Kind,
    /// Its name in case files and in JSON.
    pub name: &'static str,
    /// What it records, in one line.
    pub records: &'static str,
    /// The fields that it reads, in addition to those of every incident.
    pub fields: &'static [&'static str],
    /// The required fields.
    pub needs: &'static [&'static str],
    /// The words that `value` may have; empty if any word is accepted or none is read.
    pub values: &'static [&'static str],
    /// Whether the clock counts as pressed if the case does not say.
    pub pressed: bool,
    /// Who can have done it.
    pub by: Actor,
}

const fn row(kind: Kind, name: &'static str, by: Actor, records: &'static str) -> KindRow {
    KindRow { kind, name, records, fields: &[], needs: &[], values: &[], pressed: true, by }
}

impl KindRow {
    const fn reads(mut self, fields: &'static [&'static str]) -> KindRow {
        self.fields = fields;
        self
    }
    const fn needs(mut self, fields: &'static [&'static str]) -> KindRow {
        self.needs = fields;
        self
    }
    const fn values(mut self, values: &'static [&'static str]) -> KindRow {
        self.values = values;
        self
    }
    const fn not_pressed(mut self) -> KindRow {
        self.pressed = false;
        self
    }
}

const OFFERS: &[&str] = &["before-move", "after-move", "opponent-time"];
const PROMOTED: &[&str] = &["wrong-colour", "king", "pawn", "inverted-rook", "changed-mind"];
const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "0-0", "1-0F", "0-1F", "0-0F", "*"];

/// Every incident kind.
#[rustfmt::skip]
pub const KINDS: &[KindRow] = &[
    row(Kind::IllegalMove, "illegal-move", Actor::OnMove, "a move that the Laws do not allow was made").reads(&["move", "pressed", "again", "observed"]),
    row(Kind::PressedWithoutMoving, "pressed-without-moving", Actor::Player, "the clock was pressed and no move made").reads(&["value", "again"]).values(&["opponents-clock"]),
    row(Kind::TwoHands, "two-hands", Actor::OnMove, "one move was made with two hands").reads(&["move", "pressed", "again"]),
    row(Kind::WrongHand, "wrong-hand", Actor::Player, "the clock was pressed with another hand than the one that moved").reads(&["move"]),
    row(Kind::PromotionNotReplaced, "promotion-not-replaced", Actor::OnMove, "a pawn was left on the last rank and the clock pressed").reads(&["move", "pressed", "again"]),
    row(Kind::PromotionPiece, "promotion-piece", Actor::OnMove, "a piece was put on the last rank that is not, or not plainly, what the pawn becomes").reads(&["value", "move", "pressed", "released", "again"]).needs(&["value"]).values(PROMOTED),
    row(Kind::UndoAgreed, "undo-agreed", Actor::Anybody, "both players want a fault put right that was found late").reads(&["move"]),
    row(Kind::Touch, "touch", Actor::Player, "pieces were touched with intent, in order").reads(&["squares", "touched", "released", "move", "value", "pressed", "observed"]).needs(&["squares"]).values(&["adjust"]),
    row(Kind::PiecesDisplaced, "pieces-displaced", Actor::Player, "pieces were knocked over").reads(&["pressed", "value"]).values(&["restored", "not-restored"]),
    row(Kind::DrawOffer, "draw-offer", Actor::Player, "a draw was offered").reads(&["value"]).values(OFFERS),
    row(Kind::DrawAccepted, "draw-accepted", Actor::Player, "an offer of a draw was accepted").reads(&["value"]).values(OFFERS),
    row(Kind::DrawDeclined, "draw-declined", Actor::Player, "an offer of a draw was declined").reads(&["value"]).values(OFFERS),
    row(Kind::ClaimThreefold, "claim-threefold", Actor::Player, "a draw was claimed by repetition").reads(&["move", "pressed", "observed", "claim"]).not_pressed(),
    row(Kind::ClaimFifty, "claim-fifty", Actor::Player, "a draw was claimed by the fifty-move rule").reads(&["move", "pressed", "observed", "claim"]).not_pressed(),
    row(Kind::ClaimDeadPosition, "claim-dead-position", Actor::Player, "a draw was claimed because nobody can mate").reads(&["claim"]),
    row(Kind::ClaimNoProgress, "claim-no-progress", Actor::Player, "a draw was claimed because the opponent cannot win by normal means, or makes no effort to").reads(&["seconds", "value", "observed", "claim"]).values(&["cannot-win", "no-effort"]),
    row(Kind::FlagFall, "flag-fall", Actor::Player, "a flag was seen down or claimed").reads(&["observed"]),
    row(Kind::BothFlags, "both-flags", Actor::Anybody, "both flags are down").reads(&["value"]).values(&["white-first", "black-first", "unknown"]),
    row(Kind::LateArrival, "late-arrival", Actor::Anybody, "a player came after the start of the round").reads(&["seconds"]).needs(&["seconds"]),
    row(Kind::ClockMisset, "clock-misset", Actor::Anybody, "the clock has a wrong time or a wrong increment").reads(&["value", "seconds", "count"]).values(&["time", "increment", "delay"]),
    row(Kind::Resign, "resign", Actor::Player, "a player resigned"),
    row(Kind::AgreeDraw, "agree-draw", Actor::Anybody, "both players agreed to a draw"),
    row(Kind::ResultAgreed, "result-agreed", Actor::Anybody, "both players signed or reported a result").reads(&["value"]).needs(&["value"]).values(RESULTS),
    row(Kind::ClocksStopped, "clocks-stopped", Actor::Anybody, "a player stopped the clocks").reads(&["stopped_for"]),
    row(Kind::Handshake, "handshake", Actor::Anybody, "hands were shaken"),
    row(Kind::WrongInitialPosition, "wrong-initial-position", Actor::Anybody, "the pieces were set up wrongly"),
    row(Kind::ColoursReversed, "colours-reversed", Actor::Anybody, "the players had each other's colours").reads(&["observed"]),
    row(Kind::BoardRotated, "board-rotated", Actor::Anybody, "the board was turned"),
    row(Kind::IllegalPosition, "illegal-position", Actor::Anybody, "the position on the board cannot have come about by legal moves"),
    row(Kind::NotRecording, "not-recording", Actor::Player, "a player did not record the moves").reads(&["count", "seconds"]),
    row(Kind::RecordedBeforeMoving, "recorded-before-moving", Actor::Player, "a move was written before it was made"),
    row(Kind::IncompleteScoresheet, "incomplete-scoresheet", Actor::Player, "a scoresheet lacks moves").reads(&["count", "seconds"]),
    row(Kind::PhoneRang, "phone-rang", Actor::Player, "a player's phone made a sound").reads(&["seconds", "count"]),
    row(Kind::DeviceFound, "device-found", Actor::Player, "a player carried a device").reads(&["seconds", "count"]),
    row(Kind::OutsideHelp, "outside-help", Actor::Anybody, "a player had advice from others").reads(&["seconds", "count"]),
    row(Kind::NotesUsed, "notes-used", Actor::Player, "a player used notes or other information").reads(&["seconds", "count"]),
    row(Kind::LeftVenue, "left-venue", Actor::Player, "a player left the venue or the area").reads(&["seconds", "count"]),
    row(Kind::Distraction, "distraction", Actor::Anybody, "a player was distracted or annoyed").reads(&["seconds", "count"]),
    row(Kind::RefusedToComply, "refused-to-comply", Actor::Player, "a player refused to follow the Laws or the arbiter").reads(&["seconds", "count"]),
    row(Kind::PrearrangedResult, "prearranged-result", Actor::Anybody, "the result was arranged before the game").reads(&["seconds", "count"]),
    row(Kind::SealedMove, "sealed-move", Actor::Player, "a move was sealed and the envelope opened").reads(&["move", "seconds"]),
    row(Kind::AbsentAtResumption, "absent-at-resumption", Actor::Player, "a player was absent when the game was resumed").reads(&["move", "seconds"]),
    row(Kind::Equipment, "equipment", Actor::Anybody, "the equipment was called into question").reads(&["value"]).needs(&["value"]),
    row(Kind::ExtraIncrementRequest, "extra-increment-request", Actor::Player, "a player short of time asked for an increment for both").reads(&["seconds", "value", "claim"]).values(&["granted", "refused"]),
    row(Kind::ClockFailure, "clock-failure", Actor::Anybody, "the clock failed and was replaced").reads(&["seconds"]),
    row(Kind::Assistant, "assistant", Actor::Player, "a player had an assistant write, press the clock or move").reads(&["value"]).values(&["writes", "presses", "moves"]),
    row(Kind::RepliedBeforePress, "replied-before-press", Actor::Player, "a player replied before the opponent had pressed the clock").reads(&["value"]).values(&["let-press", "kept-from-pressing"]),
];

/// What people say instead of the name of a kind.
#[rustfmt::skip]
const SPOKEN: &[(Kind, &[&str])] = &[
    (Kind::IllegalMove, &["castling", "illegal-castling", "wrong-move", "impossible-move", "king-in-check", "in-check", "check-ignored"]),
    (Kind::PressedWithoutMoving, &["pressed", "press", "clock-pressed", "null-move", "no-move"]),
    (Kind::TwoHands, &["both-hands", "with-two-hands", "hands"]),
    (Kind::Touch, &["touch-move", "touched-piece", "touched", "piece-touched"]),
    (Kind::PiecesDisplaced, &["knocked-over", "pieces-knocked-over"]),
    (Kind::ClaimThreefold, &["3-fold", "3fold", "threefold-repetition", "3-fold-repetition", "repetition", "triple-repetition", "claim", "draw-claim", "claim-draw"]),
    (Kind::ClaimFifty, &["50", "50-moves", "50-move-rule", "fifty-moves", "fifty-move-rule"]),
    (Kind::ClaimNoProgress, &["10.2", "quickplay-finish", "insufficient-losing-chances", "14h"]),
    (Kind::FlagFall, &["time-forfeit", "time", "on-time", "lost-on-time", "out-of-time", "fallen-flag", "flag-fell", "flag-down", "flagged", "overstepped"]),
    (Kind::BothFlags, &["two-flags", "both-flags-down"]),
    (Kind::LateArrival, &["absent", "no-show", "came-late", "default-time", "forfeit"]),
    (Kind::ClockMisset, &["wrong-time", "wrong-increment", "wrong-clock", "clock-wrong"]),
    (Kind::AgreeDraw, &["draw-agreed", "agreed-draw"]),
    (Kind::PhoneRang, &["mobile", "mobile-phone", "cell-phone", "cellphone", "smartphone", "ringtone"]),
    (Kind::DeviceFound, &["device", "smartwatch", "watch"]),
    (Kind::WrongInitialPosition, &["wrong-setup", "wrong-set-up", "wrong-start"]),
    (Kind::ColoursReversed, &["colors-reversed", "wrong-colours", "wrong-colors"]),
    (Kind::OutsideHelp, &["cheating", "advice"]),
];

/// Ends of a game that the record alone shows.
const ON_THE_BOARD: &[&str] = &["mate", "checkmate", "stalemate", "fivefold"];

impl Kind {
    /// The kind's row of the table.
    pub fn row(self) -> &'static KindRow {
        KINDS.iter().find(|row| row.kind == self).unwrap_or(&KINDS[0])
    }

    /// Whether it is an illegal move or a fault that can count as one.
    pub fn is_illegal_move_kin(self) -> bool {
        use Kind::{IllegalMove, PressedWithoutMoving, PromotionNotReplaced, PromotionPiece, TwoHands};
        matches!(self, IllegalMove | PressedWithoutMoving | TwoHands | PromotionNotReplaced | PromotionPiece)
    }

    /// The kind's name in case files and in JSON.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The kind that is probably meant by an unknown name.
    pub fn nearest(name: &str) -> Option<&'static str> {
        let name = name.trim().to_lowercase().replace([' ', '_'], "-");
        let spoken = SPOKEN.iter().find(|(_, words)| words.contains(&name.as_str()));
        match spoken {
            Some((kind, _)) => Some(kind.name()),
            None if ON_THE_BOARD.contains(&name.as_str()) => None,
            None => super::fault::nearest(&name, KINDS.iter().map(|row| row.name)),
        }
    }

    /// What to write instead of an unknown name.
    pub fn advice(name: &str) -> String {
        if let Some(near) = Kind::nearest(name) {
            return format!("did you mean `{near}`?");
        }
        if ON_THE_BOARD.contains(&name.trim().to_lowercase().as_str()) {
            return "the record shows it: a case with the moves needs no incident for it".to_owned();
        }
        "`flagfall explain --kind incident` lists the kinds".to_owned()
    }

    /// The kind of that name, in any case of letters; words may be separated by blanks (`illegal move`).
    pub fn named(name: &str) -> Option<Kind> {
        let name = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        KINDS.iter().find(|row| row.name == name).map(|row| row.kind)
    }
}
