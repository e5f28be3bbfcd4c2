//! The moves of a case as they were played, position by position, and how the board ended the game.

use std::borrow::Cow;

use shakmaty::{CastlingMode, Chess, Color, Setup, Square};

use crate::case::{Case, Fault, Incident, Kind, Located, Record as Source};
use crate::place::{Lines, Place};
use crate::replay::{Board, Ply, Replay, Stop, Variant, read_national};
use crate::scoresheet::{FaultKind, Language, Outcome, Reader, Scoresheet, Written, decode};

/// The most half-moves of a record whose piece is worked out from what follows.
const MOST_GUESSES: usize = 16;

/// A replayed game.
#[derive(Debug, Clone)]
pub struct Record {
    /// The game's text.
    pub text: Vec<u8>,
    /// What the text says.
    pub sheet: Scoresheet,
    /// The file that messages name.
    pub file: std::sync::Arc<str>,
    replay: Replay,
    boards: Vec<Board>,
    impossible: Option<String>,
}

impl Record {
    /// Replays the record of a case. Two scoresheets have been merged before.
    ///
    /// # Errors
    /// Where the start position cannot be read.
    pub fn of_case(case: &Case, place: &Place) -> Result<Record, Fault> {
        match &case.record {
            Source::None => Record::of_text(b"*".to_vec(), &place.file, None),
            Source::Inline { fen, moves } => {
                let movetext = moves.as_ref().map_or("", |moves| moves.text.as_str());
                let tags = fen.as_ref().map_or(String::new(), |fen| {
                    format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n", fen.text.replace(['"', '\\'], ""))
                });
                Record::of_text(format!("{tags}{movetext} ").into_bytes(), &place.file, fen.as_ref())
            }
            Source::Sheet(sheet) | Source::Sheets { white: sheet, .. } => {
                Record::of_text(sheet.bytes.clone(), &sheet.name, None)
            }
        }
    }

    /// Replays the first game of `text`, from `fen` or from the FEN tag.
    ///
    /// # Errors
    /// Where the start position cannot be read.
    pub fn of_text(
        text: Vec<u8>,
        file: &std::sync::Arc<str>,
        fen: Option<&Located>,
    ) -> Result<Record, Fault> {
        let mut sheet = Scoresheet::new();
        sheet.read(&text);
        let chess960 =
            sheet.tag(&text, "Variant").is_some_and(|variant| Variant::named(&variant) == Variant::Chess960);
        let (start, impossible) = match (fen, sheet.tag(&text, "FEN")) {
            (Some(said), _) => start(&said.text, chess960).map_err(|why| {
                Fault::new(&said.place, why)
                    .key("fen")
                    .help("the position after which the moves begin, with the side to move")
            })?,
            (None, Some(tag)) => {
                let place = sheet
                    .find_tag(&text, "FEN")
                    .map_or(Place::file(file), |tag| at_byte(file, &text, tag.value.range().start));
                start(&tag, chess960).map_err(|why| Fault::new(&place, why).key("FEN"))?
            }
            (None, None) => (*Board::initial(), None),
        };
        let mut replay = Replay::new();
        let mut boards = vec![start];
        replay.run(&sheet, &start, |_, board| boards.push(*board));
        Ok(Record { text, sheet, file: file.clone(), replay, boards, impossible })
    }

    /// Reads the moves with the piece letters of a language: the one that is named, or the only one that gives a game. None
    /// where that reads no further.
    pub(super) fn in_language(&self, named: Option<&'static Language>) -> Option<Record> {
        let start = self.replay.start;
        let sheet = match named {
            None => read_national(&self.text, &self.sheet, &start, &self.replay)?.sheet,
            Some(language) => {
                let mut sheet = Scoresheet::new();
                Reader::new().read_in(language, &self.text, &mut sheet);
                sheet
            }
        };
        let mut read = Record { sheet, ..self.clone() };
        read.play();
        (read.len() > self.len() && read.stop().is_none()).then_some(read)
    }

    /// Plays illegal half-moves as they are written.
    pub(super) fn play_as_written(&mut self) {
        if self.stop().is_some() || self.replay.plies.iter().any(|ply| !ply.legal) {
            self.replay.as_written = true;
            self.play();
        }
    }

    /// Plays on where several pieces can be meant: an incident says which it was, or the moves that follow do.
    pub(super) fn read_on(&mut self, incidents: &[Incident]) {
        for _ in 0..MOST_GUESSES {
            let stopped = self.len();
            if !matches!(self.stop(), Some(Stop::Illegal | Stop::Ambiguous)) {
                return;
            }
            if !self.read_as_reported(incidents, stopped) && !self.read_by_what_follows(stopped) {
                return;
            }
        }
    }

