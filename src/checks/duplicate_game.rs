check! {
    /// The same game occurs twice.
    ///
    /// ## Why it matters
    /// Players, start position, moves and result are those of an earlier game of the run. Counted twice, it
    /// distorts statistics, and in an event it may hide a game that is missing.
    ///
    /// ## Example
    /// The game is in the file twice:
    /// ```pgn
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 1-0
    ///
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 1-0
    /// ```
    /// Two games:
    /// ```pgn
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 1-0
    ///
    /// [White "Roe, Richard"]
    /// [Black "Doe, Jane"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 1-0
    /// ```
    ///
    /// ## What to do
    /// Remove one of them; `data.first` names the earlier game. Games without moves are not compared.
    ///
    /// Repair (unsafe): the later one goes.
    id: "duplicate-game", severity: Warning, on: Run
}
