//! An event from the tags of its games.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::NaiveDate;

use super::day;
use super::model::{Event, Format, Sheet};
use super::outcome::{Colour, Outcome};
use super::result;
use super::roster::{BoardPlace, Roster, Side, collapsed};
use super::text::trimmed;
use crate::scoresheet::{Marker, Reader, Scoresheet, Tag, tag_value};

/// Access to the tags of a game.
pub trait GameTags {
    /// The value of a tag, unescaped.
    fn tag(&self, name: &str) -> Option<Cow<'_, str>>;
    /// The termination marker, as written.
    fn marker(&self) -> Option<&str>;
    /// The place of the game.
    fn sheet(&self) -> Sheet;
}

/// The tags of a parsed game, which may share its text with other games.
#[derive(Debug, Clone, Copy)]
pub struct SheetTags<'a> {
    /// The game's text.
    pub text: &'a [u8],
    /// Its tags.
    pub tags: &'a [Tag],
    /// Its termination marker.
    pub marker: Option<Marker>,
    /// Its place in the file.
    pub place: Sheet,
    /// The text after its tags; empty if another game follows in the same scoresheet.
    pub body: &'a [u8],
}

/// A scoresheet that holds exactly one game.
#[derive(Debug, Clone, Copy)]
pub struct WholeSheet<'a> {
    /// The game's text.
    pub text: &'a [u8],
    /// `text` up to the end of the tags, if that is UTF-8.
    pub head: Option<&'a str>,
    /// The parsed scoresheet.
    pub scoresheet: &'a Scoresheet,
    /// Its place in the file.
    pub place: Sheet,
}

impl GameTags for WholeSheet<'_> {
    #[inline(always)]
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.head {
            Some(head) => self.scoresheet.tag_in(head, name),
            None => self.scoresheet.tag(self.text, name),
        }
    }

    fn marker(&self) -> Option<&str> {
        marker_text(self.scoresheet.marker?, self.text)
    }

    fn sheet(&self) -> Sheet {
        self.place
    }
}

fn marker_text(marker: Marker, text: &[u8]) -> Option<&str> {
    if marker.export {
        return Some(marker.outcome.as_str());
    }
    Some(std::str::from_utf8(marker.span.of(text)).unwrap_or_else(|_| marker.outcome.as_str()))
}

impl GameTags for SheetTags<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let tag = self.tags.iter().find(|tag| tag.name.of(self.text) == name.as_bytes())?;
        Some(tag_value(tag.value.of(self.text)))
    }

    fn marker(&self) -> Option<&str> {
        marker_text(self.marker?, self.text)
    }

    fn sheet(&self) -> Sheet {
        self.place
    }
}

/// The position at which a piece of a file begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Start {
    /// Bytes of the file before it.
    pub offset: u64,
    /// Line feeds of the file before it.
    pub lines: u64,
    /// Games of the file before it.
    pub games: u64,
}