    fn play(&mut self) {
        let start = self.replay.start;
        self.boards.clear();
        self.boards.push(start);
        let boards = &mut self.boards;
        self.replay.run(&self.sheet, &start, |_, board| boards.push(*board));
    }

    /// Reads half-move `stopped` (from 0) as an incident names it. Whether that got any further.
    fn read_as_reported(&mut self, incidents: &[Incident], stopped: usize) -> bool {
        let told = incidents.iter().find(|incident| {
            incident.ply == stopped && matches!(incident.kind, Kind::IllegalMove | Kind::TwoHands)
        });
        let written = told.and_then(|incident| super::attempt::written(incident.written.as_deref()?));
        written.is_some_and(|written| self.reread(stopped, written))
    }

    /// Reads half-move `stopped` (from 0) as a move of the one piece after which the record goes on best.
    fn read_by_what_follows(&mut self, stopped: usize) -> bool {
        let Some(as_it_is) = self.sheet.moves.get(stopped).map(|mv| mv.written()) else { return false };
        let readings = super::attempt::readings(self.board(stopped), as_it_is);
        let mut tried: Vec<((usize, usize), Written)> = Vec::new();
        for reading in readings {
            if self.reread(stopped, reading) {
                let illegal = self.replay.plies.iter().filter(|ply| !ply.legal).count();
                tried.push(((self.len(), usize::MAX - illegal), reading));
            }
        }
        let best = tried.iter().map(|(worth, _)| *worth).max();
        let mut best = tried.iter().filter(|(worth, _)| Some(*worth) == best);
        match (best.next(), best.next()) {
            (Some((_, reading)), None) => self.reread(stopped, *reading),
            _ => {
                self.reread(stopped, as_it_is);
                false
            }
        }
    }

    /// Reads half-move `at` (from 0) anew. Whether it can be played so.
    fn reread(&mut self, at: usize, written: Written) -> bool {
        let Some(mv) = self.sheet.moves.get_mut(at) else { return false };
        mv.reread(written);
        self.play();
        self.len() > at
    }

    /// Half-moves that could be replayed.
    pub fn len(&self) -> usize {
        self.replay.plies.len()
    }

    /// Whether no half-move was played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Why the replay stopped before the record did.
    pub fn stop(&self) -> Option<Stop> {
        self.replay.stop
    }

    /// The half-move at which the replay stopped, as the record has it.
    pub fn stopped_at(&self) -> String {
        let at = u32::try_from(self.len()).unwrap_or(u32::MAX);
        let unreadable =
            self.sheet.faults.iter().find(|fault| fault.kind == FaultKind::Token && fault.ply == at);
        match unreadable.filter(|_| self.stop() == Some(Stop::Unreadable)) {
            Some(fault) => format!("\"{}\"", decode(fault.span.of(&self.text))),
            None => self.label(self.len() + 1),
        }
    }

    /// Why the half-move at which the replay stopped cannot be played, as a sentence without its capital and its stop.
    pub fn why_stopped(&self) -> String {
        let written = self.sheet.moves.get(self.len()).map(crate::scoresheet::MoveText::written);
        match (self.stop(), written) {
            (Some(Stop::Illegal), Some(written)) => {
                crate::checks::obstacle_words::explain(self.board(self.len()), written)
            }
            (Some(Stop::Ambiguous), _) => "more than one piece can make it".to_owned(),
            (Some(Stop::Null), _) => "it is not a move of a piece".to_owned(),
            (Some(Stop::MissingMoves { .. }), _) => "half-moves are missing before it".to_owned(),
            _ => "it cannot be read as a move".to_owned(),
        }
    }

    /// Why no game can have had the start position, where none can.
    pub fn impossible(&self) -> Option<&str> {
        self.impossible.as_deref()
    }

    /// The replay itself.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The position after `ply` half-moves; after the last where there are fewer.
    pub fn board(&self, ply: usize) -> &Board {
        self.boards.get(ply).or(self.boards.last()).unwrap_or(&self.replay.last)
    }

    /// The position after `ply` half-moves for a move generator, where one accepts it.
    pub fn chess(&self, ply: usize) -> Option<Chess> {
        self.board(ply).chess()
    }

    /// The position after `ply` half-moves, piece by piece.
    pub fn setup(&self, ply: usize) -> Setup {
        self.board(ply).setup()
    }

    /// The position after `ply` half-moves as FEN.
    pub fn fen(&self, ply: usize) -> String {
        self.board(ply).fen()
    }

    /// Who has the move after `ply` half-moves.
    pub fn turn(&self, ply: usize) -> Color {
        self.board(ply).turn()
    }

