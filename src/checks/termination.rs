//! The Termination tag: free text, in which some words say how the game ended.

/// How a game ended, as far as the Termination tag states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Termination {
    /// A flag fell.
    Time,
    /// A forfeit or default for any reason except time.
    Forfeit,
    /// The players agreed.
    Agreement,
    /// A position was repeated.
    Repetition,
    /// A player resigned.
    Resignation,
    /// The result was adjudicated.
    Adjudication,
    /// A player left.
    Abandonment,
    /// A player broke the rules.
    RulesInfraction,
}

/// Words by priority: the first entry with a match decides.
const WORDS: [(&[&str], Termination); 8] = [
    (
        &["time forfeit", "on time", "out of time", "time loss", "lost time", "timeout", "time out", "flag"],
        Termination::Time,
    ),
    (&["infraction", "cheat", "fair play", "illegal"], Termination::RulesInfraction),
    (&["forfeit", "default", "walkover", "unplayed", "no show", "no-show"], Termination::Forfeit),
    (&["agree"], Termination::Agreement),
    (&["repetition", "threefold", "fivefold"], Termination::Repetition),
    (&["resign"], Termination::Resignation),
    (&["adjudicat"], Termination::Adjudication),
    (&["abandon"], Termination::Abandonment),
];

impl Termination {
    /// Reads the tag; `None` if it has none of the words.
    pub fn read(text: &str) -> Option<Termination> {
        let text = text.to_lowercase();
        WORDS.iter().find(|(words, _)| words.iter().any(|word| text.contains(word))).map(|&(_, ended)| ended)
    }

    /// Whether the game was decided away from the board: by a forfeit, a default or a rules infraction.
    pub fn off_the_board(self) -> bool {
        matches!(self, Termination::Forfeit | Termination::RulesInfraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_text_is_read() {
        for (text, ended) in [
            ("Time forfeit", Some(Termination::Time)),
            ("doe won on time", Some(Termination::Time)),
            ("Black forfeits by default", Some(Termination::Forfeit)),
            ("rules infraction", Some(Termination::RulesInfraction)),
            ("Game drawn by agreement", Some(Termination::Agreement)),
            ("Normal", None),
            ("", None),
        ] {
            assert_eq!(Termination::read(text), ended, "{text}");
        }
    }
}
