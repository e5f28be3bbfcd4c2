//! The input of a check of one game: the record, the replay, the rules and the clocks.

use std::borrow::Cow;

use shakmaty::Color;

use super::Check;
use super::ending::EndFault;
use super::settings::Repairs;
use super::termination::Termination;
use super::time::GameTime;
use crate::replay::{FenFault, Replay, Stop};
use crate::ruleset::Rules;
use crate::scoresheet::{Outcome, Scoresheet};

/// Where a game starts, by its Variant and FEN tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartPosition {
    /// Standard chess or Chess960, from the initial position or from a readable FEN.
    Known {
        /// The FEN has castling rights that its position does not allow.
        dropped_castling: bool,
        /// The FEN has an en passant square that its position does not allow.
        dropped_en_passant: bool,
    },
    /// The FEN cannot be read.
    Broken(FenFault),
    /// A variant that is neither standard chess nor Chess960.
    UnsupportedVariant,
}

/// One game, with everything that a check may need.
pub struct Game<'a> {
    /// The game's bytes.
    pub text: &'a [u8],
    /// The bytes up to the end of the tags as text, if they are UTF-8.
    pub head: Option<&'a str>,
    /// The scoresheet read from `text`.
    pub sheet: &'a Scoresheet,
    /// The game as played; empty unless `start` is `Known`.
    pub replay: &'a Replay,
    /// The start position.
    pub start: &'a StartPosition,
    /// The rules in force.
    pub rules: &'a Rules,
    /// Whether the TimeControl tag is absent or has a form that PGN allows.
    pub control_is_formal: bool,
    /// Whether the game is older than the first edition of its rules that is known.
    pub predates_rules: bool,
    /// Whether the ruleset was forced, regardless of the game's date and time control.
    pub forced: bool,
    /// The time control, the readings and what they prove.
    pub time: &'a GameTime,
    /// What the Termination tag says.
    pub termination: Option<Termination>,
    /// The half-move (from 1) after which neither player can win any more; 0 if the start position is dead.
    pub dead_at: Option<usize>,
    /// Whether the winner may be unable to mate from the last position, by a cheap test.
    pub win_in_doubt: bool,
    /// The half-move (from 1) where kings on the central squares begin to signal the result. Nothing was played from there on.
    pub signal: Option<usize>,
    /// The one fault about how the game ended, by the order of precedence.
    pub end_fault: Option<EndFault>,
    /// The half-move (from 1) where the two readings of the game differ, if they do.
    pub readings_part: Option<u32>,
    /// The checks that are selected.
    pub selected: &'a [&'static Check],
    /// Which repairs are made.
    pub repairs: Repairs,
}

impl Game<'_> {
    /// The value of the first tag of that name, with escapes undone; read as UTF-8, otherwise as Latin-1.
    #[inline(always)]
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.head {
            Some(head) => self.sheet.tag_in(head, name),
            None => self.sheet.tag(self.text, name),
        }
    }

    /// Whether a check is selected; `check` is its id.
    pub fn selects(&self, check: &str) -> bool {
        self.selected.iter().any(|selected| selected.id == check)
    }

    /// The game's result: its termination marker, else its Result tag.
    pub fn outcome(&self) -> Option<Outcome> {
        self.sheet.outcome(self.text)
    }

    /// Half-moves of the record that were played: all except those that signal the result.
    pub fn recorded(&self) -> usize {
        self.signal.map_or(self.sheet.moves.len(), |signal| signal - 1)
    }

    /// The half-move (from 1) after which no legal move is left, if the game reached such a position.
    pub fn mated_or_stalemated(&self) -> Option<usize> {
        self.replay.oddities.ended_at
    }

    /// Whether the replay reached the end of the record.
    pub fn replayed_to_the_end(&self) -> bool {
        matches!(self.start, StartPosition::Known { .. }) && self.replay.stop.is_none()
    }

    /// How many half-moves the checks of single moves look at: those of the replay up to a mate or stalemate. Moves
    /// after that are a single fault, reported by `moves-after-end`.
    pub fn judged_plies(&self) -> usize {
        self.mated_or_stalemated().unwrap_or(self.replay.plies.len())
    }

    /// The half-move (from 1) at which the replay stopped for this reason; `None` if the game was mate or stalemate
    /// before.
    pub fn stopped(&self, stop: Stop) -> Option<usize> {
        let at = self.replay.plies.len() + 1;
        (self.replay.stop == Some(stop) && self.mated_or_stalemated().is_none()).then_some(at)
    }

    /// How many half-moves were replayed without doubt. After an illegal move that stood, the position is an assumption.
    pub fn certain_plies(&self) -> usize {
        let plies = &self.replay.plies;
        let illegal = || plies.iter().position(|ply| !ply.legal);
        if self.replay.oddities.illegal { illegal().unwrap_or(plies.len()) } else { plies.len() }
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
