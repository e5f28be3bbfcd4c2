//! One followed game: the alerts reported on it, and what a new state of its record changes.

use std::sync::Arc;

use super::alert::{Alert, State};
use super::board::Board;
use super::follower::Options;
use super::record::{Names, Record, alert, name, word};
use super::standing;
use crate::checks::{Finding, Game, Severity};
use crate::scoresheet::Outcome;

/// What an alert rests on: it is withdrawn when this changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// The moves up to its half-move.
    WithTheMoves,
    /// The whole record: each reading has to find it again.
    WithTheRecord,
}

/// Identifies an alert of a game: its id, and a number that distinguishes alerts of the same id.
type Ident = (&'static str, u64);

/// What is true of a game now.
#[derive(Debug, Default)]
pub(super) struct Now {
    /// Whether the record leaves the result open.
    pub(super) goes_on: bool,
    /// Whether mate or stalemate was reported as the end of the game, and these moves are new.
    pub(super) was_ended: bool,
    alerts: Vec<(Ident, Holds, Alert)>,
    /// What is not to be withdrawn.
    held: Vec<Ident>,
}

impl Now {
    /// Adds an alert that is true now.
    pub(super) fn tell(&mut self, alert: Alert, holds: Holds, number: u64) {
        let ident = (alert.alert, number);
        self.held.push(ident);
        self.alerts.push((ident, holds, alert));
    }

    /// Marks an alert that is not reported now, but is not to be withdrawn either.
    pub(super) fn holds(&mut self, id: &'static str, number: u64) {
        self.held.push((id, number));
    }
}

/// An alert that was reported, and what it rests on.
#[derive(Debug)]
struct Told {
    ident: Ident,
    /// Identifies the moves that it rests on; `None` if each reading has to find it again.
    beginning: Option<u64>,
    alert: Alert,
}

/// A followed game.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) names: Names,
    /// The source whose record counts: the one that is ahead.
    pub(super) source: usize,
    pub(super) record: Record,
    pub(super) changed_at: i64,
    /// Whether its record was read at least once.
    pub(super) known: bool,
    told_still: bool,
    told: Vec<Told>,
    /// What is true now.
    is_true: Vec<Ident>,
    /// Results that other sources give.
    others: Vec<(usize, Outcome)>,
}

/// One reading of a source.
pub(super) struct Reading<'r> {
    pub(super) source: usize,
    pub(super) sources: &'r [Arc<str>],
    pub(super) at: i64,
    /// Whether the text breaks off; then missing moves do not count as taken back.
    pub(super) breaks_off: bool,
    pub(super) options: &'r Options,
}

