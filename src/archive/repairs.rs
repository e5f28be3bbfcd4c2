//! Chooses the repairs of a run, game by game, and moves what is left to its place in the repaired file.

use super::{FileSettings, Item, Tally, Tell, is_wanted};
use crate::checks::{Edit, Finding, Repairs};
use crate::event::GameHeader;
use crate::repair::{Chosen, Shift};

/// The repairs of a run.
#[derive(Default)]
pub(super) struct Repairing {
    /// How far what comes after the edits before `latest` has moved.
    shift: Shift,
    /// The edits of the latest game and those after it, in order: they may move what is on the same line, or not yet reported.
    latest: Vec<Edit>,
    /// Where the latest game begins.
    began: u64,
    made: u64,
    /// Games of the current file that were removed.
    removed: u64,
    /// Whether the current file is left alone.
    off: bool,
    /// Whether there are repairs that were not made for that reason.
    withheld: bool,
}

impl Repairing {
    pub(super) fn begin_file(&mut self) {
        *self = Repairing { made: self.made, ..Repairing::default() };
    }

    pub(super) fn leave_alone(&mut self) {
        self.off = true;
    }

    /// Whether repairs were not made in the current file, because it is left alone.
    pub(super) fn withheld(&self) -> bool {
        self.withheld
    }

    /// The number of findings that were repaired.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// Reports the edits that are made in a game, or in a file that was read whole, and what is still found there. Moves
    /// the game's header.
    pub(super) fn report<E>(
        &mut self,
        findings: Vec<Finding>,
        header: Option<&mut GameHeader>,
        settings: &FileSettings,
        tally: &mut Tally,
        tell: Tell<'_, E>,
    ) -> Result<(), E> {
        let repairs = settings.checks.repairs;
        if repairs == Repairs::None || self.off {
            let made = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| repairs.makes(fix.safe));
            self.withheld |= repairs != Repairs::None && findings.iter().any(made);
            return tally.findings(&findings, settings, tell);
        }
        let (mut chosen, mut left, mut removed) = (Chosen::default(), Vec::new(), false);
        for mut finding in findings.into_iter().filter(|finding| is_wanted(finding, settings)) {
            let known = settings.is_known(&finding);
            let fix = finding.fix.as_ref().filter(|fix| !known && repairs.makes(fix.safe));
            if !fix.is_some_and(|fix| chosen.take(fix)) {
                // A duplicate stands at the first tag of its game, even if that is inserted.
                let leads = finding.check == "duplicate-game";
                left.push((finding, known, leads));
                continue;
            }
            self.made += 1;
            if finding.check == "duplicate-game" {
                // The whole game goes, with all that is found in it.
                left.clear();
                removed = true;
                break;
            }
            if let Some(fix) = &mut finding.fix
                && let Some(rest) = fix.rest.take()
            {
                left.push((*rest, known, fix.rest_leads));
            }
        }
        let edits = chosen.into_edits();
        if !edits.is_empty() {
            tell(Item::Edits(&edits))?;
        }
        let edits = self.with_latest(edits);
        for (mut finding, known, leads) in left {
            let before = |edit: &Edit| edit.offset < finding.offset.unwrap_or_default();
            let upto = if leads { edits.partition_point(before) } else { edits.len() };
            self.shift.apply(&mut finding, edits.get(..upto).unwrap_or_default());
            finding.game = finding.game.map(|game| game.saturating_sub(self.removed));
            tally.finding(&finding, known, settings, tell)?;
        }
        if let Some(header) = header {
            let place = &mut header.place;
            let mut before = self.shift;
            self.began = place.offset;
            // What is inserted before the first tag is the first tag.
            let earlier = edits.iter().take_while(|edit| edit.offset < place.offset);
            earlier.for_each(|edit| before.pass(edit));
            (place.offset, place.line) = before.place(place.offset, place.line);
            place.game = place.game.saturating_sub(self.removed);
        }
        self.latest = edits;
        self.removed += u64::from(removed);
        Ok(())
    }

    /// These edits with the latest ones, in order. Those before the latest game are passed.
    fn with_latest(&mut self, edits: Vec<Edit>) -> Vec<Edit> {
        let (passed, mut all): (Vec<Edit>, Vec<Edit>) =
            std::mem::take(&mut self.latest).into_iter().partition(|edit| edit.end() <= self.began);
        passed.iter().for_each(|edit| self.shift.pass(edit));
        all.extend(edits);
        all.sort_by_key(|edit| edit.offset);
        all
    }
}
