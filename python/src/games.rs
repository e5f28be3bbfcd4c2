//! Games as rows: `schemas/games.arrow.json`.

use std::io;

use flagfall::archive::GameRow;
use flagfall::checks::BoardEnd;

use crate::columns::{Batch, Column, Kind, Value};
use crate::run::Sender;

/// The columns.
pub(crate) const COLUMNS: [Column; 29] = [
    ("file", Kind::Text, false),
    ("game", Kind::Long, false),
    ("line", Kind::Long, false),
    ("offset", Kind::Long, false),
    ("length", Kind::Long, false),
    ("event", Kind::Text, true),
    ("site", Kind::Text, true),
    ("date", Kind::Text, true),
    ("round", Kind::Text, true),
    ("board", Kind::Text, true),
    ("white", Kind::Text, true),
    ("black", Kind::Text, true),
    ("white_fide_id", Kind::Long, true),
    ("black_fide_id", Kind::Long, true),
    ("white_elo", Kind::Int, true),
    ("black_elo", Kind::Int, true),
    ("result", Kind::Text, true),
    ("termination", Kind::Text, true),
    ("time_control", Kind::Text, true),
    ("ruleset", Kind::Text, true),
    ("plies", Kind::Int, false),
    ("end", Kind::Text, true),
    ("key_hi", Kind::Long, true),
    ("key_lo", Kind::Long, true),
    ("heading_hi", Kind::Long, true),
    ("heading_lo", Kind::Long, true),
    ("column", Kind::Long, false),
    ("tag_length", Kind::Long, false),
    ("whole_length", Kind::Long, false),
];

/// Collects games into batches.
pub(crate) struct Games {
    batch: Batch,
    out: Sender,
}

impl Games {
    /// An empty collection, whose batches go to `out`.
    pub(crate) fn new(out: Sender) -> Games {
        Games { batch: Batch::new(&COLUMNS), out }
    }

    /// Adds a game of `file`.
    pub(crate) fn add(&mut self, file: &str, row: &GameRow) -> io::Result<()> {
        self.out.wanted()?;
        push(&mut self.batch, file, row);
        if self.batch.is_full() { self.out.send(&mut self.batch) } else { Ok(()) }
    }

    /// Sends the last games.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.out.send(&mut self.batch)
    }
}

fn push(batch: &mut Batch, file: &str, row: &GameRow) {
    let texts = &row.texts;
    let (key, heading) = (
        row.key.map(flagfall::fingerprint::Key::halves),
        row.heading.map(flagfall::fingerprint::Key::halves),
    );
    batch.push([
        Value::Text(Some(file)),
        Value::Number(Some(row.game)),
        Value::Number(Some(row.line)),
        Value::Number(Some(row.offset)),
        Value::Number(Some(row.length)),
        Value::Text(texts.event.as_deref()),
        Value::Text(texts.site.as_deref()),
        Value::Text(texts.date.as_deref()),
        Value::Text(texts.round.as_deref()),
        Value::Text(texts.board.as_deref()),
        Value::Text(texts.white.as_deref()),
        Value::Text(texts.black.as_deref()),
        Value::Number(row.white_fide_id),
        Value::Number(row.black_fide_id),
        Value::Number(row.white_elo.map(u64::from)),
        Value::Number(row.black_elo.map(u64::from)),
        Value::Text(row.result),
        Value::Text(texts.termination.as_deref()),
        Value::Text(texts.time_control.as_deref()),
        Value::Text(row.ruleset.as_deref()),
        Value::Number(Some(row.plies)),
        Value::Text(row.end.map(word)),
        Value::Bits(key.map(|(high, _)| high)),
        Value::Bits(key.map(|(_, low)| low)),
        Value::Bits(heading.map(|(high, _)| high)),
        Value::Bits(heading.map(|(_, low)| low)),
        Value::Number(Some(row.column)),
        Value::Number(Some(row.tag_length)),
        Value::Number(Some(row.whole_length)),
    ]);
}

fn word(end: BoardEnd) -> &'static str {
    match end {
        BoardEnd::Checkmate => "mate",
        BoardEnd::Stalemate => "stalemate",
        BoardEnd::DeadPosition => "dead",
        BoardEnd::Fivefold => "fivefold",
        BoardEnd::SeventyFive => "seventy-five",
    }
}
