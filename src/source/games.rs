//! Cuts a stream of games into batches that begin and end between games.

use super::batch::{Counted, Oversize, What};
use super::boundary::{self, LOOKAHEAD, Resync};
use super::feed::{Feed, Flow, Sink, Stopped};
use super::stream::Stream;

/// How many bytes are kept of a game above the size limit.
const HEAD: usize = 16 << 10;

impl<S: Sink> Feed<S> {
    /// Passes on all games of a stream.
    pub(super) fn games(&mut self, stream: &mut Stream<'_>) -> Flow<()> {
        loop {
            if self.games_directly(stream)? {
                continue;
            }
            self.own_batch(stream)?;
            stream.fill(&mut self.batch.buffer, usize::MAX);
            // If the buffer has more bytes than a game may have, each game has to be measured.
            let small = stream.end - stream.start <= self.options.max_game_size;
            if stream.eof && small {
                stream.push_games(&mut self.batch, stream.end);
            } else if let Some(cut) = self.likely_cut(stream).filter(|_| small) {
                stream.push_games(&mut self.batch, cut);
                self.next_batch(Some(stream))?;
            } else {
                self.by_lexer(stream)?;
            }
            if stream.eof && stream.start == stream.end {
                return Ok(());
            }
        }
    }

    /// The last place that looks like a game's start, if the lexer, reading on from the one before, finds a game
    /// there.
    fn likely_cut(&mut self, stream: &Stream<'_>) -> Option<usize> {
        let text = stream.text(&self.batch);
        let (mut at, likely) = boundary::last_likely(text)?;
        while at < likely {
            at += (self.next_game)(text.get(at..)?).max(1);
        }
        (at == likely).then_some(stream.start + likely)
    }

    /// Cuts where games end according to the lexer; reads more text until it finds such a place.
    fn by_lexer(&mut self, stream: &mut Stream<'_>) -> Flow<()> {
        let limit = self.options.max_game_size;
        let (mut game, mut cut) = (stream.start, stream.start);
        loop {
            while let Some(next) = self.game_after(stream, game) {
                self.measure(stream, game, next);
                // How a line is read may depend on its beginning: a game that begins within a line is not cut off.
                if boundary::at_line_start(self.batch.text(stream.start..next)) {
                    cut = next;
                }
                game = next;
            }
            if stream.eof {
                self.measure(stream, game, stream.end);
                stream.push_games(&mut self.batch, stream.end);
                return Ok(());
            }
            let much = limit.saturating_add(LOOKAHEAD);
            if stream.end - game > much {
                stream.push_games(&mut self.batch, game);
                return self.skip(stream);
            }
            if cut == 0 && stream.end > much {
                cut = game;
            }
            if cut > 0 {
                stream.push_games(&mut self.batch, cut);
                return self.next_batch(Some(stream));
            }
            let longer = self.batch.buffer.len().saturating_mul(2).min(much.saturating_add(LOOKAHEAD));
            self.batch.buffer.resize(longer.max(stream.end + LOOKAHEAD), 0);
            stream.fill(&mut self.batch.buffer, usize::MAX);
        }
    }

    /// Where the game after the one at `game` begins, if that is certain.
    fn game_after(&mut self, stream: &Stream<'_>, game: usize) -> Option<usize> {
        let text = self.batch.text(game..stream.end);
        let len = (self.next_game)(text);
        let certain = if stream.eof { len < text.len() } else { len.saturating_add(LOOKAHEAD) <= text.len() };
        (certain && len > 0).then_some(game + len)
    }

    /// If the game from `game` to `next` is above the limit, passes on its head only.
    fn measure(&mut self, stream: &mut Stream<'_>, game: usize, next: usize) {
        let length = boundary::trimmed_len(self.batch.text(game..next));
        if length <= self.options.max_game_size {
            return;
        }
        stream.push_games(&mut self.batch, game);
        let oversize = Oversize {
            offset: stream.offset,
            lines_before: 0,
            length: length as u64,
            head: self.batch.text(game..game + length.min(HEAD)).to_vec(),
        };
        stream.push(&mut self.batch, What::Oversize(oversize));
        stream.pass(&self.batch, next);
    }

    /// Reads past a game that has reached the limit in the buffer without an end in sight. Keeps its head only, or
    /// all of it as long as only blanks have followed.
    fn skip(&mut self, stream: &mut Stream<'_>) -> Flow<()> {
        let limit = self.options.max_game_size;
        let (start, offset, before) = (stream.start, stream.offset, stream.before());
        let mut resync = Resync::default();
        let text = stream.text(&self.batch);
        // The lexer has seen that no game begins before this place.
        let (mut seen, mut found) = resync.scan_from(text, text.len() - LOOKAHEAD, false);
        let held = boundary::trimmed_len(text.get(..seen).unwrap_or_default());
        let mut length = held as u64;
        let hold = if held <= limit { held } else { HEAD.min(held) };
        stream.pass(&self.batch, start + seen);

        let floor = start + hold;
        let room = floor + self.options.batch_size.max(2 * LOOKAHEAD);
        if self.batch.buffer.len() < room {
            self.batch.buffer.resize(room, 0);
        }
        let ended = |stream: &Stream<'_>| stream.eof && stream.start == stream.end;
        while !found && !ended(stream) {
            if self.sink.stopped() {
                return Err(Stopped);
            }
            let carried = stream.end - stream.start;
            self.batch.buffer.copy_within(stream.start..stream.end, floor);
            (stream.start, stream.end) = (floor, floor + carried);
            stream.fill(&mut self.batch.buffer, room);
            let window = stream.text(&self.batch);
            (seen, found) = resync.scan_from(window, 0, stream.eof);
            let text = boundary::trimmed_len(window.get(..seen).unwrap_or_default());
            if text > 0 {
                length = stream.offset - offset + text as u64;
            }
            stream.pass(&self.batch, floor + seen);
        }
        let what = if length <= limit as u64 {
            let broken_off = stream.failure.is_some() && !found;
            What::Games { range: start..floor, offset, lines: Counted::ByReader, broken_off, whole: false }
        } else {
            let head = self.batch.text(start..start + hold.min(HEAD)).to_vec();
            What::Oversize(Oversize { offset, lines_before: 0, length, head })
        };
        stream.push_after(&mut self.batch, before, what);
        self.next_batch(Some(stream))
    }
}
