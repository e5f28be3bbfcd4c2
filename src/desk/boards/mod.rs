//! The boards of the event as they stand now, and what changes on them.

mod board;
mod follow;
mod stream;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

pub(super) use board::Board;
pub(super) use follow::follow;
pub(super) use stream::{Event, Stream};

use crate::watch::{Alert, Follower};

/// All boards, in the order of their sources.
#[derive(Debug, Default)]
struct View {
    boards: Vec<Arc<Board>>,
    by_id: HashMap<String, usize>,
}

/// The boards, shared by the thread that reads them and the requests that show them.
#[derive(Debug, Default)]
pub(super) struct Boards {
    view: RwLock<View>,
    stream: Stream,
}

impl Boards {
    /// The board of that id.
    pub(super) fn board(&self, id: &str) -> Option<Arc<Board>> {
        let view = self.view.read().unwrap_or_else(PoisonError::into_inner);
        view.by_id.get(id).and_then(|at| view.boards.get(*at)).map(Arc::clone)
    }

    /// All boards: those first that need somebody.
    pub(super) fn all(&self) -> Vec<Arc<Board>> {
        let view = self.view.read().unwrap_or_else(PoisonError::into_inner);
        let mut boards = view.boards.clone();
        boards.sort_by_key(|board| !board.is_urgent());
        boards
    }

    /// Where changes are told.
    pub(super) fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Tells that an entry was recorded.
    pub(super) fn recorded(&self, id: i64) {
        self.stream.send("journal", &serde_json::json!({ "id": id }));
    }

    /// Takes over what a follower knows, and tells what changed.
    fn update(&self, follower: &Follower, alerts: &[Alert]) {
        let (before, known) = {
            let view = self.view.read().unwrap_or_else(PoisonError::into_inner);
            (view.boards.clone(), view.boards.len())
        };
        let mut before: HashMap<String, Arc<Board>> =
            before.into_iter().map(|board| (board.id.clone(), board)).collect();
        let mut boards = Vec::with_capacity(known);
        let mut changed = Vec::new();
        let mut taken: HashMap<String, usize> = HashMap::new();
        for watched in follower.watched() {
            let place = board::place(&watched);
            let times = taken.entry(place.clone()).or_default();
            *times += 1;
            let id = if *times == 1 { place } else { format!("{place}-{times}") };
            let old = before.remove(&id);
            let board = match old {
                Some(old) if old.is_of(&watched) => old,
                _ => {
                    let board = Arc::new(Board::of(id, &watched));
                    changed.push(Arc::clone(&board));
                    board
                }
            };
            boards.push(board);
        }
        if !changed.is_empty() || boards.len() != known {
            let by_id = boards.iter().enumerate().map(|(at, board)| (board.id.clone(), at)).collect();
            let mut view = self.view.write().unwrap_or_else(PoisonError::into_inner);
            *view = View { boards, by_id };
        }
        for board in changed {
            self.stream.send("board", &board.json());
        }
        for alert in alerts {
            self.stream.send("alert", alert);
        }
    }
}
