//! Repairs of text that cannot be read. Each is tried: what it gives must be read as one game with a fault less.

use super::fix::Draft;
use super::game::Game;
use super::layout::end_of_line;
use crate::replay::{Board, Replay};
use crate::scoresheet::{Fault, FaultKind, Scoresheet, Span, Suffix, decode};

/// The repair of a fault; `last` is the position after the last half-move that was played.
pub(super) fn repair(game: &Game<'_>, fault: &Fault, last: &Board) -> Option<Draft> {
    match fault.kind {
        FaultKind::Token => unglued(game, fault, last),
        FaultKind::AfterResult => without_padding(game, fault),
        FaultKind::Comment => closed(game, fault),
        FaultKind::Tag | FaultKind::Variation | FaultKind::Closing => None,
    }
}

/// The game's text with one insertion, read again; `None` if it is then another number of games, or has as many faults.
fn read_with(game: &Game<'_>, at: usize, new: &str) -> Option<(Vec<u8>, Scoresheet)> {
    let (before, after) = game.text.split_at_checked(at)?;
    let text = [before, new.as_bytes(), after].concat();
    let mut sheet = Scoresheet::new();
    let whole = sheet.read(&text) == text.len();
    (whole && sheet.faults.len() < game.sheet.faults.len()).then_some((text, sheet))
}

/// A blank between the last move and the result: `Nf31-0`. The move must be legal and in export notation.
fn unglued(game: &Game<'_>, fault: &Fault, last: &Board) -> Option<Draft> {
    if game.sheet.readable != Some(fault.ply) || game.sheet.language.is_some() || game.sheet.marker.is_some()
    {
        return None;
    }
    let token = fault.span.of(game.text);
    let result = ["1/2-1/2", "1-0", "0-1"].into_iter().find(|result| token.ends_with(result.as_bytes()))?;
    let at = fault.span.start as usize + token.len() - result.len();
    let (text, sheet) = read_with(game, at, " ")?;
    let is_last = sheet.moves.len() == game.replay.plies.len() + 1 && sheet.readable.is_none();
    let (marker, written) = (sheet.marker?.outcome, sheet.moves.last()?);
    // Another result in the tag, or wrong numbers, would be repaired only once the game can be read.
    let first = game.replay.start.half_move_number();
    let is_plain =
        sheet.result_tag(&text) == Some(marker) && sheet.numbers.iter().all(|n| n.ahead(first) == 0);
    let mut only = Scoresheet::new();
    only.read(written.span.of(&text));
    let mut replay = Replay::new();
    replay.run(&only, last, |_, _| {});
    let ply = replay.plies.last().filter(|ply| ply.legal && replay.stop.is_none())?;
    let san = last.san(ply.mv);
    let signs = sheet.moves.iter().any(|text| text.suffix() != Suffix::None);
    let san = if signs { san.as_str() } else { san.trim_end_matches(['+', '#']) };
    let wins = !ply.mates() || marker.winner() == Some(last.turn());
    let fits = is_last && is_plain && decode(written.span.of(&text)) == san && wins;
    fits.then(|| Draft::safe("separate the result from the move", Span::new(at, at), " "))
}

/// NUL bytes and ^Z after the result go.
fn without_padding(game: &Game<'_>, fault: &Fault) -> Option<Draft> {
    let padding = fault.span.of(game.text).iter().all(|byte| matches!(byte, 0 | 0x1a | b' ' | b'\t'));
    padding.then(|| Draft::safe("remove the bytes that are no text", fault.span, ""))
}

/// An open comment is closed at the end of the game, before its result if it ends with one. Otherwise that of the Result
/// tag follows it.
fn closed(game: &Game<'_>, fault: &Fault) -> Option<Draft> {
    let comment = game.text.get(fault.span.end as usize..)?;
    let written = comment.trim_ascii_end();
    let word = written.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
    let last = std::str::from_utf8(written.get(word..)?).ok()?;
    let ends = matches!(last, "1-0" | "0-1" | "1/2-1/2" | "*") && word > 0;
    let length = if ends { written.get(..word)?.trim_ascii_end().len() } else { written.len() };
    let at = fault.span.end as usize + length;
    let line = comment.get(..length)?.contains(&b'\n');
    // Without that tag the result is not known.
    let tag = game.sheet.result_tag(game.text)?.as_str();
    let new = match ends {
        true => "}".to_owned(),
        false if line => format!("}}{}{tag}", end_of_line(game.text)),
        false => format!("}} {tag}"),
    };
    let (text, sheet) = read_with(game, at, &new)?;
    let agrees =
        sheet.result_tag(&text).is_none_or(|tag| sheet.marker.is_some_and(|marker| marker.outcome == tag));
    let same = sheet.moves.len() == game.sheet.moves.len() && agrees;
    same.then(|| Draft { safe: false, ..Draft::safe("close the comment", Span::new(at, at), new) })
}
