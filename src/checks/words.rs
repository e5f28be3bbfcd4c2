//! Phrases that messages share.

use shakmaty::Color;

use super::findings::{Anchor, one_line};
use super::game::Game;
use crate::scoresheet::{CommandKind, decode};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// `third`, `fifth`, `21st`.
pub(super) fn ordinal(n: u32) -> String {
    match n {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        4 => "fourth".into(),
        5 => "fifth".into(),
        _ => {
            let ending = match (n % 10, n % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            format!("{n}{ending}")
        }
    }
}

/// A half-move with its number, as written: `29... Nf6`.
pub(super) fn last_move(game: &Game<'_>, ply: usize) -> String {
    let mut out = String::with_capacity(16);
    write_move(game, ply, &mut out);
    out
}

fn write_move(game: &Game<'_>, ply: usize, out: &mut String) {
    out.push_str(&game.move_number(ply).to_string());
    out.push_str(if game.mover(ply).is_white() { ". " } else { "... " });
    if let Some(text) = ply.checked_sub(1).and_then(|i| game.sheet.moves.get(i)) {
        out.push_str(&one_line(&decode(text.span.of(game.text))));
    }
}

/// Where a position occurred, after the half-moves `earlier`: "after 24. Qe3 and after 26. Qe3".
pub(crate) fn places(game: &Game<'_>, earlier: &[usize]) -> String {
    let mut out = String::with_capacity(24 * earlier.len());
    for (i, &at) in earlier.iter().enumerate() {
        out.push_str(match i {
            0 => "",
            _ if i + 1 == earlier.len() => " and ",
            _ => ", ",
        });
        if at == 0 {
            out.push_str("at the start");
        } else {
            out.push_str("after ");
            write_move(game, at, &mut out);
        }
    }
    out
}

/// Whether a further half-move was played after half-move `ply`, or the game ended there in a win.
pub(super) fn went_on(game: &Game<'_>, ply: usize) -> bool {
    game.recorded() > ply || game.outcome().is_some_and(|outcome| outcome.winner().is_some())
}

/// `White` or `Black`.
pub(super) fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The place of a reading: the first `%clk` after the half-move, else the last other clock command, else the move
/// itself.
pub(super) fn reading<'n>(game: &Game<'_>, ply: u32) -> Anchor<'n> {
    let clocks = |kind| matches!(kind, CommandKind::Clk | CommandKind::Emt | CommandKind::Egt);
    let first = game.sheet.commands.partition_point(|command| command.ply < ply);
    let own = game.sheet.commands.get(first..).unwrap_or_default();
    let own = own.iter().take_while(|command| command.ply == ply).filter(|command| clocks(command.kind));
    let clk = own.clone().find(|command| command.kind == CommandKind::Clk);
    match clk.or_else(|| own.clone().last()) {
        Some(command) => Anchor::At(command.span, ply as usize),
        None if ply > 0 => Anchor::Ply(ply as usize),
        None => Anchor::Tag("TimeControl"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals() {
        let words: Vec<String> = [1, 5, 6, 11, 12, 21, 22, 23, 111].into_iter().map(ordinal).collect();
        assert_eq!(words, ["first", "fifth", "6th", "11th", "12th", "21st", "22nd", "23rd", "111th"]);
    }
}