    /// How castling is written in UCI.
    pub fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.replay.start.is_chess960())
    }

    /// Whether moves are written as Chess960 needs it.
    pub fn is_chess960(&self) -> bool {
        self.replay.start.is_chess960()
    }

    /// Half-move number `ply`, from 1.
    pub fn ply(&self, ply: usize) -> Option<&Ply> {
        self.replay.plies.get(ply.checked_sub(1)?)
    }

    /// Whether half-move number `ply` (from 1) stands in the record and the Laws do not allow it.
    pub fn is_illegal(&self, ply: usize) -> bool {
        self.ply(ply).is_some_and(|played| !played.legal)
    }

    /// Half-moves without capture or pawn move before position `ply`.
    pub fn quiet(&self, ply: usize) -> u32 {
        self.board(ply).halfmove_clock()
    }

    /// Positions (half-moves made) up to and with `ply` that are the same as that after `ply`.
    pub fn same_positions(&self, ply: usize) -> Vec<usize> {
        self.same_as(self.board(ply).key(), ply)
    }

    /// Positions up to and with `last` that have the key.
    pub fn same_as(&self, key: u64, last: usize) -> Vec<usize> {
        let boards = self.boards.iter().take(last + 1).enumerate();
        boards.filter(|(_, board)| board.key() == key).map(|(ply, _)| ply).collect()
    }

    /// Moves that `side` has made in the game up to `ply`, those before the start position included.
    pub fn moves_made(&self, side: Color, ply: usize) -> u32 {
        let board = self.board(ply);
        let numbered = board.move_number().saturating_sub(1);
        match (side, board.turn()) {
            (Color::White, Color::Black) => numbered + 1,
            _ => numbered,
        }
    }

    /// Moves that both sides have made up to `ply`.
    pub fn moves_by_both(&self, ply: usize) -> u32 {
        self.moves_made(Color::Black, ply).min(self.moves_made(Color::White, ply))
    }

    /// Whether the game starts from another position than the usual one.
    pub fn starts_later(&self) -> bool {
        self.replay.start.key() != Board::initial().key()
    }

    /// Half-move number `ply` (from 1) with its move number, as written: `12... Nxd4`.
    pub fn label(&self, ply: usize) -> String {
        let before = self.board(ply.saturating_sub(1));
        let dots = before.turn().fold_wb(".", "...");
        format!("{}{dots} {}", before.move_number(), self.written(ply))
    }

    /// The moment after `ply` half-moves, as an arbiter names it: `after 12... Nf6`.
    pub fn moment(&self, ply: usize) -> String {
        match ply {
            0 => "at the start of the record".to_owned(),
            ply if ply > self.sheet.moves.len() => "after the move that was tried".to_owned(),
            ply => format!("after {}", self.label(ply)),
        }
    }

    /// Half-move number `ply` (from 1) as it is written.
    pub fn written(&self, ply: usize) -> Cow<'_, str> {
        match ply.checked_sub(1).and_then(|index| self.sheet.moves.get(index)) {
            Some(mv) => crate::scoresheet::decode(mv.span.of(&self.text)),
            None => Cow::Borrowed("?"),
        }
    }

    /// A tag's value, where it says something.
    pub fn tag(&self, name: &str) -> Option<String> {
        let value = self.sheet.tag(&self.text, name)?.trim().to_owned();
        (!value.is_empty() && value != "?").then_some(value)
    }

    /// The result that the record states: its marker, else its Result tag.
    pub fn outcome(&self) -> Option<Outcome> {
        self.sheet.outcome(&self.text)
    }

    /// Whether a marker or a tag says that the game is over.
    pub fn is_finished(&self) -> bool {
        self.outcome().is_some_and(|outcome| outcome != Outcome::Unfinished)
    }

    /// The piece on a square after `ply` half-moves, in words: `the knight on d2`.
    pub fn piece_on(&self, ply: usize, square: Square) -> String {
        match self.board(ply).at(square) {
            Some((_, role)) => format!("the {} on {square}", role_name(role)),
            None => square.to_string(),
        }
    }
}

/// A piece's name.
pub fn role_name(role: shakmaty::Role) -> &'static str {
    use shakmaty::Role::{Bishop, King, Knight, Pawn, Queen, Rook};
    match role {
        Pawn => "pawn",
        Knight => "knight",
        Bishop => "bishop",
        Rook => "rook",
        Queen => "queen",
        King => "king",
    }
}

/// The start position, and why no game can have it where none can: an illegal position may be what the case is about.
fn start(fen: &str, chess960: bool) -> Result<(Board, Option<String>), String> {
    use crate::replay::FenFault;
    match Board::from_fen(fen, chess960) {
        Ok(start) => Ok((start.board, None)),
        Err(FenFault::Unreadable(why)) => Err(why),
        Err(FenFault::Impossible(why)) => match Board::from_fen_as_is(fen, chess960) {
            Some(board) => Ok((board, Some(why))),
            None => Err(why),
        },
    }
}

fn at_byte(file: &std::sync::Arc<str>, text: &[u8], offset: usize) -> Place {
    Lines::new(text).place(file, offset)
}
