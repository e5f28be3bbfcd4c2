//! The entries: one block per kind, in the order of [`crate::case::KINDS`].

use super::Entry;
use crate::case::KINDS;
use crate::rulings::Decision::{
    ClaimRejected, Continue, Correct, Discretion, GameOver, None as Nothing, Restart, Restore, Stands,
};

const MOVE: (&str, &str) = ("move", "the move that was made or tried, in SAN or UCI");
const PRESSED: (&str, &str) =
    ("pressed", "whether the clock was pressed after it; taken as pressed where nothing is said");
const AGAIN: (&str, &str) = (
    "again",
    "`true`: another try after the first had been put right, which counts anew; otherwise a second report of the same \
     half-move is about the same act",
);
const OBSERVED: (&str, &str) =
    ("observed", "`true`: the arbiter saw it, or other evidence shows it; `false`: nobody can confirm it");
const CLAIM_MOVE: (&str, &str) =
    ("move", "the move that was written down or announced and not played, if there is one");
const CLAIM_PRESSED: (&str, &str) = (
    "pressed",
    "whether the claimant had pressed after his own move; taken as not pressed where nothing is said",
);
const OFFER: (&str, &str) = (
    "value",
    "`before-move`: while thinking about his own move; `after-move`: between his move and the press; `opponent-time`: while \
     the opponent was thinking",
);
const TIME_LEFT: (&str, &str) = ("seconds", "the time that the player had left then");
const PAIRS: (&str, &str) = ("count", "the move pairs that are missing or wrong");
const OFFENCE: (&str, &str) =
    ("count", "which offence of that player this is in the event; taken as the first");
const CLAIM_SEEN: (&str, &str) = (
    "observed",
    "`true`: the arbiter saw, or other evidence shows, that the claim is right; `false`: that it is wrong. It decides",
);
const CLAIM_FATE: (&str, &str) =
    ("claim", "`withdrawn`: the claimant wanted it back; `accepted`: the opponent accepted the draw");
const PLAYERS_TIME: (&str, &str) =
    ("seconds", "the time that the player had left, where it counts for the penalty");

