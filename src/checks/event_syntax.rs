use super::event_prelude::*;

check! {
    /// A line or a field of a result file cannot be read.
    ///
    /// ## Why it matters
    /// What cannot be read is left out of every sum and every pairing. Rating officers refuse such files,
    /// and pairing programs may read something else than what was meant.
    ///
    /// ## Example
    /// `4..5` in the points columns of a player line; a CSV row with a cell too few; a DBF file that is cut
    /// off.
    ///
    /// ## What to do
    /// Correct the field in the program that wrote the file and export it again. Where the file was edited
    /// by hand, compare the line with its neighbours, column by column.
    id: "event-syntax", severity: Error, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::EventSyntax);
}
