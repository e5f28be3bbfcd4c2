//! The players of an event, collected game by game. A player is identified by starting number, FIDE number or name.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::model::{Cell, Event, Player, Sheet, Sighting};
use super::outcome::{Colour, Outcome};

/// One side of a game, as the source names it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Side<'a> {
    /// Name, with single blanks.
    pub name: Cow<'a, str>,
    /// Starting number, if the source gives one.
    pub no: Option<u32>,
    /// FIDE number.
    pub fide_id: Cow<'a, str>,
    /// Rating, as written.
    pub rating: Cow<'a, str>,
    /// Title.
    pub title: Cow<'a, str>,
    /// Federation.
    pub federation: Cow<'a, str>,
    /// Team.
    pub team: Cow<'a, str>,
}

impl Side<'_> {
    /// Whether there is no player: an empty name, or `bye` without a FIDE number.
    pub fn is_bye(&self) -> bool {
        self.name.is_empty() || (self.name.eq_ignore_ascii_case("bye") && self.fide_id.trim().is_empty())
    }
}

/// Round and position of a game.
#[derive(Debug, Clone, Default)]
pub struct BoardPlace {
    /// Round, from 1.
    pub round: u32,
    /// The round as written, if that is more than a number.
    pub label: Option<Arc<str>>,
    /// Board.
    pub board: Option<u32>,
    /// Line of the record.
    pub line: u64,
    /// The game.
    pub sheet: Option<Sheet>,
}

/// Collects players and their cells.
#[derive(Debug, Default)]
pub struct Roster {
    players: Vec<Player>,
    sightings: Vec<Sighting>,
    by_no: FxHashMap<u32, usize>,
    by_id: FxHashMap<Arc<str>, usize>,
    by_name: FxHashMap<Arc<str>, usize>,
    /// The last sighting of each player.
    seen: Vec<Option<usize>>,
    /// For each sighting, the previous one of the same player.
    before: Vec<Option<usize>>,
    /// Name and FIDE number of all sightings of players who have more than [`FEW`].
    many: BTreeSet<(usize, Arc<str>, Arc<str>)>,
}

/// The number of sightings of one player that are searched linearly.
const FEW: usize = 8;