/// Calls `take` for every game of a file, in order.
pub fn each_game(bytes: &[u8], take: impl FnMut(&SheetTags<'_>)) {
    each_game_from(bytes, Start::default(), take);
}

/// Calls `take` for every game of a piece of a file, in order. Returns the number of games of the file up to the end of
/// the piece.
///
/// Exports without moves separate games only by a blank line: after one, a repeated tag begins the next game.
pub fn each_game_from(bytes: &[u8], start: Start, mut take: impl FnMut(&SheetTags<'_>)) -> u64 {
    let (mut reader, mut scoresheet) = (Reader::new(), Scoresheet::new());
    let (mut at, mut line, mut game) = (0, start.lines + 1, start.games);
    while let Some(text) = bytes.get(at..).filter(|text| !text.is_empty()) {
        let consumed = reader.read(text, &mut scoresheet).max(1);
        let mut counted = 0;
        let mut rest = scoresheet.tags.as_slice();
        let mut first = !scoresheet.is_blank();
        while first || !rest.is_empty() {
            first = false;
            let (tags, next) = rest.split_at(section(text, rest));
            game += 1;
            let begins = tags.first().map_or(0, |tag| tag.span.range().start);
            line += newlines(text.get(counted..begins).unwrap_or_default());
            counted = begins;
            let length = text.get(begins..).and_then(|rest| memchr::memchr2(b'\n', b'\r', rest)).unwrap_or(0);
            let offset = start.offset + (at + begins) as u64;
            let place = Sheet { file: 0, game, line, offset, length: length as u64 };
            let marker = scoresheet.marker.filter(|_| next.is_empty());
            let body = match tags.last().filter(|_| next.is_empty()) {
                Some(tag) => text.get(tag.span.range().end..consumed).unwrap_or_default(),
                None => &[],
            };
            take(&SheetTags { text, tags, marker, place, body });
            rest = next;
        }
        line += newlines(text.get(counted..consumed).unwrap_or_default());
        at += consumed;
    }
    game
}

/// The number of tags before the one that begins another game.
fn section(text: &[u8], tags: &[Tag]) -> usize {
    let after_blank = |tag: &Tag, before: &Tag| {
        let between = text.get(before.span.range().end..tag.span.range().start).unwrap_or_default();
        memchr::memchr_iter(b'\n', between).count() > 1
    };
    // The names of the first `added` tags. A tree, because hostile names could be chosen to collide in a hash table.
    let (mut names, mut added) = (BTreeSet::new(), 0);
    let mut repeats = |at: usize, tag: &Tag| {
        names.extend(tags.iter().take(at).skip(added).map(|other| other.name.of(text)));
        added = at;
        names.contains(tag.name.of(text))
    };
    let pairs = tags.iter().zip(tags.iter().skip(1)).enumerate();
    let mut next = pairs.filter(|(at, (before, tag))| after_blank(tag, before) && repeats(at + 1, tag));
    next.next().map_or(tags.len(), |(at, _)| at + 1)
}

fn newlines(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

/// Reads all games of a file as one event. With `only`, other Event tags are left out.
pub fn read(file: Arc<str>, bytes: &[u8], only: Option<&str>) -> Event {
    let mut builder = Builder::new(file);
    builder.games_of(bytes, only);
    builder.finish()
}

/// A `Round` tag: `3`, `3.1` (round, board) or `3.1.2` (round, match, board); numbers only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoundTag {
    /// The round.
    pub round: u32,
    /// The board, or the match where there are three numbers.
    pub second: Option<u32>,
    /// The board of the match.
    pub third: Option<u32>,
}

impl RoundTag {
    /// Reads the tag; `None` if it has no valid round number.
    pub fn parse(text: &str) -> Option<RoundTag> {
        let [round, second, third] = plain_numbers(text.as_bytes()).unwrap_or_else(|| numbers(text));
        let round = round.filter(|round| (1..=9999).contains(round))?;
        Some(RoundTag { round, second, third })
    }
}

/// The first three numbers separated by dots.
fn numbers(text: &str) -> [Option<u32>; 3] {
    let mut parts = text.split('.').map(|part| part.trim().parse::<u32>().ok());
    let mut next = || parts.next().flatten();
    [next(), next(), next()]
}

/// A fast path of [`numbers`] for short texts of digits and dots, the usual case; `None` for others.
fn plain_numbers(text: &[u8]) -> Option<[Option<u32>; 3]> {
    let (mut numbers, mut at) = ([None; 3], 0);
    if text.len() > 9 {
        return None;
    }
    for byte in text {
        match byte {
            b'0'..=b'9' => {
                let number = numbers.get_mut(at)?;
                *number = Some(number.unwrap_or(0) * 10 + u32::from(byte - b'0'));
            }
            b'.' => at += 1,
            _ => return None,
        }
    }
    Some(numbers)
}

/// The interpreted tags of a game.
#[derive(Debug)]
pub struct Played<'a> {
    /// The Event tag.
    pub event: Cow<'a, str>,
    /// The first day of the event.
    pub event_day: Option<NaiveDate>,
    /// The day of the game.
    pub day: Option<NaiveDate>,
    /// The Round tag, trimmed.
    pub round: Cow<'a, str>,
    /// Its numbers.
    pub numbers: Option<RoundTag>,
    /// The Board tag.
    pub board: Option<u32>,
    /// White and Black.
    pub sides: [Side<'a>; 2],
    /// Their results.
    pub outcomes: (Outcome, Outcome),
    /// The place of the game.
    pub sheet: Sheet,
}

impl<'a> Played<'a> {
    /// Reads the tags of a game. Sides have only name, FIDE number and team.
    pub fn of(game: &'a (impl GameTags + ?Sized)) -> Played<'a> {
        let (event, round) = (game.tag("Event").unwrap_or_default(), game.tag("Round").unwrap_or_default());
        let day = |text: Option<Cow<'_, str>>| text.and_then(|text| day::full_day(&text));
        Played {
            event,
            event_day: day(game.tag("EventDate")),
            day: day(game.tag("Date")).or_else(|| day(game.tag("UTCDate"))),
            numbers: RoundTag::parse(&round),
            round: without_blanks(round),
            board: game.tag("Board").and_then(|text| text.trim().parse().ok()),
            sides: [side(game, Colour::White), side(game, Colour::Black)],
            outcomes: outcomes(game),
            sheet: game.sheet(),
        }
    }

    /// Adds rating, title and federation of both sides.
    pub fn with_titles(mut self, game: &'a dyn GameTags) -> Played<'a> {
        for (side, own) in self.sides.iter_mut().zip([
            ["WhiteElo", "WhiteTitle", "WhiteFed", "WhiteTeamCountry"],
            ["BlackElo", "BlackTitle", "BlackFed", "BlackTeamCountry"],
        ]) {
            let [rating, title, federation, country] = own.map(|name| game.tag(name).unwrap_or_default());
            (side.rating, side.title) = (rating, title);
            side.federation = if federation.is_empty() { country } else { federation };
        }
        self
    }
}

fn without_blanks(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trimmed(text)),
        Cow::Owned(text) => Cow::Owned(trimmed(&text).to_owned()),
    }
}

/// The outcome of both sides of a game.
pub fn outcomes(game: &(impl GameTags + ?Sized)) -> (Outcome, Outcome) {
    let written = match game.marker() {
        Some(marker) if marker != "*" => Cow::Borrowed(marker),
        _ => game.tag("Result").unwrap_or(Cow::Borrowed("*")),
    };
    let Some((white, black)) = result::parse(&written) else { return (Outcome::Pending, Outcome::Pending) };
    let forfeit = game.tag("Termination").is_some_and(|text| says_forfeit(&text));
    let side = |outcome| match outcome {
        Outcome::Win if forfeit => Outcome::ForfeitWin,
        Outcome::Loss if forfeit => Outcome::ForfeitLoss,
        outcome => outcome,
    };
    (side(white), side(black))
}

/// Whether a Termination tag means that a player did not come. Games lost on time are played games.
pub(crate) fn says_forfeit(text: &str) -> bool {
    let text = text.to_lowercase();
    let says = |word: &str| text.contains(word);
    ["forfeit", "default", "walkover", "unplayed"].into_iter().any(says) && !says("time")
}

/// One side's name, FIDE number and team.
fn side(game: &(impl GameTags + ?Sized), colour: Colour) -> Side<'_> {
    let [name, fide_id, team] = match colour {
        Colour::White => [game.tag("White"), game.tag("WhiteFideId"), game.tag("WhiteTeam")],
        Colour::Black => [game.tag("Black"), game.tag("BlackFideId"), game.tag("BlackTeam")],
    };
    let mut fide_id = fide_id.unwrap_or_default();
    if !fide_id.bytes().all(|b| b.is_ascii_digit()) {
        fide_id = fide_id.split_whitespace().collect();
    }
    let name = collapsed(name.unwrap_or_default());
    let team = collapsed(team.unwrap_or_default());
    Side { name, fide_id, team, ..Side::default() }
}

/// Builds an event game by game.
#[derive(Debug)]
pub struct Builder {
    event: Event,
    roster: Roster,
    days: Option<(NaiveDate, NaiveDate)>,
    event_day: Option<NaiveDate>,
}

impl Builder {
    /// An event without games.
    pub fn new(file: Arc<str>) -> Builder {
        Builder {
            event: Event::new(file, Format::Pgn),
            roster: Roster::default(),
            days: None,
            event_day: None,
        }
    }

    /// Reserves memory for this many games.
    pub fn reserve(&mut self, games: usize) {
        self.roster.reserve(games);
        self.event.game_days.reserve(games);
    }

    /// The number of players so far.
    pub fn players(&self) -> usize {
        self.roster.len()
    }

    /// Enters the games of a file. With `only`, other Event tags are left out.
    pub fn games_of(&mut self, bytes: &[u8], only: Option<&str>) {
        self.games_from(bytes, Start::default(), only);
    }

    /// Enters the games of a piece of a file. Returns the number of games of the file up to the end of the piece.
    pub fn games_from(&mut self, bytes: &[u8], start: Start, only: Option<&str>) -> u64 {
        let wanted = only.map(|name| collapsed(Cow::Borrowed(name)).to_lowercase());
        each_game_from(bytes, start, |game| {
            let own = || game.tag("Event").map(|name| collapsed(name).to_lowercase()).unwrap_or_default();
            if wanted.as_ref().is_none_or(|wanted| *wanted == own()) {
                self.game(game);
            }
        })
    }

    /// Enters one game.
    pub fn game(&mut self, game: &dyn GameTags) {
        self.played(&Played::of(game).with_titles(game));
    }

    /// Enters a game whose tags have been read.
    pub fn played(&mut self, game: &Played<'_>) {
        if self.event.name.is_empty() {
            self.event.name = collapsed(Cow::Borrowed(&game.event)).into_owned();
        }
        let file = u32::try_from(self.event.files.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let sheet = Sheet { file, ..game.sheet };
        self.date(game, sheet);
        let [white, black] = &game.sides;
        let mut place = BoardPlace { line: sheet.line, sheet: Some(sheet), ..BoardPlace::default() };
        match game.numbers {
            Some(tag) => {
                place.round = tag.round;
                place.board = tag.third.or(tag.second);
                place.label = Some((*game.round).into());
            }
            None => place.round = self.roster.next_round(white, black, &place),
        }
        place.board = game.board.or(place.board);
        self.roster.enter(white, black, bye_outcomes(white, black, game.outcomes), &place);
    }

    /// Declares that the next games are in another file of the same event.
    pub fn next_file(&mut self, file: Arc<str>) {
        if self.event.files.last() != Some(&file) {
            self.event.files.push(file);
        }
    }

    fn date(&mut self, game: &Played<'_>, sheet: Sheet) {
        self.event_day = self.event_day.or(game.event_day);
        if let Some(day) = game.day {
            self.event.game_days.push((sheet, day));
            let (first, last) = self.days.unwrap_or((day, day));
            self.days = Some((first.min(day), last.max(day)));
        }
    }

    /// Returns the event.
    pub fn finish(mut self) -> Event {
        self.roster.finish(&mut self.event);
        self.event.first_day = self.event_day.or(self.days.map(|(first, _)| first));
        self.event.last_day = self.days.map(|(_, last)| last);
        self.event
    }
}

/// Turns the result of a game without an opponent into the bye with the same points.
pub(crate) fn bye_outcomes(white: &Side<'_>, black: &Side<'_>, of: (Outcome, Outcome)) -> (Outcome, Outcome) {
    let bye = |outcome: Outcome| match outcome {
        Outcome::Win | Outcome::ForfeitWin => Outcome::PairingBye,
        Outcome::Draw => Outcome::HalfBye,
        Outcome::Loss | Outcome::ForfeitLoss | Outcome::Pending => Outcome::ZeroBye,
        other => other,
    };
    match (white.is_bye(), black.is_bye()) {
        (false, true) => (bye(of.0), of.1),
        (true, false) => (of.0, bye(of.1)),
        _ => of,
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A reader of tags for tests: no moves, one block of tags per game, separated by blank lines.
    pub(crate) struct Tags {
        pub(crate) tags: Vec<(String, String)>,
        pub(crate) sheet: Sheet,
    }

    impl GameTags for Tags {
        fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
            self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| Cow::Borrowed(value.as_str()))
        }

        fn marker(&self) -> Option<&str> {
            None
        }

        fn sheet(&self) -> Sheet {
            self.sheet
        }
    }

    /// A game from `name value` pairs.
    pub(crate) fn game(number: u64, tags: &[(&str, &str)]) -> Tags {
        let tags = tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Tags { tags, sheet: Sheet { file: 0, game: number, line: number * 10, offset: 0, length: 0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::game;
    use super::*;

    fn event(games: &[&[(&str, &str)]]) -> Event {
        let mut builder = Builder::new("test.pgn".into());
        (1..).zip(games).for_each(|(number, tags)| builder.game(&game(number, tags)));
        builder.finish()
    }

    #[test]
    fn players_are_found_by_fide_number_then_by_name() {
        let event = event(&[
            &[
                ("White", "Roe, Jane"),
                ("Black", "Doe, John"),
                ("WhiteFideId", "99"),
                ("Round", "1.1"),
                ("Result", "1-0"),
            ],
            &[
                ("White", "Doe,  John"),
                ("Black", "Roe, J."),
                ("BlackFideId", "99"),
                ("Round", "2.1"),
                ("Result", "*"),
            ],
        ]);
        assert_eq!(event.players.iter().map(|p| (p.no, p.cells.len())).collect::<Vec<_>>(), [(1, 2), (2, 2)]);
        assert_eq!(event.players[0].cells[1].outcome, Outcome::Pending);
        assert_eq!(event.sightings.len(), 3);
    }

    #[test]
    fn a_forfeit_is_said_in_words_or_in_the_result() {
        let result = |tags: &[(&str, &str)]| outcomes(&game(1, tags));
        let forfeit = (Outcome::ForfeitWin, Outcome::ForfeitLoss);
        assert_eq!(result(&[("Result", "1-0"), ("Termination", "Unplayed: default")]), forfeit);
        assert_eq!(result(&[("Result", "+/-")]), forfeit);
        assert_eq!(
            result(&[("Result", "1-0"), ("Termination", "time forfeit")]),
            (Outcome::Win, Outcome::Loss)
        );
        assert_eq!(result(&[("Result", "1-0")]), (Outcome::Win, Outcome::Loss));
    }

    #[test]
    fn a_bye_is_a_game_against_nobody() {
        let event = event(&[&[("White", "Roe"), ("Black", "BYE"), ("Round", "1"), ("Result", "1-0")]]);
        assert_eq!(event.players[0].cells[0].outcome, Outcome::PairingBye);
        assert_eq!(event.players.len(), 1);
    }

    #[test]
    fn rounds_by_their_tags() {
        assert_eq!(RoundTag::parse("3.1.2"), Some(RoundTag { round: 3, second: Some(1), third: Some(2) }));
        assert_eq!(RoundTag::parse("-"), None);
        assert_eq!(RoundTag::parse("?"), None);
        assert_eq!(RoundTag::parse(".2"), None);
        for text in ["12", "3.", "3..2", "0.1", "9999.70", "10000", "1.2.3.4", ".1", "", "."] {
            assert_eq!(
                plain_numbers(text.as_bytes()).unwrap_or_else(|| numbers(text)),
                numbers(text),
                "{text}"
            );
        }
    }
}