/// One entry for each kind of incident, in their order.
pub const INCIDENTS: &[Entry; KINDS.len()] = &[
    Entry {
        name: "illegal-move",
        title: "Illegal move",
        means: "A move was made that the position does not allow: the piece does not go there, something stands in the way, the \
                own king is left in check, castling is lost. It is completed by the press of the clock; before that the player \
                just makes another move. A breach of touch-move is not an illegal move.",
        does: "Sets up the position before it, as far back as the ruleset still allows: at any time in the game, only before \
               the opponent's next move, or within so many moves. The player then moves under touch-move: with the piece that he \
               moved, and taking what he took, if any legal move does. Faults of all kinds that count as illegal moves are \
               counted together for each player; from a certain one on the game is lost, or drawn if the opponent cannot mate. \
               Before that the opponent gets time. Where the clock was not pressed there is no penalty. One act is one offence: \
               a second report of the same half-move adds nothing. Faults found together are put right from the first; the \
               later ones are void with their positions.",
        fields: &[MOVE, PRESSED, AGAIN, OBSERVED],
        sections: &["completion", "movement", "illegal_move", "touch"],
        decisions: &[Correct, Restore, GameOver, Stands, Discretion],
    },
    Entry {
        name: "pressed-without-moving",
        title: "Clock pressed without a move",
        means: "A player pressed the clock and had not made a move. The clock log proves it by itself where a press has the same \
                count of half-moves as the event before it.",
        does: "Some editions treat it as an illegal move, with everything that follows; others leave the penalty to the arbiter. \
               The player then makes any legal move: nothing was touched.",
        fields: &[
            (
                "value",
                "`opponents-clock`: he pressed the clock that the opponent presses, instead of stopping both",
            ),
            AGAIN,
        ],
        sections: &["press_without_move", "illegal_move"],
        decisions: &[Correct, GameOver, Discretion, Stands],
    },
    Entry {
        name: "two-hands",
        title: "Move made with two hands",
        means: "One move, such as castling, a capture or a promotion, was made with both hands.",
        does: "Later editions treat it as an illegal move once the clock is pressed; earlier ones leave it to the arbiter. A move \
               that ends the game on the board ends it, with whichever hand. A move that is illegal and made with two hands is \
               one fault, not two.",
        fields: &[MOVE, PRESSED, AGAIN],
        sections: &["two_hands", "illegal_move"],
        decisions: &[Correct, GameOver, Stands, Restore, Discretion],
    },
    Entry {
        name: "wrong-hand",
        title: "Clock pressed with the other hand",
        means: "A player moved with one hand and pressed the clock with the other. The move itself was made with one hand, so \
                this is not `two-hands`.",
        does: "The move stands: it is not an illegal move and is not counted. What it costs is the arbiter's choice, a warning \
               first.",
        fields: &[("move", "the move that was made")],
        sections: &["wrong_hand"],
        decisions: &[Discretion, Stands],
    },
    Entry {
        name: "promotion-not-replaced",
        title: "Pawn left on the last rank",
        means: "A pawn was moved to the last rank and the clock pressed without a new piece in its place. Without the press it is \
                no fault: the player still completes his move.",
        does: "Where it counts as an illegal move the pawn becomes a queen, whatever was meant, and the opponent gets his time; \
               elsewhere the player completes the promotion on his own time.",
        fields: &[MOVE, PRESSED, AGAIN],
        sections: &["promotion", "illegal_move"],
        decisions: &[Correct, GameOver, Restore, Discretion, Stands],
    },
    Entry {
        name: "promotion-piece",
        title: "Wrong piece on the last rank",
        means: "A player promoted a pawn and put something there that no pawn becomes, left the pawn, put a rook upside down, or \
                took another piece after all.",
        does: "A pawn that was left, a king or a piece of the wrong colour is a promotion not carried out: once the clock is \
               pressed the pawn becomes a queen where the ruleset says so, else the piece that the player chooses. A rook \
               upside down is what the ruleset says. The choice of a piece is final once it has touched the square.",
        fields: &[
            ("value", "`wrong-colour`, `king`, `pawn`, `inverted-rook` or `changed-mind`; needed"),
            (
                "move",
                "the pawn's move (`b8`); with the piece that touched the square first (`b8=R`) for `changed-mind`",
            ),
            PRESSED,
            ("released", "for `changed-mind`: the square that the first piece had touched"),
            AGAIN,
        ],
        sections: &["promotion", "illegal_move"],
        decisions: &[Correct, Stands, GameOver, Restore, Discretion],
    },
    Entry {
        name: "undo-agreed",
        title: "Both players want a fault put right",
        means: "An illegal move was found too late for the arbiter to act on it, and both players agree that it be put right.",
        does: "Sets the position before it up again, where the ruleset lets the players agree, or where it is not too late \
               anyway. Nobody gets time, and nothing is counted.",
        fields: &[("move", "the illegal move")],
        sections: &["illegal_move"],
        decisions: &[Restore, Correct, Stands],
    },
    Entry {
        name: "touch",
        title: "Pieces touched",
        means: "A player who had the move touched one or more pieces with the intention of moving or taking them. `value = \
                \"adjust\"` records that he had announced that he was only adjusting.",
        does: "Works out what the pieces bind him to, in the order in which they were touched: the first own piece that can \
               move, the first of the opponent's that can be taken, the one taking the other, castling where king and rook were \
               touched. If none of them can, any legal move may be made. Only the opponent can claim, and only before he touches \
               a piece himself; an arbiter who saw it acts as the ruleset says. It is never counted as an illegal move. A \
               piece that was let go on a square to which a legal move takes it stays there.",
        fields: &[
            ("squares", "the squares of the pieces, in the order of touching; needed"),
            (
                "touched",
                "`own-first`, `opponent-first` or `unknown`: which colour came first, where the squares do not say it",
            ),
            ("released", "the square on which the first of the player's pieces was let go"),
            ("move", "the move that was then played or tried"),
            ("value", "`adjust`: it was announced beforehand"),
            PRESSED,
            OBSERVED,
        ],
        sections: &["touch"],
        decisions: &[Correct, Stands, Restore, Discretion],
    },
    Entry {
        name: "pieces-displaced",
        title: "Pieces knocked over",
        means: "A player knocked one or more pieces over or off their squares.",
        does: "The player puts them back on his own time. If he presses the clock first, the opponent may press it back; the \
               arbiter may penalise, and may set the clocks.",
        fields: &[
            (
                "pressed",
                "whether he pressed the clock before they stood again; taken as pressed where nothing is said",
            ),
            ("value", "`restored` or `not-restored`: whether they were put back before that"),
        ],
        sections: &["displaced"],
        decisions: &[Discretion, Continue, Nothing],
    },
    Entry {
        name: "draw-offer",
        title: "Draw offered",
        means: "A player offered a draw. The right moment is after his move and before the press; at another moment the offer \
                is valid all the same, and may be a distraction. It has no conditions and cannot be taken back.",
        does: "Records it. The offer lives until the opponent accepts it, declines it, or answers by a move or by touching a \
               piece; an event may forbid offers before a certain move (`no_draw_before`).",
        fields: &[OFFER],
        sections: &["draw_offer", "agreement"],
        decisions: &[Nothing, Discretion],
    },
    Entry {
        name: "draw-accepted",
        title: "Draw offer accepted",
        means: "A player accepted the draw that the opponent had offered.",
        does: "If the offer was still open the game is drawn at once; an offer that was declined, or answered by a move, is \
               gone, and its acceptance counts for nothing.",
        fields: &[OFFER],
        sections: &["draw_offer", "agreement"],
        decisions: &[GameOver, Stands, Discretion, Continue],
    },
    Entry {
        name: "draw-declined",
        title: "Draw offer declined",
        means: "A player declined the opponent's offer of a draw.",
        does: "Records it: the offer is gone, and would have to be made anew.",
        fields: &[OFFER],
        sections: &["draw_offer"],
        decisions: &[Nothing],
    },
    Entry {
        name: "claim-threefold",
        title: "Draw claimed by repetition",
        means: "A player claimed that the same position has stood, or will stand after a move that he has written down, for the \
                third time. Same means: the same player on move, the same pieces on the same squares, the same possible moves, \
                castling and en passant included.",
        does: "Stops the clocks and counts the positions. Only the player on move can claim; the move that brings it about is \
               written and not played. A right claim draws the game at once. A wrong one costs what the ruleset says, and the \
               announced move has to be played. A claim that comes after touching a piece, or in the wrong form, is lost.",
        fields: &[CLAIM_MOVE, CLAIM_PRESSED, CLAIM_SEEN, CLAIM_FATE],
        sections: &["draw_claim", "threefold"],
        decisions: &[GameOver, ClaimRejected, Stands, Discretion],
    },
    Entry {
        name: "claim-fifty",
        title: "Draw claimed by the fifty-move rule",
        means: "A player claimed that the last fifty moves of each side, a written one included, were made without a capture and \
                without a pawn move.",
        does: "Stops the clocks and counts back. Form, price of a wrong claim and the announced move are as for a claim by \
               repetition.",
        fields: &[CLAIM_MOVE, CLAIM_PRESSED, CLAIM_SEEN, CLAIM_FATE],
        sections: &["draw_claim", "fifty"],
        decisions: &[GameOver, ClaimRejected, Stands, Discretion],
    },
    Entry {
        name: "claim-dead-position",
        title: "Draw claimed: nobody can mate",
        means: "A player said that neither side can mate by any series of legal moves, however badly both play.",
        does: "Such a position ends the game by itself, claim or no claim. The position is searched: a line that mates refutes \
               the claim, a proof that there is none draws the game, and where neither is found the arbiter decides.",
        fields: &[CLAIM_FATE],
        sections: &["dead_position"],
        decisions: &[ClaimRejected, GameOver, Discretion, Stands],
    },
    Entry {
        name: "claim-no-progress",
        title: "Draw claimed: no progress",
        means: "A player short of time claimed a draw because the opponent cannot win by normal means, or makes no effort to: \
                the quickplay finish of FIDE, insufficient losing chances of US Chess.",
        does: "Looks first whether such a claim exists here: whether the rule is in force at this speed and was announced, \
               whether the control has an increment or delay, whether the claimant has little enough time left. Then it is a \
               judgement: draw, reject, watch and postpone, set a delay, add time for a claim without ground.",
        fields: &[
            ("seconds", "the time that the claimant had left"),
            ("value", "what is claimed: `cannot-win` or `no-effort`; either where nothing is said"),
            CLAIM_SEEN,
            CLAIM_FATE,
        ],
        sections: &["quickplay"],
        decisions: &[Discretion, ClaimRejected, GameOver],
    },
    Entry {
        name: "flag-fall",
        title: "Flag fallen",
        means: "A flag was seen down, or the opponent claimed that it is. `by` is the player whose flag it is. The clock log \
                proves it by itself where it has the fall or where the times of day leave no time.",
        does: "Checks first whether the game had ended before: mate, stalemate, a dead position, agreement, resignation. Then \
               whether the moves of the control were completed. If not, the player has lost, unless the opponent cannot mate by \
               the test of the ruleset; then it is a draw. Some books let only the players call a flag, and ask for a reasonably \
               complete scoresheet.",
        fields: &[(
            "observed",
            "`true`: the arbiter saw, or other evidence shows, that the flag fell before the moves of the period were made; \
             `false`: nobody can confirm that it was down",
        )],
        sections: &["flag", "time_pressure"],
        decisions: &[GameOver, Stands, ClaimRejected, Discretion],
    },
    Entry {
        name: "both-flags",
        title: "Both flags fallen",
        means: "Both flags are down when somebody looks.",
        does: "If it is known which fell first, that player has lost. If not, what follows depends on the period: the game goes \
               on where more moves and time follow, and is drawn in the last period, as the ruleset says.",
        fields: &[(
            "value",
            "`white-first`, `black-first` or `unknown`; a clock log that shows the falls wins over it",
        )],
        sections: &["both_flags"],
        decisions: &[GameOver, Continue, Discretion],
    },
    Entry {
        name: "late-arrival",
        title: "Late arrival",
        means: "A player came to the board after the start of the round.",
        does: "Compares with the default time of the event, or with that of the ruleset where the event names none. Beyond it \
               the game is lost by forfeit, unless the arbiter decides otherwise; within it the player has lost only the time on \
               his clock.",
        fields: &[("seconds", "how long after the start of the round; needed")],
        sections: &["arrival"],
        decisions: &[GameOver, Continue, Discretion],
    },
    Entry {
        name: "clock-misset",
        title: "Clock wrongly set",
        means: "The clock was set to a wrong time, or without the right increment or delay. `by` is the player whose time is \
                wrong; `other` or `arbiter` means both.",
        does: "Puts the setting right for the rest of the game and gives back, or takes off, what the wrong setting cost until \
               then, as far as the ruleset provides and by best judgement. The clock log proves increments that were never \
               added.",
        fields: &[
            ("value", "`time`, `increment` or `delay`"),
            ("seconds", "what is missing each time; negative for too much"),
            ("count", "how many times: the moves, for an increment"),
        ],
        sections: &["clock_setting"],
        decisions: &[Continue, Stands, Discretion],
    },
    Entry {
        name: "resign",
        title: "Resignation",
        means: "A player resigned in words or by an act that cannot mean anything else.",
        does: "Ends the game. Some editions give a draw where the opponent could not mate by any series of legal moves, others \
               the win whatever he has left.",
        fields: &[],
        sections: &["resignation"],
        decisions: &[GameOver, Stands, Discretion],
    },
    Entry {
        name: "agree-draw",
        title: "Draw agreed",
        means: "Both players agreed to a draw, without a record of who offered it.",
        does: "Ends the game at once, if the edition asks for no moves first and the event allows draws by agreement at this \
               point.",
        fields: &[],
        sections: &["agreement"],
        decisions: &[GameOver, Continue, Discretion, Stands],
    },
    Entry {
        name: "result-agreed",
        title: "Result reported by both",
        means: "Both players signed or reported a result.",
        does: "It stands even where something else is found later, unless the arbiter decides otherwise. Where the board had \
               ended the game with another result, which one is entered is for the arbiter.",
        fields: &[(
            "value",
            "the result: `1-0`, `0-1`, `1/2-1/2`, `0-0`, `1-0F`, `0-1F`, `0-0F`, `*`; needed",
        )],
        sections: &["result"],
        decisions: &[Stands, Discretion],
    },
    Entry {
        name: "clocks-stopped",
        title: "Clocks stopped",
        means: "A player stopped both clocks.",
        does: "A valid reason, such as a missing piece or illness, needs no ruling. Without one it asks what was meant: stopping \
               the clocks may be a resignation, a call for the arbiter or a mistake; by itself it ends nothing.",
        fields: &[(
            "stopped_for",
            "why: `piece-missing`, `illness`, `arbiter` or `claim`; nothing where no reason was given",
        )],
        sections: &["resignation", "clock_handling"],
        decisions: &[Discretion, Nothing, Stands],
    },
    Entry {
        name: "handshake",
        title: "Handshake",
        means: "The players shook hands and no result was spoken.",
        does: "Asks both what was meant: a resignation, a draw, or nothing. By itself it ends nothing.",
        fields: &[],
        sections: &["resignation"],
        decisions: &[Discretion, Stands],
    },
    Entry {
        name: "wrong-initial-position",
        title: "Wrong initial position",
        means: "The game began with pieces on wrong squares.",
        does: "Depends on when it is found: a new game is played, or after a certain number of moves, or at faster speeds, the \
               game goes on from the position as it is.",
        fields: &[],
        sections: &["start_position"],
        decisions: &[Restart, Stands, Discretion],
    },
    Entry {
        name: "colours-reversed",
        title: "Colours reversed",
        means: "The players had each other's colours.",
        does: "Found early enough, a new game is played with the right colours; later the game goes on as it is. How early is \
               early differs from edition to edition.",
        fields: &[(
            "observed",
            "`true`: the arbiter saw, or other evidence shows, that it was found in time; `false`: nobody can confirm it",
        )],
        sections: &["colours"],
        decisions: &[Continue, Restart, Discretion],
    },
    Entry {
        name: "board-rotated",
        title: "Board turned",
        means: "The board stood with the dark corner at the players' right hand.",
        does: "Moves the position to a board that stands rightly, and the game goes on; at faster speeds it may stand after a \
               certain move.",
        fields: &[],
        sections: &["board_turned"],
        decisions: &[Continue, Stands, Discretion],
    },
    Entry {
        name: "illegal-position",
        title: "Impossible position",
        means: "The position on the board cannot have come about by legal moves: both kings in check, a pawn on its first rank, \
                pieces that stood on wrong squares for some moves.",
        does: "Sets up the position before the irregularity where the ruleset still allows it. At fast speeds under limited \
               supervision it may be too late after the next move; then the position stands, or is drawn where nobody can mate.",
        fields: &[],
        sections: &["illegal_position"],
        decisions: &[Restore, Correct, GameOver, Stands, Discretion],
    },
    Entry {
        name: "not-recording",
        title: "Moves not recorded",
        means: "A player who has to record does not.",
        does: "Looks whether there is a duty at this speed and with the time left. Where there is, he brings the sheet up to \
               date and may be penalised.",
        fields: &[PAIRS, TIME_LEFT],
        sections: &["recording"],
        decisions: &[Discretion, Stands, Continue],
    },
    Entry {
        name: "recorded-before-moving",
        title: "Move written before it was made",
        means: "A player wrote his move down before he made it.",
        does: "It is forbidden, save for claiming a draw or sealing a move, and in US Chess where a variation allows it. The \
               penalty is the arbiter's.",
        fields: &[],
        sections: &["recording"],
        decisions: &[Discretion, Stands],
    },
    Entry {
        name: "incomplete-scoresheet",
        title: "Incomplete scoresheet",
        means: "A scoresheet lacks moves, or has moves that cannot be read.",
        does: "The player brings it up to date on his own time. Under US Chess the count of missing pairs decides whether he can \
               claim on time.",
        fields: &[PAIRS, TIME_LEFT],
        sections: &["recording", "scoresheet"],
        decisions: &[Discretion, Stands, Continue],
    },
    Entry {
        name: "phone-rang",
        title: "Device made a sound",
        means: "A player's phone or another device of his made a sound in the playing area.",
        does: "FIDE: the game is lost, and what the opponent gets depends on the edition. US Chess: time off first, then the \
               game. The event may have announced something milder (`phone`).",
        fields: &[PLAYERS_TIME, OFFENCE],
        sections: &["devices"],
        decisions: &[GameOver, Continue, Discretion],
    },
    Entry {
        name: "device-found",
        title: "Device found",
        means: "A device that the arbiter had not approved was found on a player.",
        does: "Later FIDE editions take the game, on or off; earlier ones and US Chess leave it to the arbiter or see no fault in \
               one that is switched off. Found after a result was agreed, it may still change the result.",
        fields: &[PLAYERS_TIME, OFFENCE],
        sections: &["devices"],
        decisions: &[GameOver, Discretion, Continue, Stands],
    },
    Entry {
        name: "outside-help",
        title: "Advice from others",
        means: "A player got advice, asked for or not, or somebody who is not a player interfered.",
        does: "Stops it, sends a spectator away if need be, and chooses a penalty: the Laws fix none.",
        fields: &[PLAYERS_TIME, OFFENCE],
        sections: &["conduct", "penalties"],
        decisions: &[Discretion, GameOver, Stands],
    },
    Entry {
        name: "notes-used",
        title: "Notes used",
        means: "A player used notes, a book or another source during the game.",
        does: "Chooses a penalty up to the loss of the game.",
        fields: &[PLAYERS_TIME, OFFENCE],
        sections: &["conduct", "penalties"],
        decisions: &[Discretion, GameOver, Stands],
    },
    Entry {
        name: "left-venue",
        title: "Left without leave",
        means: "A player left the playing venue, or the board while on move, without the arbiter's leave.",
        does: "Chooses a penalty; a short absence needs no leave under some rules.",
        fields: &[("seconds", "how long he was away"), OFFENCE],
        sections: &["conduct", "penalties"],
        decisions: &[Discretion, GameOver, Stands],
    },
    Entry {
        name: "distraction",
        title: "Opponent distracted",
        means: "A player distracted or annoyed the opponent: noise, remarks, offers and claims without end.",
        does: "Warns first as a rule, and penalises what goes on: the Laws fix no sum.",
        fields: &[PLAYERS_TIME, OFFENCE],
        sections: &["conduct", "penalties"],
        decisions: &[Discretion, GameOver, Stands],
    },
    Entry {
        name: "refused-to-comply",
        title: "Refusal to comply",
        means: "A player refused to follow the Laws or the arbiter's decision. `count` says for which time.",
        does: "Penalises, and takes the game where the refusal is persistent; what the opponent then scores is the arbiter's \
               decision. If both refuse, both lose.",
        fields: &[PLAYERS_TIME, ("count", "for which time the player refuses; taken as the first")],
        sections: &["refusal"],
        decisions: &[GameOver, Discretion, Stands],
    },
    Entry {
        name: "prearranged-result",
        title: "Result arranged beforehand",
        means: "The players had agreed on the result before the game.",
        does: "Penalises one or both: the Laws leave it open how.",
        fields: &[PLAYERS_TIME, OFFENCE],
        sections: &["conduct", "penalties"],
        decisions: &[Discretion],
    },
    Entry {
        name: "sealed-move",
        title: "Sealed move",
        means: "The envelope of an adjourned game was opened.",
        does: "Makes the move on the board where it is clear and legal. An illegal or missing one loses; an ambiguous one loses or \
               is for the opponent to choose, as the ruleset says.",
        fields: &[("move", "the move as it stands on the paper; nothing where there is none"), TIME_LEFT],
        sections: &["sealed_move"],
        decisions: &[Continue, GameOver, Discretion, Stands],
    },
    Entry {
        name: "absent-at-resumption",
        title: "Absent at the resumption",
        means: "A player was not there when an adjourned game was resumed.",
        does: "Starts his clock. Beyond the default time he loses, unless the sealed move had ended the game or the arbiter \
               decides otherwise; where no default time holds only his clock counts.",
        fields: &[("move", "the sealed move, where it may end the game"), ("seconds", "how late he came")],
        sections: &["sealed_move", "arrival"],
        decisions: &[GameOver, Continue, Discretion, Stands],
    },
    Entry {
        name: "equipment",
        title: "Equipment",
        means: "The set or the board was called into question and measured.",
        does: "Compares the measures with the standard of the ruleset. What to do about a set outside it is for the arbiter.",
        fields: &[("value", "the measures in millimetres: `king_height=95 king_base=42 square=57`; needed")],
        sections: &["equipment"],
        decisions: &[Nothing, Discretion],
    },
    Entry {
        name: "extra-increment-request",
        title: "Increment asked for",
        means: "A player short of time in a quickplay finish asked for an increment for both players. It is an offer of a draw \
                too.",
        does: "Looks whether the rule is in force and the player short enough of time, as for a claim of no progress. If the \
               opponent accepts the game is drawn; else, where the arbiter agrees, the increment is set for both and the opponent \
               gets time.",
        fields: &[
            ("seconds", "the time that the player had left"),
            ("value", "`granted` or `refused` by the arbiter; taken as granted where nothing is said"),
            ("claim", "`accepted`: the opponent accepted the draw"),
        ],
        sections: &["quickplay"],
        decisions: &[Continue, ClaimRejected, GameOver, Discretion],
    },
    Entry {
        name: "clock-failure",
        title: "Clock failed",
        means: "The clock stopped, went dark or showed nonsense. `by` is the player whose time it concerns; both where nothing is \
                said.",
        does: "Replaces the clock and sets the times that it showed last, with what is to be given back, by best judgement.",
        fields: &[("seconds", "what is to be given back; negative for what is to be taken off")],
        sections: &["clock_setting"],
        decisions: &[Continue, Stands],
    },
    Entry {
        name: "assistant",
        title: "Assistant for a player",
        means: "Somebody whom the arbiter accepts writes the moves, presses the clock or moves the pieces for a player.",
        does: "Records it. The arbiter may adjust the player's clock for it, as the ruleset says.",
        fields: &[("value", "what the assistant does: `writes`, `presses` or `moves`")],
        sections: &["assistant"],
        decisions: &[Nothing, Stands],
    },
    Entry {
        name: "replied-before-press",
        title: "Replied before the press",
        means: "A player made his reply before the opponent had pressed the clock. `by` is the player who replied.",
        does: "Lets the opponent press all the same: the time until then is his own. Keeping him from it is a breach, and an \
               increment that he lost for it is given back.",
        fields: &[(
            "value",
            "`let-press` or `kept-from-pressing`; taken as `let-press` where nothing is said",
        )],
        sections: &["completion"],
        decisions: &[Nothing, Discretion, Stands],
    },
];

