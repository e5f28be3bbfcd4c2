//! The table of games: one row per game, with its tags and what the replay shows.

use std::cell::RefCell;
use std::sync::Arc;

use crate::checks::{
    BoardEnd, Checker, Finding, Found, Game, GameKey, OversizeGame, Piece, Settings, ended, find,
};
use crate::event::{Headers, Names};
use crate::fingerprint::Key;

/// The tags of a game. Absent and empty ones are `None`. Each has at most its first 4 KiB.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameTexts {
    /// Tag Event.
    pub event: Option<String>,
    /// Tag Site.
    pub site: Option<String>,
    /// Tag Date, or UTCDate if there is no Date.
    pub date: Option<String>,
    /// Tag Round.
    pub round: Option<String>,
    /// Tag Board.
    pub board: Option<String>,
    /// Tag White.
    pub white: Option<String>,
    /// Tag Black.
    pub black: Option<String>,
    /// Tag Termination.
    pub termination: Option<String>,
    /// Tag TimeControl.
    pub time_control: Option<String>,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameRow {
    /// The number of the game; within the piece, from 1.
    pub game: u64,
    /// Line of its first tag, from 1.
    pub line: u64,
    /// Column of its first tag in bytes, from 1.
    pub column: u64,
    /// Offset of its first tag in bytes.
    pub offset: u64,
    /// Its length in bytes, from its first tag to the end of its text.
    pub length: u64,
    /// Length of its first tag in bytes: findings about a whole game mark it.
    pub tag_length: u64,
    /// Bytes from its first tag to the next game, or to the end of the piece: what is removed with the game. 0 where something that
    /// cannot be read stands before that tag.
    pub whole_length: u64,
    /// Its tags.
    pub texts: GameTexts,
    /// Tag WhiteFideId, if it is a number.
    pub white_fide_id: Option<u64>,
    /// Tag BlackFideId, if it is a number.
    pub black_fide_id: Option<u64>,
    /// Tag WhiteElo, if it is a number.
    pub white_elo: Option<u32>,
    /// Tag BlackElo, if it is a number.
    pub black_elo: Option<u32>,
    /// The result: the termination marker, else the Result tag.
    pub result: Option<&'static str>,
    /// The id of the ruleset that applies.
    pub ruleset: Option<Arc<str>>,
    /// Half-moves replayed.
    pub plies: u64,
    /// What ended the game on the board.
    pub end: Option<BoardEnd>,
    /// The key of players, start position, moves and result, which duplicates share; `None` without moves.
    pub key: Option<Key>,
    /// The key of the event's tags; `None` if the game cannot be one of an event.
    pub heading: Option<Key>,
}

/// The games of a piece.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct GameRows {
    /// One row for each game that was read.
    pub rows: Vec<GameRow>,
    /// Games without a row: number within the piece, and why.
    pub not_read: Vec<(u64, String)>,
}

impl GameRows {
    /// How many games the piece has.
    pub fn games(&self) -> u64 {
        (self.rows.len() + self.not_read.len()) as u64
    }
}

/// The largest part of a tag that is kept, in bytes: as in findings.
const LONGEST: usize = 4 << 10;

/// Checks that make a [`Checker`] work out keys and headings. No check of single games is run.
const KEYS: [&str; 2] = ["duplicate-game", "plays-twice"];

/// Reads games into rows. Each worker has its own.
pub struct GameReader(Checker);

impl GameReader {
    /// A reader under the rules of these settings; the checks that they select do not matter.
    pub fn new(settings: &Settings) -> GameReader {
        let mut settings = Settings {
            library: Arc::clone(&settings.library),
            time_control: settings.time_control.clone(),
            forced: settings.forced,
            ..Settings::new(Arc::clone(&settings.library), settings.request.clone())
        };
        settings.selected = KEYS.into_iter().filter_map(find).collect();
        GameReader(Checker::new(settings))
    }

    /// The rows of all games of a piece.
    pub fn read(&mut self, piece: &Piece<'_>) -> GameRows {
        let mut rows = Vec::new();
        let found = self.0.check_seen(piece, &mut |game, _| rows.push(GameRow::of(game)));
        completed(rows, found)
    }

    /// As [`GameReader::read`], but passes the rows on in parts of bounded size. Returns the last part. Each part numbers its
    /// games from 1.
    pub fn read_in_parts(&mut self, piece: &Piece<'_>, pass_on: &mut dyn FnMut(GameRows)) -> GameRows {
        let rows = RefCell::new(Vec::new());
        let mut seen = |game: &Game<'_>, _: &[Finding]| rows.borrow_mut().push(GameRow::of(game));
        let mut pass_on = |found, _| pass_on(completed(rows.take(), found));
        let found = self.0.check_seen_in_parts(piece, &mut seen, &mut pass_on);
        completed(rows.take(), found)
    }

