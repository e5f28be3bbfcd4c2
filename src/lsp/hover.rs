//! What an editor shows about the thing under the pointer: a move, a tag, the name of a check in a comment.

use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use super::movetext::{Token, after_number, as_game, line_to, tokens};
use super::tag_words;
use crate::archive::FileSettings;
use crate::checks::{Checker, Finding, Game, Piece, find};
use crate::report::board;
use crate::report::markdown::escaped;
use crate::scoresheet::{CommandKind, Scoresheet, decode};

/// What is shown, in Markdown, and the bytes that it is about.
pub(super) type Shown = (String, Range<usize>);

/// What is shown at byte `offset` of a document, in the game that has the bytes `range`. `explain` says what a check
/// means.
pub(super) fn of_game(
    text: &str,
    range: Range<usize>,
    offset: usize,
    settings: &FileSettings,
    explain: &dyn Fn(&str) -> Option<String>,
) -> Option<Shown> {
    let game = text.get(range.clone())?;
    let at = offset.checked_sub(range.start)?;
    let (words, place) = in_game(game, at, settings, explain)?;
    Some((words, range.start + place.start..range.start + place.end))
}

fn in_game(
    game: &str,
    at: usize,
    settings: &FileSettings,
    explain: &dyn Fn(&str) -> Option<String>,
) -> Option<Shown> {
    let mut sheet = Scoresheet::new();
    sheet.read(game.as_bytes());
    let covers = |range: &Range<usize>| range.contains(&at) || range.end == at;
    if let Some(tag) = sheet.tags.iter().find(|tag| covers(&tag.span.range())) {
        let name = decode(tag.name.of(game.as_bytes()));
        return Some((tag_words::of(&name)?, tag.span.range()));
    }
    let head = sheet.tags.last().map_or(0, |tag| tag.span.range().end);
    let found = tokens(game, head).find(|token| match token {
        Token::Comment(range) | Token::Word(range) => covers(range),
        Token::Open(_) | Token::Close(_) => false,
    })?;
    match found {
        Token::Comment(comment) => in_comment(game, comment, at, explain),
        Token::Word(word) => of_move(game, head, after_number(game, word), settings),
        Token::Open(_) | Token::Close(_) => None,
    }
}

/// The name of a check in a comment that silences it.
fn in_comment(
    game: &str,
    comment: Range<usize>,
    at: usize,
    explain: &dyn Fn(&str) -> Option<String>,
) -> Option<Shown> {
    let text = game.get(comment.clone())?;
    let list = comment.start + text.find("flagfall:ignore")?;
    let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let start = at - game.get(list..at)?.chars().rev().take_while(|c| part(*c)).count();
    let length = game.get(start..comment.end)?.chars().take_while(|c| part(*c)).count();
    let id = game.get(start..start + length)?;
    find(id)?;
    Some((explain(id)?, start..start + length))
}

/// A move of the main line or of a variation.
fn of_move(game: &str, head: usize, word: Range<usize>, settings: &FileSettings) -> Option<Shown> {
    let line = line_to(game, head, word.end);
    if line.moves.last() != Some(&word) {
        return None;
    }
    let mut words = None;
    let mut seen = |game: &Game<'_>, findings: &[Finding]| {
        let of_line = line.depth > 0;
        let found = game.sheet.moves.iter().position(|mv| {
            let span = mv.span.range();
            !of_line && span.start < word.end && word.start < span.end
        });
        let last = line.moves.len().checked_sub(1).filter(|_| of_line);
        if let Some(index) = found.or(last).filter(|index| *index < game.sheet.moves.len()) {
            words.get_or_insert_with(|| described(game, findings, index));
        }
    };
    let single = as_game(game, head, &line);
    let text = if line.depth > 0 { single.as_str() } else { game };
    let file = "".into();
    let piece = Piece {
        file: &file,
        text: text.as_bytes(),
        offset: 0,
        lines_before: 0,
        clocks: None,
        from_utf16: false,
    };
    Checker::live(Arc::clone(&settings.checks)).check_seen(&piece, &mut seen);
    Some((words?, word))
}

/// Half-move `index` (from 0): what it is, the position after it, the counts, the clock.
fn described(game: &Game<'_>, findings: &[Finding], index: usize) -> String {
    let ply = index + 1;
    let mut out = format!("**{}**", escaped(&numbered(game, ply)));
    match game.replay.plies.get(index) {
        Some(played) => {
            let before = game.replay.board_after(index);
            let after = game.replay.board_after(ply);
            out.push_str(match (played.legal, played.mates(), played.stalemates()) {
                (false, _, _) => " is not legal; the game went on from it",
                (true, true, _) => " is legal, and checkmate",
                (true, _, true) => " is legal, and stalemate",
                (true, ..) if played.check => " is legal, and check",
                (true, ..) => " is legal",
            });
            if played.legal && before.san(played.mv) != written(game, index) {
                let _ = write!(out, " (`{}`)", before.san(played.mv));
            }
            let fen = after.fen();
            let _ = write!(out, "\n\n```text\n{}\n```\n\n", board(&fen).unwrap_or_default());
            let turn = if after.turn().is_white() { "White" } else { "Black" };
            let _ = writeln!(out, "{turn} to move, move {}", after.move_number());
            let _ = writeln!(out, "- half-moves without a capture or pawn move: {}", played.halfmove_clock);
            let _ = writeln!(out, "- occurrences of the position: {}", played.occurrence);
            clocks(game, ply, &mut out);
            let _ = write!(out, "\n`{fen}`");
        }
        None => {
            let stop = game.replay.plies.len();
            out.push_str(match index == stop {
                true => " cannot be played",
                false => " is not played",
            });
            if index > stop && stop < game.sheet.moves.len() {
                let _ = write!(out, ": the replay ends before {}", escaped(&numbered(game, stop + 1)));
            }
        }
    }
    for finding in findings.iter().filter(|finding| finding.ply == u32::try_from(ply).ok()) {
        let _ = write!(out, "\n\n`{}`: {}", finding.check, escaped(&finding.message));
    }
    out
}

/// What the comments after half-move `ply` say of the mover's clock.
fn clocks(game: &Game<'_>, ply: usize, out: &mut String) {
    let of_ply = game.sheet.commands.iter().filter(|command| command.ply as usize == ply);
    for command in of_ply {
        let says = match command.kind {
            CommandKind::Clk => "left on the clock",
            CommandKind::Emt => "used for the move",
            CommandKind::Egt => "used since the start",
            CommandKind::Other => continue,
        };
        let mover = if game.mover(ply).is_white() { "White" } else { "Black" };
        let value = decode(command.value().of(game.text));
        let _ = writeln!(out, "- {mover}, {says}: {}", escaped(value.trim()));
    }
}

fn written(game: &Game<'_>, index: usize) -> String {
    let text = game.sheet.moves.get(index).map(|mv| decode(mv.span.of(game.text)).into_owned());
    text.unwrap_or_default()
}

fn numbered(game: &Game<'_>, ply: usize) -> String {
    let dots = if game.mover(ply).is_white() { "." } else { "..." };
    format!("{}{dots} {}", game.move_number(ply), written(game, ply - 1))
}
