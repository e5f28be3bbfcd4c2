//! A piece of a file on its way from the workers to the report: what the archive knows of it, and what is still to be checked.

use std::sync::Arc;

use super::{FileSettings, ONCE, Tally, is_wanted};
use crate::checks::{CheckedGame, ClosedEvent, Collected, Finding, Found, Repairs};
use crate::event::Headers;
use crate::report::WriteLine;

/// A piece of a file that an archive has taken: its games have their numbers, duplicates are known, and the events are closed of
/// which it was the last that was waited for. [`Gathered::check`] does the rest, on any thread.
pub struct Gathered {
    pub(super) file: Arc<str>,
    pub(super) settings: Arc<FileSettings>,
    /// Events that are still open have its headers too.
    pub(super) collected: Collected,
    /// The events that are closed, each after the game of that index.
    pub(super) closed: Vec<(usize, ClosedEvent)>,
    /// Headers that only have to be freed.
    pub(super) gone: Vec<Arc<Headers>>,
}

/// A piece with all its findings, ready to be reported.
pub struct Checked {
    pub(super) file: Arc<str>,
    pub(super) settings: Arc<FileSettings>,
    games: u64,
    pub(super) headers: Arc<Headers>,
    /// Indices of the games that occurred before in the file.
    pub(super) again: Vec<usize>,
    /// The findings, each with the index of its game, in order. Those of events come after those of the game.
    pub(super) findings: Vec<Of>,
    /// What is reported instead of the games and their findings.
    pub(super) written: Option<Written>,
    /// Games that were not checked: number in the file, and why.
    pub(super) not_judged: Vec<(u64, String)>,
}

/// The findings of a game, or of an event that is closed after it.
pub(super) struct Of {
    pub(super) game: usize,
    pub(super) event: bool,
    pub(super) findings: Vec<Finding>,
}

/// The findings of a piece as the report writes them.
pub(super) struct Written {
    pub(super) lines: Vec<u8>,
    pub(super) tally: Tally,
}

impl Gathered {
    /// Checks the closed events and puts the findings of each game together. `write` says how the report writes a finding, if it
    /// writes each by itself and does not need it otherwise; then that is done here.
    pub fn check(self, write: Option<WriteLine>) -> Checked {
        let mut checked = self.together();
        checked.written = write.and_then(|write| checked.write(write));
        if checked.written.is_some() {
            // It is not needed any more, and to free it takes time.
            (checked.findings, checked.headers) = Default::default();
        }
        checked
    }

    fn together(self) -> Checked {
        let Gathered { file, settings, collected, closed, gone } = self;
        drop(gone);
        let Collected { found, headers, before, duplicates, near_duplicates, .. } = collected;
        let Found { games, findings, not_judged, .. } = found;
        let again = duplicates.iter().filter(|copy| copy.in_file).map(|copy| copy.at).collect();
        let mut all = Vec::new();
        let mut findings = findings.into_iter();
        let mut duplicates = duplicates.into_iter().peekable();
        let mut near_duplicates = near_duplicates.into_iter().peekable();
        let mut closed = closed.into_iter().peekable();
        for (at, done) in games.iter().enumerate() {
            let Some(header) = headers.get(at) else { continue };
            let game = CheckedGame { done, header, file: &file };
            // Nearly all games have none of these. Peeking first avoids moving findings, which are large.
            let is_copy = duplicates.peek().is_some_and(|copy| copy.at == at);
            let is_near = near_duplicates.peek().is_some_and(|(near, _)| *near == at);
            let closes = closed.peek().is_some_and(|(after, _)| *after == at);
            if !is_copy && !is_near && !closes && done.findings == 0 {
                continue;
            }
            let duplicate = duplicates.next_if(|_| is_copy).map(|copy| copy.finding(&game));
            let near = near_duplicates.next_if(|_| is_near).map(|(_, finding)| finding);
            let mut own: Vec<Finding> = duplicate.into_iter().chain(near).collect();
            let number = Some(header.place().game);
            own.extend(findings.by_ref().take(done.findings).map(|finding| numbered(finding, number)));
            if !own.is_empty() {
                all.push(Of { game: at, event: false, findings: own });
            }
            while let Some((_, event)) = closed.next_if(|(after, _)| *after == at) {
                all.push(of_event(at, &event, &settings));
            }
        }
        all.extend(closed.map(|(at, event)| of_event(at, &event, &settings)));
        let not_judged = not_judged.into_iter().map(|(game, why)| (before + game, why)).collect();
        let games = headers.all.len() as u64;
        Checked { file, settings, games, headers, again, findings: all, written: None, not_judged }
    }
}

/// The finding with the number of its game in the file, and what is left of it after its repair too.
fn numbered(mut finding: Finding, game: Option<u64>) -> Finding {
    finding.game = game;
    if let Some(rest) = finding.fix.as_mut().and_then(|fix| fix.rest.as_mut()) {
        rest.game = game;
    }
    finding
}

fn of_event(game: usize, event: &ClosedEvent, settings: &FileSettings) -> Of {
    Of { game, event: true, findings: settings.of_interest(event.check()) }
}

impl Checked {
    /// How many of its games were checked.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The findings as they are written; `None` if what is reported depends on what was before: known findings, repairs, and the
    /// encoding, which is reported once in a file.
    fn write(&self, write: WriteLine) -> Option<Written> {
        let Checked { settings, findings, .. } = self;
        if settings.checks.repairs != Repairs::None || settings.baseline.is_some() {
            return None;
        }
        let (mut lines, mut tally) = (Vec::new(), Tally::default());
        for finding in findings.iter().flat_map(|of| &of.findings) {
            if finding.check == ONCE {
                return None;
            }
            if is_wanted(finding, settings) {
                write(&mut lines, finding).ok()?;
                tally.count_finding(finding, settings);
            }
        }
        Some(Written { lines, tally })
    }
}
