//! Repairs of a game's result. The Result tag and the termination marker depend on each other, so what becomes of both is
//! decided here, for all checks that look at them.

use super::ending::{self, BoardEnd, EndFault};
use super::fix::Draft;
use super::game::Game;
use crate::scoresheet::{Outcome, Span};

/// What becomes of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ResultRepair {
    /// The new marker; `None` if it stays.
    pub(super) marker: Option<Outcome>,
    /// The new value of the Result tag; `None` if it stays.
    pub(super) tag: Option<Outcome>,
    pub(super) safe: bool,
}

impl ResultRepair {
    /// The edits that write it.
    pub(super) fn draft(self, game: &Game<'_>, title: String) -> Option<Draft> {
        let mut edits = Vec::new();
        let tag = game.sheet.find_tag(game.text, "Result").map(|tag| tag.value);
        let marker = game.sheet.marker.map(|marker| marker.span);
        let mut write = |place: Option<Span>, new: Option<Outcome>| {
            edits.extend(place.zip(new).map(|(span, new)| (span, new.as_str().to_owned())));
        };
        write(tag, self.tag);
        write(marker, self.marker);
        edits.sort_by_key(|(span, _)| *span);
        (!edits.is_empty()).then_some(Draft { title, safe: self.safe, edits })
    }
}

/// The repair of a result that contradicts the board. It is certain only where `*` follows mate or stalemate.
pub(super) fn by_board(game: &Game<'_>) -> Option<ResultRepair> {
    let Some(EndFault::ResultContradicts { end, right }) = game.end_fault else { return None };
    let tag = game.sheet.result_tag(game.text);
    let left_open = [game.sheet.marker.map(|marker| marker.outcome), tag].into_iter().flatten();
    let safe = matches!(end, BoardEnd::Checkmate | BoardEnd::Stalemate)
        && !game.replay.oddities.illegal
        && left_open.into_iter().all(|outcome| outcome == Outcome::Unfinished || outcome == right);
    Some(to(game, right, safe))
}

/// The repair that gives tag and marker this result.
pub(super) fn to(game: &Game<'_>, right: Outcome, safe: bool) -> ResultRepair {
    let differs = |outcome: Option<Outcome>| outcome.filter(|outcome| *outcome != right).map(|_| right);
    ResultRepair {
        marker: differs(game.sheet.marker.map(|marker| marker.outcome)),
        tag: differs(game.sheet.result_tag(game.text)),
        safe,
    }
}

/// The repair of a Result tag and a marker that differ. `*` gives way to a result; of two results the marker wins, which
/// is only likely.
pub(super) fn by_other(game: &Game<'_>) -> Option<ResultRepair> {
    let (marker, tag) = (game.sheet.marker?.outcome, game.sheet.result_tag(game.text)?);
    if marker == tag {
        return None;
    }
    let wins = if marker == Outcome::Unfinished { tag } else { marker };
    match game.end_fault {
        // The board decides.
        Some(EndFault::ResultContradicts { right, .. }) if right != wins => return None,
        Some(EndFault::MovesAfter { .. }) => return None,
        _ => {}
    }
    // A win may not be possible.
    if wins != marker && game.replayed_to_the_end() && ending::win_in_doubt(game.replay, wins.winner()) {
        let decisive = wins.winner().is_some();
        if decisive {
            return None;
        }
    }
    Some(to(game, wins, marker == Outcome::Unfinished || tag == Outcome::Unfinished))
}

/// The repair of the result that is made in this run; `None` if none is.
pub(super) fn made(game: &Game<'_>) -> Option<ResultRepair> {
    let made = |check: &str, repair: Option<ResultRepair>| {
        repair.filter(|repair| game.repairs.makes(repair.safe) && game.selects(check))
    };
    made("result-contradicts-board", by_board(game)).or_else(|| made("result-tag-mismatch", by_other(game)))
}
