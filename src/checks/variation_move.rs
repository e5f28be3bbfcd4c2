use super::prelude::*;
use super::variations::{Variation, variations};
use crate::replay::{Board, Replay};
use crate::scoresheet::{Reader, Scoresheet};

check! {
    /// A move in a variation is not legal.
    ///
    /// ## Why it matters
    /// Nothing of it happened on the board, so it decides nothing. But programs that read PGN may drop the variation or
    /// the whole game, and an analysis with a wrong move is of no use.
    ///
    /// ## Example
    /// The king cannot go to e5:
    /// ```pgn
    /// 1. e4 e5 (1... Ke5) 2. Nf3 Nc6
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 (1... c5) 2. Nf3 Nc6
    /// ```
    ///
    /// ## What to do
    /// Look up the analysis. The rest of the variation is not read, nor are the variations in that part.
    id: "variation-move", severity: Warning, on: Game(run)
}

/// A variation as it was read.
struct Level {
    sheet: Scoresheet,
    replay: Replay,
    /// Where the text of `sheet` begins in the game.
    start: usize,
    /// How many of its half-moves are legal.
    legal: usize,
    /// The position after some of them, and their number. The variations inside come in order.
    cursor: (usize, Board),
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if !game.sheet.variations || !matches!(game.start, StartPosition::Known { .. }) {
        return;
    }
    let mut reader = Reader::new();
    // One for each depth, used again. The first `open` of them are read.
    let (mut levels, mut open): (Vec<Level>, usize) = (Vec::new(), 0);
    for variation in variations(game) {
        open = open.min(variation.depth);
        let before = match variation.depth.checked_sub(1) {
            None => (variation.plies <= game.replay.plies.len()).then(|| out.board_before(variation.plies)),
            Some(outer) if open > outer => {
                levels.get_mut(outer).and_then(|level| level.board_before(variation.start))
            }
            Some(_) => None,
        };
        let (Some(before), Some(text)) = (before, game.text.get(variation.start..variation.end)) else {
            continue;
        };
        if levels.len() == open {
            levels.push(Level::new(game));
        }
        let Some(level) = levels.get_mut(open) else { continue };
        level.read(&mut reader, game, text, &before);
        level.start = variation.start;
        open += 1;
        report(game, out, &variation, level);
    }
}

impl Level {
    fn new(game: &Game<'_>) -> Level {
        let cursor = (0, game.replay.start);
        Level { sheet: Scoresheet::new(), replay: Replay::new(), start: 0, legal: 0, cursor }
    }

    fn read(&mut self, reader: &mut Reader, game: &Game<'_>, text: &[u8], before: &Board) {
        match game.sheet.language {
            None => reader.read(text, &mut self.sheet),
            Some(language) => reader.read_in(language, text, &mut self.sheet),
        };
        self.replay.run(&self.sheet, before, |_, _| {});
        let plies = &self.replay.plies;
        self.legal = plies.iter().position(|ply| !ply.legal).unwrap_or(plies.len());
        self.cursor = (0, *before);
    }

    /// The position before the last move before `at`; `None` if there is no such move, or it was not played.
    fn board_before(&mut self, at: usize) -> Option<Board> {
        let within = at.checked_sub(self.start)?;
        let plies = self.sheet.moves.partition_point(|text| (text.span.start as usize) < within);
        let last = plies.checked_sub(1).filter(|_| plies <= self.legal)?;
        let (played, board) = &mut self.cursor;
        board.replay(self.replay.plies.get(*played..last)?);
        *played = last;
        Some(*board)
    }
}

fn report(game: &Game<'_>, out: &mut Findings<'_>, variation: &Variation, level: &Level) {
    let stood = level.legal < level.replay.plies.len();
    let stopped = matches!(level.replay.stop, Some(Stop::Illegal | Stop::MissingMoves { .. }));
    let Some(text) = level.sheet.moves.get(level.legal).filter(|_| stood || stopped) else { return };
    let (start, end) = (level.start + text.span.start as usize, level.start + text.span.end as usize);
    let span = Span::new(start, end);
    let message =
        format!("{}, in a variation, is not legal; the variation is left here", quoted(span.of(game.text)));
    out.add(&CHECK, Anchor::At(span, variation.plies), message).data("depth", variation.depth + 1);
}
