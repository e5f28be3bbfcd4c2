//! A ruling in a few sentences, as an arbiter says it to both players.

use shakmaty::Color;

use super::clock_history::display;
use super::duty::name;
use super::record::Record;
use super::ruling::{Decision, Ruling, Sides};
use super::words::{san, spoken};
use crate::replay::Board;

/// What the arbiter says aloud: the sentence of the ruling, the moves that remain, and the clocks.
pub(super) fn announcement(ruling: &Ruling, record: &Record) -> String {
    let mut words = ruling.announcement.clone().unwrap_or_else(|| decision(ruling, record));
    if let Some(must) = &ruling.must {
        words.push_str(&format!(" {}", duty(must, record.board(ruling.restore.unwrap_or(ruling.ply)))));
    }
    if let Some(adjust) = &ruling.adjust {
        words.push_str(&times(adjust));
    }
    if let Some(clock) = &ruling.clock {
        words.push_str(&format!(" The clocks are set to {}.", clocks(clock)));
    }
    words
}

/// The decision alone, for a ruling whose family says nothing more exact.
fn decision(ruling: &Ruling, record: &Record) -> String {
    match ruling.decision {
        Decision::GameOver => match ruling.result {
            Some(result) => format!("The game is over: {} ({}).", result.words(), result.as_str()),
            None => "The game is over.".to_owned(),
        },
        Decision::Correct => "The fault is put right and play goes on.".to_owned(),
        Decision::Restore => match ruling.restore {
            Some(ply) => {
                format!("The position {} is set up again, and play goes on from there.", record.moment(ply))
            }
            None => "An earlier position is set up again.".to_owned(),
        },
        Decision::Restart => "The game is annulled; a new one is played.".to_owned(),
        Decision::Continue => "Play goes on.".to_owned(),
        Decision::Stands => "What was done stands; nothing is put right.".to_owned(),
        Decision::ClaimRejected => "The claim is rejected and play goes on.".to_owned(),
        Decision::Discretion => "The Laws leave the decision to the arbiter.".to_owned(),
        Decision::None => "It is put on record; there is nothing to rule.".to_owned(),
    }
}

fn duty(must: &[String], board: &Board) -> String {
    let mover = name(board.turn());
    let moves: Vec<String> = must.iter().map(|uci| san(uci, board)).collect();
    match moves.as_slice() {
        [] => format!("{mover} has no move that fits."),
        [only] => format!("{mover} has to play {only}."),
        [first, second] => format!("{mover} has to play {first} or {second}."),
        [several @ .., last] => format!("{mover} has to play one of {} or {last}.", several.join(", ")),
    }
}

fn times(adjust: &Sides<i64>) -> String {
    [Color::White, Color::Black]
        .into_iter()
        .filter(|side| *adjust.of(*side) != 0)
        .map(|side| {
            let seconds = *adjust.of(side);
            let (how, more) = if seconds > 0 { ("gets", " more") } else { ("loses", "") };
            format!(" {}'s clock {how} {}{more}.", name(side), spoken(seconds))
        })
        .collect()
}

/// `White 0:11:52, Black 0:48:09`.
pub fn clocks(clock: &Sides<f64>) -> String {
    format!("White {}, Black {}", display(clock.white), display(clock.black))
}

/// `12 half-moves`.
pub fn half_moves(ply: usize) -> String {
    match ply {
        0 => "no half-move".to_owned(),
        1 => "1 half-move".to_owned(),
        ply => format!("{ply} half-moves"),
    }
}
