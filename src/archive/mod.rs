//! A run over an archive: combines the results of single pieces into findings in file order.
//!
//! A [`Checker`](crate::checks::Checker) checks one piece of a file, on any thread. A [`Collector`](crate::checks::Collector) takes
//! the results in file order, and knows the numbers of games within the file and duplicate games. An [`Archive`] takes them
//! from there and adds the events among the games of a PGN and the findings that a baseline lists. [`check_file`] does all of it for a
//! file in memory.
//!
//! Only what needs the order is done in order: [`Archive::gather`] groups games by event, [`Gathered::check`] checks the events on
//! any thread, and [`Archive::report`] reports in order. [`Archive::games`] does all three.

mod gathered;
mod games;
mod repairs;
mod settings;
mod whole;

use std::sync::Arc;

pub use games::{GameReader, GameRow, GameRows, GameTexts, game_rows};
pub use gathered::{Checked, Gathered};
pub use settings::FileSettings;
pub use whole::{Fixed, check_file, check_pgn, fix_pgn};

use gathered::{Of, Written};
use repairs::Repairing;

use crate::checks::{ClosedEvent, Collected, Edit, EventSettings, Finding, Found, PgnEvents, Repairs};
use crate::event::Headers;
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
    /// The findings of several games as [`Gathered::check`] wrote them, instead of these games and findings.
    Lines(&'i [u8]),
    /// Repairs to be made, in the order of the file. The findings that they put right are not reported.
    Edits(&'i [Edit]),
}

/// The check that reports once in a file.
const ONCE: &str = "encoding";

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
#[derive(Default)]
pub struct Archive {
    file: Option<Arc<str>>,
    /// The events among the games of the current file, and the file's settings.
    events: Option<(PgnEvents, Arc<FileSettings>)>,
    /// The number of games per ruleset. A run has few rulesets, so this is a list.
    rulesets: Vec<(Arc<str>, u64)>,
    tally: Tally,
    repairing: Repairing,
    /// Whether the encoding of the current file was reported: it is reported once.
    encoding_reported: bool,
    duplicate_limit_reached: bool,
}

/// The counts so far.
#[derive(Default)]
struct Tally {
    summary: Summary,
    failed: bool,
}

impl Archive {
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
        let ended = self.gather_file(name);
        self.report_file(ended.map(|ended| ended.check(None)), name, settings, tell)
    }

    /// The first half of [`Archive::begin_file`]: games that are gathered from now on are of this file. Returns the events of the
    /// previous file, to be checked.
    pub fn gather_file(&mut self, name: &Arc<str>) -> Option<Gathered> {
        let ended = self.gather_end();
        self.file = Some(Arc::clone(name));
        ended
    }

    /// The second half of [`Archive::begin_file`]: reports the events of the previous file, and that this one begins.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn report_file<E>(
        &mut self,
        ended: Option<Checked>,
        name: &Arc<str>,
        settings: Option<&FileSettings>,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        if let Some(ended) = ended {
            self.report(ended, tell)?;
        }
        self.tally.summary.files += 1;
        self.repairing.begin_file();
        self.encoding_reported = false;
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
        collected: Collected,
        settings: &Arc<FileSettings>,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        match self.gather(collected, settings) {
            Some(gathered) => self.report(gathered.check(None), tell),
            None => Ok(()),
        }
    }

    /// The first third of [`Archive::games`], which needs the order: adds the games of the next piece of the file to their events.
    pub fn gather(&mut self, collected: Collected, settings: &Arc<FileSettings>) -> Option<Gathered> {
        let file = Arc::clone(self.file.as_ref()?);
        let Collected { found, headers, .. } = &collected;
        self.duplicate_limit_reached |= collected.limit_reached;
        self.tally.count(found);
        for (ruleset, games) in &found.rulesets {
            match self.rulesets.iter_mut().find(|(known, _)| known == ruleset) {
                Some((_, sum)) => *sum += games,
                None => self.rulesets.push((Arc::clone(ruleset), *games)),
            }
        }
        let mut closed = Vec::new();
        // A repair moves games: then they are added to their events when they are reported.
        if settings.checks.repairs == Repairs::None {
            let mut copies = collected.duplicates.iter().peekable();
            for at in 0..headers.all.len() {
                let again = copies.next_if(|copy| copy.at == at).is_some_and(|copy| copy.in_file);
                let events = self.add_to_events(headers, at, again, settings);
                closed.extend(events.into_iter().map(|event| (at, event)));
            }
        }
        let gone = self.events.as_mut().map_or_else(Vec::new, |(events, _)| events.take_gone());
        Some(Gathered { file, settings: Arc::clone(settings), collected, closed, gone })
    }

    /// The last third of [`Archive::games`], which needs the order too: reports what was found.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn report<E>(&mut self, checked: Checked, tell: Tell<'_, E>) -> Result<(), E> {
        let Checked { file, settings, headers, again, findings, written, not_judged, .. } = checked;
        for (game, why) in &not_judged {
            tell(Item::NotChecked { game: *game, why })?;
        }
        if let Some(Written { lines, tally }) = written {
            self.tally.merge(&tally);
            return if lines.is_empty() { Ok(()) } else { tell(Item::Lines(&lines)) };
        }
        let repairs = settings.checks.repairs != Repairs::None;
        let mut findings = findings.into_iter().peekable();
        for at in 0..headers.all.len() {
            let own = findings.next_if(|of| of.game == at && !of.event);
            if repairs {
                let mut own = own.map_or_else(Vec::new, |of| of.findings);
                own.retain(|finding| !self.is_repeated(finding));
                // Its place may change.
                let mut moved = Headers::default();
                moved.copy(&headers, at);
                self.repairing.report(own, moved.all.first_mut(), &settings, &mut self.tally, tell)?;
                tell_game(&file, &moved, 0, tell)?;
                for event in self.add_to_events(&Arc::new(moved), 0, again.contains(&at), &settings) {
                    let found = settings.of_interest(event.check());
                    self.tally.findings(&found, &settings, tell)?;
                }
            } else {
                if let Some(own) = own {
                    self.report_of(&own, &settings, tell)?;
                }
                tell_game(&file, &headers, at, tell)?;
            }
            while let Some(of) = findings.next_if(|of| of.game == at) {
                self.report_of(&of, &settings, tell)?;
            }
        }
        findings.try_for_each(|of| self.report_of(&of, &settings, tell))
    }

    fn report_of<E>(&mut self, of: &Of, settings: &FileSettings, tell: Tell<'_, E>) -> Result<(), E> {
        for finding in &of.findings {
            if is_wanted(finding, settings) && !self.is_repeated(finding) {
                self.tally.finding(finding, settings.is_known(finding), settings, tell)?;
            }
        }
        Ok(())
    }

    /// Whether the finding is reported once in a file, and was.
    fn is_repeated(&mut self, finding: &Finding) -> bool {
        finding.check == ONCE && std::mem::replace(&mut self.encoding_reported, true)
    }

    /// Adds a game to the events of its file, unless it occurred before. Returns the events of which no more games are expected.
    fn add_to_events(
        &mut self,
        headers: &Arc<Headers>,
        at: usize,
        again: bool,
        settings: &Arc<FileSettings>,
    ) -> Vec<ClosedEvent> {
        let Archive { file: Some(file), events, .. } = self else { return Vec::new() };
        let of_event = headers.headings.get(at).is_some_and(|heading| heading.is_of_event() && !again);
        if events.is_none() && !of_event {
            return Vec::new();
        }
        let (events, _) = events.get_or_insert_with(|| {
            let of_event = EventSettings::new(settings.checks.request.today);
            (PgnEvents::new(Arc::clone(file), of_event), Arc::clone(settings))
        });
        events.game(headers, at, again);
        events.drain_closed()
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
            duplicate_limit_reached: self.duplicate_limit_reached,
            repaired: self.repairing.made(),
        })
    }

    /// Ends the file: reports the findings of its events. [`Archive::begin_file`] and [`Archive::end`] do this too.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn end_file<E>(&mut self, tell: Tell<'_, E>) -> Result<(), E> {
        match self.gather_end() {
            Some(ended) => self.report(ended.check(None), tell),
            None => Ok(()),
        }
    }

    /// The events of the file that are still open, to be checked.
    fn gather_end(&mut self) -> Option<Gathered> {
        let (events, settings) = self.events.take()?;
        let file = Arc::clone(self.file.as_ref()?);
        let closed = events.finish().into_iter().map(|event| (0, event)).collect();
        Some(Gathered { file, settings, collected: Collected::default(), closed, gone: Vec::new() })
    }
}

