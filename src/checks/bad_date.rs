use super::event_prelude::*;

check! {
    /// A date of the event or of a round is none, or breaks its form.
    ///
    /// ## Why it matters
    /// The first day decides which edition of the tie-break and rating rules holds. A date that cannot be
    /// read leaves that to guesswork.
    ///
    /// ## Example
    /// There is no thirteenth month:
    /// ```trf
    /// 042 2026/13/07
    /// ```
    ///
    /// ## What to do
    /// Write days of the event as `YYYY/MM/DD`, those of rounds as `YY/MM/DD`.
    id: "bad-date", severity: Warning, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::BadDate);
}
