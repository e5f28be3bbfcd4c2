//! The tags that an event needs of a game, kept as text. They are interpreted only when the games with the same header
//! turn out to be an event.

use std::borrow::Cow;

use chrono::{Datelike, NaiveDate};

use super::day::full_day;
use super::model::Sheet;
use super::pgn::{GameTags, Played, RoundTag};
use super::roster::collapsed;
use super::text::trimmed;
use crate::fingerprint::{Hasher128, Key};

/// Number of texts kept per game: the values of tags, and the termination marker.
const TEXTS: usize = 15;
/// Bytes kept of each text: enough for every name, but few enough to hold many games in memory, whatever their tags are.
const LONGEST: usize = 4 << 10;
const _: () = assert!(TEXTS * LONGEST <= u16::MAX as usize, "all of them are counted by 16 bits");
/// Indices of some of the texts.
const EVENT: usize = 0;
const ROUND: usize = 1;
const WHITE: usize = 2;
const BLACK: usize = 3;
const MARKER: usize = 14;

/// The index of a tag's text, in the order in which [`Headers::push`] writes them.
#[inline(always)]
fn place_of(tag: &str) -> Option<usize> {
    Some(match tag {
        "Event" => EVENT,
        "Round" => ROUND,
        "White" => WHITE,
        "Black" => BLACK,
        "EventDate" => 4,
        "Date" => 5,
        "UTCDate" => 6,
        "Board" => 7,
        "WhiteFideId" => 8,
        "WhiteTeam" => 9,
        "BlackFideId" => 10,
        "BlackTeam" => 11,
        "Result" => 12,
        "Termination" => 13,
        _ => return None,
    })
}

/// The tags that identify a game in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names<'t> {
    /// Tag Event. Like the others, empty if it is absent.
    pub event: &'t str,
    /// Tag Round.
    pub round: &'t str,
    /// Tag White.
    pub white: &'t str,
    /// Tag Black.
    pub black: &'t str,
}

/// The position of a game's texts in a string shared with other games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameHeader {
    start: u32,
    /// The end of each text, relative to `start`; absent texts are empty.
    ends: [u16; TEXTS],
    /// The place of the game.
    pub place: Sheet,
    /// Checks silenced by comments in the game.
    pub silenced: Box<[&'static str]>,
}

/// What of a header is read for every game when games are put into their events: small, and apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heading {
    /// Fingerprint of what the games of one event share: Event, Site, Section, and EventDate or the year, in lower case.
    pub key: Key,
    /// The bytes of memory that the header takes with its texts; 0 if the game can belong to no event: it needs a round number and an
    /// Event tag with a name.
    pub bytes: u32,
    /// One more than the index of its [`TurnOfYear`]; 0 if it has none. Few games have one.
    turn: u32,
    /// Hashes of the names of White and Black, with single blanks; 0 if the game can belong to no event.
    pub players: [u32; 2],
}

impl Heading {
    /// Whether the game can belong to an event.
    pub fn is_of_event(&self) -> bool {
        self.bytes > 0
    }
}

const _: () = assert!(size_of::<Heading>() == 32, "two of them fill a cache line");

/// The headers of games, and the string that holds their texts.
#[derive(Debug, Clone, Default)]
pub struct Headers {
    /// The headers.
    pub all: Vec<GameHeader>,
    /// One for each header.
    pub headings: Vec<Heading>,
    /// Where the year is part of the key: what the games of December and January may belong to instead.
    turns: Vec<TurnOfYear>,
    /// Their texts.
    pub texts: String,
    /// Games of the file before those that the headers count: to be added to their numbers. So nobody has to touch them all.
    pub games_before: u64,
}

impl Headers {
    /// No headers, with room for `games` headers and `texts` bytes of text.
    pub fn with_capacity(games: usize, texts: usize) -> Headers {
        Headers {
            all: Vec::with_capacity(games),
            headings: Vec::with_capacity(games),
            texts: String::with_capacity(texts),
            ..Headers::default()
        }
    }

