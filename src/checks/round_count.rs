use super::event_prelude::*;

check! {
    /// There are results in more rounds than were planned.
    ///
    /// ## Why it matters
    /// Either the number of rounds is wrong, or stray cells stand after the last round, as an export once
    /// wrote them for a few players. Such stray cells are not counted.
    ///
    /// ## Example
    /// Three rounds in the player lines:
    /// ```trf
    /// 142 2
    /// ```
    ///
    /// ## What to do
    /// Correct the number of rounds, or delete the cells after the last round.
    id: "round-count", severity: Warning, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::RoundCount);
}
