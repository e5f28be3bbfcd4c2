//! A piece of a file, as a worker gets it, and what was found in it.

use std::sync::Arc;

use super::collect::{GameDone, GameKey};
use super::finding::Finding;
use super::findings::Origin;
use crate::clock::{Log, LogBook};
use crate::event::Headers;
use crate::ruleset::Choice;

/// Consecutive whole games of one file.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'b> {
    /// The file's name.
    pub file: &'b Arc<str>,
    /// The bytes.
    pub text: &'b [u8],
    /// Offset of the first byte in the file, from 0.
    pub offset: u64,
    /// Line ends of the file before the first byte.
    pub lines_before: u64,
    /// The file's clock log, if there is one; then the piece is the whole file.
    pub clocks: Option<&'b LogBook>,
    /// Whether this is the first piece of a file that was converted from UTF-16.
    pub from_utf16: bool,
}

impl<'b> Piece<'b> {
    /// The clock log of a game, if there is one.
    pub(super) fn log_of(&self, origin: &Origin<'_>) -> Option<&'b Log> {
        self.clocks.and_then(|clocks| clocks.game(u32::try_from(origin.game).ok()?))
    }
}

/// A game above the size limit.
#[derive(Debug, Clone, Copy)]
pub struct OversizeGame<'b> {
    /// The file's name.
    pub file: &'b Arc<str>,
    /// The first bytes of the game, which hold its tags.
    pub head: &'b [u8],
    /// Offset of the game in the file, from 0.
    pub offset: u64,
    /// Line ends of the file before the game.
    pub lines_before: u64,
    /// Length of the whole game in bytes.
    pub length: u64,
    /// The limit in bytes.
    pub limit: u64,
}

/// What was found in a piece. Game numbers count from 1 within the piece.
#[derive(Debug, Default)]
pub struct Found {
    /// The findings, game by game, each game's in the order of its text.
    pub findings: Vec<Finding>,
    /// One entry per game, in order.
    pub games: Vec<GameDone>,
    /// What duplicates among them are found by.
    pub keys: Vec<GameKey>,
    /// The headers of these games.
    pub headers: Headers,
    /// Half-moves replayed or, where no check needed a replay, read.
    pub plies: u64,
    /// Games whose ruleset was chosen with an assumption.
    pub assumed: u64,
    /// Number of games per ruleset. A run has few rulesets, so this is a list.
    pub rulesets: Vec<(Arc<str>, u64)>,
    /// Games that could not be judged: number within the piece, and why.
    pub not_judged: Vec<(u64, String)>,
}

impl Found {
    /// Counts a game that was judged.
    pub(super) fn count(&mut self, choice: &Choice, plies: usize) {
        self.plies += plies as u64;
        self.assumed += u64::from(!choice.assumed.is_empty());
        let id = &choice.rules.id;
        match self.rulesets.iter_mut().find(|(ruleset, _)| Arc::ptr_eq(ruleset, id)) {
            Some((_, games)) => *games += 1,
            None => self.rulesets.push((Arc::clone(id), 1)),
        }
    }
}
