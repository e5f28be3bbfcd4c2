//! The round that the rules give for a file, with boards, brackets and reasons, and the file's own round if it has one.

use std::collections::BTreeSet;

use serde::Serialize;

use super::acceleration::needs_rounds;
use super::bracket::Bracket;
use super::colours::of_higher;
use super::count::{Count, counts, gives_way};
use super::edition::{Applies, applies};
use super::history::{Absent, Setting, initial_colour, round_of};
use super::judge::{Depth, Judged, judge};
use super::matching::MOST_STEPS;
use super::place::SequencePlace;
use super::player::Player;
use super::round::{Round, Rules};
use super::route::{Incomplete, Pairing, Unpaired, pair};
use super::sound::{NotDutch, Soundness, implied_rounds, last_round, may_be_dutch, pending};
use super::weights::Limit;
use super::why::{Reason, reasons};
use crate::event::{Colour, Event, Score};

/// What to pair.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The round; the next one otherwise.
    pub round: Option<u32>,
    /// The edition; that of the event otherwise.
    pub rules: Option<Rules>,
    /// The number of rounds of an event whose file does not state it.
    pub planned_rounds: Option<u32>,
    /// Players who are absent in the next round, in addition to those of the file.
    pub absent: BTreeSet<u32>,
    /// The colour drawn before the first round; that of the file otherwise.
    pub initial: Option<Colour>,
    /// Whether to find the reasons for downfloaters.
    pub explain: bool,
}

/// Why a round cannot be paired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The event is not of the Dutch system.
    #[error("{0}")]
    NotDutch(#[from] NotDutch),
    /// The event began before the first edition that is known.
    #[error("the event began before July 2017; --rules 2017 pairs it by the oldest edition that is known")]
    TooOld,
    /// The round comes after the next one.
    #[error("round {asked} cannot be paired before round {next}")]
    Ahead {
        /// The round that was asked for.
        asked: u32,
        /// The next round.
        next: u32,
    },
    /// All rounds have been paired.
    #[error("all {0} rounds are paired; --round shows one of them")]
    Over(u32),
    /// The cells of an earlier round are inconsistent.
    #[error("round {0} of the file does not fit; `flagfall check` says where")]
    Unsound(u32),
    /// A game of an earlier round has no result.
    #[error("round {round}: the game of {white} and {black} has no result{}", if *compare { format!("; --round {round} compares that round") } else { String::new() })]
    NoResult {
        /// The round.
        round: u32,
        /// One player.
        white: u32,
        /// The other.
        black: u32,
        /// It is the last round of the file, and another was not asked for.
        compare: bool,
    },
    /// Absent players who are not in the file.
    #[error("--absent {0}: the file has no player of that number")]
    Unknown(u32),
    /// A record of absent players that names somebody who is not in the file.
    #[error("{code} names {text}, which is no starting number of the file")]
    Listed {
        /// The record.
        code: &'static str,
        /// What it names.
        text: String,
    },
    /// Absent players of a round that is in the file.
    #[error("--absent is for the next round; who was absent in round {0} is in the file")]
    AbsentBefore(u32),
    /// Baku acceleration in an event whose number of rounds is not known.
    #[error(
        "Baku acceleration depends on the number of rounds, which the file does not say: --planned-rounds"
    )]
    NeedsRounds,
    /// A bracket exceeds a limit.
    #[error("the round is not paired: {0}")]
    Limit(#[from] Limit),
    /// A file without players.
    #[error("the file has no players")]
    NoPlayers,
    /// All players are absent.
    #[error("nobody is left to be paired in round {0}")]
    Nobody(u32),
}

/// A pair with its board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Number of the board, from 1.
    pub board: u32,
    /// Starting number of the player who has White.
    pub white: u32,
    /// Starting number of the other.
    pub black: u32,
    /// The score of the bracket's residents; `None` if no complete pairing exists.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "score")]
    pub bracket: Option<Score>,
    /// The article that gives the colours.
    pub article: &'static str,
    /// The criteria that count against the pair.
    pub gives_way: Vec<&'static str>,
}

#[allow(clippy::ref_option, reason = "serde hands the field over by reference")]
fn score<S: serde::Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
    score.map(Score::value).serialize(serializer)
}

/// The pairing-allocated bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bye {
    /// Starting number.
    pub player: u32,
    /// Score.
    pub score: Score,
    /// The criterion or article that decides.
    pub why: &'static str,
}

/// A bracket, by starting numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct DueBracket {
    /// The score of its residents.
    pub score: Score,
    /// Residents, in order.
    pub residents: Vec<u32>,
    /// Players moved down to it.
    pub moved_down: Vec<u32>,
    /// Those of them who float again.
    pub limbo: Vec<u32>,
    /// Pairs, White first.
    pub pairs: Vec<[u32; 2]>,
    /// All who float down.
    pub downfloaters: Vec<u32>,
    /// The faults of the pairing in each criterion.
    pub criteria: Vec<Count>,
    /// Where it is in the sequence of the candidates.
    pub sequence: SequencePlace,
    /// Why these float down, if requested.
    pub reasons: Vec<Reason>,
}

