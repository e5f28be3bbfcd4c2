//! The field of an event, the input of tie-breaks: entrants by index, their rounds, and the points gained in each.
//!
//! Entrants are players, or teams in a team event. A team has two scores; the primary one, usually match points, ranks
//! first.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::model::{Event, Kind};
use super::outcome::{Colour, Outcome};
use super::points::Score;
use super::tiebreaks::Edition;

/// One of a team's two scores. For players both are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Measure {
    /// The score that orders the standings: points, or match points.
    #[default]
    Primary,
    /// The other score: game points.
    Secondary,
}

/// A pair of scores, by [`Measure`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scores {
    /// Points, or match points.
    pub primary: f64,
    /// Points, or game points.
    pub secondary: f64,
}

impl Scores {
    /// The same score twice: a player's.
    pub fn same(score: Score) -> Scores {
        Scores { primary: score.value(), secondary: score.value() }
    }

    /// One of the two.
    pub fn get(self, measure: Measure) -> f64 {
        match measure {
            Measure::Primary => self.primary,
            Measure::Secondary => self.secondary,
        }
    }

    fn add(&mut self, other: Scores) {
        self.primary += other.primary;
        self.secondary += other.secondary;
    }
}

/// One round of one entrant.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// Round, from 1.
    pub round: u32,
    /// Index of the opponent.
    pub opponent: Option<usize>,
    /// Colour (of the first board, for a team).
    pub colour: Option<Colour>,
    /// Result.
    pub outcome: Outcome,
    /// Points gained.
    pub gain: Scores,
    /// Points by board, first board first; empty for players.
    pub boards: Vec<f64>,
    /// Index of the player's cell; `None` for teams and for rounds without a cell.
    pub cell: Option<usize>,
}

#[cfg(test)]
impl Slot {
    /// A win with these points by board, first board first.
    pub(super) fn of_boards(boards: &[f64]) -> Slot {
        Slot {
            round: 1,
            opponent: None,
            colour: None,
            outcome: Outcome::Win,
            gain: Scores::default(),
            boards: boards.to_vec(),
            cell: None,
        }
    }
}

/// A player or a team.
#[derive(Debug, Clone, PartialEq)]
pub struct Entrant {
    /// Starting number, or team number.
    pub no: u32,
    /// Name.
    pub name: String,
    /// Rating.
    pub rating: Option<u32>,
    /// Points, including penalties and bonuses.
    pub score: Scores,
    /// Rounds, in order. In a Swiss, every round up to the last has a slot.
    pub slots: Vec<Slot>,
}

impl Entrant {
    /// The slots of a round.
    pub fn of_round(&self, round: u32) -> &[Slot] {
        let from = self.slots.partition_point(|slot| slot.round < round);
        let to = self.slots.partition_point(|slot| slot.round <= round);
        self.slots.get(from..to).unwrap_or_default()
    }
}

/// All entrants.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Whether it is a round-robin (for teams: whether the team matches are).
    pub round_robin: bool,
    /// The edition of the tie-break rules.
    pub edition: Edition,
    /// The last round with any result.
    pub rounds: u32,
    /// Points for a win.
    pub win: Scores,
    /// Points for a draw.
    pub draw: Scores,
    /// Points for a loss.
    pub loss: Scores,
    /// Number of boards of a match; 1 for players.
    pub boards: u32,
    /// Teams are ranked by game points first: the primary score is game points, the secondary match points.
    pub game_points_first: bool,
    /// Rating assumed for unrated players, if any.
    pub unrated: Option<u32>,
    /// Players or teams.
    pub entrants: Vec<Entrant>,
}

