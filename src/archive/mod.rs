//! A run over an archive: combines the results of single pieces into findings in file order.
//!
//! A [`Checker`](crate::checks::Checker) checks one piece of a file, on any thread. An [`Archive`] takes the results
//! in file order and adds what needs more than one piece: game numbers within the file, duplicate games, the events
//! among the games of a PGN, and the findings that a baseline lists. [`check_file`] does both for a file in memory.

mod games;
mod repairs;
mod settings;
mod whole;

use std::sync::Arc;

pub use games::{GameReader, GameRow, GameRows, GameTexts, game_rows};
pub use settings::FileSettings;
pub use whole::{Fixed, check_file, check_pgn, fix_pgn};

use repairs::Repairing;

use crate::checks::{Collected, Collector, Edit, EventSettings, Finding, Found, PgnEvents};
use crate::event::GameHeader;
use crate::report::{GameDone, Summary};

/// What an archive reports, in file order.
#[non_exhaustive]
pub enum Item<'i> {
    /// A file begins.
    File {
        /// Its name.
        name: &'i Arc<str>,
        /// Its settings; `None` if the file is empty.
        settings: Option<&'i FileSettings>,
    },
    /// A game was checked. Its findings were reported before.
    Game(GameDone<'i>),
    /// A game was not checked.
    NotChecked {
        /// Its number in the file, from 1.
        game: u64,
        /// The reason.
        why: &'i str,
    },
    /// A finding.
    Finding {
        /// The finding.
        finding: &'i Finding,
        /// Whether the file's baseline lists it; then it is not counted.
        known: bool,
    },
    /// Repairs to be made, in the order of the file. The findings that they put right are not reported.
    Edits(&'i [Edit]),
}

/// Receives what an archive reports. The first error ends the run.
pub type Tell<'t, E> = &'t mut dyn FnMut(Item<'_>) -> Result<(), E>;

/// The result of the whole run.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Ended {
    /// The number of files, games and half-moves, and of findings that no baseline lists.
    pub summary: Summary,
    /// Whether one of those findings is severe enough to fail the run by the settings of its file.
    pub failed: bool,
    /// Whether there were more games than could be remembered to find duplicates.
    pub duplicate_limit_reached: bool,
    /// Findings that were repaired.
    pub repaired: u64,
}

/// A run over many files, in order.
pub struct Archive {
    collector: Collector,
    file: Option<Arc<str>>,
    /// The events among the games of the current file, and the file's settings.
    events: Option<(PgnEvents, Arc<FileSettings>)>,
    /// The number of games per ruleset. A run has few rulesets, so this is a list.
    rulesets: Vec<(Arc<str>, u64)>,
    tally: Tally,
    repairing: Repairing,
}

/// The counts so far.
#[derive(Default)]
struct Tally {
    summary: Summary,
    failed: bool,
}

impl Archive {
    /// A new run. `duplicate_limit` is the maximum number of different games remembered to find duplicates, at 48 bytes
    /// each; 0 turns the search off.
    pub fn new(duplicate_limit: usize) -> Archive {
        Archive {
            collector: Collector::new(duplicate_limit),
            file: None,
            events: None,
            rulesets: Vec::new(),
            tally: Tally::default(),
            repairing: Repairing::default(),
        }
    }

    /// Looks for near duplicates too, and remembers at most `limit` games for it: about 300 bytes each, never more than 700. Games of
    /// files whose settings do not select `near-duplicate` take no part.
    pub fn find_near_duplicates(&mut self, limit: usize) {
        self.collector.find_near_duplicates(limit);
    }

    /// Begins a file and ends the previous one. `settings` is `None` for an empty file.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn begin_file<E>(
        &mut self,
        name: &Arc<str>,
        settings: Option<&FileSettings>,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        self.end_file(tell)?;
        self.file = Some(Arc::clone(name));
        self.collector.begin_file(name);
        self.tally.summary.files += 1;
        self.repairing.begin_file();
        tell(Item::File { name, settings })
    }

    /// Makes no repairs in the current file; what they would put right is reported.
    pub fn leave_alone(&mut self) {
        self.repairing.leave_alone();
    }

    /// Whether repairs were not made in the current file, because it is left alone.
    pub fn withheld(&self) -> bool {
        self.repairing.withheld()
    }

    /// Adds the findings in the next piece of the file.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn games<E>(
        &mut self,
        found: Found,
        settings: &Arc<FileSettings>,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        let Archive { collector, file: Some(file), events, rulesets, tally, repairing } = self else {
            return Ok(());
        };
        tally.count(&found);
        for (ruleset, games) in &found.rulesets {
            match rulesets.iter_mut().find(|(known, _)| known == ruleset) {
                Some((_, sum)) => *sum += games,
                None => rulesets.push((Arc::clone(ruleset), *games)),
            }
        }
        for (game, why) in &found.not_judged {
            tell(Item::NotChecked { game: collector.games_of_file() + game, why })?;
        }
        let mut result = Ok(());
        let texts = collector.take(found, |collected| {
            if result.is_ok() {
                result = game((file, settings), collected, events, (tally, repairing), tell);
            }
        });
        if let Some((events, _)) = events {
            events.end_piece(texts);
        }
        result
    }

    /// Adds findings that do not come from games: those of a result file or a rating report. The caller passes only
    /// findings of checks that are selected for the file.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn findings<E>(
        &mut self,
        findings: Vec<Finding>,
        settings: &FileSettings,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        self.repairing.report(findings, None, settings, &mut self.tally, tell)
    }

    /// Ends the last file.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn end<E>(mut self, tell: Tell<'_, E>) -> Result<Ended, E> {
        self.end_file(tell)?;
        let Tally { mut summary, failed } = self.tally;
        summary.rulesets = self.rulesets.into_iter().collect();
        Ok(Ended {
            summary,
            failed,
            duplicate_limit_reached: self.collector.limit_reached,
            repaired: self.repairing.made(),
        })
    }

    /// Ends the file: reports the findings of its events. [`Archive::begin_file`] and [`Archive::end`] do this too.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn end_file<E>(&mut self, tell: Tell<'_, E>) -> Result<(), E> {
        let Some((events, settings)) = self.events.take() else { return Ok(()) };
        let findings = settings.of_interest(events.finish());
        self.tally.findings(&findings, &settings, tell)
    }
}