/// A round as the rules give it.
#[derive(Debug, Clone, PartialEq)]
pub struct Due {
    /// The edition.
    pub rules: Rules,
    /// The round.
    pub round: u32,
    /// The planned number of rounds, where it is known.
    pub rounds: Option<u32>,
    /// All can be paired.
    pub complete: bool,
    /// What was assumed: `rules`, `rounds`, `initial-colour`.
    pub assumed: Vec<&'static str>,
    /// Those who are paired, by score and number.
    pub players: Vec<Player>,
    /// Starting numbers of those who are not.
    pub absent: Vec<u32>,
    /// The pairs, in the order of C.04.2.
    pub boards: Vec<Board>,
    /// The bye.
    pub bye: Option<Bye>,
    /// Players without an opponent, where no complete pairing exists.
    pub left: Vec<u32>,
    /// The brackets from the top down; none where no complete pairing exists.
    pub brackets: Vec<DueBracket>,
    /// The file's own round.
    pub compare: Option<Judged>,
}

/// Pairs the next round of an event, or a round that the file has.
///
/// # Errors
/// Where that round cannot be paired.
pub fn due(event: &Event, request: &Request) -> Result<Due, Fault> {
    may_be_dutch(event)?;
    if event.players.is_empty() {
        return Err(Fault::NoPlayers);
    }
    let Applies { rules, covered, assumed } = applies(event, request.rules);
    if !covered {
        return Err(Fault::TooOld);
    }
    let next = last_round(event) + 1;
    let number = request.round.unwrap_or(next);
    let in_file = number < next;
    let planned = event.planned_rounds.or(request.planned_rounds).filter(|rounds| *rounds > 0);
    check_round(event, request, number, next, planned)?;
    let rounds = planned.or_else(|| implied_rounds(event, next - 1).filter(|_| in_file));
    if rounds.is_none() && needs_rounds(event) {
        return Err(Fault::NeedsRounds);
    }
    let setting = Setting { rules, round: number, rounds, initial: request.initial, most_steps: MOST_STEPS };
    let absent = if in_file { BTreeSet::new() } else { absent(event, request, number)? };
    let by = if in_file { Absent::ByCells } else { Absent::Listed(&absent) };
    let round = round_of(event, setting, by);
    if round.players.is_empty() {
        return Err(Fault::Nobody(number));
    }
    let stated = request.initial.is_some() || initial_colour(event).1;
    let assumed = [("rules", assumed), ("rounds", rounds.is_none()), ("initial-colour", !stated)];
    let present: BTreeSet<u32> = round.players.iter().map(|player| player.number).collect();
    let mut due = Due {
        rules,
        round: number,
        rounds,
        complete: true,
        assumed: assumed.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect(),
        players: round.players.clone(),
        absent: event.players.iter().map(|player| player.no).filter(|no| !present.contains(no)).collect(),
        boards: Vec::new(),
        bye: None,
        left: Vec::new(),
        brackets: Vec::new(),
        compare: in_file.then(|| judge(event, setting, Depth::Pairs)),
    };
    match pair(&round) {
        Ok(pairing) => due.fill(&round, &pairing, request.explain)?,
        Err(Unpaired::Incomplete(part)) => due.fill_in_part(&round, &part),
        Err(Unpaired::Limit(bound)) => return Err(bound.into()),
    }
    Ok(due)
}

fn check_round(
    event: &Event,
    request: &Request,
    number: u32,
    next: u32,
    planned: Option<u32>,
) -> Result<(), Fault> {
    if number == 0 || number > next {
        return Err(Fault::Ahead { asked: number, next });
    }
    if let Some(rounds) = planned.filter(|rounds| number == next && number > *rounds) {
        return Err(Fault::Over(rounds));
    }
    let soundness = Soundness::new(event);
    let last = number.min(next - 1);
    if let Some(round) = (1..=last).find(|round| !soundness.of_round(*round)) {
        return Err(Fault::Unsound(round));
    }
    for round in 1..number {
        if let Some((white, black)) = pending(event, round) {
            let compare = round + 1 == next && request.round.is_none();
            return Err(Fault::NoResult { round, white, black, compare });
        }
    }
    if let Some(no) = request.absent.iter().find(|no| event.player(**no).is_none()) {
        return Err(Fault::Unknown(*no));
    }
    if !request.absent.is_empty() && number < next {
        return Err(Fault::AbsentBefore(number));
    }
    Ok(())
}

/// Who is absent in the next round: as requested, and by `XXZ` and `240`.
fn absent(event: &Event, request: &Request, number: u32) -> Result<BTreeSet<u32>, Fault> {
    let listed = event.records.iter().filter(|record| record.code == "XXZ");
    let words = listed.flat_map(|record| record.text.split_whitespace()).map(|word| ("XXZ", word.to_owned()));
    let byes = event.round_byes.iter().filter(|byes| byes.round == number);
    let numbers = byes.flat_map(|byes| &byes.numbers).map(|number| ("240", number.to_string()));
    let known: BTreeSet<u32> = event.players.iter().map(|player| player.no).collect();
    let mut absent = request.absent.clone();
    for (code, text) in words.chain(numbers) {
        match text.parse().ok().filter(|number| known.contains(number)) {
            Some(number) => absent.insert(number),
            None => return Err(Fault::Listed { code, text }),
        };
    }
    Ok(absent)
}

