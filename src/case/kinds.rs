//! The incident kinds: one line each in the list below, with the fields that a kind reads.
//!
//! The compiler asks for the rest of a new kind: its entry in `rulings/manual/entries.rs`, and its family in `rulings/docket.rs`.

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

/// Declares the incident kinds: each line gives a variant of [`Kind`] and its row in [`KINDS`].
macro_rules! kinds {
    ($($kind:ident: $name:literal, $by:ident, $records:literal $(, $with:ident($($of:expr)?))*;)+) => {
        /// A kind of incident, by the name that a case file gives it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = $records] $kind,)+
        }

        /// Every incident kind.
        pub const KINDS: &[KindRow] = &[
            $(row(Kind::$kind, $name, Actor::$by, $records)$(.$with($($of)?))*,)+
        ];
    };
}

kinds! {
    IllegalMove: "illegal-move", OnMove, "a move that the Laws do not allow was made", reads(&["move", "pressed", "again", "observed"]);
    PressedWithoutMoving: "pressed-without-moving", Player, "the clock was pressed and no move made", reads(&["value", "again"]), values(&["opponents-clock"]);
    TwoHands: "two-hands", OnMove, "one move was made with two hands", reads(&["move", "pressed", "again"]);
    WrongHand: "wrong-hand", Player, "the clock was pressed with another hand than the one that moved", reads(&["move"]);
    PromotionNotReplaced: "promotion-not-replaced", OnMove, "a pawn was left on the last rank and the clock pressed", reads(&["move", "pressed", "again"]);
    PromotionPiece: "promotion-piece", OnMove, "a piece was put on the last rank that is not, or not plainly, what the pawn becomes", reads(&["value", "move", "pressed", "released", "again"]), needs(&["value"]), values(PROMOTED);
    UndoAgreed: "undo-agreed", Anybody, "both players want a fault put right that was found late", reads(&["move"]);
    Touch: "touch", Player, "pieces were touched with intent, in order", reads(&["squares", "touched", "released", "move", "value", "pressed", "observed"]), needs(&["squares"]), values(&["adjust"]);
    PiecesDisplaced: "pieces-displaced", Player, "pieces were knocked over", reads(&["pressed", "value"]), values(&["restored", "not-restored"]);
    DrawOffer: "draw-offer", Player, "a draw was offered", reads(&["value"]), values(OFFERS);
    DrawAccepted: "draw-accepted", Player, "an offer of a draw was accepted", reads(&["value"]), values(OFFERS);
    DrawDeclined: "draw-declined", Player, "an offer of a draw was declined", reads(&["value"]), values(OFFERS);
    ClaimThreefold: "claim-threefold", Player, "a draw was claimed by repetition", reads(&["move", "pressed", "observed", "claim"]), not_pressed();
    ClaimFifty: "claim-fifty", Player, "a draw was claimed by the fifty-move rule", reads(&["move", "pressed", "observed", "claim"]), not_pressed();
    ClaimDeadPosition: "claim-dead-position", Player, "a draw was claimed because nobody can mate", reads(&["claim"]);
    ClaimNoProgress: "claim-no-progress", Player, "a draw was claimed because the opponent cannot win by normal means, or makes no effort to", reads(&["seconds", "value", "observed", "claim"]), values(&["cannot-win", "no-effort"]);
    FlagFall: "flag-fall", Player, "a flag was seen down or claimed", reads(&["observed"]);
    BothFlags: "both-flags", Anybody, "both flags are down", reads(&["value"]), values(&["white-first", "black-first", "unknown"]);
    LateArrival: "late-arrival", Anybody, "a player came after the start of the round", reads(&["seconds"]), needs(&["seconds"]);
    ClockMisset: "clock-misset", Anybody, "the clock has a wrong time or a wrong increment", reads(&["value", "seconds", "count"]), values(&["time", "increment", "delay"]);
    Resign: "resign", Player, "a player resigned";
    AgreeDraw: "agree-draw", Anybody, "both players agreed to a draw";
    ResultAgreed: "result-agreed", Anybody, "both players signed or reported a result", reads(&["value"]), needs(&["value"]), values(RESULTS);
    ClocksStopped: "clocks-stopped", Anybody, "a player stopped the clocks", reads(&["stopped_for"]);
    Handshake: "handshake", Anybody, "hands were shaken";
    WrongInitialPosition: "wrong-initial-position", Anybody, "the pieces were set up wrongly";
    ColoursReversed: "colours-reversed", Anybody, "the players had each other's colours", reads(&["observed"]);
    BoardRotated: "board-rotated", Anybody, "the board was turned";
    IllegalPosition: "illegal-position", Anybody, "the position on the board cannot have come about by legal moves";
    NotRecording: "not-recording", Player, "a player did not record the moves", reads(&["count", "seconds"]);
    RecordedBeforeMoving: "recorded-before-moving", Player, "a move was written before it was made";
    IncompleteScoresheet: "incomplete-scoresheet", Player, "a scoresheet lacks moves", reads(&["count", "seconds"]);
    PhoneRang: "phone-rang", Player, "a player's phone made a sound", reads(&["seconds", "count"]);
    DeviceFound: "device-found", Player, "a player carried a device", reads(&["seconds", "count"]);
    OutsideHelp: "outside-help", Anybody, "a player had advice from others", reads(&["seconds", "count"]);
    NotesUsed: "notes-used", Player, "a player used notes or other information", reads(&["seconds", "count"]);
    LeftVenue: "left-venue", Player, "a player left the venue or the area", reads(&["seconds", "count"]);
    Distraction: "distraction", Anybody, "a player was distracted or annoyed", reads(&["seconds", "count"]);
    RefusedToComply: "refused-to-comply", Player, "a player refused to follow the Laws or the arbiter", reads(&["seconds", "count"]);
    PrearrangedResult: "prearranged-result", Anybody, "the result was arranged before the game", reads(&["seconds", "count"]);
    SealedMove: "sealed-move", Player, "a move was sealed and the envelope opened", reads(&["move", "seconds"]);
    AbsentAtResumption: "absent-at-resumption", Player, "a player was absent when the game was resumed", reads(&["move", "seconds"]);
    Equipment: "equipment", Anybody, "the equipment was called into question", reads(&["value"]), needs(&["value"]);
    ExtraIncrementRequest: "extra-increment-request", Player, "a player short of time asked for an increment for both", reads(&["seconds", "value", "claim"]), values(&["granted", "refused"]);
    ClockFailure: "clock-failure", Anybody, "the clock failed and was replaced", reads(&["seconds"]);
    Assistant: "assistant", Player, "a player had an assistant write, press the clock or move", reads(&["value"]), values(&["writes", "presses", "moves"]);
    RepliedBeforePress: "replied-before-press", Player, "a player replied before the opponent had pressed the clock", reads(&["value"]), values(&["let-press", "kept-from-pressing"]);
}

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