impl Followed {
    pub(super) fn new(names: Names, source: usize, at: i64) -> Followed {
        Followed {
            names,
            source,
            record: Record::default(),
            changed_at: at,
            known: false,
            told_still: false,
            told: Vec::new(),
            is_true: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Takes in a new state of the record.
    pub(super) fn update(
        &mut self,
        game: &Game<'_>,
        findings: &[Finding],
        reading: &Reading<'_>,
        out: &mut Vec<Alert>,
    ) {
        let mut record = Record::of(game);
        if self.known && reading.source != self.source && !self.follows(&record, reading) {
            return self.compare_results(game, reading, out);
        }
        let shorter = record.is_before(&self.record) && record.positions.len() < self.record.positions.len();
        if self.known && shorter && reading.breaks_off {
            return;
        }
        let mut now = Now {
            goes_on: matches!(record.outcome, None | Some(Outcome::Unfinished)),
            was_ended: self.known && self.was_over() && self.record.is_before(&record),
            ..Now::default()
        };
        standing::standing(game, findings, reading.options, &mut now);
        record.ended = now.alerts.iter().any(|(ident, ..)| ends(ident.0));
        if self.known && !self.record.is_before(&record) {
            self.taken_back(game, &record, reading, out);
        }
        if !self.known || record.positions != self.record.positions || record.clocks != self.record.clocks {
            self.changed_at = reading.at;
            self.told_still = false;
        }
        self.withdraw(&record, &now.held, reading, out);
        self.source = reading.source;
        self.known = true;
        self.is_true = now.alerts.iter().map(|(ident, ..)| *ident).collect();
        self.record = record;
        for (ident, holds, alert) in now.alerts {
            self.tell(ident, holds, alert, reading, out);
        }
        self.compare_results(game, reading, out);
    }

    /// Whether mate or stalemate was reported when no move followed it.
    fn was_over(&self) -> bool {
        let ends =
            |alert: &Alert| matches!(alert.alert, "mate" | "stalemate") && alert.severity == Severity::Info;
        self.told.iter().any(|told| ends(&told.alert))
    }

    /// Whether a record of another source is ahead of the one that counts.
    fn follows(&mut self, record: &Record, reading: &Reading<'_>) -> bool {
        self.others.retain(|(source, _)| *source != reading.source);
        if let Some(outcome) = record.outcome.filter(|outcome| *outcome != Outcome::Unfinished) {
            self.others.push((reading.source, outcome));
        }
        self.record.is_before(record) && record.positions.len() > self.record.positions.len()
    }

    fn tell(
        &mut self,
        ident: Ident,
        holds: Holds,
        mut alert: Alert,
        reading: &Reading<'_>,
        out: &mut Vec<Alert>,
    ) {
        if self.told.iter().any(|told| told.ident == ident) {
            return;
        }
        self.sign(&mut alert, reading);
        let beginning = match holds {
            Holds::WithTheMoves => self.record.beginnings.get(alert.ply).copied(),
            Holds::WithTheRecord => None,
        };
        out.push(alert.clone());
        self.told.push(Told { ident, beginning, alert });
    }

    /// Says which game an alert is about, and when it was found.
    fn sign(&self, alert: &mut Alert, reading: &Reading<'_>) {
        let Names { event, round, board, white, black } = self.names.clone();
        let source = reading.sources.get(self.source).map_or_else(|| Arc::from(""), Arc::clone);
        alert.at = reading.at;
        alert.source = source;
        (alert.event, alert.round, alert.board, alert.white, alert.black) =
            (event, round, board, white, black);
    }

    /// Withdraws the alerts that the new record contradicts.
    fn withdraw(&mut self, record: &Record, held: &[Ident], reading: &Reading<'_>, out: &mut Vec<Alert>) {
        let (kept, gone) =
            std::mem::take(&mut self.told).into_iter().partition(|told| match told.beginning {
                Some(beginning) => record.beginnings.get(told.alert.ply) == Some(&beginning),
                None => held.contains(&told.ident) || told.ident.1 == FROM_ELSEWHERE,
            });
        self.told = kept;
        for Told { mut alert, .. } in Vec::from_iter::<Vec<Told>>(gone) {
            alert.at = reading.at;
            alert.state = State::Withdrawn;
            out.push(alert);
        }
    }

    fn taken_back(&self, game: &Game<'_>, record: &Record, reading: &Reading<'_>, out: &mut Vec<Alert>) {
        let from = self.record.parts_from(record);
        let mut told = alert(game, "taken-back", Severity::Warning, from - 1);
        told.was = self.record.moves_from(from);
        told.is = record.moves_from(from);
        let mover = game.mover(from);
        told.by = Some(word(mover));
        told.message = match &told.is {
            Some(is) => format!(
                "Moves were replaced: {} by {is}",
                told.was.as_deref().unwrap_or("the start position")
            ),
            None => format!(
                "Moves were taken back: {}; {} is to move again",
                told.was.as_deref().unwrap_or_default(),
                name(mover)
            ),
        };
        self.sign(&mut told, reading);
        told.source = reading.sources.get(reading.source).map_or_else(|| Arc::from(""), Arc::clone);
        out.push(told);
    }

    /// Reports that two sources give different results.
    fn compare_results(&mut self, game: &Game<'_>, reading: &Reading<'_>, out: &mut Vec<Alert>) {
        let here = self.record.outcome.filter(|outcome| *outcome != Outcome::Unfinished);
        let other = self.others.iter().find(|(_, there)| here.is_some_and(|here| here != *there)).copied();
        let told = self.told.iter().position(|told| told.ident == ("result-differs", FROM_ELSEWHERE));
        match (other, here, told) {
            (Some((source, there)), Some(here), None) => {
                let mut told = alert(game, "result-differs", Severity::Error, self.record.plies());
                let elsewhere = reading.sources.get(source).map_or("another source", |name| name);
                told.message = standing::contradicted(here, there, elsewhere);
                (told.was, told.is) = (Some(here.as_str().to_owned()), Some(there.as_str().to_owned()));
                self.tell(("result-differs", FROM_ELSEWHERE), Holds::WithTheRecord, told, reading, out);
            }
            (None, _, Some(told)) => {
                let mut alert = self.told.remove(told).alert;
                alert.at = reading.at;
                alert.state = State::Withdrawn;
                out.push(alert);
            }
            _ => {}
        }
    }

    /// Reports that no move was made for a long time.
    pub(super) fn still(&mut self, still_ms: i64, at: i64, sources: &[Arc<str>], out: &mut Vec<Alert>) {
        if self.told_still || !self.known || !self.record.goes_on() || self.record.plies() == 0 {
            return;
        }
        let whites_turn = (self.record.first_number + self.record.plies() as u64).is_multiple_of(2);
        let clocks = self.record.clocks;
        let left = if whites_turn { clocks.white } else { clocks.black };
        let left_ms = left.map_or(0, |seconds| (seconds * 1000.0) as i64);
        let since = at - self.changed_at;
        if since <= still_ms.max(left_ms) {
            return;
        }
        self.told_still = true;
        let source = sources.get(self.source).map_or_else(|| Arc::from(""), Arc::clone);
        let minutes = since / 60_000;
        let words = format!(
            "No move for {minutes} minutes, more than the mover had left: the board may have lost its connection"
        );
        let mut told = Alert::of_source("still", Severity::Info, &source, at, words);
        let Names { event, round, board, white, black } = self.names.clone();
        (told.event, told.round, told.board, told.white, told.black) = (event, round, board, white, black);
        told.ply = self.record.plies();
        told.mv = self.record.moves_from(told.ply);
        told.by = Some(if whites_turn { "white" } else { "black" });
        told.clocks = clocks;
        told.result = self.record.outcome.map(Outcome::as_str);
        out.push(told);
    }

    /// The game as a table shows it.
    pub(super) fn board(&self) -> Board<'_> {
        let Names { round, board, white, black, .. } = &self.names;
        let plies = self.record.plies();
        Board {
            round: round.as_deref(),
            board: board.as_deref(),
            white: white.as_deref(),
            black: black.as_deref(),
            mv: (plies > 0).then(|| self.record.moves_from(plies)).flatten(),
            clocks: self.record.clocks,
            is_open: matches!(self.record.outcome, None | Some(Outcome::Unfinished)),
            is_still: self.told_still,
            alerts: self.standing().collect(),
        }
    }

    /// The alerts that are true now.
    pub(super) fn standing(&self) -> impl Iterator<Item = &Alert> {
        let is_true = |told: &&Told| told.ident.1 == FROM_ELSEWHERE || self.is_true.contains(&told.ident);
        self.told.iter().filter(is_true).map(|told| &told.alert)
    }
}

/// The number of an alert that rests on another source, not on the record.
const FROM_ELSEWHERE: u64 = u64::MAX;

/// Whether an alert ends a game on the board.
fn ends(id: &str) -> bool {
    matches!(id, "mate" | "stalemate" | "drawn-dead" | "drawn-fivefold" | "drawn-seventy-five")
}
