//! Everything that is true of a game now: on the board, on the clocks, and by the checks.

use shakmaty::{Role, Square};

use super::claims;
use super::clocks;
use super::follower::Options;
use super::game::{Holds, Now};
use super::record::{alert, word};
use crate::checks::{Check, Finding, Game, Severity, find};
use crate::replay::Stop;
use crate::scoresheet::{Outcome, Written};

/// Checks whose findings are alerts of the same name.
const AS_CHECKED: [&str; 5] =
    ["illegal-move", "ambiguous-move", "clock-gain", "clock-arithmetic", "time-penalty"];

/// Checks that alerts come from, by themselves or under another name.
const CHECKS: [&str; 10] = [
    "illegal-move",
    "ambiguous-move",
    "clock-gain",
    "clock-arithmetic",
    "time-penalty",
    "flag-fall",
    "moves-after-end",
    "result-contradicts-board",
    "impossible-win",
    "timeout-not-winnable",
];

/// The checks that a follower's settings have to select.
pub fn alert_checks() -> Vec<&'static Check> {
    CHECKS.iter().filter_map(|id| find(id)).collect()
}

/// Puts together what is true of a game now.
pub(super) fn standing(game: &Game<'_>, findings: &[Finding], options: &Options, now: &mut Now) {
    if game.signal.is_some() {
        return signal(game, now);
    }
    claims::of_board(game, options.fifty_near, now);
    clocks::of_clocks(game, options.flag_near_ms, now);
    let awaits_signal = now.goes_on && !options.once && may_begin_a_signal(game);
    for finding in findings {
        if !(awaits_signal && finding.check == "illegal-move") {
            of_finding(game, finding, now);
        }
    }
}

fn of_finding(game: &Game<'_>, finding: &Finding, now: &mut Now) {
    let id = match finding.check {
        "flag-fall" if !now.goes_on => "flag-fall",
        "result-contradicts-board" | "impossible-win" | "timeout-not-winnable" if !now.goes_on => {
            "result-differs"
        }
        "moves-after-end" if now.was_ended => "illegal-move",
        check => match AS_CHECKED.iter().find(|id| **id == check) {
            Some(id) => id,
            None => return,
        },
    };
    if id == "result-differs" && game.outcome() == Some(Outcome::Unfinished) {
        return;
    }
    let ply = finding.ply.unwrap_or_default() as usize;
    let mut told = alert(game, id, finding.severity, ply);
    told.fen = (ply <= game.replay.plies.len() + 1 && ply > 0)
        .then(|| game.replay.board_after(ply.min(game.replay.plies.len())).fen());
    told.message = finding.message.clone();
    told.articles = game.rules.articles_backing(finding.check).to_vec();
    if ply > 0 && id != "result-differs" {
        told.by = Some(word(game.mover(ply)));
    }
    let ident = match id {
        "flag-fall" => clocks::flag(ply, game.mover(ply)),
        _ => ident(&told.mv, ply),
    };
    now.tell(told, Holds::WithTheRecord, ident);
}

/// Distinguishes a finding about a half-move from the same finding about another move in its place.
fn ident(mv: &Option<String>, ply: usize) -> u64 {
    let text = mv.as_deref().unwrap_or_default().bytes();
    text.fold(ply as u64, |hash, byte| {
        (hash.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

/// The kings' squares say the result: both light, White won; both dark, Black; one of each, a draw.
fn signal(game: &Game<'_>, now: &mut Now) {
    let Some(first) = game.signal else { return };
    let mut kings: Vec<Square> =
        game.sheet.moves.iter().skip(first - 1).filter_map(|text| king_to(text.written())).collect();
    if kings.len() == 1 {
        let mover = game.mover(first);
        kings.extend(game.replay.last.king(!mover));
    }
    let light = kings.iter().filter(|square| matches!(**square, Square::E4 | Square::D5)).count();
    let centre = kings.iter().all(|square| CENTRE.contains(square)) && kings.len() == 2;
    let signalled = match light {
        _ if !centre => None,
        2 => Some(Outcome::White),
        0 => Some(Outcome::Black),
        _ => Some(Outcome::Draw),
    };
    let mut told = alert(game, "result-signal", Severity::Info, game.sheet.moves.len());
    told.fen = Some(game.replay.last.fen());
    told.result = signalled.map(Outcome::as_str);
    told.message = match signalled {
        Some(result) => format!("The kings signal the result {}", result.as_str()),
        None => "A king on the centre signals the end of the game".to_owned(),
    };
    let ident = ident(&told.mv, told.ply) ^ light as u64;
    now.tell(told, Holds::WithTheRecord, ident);
    if let (Some(signalled), Some(result)) = (signalled, game.outcome())
        && result != Outcome::Unfinished
        && result != signalled
    {
        let mut told = alert(game, "result-differs", Severity::Error, game.sheet.moves.len());
        told.message =
            format!("The kings signal {}; the record says {}", signalled.as_str(), result.as_str());
        told.is = Some(signalled.as_str().to_owned());
        told.was = Some(result.as_str().to_owned());
        now.tell(told, Holds::WithTheRecord, ident);
    }
}

const CENTRE: [Square; 4] = [Square::E4, Square::D4, Square::E5, Square::D5];

fn king_to(written: Written) -> Option<Square> {
    match written {
        Written::To { role: Some(Role::King), to, .. } => Some(to),
        _ => None,
    }
}

/// Whether the last half-move puts a king on the centre from afar: the first half of a signal, which the other king completes.
fn may_begin_a_signal(game: &Game<'_>) -> bool {
    let Some(before) = game.sheet.moves.len().checked_sub(1) else { return false };
    let Some(to) = game.sheet.moves.last().and_then(|text| king_to(text.written())) else { return false };
    let stops = game.replay.stop == Some(Stop::Illegal) && game.replay.plies.len() == before;
    let played = game.replay.plies.get(before).is_some_and(|ply| !ply.legal);
    let board = game.replay.board_after(before);
    let from = board.king(board.turn());
    (stops || played) && CENTRE.contains(&to) && from.is_some_and(|from| from.distance(to) > 1)
}

/// The words for a result that another source contradicts.
pub(super) fn contradicted(here: Outcome, there: Outcome, source: &str) -> String {
    format!("The result is {}; {source} says {}", here.as_str(), there.as_str())
}
