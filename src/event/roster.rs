//! The players of an event, found game by game: who is who by starting number, FIDE number or name.

use rustc_hash::FxHashMap;

use super::model::{Cell, Event, Player, Sheet, Sighting};
use super::outcome::{Colour, Outcome};

/// How a game names one side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Side {
    /// Name, as written.
    pub name: String,
    /// Starting number, where the source gives one.
    pub no: Option<u32>,
    /// FIDE number.
    pub fide_id: String,
    /// Rating, as written.
    pub rating: String,
    /// Title.
    pub title: String,
    /// Federation.
    pub federation: String,
    /// Team.
    pub team: String,
}

impl Side {
    /// Is it nobody: an empty name, or `bye` without a FIDE number?
    pub fn is_bye(&self) -> bool {
        let name = self.name.trim();
        name.is_empty() || (name.eq_ignore_ascii_case("bye") && self.fide_id.trim().is_empty())
    }
}

/// Where a game stands, and in which round.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// Round, from 1.
    pub round: u32,
    /// The round as written, where that says more.
    pub label: Option<std::sync::Arc<str>>,
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
    by_id: FxHashMap<String, usize>,
    by_name: FxHashMap<String, usize>,
    /// Sightings of each player.
    seen: Vec<Vec<usize>>,
}

/// A name with single blanks.
pub(crate) fn collapsed(name: &str) -> String {
    let mut words = name.split_whitespace();
    let mut out = words.next().unwrap_or_default().to_owned();
    words.for_each(|word| out.extend([" ", word]));
    out
}

impl Roster {
    /// Number of players so far.
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Is nobody known yet?
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Cells of a player so far.
    fn cells_of(&self, at: usize) -> usize {
        self.players.get(at).map_or(0, |player| player.cells.len())
    }

    /// The index of the player that a side names; new ones get the next number.
    fn find(&mut self, side: &Side, place: &Place) -> usize {
        let name = collapsed(&side.name);
        let id = side.fide_id.trim().trim_start_matches('0').to_owned();
        let known = match (side.no, id.is_empty()) {
            (Some(no), _) => self.by_no.get(&no),
            (None, false) => self.by_id.get(&id).or_else(|| self.nameless(&name)),
            (None, true) => self.by_name.get(&name),
        };
        let at = match known {
            Some(at) => *at,
            None => {
                let no = side.no.unwrap_or_else(|| self.players.len() as u32 + 1);
                self.players.push(Player { no, name: name.clone(), line: place.line, ..Player::default() });
                self.seen.push(Vec::new());
                self.by_no.insert(no, self.players.len() - 1);
                self.players.len() - 1
            }
        };
        if !self.by_name.contains_key(&name) {
            self.by_name.insert(name.clone(), at);
        }
        if !id.is_empty() && !self.by_id.contains_key(&id) {
            self.by_id.insert(id.clone(), at);
        }
        self.complete(at, side, &id);
        let sightings = &self.sightings;
        let same = |seen: &usize| sightings.get(*seen).is_some_and(|s| s.name == name && s.fide_id == id);
        if let Some(seen) = self.seen.get_mut(at).filter(|seen| !seen.iter().any(same)) {
            seen.push(sightings.len());
            let no = self.players.get(at).map_or(0, |p| p.no);
            self.sightings.push(Sighting { no, name, fide_id: id, line: place.line, sheet: place.sheet });
        }
        at
    }

    /// A player of that name for whom no FIDE number is known yet.
    fn nameless(&self, name: &str) -> Option<&usize> {
        self.by_name.get(name).filter(|at| self.players.get(**at).is_some_and(|player| player.id().is_none()))
    }

    /// Fills in what earlier games did not say.
    fn complete(&mut self, at: usize, side: &Side, id: &str) {
        let Some(player) = self.players.get_mut(at) else { return };
        let fill = |field: &mut String, text: &str| {
            if field.is_empty() && !matches!(text.trim(), "" | "-" | "?") {
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

    /// Enters one game, or a bye where one side is nobody.
    pub fn enter(&mut self, white: &Side, black: &Side, outcomes: (Outcome, Outcome), place: &Place) {
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
            self.players.get_mut(own).into_iter().for_each(|player| player.cells.push(cell.clone()));
        }
    }

    /// The next round in which both sides have no game yet: for games whose round nobody wrote down.
    pub fn next_round(&mut self, white: &Side, black: &Side, place: &Place) -> u32 {
        let mut next = 1;
        for side in [white, black].into_iter().filter(|side| !side.is_bye()) {
            let at = self.find(side, place);
            next = next.max(self.cells_of(at) as u32 + 1);
        }
        next
    }

    /// Puts players and sightings into the event; cells in order of rounds.
    pub fn finish(mut self, event: &mut Event) {
        for player in &mut self.players {
            player.cells.sort_by_key(|cell| cell.round);
        }
        event.players = self.players;
        event.sightings = self.sightings;
    }
}
