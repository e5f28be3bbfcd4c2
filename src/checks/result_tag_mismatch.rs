use super::prelude::*;
use super::results;

check! {
    /// The Result tag and the termination marker say different things.
    ///
    /// ## Why it matters
    /// One of the two is wrong, and tables are made from either. The signed scoresheets decide (FIDE 8.7).
    ///
    /// ## Example
    /// The tag says that White won, the text that Black did:
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 2. Nf3 0-1
    /// ```
    /// In order:
    /// ```pgn
    /// [Result "0-1"]
    ///
    /// 1. e4 e5 2. Nf3 0-1
    /// ```
    ///
    /// ## What to do
    /// Look up the signed result. `*` in one place and a result in the other is a difference as well.
    ///
    /// Repair: `*` gives way to the result of the other one (safe); of two results the marker wins (unsafe).
    id: "result-tag-mismatch", severity: Error, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let (Some(marker), Some(tag)) = (game.sheet.marker, game.sheet.result_tag(game.text)) else { return };
    if marker.outcome != tag {
        let message = format!(
            "the Result tag says {}, the termination marker {}",
            tag.as_str(),
            marker.outcome.as_str()
        );
        out.add(&CHECK, Anchor::End, message)
            .data("tag", tag.as_str())
            .data("marker", marker.outcome.as_str())
            .fix(|| {
                // The board decides, if that is repaired.
                let repair = results::made(game).or_else(|| results::by_other(game))?;
                let result = repair.tag.or(repair.marker)?.as_str();
                repair.draft(game, format!("write {result} in both places"))
            });
    }
}