/// One entry for each way in which a game ends on the board: the `kind` of a ruling whose `incident` is null.
pub const BOARD: &[Entry] = &[
    Entry {
        name: "checkmate",
        title: "Checkmate",
        means: "The king is in check and no legal move takes him out of it. The move that brought it about has to be legal.",
        does: "The game is over at the move itself, before any press of the clock and before any flag.",
        fields: &[],
        sections: &["board_end"],
        decisions: &[GameOver],
    },
    Entry {
        name: "stalemate",
        title: "Stalemate",
        means: "The player on move has no legal move and is not in check.",
        does: "The game is drawn at once.",
        fields: &[],
        sections: &["board_end"],
        decisions: &[GameOver],
    },
    Entry {
        name: "dead-position",
        title: "Dead position",
        means: "Neither side can mate by any series of legal moves, however badly both play: too little material, or pawns \
                locked for good.",
        does: "The game is drawn at once, claim or no claim, and before any flag that falls later.",
        fields: &[],
        sections: &["dead_position"],
        decisions: &[GameOver],
    },
    Entry {
        name: "fivefold",
        title: "Fivefold repetition",
        means: "The same position has stood five times; one edition counts only those that alternate without a break.",
        does: "Under the editions that have the rule the game is drawn then, without a claim; what was played later does not \
               count.",
        fields: &[],
        sections: &["automatic_draw"],
        decisions: &[GameOver, Discretion],
    },
    Entry {
        name: "seventy-five",
        title: "Seventy-five moves",
        means: "Seventy-five moves of each side without a capture and without a pawn move.",
        does: "Under the editions that have the rule the game is drawn then, without a claim, unless the last of the moves \
               mates.",
        fields: &[],
        sections: &["automatic_draw"],
        decisions: &[GameOver, Discretion],
    },
];
