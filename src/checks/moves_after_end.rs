use super::prelude::*;
use super::results;

check! {
    /// The record goes on after the game ended on the board.
    ///
    /// ## Why it matters
    /// Checkmate, stalemate and a dead position end the game at once, and so do fivefold repetition and
    /// seventy-five moves in editions that have these rules. Whatever was played, claimed or resigned later is
    /// void.
    ///
    /// One or two half-moves after a dead position, in a game called a draw, change nothing: that is a warning. So are
    /// more of them in a drawn game that is older than the first edition of its rules that is known.
    ///
    /// ## Example
    /// With two bare kings the game ended with the capture:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/8/3k4/8/8/3pK3/8 w - - 0 37"]
    ///
    /// 37. Kxd2 Kc4 1/2-1/2
    /// ```
    /// In order:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/8/3k4/8/8/3pK3/8 w - - 0 37"]
    ///
    /// 37. Kxd2 1/2-1/2
    /// ```
    ///
    /// ## What to do
    /// The position that ended the game decides the result; `data.end` says how it did. If the published result is
    /// another, correct it or take it to the appeals committee.
    ///
    /// Repair (unsafe): what follows becomes a comment, and the result that of the board.
    id: "moves-after-end", severity: Error, on: Game(run)
}

/// Half-moves after a dead position that players make before they notice it.
const FEW: usize = 2;

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(EndFault::MovesAfter { ply, end }) = game.end_fault else { return };
    let what = match end {
        BoardEnd::Checkmate => "checkmate",
        BoardEnd::Stalemate => "stalemate",
        BoardEnd::DeadPosition => "a position in which neither side can mate by any series of legal moves",
        BoardEnd::Fivefold => "the fifth occurrence of a position",
        BoardEnd::SeventyFive => "seventy-five moves by each player without a capture or pawn move",
    };
    let how = if ply == 0 {
        "the start position is".to_string()
    } else {
        format!("{} brought about", last_move(game, ply))
    };
    let message = format!("{how} {what}, which ended the game; moves follow");
    let slot = out
        .add(&CHECK, Anchor::Ply(ply + 1), message)
        .data("end", end.word())
        .data("ply", ply)
        .fix(|| commented(game, ply, end));
    // What ended a game before the first edition that is known is an assumption.
    let harmless = end == BoardEnd::DeadPosition
        && (game.recorded() <= ply + FEW || game.predates_rules)
        && game.outcome() == Some(Outcome::Draw);
    if harmless {
        slot.severity(Severity::Warning);
    }
}

/// The number of half-moves that are left when what follows the end is put into a comment.
pub(super) fn first_void(game: &Game<'_>) -> Option<usize> {
    let Some(EndFault::MovesAfter { ply, end }) = game.end_fault else { return None };
    commented(game, ply, end).map(|_| ply)
}

/// The repair that puts what follows half-move `ply` into a comment, and writes the result of the board. `None` if the
/// text has comments there.
fn commented(game: &Game<'_>, ply: usize, end: BoardEnd) -> Option<Draft> {
    let (first, last) = (game.sheet.moves.get(ply)?, game.sheet.moves.last()?);
    let number = game.sheet.numbers.iter().find(|number| number.ply as usize == ply);
    let start = number.map_or(first.span.start, |number| number.span.start.min(first.span.start));
    let marker = game.sheet.marker?;
    let between = Span { start, end: marker.span.start }.of(game.text);
    if between.iter().any(|byte| b"{};%".contains(byte)) || !game.sheet.faults.is_empty() {
        return None;
    }
    let right = match end {
        BoardEnd::Checkmate if game.mover(ply).is_white() => Outcome::White,
        BoardEnd::Checkmate => Outcome::Black,
        _ => Outcome::Draw,
    };
    let length = between.trim_ascii_end().len().max((last.span.end - start) as usize);
    let close = start as usize + length;
    let result = results::to(game, right, false).draft(game, String::new());
    let mut edits = result.map(|draft| draft.edits).unwrap_or_default();
    edits.push((Span { start, end: start }, "{".to_owned()));
    edits.push((Span::new(close, close), "}".to_owned()));
    if let Some(count) = game.sheet.find_tag(game.text, "PlyCount") {
        edits.push((count.value, ply.to_string()));
    }
    edits.sort_by_key(|(span, _)| *span);
    Some(Draft { title: "put what follows into a comment".to_owned(), safe: false, edits })
}
