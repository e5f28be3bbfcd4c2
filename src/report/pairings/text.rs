//! Pairings for a terminal: the boards and, on request, the brackets that they come from.

use std::io::{self, Write};

use super::Pairings;
use super::words::{assumed, comparison, downfloaters, floats, heading, list, points, preference};
use crate::event::pairing::{Amount, DueBracket, Player};
use crate::report::shown;
use crate::report::visible::NAME;

/// Prints the pairings.
///
/// # Errors
/// Those of the writer.
pub fn write(pairings: &Pairings<'_>, out: &mut dyn Write) -> io::Result<()> {
    let due = pairings.due;
    if !pairings.event.name.is_empty() {
        writeln!(out, "{}", shown(&pairings.event.name, NAME))?;
    }
    writeln!(out, "{}\n", heading(pairings))?;
    boards(pairings, out)?;
    if let Some(bye) = &due.bye {
        writeln!(out, "Bye: {}", person(pairings, bye.player))?;
    }
    if !due.absent.is_empty() {
        writeln!(out, "Not paired: {}", list(&due.absent))?;
    }
    if !due.complete {
        writeln!(
            out,
            "\nThe absolute criteria allow no pairing of all players: the arbiter decides. Without an opponent: {}",
            list(&due.left)
        )?;
    }
    if pairings.explain {
        for bracket in &due.brackets {
            explained(pairings, bracket, out)?;
        }
    }
    if let Some(judged) = &due.compare {
        writeln!(out)?;
        comparison(judged).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if !due.assumed.is_empty() {
        writeln!(out)?;
        due.assumed.iter().try_for_each(|name| writeln!(out, "{}", assumed(name)))?;
    }
    Ok(())
}

/// Number and name of a player.
fn person(pairings: &Pairings<'_>, no: u32) -> String {
    format!("{no:>4} {}", shown(&pairings.name(no), NAME)).trim_end().to_owned()
}

fn boards(pairings: &Pairings<'_>, out: &mut dyn Write) -> io::Result<()> {
    let due = pairings.due;
    let score = |no: u32| {
        due.players
            .iter()
            .find(|player| player.number == no)
            .map_or_else(String::new, |player| points(player.score))
    };
    let whites: Vec<String> = due.boards.iter().map(|board| person(pairings, board.white)).collect();
    let width = whites.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(10);
    writeln!(out, "Board  {:<width$}  Pts  Pts  Black", "     White")?;
    for (board, white) in due.boards.iter().zip(&whites) {
        let pad = width - white.chars().count();
        writeln!(
            out,
            "{:>5}  {white}{:pad$}  {:>3}  {:>3}  {}",
            board.board,
            "",
            score(board.white),
            score(board.black),
            person(pairings, board.black)
        )?;
    }
    Ok(())
}

fn explained(pairings: &Pairings<'_>, bracket: &DueBracket, out: &mut dyn Write) -> io::Result<()> {
    let due = pairings.due;
    writeln!(out, "\nBracket of {}", points(bracket.score))?;
    writeln!(out, "  BSN   No.  Pts  Colour  Floats  Name")?;
    let player = |no: &u32| due.players.iter().find(|player| player.number == *no);
    for (bsn, no) in bracket.moved_down.iter().chain(&bracket.residents).enumerate() {
        if let Some(player) = player(no) {
            row(pairings, bsn + 1, player, bracket, out)?;
        }
    }
    for [white, black] in &bracket.pairs {
        let board = due.boards.iter().find(|board| board.white == *white && board.black == *black);
        let Some(board) = board else { continue };
        let way = match board.gives_way.as_slice() {
            [] => String::new(),
            criteria => format!("; gives way on {}", criteria.join(", ")),
        };
        writeln!(out, "  {white} \u{2013} {black}: colours by {}{way}", board.article)?;
    }
    for line in downfloaters(pairings, bracket) {
        writeln!(out, "  {line}")?;
    }
    let cost: Vec<String> = bracket
        .criteria
        .iter()
        .filter_map(|count| match &count.amount {
            Amount::Number(0) => None,
            Amount::List(values) if values.is_empty() || values.iter().all(|value| *value == 0.0) => None,
            amount => Some(format!("{} {amount}", count.criterion)),
        })
        .collect();
    if !cost.is_empty() {
        writeln!(out, "  Cost: {}", cost.join("; "))?;
    }
    Ok(())
}

fn row(
    pairings: &Pairings<'_>,
    bsn: usize,
    player: &Player,
    bracket: &DueBracket,
    out: &mut dyn Write,
) -> io::Result<()> {
    let no = player.number;
    let note = if bracket.limbo.contains(&no) {
        " (limbo)"
    } else if bracket.moved_down.contains(&no) {
        " (moved down)"
    } else {
        ""
    };
    writeln!(
        out,
        "  {bsn:>3}  {no:>4}  {:>3}  {:<6}  {:<6}  {}{note}",
        points(player.score),
        preference(player),
        floats(player),
        shown(&pairings.name(no), NAME)
    )
}
