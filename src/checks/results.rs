//! Repairs of a game's result. The Result tag and the termination marker depend on each other, so what becomes of both is
//! decided here, for all checks that look at them.

use super::ending::{self, BoardEnd, EndFault};
use super::fix::Draft;
use super::game::Game;
use super::missing_tag;
use super::settings::Repairs;
use super::termination::Termination;
use crate::scoresheet::{FaultKind, Outcome, Span};

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
    if marker_in_doubt(game) || game.termination == Some(Termination::Time) {
        return None;
    }
    let tag = game.sheet.result_tag(game.text);
    let left_open = [game.sheet.marker.map(|marker| marker.outcome), tag].into_iter().flatten();
    let safe = matches!(end, BoardEnd::Checkmate | BoardEnd::Stalemate)
        && !game.replay.oddities.illegal
        && left_open.into_iter().all(|outcome| outcome == Outcome::Unfinished || outcome == right);
    Some(to(game, right, safe))
}

/// Whether text follows the marker, or it is a part of a word: then it may be a slip in the moves.
fn marker_in_doubt(game: &Game<'_>) -> bool {
    let start = game.sheet.marker.map_or(0, |marker| marker.span.start as usize);
    let before = start.checked_sub(1).and_then(|at| game.text.get(at));
    before.is_some_and(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b')' | b'}'))
        || game.sheet.faults.iter().any(|fault| fault.kind == FaultKind::AfterResult)
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
    if marker == tag || marker_in_doubt(game) {
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

/// The result to write for a game that states none in its tag or marker: that of the board after mate or stalemate, otherwise `*`.
/// `None` if `*` would contradict the board whose result is only likely, or what cannot be read may hide the result.
pub(super) fn unstated(game: &Game<'_>) -> Option<Outcome> {
    // What cannot be read may hide the result.
    if game.sheet.faults.iter().any(|fault| matches!(fault.kind, FaultKind::Comment | FaultKind::Token)) {
        return None;
    }
    if matches!(game.end_fault, Some(EndFault::MovesAfter { .. })) {
        return Some(Outcome::Unfinished);
    }
    let on_time = game.termination == Some(Termination::Time);
    let certain = !game.replay.oddities.illegal && game.replayed_to_the_end() && !on_time;
    match ending::ended(game) {
        None => Some(Outcome::Unfinished),
        Some(BoardEnd::Stalemate) if certain => Some(Outcome::Draw),
        Some(BoardEnd::Checkmate) if certain => Some(ending::mated_by(game)),
        Some(_) => None,
    }
}

/// The repair of the result that is made in this run; `None` if none is.
pub(super) fn made(game: &Game<'_>) -> Option<ResultRepair> {
    let made = |check: &str, repair: Option<ResultRepair>| {
        repair.filter(|repair| game.repairs.makes(repair.safe) && game.selects(check))
    };
    made("result-contradicts-board", by_board(game)).or_else(|| made("result-tag-mismatch", by_other(game)))
}

/// The game's result after the repairs of the run.
pub(super) fn after_repairs(game: &Game<'_>) -> Option<Outcome> {
    if game.repairs == Repairs::None {
        return game.outcome();
    }
    let made = made(game);
    let marker = made.and_then(|made| made.marker).or_else(|| game.sheet.marker.map(|marker| marker.outcome));
    let tag = made.and_then(|made| made.tag).or_else(|| game.sheet.result_tag(game.text));
    marker.or(tag).or_else(|| missing_tag::added_result(game))
}
