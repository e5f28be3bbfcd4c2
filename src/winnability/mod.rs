//! Whether a side can still checkmate by any series of legal moves.
//!
//! Every answer has a proof: a yes carries a line that was replayed to mate, a no a certificate that
//! [`verify`] accepted. The computation is pure and deterministic; effort is limited by the number of
//! positions, never by time. Fivefold repetition and the 75-move rule are ignored: only the position counts,
//! whatever its counters.

use shakmaty::{Chess, Color, Move, Position, Role};

mod board;
mod certificate;
mod crowd;
mod events;
mod forced;
mod guide;
mod material;
mod minor_tables;
mod pattern;
mod plan;
mod quick;
mod record;
mod search;
mod seen;
mod shorten;
mod skeleton;
pub mod verify;
mod walls;
mod weights;
mod wording;

use board::{Board, Step};
use plan::Question;

pub use record::{cannot_force_mate, cannot_mate, in_doubt, is_dead};

pub use certificate::{
    Certificate, Effort, Invariant, Kind, Line, Material, Situation, Solid, Verdict, Wall,
};

/// How far to search before answering [`Verdict::Unknown`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Positions to examine in all attempts together.
    pub nodes: u64,
    /// Positions to examine in order to shorten a line of twenty half-moves or more, in addition to half as
    /// many as it took to find the line; 0 turns shortening off.
    pub shorten: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 450_000, shorten: 0 }
    }
}

impl Limits {
    /// For one position that a person will read: spends more to get shorter lines.
    pub const READER: Limits = Limits { nodes: 450_000, shorten: 150_000 };
    /// For many positions that a person will read: spends a little to get shorter lines.
    pub const STREAM: Limits = Limits { nodes: 450_000, shorten: 500 };
}

/// Whether `side` can mate from `position` by any series of legal moves of both sides.
pub fn can_mate(position: &Chess, side: Color, limits: Limits) -> Verdict {
    let found = decide(&Board::of(position), side, Question::Either, limits);
    confirm(position, side, found)
}

/// A cheap test for archives: `Some(false)` if `side` is proven unable to mate; `None` if nothing suggests
/// that, or the proof would take long.
pub fn quick(position: &Chess, side: Color) -> Option<bool> {
    if !doubtful(position, side) {
        return None;
    }
    proven_unable(position, side).then_some(false)
}

/// The limits for a cheap proof.
const CHEAP: Limits = Limits { nodes: 2_600, shorten: 0 };

/// Whether a cheap proof shows that `side` can never mate.
fn proven_unable(position: &Chess, side: Color) -> bool {
    match decide(&Board::of(position), side, Question::Proof, CHEAP) {
        Claim::Never(proof) => verify::holds(position, side, &proof),
        Claim::Mate(_) | Claim::Open(_) => false,
    }
}

/// Whether anything suggests that `side` cannot mate, so that [`can_mate`] is worth its time.
pub fn doubtful(position: &Chess, side: Color) -> bool {
    quick::doubtful(&Board::of(position), side)
}

/// Whether `side` can force mate against any defence; `None` if that was not decided.
///
/// Always decided for a lone minor piece against at most one piece or pawn, and for two knights against a
/// lone king.
pub fn forced_mate(position: &Chess, side: Color, limits: Limits) -> Option<bool> {
    let board = Board::of(position);
    if material::insufficient(&board, side).is_some() && !position.is_checkmate() {
        return Some(false);
    }
    if let Some(answer) = forced::forced(&board, side, limits.nodes) {
        return Some(answer);
    }
    matches!(can_mate(position, side, limits), Verdict::No(_)).then_some(false)
}

/// Whether neither side can mate by any series of legal moves; `None` if that was not decided.
pub fn dead(position: &Chess, limits: Limits) -> Option<bool> {
    dead_given(&can_mate(position, Color::White, limits), &can_mate(position, Color::Black, limits))
}

/// Whether the position is dead, given the verdicts on White and Black.
pub fn dead_given(white: &Verdict, black: &Verdict) -> Option<bool> {
    match (white, black) {
        (Verdict::Yes(_), _) | (_, Verdict::Yes(_)) => Some(false),
        (Verdict::No(_), Verdict::No(_)) => Some(true),
        _ => None,
    }
}

/// A result of the search that is not yet verified.
enum Claim {
    Mate(Vec<Step>),
    Never(Certificate),
    Open(u64),
}

fn decide(board: &Board, side: Color, question: Question, limits: Limits) -> Claim {
    let mut steps = Vec::with_capacity(64);
    board.legal(&mut steps);
    if steps.is_empty() {
        let mated = board.turn() != side && board.checkers().any();
        return if mated { Claim::Mate(Vec::new()) } else { Claim::Never(Certificate::Over) };
    }
    if let Some(rule) = material::insufficient(board, side) {
        return Claim::Never(Certificate::Material(rule));
    }
    let mut spent = 0;
    match plan::work(board, side, question, limits, &mut spent) {
        // A line that took long to find may take half as long again to shorten.
        Claim::Mate(line) if limits.shorten > 0 => {
            Claim::Mate(shorten::shorten(board, side, line, limits.shorten + spent / 2))
        }
        other => other,
    }
}

/// Turns a claim into a verdict if `verify` accepts it.
fn confirm(position: &Chess, side: Color, claim: Claim) -> Verdict {
    match claim {
        Claim::Mate(steps) => {
            let moves = played(position, &steps);
            if verify::line_mates(position, &moves, side) {
                Verdict::Yes(Line { moves })
            } else {
                Verdict::Unknown(Effort::default())
            }
        }
        Claim::Never(proof) if verify::holds(position, side, &proof) => Verdict::No(proof),
        Claim::Never(_) => Verdict::Unknown(Effort::default()),
        Claim::Open(nodes) => Verdict::Unknown(Effort { nodes }),
    }
}

/// Converts steps to shakmaty's moves. Their legality is checked by `verify`.
fn played(position: &Chess, steps: &[Step]) -> Vec<Move> {
    let mut now = position.clone();
    let mut out = Vec::with_capacity(steps.len());
    for step in steps {
        let m = named(&now, step);
        now.play_unchecked(m);
        out.push(m);
    }
    out
}

fn named(position: &Chess, &Step { role, from, to, promotion }: &Step) -> Move {
    let board = position.board();
    if role == Role::King && board.by_color(position.turn()).contains(to) {
        return Move::Castle { king: from, rook: to };
    }
    let capture = board.role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        return Move::EnPassant { from, to };
    }
    Move::Normal { role, from, capture, to, promotion }
}

#[cfg(test)]
mod tests;
