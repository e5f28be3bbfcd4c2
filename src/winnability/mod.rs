//! Can this side still checkmate, by any series of legal moves?
//!
//! Answered with a proof or not at all: a yes carries a line that was replayed to mate, a no a certificate that
//! [`verify`] accepted. Pure and deterministic: effort is bounded by positions looked at, never by time. Fivefold
//! repetition and the 75 moves are not part of the question: the position decides, whatever the counters say.

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

/// How far to look before answering [`Verdict::Unknown`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Positions looked at, over all attempts.
    pub nodes: u64,
    /// Positions looked at to make a line of twenty half-moves or more shorter, beside half as many as the line took to
    /// find; 0: none at all.
    pub shorten: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 450_000, shorten: 0 }
    }
}

impl Limits {
    /// For a reader rather than an archive: takes longer for shorter lines.
    pub const READER: Limits = Limits { nodes: 450_000, shorten: 150_000 };
    /// For a stream of positions that somebody will read: a little for shorter lines.
    pub const STREAM: Limits = Limits { nodes: 450_000, shorten: 500 };
}

/// Whether `side` can mate from `position` by any series of legal moves of both sides.
pub fn can_mate(position: &Chess, side: Color, limits: Limits) -> Verdict {
    let found = decide(&Board::of(position), side, Question::Either, limits);
    confirm(position, side, found)
}

/// A cheap test for archives: `Some(false)` where `side` is proven unable to mate, `None` where nothing points to
/// that or the proof would take long.
pub fn quick(position: &Chess, side: Color) -> Option<bool> {
    if !doubtful(position, side) {
        return None;
    }
    proven_unable(position, side).then_some(false)
}

/// Positions looked at where only a cheap proof is wanted.
const CHEAP: Limits = Limits { nodes: 2_500, shorten: 0 };

/// Whether a cheap proof shows that `side` can never mate.
fn proven_unable(position: &Chess, side: Color) -> bool {
    match decide(&Board::of(position), side, Question::Proof, CHEAP) {
        Claim::Never(proof) => verify::holds(position, side, &proof),
        Claim::Mate(_) | Claim::Open(_) => false,
    }
}

/// Whether anything points to `side` being unable to mate: then [`can_mate`] is worth its time.
pub fn doubtful(position: &Chess, side: Color) -> bool {
    quick::doubtful(&Board::of(position), side)
}

/// Whether `side` can force mate against any defence; `None` where it was not proven.
///
/// Exact with a lone minor piece against at most one piece or pawn, and with two knights against a lone king.
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

/// Whether neither side can mate by any series of legal moves; `None` where it was not proven.
pub fn dead(position: &Chess, limits: Limits) -> Option<bool> {
    dead_given(&can_mate(position, Color::White, limits), &can_mate(position, Color::Black, limits))
}

/// Whether the position is dead by the verdicts on White and Black.
pub fn dead_given(white: &Verdict, black: &Verdict) -> Option<bool> {
    match (white, black) {
        (Verdict::Yes(_), _) | (_, Verdict::Yes(_)) => Some(false),
        (Verdict::No(_), Verdict::No(_)) => Some(true),
        _ => None,
    }
}

/// A claim of the search, not yet checked.
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
        // Who waited long for a line waits half as long again for a shorter one.
        Claim::Mate(line) if limits.shorten > 0 => {
            Claim::Mate(shorten::shorten(board, side, line, limits.shorten + spent / 2))
        }
        other => other,
    }
}

/// Lets a claim through only as far as `verify` follows it.
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

/// The steps as shakmaty's moves; whether they are legal, `verify` sees.
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