/// A name with single blanks.
pub(crate) fn collapsed(name: Cow<'_, str>) -> Cow<'_, str> {
    let mut before = b' ';
    let tidy = |b: u8| {
        let after_blank = std::mem::replace(&mut before, b) == b' ';
        b.is_ascii_graphic() || b == b' ' && !after_blank
    };
    if name.is_empty() || name.bytes().all(tidy) && before != b' ' {
        return name;
    }
    let mut words = name.split_whitespace();
    let mut out = words.next().unwrap_or_default().to_owned();
    words.for_each(|word| out.extend([" ", word]));
    Cow::Owned(out)
}

impl Roster {
    /// Reserves memory for as many players as there are games, which is usually more than enough.
    pub(super) fn reserve(&mut self, games: usize) {
        self.players.reserve(games);
        self.seen.reserve(games);
        self.sightings.reserve(games);
        self.before.reserve(games);
        self.by_no.reserve(games);
        self.by_id.reserve(games);
        self.by_name.reserve(games);
    }

    /// The number of players so far.
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Whether there are no players yet.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// The number of a player's cells so far.
    fn cells_of(&self, at: usize) -> usize {
        self.players.get(at).map_or(0, |player| player.cells.len())
    }

    /// The index of a side's player. An unknown player is added, with the next number.
    fn find(&mut self, side: &Side<'_>, place: &BoardPlace) -> usize {
        let name = &*side.name;
        let id = side.fide_id.trim().trim_start_matches('0');
        let (of_name, of_id) = (self.by_name.get(name).copied(), self.by_id.get(id).copied());
        let known = match (side.no, id.is_empty()) {
            (Some(no), _) => self.by_no.get(&no).copied(),
            (None, false) => of_id.or(of_name.filter(|at| self.is_without_id(*at))),
            (None, true) => of_name,
        };
        let at = known.unwrap_or_else(|| self.add(side, place));
        self.complete(at, side, id);
        if self.is_seen(at, name, id) {
            return at;
        }
        let (name, fide_id): (Arc<str>, Arc<str>) = (name.into(), id.into());
        self.keep(at, &name, &fide_id);
        if of_name.is_none() {
            self.by_name.insert(Arc::clone(&name), at);
        }
        if of_id.is_none() && !id.is_empty() {
            self.by_id.insert(Arc::clone(&fide_id), at);
        }
        let no = self.players.get(at).map_or(0, |player| player.no);
        if let Some(seen) = self.seen.get_mut(at) {
            self.before.push(seen.replace(self.sightings.len()));
        }
        self.sightings.push(Sighting { no, name, fide_id, line: place.line, sheet: place.sheet });
        at
    }

    fn add(&mut self, side: &Side<'_>, place: &BoardPlace) -> usize {
        let at = self.players.len();
        let no = side.no.unwrap_or(at as u32 + 1);
        let name = String::from(&*side.name);
        self.players.push(Player { no, name, line: place.line, ..Player::default() });
        self.seen.push(None);
        self.by_no.insert(no, at);
        at
    }

    /// Whether the player had this name and FIDE number before.
    fn is_seen(&self, at: usize, name: &str, id: &str) -> bool {
        let mut looked_at = 0;
        let among_last = self.sightings_of(at).take(FEW).any(|seen| {
            looked_at += 1;
            *seen.name == *name && *seen.fide_id == *id
        });
        among_last || looked_at == FEW && self.many.contains(&(at, name.into(), id.into()))
    }

    /// The sightings of a player, latest first.
    fn sightings_of(&self, at: usize) -> impl Iterator<Item = &Sighting> {
        let last = self.seen.get(at).copied().flatten();
        std::iter::successors(last, |seen| self.before.get(*seen).copied().flatten())
            .filter_map(|seen| self.sightings.get(seen))
    }

    /// Adds a sighting to `many` if the player has at least [`FEW`] others; these are added as well.
    fn keep(&mut self, at: usize, name: &Arc<str>, id: &Arc<str>) {
        let earlier: Vec<_> = self
            .sightings_of(at)
            .take(FEW)
            .map(|seen| (at, Arc::clone(&seen.name), Arc::clone(&seen.fide_id)))
            .collect();
        if earlier.len() == FEW {
            self.many.extend(earlier);
            self.many.insert((at, Arc::clone(name), Arc::clone(id)));
        }
    }

    /// Whether the player has no FIDE number yet.
    fn is_without_id(&self, at: usize) -> bool {
        self.players.get(at).is_some_and(|player| player.id().is_none())
    }

    /// Fills in fields that earlier games left empty.
    fn complete(&mut self, at: usize, side: &Side<'_>, id: &str) {
        let Some(player) = self.players.get_mut(at) else { return };
        let fill = |field: &mut String, text: &str| {
            if field.is_empty() && !text.is_empty() && !matches!(text.trim(), "" | "-" | "?") {
                *field = text.trim().to_owned();
            }
        };
        fill(&mut player.fide_id, id);
        fill(&mut player.title, &side.title);
        fill(&mut player.federation, &side.federation);
        fill(&mut player.team, &side.team);
        fill(&mut player.rating_text, &side.rating);
        if player.rating.is_none() {
            player.rating = side.rating.trim().parse().ok().filter(|rating| *rating > 0);
        }
    }

    /// Enters one game, or a bye if one side has no player.
    pub fn enter(
        &mut self,
        white: &Side<'_>,
        black: &Side<'_>,
        outcomes: (Outcome, Outcome),
        place: &BoardPlace,
    ) {
        if white.is_bye() && black.is_bye() {
            return;
        }
        let sides = [(white, black, outcomes.0, Colour::White), (black, white, outcomes.1, Colour::Black)];
        let mut at = [None, None];
        for (slot, (own, ..)) in at.iter_mut().zip(&sides) {
            if !own.is_bye() {
                *slot = Some(self.find(own, place));
            }
        }
        let [white_at, black_at] = at;
        for ((own, other), (_, _, outcome, colour)) in
            [(white_at, black_at), (black_at, white_at)].into_iter().zip(sides)
        {
            let Some(own) = own else { continue };
            if colour == Colour::Black && white_at == black_at {
                continue;
            }
            let opponent = other.and_then(|other| self.players.get(other)).map(|player| player.no);
            let cell = Cell {
                opponent,
                colour: opponent.map(|_| colour),
                board: place.board,
                label: place.label.clone(),
                sheet: place.sheet,
                line: place.line,
                ..Cell::new(place.round, outcome)
            };
            if let Some(player) = self.players.get_mut(own) {
                player.cells.push(cell);
            }
        }
    }

    /// The next round in which neither side has a game, for games without a round number.
    pub fn next_round(&mut self, white: &Side<'_>, black: &Side<'_>, place: &BoardPlace) -> u32 {
        let mut next = 1;
        for side in [white, black].into_iter().filter(|side| !side.is_bye()) {
            let at = self.find(side, place);
            next = next.max(self.cells_of(at) as u32 + 1);
        }
        next
    }

    /// Moves players and sightings to the event, with the cells sorted by round.
    pub fn finish(mut self, event: &mut Event) {
        for player in &mut self.players {
            player.cells.sort_by_key(|cell| cell.round);
        }
        event.players = self.players;
        event.sightings = self.sightings;
    }
}
