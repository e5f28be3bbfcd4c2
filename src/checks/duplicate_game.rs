check! {
    /// The same game stands twice.
    ///
    /// ## Why it matters
    /// Players, start position, moves and result are those of an earlier game of the run. Counted twice it spoils
    /// statistics, and in an event it hides a game that is missing.
    ///
    /// ## Example
    /// Round 5 appended to a file that held it already.
    ///
    /// ## What to do
    /// Remove one of them; `data.first` names the earlier game. Games without moves are never compared.
    id: "duplicate-game", severity: Warning, on: Run
}
