use super::event_prelude::*;

check! {
    /// A result code or a colour that the format does not have.
    ///
    /// ## Why it matters
    /// The result is not counted, so that points, tie-breaks and ratings of both players are in doubt.
    ///
    /// ## Example
    /// `9 w 3`: there is no result `3`. `1-2` in a table of games.
    ///
    /// ## What to do
    /// Look the result up on the signed scoresheets and write its code: 1 = 0, W D L for games of less than
    /// one move, + - for forfeits, F H U Z for byes.
    id: "unknown-result", severity: Error, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::UnknownResult);
}
