//! What is known of a game whose record does not begin with its first move.
//!
//! A diagram shows where the pieces stand. Its FEN may also count: half-moves since a capture or a pawn move, and the number
//! of the move. These counters are evidence, but the default ones, `0 1`, are not. What was not recorded is unknown, and
//! a ruling that depends on it is left to the arbiter.

use shakmaty::{Color, Rank, Role};

use super::hearing::Hearing;
use super::record::Record;
use super::ruling::Ruling;
use crate::replay::Board;

/// What is known of the game before the first position of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Evidence {
    /// The record begins with the game, so nothing came before.
    whole: bool,
    /// Half-moves without capture and pawn move before the record, where the FEN counts them.
    quiet_before: Option<u32>,
    /// The move numbers of the record are those of the game.
    numbered: bool,
}

/// A number of moves, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// Exactly this number.
    Exactly(u32),
    /// This number in the record, and possibly more before it.
    AtLeast(u32),
}

impl Count {
    /// Whether at least this many were made; `None` if unknown.
    pub(super) fn reaches(self, wanted: u32) -> Option<bool> {
        match self {
            Count::Exactly(made) => Some(made >= wanted),
            Count::AtLeast(made) => (made >= wanted).then_some(true),
        }
    }
}

impl Evidence {
    /// What the record shows. `part`: the case says that the record is a part of the game.
    pub(super) fn of(record: &Record, part: bool) -> Evidence {
        let start = record.board(0);
        let (quiet, number) = (start.halfmove_clock(), start.move_number());
        if !part && is_beginning(start) {
            return Evidence { whole: true, quiet_before: Some(quiet), numbered: true };
        }
        let counted = quiet > 0 || number > 1;
        let half_moves = number.saturating_sub(1).saturating_mul(2) + u32::from(start.turn().is_black());
        Evidence {
            whole: false,
            quiet_before: counted.then_some(quiet),
            numbered: counted && half_moves >= quiet,
        }
    }

    /// Whether the record begins with the game.
    pub(super) fn is_whole(self) -> bool {
        self.whole
    }

    /// Whether the move numbers of the record are those of the game.
    pub(super) fn numbered(self) -> bool {
        self.numbered
    }
}

/// Whether a game can begin with this position: all pieces on their own back rank behind their pawns, right or wrong, or one
/// half-move after the initial position.
fn is_beginning(board: &Board) -> bool {
    let at_home = |side: Color| {
        let (back, second) = side.fold_wb((Rank::First, Rank::Second), (Rank::Eighth, Rank::Seventh));
        Role::ALL.into_iter().all(|role| {
            let rank = if role == Role::Pawn { second } else { back };
            board.pieces(side, role).into_iter().all(|square| square.rank() == rank)
        }) && board.pieces(side, Role::Pawn).count() == 8
    };
    let first = board.move_number() <= 1;
    let white_to_move = board.turn().is_white() && at_home(Color::White) && at_home(Color::Black);
    first && (white_to_move || is_after_first_move(board))
}

fn is_after_first_move(board: &Board) -> bool {
    board.turn().is_black()
        && Board::initial().legal_moves().into_iter().any(|mv| {
            let mut after = *Board::initial();
            after.play(mv);
            after.key() == board.key()
        })
}

impl Hearing<'_> {
    /// Moves that `side` has made up to `ply`, as far as they are known.
    pub(super) fn moves_made(&self, side: Color, ply: usize) -> Count {
        self.count(self.record.moves_made(side, ply))
    }

    /// Moves that both sides have made up to `ply`, as far as they are known.
    pub(super) fn moves_by_both(&self, ply: usize) -> Count {
        self.count(self.record.moves_by_both(ply))
    }

    fn count(&self, made: u32) -> Count {
        if self.evidence.numbered { Count::Exactly(made) } else { Count::AtLeast(made) }
    }

    /// Half-moves without a capture or pawn move up to `board`, the position after `ply` half-moves.
    pub(super) fn quiet(&self, board: &Board, ply: usize) -> Count {
        let quiet = board.halfmove_clock();
        let begun_in_record = quiet < self.quiet_at(ply);
        match self.evidence.quiet_before.is_some() || begun_in_record {
            true => Count::Exactly(quiet),
            false => Count::AtLeast(quiet),
        }
    }

    /// What the counter shows after `ply` half-moves where the record has no capture and no pawn move.
    fn quiet_at(&self, ply: usize) -> u32 {
        u32::try_from(ply).unwrap_or(u32::MAX).saturating_add(self.record.quiet(0))
    }

    /// Whether the position on `board`, which first occurs in the record after `first` half-moves, can have occurred `more` times
    /// before the record begins. Between two occurrences there are at least four half-moves, none of them a capture or a pawn move.
    pub(super) fn may_have_stood(&self, board: &Board, first: usize, more: usize) -> bool {
        if self.evidence.whole || more == 0 || board.halfmove_clock() < self.quiet_at(first) {
            return false;
        }
        let last = match first {
            0..=3 => 4 - first,
            _ if first.is_multiple_of(2) => 2,
            _ => 1,
        };
        let needed = last + 4 * (more - 1);
        self.evidence.quiet_before.is_none_or(|quiet| quiet as usize >= needed)
    }

    /// States what is unknown because of the record.
    pub(super) fn not_in_evidence(&self, ruling: &mut Ruling, what: &str) {
        ruling.because(format!(
            "The record does not begin at the beginning of the game: {what} is not in evidence."
        ));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn evidence(fen: &str, part: bool) -> Evidence {
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n").into_bytes();
        Evidence::of(&Record::of_text(text, &"game.pgn".into(), None).unwrap(), part)
    }

    #[test]
    fn only_counters_and_beginnings_are_evidence() {
        let known = |quiet| Evidence { whole: false, quiet_before: Some(quiet), numbered: true };
        let nothing = Evidence { whole: false, quiet_before: None, numbered: false };
        let whole = Evidence { whole: true, quiet_before: Some(0), numbered: true };
        let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 12 40", known(12)),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 70", known(0)),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", nothing),
            ("4k3/8/8/8/8/8/4R3/4K3 w - -", nothing),
            // Twelve half-moves cannot come before move 1: that number is not evidence, but the counter is.
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 12 1", Evidence { numbered: false, ..known(12) }),
            (initial, whole),
            ("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", whole),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", whole),
            ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", nothing),
        ] {
            assert_eq!(evidence(fen, false), expected, "{fen}");
        }
        assert_eq!(evidence(initial, true), nothing);
        assert_eq!(evidence("4k3/8/8/8/8/8/4R3/4K3 w - - 12 40", true), known(12));
    }
}
