//! Runs the event checks over one event, or over a table and the games beside it.

use std::sync::Arc;

use chrono::NaiveDate;
use rustc_hash::FxHashSet;

use super::pairing_forbidden;
use super::result_file::{EventFindings, ResultFile, silenced_lines};
use super::swiss::{self, PairingSettings};
use super::{ALL, Finding, On, Severity};
use crate::event::tiebreaks::Spec;
use crate::event::{Event, FaultKind, Format, Kind};

/// What the event checks are told beside the event.
#[derive(Debug, Clone)]
pub struct EventSettings {
    /// The date that stands for today.
    pub today: NaiveDate,
    /// The kind of event, where it was said.
    pub kind: Option<Kind>,
    /// Tie-breaks that decide ranks, where they were said.
    pub tiebreaks: Vec<Spec>,
    /// What was said of pairings.
    pub pairings: PairingSettings,
    /// Whether the run repairs wrong points. Ranks are then judged by the points after the repair.
    pub points_repaired: bool,
}

impl EventSettings {
    /// Everything is found out from the event.
    pub fn new(today: NaiveDate) -> EventSettings {
        EventSettings {
            today,
            kind: None,
            tiebreaks: Vec::new(),
            pairings: PairingSettings::default(),
            points_repaired: false,
        }
    }
}

/// Checks that hold of games alone.
const OF_GAMES: &[&str] =
    &["plays-twice", "id-name-conflict", "repeat-pairing", "missing-round", "missing-game"];

/// Players and games that a PGN has at least where its games are an event: fewer are a match, or a choice of games.
const LEAST_PLAYERS: usize = 4;
pub(super) const LEAST_GAMES: usize = 6;

/// Are games under one heading an event? A match, one player's games and a handful of games are none: what they lack, and
/// who meets whom in them, proves nothing.
fn is_event(games: &Event) -> bool {
    let cells = || games.players.iter().map(|player| player.cells.len());
    let count = cells().sum::<usize>().div_ceil(2);
    let rounds = || games.players.iter().flat_map(|player| &player.cells).map(|cell| cell.round);
    games.players.len() >= LEAST_PLAYERS
        && count >= LEAST_GAMES
        && cells().all(|own| own < count)
        && rounds().min() < rounds().max()
}

/// The findings of an event, and of the games beside it, in the order of the file.
pub fn check_event(event: &Event, games: Option<&Event>, settings: &EventSettings) -> Vec<Finding> {
    if event.format == Format::Pgn && !is_event(event) {
        return Vec::new();
    }
    let file = ResultFile::new(event, games, settings.kind, settings.today)
        .with_tiebreaks(settings.tiebreaks.clone())
        .with_pairings(settings.pairings)
        .with_points_repaired(settings.points_repaired);
    let mut out = EventFindings::new(event);
    for check in ALL {
        if let On::Event(run) = check.on
            && (event.format != Format::Pgn || OF_GAMES.contains(&check.id))
        {
            out.of(check);
            run(&file, &mut out);
        }
    }
    let mut found = out.finish();
    pairing_forbidden::replaces(&mut found);
    swiss::say_assumed(file.judged(), &mut found);
    if let Some(games) = games {
        let silenced = silenced_lines(games);
        let files: FxHashSet<&str> = games.files.iter().map(|file| &**file).collect();
        let silences = |f: &Finding| {
            f.line.is_some_and(|line| silenced.contains(&(line, f.check))) && files.contains(&*f.file)
        };
        found.retain(|finding| !silences(finding));
    }
    if event.format != Format::Pgn {
        found.extend(encoding(event));
    }
    found
}

/// Bytes that are not UTF-8: the check of the same name for scoresheets has its own place for them.
fn encoding(event: &Event) -> Option<Finding> {
    let fault = event.faults.iter().find(|fault| fault.kind == FaultKind::Encoding)?;
    let mut finding =
        Finding::new("encoding", Severity::Info, Arc::clone(&event.file), fault.message.clone());
    (finding.line, finding.column) = (Some(fault.line), Some(fault.column.max(1)));
    Some(finding)
}
