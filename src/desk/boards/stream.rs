//! Changes as server-sent events: numbered, so that one who lost the line goes on from where he was.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use tokio::sync::broadcast::{Receiver, Sender, channel};

/// Events that are kept for those who come back.
const KEPT: usize = 2000;

/// One event.
#[derive(Debug, Clone)]
pub(in crate::desk) struct Event {
    /// Its number in this run.
    pub(in crate::desk) number: u64,
    /// Its name and its data, as lines of the stream.
    pub(in crate::desk) lines: Arc<str>,
}

#[derive(Debug, Default)]
struct Past {
    next: u64,
    kept: VecDeque<Event>,
}

/// The events of a run.
#[derive(Debug)]
pub(in crate::desk) struct Stream {
    /// When the run began: numbers of another run mean nothing.
    run: u128,
    past: Mutex<Past>,
    sender: Sender<Event>,
}

impl Default for Stream {
    fn default() -> Stream {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Stream {
            run: since.map_or(0, |since| since.as_millis()),
            past: Mutex::default(),
            sender: channel(KEPT).0,
        }
    }
}

impl Stream {
    fn past(&self) -> MutexGuard<'_, Past> {
        self.past.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an event to all who listen.
    pub(in crate::desk) fn send(&self, name: &str, data: &impl Serialize) {
        let Ok(data) = serde_json::to_string(data) else { return };
        let mut past = self.past();
        let event = Event { number: past.next, lines: format!("event: {name}\ndata: {data}\n").into() };
        past.next += 1;
        if past.kept.len() == KEPT {
            past.kept.pop_front();
        }
        past.kept.push_back(event.clone());
        let _ = self.sender.send(event);
    }

    /// Listens from now on: the number of the next event, what came after `last` where that is known, and what will come.
    pub(in crate::desk) fn listen(&self, last: Option<&str>) -> (u64, Option<Vec<Event>>, Receiver<Event>) {
        let past = self.past();
        let receiver = self.sender.subscribe();
        let after = last.and_then(|last| {
            let (run, number) = last.trim().split_once('-')?;
            let next = number.parse::<u64>().ok()?.checked_add(1)?;
            let first = past.kept.front().map_or(past.next, |event| event.number);
            let known = run.parse() == Ok(self.run) && (first..=past.next).contains(&next);
            known.then(|| past.kept.iter().filter(|event| event.number >= next).cloned().collect())
        });
        (past.next, after, receiver)
    }

    /// The `id:` of a number.
    pub(in crate::desk) fn id(&self, number: u64) -> String {
        format!("{}-{number}", self.run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_who_comes_back_misses_nothing() {
        let stream = Stream::default();
        for n in 0..5 {
            stream.send("board", &n);
        }
        let (next, after, _) = stream.listen(Some(&stream.id(2)));
        let numbers: Vec<u64> = after.into_iter().flatten().map(|event| event.number).collect();
        assert_eq!((next, numbers), (5, vec![3, 4]));
        assert!(stream.listen(Some("1-2")).1.is_none() && stream.listen(Some("x")).1.is_none());
        assert!(stream.listen(Some(&stream.id(4))).1.is_some_and(|after| after.is_empty()));
        for n in 0..KEPT {
            stream.send("board", &n);
        }
        assert!(stream.listen(Some(&stream.id(2))).1.is_none());
    }
}
