use super::event_prelude::*;

check! {
    /// A record that may stand only once stands twice.
    ///
    /// ## Why it matters
    /// Programs differ in which of the two they take. The first one is taken here.
    ///
    /// ## Example
    /// Two `022` lines with different cities.
    ///
    /// ## What to do
    /// Delete the one that is wrong.
    id: "duplicate-record", severity: Warning, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::DuplicateRecord);
}
