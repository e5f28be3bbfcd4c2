//! Whether the rounds of a file can be paired or judged: it has to be an individual Swiss of the Dutch system with consistent cells.

use rustc_hash::{FxHashMap, FxHashSet};

use super::history::is_entered;
use crate::event::{Event, FaultKind, Format, Kind, Outcome};

/// Why an event is not one of the Dutch system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotDutch {
    /// Another format.
    #[error("pairings are made for report files (TRF) alone")]
    Format,
    /// Teams, a round-robin, a knockout.
    #[error("the file says that this is not an individual Swiss")]
    Kind,
    /// Another Swiss system.
    #[error("the file names another system than the Dutch one")]
    System,
    /// Two players of one number.
    #[error("two players have one starting number")]
    Numbers,
}

/// Whether an event can be an individual Swiss of the Dutch system by its file.
///
/// # Errors
/// If the file says that it is not.
pub fn may_be_dutch(event: &Event) -> Result<(), NotDutch> {
    let mut numbers: Vec<u32> = event.players.iter().map(|player| player.no).collect();
    numbers.sort_unstable();
    if event.format != Format::Trf {
        Err(NotDutch::Format)
    } else if event.is_of_teams() || event.kind.is_some_and(|kind| kind != Kind::Swiss) {
        Err(NotDutch::Kind)
    } else if names_other_system(event) {
        Err(NotDutch::System)
    } else if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
        Err(NotDutch::Numbers)
    } else {
        Ok(())
    }
}

fn names_other_system(event: &Event) -> bool {
    let other = |text: &str| {
        let text = text.to_ascii_uppercase();
        ["BURSTEIN", "DUBOV", "DOUBLE", "TEAM"].iter().any(|name| text.contains(name))
            || text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "LIM")
    };
    ["192", "092"].iter().filter_map(|code| event.record(code)).any(|record| other(&record.text))
}

/// The last round that has been paired: a player has an opponent or the bye in it, or every player has a cell.
pub fn last_round(event: &Event) -> u32 {
    let entered = |round: u32| event.players.iter().any(|player| player.cell(round).is_some_and(is_entered));
    let full = |round: u32| event.players.iter().all(|player| player.cell(round).is_some());
    let last = event.players.iter().flat_map(|player| &player.cells).map(|cell| cell.round).max();
    (1..=last.unwrap_or(0)).rev().find(|round| entered(*round) || full(*round)).unwrap_or(0)
}

/// The number of rounds of a file that does not state it: its last round, unless the event goes on after that round's date.
pub fn implied_rounds(event: &Event, last: u32) -> Option<u32> {
    let of_last = event.round_dates.iter().find(|date| date.round == last).and_then(|date| date.day);
    match (event.last_day, of_last) {
        (Some(end), Some(day)) if end > day => None,
        _ => Some(last),
    }
}

/// The rounds of a file whose cells are consistent.
pub struct Soundness<'a> {
    event: &'a Event,
    places: FxHashMap<u32, usize>,
    unread: FxHashSet<u32>,
    unread_cells: FxHashSet<(u32, u32)>,
}

impl<'a> Soundness<'a> {
    /// That of an event.
    pub fn new(event: &'a Event) -> Soundness<'a> {
        let places = event.players.iter().enumerate().map(|(at, player)| (player.no, at)).collect();
        let faults = || event.faults.iter();
        let syntax = faults().filter(|fault| fault.kind == FaultKind::EventSyntax);
        Soundness {
            event,
            places,
            unread: syntax.filter_map(|fault| fault.round).collect(),
            unread_cells: faults().filter_map(|fault| fault.player.zip(fault.round)).collect(),
        }
    }

    /// Whether a round is consistent, so that it and those after it can be judged.
    pub fn of_round(&self, round: u32) -> bool {
        !self.unread.contains(&round)
            && self.event.players.iter().all(|player| match player.cells_of(round) {
                _ if self.unread_cells.contains(&(player.no, round)) => false,
                [] => true,
                [cell] => {
                    cell.opponent.is_none_or(|no| no != player.no && self.answers(no, player.no, round))
                }
                _ => false,
            })
    }

    fn answers(&self, no: u32, opponent: u32, round: u32) -> bool {
        let player = self.places.get(&no).and_then(|at| self.event.players.get(*at));
        player.and_then(|player| player.cell(round)).is_some_and(|cell| cell.opponent == Some(opponent))
    }
}

/// Two players of a round whose game has no result.
pub fn pending(event: &Event, round: u32) -> Option<(u32, u32)> {
    event.players.iter().find_map(|player| {
        let cell = player.cell(round).filter(|cell| cell.outcome == Outcome::Pending)?;
        Some((player.no, cell.opponent?))
    })
}
