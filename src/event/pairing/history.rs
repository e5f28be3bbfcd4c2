//! A round of a file: who is present, and the score, colours and floats of each player from the rounds before.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::acceleration::Acceleration;
use super::matching::Steps;
use super::player::{Float, Player};
use super::round::{Round, Rules};
use crate::event::{Cell, Colour, Event, Outcome, Score};

/// How absent players are known.
#[derive(Debug, Clone, Copy)]
pub enum Absent<'a> {
    /// The round is in the file: those without a pairing in it.
    ByCells,
    /// The next round: these starting numbers, and those whose cell in that round is a bye or an absence.
    Listed(&'a BTreeSet<u32>),
}

/// Which round is to be paired, and what is known of its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The edition.
    pub rules: Rules,
    /// Number of the round, from 1.
    pub round: u32,
    /// The planned number of rounds; if unknown, the round is not the last.
    pub rounds: Option<u32>,
    /// The colour drawn before the first round, if it was given in addition to the file.
    pub initial: Option<Colour>,
    /// The most steps of its matchings: [`MOST_STEPS`](super::MOST_STEPS).
    pub most_steps: u64,
}

/// The situation before a round of an event was paired.
pub fn round_of(event: &Event, setting: Setting, absent: Absent<'_>) -> Round {
    let Setting { rules, round: number, .. } = setting;
    let history = History::new(event, setting);
    let present = history.present(absent);
    let arrived = history.arrived(&present, number);
    let position: FxHashMap<usize, usize> =
        arrived.iter().enumerate().map(|(position, at)| (*at, position)).collect();
    let mut players: Vec<(usize, Player)> =
        present.iter().map(|at| (*at, history.player(*at, position.get(at).copied()))).collect();
    players.sort_by(|(_, a), (_, b)| b.score.cmp(&a.score).then(a.number.cmp(&b.number)));
    let places: FxHashMap<u32, usize> =
        players.iter().enumerate().map(|(place, (_, player))| (player.number, place)).collect();
    let met: Vec<Vec<u32>> = players.iter().map(|(at, _)| history.met(*at).collect()).collect();
    let players = players.into_iter().map(|(_, player)| player).collect();
    let initial = setting.initial.unwrap_or_else(|| history.initial_colour());
    let mut round = Round::new(rules, number, players, history.point(), initial);
    round.steps = Steps::up_to(setting.most_steps);
    for (one, other) in history.forbidden() {
        if let (Some(u), Some(v)) = (places.get(&one), places.get(&other)) {
            round.prohibit(*u, *v);
        }
    }
    for (u, met) in met.iter().enumerate() {
        for v in met.iter().filter_map(|number| places.get(number)) {
            round.have_met(u, *v);
        }
    }
    round
}

/// The rounds before the one to be paired.
struct History<'a> {
    event: &'a Event,
    number: u32,
    rounds: Option<u32>,
    rules: Rules,
    acceleration: Acceleration,
    /// Players by starting number: their places in the event.
    order: Vec<usize>,
    /// Points before each round, by place and round.
    before: Vec<Vec<Score>>,
}

impl<'a> History<'a> {
    fn new(event: &'a Event, setting: Setting) -> History<'a> {
        let Setting { rules, round: number, rounds, .. } = setting;
        let mut order: Vec<usize> = (0..event.players.len()).collect();
        order.sort_by_key(|at| event.players.get(*at).map(|player| player.no));
        let before = event.players.iter().map(|player| {
            let mut sum = Score::ZERO;
            let mut before = vec![Score::ZERO];
            for round in 1..number {
                if let Some(cell) = player.cell(round) {
                    sum += event.points.of(cell.outcome, cell.colour);
                }
                before.push(sum);
            }
            before
        });
        let before = before.collect();
        History { event, number, rounds, rules, acceleration: Acceleration::of(event, rounds), order, before }
    }

    fn number_of(&self, at: usize) -> u32 {
        self.event.players.get(at).map_or(0, |player| player.no)
    }

    fn cell(&self, at: usize, round: u32) -> Option<&'a Cell> {
        self.event.players.get(at)?.cell(round)
    }

    fn place(&self, number: u32) -> Option<usize> {
        let found = self.order.binary_search_by_key(&number, |at| self.number_of(*at)).ok()?;
        self.order.get(found).copied()
    }

    /// Score before `round`, with its virtual points.
    fn score(&self, at: usize, round: u32) -> Score {
        let points = self.before.get(at).and_then(|before| before.get(round as usize - 1));
        points.copied().unwrap_or_default() + self.acceleration.points(self.number_of(at), round)
    }

    fn point(&self) -> Score {
        Score::hundredths(100)
    }

    fn present(&self, absent: Absent<'_>) -> Vec<usize> {
        let is_present = |at: &usize| match absent {
            Absent::ByCells => self.cell(*at, self.number).is_some_and(is_entered),
            Absent::Listed(numbers) => {
                !numbers.contains(&self.number_of(*at)) && self.cell(*at, self.number).is_none_or(is_entered)
            }
        };
        self.order.iter().copied().filter(is_present).collect()
    }

    /// The players who are paired now or were paired in an earlier round, by starting number (C.04.3 art. 5.2.5).
    fn arrived(&self, present: &[usize], until: u32) -> Vec<usize> {
        let entered = |at: &usize| (1..until).any(|round| self.cell(*at, round).is_some_and(is_entered));
        let present: FxHashSet<usize> = present.iter().copied().collect();
        self.order.iter().copied().filter(|at| present.contains(at) || entered(at)).collect()
    }