impl Due {
    fn fill(&mut self, round: &Round, pairing: &Pairing, explain: bool) -> Result<(), Limit> {
        let name = |at: &usize| round.players.get(*at).map_or(0, |player| player.number);
        let mut boards = Vec::new();
        for (at, paired) in pairing.brackets.iter().enumerate() {
            let bracket = Bracket::of(round, paired);
            let score = paired.players.get(paired.moved_down).map(|at| round.score(*at));
            let seated: Vec<Seated> =
                paired.pairs.iter().map(|pair| Seated::of(round, *pair, score, &bracket)).collect();
            let (moved, residents) = paired.players.split_at(paired.moved_down);
            let below = pairing.below(round.rules, at);
            self.brackets.push(DueBracket {
                score: score.unwrap_or_default(),
                residents: residents.iter().map(name).collect(),
                moved_down: moved.iter().map(name).collect(),
                limbo: moved.iter().filter(|at| paired.downfloaters.contains(at)).map(name).collect(),
                pairs: seated.iter().map(|seated| [seated.board.white, seated.board.black]).collect(),
                downfloaters: paired.downfloaters.iter().map(name).collect(),
                criteria: counts(&bracket, &paired.pairs, &paired.downfloaters, below)?,
                sequence: SequencePlace::of(round, paired),
                reasons: if explain { reasons(round, paired, below)? } else { Vec::new() },
            });
            boards.extend(seated);
        }
        self.boards = numbered(boards);
        self.bye = pairing.bye.map(|at| bye(round, pairing, at));
        Ok(())
    }

    fn fill_in_part(&mut self, round: &Round, part: &Incomplete) {
        let name = |at: &usize| round.players.get(*at).map_or(0, |player| player.number);
        let bracket = Bracket::new(round, Vec::new(), 0, Vec::new());
        let seated = part.pairs.iter().map(|pair| Seated::of(round, *pair, None, &bracket));
        self.complete = false;
        self.bye =
            part.bye.map(|at| Bye { player: name(&at), score: round.score(at), why: round.rules.bars_bye() });
        self.boards = numbered(seated.collect());
        self.left = part.left.iter().map(name).collect();
        self.left.sort_unstable();
    }
}

fn bye(round: &Round, pairing: &Pairing, at: usize) -> Bye {
    let (score, number) = (round.score(at), round.players.get(at).map_or(0, |player| player.number));
    let candidates = pairing.candidates.as_deref().unwrap_or_default();
    let same = |other: &usize| candidates.get(*other) == Some(&true) && round.score(*other) == score;
    let chosen = pairing
        .brackets
        .last()
        .is_some_and(|last| last.bye_due && last.players.iter().filter(|other| same(other)).count() > 1);
    let why = round.rules.pick(["A.9", if chosen { "C9" } else { "C5" }]);
    Bye { player: number, score, why }
}

/// A pair with what decides its place among the boards.
struct Seated {
    board: Board,
    key: (std::cmp::Reverse<Score>, std::cmp::Reverse<Score>, usize),
}

impl Seated {
    fn of(round: &Round, (upper, lower): (usize, usize), bracket: Option<Score>, of: &Bracket<'_>) -> Seated {
        let number = |at: usize| round.players.get(at).map_or(0, |player| player.number);
        let (due, article) = match (round.players.get(upper), round.players.get(lower)) {
            (Some(higher), Some(other)) => {
                let (colour, rule) = of_higher(higher, other, round.initial);
                (colour, rule.article(round.rules))
            }
            _ => (Colour::White, ""),
        };
        let (white, black) = if due == Colour::White { (upper, lower) } else { (lower, upper) };
        // Boards are in the order of points, since 2026 with virtual ones (C.04.2 3.6).
        let points = |at: usize| match round.players.get(at) {
            Some(player) if round.rules == Rules::Dutch2017 => player.score - player.virtual_points,
            Some(player) => player.score,
            None => Score::ZERO,
        };
        let (high, low) = (points(upper).max(points(lower)), points(upper).min(points(lower)));
        Seated {
            board: Board {
                board: 0,
                white: number(white),
                black: number(black),
                bracket,
                article,
                gives_way: gives_way(of, upper, lower),
            },
            key: (std::cmp::Reverse(high), std::cmp::Reverse(high + low), upper),
        }
    }
}

fn numbered(mut boards: Vec<Seated>) -> Vec<Board> {
    boards.sort_by_key(|seated| seated.key);
    let numbers = boards.into_iter().zip(1..);
    numbers.map(|(seated, board)| Board { board, ..seated.board }).collect()
}
