use super::event_prelude::*;

check! {
    /// A record code that no edition of the format has.
    ///
    /// ## Why it matters
    /// The line is not used. Often a program has put its own data there; sometimes a code was mistyped and
    /// a record is missing.
    ///
    /// ## Example
    /// There is no record of that code:
    /// ```trf
    /// 777 some text
    /// ```
    ///
    /// ## What to do
    /// Check whether the code was meant to be another. If the line is a program's own, it may stay.
    id: "unknown-record", severity: Info, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::UnknownRecord);
}
