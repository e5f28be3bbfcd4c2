//! `/api/events`: what changes, as it changes.

use std::time::Duration;

use hyper::body::Bytes;
use hyper::http::request::Parts;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::watch;

use crate::desk::boards::{Boards, Event};
use crate::desk::http::answer::{Answer, events};
use crate::desk::state::Desk;

/// A comment is sent at least so often, so that a lost line is noticed.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// Messages that wait for one who reads slowly.
const WAITING: usize = 64;

/// Opens a stream of events.
pub(super) fn stream(desk: &Desk, parts: &Parts, stop: watch::Receiver<bool>) -> Answer {
    let (sender, receiver) = channel(WAITING);
    let last = parts.headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let boards = std::sync::Arc::clone(&desk.boards);
    tokio::spawn(async move {
        // Where nobody reads any more there is nothing to do.
        let _ = tell(&boards, last.as_deref(), &sender, stop).await;
    });
    events(receiver)
}

/// The reader has gone, or the program ends.
struct Gone;

async fn tell(
    boards: &Boards,
    last: Option<&str>,
    sender: &Sender<Bytes>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), Gone> {
    let mut last = last.map(str::to_owned);
    loop {
        let (next, after, mut receiver) = boards.stream().listen(last.as_deref());
        let now = next
            .checked_sub(1)
            .map_or_else(String::new, |number| format!("id: {}\n", boards.stream().id(number)));
        send(sender, format!("{now}event: hello\ndata: {{}}\n\n")).await?;
        match after {
            Some(events) => {
                for event in events {
                    send(sender, lines(boards, &event)).await?;
                }
            }
            None => {
                for board in boards.all() {
                    send(sender, format!("{now}event: board\ndata: {}\n\n", board.json())).await?;
                }
            }
        }
        loop {
            let event = tokio::select! {
                event = receiver.recv() => event,
                () = tokio::time::sleep(HEARTBEAT) => {
                    send(sender, ": still here\n\n".to_owned()).await?;
                    continue;
                }
                _ = stop.changed() => return Err(Gone),
            };
            match event {
                Ok(event) if event.number < next => {}
                Ok(event) => send(sender, lines(boards, &event)).await?,
                // Too slow: begin again with all boards.
                Err(RecvError::Lagged(_)) => break,
                Err(RecvError::Closed) => return Err(Gone),
            }
        }
        last = None;
    }
}

fn lines(boards: &Boards, event: &Event) -> String {
    format!("id: {}\n{}\n", boards.stream().id(event.number), event.lines)
}

async fn send(sender: &Sender<Bytes>, text: String) -> Result<(), Gone> {
    sender.send(Bytes::from(text)).await.map_err(|_| Gone)
}