    /// Adds the names of a game, and if `of_event` also the other tags that an event needs.
    #[inline]
    pub fn push(&mut self, game: &impl GameTags, of_event: bool, silenced: Vec<&'static str>) {
        let (header, of_event) = GameHeader::write(game, of_event, silenced, &mut self.texts);
        let mut heading = Heading::default();
        if let Some(OfEvent { key, turn }) = of_event {
            let name = |at| name_hash(header.text(&self.texts, at));
            let bytes = (size_of::<GameHeader>() + header.texts_len()) as u32;
            heading = Heading { key, bytes, turn: 0, players: [name(WHITE), name(BLACK)] };
            self.add_turn(&mut heading, turn);
        }
        self.headings.push(heading);
        self.all.push(header);
    }

    fn add_turn(&mut self, heading: &mut Heading, turn: Option<TurnOfYear>) {
        self.turns.extend(turn);
        heading.turn = turn.and(u32::try_from(self.turns.len()).ok()).unwrap_or_default();
    }

    /// What a game of the turn of the year may belong to instead.
    pub fn turn_of_year(&self, heading: &Heading) -> Option<TurnOfYear> {
        self.turns.get((heading.turn as usize).checked_sub(1)?).copied()
    }

    /// A header with its texts.
    #[inline]
    pub fn get(&self, at: usize) -> Option<Kept<'_>> {
        let header = self.all.get(at)?;
        Some(Kept { header, texts: &self.texts, games_before: self.games_before })
    }

    /// All headers with their texts.
    pub fn iter(&self) -> impl Iterator<Item = Kept<'_>> {
        (0..self.all.len()).filter_map(|at| self.get(at))
    }

    /// Copies a header of others, with its texts.
    pub fn copy(&mut self, others: &Headers, at: usize) {
        if let Some(header) = others.get(at) {
            let mut copy = header.header.copy_to(&others.texts, &mut self.texts);
            copy.place.game = header.place().game.saturating_sub(self.games_before);
            self.all.push(copy);
            let mut heading = others.headings.get(at).copied().unwrap_or_default();
            let turn = others.turn_of_year(&heading);
            self.add_turn(&mut heading, turn);
            self.headings.push(heading);
        }
    }

    /// Gives back memory that is not needed.
    pub fn shrink(&mut self) {
        self.all.shrink_to_fit();
        self.headings.shrink_to_fit();
        self.turns.shrink_to_fit();
        self.texts.shrink_to_fit();
    }

    /// The bytes of memory that they take.
    pub fn bytes(&self) -> usize {
        let headers = self.all.capacity() * size_of::<GameHeader>();
        let headings = self.headings.capacity() * size_of::<Heading>();
        headers + headings + self.turns.capacity() * size_of::<TurnOfYear>() + self.texts.capacity()
    }
}

/// A game of December or January, whose event may have begun in the year before or end in the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnOfYear {
    /// The key of the event in that other year.
    pub key: Key,
    /// The day of the game.
    pub day: NaiveDate,
}

/// Appends texts to a string and records their ends.
struct Writer<'t> {
    texts: &'t mut String,
    start: usize,
    ends: [u16; TEXTS],
    count: usize,
}

impl Writer<'_> {
    #[inline(always)]
    fn push(&mut self, text: &str) {
        self.texts.push_str(if text.len() > LONGEST { first_part(text) } else { text });
        self.end();
    }

    /// Adds the value of a tag.
    #[inline(always)]
    fn tag(&mut self, value: Option<Cow<'_, str>>) {
        match value {
            Some(value) => self.push(&value),
            None => self.end(),
        }
    }

    /// Records the end of the current text.
    fn end(&mut self) {
        if let Some(end) = self.ends.get_mut(self.count) {
            *end = u16::try_from(self.texts.len() - self.start).unwrap_or(u16::MAX);
        }
        self.count += 1;
    }

    fn text(&self, at: usize) -> &str {
        text_at(self.texts.get(self.start..).unwrap_or_default(), &self.ends, at)
    }
}

/// The first [`LONGEST`] bytes, cut at a character boundary.
#[cold]
fn first_part(text: &str) -> &str {
    text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default()
}

#[inline]
fn text_at<'t>(texts: &'t str, ends: &[u16; TEXTS], at: usize) -> &'t str {
    let end = |at: usize| ends.get(at).map_or(0, |end| usize::from(*end));
    texts.get(at.checked_sub(1).map_or(0, end)..end(at)).unwrap_or_default()
}

/// What puts a game into an event.
struct OfEvent {
    key: Key,
    turn: Option<TurnOfYear>,
}

