use std::sync::Arc;

use super::event_prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::names;
use crate::event::Sighting;

check! {
    /// One FIDE number with names that do not agree, or one name with two FIDE numbers.
    ///
    /// ## Why it matters
    /// Games of two people are counted for one, or those of one for two.
    ///
    /// ## Example
    /// Berg has another FIDE number in round 2:
    /// ```csv
    /// Round,White,White_Fide,Black,Black_Fide,Result
    /// 1,"Abel, Anna",99000001,"Berg, Bruno",99000002,1-0
    /// 1,"Cerny, Clara",99000003,"Dahl, David",99000004,½-½
    /// 2,"Abel, Anna",99000001,"Cerny, Clara",99000003,½-½
    /// 2,"Dahl, David",99000004,"Berg, Bruno",99000009,0-1
    /// ```
    /// In order:
    /// ```csv
    /// Round,White,White_Fide,Black,Black_Fide,Result
    /// 1,"Abel, Anna",99000001,"Berg, Bruno",99000002,1-0
    /// 1,"Cerny, Clara",99000003,"Dahl, David",99000004,½-½
    /// 2,"Abel, Anna",99000001,"Cerny, Clara",99000003,½-½
    /// 2,"Dahl, David",99000004,"Berg, B.",99000002,0-1
    /// ```
    ///
    /// ## What to do
    /// Look the number up in the rating list, and correct the tags of the game that is wrong. Initials,
    /// accents and small differences of spelling are no conflict.
    id: "id-name-conflict", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let sightings = file.event.sightings.iter().filter(|seen| !seen.fide_id.is_empty());
    let named: Vec<(&Sighting, String)> = sightings.map(|seen| (seen, names::folded(&seen.name))).collect();
    let mut by_id = FxHashMap::with_capacity_and_hasher(named.len(), FxBuildHasher);
    let mut by_name = FxHashMap::with_capacity_and_hasher(named.len(), FxBuildHasher);
    for (seen, name) in &named {
        let (first, first_name) = *by_id.entry(&*seen.fide_id).or_insert((seen, name));
        if first.name != seen.name && !names::agree(first_name, name) {
            let words =
                ["FIDE number ", &seen.fide_id, " is ", &seen.name, " here and ", &first.name, " before"];
            report(file, out, seen, words.concat());
        }
        let first = *by_name.entry(name.as_str()).or_insert(seen);
        if first.fide_id != seen.fide_id {
            let words =
                [&*seen.name, " has FIDE number ", &seen.fide_id, " here and ", &first.fide_id, " before"];
            report(file, out, seen, words.concat());
        }
    }
}

fn report(file: &ResultFile<'_>, out: &mut EventFindings<'_>, seen: &Sighting, words: String) {
    let Some(player) = file.player(seen.no) else { return };
    let finding = match seen.sheet {
        Some(sheet) => out.sheet(file.event, sheet, words),
        None => out.line(player.line, words),
    };
    finding.line = Some(seen.line);
    finding.player = Some(player.no);
    finding.name = Some(Arc::clone(&seen.name));
    finding.field = Some("fide_id".into());
    finding.found = Some((&*seen.fide_id).into());
}
