//! The manual of rulings: what each kind of incident and each decision means, and what an arbiter does.
//!
//! Numbers and articles are in the rulesets, since they differ from one to the next.

mod entries;
mod examples;

use super::ruling::Decision;
use crate::case::{Actor, KINDS, Kind};

pub use entries::{BOARD, INCIDENTS};
pub use examples::example;

/// The documentation of a kind of incident, or of an end on the board.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Its name in case files and in JSON.
    pub name: &'static str,
    /// What it is called at the head of a ruling.
    pub title: &'static str,
    /// What it means, and what it does not mean.
    pub means: &'static str,
    /// What the arbiter does.
    pub does: &'static str,
    /// The fields that it reads, and their meaning in this kind.
    pub fields: &'static [(&'static str, &'static str)],
    /// The sections of the rulesets whose values decide it.
    pub sections: &'static [&'static str],
    /// The possible decisions, the usual one first.
    pub decisions: &'static [Decision],
}

/// The compiler checks that the entries are those of the kinds, in the same order.
const _: () = {
    let mut at = 0;
    while at < KINDS.len() {
        assert!(
            is_same(KINDS[at].name, INCIDENTS[at].name),
            "a kind of incident has no entry, or not in its place"
        );
        at += 1;
    }
};

/// `==` for texts in constants.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The entry of that name.
pub fn entry(name: &str) -> Option<&'static Entry> {
    INCIDENTS.iter().chain(BOARD).find(|entry| entry.name == name)
}

/// What a ruling of that kind is called at its head: `Draw claimed by repetition`.
pub fn title(name: &str) -> &str {
    entry(name).map_or(name, |entry| entry.title)
}

impl Entry {
    /// How an incident of this kind is written in a case file, with its required fields.
    pub fn example(&self) -> Option<String> {
        let row = Kind::named(self.name)?.row();
        let of_one =
            matches!(row.kind, Kind::LateArrival | Kind::ClockMisset | Kind::OutsideHelp | Kind::Distraction);
        let by = if row.by == Actor::Anybody && !of_one { "other" } else { "white" };
        let ply = if row.kind == Kind::LateArrival { 0 } else { 12 };
        let mut lines = format!("[[incident]]\nkind = \"{}\"\nply  = {ply}\nby   = \"{by}\"\n", self.name);
        for field in row.fields.iter().filter(|field| row.needs.contains(field) || **field == "move") {
            let value = match *field {
                "squares" => "\"e2 d5\"",
                "move" => "\"Ke2\"",
                "seconds" => "45",
                "value" if row.kind == Kind::PromotionPiece => "\"wrong-colour\"",
                "value" if row.values.is_empty() => "\"king_height=95 king_base=42 square=57\"",
                "value" => "\"1/2-1/2\"",
                _ => continue,
            };
            lines.push_str(&format!("{field} = {value}\n"));
        }
        Some(lines)
    }
}

impl Decision {
    /// All decisions, in the order of the case contract.
    pub const ALL: [Decision; 9] = [
        Decision::GameOver,
        Decision::Correct,
        Decision::Restore,
        Decision::Restart,
        Decision::Continue,
        Decision::Stands,
        Decision::ClaimRejected,
        Decision::Discretion,
        Decision::None,
    ];

    /// What it means, in a sentence.
    pub fn means(self) -> &'static str {
        match self {
            Decision::GameOver => "The game ends, with the result that the ruling names.",
            Decision::Correct => {
                "The fault is put right at once: the last move is taken back or completed, and a legal one made."
            }
            Decision::Restore => "An earlier position is set up again, and play goes on from there.",
            Decision::Restart => "The game is annulled, and a new one is played from the right position.",
            Decision::Continue => {
                "Play goes on from the position on the board once something around it is put right."
            }
            Decision::Stands => "What was done stands: it is not a fault, or it is too late to put it right.",
            Decision::ClaimRejected => "The claim is wrong, and play goes on.",
            Decision::Discretion => "The Laws leave it to the arbiter, who chooses among what they list.",
            Decision::None => "It is put on record, and nothing is ruled.",
        }
    }

    /// What follows from it for players and arbiter.
    pub fn follows(self) -> &'static str {
        match self {
            Decision::GameOver => {
                "The clocks are stopped and the result is entered. Later incidents are heard and change nothing, save where the \
                 Laws say so (both players refusing to comply, a device found after an agreed result)."
            }
            Decision::Correct => {
                "It comes as long as the opponent has not made his next move. `must` lists the moves that touch-move or the \
                 fault itself leave to the player; without it any legal move may be played. `adjust` is the time that is added to \
                 or taken from each clock, `clock` what the arbiter sets, where there is a reading to start from."
            }
            Decision::Restore => {
                "It comes when moves were made since the fault. `restore` counts the half-moves of the position that is set \
                 up, `must` lists the moves that are left to the player there. What the clocks have to show is the arbiter's \
                 best judgement."
            }
            Decision::Restart => "What the clocks show at the start of the new game is said in the reasons.",
            Decision::Continue => {
                "What is put right may be time, the way the board stands, the colours, a setting of the clock. `adjust` and \
                 `clock` say what happens to the clocks; `options` what the arbiter may order instead."
            }
            Decision::Stands => {
                "Nothing is put right and nobody gets time. Where the players together may still agree to undo it, the reasons \
                 say so. What is reported after the end of the game stands too, whatever it is."
            }
            Decision::ClaimRejected => {
                "`adjust` is what a wrong claim costs under the ruleset. `must` holds the announced move where it has to be \
                 played now."
            }
            Decision::Discretion => {
                "`options` lists everything that may be done, from the mildest to the gravest. It comes too where evidence is \
                 missing on which the ruling turns, or where the search cannot say whether a side can still mate: the reasons name \
                 what would follow either way."
            }
            Decision::None => "A valid offer of a draw, a refused one, equipment within the standard.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Laws;

    #[test]
    fn every_field_of_a_kind_has_its_words() {
        for (row, entry) in KINDS.iter().zip(INCIDENTS) {
            let fields: Vec<&str> = entry.fields.iter().map(|(field, _)| *field).collect();
            assert_eq!(fields, row.fields, "{}", row.name);
        }
    }

    #[test]
    fn entries_are_sentences_and_have_decisions() {
        for entry in INCIDENTS.iter().chain(BOARD) {
            assert!(entry.means.ends_with('.') && entry.does.ends_with('.'), "{}", entry.name);
            assert!(!entry.decisions.is_empty(), "{}", entry.name);
            for section in entry.sections {
                assert!(Laws::sections().iter().any(|(name, _, _)| name == section), "{section}");
            }
        }
    }

    #[test]
    fn examples_are_cases() {
        let load = |_: &str| -> Result<crate::case::Loaded, String> { Err("no file".to_owned()) };
        for entry in INCIDENTS {
            let text = entry.example().unwrap_or_default();
            let read = crate::case::Case::parse(&"case.toml".into(), &text, &load);
            assert!(read.is_ok(), "{}\n{text}\n{:?}", entry.name, read.err().map(|fault| fault.to_string()));
        }
    }
}