/// Reports the findings of a game, and of the events that are complete by now.
fn game<E>(
    (file, settings): (&Arc<str>, &Arc<FileSettings>),
    collected: Collected<'_>,
    events: &mut Option<(PgnEvents, Arc<FileSettings>)>,
    (tally, repairing): (&mut Tally, &mut Repairing),
    tell: Tell<'_, E>,
) -> Result<(), E> {
    let Collected { header, texts, findings, again } = collected;
    repairing.report(findings, Some(header), settings, tally, tell)?;
    let header = &*header;
    tell(Item::Game(game_done(file, header, texts)))?;
    let header = Some(header).filter(|header| header.of_event && !again);
    let closed = closed_by(file, header, texts, events, settings);
    tally.findings(&closed, settings, tell)
}

/// Adds a game to the events of its file. Returns the findings of events for which no more games are expected.
fn closed_by(
    file: &Arc<str>,
    header: Option<&GameHeader>,
    texts: &str,
    events: &mut Option<(PgnEvents, Arc<FileSettings>)>,
    settings: &Arc<FileSettings>,
) -> Vec<Finding> {
    let events = match (events, header) {
        (None, None) => return Vec::new(),
        (Some((events, _)), None) => {
            events.pass();
            events
        }
        (events, Some(header)) => {
            let new = || {
                let of_event = EventSettings::new(settings.checks.request.today);
                (PgnEvents::new(Arc::clone(file), of_event), Arc::clone(settings))
            };
            let (events, _) = events.get_or_insert_with(new);
            events.game(header);
            events
        }
    };
    let found = events.drain_closed(texts);
    if found.is_empty() { found } else { settings.of_interest(found) }
}

fn game_done<'a>(file: &'a str, header: &'a GameHeader, texts: &'a str) -> GameDone<'a> {
    let names = header.names(texts);
    let some = |name: &'a str| (!name.is_empty()).then_some(name);
    GameDone {
        file,
        number: header.place.game,
        round: some(names.round),
        white: some(names.white),
        black: some(names.black),
    }
}

impl Tally {
    fn count(&mut self, found: &Found) {
        self.summary.games += found.games.len() as u64;
        self.summary.plies += found.plies;
        self.summary.assumed += found.assumed;
    }

    fn findings<E>(
        &mut self,
        findings: &[Finding],
        settings: &FileSettings,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        for finding in findings.iter().filter(|finding| is_wanted(finding, settings)) {
            self.finding(finding, settings.is_known(finding), settings, tell)?;
        }
        Ok(())
    }

    fn finding<E>(
        &mut self,
        finding: &Finding,
        known: bool,
        settings: &FileSettings,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        if !known {
            self.failed |= settings.fail_on.is_some_and(|least| finding.severity >= least);
            self.summary.count(finding);
        }
        tell(Item::Finding { finding, known })
    }
}

/// Duplicates are found across the run; a file's own settings may leave them out.
fn is_wanted(finding: &Finding, settings: &FileSettings) -> bool {
    finding.check != "duplicate-game" || settings.asks_for(finding.check)
}