impl Field {
    /// The players of an event.
    pub fn of_players(event: &Event, kind: Kind, edition: Edition) -> Field {
        let rounds = event.last_round();
        let index = index_of(event.players.iter().map(|p| p.no));
        let system = &event.points;
        let of_teams = event.is_of_teams();
        let round_robin = kind == Kind::RoundRobin;
        let fill = kind == Kind::Swiss && event.players.len().saturating_mul(rounds as usize) <= MOST_FILLED;
        let entrants = event.players.iter().map(|player| {
            let mut slots: Vec<Slot> = Vec::with_capacity(rounds.min(64) as usize);
            for (at, cell) in player.cells.iter().enumerate().filter(|(_, cell)| cell.round <= rounds) {
                slots.push(Slot {
                    round: cell.round,
                    opponent: cell.opponent.and_then(|no| index.get(&no).copied()),
                    colour: cell.colour,
                    outcome: cell.outcome,
                    gain: Scores::same(event.points_of(player.no, cell)),
                    boards: Vec::new(),
                    cell: Some(at),
                });
            }
            let mut extra = Score::ZERO;
            if fill {
                fill_rounds(&mut slots, rounds, |round| {
                    Scores::same(event.points_of_absence(player.no, round))
                });
            }
            slots.sort_by_key(|slot| slot.round);
            let added = event.additions(player.no, |a| a.points).filter(|_| !of_teams);
            for (round, points) in added {
                let at = round.map(|round| slots.partition_point(|slot| slot.round < round));
                let slot = at.and_then(|at| slots.get_mut(at)).filter(|slot| Some(slot.round) == round);
                match slot {
                    Some(slot) => slot.gain.add(Scores::same(points)),
                    None => extra += points,
                }
            }
            let mut score = Scores::same(extra);
            slots.iter().for_each(|slot| score.add(slot.gain));
            Entrant { no: player.no, name: player.name.clone(), rating: player.rating, score, slots }
        });
        Field {
            round_robin,
            edition,
            rounds,
            win: Scores::same(system.for_win()),
            draw: Scores::same(system.for_draw()),
            loss: Scores::same(system.loss[0]),
            boards: 1,
            game_points_first: false,
            unrated: None,
            entrants: entrants.collect(),
        }
    }

    /// An entrant's rating, or the rating assumed for unrated players.
    pub fn rating(&self, entrant: usize) -> Option<u32> {
        self.entrants.get(entrant)?.rating.or(self.unrated)
    }

    /// The measure that is match points.
    pub fn match_points(&self) -> Measure {
        if self.game_points_first { Measure::Secondary } else { Measure::Primary }
    }

    /// The measure that is game points.
    pub fn game_points(&self) -> Measure {
        if self.game_points_first { Measure::Primary } else { Measure::Secondary }
    }

    /// An entrant's score.
    pub fn score(&self, entrant: usize, measure: Measure) -> f64 {
        self.entrants.get(entrant).map_or(0.0, |e| e.score.get(measure))
    }

    /// The slot of an entrant in a round; the first if there are several.
    pub fn slot(&self, entrant: usize, round: u32) -> Option<&Slot> {
        self.entrants.get(entrant)?.of_round(round).first()
    }
}

/// Indices by number. If several entries have the same number, the first one counts.
pub(crate) fn index_of(numbers: impl Iterator<Item = u32>) -> FxHashMap<u32, usize> {
    let mut index = FxHashMap::default();
    for (at, no) in numbers.enumerate() {
        index.entry(no).or_insert(at);
    }
    index
}

/// The highest total number of slots at which missing rounds are filled in. No real Swiss is larger.
const MOST_FILLED: usize = 5_000_000;

/// The highest number of rounds at which missing rounds are filled in.
const MOST_ROUNDS: u32 = 1000;

/// Adds zero-point byes for the missing rounds up to `rounds`.
pub(super) fn fill_rounds(slots: &mut Vec<Slot>, rounds: u32, gain: impl Fn(u32) -> Scores) {
    // Larger numbers are not rounds but years or dates.
    if rounds > MOST_ROUNDS {
        return;
    }
    let present: BTreeSet<u32> = slots.iter().map(|slot| slot.round).collect();
    for round in (1..=rounds).filter(|round| !present.contains(round)) {
        let outcome = Outcome::ZeroBye;
        slots.push(Slot {
            round,
            opponent: None,
            colour: None,
            outcome,
            gain: gain(round),
            boards: Vec::new(),
            cell: None,
        });
    }
}