fn tell_game<E>(file: &str, headers: &Headers, at: usize, tell: Tell<'_, E>) -> Result<(), E> {
    let Some(header) = headers.get(at) else { return Ok(()) };
    let names = header.names();
    let some = |name| Some(name).filter(|name: &&str| !name.is_empty());
    let (round, white, black) = (some(names.round), some(names.white), some(names.black));
    tell(Item::Game(GameDone { file, number: header.place().game, round, white, black }))
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

    /// Counts and reports a finding.
    fn finding<E>(
        &mut self,
        finding: &Finding,
        known: bool,
        settings: &FileSettings,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        if !known {
            self.count_finding(finding, settings);
        }
        tell(Item::Finding { finding, known })
    }

    fn count_finding(&mut self, finding: &Finding, settings: &FileSettings) {
        self.failed |= settings.fail_on.is_some_and(|least| finding.severity >= least);
        self.summary.count(finding);
    }

    fn merge(&mut self, other: &Tally) {
        self.failed |= other.failed;
        self.summary.merge(&other.summary);
    }
}

/// Duplicates are found across the run; a file's own settings may leave them out.
fn is_wanted(finding: &Finding, settings: &FileSettings) -> bool {
    finding.check != "duplicate-game" || settings.asks_for(finding.check)
}
