use super::event_prelude::*;

check! {
    /// A result code or a colour that the format does not have.
    ///
    /// ## Why it matters
    /// The result is not counted, so that points, tie-breaks and ratings of both players are in doubt.
    ///
    /// ## Example
    /// There is no result `3`:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3     6 w 3     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Look the result up on the signed scoresheets and write its code: 1 = 0, W D L for games of less than
    /// one move, + - for forfeits, F H U Z for byes.
    id: "unknown-result", severity: Error, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::UnknownResult);
}
