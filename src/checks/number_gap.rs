use super::event_prelude::*;
use rustc_hash::FxHashSet;

check! {
    /// Starting numbers are not 1 to n.
    ///
    /// ## Why it matters
    /// Numbers are given once, before round 1, and withdrawn players keep theirs. A gap often means that a
    /// player was deleted, and with him the games of others.
    ///
    /// ## Example
    /// There is no number 7:
    /// ```trf
    /// 062 7
    /// 072 7
    /// 001    8 m    Gross, Gerd                       1700 SUI    99000008 1987/01/07  0.0    7  0000 - Z  0000 - Z  0000 - Z
    /// ```
    ///
    /// ## What to do
    /// Check that nobody who played was deleted from the list.
    id: "number-gap", severity: Info, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let numbers: FxHashSet<u32> =
        file.event.players.iter().map(|player| player.no).filter(|no| *no > 0).collect();
    let count = file.event.players.len() as u32;
    let missing: Vec<u32> = (1..=count).filter(|no| !numbers.contains(no)).collect();
    let Some(first) = missing.first() else { return };
    let more = if missing.len() > 1 { format!(", and {} more", missing.len() - 1) } else { String::new() };
    let after = file.event.players.iter().find(|player| player.no > *first);
    let line = after.or(file.event.players.last()).map_or(1, |player| player.line);
    let finding =
        out.line(line, format!("nobody has starting number {first}{more}, and there are {count} players"));
    finding.field = Some("number".into());
    finding.expected = Some((*first).into());
}
