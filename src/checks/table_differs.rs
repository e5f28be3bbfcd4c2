check! {
    /// A value in a published table differs from the one that the results give.
    ///
    /// ## Why it matters
    /// Published tables are copied, edited and computed under other rules. Rank, points, cells and every tie-break
    /// in the table are compared; values that differ by at most 0.005 count as equal.
    ///
    /// ## Example
    /// The opponents of the winner have 4½ points together:
    /// ```csv
    /// Rk,Name,Pts,BH
    /// 1,"Abel, Anna",2.5,5.5
    /// ```
    /// In order:
    /// ```csv
    /// Rk,Name,Pts,BH
    /// 1,"Abel, Anna",2.5,4.5
    /// ```
    ///
    /// ## What to do
    /// `flagfall crosstable --explain-tiebreaks NAME` shows the sum term by term; `--tiebreak-rules` selects
    /// another edition of the rules.
    id: "table-differs", severity: Error, on: Run
}
