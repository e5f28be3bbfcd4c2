//! What an event needs of a game, taken out of its text: kept until the event is complete.

use std::borrow::Cow;

use super::model::Sheet;
use super::pgn::{GameTags, RoundTag};

/// The tags that are kept, in the order in which they are kept.
const KEPT: [&str; 16] = [
    "Event",
    "Site",
    "Section",
    "EventDate",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "Termination",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeam",
    "BlackTeam",
    "Board",
    "UTCDate",
];

/// The tags that say of which event a game is: Event, Site, Section, and EventDate with Date.
const OF_EVENT: usize = 5;

/// The tags and the marker of one game, in one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    text: String,
    /// Where the values end, each behind the last; an absent tag is empty.
    ends: [u32; KEPT.len()],
    /// Which tags are there.
    present: u32,
    has_marker: bool,
    /// Where the game stands.
    pub place: Sheet,
    /// Checks that the game's comments silence.
    pub silenced: Vec<&'static str>,
}

impl Heading {
    /// Takes what is needed of a game; nothing where its Round tag holds no number, or no tag says which event it is of.
    pub fn of(game: &dyn GameTags, silenced: Vec<&'static str>) -> Option<Heading> {
        RoundTag::parse(&game.tag("Round")?)?;
        let values = KEPT.map(|name| game.tag(name));
        let event = values.first().and_then(Option::as_deref).unwrap_or_default();
        if matches!(event.trim(), "" | "?" | "-") {
            return None;
        }
        let length = values.iter().flatten().map(|value| value.len()).sum::<usize>();
        let (mut text, mut ends, mut present) = (String::with_capacity(length + 8), [0; KEPT.len()], 0);
        for ((at, value), end) in values.iter().enumerate().zip(&mut ends) {
            if let Some(value) = value {
                text.push_str(value);
                present |= 1 << at;
            }
            *end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        }
        let marker = game.marker();
        text.push_str(marker.unwrap_or_default());
        let (has_marker, place) = (marker.is_some(), game.sheet());
        Some(Heading { text, ends, present, has_marker, place, silenced })
    }

    fn value(&self, at: usize) -> &str {
        let end = |at: usize| self.ends.get(at).map_or(self.text.len(), |end| *end as usize);
        let start = if at == 0 { 0 } else { end(at - 1) };
        self.text.get(start..end(at)).unwrap_or_default()
    }

    /// Are two games of one event by every letter of their tags?
    pub fn is_beside(&self, other: &Heading) -> bool {
        (0..OF_EVENT).all(|at| self.value(at) == other.value(at))
    }
}

impl GameTags for Heading {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let at = KEPT.iter().position(|kept| *kept == name)?;
        (self.present & (1 << at) != 0).then(|| Cow::Borrowed(self.value(at)))
    }

    fn marker(&self) -> Option<&str> {
        self.has_marker.then(|| self.value(KEPT.len()))
    }

    fn sheet(&self) -> Sheet {
        self.place
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::pgn::testing::game;
    use super::*;

    #[test]
    fn a_heading_says_what_the_game_said() {
        let tags = [("Event", "Spring Open"), ("Round", "2.1"), ("White", "Doe"), ("BlackTeam", "")];
        let heading = Heading::of(&game(7, &tags), Vec::new()).unwrap();
        assert_eq!(heading.tag("Event").as_deref(), Some("Spring Open"));
        assert_eq!((heading.tag("BlackTeam").as_deref(), heading.tag("Site")), (Some(""), None));
        assert_eq!((heading.marker(), heading.sheet().game), (None, 7));
        assert!(Heading::of(&game(1, &[("Event", "Spring Open"), ("Round", "-")]), Vec::new()).is_none());
        assert!(Heading::of(&game(1, &[("Event", "?"), ("Round", "1")]), Vec::new()).is_none());
    }
}
