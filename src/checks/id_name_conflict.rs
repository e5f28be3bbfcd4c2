use super::event_prelude::*;
use rustc_hash::FxHashMap;

use super::names;
use crate::event::{Cell, Outcome, Sighting};

check! {
    /// One FIDE number with names that do not agree, or one name with two FIDE numbers.
    ///
    /// ## Why it matters
    /// Games of two people are counted for one, or those of one for two.
    ///
    /// ## Example
    /// `[White "Jorpolt, Wim"]` in one game and `[White "Somebody, Else"]` in another, both with the FIDE
    /// number 99505046.
    ///
    /// ## What to do
    /// Look the number up in the rating list, and correct the tags of the game that is wrong. Initials,
    /// accents and small differences of spelling are no conflict.
    id: "id-name-conflict", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let mut by_id: FxHashMap<&str, &Sighting> = FxHashMap::default();
    let mut by_name: FxHashMap<String, &Sighting> = FxHashMap::default();
    for seen in file.event.sightings.iter().filter(|seen| !seen.fide_id.is_empty()) {
        let first = *by_id.entry(seen.fide_id.as_str()).or_insert(seen);
        if first.name != seen.name && !names::agree(&first.name, &seen.name) {
            let words =
                format!("FIDE number {} is {} here and {} before", seen.fide_id, seen.name, first.name);
            report(file, out, seen, words);
        }
        let first = *by_name.entry(names::folded(&seen.name)).or_insert(seen);
        if first.fide_id != seen.fide_id {
            let words =
                format!("{} has FIDE number {} here and {} before", seen.name, seen.fide_id, first.fide_id);
            report(file, out, seen, words);
        }
    }
}

fn report(file: &ResultFile<'_>, out: &mut EventFindings<'_>, seen: &Sighting, words: String) {
    let Some(player) = file.player(seen.no) else { return };
    let cell = Cell { sheet: seen.sheet, line: seen.line, ..Cell::new(0, Outcome::Pending) };
    let finding =
        if seen.sheet.is_some() { out.cell(player, &cell, words) } else { out.player(player, words) };
    (finding.round, finding.line) = (None, Some(seen.line));
    finding.name = Some(seen.name.clone());
    finding.field = Some("fide_id".to_owned());
    finding.found = Some(seen.fide_id.as_str().into());
}
