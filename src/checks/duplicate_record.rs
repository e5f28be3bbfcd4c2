use super::event_prelude::*;

check! {
    /// A record that may stand only once stands twice.
    ///
    /// ## Why it matters
    /// Programs differ in which of the two they take. The first one is taken here.
    ///
    /// ## Example
    /// Two cities:
    /// ```trf
    /// 022 Bern
    /// 022 Basel
    /// ```
    ///
    /// ## What to do
    /// Delete the one that is wrong.
    id: "duplicate-record", severity: Warning, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::DuplicateRecord);
}
