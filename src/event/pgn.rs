//! An event from the tags of its games.

use std::borrow::Cow;
use std::sync::Arc;

use chrono::NaiveDate;

use super::day;
use super::model::{Event, Format, Sheet};
use super::outcome::Outcome;
use super::result;
use super::roster::{Place, Roster, Side, collapsed};

/// What the event needs to know of a game.
pub trait GameTags {
    /// The value of a tag, escapes undone.
    fn tag(&self, name: &str) -> Option<Cow<'_, str>>;
    /// The termination marker, as written.
    fn marker(&self) -> Option<&str>;
    /// Where the game stands.
    fn sheet(&self) -> Sheet;
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
    /// Reads the tag; nothing where it holds no round number.
    pub fn parse(text: &str) -> Option<RoundTag> {
        let mut parts = text.trim().split('.').map(|part| part.trim().parse::<u32>().ok());
        let round = parts.next()??;
        let (second, third) = (parts.next().flatten(), parts.next().flatten());
        (1..=9999).contains(&round).then_some(RoundTag { round, second, third })
    }
}

/// The outcome of both sides of a game.
pub fn outcomes(game: &dyn GameTags) -> (Outcome, Outcome) {
    let tag = game.tag("Result");
    let marker = game.marker().filter(|text| *text != "*" || tag.is_none());
    let written = marker.map(Cow::Borrowed).or(tag).unwrap_or(Cow::Borrowed("*"));
    let Some((white, black)) = result::parse(&written) else { return (Outcome::Pending, Outcome::Pending) };
    let forfeit = game.tag("Termination").is_some_and(|text| says_forfeit(&text));
    let side = |outcome| match outcome {
        Outcome::Win if forfeit => Outcome::ForfeitWin,
        Outcome::Loss if forfeit => Outcome::ForfeitLoss,
        outcome => outcome,
    };
    (side(white), side(black))
}

/// A termination in words that means that somebody did not come; time forfeits are played games.
pub(crate) fn says_forfeit(text: &str) -> bool {
    let text = text.to_lowercase();
    let says = |word: &str| text.contains(word);
    ["forfeit", "default", "walkover", "unplayed"].into_iter().any(says) && !says("time")
}

/// One side as its tags name it.
pub fn side(game: &dyn GameTags, colour: &str) -> Side {
    let tag = |what: &str| game.tag(&format!("{colour}{what}")).map(Cow::into_owned).unwrap_or_default();
    let federation = match tag("Fed") {
        fed if fed.is_empty() => tag("TeamCountry"),
        fed => fed,
    };
    Side {
        name: tag(""),
        no: None,
        fide_id: tag("FideId").chars().filter(|c| !c.is_whitespace()).collect(),
        rating: tag("Elo"),
        title: tag("Title"),
        federation,
        team: collapsed(&tag("Team")),
    }
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
        Builder { event: Event::new(file, Format::Pgn), roster: Roster::default(), days: None, event_day: None }
    }

    /// Games so far name this many players.
    pub fn players(&self) -> usize {
        self.roster.len()
    }

    /// Enters one game.
    pub fn game(&mut self, game: &dyn GameTags) {
        if self.event.name.is_empty() {
            self.event.name = game.tag("Event").map(|name| collapsed(&name)).unwrap_or_default();
        }
        self.date(game);
        let (white, black) = (side(game, "White"), side(game, "Black"));
        let sheet = game.sheet();
        let mut place = Place { line: sheet.line, sheet: Some(sheet), ..Place::default() };
        let written = game.tag("Round").unwrap_or(Cow::Borrowed(""));
        match RoundTag::parse(&written) {
            Some(tag) => {
                place.round = tag.round;
                place.board = tag.third.or(tag.second);
                place.label = Some(written.trim().into());
            }
            None => place.round = self.roster.next_round(&white, &black, &place),
        }
        if let Some(board) = game.tag("Board").and_then(|text| text.trim().parse().ok()) {
            place.board = Some(board);
        }
        self.roster.enter(&white, &black, bye_outcomes(&white, &black, outcomes(game)), &place);
    }

    fn date(&mut self, game: &dyn GameTags) {
        let tag = |name: &str| game.tag(name).and_then(|text| day::full_day(&text));
        self.event_day = self.event_day.or_else(|| tag("EventDate"));
        if let Some(day) = tag("Date").or_else(|| tag("UTCDate")) {
            let (first, last) = self.days.unwrap_or((day, day));
            self.days = Some((first.min(day), last.max(day)));
        }
    }

    /// The event.
    pub fn finish(mut self) -> Event {
        self.roster.finish(&mut self.event);
        self.event.first_day = self.event_day.or(self.days.map(|(first, _)| first));
        self.event.last_day = self.days.map(|(_, last)| last);
        self.event
    }
}

/// A game against nobody is a bye of what it gave.
pub(crate) fn bye_outcomes(white: &Side, black: &Side, of: (Outcome, Outcome)) -> (Outcome, Outcome) {
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

    /// A reader of tags for tests: no moves, one game a blank-separated block of tags.
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
        Tags { tags, sheet: Sheet { game: number, line: number * 10, offset: 0, length: 0 } }
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
            &[("White", "Roe, Jane"), ("Black", "Doe, John"), ("WhiteFideId", "99"), ("Round", "1.1"), ("Result", "1-0")],
            &[("White", "Doe,  John"), ("Black", "Roe, J."), ("BlackFideId", "99"), ("Round", "2.1"), ("Result", "*")],
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
        assert_eq!(result(&[("Result", "1-0"), ("Termination", "time forfeit")]), (Outcome::Win, Outcome::Loss));
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
    }
}
