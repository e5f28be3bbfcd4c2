//! A ruling in one sentence, as an arbiter would say it to both players.

use shakmaty::Color;

use crate::replay::Board;
use crate::rulings::{Decision, Ruling, Sides, display, plain};

/// What is decided, in a sentence or two.
pub(super) fn decision(ruling: &Ruling, board: &Board) -> String {
    let mut words = match ruling.decision {
        Decision::GameOver => match ruling.result {
            Some(result) => format!("The game is over: {} ({}).", result.words(), result.as_str()),
            None => "The game is over.".to_owned(),
        },
        Decision::Correct => "The fault is corrected and play goes on.".to_owned(),
        Decision::Restore => match ruling.restore {
            Some(ply) => format!(
                "The position after {} is set up again, and play goes on from there.",
                half_moves(ply)
            ),
            None => "An earlier position is set up again.".to_owned(),
        },
        Decision::Restart => "The game is annulled; a new one is played.".to_owned(),
        Decision::Continue => "Play goes on.".to_owned(),
        Decision::Stands => "What was done stands.".to_owned(),
        Decision::ClaimRejected => "The claim is rejected.".to_owned(),
        Decision::Discretion => "The decision is the arbiter's.".to_owned(),
        Decision::None => "Recorded; there is nothing to rule.".to_owned(),
    };
    if let Some(must) = &ruling.must {
        words.push_str(&format!(" {}", duty(must, board)));
    }
    if let Some(adjust) = &ruling.adjust {
        words.push_str(&times(adjust));
    }
    if let Some(clock) = &ruling.clock {
        words.push_str(&format!(" Clocks: {}.", clocks(clock)));
    }
    words
}

fn duty(must: &[String], board: &Board) -> String {
    let mover = name(board.turn());
    let moves: Vec<String> = must.iter().map(|uci| san(uci, board)).collect();
    match moves.as_slice() {
        [only] => format!("{mover} has to play {only}."),
        several => format!("{mover} has to play one of {}.", several.join(", ")),
    }
}

/// A move in SAN where it is legal, else as it stands.
pub(super) fn san(uci: &str, board: &Board) -> String {
    let chess960 = board.is_chess960();
    let found = board.legal_moves().into_iter().find(|mv| mv.uci(chess960) == uci);
    found.map_or(uci.to_owned(), |mv| board.san(mv))
}

fn times(adjust: &Sides<i64>) -> String {
    [Color::White, Color::Black]
        .into_iter()
        .filter(|side| *adjust.of(*side) != 0)
        .map(|side| {
            let seconds = *adjust.of(side);
            let how = if seconds > 0 { "gets" } else { "loses" };
            format!(" {} {how} {}.", name(side), display(seconds.unsigned_abs() as f64))
        })
        .collect()
}

/// `White 0:11:52, Black 0:48:09`.
pub(super) fn clocks(clock: &Sides<f64>) -> String {
    format!("White {}, Black {}", display(clock.white), display(clock.black))
}

/// What may be done, in plain words.
pub(super) fn options(ruling: &Ruling) -> Vec<String> {
    ruling.options.iter().map(|option| plain(option).to_owned()).collect()
}

/// `12 half-moves`.
pub(super) fn half_moves(ply: usize) -> String {
    match ply {
        0 => "no move".to_owned(),
        1 => "1 half-move".to_owned(),
        ply => format!("{ply} half-moves"),
    }
}

pub(super) fn name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}
