use super::event_prelude::*;

check! {
    /// Fields stand outside their columns, and could still be read.
    ///
    /// ## Why it matters
    /// The format has fixed columns. A tab, a blank too many, or columns counted in bytes where characters
    /// were meant move every field behind it, and other programs may read a wrong opponent or none.
    ///
    /// ## Example
    /// One blank too many before the first round: every opponent stands one column too far to the right:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3      6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Move the fields back, or export the file again. Columns are counted in characters: a name with
    /// accents takes as many columns as it has letters.
    ///
    /// Repair (safe): the record with its fields in their columns.
    id: "column-shift", severity: Warning, on: Event(run)
}

fn run(_: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    out.faults(FaultKind::ColumnShift);
}
