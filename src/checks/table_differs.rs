check! {
    /// A value of a published table is not the one that the results give.
    ///
    /// ## Why it matters
    /// Published tables are copied, edited and computed under other rules. Rank, points, cells and every
    /// tie-break that the table has are compared; values within 0.005 are equal.
    ///
    /// ## Example
    /// `BH` 30 in the table, and 29 by the results.
    ///
    /// ## What to do
    /// `flagfall crosstable --explain-tiebreaks NAME` shows the sum term by term, `--tiebreak-rules` takes
    /// another edition of the rules.
    id: "table-differs", severity: Error, on: Run
}