impl GameHeader {
    /// Appends the names of a game to `texts`, and if `of_event` also the other tags that an event needs.
    #[inline]
    fn write(
        game: &impl GameTags,
        of_event: bool,
        silenced: Vec<&'static str>,
        texts: &mut String,
    ) -> (GameHeader, Option<OfEvent>) {
        let start = texts.len();
        let mut writer = Writer { texts, start, ends: [0; TEXTS], count: 0 };
        let event = game.tag("Event").unwrap_or_default();
        writer.push(&event);
        writer.tag(game.tag("Round"));
        writer.tag(game.tag("White"));
        writer.tag(game.tag("Black"));
        let of_event = of_event && RoundTag::parse(writer.text(ROUND)).is_some() && says_event(&event);
        let of_event = of_event.then(|| {
            let event_day = game.tag("EventDate").unwrap_or_default();
            let day = game.tag("Date").unwrap_or_default();
            writer.push(&event_day);
            writer.push(&day);
            writer.tag(game.tag("UTCDate"));
            writer.tag(game.tag("Board"));
            writer.tag(game.tag("WhiteFideId"));
            writer.tag(game.tag("WhiteTeam"));
            writer.tag(game.tag("BlackFideId"));
            writer.tag(game.tag("BlackTeam"));
            writer.tag(game.tag("Result"));
            writer.tag(game.tag("Termination"));
            writer.push(game.marker().unwrap_or_default());
            let [site, section] =
                [game.tag("Site").unwrap_or_default(), game.tag("Section").unwrap_or_default()];
            let common = [&*event, &site, &section];
            OfEvent {
                key: event_key(common, &event_day, &day),
                turn: beside_new_year(common, &event_day, &day),
            }
        });
        let ends = writer.ends;
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let header = GameHeader { start, ends, place: game.sheet(), silenced: silenced.into() };
        (header, of_event)
    }

    /// The bytes of its texts.
    fn texts_len(&self) -> usize {
        self.ends.get(MARKER).map_or(0, |end| usize::from(*end))
    }

    /// Copies the texts to the end of another string, and returns the header for that string.
    fn copy_to(&self, from: &str, to: &mut String) -> GameHeader {
        let end = self.texts_len();
        let own = from.get(self.start as usize..).and_then(|own| own.get(..end)).unwrap_or_default();
        let start = u32::try_from(to.len()).unwrap_or(u32::MAX);
        to.push_str(own);
        GameHeader { start, silenced: self.silenced.clone(), ..*self }
    }

    #[inline]
    fn text<'t>(&self, texts: &'t str, at: usize) -> &'t str {
        text_at(texts.get(self.start as usize..).unwrap_or_default(), &self.ends, at)
    }
}

/// A header with the string that holds its texts.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'t> {
    header: &'t GameHeader,
    texts: &'t str,
    games_before: u64,
}

impl<'t> Kept<'t> {
    /// The place of the game, with its number in the file.
    pub fn place(&self) -> Sheet {
        let place = self.header.place;
        Sheet { game: place.game + self.games_before, ..place }
    }

    /// Checks silenced by comments in the game.
    pub fn silenced(&self) -> &'t [&'static str] {
        &self.header.silenced
    }

    /// The names of the game.
    pub fn names(&self) -> Names<'t> {
        let text = |at| self.header.text(self.texts, at);
        Names { event: text(EVENT), round: text(ROUND), white: text(WHITE), black: text(BLACK) }
    }

    /// The interpreted tags, without ratings, titles and federations.
    pub fn played(&self) -> Played<'_> {
        Played::of(self)
    }
}

impl GameTags for Kept<'_> {
    #[inline(always)]
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let text = self.header.text(self.texts, place_of(name)?);
        Some(text).filter(|text| !text.is_empty()).map(Cow::Borrowed)
    }

    fn marker(&self) -> Option<&str> {
        Some(self.header.text(self.texts, MARKER)).filter(|marker| !marker.is_empty())
    }

    fn sheet(&self) -> Sheet {
        self.place()
    }
}

/// Whether an Event tag has a name in it.
fn says_event(value: &str) -> bool {
    !matches!(trimmed(value), "" | "?" | "-")
}

/// A hash of a name with single blanks. Different names may share one.
fn name_hash(name: &str) -> u32 {
    let mut fingerprint = Hasher128::new();
    fingerprint.bytes(collapsed(Cow::Borrowed(name)).as_bytes());
    fingerprint.key().halves().1 as u32
}

