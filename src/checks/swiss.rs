//! The rounds of a Swiss result file beside those that the Dutch system gives: worked out once for the four checks that
//! speak of it.

use chrono::NaiveDate;

use super::result_file::ResultFile;
use crate::event::pairing::{Depth, Judged, Rules, judge};
use crate::event::{Event, FaultKind, Format, Kind};

/// Players above which only absolute criteria and colours are judged.
pub const MOST_PLAYERS: usize = 2_000;

/// The checks that look at the rounds judged here.
pub const PAIRING_CHECKS: [&str; 4] =
    ["pairing-forbidden", "pairing-differs", "bye-not-due", "colour-allocation"];

/// How far pairings are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairings {
    /// Up to [`MOST_PLAYERS`] players wholly, above it by the absolute criteria and the colours.
    #[default]
    Auto,
    /// Wholly, however many players there are.
    Always,
    /// By the absolute criteria alone.
    Never,
    /// Not at all: no check that is asked for looks at them.
    Off,
}

/// What the checks of pairings are told beside the event.
#[derive(Debug, Clone, Copy, Default)]
pub struct PairingSettings {
    /// How far they are judged.
    pub depth: Pairings,
    /// The edition of the rules, where it was said.
    pub rules: Option<Rules>,
    /// The number of rounds, where the file does not say it.
    pub planned_rounds: Option<u32>,
}

/// The rounds of a file as the rules judge them.
#[derive(Debug, Default)]
pub(super) struct JudgedRounds {
    /// Those that could be judged, in order.
    pub rounds: Vec<Judged>,
    /// Most rounds differ, the first among them: the event was paired by something else.
    pub other_system: bool,
    /// More players than are paired again.
    pub too_many: bool,
}

/// The first day on which the text of 2017, and that of 2026, was in force.
const IN_FORCE: [(i32, u32, u32); 2] = [(2017, 7, 1), (2026, 2, 1)];

/// Rounds from which on most of them may speak of another system.
const ENOUGH_ROUNDS: usize = 4;

pub(super) fn judged(file: &ResultFile<'_>, settings: &PairingSettings) -> JudgedRounds {
    let event = file.event;
    if settings.depth == Pairings::Off || !is_dutch(file) {
        return JudgedRounds::default();
    }
    let (rules, known) = edition(event, settings.rules);
    let too_many = settings.depth == Pairings::Auto && event.players.len() > MOST_PLAYERS;
    let depth = match settings.depth {
        _ if !known => Depth::Absolute,
        Pairings::Never | Pairings::Off => Depth::Absolute,
        Pairings::Auto if too_many => Depth::Colours,
        Pairings::Auto | Pairings::Always => Depth::Pairs,
    };
    let paired = event.players.iter().flat_map(|player| &player.cells).filter(|cell| cell.opponent.is_some());
    let last = paired.map(|cell| cell.round).max().unwrap_or(0);
    let planned =
        event.planned_rounds.or(settings.planned_rounds).unwrap_or_else(|| implied_rounds(event, last));
    let sound = (1..=last).take_while(|round| is_consistent(file, *round));
    let rounds: Vec<Judged> = sound.map(|round| judge(event, round, planned, rules, depth)).collect();
    let other_system = is_other_system(&rounds);
    JudgedRounds { rounds, other_system, too_many }
}

/// Individual Swiss events from report files, unless they name another system.
fn is_dutch(file: &ResultFile<'_>) -> bool {
    let event = file.event;
    let other = |text: &str| {
        let text = text.to_ascii_uppercase();
        ["BURSTEIN", "DUBOV", "DOUBLE", "TEAM"].iter().any(|name| text.contains(name))
            || text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "LIM")
    };
    let named = ["192", "092"].iter().filter_map(|code| event.record(code));
    let mut numbers: Vec<u32> = event.players.iter().map(|player| player.no).collect();
    numbers.sort_unstable();
    event.format == Format::Trf
        && file.kind == Kind::Swiss
        && !event.has_teams()
        && numbers.windows(2).all(|pair| pair[0] != pair[1])
        && !named.into_iter().any(|record| other(&record.text))
}

/// The edition, and whether it is one whose pairings are known.
fn edition(event: &Event, said: Option<Rules>) -> (Rules, bool) {
    if let Some(rules) = said {
        return (rules, true);
    }
    if event.record("192").is_some_and(|record| {
        let text = record.text.to_ascii_uppercase();
        text.contains("DUTCH_2025") || text.contains("DUTCH_2026")
    }) {
        return (Rules::Dutch2026, true);
    }
    let day = event.first_day.or_else(|| event.round_dates.iter().filter_map(|date| date.day).min());
    let from = |(year, month, day)| NaiveDate::from_ymd_opt(year, month, day);
    let [old, new] = IN_FORCE.map(from);
    match day {
        Some(_) if day < old => (Rules::Dutch2017, false),
        Some(_) if day < new => (Rules::Dutch2017, true),
        _ => (Rules::Dutch2026, true),
    }
}

/// The number of rounds of a file that does not say it: the last one that is paired, if the event is over with it.
fn implied_rounds(event: &Event, last: u32) -> u32 {
    let of_last = event.round_dates.iter().find(|date| date.round == last).and_then(|date| date.day);
    match (event.last_day, of_last) {
        (Some(end), Some(day)) if end > day => u32::MAX,
        _ => last,
    }
}

/// Whether a round fits both ways, so that something can be said of it and of those after it.
fn is_consistent(file: &ResultFile<'_>, round: u32) -> bool {
    let event = file.event;
    let broken = |kind: FaultKind| kind == FaultKind::EventSyntax;
    let unread = event.faults.iter().any(|fault| fault.round == Some(round) && broken(fault.kind));
    !unread
        && event.players.iter().all(|player| {
            let mut cells = player.cells.iter().filter(|cell| cell.round == round);
            let fits = cells.next().is_none_or(|cell| {
                cell.opponent.is_none_or(|no| {
                    no != player.no
                        && file.cell(no, round).is_some_and(|theirs| theirs.opponent == Some(player.no))
                })
            });
            fits && cells.next().is_none() && !file.is_unread(player.no, round)
        })
}

/// Two wrong colours in the first round, where they only alternate down the list, are another way to draw them or to number the
/// players. Else most of at least four rounds have to differ, the first among them.
fn is_other_system(rounds: &[Judged]) -> bool {
    let differs = |judged: &&Judged| judged.difference.is_some() || !judged.byes.is_empty();
    let Some(first) = rounds.first() else { return false };
    first.colours.len() > 1
        || rounds.len() >= ENOUGH_ROUNDS
            && differs(&first)
            && rounds.iter().filter(differs).count() * 2 > rounds.len()
}

/// The article of a criterion, as a rating officer looks it up: `C.04.3 2.4.7 C12`, `C.04.3 C.10`.
pub(super) fn article(criterion: &str) -> String {
    let number = criterion.strip_prefix('C').and_then(|number| number.parse::<u32>().ok());
    match number {
        Some(number @ 1..=3) => format!("C.04.3 2.1.{number} {criterion}"),
        Some(number @ 4..=5) => format!("C.04.3 2.{}.1 {criterion}", number - 2),
        Some(number) => format!("C.04.3 2.4.{} {criterion}", number - 5),
        None => format!("C.04.3 {criterion}"),
    }
}

/// The name under which findings cite an edition.
pub(super) fn id(rules: Rules) -> &'static str {
    match rules {
        Rules::Dutch2017 => "dutch-2017",
        Rules::Dutch2026 => "dutch-2026",
    }
}
