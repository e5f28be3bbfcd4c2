//! What an event needs of a game, taken out of its text: kept until the event is complete.

use std::borrow::Cow;

use chrono::NaiveDate;

use super::model::Sheet;
use super::outcome::Outcome;
use super::pgn::{GameTags, Played, RoundTag};
use super::roster::Side;

/// Texts that are kept: the event, the round, and of each side name, FIDE number and team.
const TEXTS: usize = 8;
/// Places of the names among them.
const WHITE: usize = 2;
const BLACK: usize = 5;

/// One game, its texts in one string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    text: String,
    /// Where the key ends, which is the first in it.
    key_end: usize,
    /// Where the texts end, each behind the last.
    ends: [u32; TEXTS],
    event_day: Option<NaiveDate>,
    day: Option<NaiveDate>,
    numbers: RoundTag,
    board: Option<u32>,
    outcomes: (Outcome, Outcome),
    /// Where the game stands.
    pub place: Sheet,
    /// Checks that the game's comments silence.
    pub silenced: Vec<&'static str>,
}

impl Heading {
    /// Takes what is needed of a game; nothing where its Round tag holds no number, or no tag says which event it is of.
    pub fn of(game: &impl GameTags, silenced: Vec<&'static str>) -> Option<Heading> {
        let round = game.tag("Round")?;
        let numbers = RoundTag::parse(&round)?;
        let event = game.tag("Event")?;
        if matches!(event.trim(), "" | "?" | "-") {
            return None;
        }
        let played = Played::of_round(game, event, Some(numbers), round);
        let [white, black] = &played.sides;
        let texts: [&str; TEXTS] = [
            &played.event,
            &played.round,
            &white.name,
            &white.fide_id,
            &white.team,
            &black.name,
            &black.fide_id,
            &black.team,
        ];
        let length = texts.iter().map(|text| text.len()).sum::<usize>();
        let mut text = String::with_capacity(length + played.event.len() + 32);
        add_key(game, &played.event, &mut text);
        let key_end = text.len();
        let ends = texts.map(|one| {
            text.push_str(one);
            u32::try_from(text.len()).unwrap_or(u32::MAX)
        });
        Some(Heading {
            text,
            key_end,
            ends,
            event_day: played.event_day,
            day: played.day,
            numbers,
            board: played.board,
            outcomes: played.outcomes,
            place: played.sheet,
            silenced,
        })
    }

    /// What games of one event have in common: Event, Site, Section, and EventDate or the year, in lower case.
    pub fn key(&self) -> &str {
        self.text.get(..self.key_end).unwrap_or_default()
    }

    /// The names of White and Black.
    pub fn names(&self) -> [&str; 2] {
        let end = |i: usize| self.ends.get(i).map_or(0, |end| *end as usize);
        [WHITE, BLACK].map(|i| self.text.get(end(i - 1)..end(i)).unwrap_or_default())
    }

    /// The game as its event sees it; without ratings, titles and federations.
    pub fn played(&self) -> Played<'_> {
        let (mut start, mut ends) = (self.key_end, self.ends.iter());
        let mut next = || {
            let end = ends.next().map_or(start, |end| *end as usize);
            let text = self.text.get(start..end).unwrap_or_default();
            start = end;
            Cow::Borrowed(text)
        };
        let (event, round) = (next(), next());
        let mut side = || Side { name: next(), fide_id: next(), team: next(), ..Side::default() };
        Played {
            event,
            event_day: self.event_day,
            day: self.day,
            round,
            numbers: Some(self.numbers),
            board: self.board,
            sides: [side(), side()],
            outcomes: self.outcomes,
            sheet: self.place,
        }
    }
}

/// Adds the key of a game.
fn add_key(game: &impl GameTags, event: &str, key: &mut String) {
    let (site, section) = (game.tag("Site"), game.tag("Section"));
    for text in [event, &site.unwrap_or_default(), &section.unwrap_or_default()] {
        add_lower(text, key);
        key.push('\0');
    }
    let day = game.tag("EventDate").unwrap_or_default();
    if day.trim().is_empty() || day.contains('?') {
        let day = game.tag("Date").unwrap_or_default();
        add_lower(day.trim().get(..4).unwrap_or_default(), key);
    } else {
        add_lower(&day, key);
    }
}

fn add_lower(text: &str, out: &mut String) {
    let (text, start) = (text.trim(), out.len());
    if text.is_ascii() {
        out.push_str(text);
        out.get_mut(start..).unwrap_or_default().make_ascii_lowercase();
    } else {
        out.push_str(&text.to_lowercase());
    }
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
            ("BlackTeam", "North"),
            ("BlackFideId", "9 9"),
            ("Result", "1/2-1/2"),
        ];
        let game = game(7, &tags);
        let heading = Heading::of(&game, Vec::new()).unwrap();
        assert_eq!(format!("{:?}", heading.played()), format!("{:?}", Played::of(&game)));
        assert_eq!(heading.key(), ["spring open", "żory", "", "2024"].join("\0"));
        assert_eq!(heading.played().sides.map(|side| side.name), ["Doe, Jane", ""]);
    }

    #[test]
    fn a_game_without_a_round_or_an_event_has_none() {
        let heading = |tags: &[(&str, &str)]| Heading::of(&game(1, tags), Vec::new());
        assert!(heading(&[("Event", "Spring Open"), ("Round", "-")]).is_none());
        assert!(heading(&[("Event", "?"), ("Round", "1")]).is_none());
        assert!(heading(&[("Round", "1")]).is_none());
    }
}
