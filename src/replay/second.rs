//! The second reading: pgn-reader and shakmaty read the game again, independently of this crate's lexer and
//! board.
//!
//! The readings are compared half-move by half-move until one of them stops. They disagree only if they play
//! different moves before that; stopping early is not a disagreement. If pgn-reader skips a token, the
//! comparison ends there, because its later moves would no longer match the same half-moves.

use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move as TheirMove, Position};

use super::board::Board;
use super::mv::Move;
use super::run::Replay;
use crate::scoresheet::{Scoresheet, Span};

/// The first half-move (from 1) at which the two readings play different moves, if any. `replay` must be the
/// replay of `sheet`, and `sheet` the reading of `text`. Records in other languages are not compared, because
/// pgn-reader reads only English piece letters.
pub fn disagreement(text: &[u8], sheet: &Scoresheet, replay: &Replay) -> Option<u32> {
    if sheet.language.is_some() {
        return None;
    }
    let start = replay.start.chess()?;
    let mut compare = Compare { text, sheet, replay, ply: 0, parted: None };
    let mut reader = Reader::new(text);
    let _ = reader.read_game(&mut Wrapped(&mut compare, start));
    compare.parted
}

struct Compare<'r> {
    text: &'r [u8],
    sheet: &'r Scoresheet,
    replay: &'r Replay,
    ply: usize,
    parted: Option<u32>,
}

struct Wrapped<'c, 'r>(&'c mut Compare<'r>, Chess);

impl Visitor for Wrapped<'_, '_> {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _: ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(self.1.clone())
    }

    fn san(&mut self, chess: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let (Some(ours), Ok(theirs)) = (self.0.replay.plies.get(self.0.ply), san.san.to_move(chess)) else {
            return ControlFlow::Break(());
        };
        let written = self.0.sheet.moves.get(self.0.ply).map(|text| text.span);
        if !ours.legal || !written.is_some_and(|span| delivered(self.0.text, span)) {
            return ControlFlow::Break(());
        }
        self.0.ply += 1;
        if !same(ours.mv, theirs) {
            self.0.parted = u32::try_from(self.0.ply).ok();
            return ControlFlow::Break(());
        }
        chess.play_unchecked(theirs);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, _: &mut Chess, _: Nag) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _: &mut Chess, _: RawComment<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, chess: Chess) {
        // Also compares the final positions, to check that both boards played the moves correctly.
        let played = self.0.ply;
        if self.0.parted.is_none() && played == self.0.replay.plies.len() && played > 0 {
            let ours = self.0.replay.last;
            let theirs = Board::from_chess(&chess, ours.is_chess960());
            if theirs.fen() != ours.fen() {
                self.0.parted = u32::try_from(played).ok();
            }
        }
    }
}

/// Whether pgn-reader reads the token at `span` as a move instead of skipping it.
fn delivered(text: &[u8], span: Span) -> bool {
    let start = span.start as usize;
    let before = start.checked_sub(1).and_then(|i| text.get(i));
    let begins = before.is_none_or(|b| b.is_ascii_whitespace() || b.is_ascii_digit() || b".)}!?".contains(b));
    let token = text.get(start..).unwrap_or_default();
    let read = match SanPlus::from_ascii_prefix(token) {
        Ok((_, len)) => token.get(len).is_none_or(|b| b.is_ascii_whitespace() || b"{}()!?$;".contains(b)),
        Err(_) => token.starts_with(b"0-0"),
    };
    begins && read
}

fn same(ours: Move, theirs: TheirMove) -> bool {
    Move::of(&theirs) == Some(ours)
}

/// The legal moves according to shakmaty, in the notation of [`Move::uci`], sorted. For tests and rulings.
pub fn shakmaty_moves(chess: &Chess) -> Vec<String> {
    let mode = CastlingMode::Chess960;
    let mut out: Vec<String> = chess.legal_moves().iter().map(|m| m.to_uci(mode).to_string()).collect();
    out.sort();
    out
}

/// The FEN that shakmaty writes for a position, with an en passant square only if the capture is legal.
pub fn shakmaty_fen(chess: &Chess) -> String {
    shakmaty::fen::Fen::from_position(chess, EnPassantMode::Legal).to_string()
}
