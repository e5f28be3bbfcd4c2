//! What the checks of a game look at: the record, the replay, the rules and the clocks, put together once.

use std::borrow::Cow;

use shakmaty::Color;

use super::ending::EndFault;
use super::termination::Termination;
use super::time::GameTime;
use crate::replay::{FenFault, Replay, Stop};
use crate::ruleset::Rules;
use crate::scoresheet::{Outcome, Scoresheet};

/// The board that a game is played on, as its tags say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opening {
    /// Standard chess or Chess960, from a position that is there.
    Known {
        /// The FEN has castling rights that its position does not allow.
        dropped_castling: bool,
        /// The FEN has an en passant square that its position does not allow.
        dropped_en_passant: bool,
    },
    /// The FEN gives no position.
    Broken(FenFault),
    /// A variant that is neither standard chess nor Chess960.
    Variant,
}

/// Everything about one game that a check may ask for.
pub struct Game<'a> {
    /// The game's bytes.
    pub text: &'a [u8],
    /// The same up to the end of the tags, where that is UTF-8.
    pub head: Option<&'a str>,
    /// What they say.
    pub sheet: &'a Scoresheet,
    /// The game as played; empty where `opening` is not known.
    pub replay: &'a Replay,
    /// Where it starts.
    pub opening: &'a Opening,
    /// The Laws that it was played under.
    pub rules: &'a Rules,
    /// Whether the TimeControl tag, if there is one, has a form that is no finding.
    pub control_is_formal: bool,
    /// Whether the ruleset was forced, whatever the game's date and time control.
    pub forced: bool,
    /// Time control, readings and what they prove.
    pub time: &'a GameTime,
    /// What the Termination tag says.
    pub termination: Option<Termination>,
    /// The first half-move after which nobody could win any more (0: from the start).
    pub dead_at: Option<usize>,
    /// Whether anything points to the winner being unable to mate from the last position.
    pub win_in_doubt: bool,
    /// The half-move (from 1) from which on the kings signal the result to the board: nothing was played from there on.
    pub signal: Option<usize>,
    /// The one fault about how the game ended, by the order of precedence.
    pub end_fault: Option<EndFault>,
    /// Whether the two readings of the game part, and where (half-move from 1).
    pub readings_part: Option<u32>,
}

impl Game<'_> {
    /// The value of the first tag of that name, escapes undone, Latin-1 read as such.
    #[inline(always)]
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.head {
            Some(head) => self.sheet.tag_in(head, name),
            None => self.sheet.tag(self.text, name),
        }
    }

    /// The game's result: its termination marker, else its Result tag.
    pub fn outcome(&self) -> Option<Outcome> {
        self.sheet.outcome(self.text)
    }

    /// Half-moves of the record that were played: all of them but those that signal the result.
    pub fn recorded(&self) -> usize {
        self.signal.map_or(self.sheet.moves.len(), |signal| signal - 1)
    }

    /// The half-move (from 1) after which no legal move is left, if the game came that far.
    pub fn mated_or_stalemated(&self) -> Option<usize> {
        self.replay.notable.final_ply
    }

    /// Whether the replay reached the end of the record.
    pub fn replayed_to_the_end(&self) -> bool {
        matches!(self.opening, Opening::Known { .. }) && self.replay.stop.is_none()
    }

    /// The half-moves (from 0) that checks of single moves look at: those of the replay, up to a mate or
    /// stalemate. What follows one is that fault alone.
    pub fn judged_plies(&self) -> usize {
        self.mated_or_stalemated().unwrap_or(self.replay.plies.len())
    }

    /// The half-move (from 1) at which the replay stopped with this reason.
    pub fn stopped(&self, stop: Stop) -> Option<usize> {
        let at = self.replay.plies.len() + 1;
        (self.replay.stop == Some(stop) && self.mated_or_stalemated().is_none()).then_some(at)
    }

    /// The player who makes half-move `ply` (from 1).
    pub fn mover(&self, ply: usize) -> Color {
        let start = self.replay.start.turn();
        if ply % 2 == 1 { start } else { !start }
    }

    /// The full-move number of half-move `ply` (from 1).
    pub fn move_number(&self, ply: usize) -> u64 {
        let black_starts = usize::from(self.replay.start.turn().is_black());
        let full_moves = (ply.saturating_sub(1) + black_starts) / 2;
        u64::from(self.replay.start.move_number()) + full_moves as u64
    }
}