/// Fingerprint of `common` and the first day of the event, or the year of the game if that day is unknown.
fn event_key(common: [&str; 3], event_day: &str, day: &str) -> Key {
    let mut fingerprint = Hasher128::new();
    for text in common {
        fingerprint.lower_case(trimmed(text));
    }
    let event_day = trimmed(event_day);
    if is_unknown(event_day) {
        fingerprint.lower_case(trimmed(day).get(..4).unwrap_or_default().trim_end());
    } else {
        fingerprint.lower_case(event_day);
    }
    fingerprint.key()
}

fn is_unknown(event_day: &str) -> bool {
    event_day.is_empty() || event_day.contains('?')
}

/// The key that a game of December would have in the next year, or one of January in the year before.
fn beside_new_year(common: [&str; 3], event_day: &str, day: &str) -> Option<TurnOfYear> {
    if !is_unknown(trimmed(event_day)) {
        return None;
    }
    let day = full_day(day)?;
    let year = match day.month() {
        1 => day.year() - 1,
        12 => day.year() + 1,
        _ => return None,
    };
    Some(TurnOfYear { key: event_key(common, "", &format!("{year:04}")), day })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::pgn::testing::game;
    use super::*;

    #[test]
    fn a_heading_says_what_the_game_said() {
        let tags = [
            ("Event", " Spring Open"),
            ("Site", "Żory"),
            ("Round", " 2.1 "),
            ("White", "Doe,  Jane"),
            ("Date", "2024.02.??"),
            ("EventDate", "2024.02.03"),
            ("Board", "7"),
            ("BlackTeam", "North"),
            ("BlackFideId", "9 9"),
            ("Result", "1/2-1/2"),
        ];
        let game = game(7, &tags);
        let mut headers = Headers { texts: "before".to_owned(), ..Headers::default() };
        headers.push(&game, true, Vec::new());
        let header = headers.get(0).unwrap();
        assert!(headers.headings[0].is_of_event());
        assert_eq!(format!("{:?}", header.played()), format!("{:?}", Played::of(&game)));
        assert_eq!(headers.headings[0].key, event_key(["spring open", "Żory", ""], " 2024.02.03", "2023"));
        assert_eq!(event_key(["", "", ""], "????", "2024.02.05"), event_key(["", "", ""], "", "2024"));
        assert_eq!(headers.headings[0].players, [name_hash("Doe, Jane"), name_hash("")]);
        let names = Names { event: " Spring Open", round: " 2.1 ", white: "Doe,  Jane", black: "" };
        assert_eq!(header.names(), names);
        let mut kept = Headers { texts: "others".to_owned(), ..Headers::default() };
        kept.copy(&headers, 0);
        assert_eq!(format!("{:?}", kept.get(0).unwrap().played()), format!("{:?}", Played::of(&game)));
        headers.games_before = 100;
        kept.copy(&headers, 0);
        assert_eq!([kept.get(1).unwrap().place().game, headers.get(0).unwrap().place().game], [107, 107]);
    }

    #[test]
    fn of_a_long_text_the_first_part_is_kept() {
        let long = "é".repeat(LONGEST);
        let tags =
            [("Event", "Open"), ("Round", "1"), ("White", long.as_str()), ("Black", "Doe"), ("Board", "3")];
        let odd = format!("a{long}");
        let mut headers = Headers::default();
        headers.push(&game(1, &tags), true, Vec::new());
        headers.push(&game(2, &[("White", odd.as_str())]), true, Vec::new());
        let names = [0, 1].map(|at| headers.get(at).unwrap().names());
        assert_eq!((names[0].white, names[0].black), (&long[..LONGEST], "Doe"));
        assert_eq!(names[1].white, &odd[..LONGEST - 1]);
    }

    #[test]
    fn a_game_without_a_round_or_an_event_is_of_none() {
        let of_event = |tags: &[(&str, &str)]| {
            GameHeader::write(&game(1, tags), true, Vec::new(), &mut String::new()).1.is_some()
        };
        assert!(!of_event(&[("Event", "Spring Open"), ("Round", "-")]));
        assert!(!of_event(&[("Event", "?"), ("Round", "1")]));
        assert!(!of_event(&[("Round", "1")]));
        assert!(of_event(&[("Event", "Spring Open"), ("Round", "1")]));
    }
}