    fn player(&self, at: usize, position: Option<usize>) -> Player {
        let rounds = 1..self.number;
        let cells = || rounds.clone().filter_map(|round| self.cell(at, round));
        let played = || cells().filter(|cell| is_played(cell));
        let score = self.score(at, self.number);
        let possible: Score = rounds.clone().map(|_| self.win()).sum();
        Player {
            number: self.number_of(at),
            score,
            virtual_points: self.acceleration.points(self.number_of(at), self.number),
            colours: played().filter_map(|cell| cell.colour).collect(),
            floats: [1, 2]
                .map(|ago| self.float(at, self.number.checked_sub(ago).filter(|round| *round > 0)?)),
            may_have_bye: !cells().any(|cell| self.bars_bye(cell)),
            unplayed: self.number - 1 - played().count() as u32,
            topscorer: Some(self.number) == self.rounds && score + score > possible,
            odd: position.is_some_and(|position| position % 2 == 0),
        }
    }

    fn win(&self) -> Score {
        let [white, black] = self.event.points.win;
        white.max(black)
    }

    /// C2: a player who has had the bye, or a win's points without playing.
    fn bars_bye(&self, cell: &Cell) -> bool {
        let points = self.event.points.of(cell.outcome, cell.colour);
        match cell.outcome {
            Outcome::PairingBye | Outcome::ForfeitWin => true,
            Outcome::FullBye | Outcome::HalfBye | Outcome::ZeroBye => {
                self.rules == Rules::Dutch2026 && cell.outcome != Outcome::HalfBye && points >= self.win()
            }
            _ => false,
        }
    }

    fn float(&self, at: usize, round: u32) -> Option<Float> {
        let Some(cell) = self.cell(at, round) else {
            return (self.rules == Rules::Dutch2017).then_some(Float::Down);
        };
        if is_played(cell) {
            let opponent = cell.opponent.and_then(|number| self.place(number))?;
            return match self.score(at, round).cmp(&self.score(opponent, round)) {
                std::cmp::Ordering::Greater => Some(Float::Down),
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
            };
        }
        let points = self.event.points.of(cell.outcome, cell.colour);
        let [loss, _] = self.event.points.loss;
        let down = self.rules == Rules::Dutch2017 || cell.outcome == Outcome::PairingBye || points > loss;
        down.then_some(Float::Down)
    }

    /// Opponents whom a player has met.
    fn met(&self, at: usize) -> impl Iterator<Item = u32> {
        let cells = (1..self.number).filter_map(move |round| self.cell(at, round));
        cells.filter(|cell| is_played(cell)).filter_map(|cell| cell.opponent)
    }

    /// Pairs that the file forbids in this round, the lower number first.
    fn forbidden(&self) -> BTreeSet<(u32, u32)> {
        let holds = |rounds: Option<(u32, u32)>| {
            rounds.is_none_or(|(first, last)| (first..=last).contains(&self.number))
        };
        let lists = self.event.prohibitions.iter().filter(|list| holds(list.rounds) && !list.of_teams);
        let mut pairs = BTreeSet::new();
        for list in lists {
            for (at, one) in list.numbers.iter().enumerate() {
                for other in list.numbers.iter().skip(at + 1) {
                    pairs.insert((*one.min(other), *one.max(other)));
                }
            }
        }
        pairs
    }

    /// The colour drawn before the first round: as the file says, else from the first round with colours.
    fn initial_colour(&self) -> Colour {
        stated_colour(self.event).or_else(|| self.inferred_colour()).unwrap_or(Colour::White)
    }

    fn inferred_colour(&self) -> Option<Colour> {
        let last = self.event.players.iter().flat_map(|player| &player.cells).map(|cell| cell.round).max()?;
        let colour = |at: usize, round: u32| self.cell(at, round).and_then(|cell| cell.colour);
        let first = (1..=last).find(|round| self.order.iter().any(|at| colour(*at, *round).is_some()))?;
        let arrived = self.arrived(&[], first + 1);
        let mut places = arrived.iter().enumerate();
        places.find_map(|(position, at)| {
            let had = colour(*at, first)?;
            Some(if position % 2 == 0 { had } else { had.other() })
        })
    }
}

/// The colour drawn before the first round, and whether the file states it or its first colours imply it.
pub fn initial_colour(event: &Event) -> (Option<Colour>, bool) {
    match stated_colour(event) {
        Some(colour) => (Some(colour), true),
        None => {
            let rules = Rules::Dutch2026;
            let setting = Setting { rules, round: 1, rounds: None, initial: None, most_steps: 0 };
            (History::new(event, setting).inferred_colour(), false)
        }
    }
}

/// The colour that the highest player of an odd number has in the first round, where the file says it.
fn stated_colour(event: &Event) -> Option<Colour> {
    let record = event.record("152").or_else(|| event.record("XXC"))?;
    let text = record.text.trim().to_ascii_lowercase();
    if text.starts_with('w') {
        Some(Colour::White)
    } else if text.starts_with('b') {
        Some(Colour::Black)
    } else {
        None
    }
}

/// Whether the game counts as played for pairings; an adjourned game does.
fn is_played(cell: &Cell) -> bool {
    cell.opponent.is_some() && (cell.outcome.is_played() || cell.outcome == Outcome::Unknown)
}

/// Whether the player was part of the pairing of that round.
pub(super) fn is_entered(cell: &Cell) -> bool {
    cell.opponent.is_some() || matches!(cell.outcome, Outcome::PairingBye | Outcome::ForfeitWin)
}