    /// The row of a game above the size limit: its place and its names.
    pub fn oversize(&mut self, game: &OversizeGame<'_>) -> GameRows {
        let found = self.0.oversize(game);
        let named = |names| GameRow { length: game.length, ..GameRow::named(names) };
        let rows = found.headers.get(0).map(|header| named(header.names())).into_iter().collect();
        completed(rows, found)
    }
}

/// The rows of the games of a PGN.
///
/// ```
/// use flagfall::archive::game_rows;
/// use flagfall::checks::Settings;
/// use flagfall::chrono::NaiveDate;
///
/// let text = b"[White \"Doe, J\"]\n[WhiteElo \"2100\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
/// let settings = Settings::automatic(NaiveDate::from_ymd_opt(2026, 11, 22).unwrap());
/// let games = game_rows(text, &settings);
/// let row = &games.rows[0];
/// assert_eq!((row.texts.white.as_deref(), row.white_elo), (Some("Doe, J"), Some(2100)));
/// assert_eq!((row.plies, row.result), (4, Some("0-1")));
/// ```
pub fn game_rows(text: &[u8], settings: &Settings) -> GameRows {
    let file: Arc<str> = "-".into();
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    GameReader::new(settings).read(&piece)
}

/// Adds places and keys, which are known after the check.
fn completed(mut rows: Vec<GameRow>, found: Found) -> GameRows {
    let Headers { all, headings, .. } = &found.headers;
    for (row, ((done, header), heading)) in rows.iter_mut().zip(found.games.iter().zip(all).zip(headings)) {
        let place = header.place;
        row.whole_length = done.end.map_or(0, |(end, _)| end.saturating_sub(place.offset));
        (row.game, row.line, row.column) = (place.game, place.line, done.column);
        (row.offset, row.tag_length) = (place.offset, place.length);
        row.heading = heading.is_of_event().then_some(heading.key);
    }
    for GameKey { at, key, .. } in &found.keys {
        if let Some(row) = rows.get_mut(*at) {
            row.key = Some(*key);
        }
    }
    GameRows { rows, not_read: found.not_judged }
}

impl GameRow {
    fn of(game: &Game<'_>) -> GameRow {
        let texts = GameTexts {
            event: text(game, "Event"),
            site: text(game, "Site"),
            date: text(game, "Date").or_else(|| text(game, "UTCDate")),
            round: text(game, "Round"),
            board: text(game, "Board"),
            white: text(game, "White"),
            black: text(game, "Black"),
            termination: text(game, "Termination"),
            time_control: text(game, "TimeControl"),
        };
        GameRow {
            length: length_of(game),
            white_fide_id: number(game, "WhiteFideId"),
            black_fide_id: number(game, "BlackFideId"),
            white_elo: number(game, "WhiteElo").and_then(|elo| u32::try_from(elo).ok()),
            black_elo: number(game, "BlackElo").and_then(|elo| u32::try_from(elo).ok()),
            result: game.outcome().map(|outcome| outcome.as_str()),
            ruleset: Some(Arc::clone(&game.rules.id)),
            plies: game.replay.plies.len() as u64,
            end: ended(game),
            ..GameRow::with(texts)
        }
    }

    fn named(names: Names<'_>) -> GameRow {
        let some = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        GameRow::with(GameTexts {
            event: some(names.event),
            round: some(names.round),
            white: some(names.white),
            black: some(names.black),
            ..GameTexts::default()
        })
    }

    fn with(texts: GameTexts) -> GameRow {
        GameRow {
            game: 0,
            line: 0,
            column: 0,
            offset: 0,
            length: 0,
            tag_length: 0,
            whole_length: 0,
            texts,
            white_fide_id: None,
            black_fide_id: None,
            white_elo: None,
            black_elo: None,
            result: None,
            ruleset: None,
            plies: 0,
            end: None,
            key: None,
            heading: None,
        }
    }
}

fn length_of(game: &Game<'_>) -> u64 {
    let begins = game.sheet.beginning(game.text).range().start;
    game.text.trim_ascii_end().len().saturating_sub(begins) as u64
}

fn text(game: &Game<'_>, tag: &str) -> Option<String> {
    let value = game.tag(tag)?;
    let kept = value.get(..value.floor_char_boundary(LONGEST)).unwrap_or_default();
    (!kept.is_empty()).then(|| kept.to_owned())
}

