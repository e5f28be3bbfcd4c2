use super::event_prelude::*;

check! {
    /// A line or a field of a result file cannot be read.
    ///
    /// ## Why it matters
    /// What cannot be read is left out of every sum and every pairing. Rating officers refuse such files,
    /// and pairing programs may read something else than what was meant.
    ///
    /// ## Example
    /// The points are no number:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03 1..5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Correct the field in the program that wrote the file and export it again. Where the file was edited
    /// by hand, compare the line with its neighbours, column by column.
    id: "event-syntax", severity: Error, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::EventSyntax);
}
