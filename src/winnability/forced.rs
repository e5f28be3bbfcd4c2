//! Whether a side can force mate against any defence.
//!
//! Needed if the Laws require a forced win (a lone minor piece, two knights). Tables give exact answers for
//! at most four men with this material; for other positions a bounded search may leave the question open.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use shakmaty::{Color, Role};

use super::board::{Board, Key, Step};
use super::material;
use super::minor_tables::{Family, Table};

/// Whether `side` can force mate; `None` if that is not decided within `budget` positions.
pub(crate) fn forced(board: &Board, side: Color, budget: u64) -> Option<bool> {
    if let Some(answer) = tabled(board, side) {
        return Some(answer);
    }
    let mut proof = Proof { side, known: FxHashMap::default(), left: budget, budget };
    for depth in 1..=MAX_PLIES {
        match proof.value(board, depth) {
            Value::Open if proof.left > 0 => {}
            Value::Open => return None,
            Value::Mate => return Some(true),
            Value::Escape => return Some(false),
        }
    }
    None
}

/// Maximum depth of the search in half-moves.
const MAX_PLIES: u32 = 40;

/// The answer of the tables, if they cover the material.
fn tabled(board: &Board, side: Color) -> Option<bool> {
    static BISHOP: OnceLock<Table> = OnceLock::new();
    static KNIGHT: OnceLock<Table> = OnceLock::new();
    static KNIGHTS: OnceLock<Table> = OnceLock::new();
    let own = board.by_colour(side) & !board.by_role(Role::King);
    let theirs = board.by_colour(side.other()).count() - 1;
    let knights = (own & board.by_role(Role::Knight)).count();
    let bishops = (own & board.by_role(Role::Bishop)).count();
    if own.count() != knights + bishops {
        return None;
    }
    let table = match (knights, bishops, theirs) {
        (0, 1, 0 | 1) => BISHOP.get_or_init(|| Table::build(Family::Bishop)),
        (1, 0, 0 | 1) => KNIGHT.get_or_init(|| Table::build(Family::Knight)),
        (2, 0, 0) => KNIGHTS.get_or_init(|| Table::build(Family::Knights)),
        _ => return None,
    };
    let view = if side.is_white() { *board } else { board.mirrored() };
    Some(table.wins(&view))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Mate,
    Escape,
    Open,
}

/// A depth-first proof search with the values found so far.
struct Proof {
    side: Color,
    known: FxHashMap<Key, (u32, Value)>,
    left: u64,
    budget: u64,
}

impl Proof {
    fn value(&mut self, board: &Board, depth: u32) -> Value {
        let key = board.key();
        if let Some(&(searched, value)) = self.known.get(&key)
            && (value != Value::Open || searched >= depth)
        {
            return value;
        }
        if self.left == 0 {
            return Value::Open;
        }
        self.left -= 1;
        let value = self.expand(board, depth);
        if (self.known.len() as u64) < self.budget {
            self.known.insert(key, (depth, value));
        }
        value
    }

    fn expand(&mut self, board: &Board, depth: u32) -> Value {
        let mut steps: Vec<Step> = Vec::new();
        board.legal(&mut steps);
        let ours = board.turn() == self.side;
        if steps.is_empty() {
            let mate = !ours && board.checkers().any();
            return if mate { Value::Mate } else { Value::Escape };
        }
        if material::insufficient(board, self.side).is_some() {
            return Value::Escape;
        }
        if depth == 0 {
            return Value::Open;
        }
        let mut children: Vec<Board> = steps.into_iter().map(|step| board.after(step)).collect();
        children.sort_by_cached_key(|child| replies(child, ours));
        let wanted = if ours { Value::Mate } else { Value::Escape };
        let mut all = if ours { Value::Escape } else { Value::Mate };
        for child in children {
            match self.value(&child, depth - 1) {
                value if value == wanted => return value,
                Value::Open => all = Value::Open,
                _ => {}
            }
        }
        all
    }
}

/// The sort key of a move: the mating side prefers checks, and both sides prefer few enemy pieces.
fn replies(child: &Board, ours: bool) -> usize {
    if ours {
        usize::from(child.checkers().is_empty()) * 64 + child.by_colour(child.turn()).count()
    } else {
        child.by_colour(child.turn()).count()
    }
}