/// The value of a tag, if it is a number of at most 12 digits.
fn number(game: &Game<'_>, tag: &str) -> Option<u64> {
    let value = game.tag(tag)?;
    let digits = value.trim();
    let is_number = (1..=12).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<GameRow> {
        let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        game_rows(text.as_bytes(), &Settings::automatic(today)).rows
    }

    fn end(moves: &str) -> Option<BoardEnd> {
        rows(&format!("[Date \"2024.05.01\"]\n{moves}\n")).remove(0).end
    }

    #[test]
    fn a_row_has_the_place_and_the_tags() {
        let text = "[Event \"Open\"]\n[Site \"\"]\n[White \"Doe\"]\n[WhiteElo \"2100\"]\n[BlackElo \"-\"]\n\
                    [WhiteFideId \" 1503014 \"]\n[BlackFideId \"-1\"]\n[UTCDate \"2024.05.01\"]\n\n1. e4 e5 *\n\n";
        let all = rows(&format!("{text}{text}"));
        let [first, second] = all.as_slice() else { panic!("{}", all.len()) };
        assert_eq!((first.game, first.line, first.column, first.offset, first.tag_length), (1, 1, 1, 0, 14));
        assert_eq!(first.length, text.trim_end().len() as u64);
        assert_eq!((first.whole_length, second.whole_length), (text.len() as u64, text.len() as u64));
        assert_eq!((second.game, second.line, second.offset), (2, 12, text.len() as u64));
        assert_eq!((first.texts.event.as_deref(), first.texts.site.as_deref()), (Some("Open"), None));
        assert_eq!(first.texts.date.as_deref(), Some("2024.05.01"));
        assert_eq!((first.white_elo, first.black_elo), (Some(2100), None));
        assert_eq!((first.white_fide_id, first.black_fide_id), (Some(1_503_014), None));
        assert_eq!((first.plies, first.result, first.end), (2, Some("*"), None));
        assert_eq!(first.ruleset.as_deref(), Some("fide-2023-standard"));
    }

    #[test]
    fn copies_share_a_key_and_games_of_an_event_a_heading() {
        let game = |event: &str, round: &str, moves: &str| {
            format!("[Event \"{event}\"]\n[Round \"{round}\"]\n[White \"Doe\"]\n\n{moves}\n\n")
        };
        let text = [
            game("Open", "1", "1. e4 1-0"),
            game("Cup", "2", "1. e4 1-0"),
            game("Open", "2", "1. d4 1-0"),
            game("Open", "?", "*"),
        ];
        let all = rows(&text.concat());
        let [a, b, c, d] = all.as_slice() else { panic!("{}", all.len()) };
        assert!(a.key.is_some() && a.key == b.key && a.key != c.key && d.key.is_none());
        assert!(a.heading.is_some() && a.heading == c.heading && a.heading != b.heading);
        assert_eq!(d.heading, None);
    }

    #[test]
    fn how_games_end_on_the_board() {
        assert_eq!(end("1. f3 e5 2. g4 Qh4# 0-1"), Some(BoardEnd::Checkmate));
        assert_eq!(end("[FEN \"7k/5Q2/8/8/8/8/8/K7 w - - 0 1\"]\n1. Qg6 1/2-1/2"), Some(BoardEnd::Stalemate));
        assert_eq!(
            end("[FEN \"7k/6q1/8/8/8/8/1B6/K7 w - - 0 1\"]\n1. Bxg7+ Kxg7 1/2-1/2"),
            Some(BoardEnd::DeadPosition)
        );
        let dance = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
        assert_eq!(end(&format!("{dance} 1/2-1/2")), Some(BoardEnd::Fivefold));
        let many = "[FEN \"8/8/4k3/8/8/4K3/4R3/8 w - - 148 124\"]\n124. Re1 Kd5 1/2-1/2";
        assert_eq!(end(many), Some(BoardEnd::SeventyFive));
        assert_eq!(end("1. e4 e5 1-0"), None);
        // No edition before 2014 has a fivefold repetition.
        let old = rows(&format!("[Date \"2010.05.01\"]\n{dance} 1/2-1/2\n"));
        assert_eq!(old[0].end, None);
    }

    #[test]
    fn a_long_tag_is_cut_and_a_game_without_a_readable_start_has_no_moves() {
        let long = "é".repeat(LONGEST);
        let all = rows(&format!("[Event \"{long}\"]\n[FEN \"x\"]\n\n1. e4 *\n"));
        assert_eq!(all[0].texts.event.as_deref(), Some(&long[..LONGEST]));
        assert_eq!((all[0].plies, all[0].end), (0, None));
    }
}
