use std::sync::Arc;

use super::finding::Finding;
use super::findings::one_line;
use super::twins::Twin;
use crate::scoresheet::Outcome;

check! {
    /// Nearly the same game occurs twice (only with `--select`).
    ///
    /// ## Why it matters
    /// Collections that were put together from several sources have one game under two spellings of its players, with two
    /// results, or once as a whole and once cut off. `duplicate-game` finds only games that are equal.
    ///
    /// ## Example
    /// The same moves, with another spelling and without the end:
    /// ```pgn
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. a4 Kh8 8. a5 a6 9. c3 Ng8 10. d4 f6 11. Nbd2 1-0
    ///
    /// [White "J. Doe"]
    /// [Black "Richard Roe"]
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. a4 Kh8 8. a5 a6 9. c3 Ng8 10. d4 f6 1-0
    /// ```
    /// The same opening, and then other moves:
    /// ```pgn
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. a4 Kh8 8. a5 a6 9. c3 Ng8 10. d4 f6 11. Nbd2 1-0
    ///
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. a4 Kh8 8. a5 a6 9. c3 Ng8 10. d4 Bd7 11. Nbd2 1-0
    /// ```
    ///
    /// ## What to do
    /// Compare the two, and keep the complete one. `data` names the earlier game as it was read (`first`, `first_file`,
    /// `first_line`, `first_white`, `first_black`) and what differs (`differs`: `names`, `result`, `moves`; `longer`: by how many
    /// half-moves this game is longer, or shorter if negative).
    ///
    /// Two games are compared from their start position on. All half-moves of the shorter one must be those of the longer one,
    /// and at least 20; of long games the first 200 are compared. If the players may be the same (case, accents, punctuation, the order of
    /// first name and surname, initials and small differences in spelling are set aside), that is enough. If only one of them may be, or
    /// neither, the games must have the same moves to the end, and at least 40 or 60 half-moves.
    ///
    /// The check is off unless `--select` names it. It remembers as many games as `--duplicate-limit` says: about
    /// 300 bytes each, and never more than 700. A game that `duplicate-game` finds is not reported.
    id: "near-duplicate", severity: Info, on: Run, by_default: false
}

/// Words a finding, and adds the earlier game and what differs to its data. `outcome` is the result of the later game; `first` is
/// the number of the earlier one, and its file if that is another one.
pub(super) fn tell(
    twin: &Twin,
    outcome: Option<Outcome>,
    (first, file): (u64, Option<&Arc<str>>),
    finding: &mut Finding,
) {
    let differences = differences(twin, outcome);
    let [white, black] = &twin.players;
    let of = file.map(|file| format!(" of {file}")).unwrap_or_default();
    let words: Vec<&str> = differences.iter().map(|(_, words)| words.as_str()).collect();
    finding.message = format!(
        "nearly the same as game {first}{of} ({} - {}): {}",
        one_line(white),
        one_line(black),
        words.join("; ")
    );
    let differs: Vec<&str> = differences.iter().map(|(what, _)| *what).collect();
    let data = &mut finding.data;
    data.insert("first".into(), first.into());
    data.extend(file.map(|file| ("first_file".into(), file.to_string().into())));
    data.insert("first_line".into(), twin.line.into());
    data.insert("first_white".into(), white.as_str().into());
    data.insert("first_black".into(), black.as_str().into());
    data.insert("differs".into(), differs.into());
    if twin.longer != 0 {
        data.insert("longer".into(), twin.longer.into());
    }
}

/// What differs, and in words.
fn differences(twin: &Twin, outcome: Option<Outcome>) -> Vec<(&'static str, String)> {
    let result = |outcome: Option<Outcome>| outcome.map_or("missing", Outcome::as_str);
    let mut differences = Vec::new();
    if twin.other_names {
        differences.push(("names", "the names differ".to_owned()));
    }
    if twin.outcome != outcome {
        let words = format!("the result is {} there and {} here", result(twin.outcome), result(outcome));
        differences.push(("result", words));
    }
    if twin.longer != 0 {
        let than = if twin.longer > 0 { "longer" } else { "shorter" };
        let plies = match twin.longer.unsigned_abs() {
            1 => "1 half-move".to_owned(),
            plies => format!("{plies} half-moves"),
        };
        differences.push(("moves", format!("this one is {plies} {than}")));
    }
    differences
}
