use super::prelude::*;
use super::{Repairs, moves_after_end};

check! {
    /// The PlyCount tag does not have the number of half-moves.
    ///
    /// ## Why it matters
    /// Databases sort and search by it. A wrong number often shows that moves were cut off or added after the tag was
    /// written.
    ///
    /// ## Example
    /// Four half-moves, not five:
    /// ```pgn
    /// [PlyCount "5"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6
    /// ```
    /// In order:
    /// ```pgn
    /// [PlyCount "4"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6
    /// ```
    ///
    /// ## What to do
    /// Compare with the scoresheet if moves may be missing; otherwise correct the tag.
    ///
    /// Repair (safe): the number of half-moves in the record.
    id: "ply-count", severity: Info, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let sheet = game.sheet;
    let Some(tag) = sheet.find_tag(game.text, "PlyCount") else { return };
    let (value, plies) = (tag.value.of(game.text).trim_ascii(), sheet.moves.len());
    let unknown = matches!(value, b"" | b"?" | b"-");
    let unread = sheet.broken_off || sheet.faults.iter().any(|fault| fault.kind != FaultKind::Tag);
    if unknown || unread || plies == 0 || value == plies.to_string().as_bytes() {
        return;
    }
    let written = quoted(tag.value.of(game.text));
    let message = format!("PlyCount {written}: the record has {plies} half-moves");
    out.add(&CHECK, Anchor::At(tag.span, 0), message).data("tag", "PlyCount").data("expected", plies).fix(
        || {
            let right = after_repairs(game).to_string();
            Some(Draft::safe(format!("write {right}"), tag.value, right))
        },
    );
}

/// The number of half-moves after the repairs of the run.
pub(super) fn after_repairs(game: &Game<'_>) -> usize {
    let cut = if game.repairs == Repairs::All && game.selects("moves-after-end") {
        moves_after_end::first_void(game)
    } else {
        None
    };
    cut.unwrap_or(game.sheet.moves.len())
}
