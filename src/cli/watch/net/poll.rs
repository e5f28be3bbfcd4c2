//! An address of PGN: asked again and again, or read as it comes where the answer stays open.

use std::sync::mpsc::SyncSender;
use std::thread::sleep;
use std::time::Duration;

use super::super::sources::Asking;
use super::http::{Answer, Client, Parts, Pause, Refused, broken};
use super::{News, hand_on};
use crate::cli::watch::files::games_of;

/// Asks for an address until nobody listens.
pub(super) fn follow(
    mut client: Client,
    address: &str,
    asking: Asking,
    send: &SyncSender<News>,
) -> Option<()> {
    let mut pause = Pause::default();
    loop {
        let refused = match client.get(address) {
            Ok(Answer::Same) => None,
            Ok(Answer::Text(text)) => match games_of("games.pgn", text) {
                Ok(text) => {
                    hand_on(send, News::Text(text))?;
                    None
                }
                Err(fault) => {
                    hand_on(send, News::Fault(fault.to_string()))?;
                    None
                }
            },
            Ok(Answer::Stream(first, rest)) => {
                pause.over();
                stream(first, rest, &client, send)?.err()
            }
            Err(refused) => Some(refused),
        };
        let wait = match refused {
            None => {
                pause.over();
                asking.every
            }
            Some(refused) => {
                client.forget(address);
                let shortest = client.limits.pause.max(asking.every);
                leave_alone(&refused, &mut pause, (shortest, asking.once), send)?
            }
        };
        sleep(wait);
    }
}

/// Says why an address gives nothing; the time until it is asked again.
pub(super) fn leave_alone(
    refused: &Refused,
    pause: &mut Pause,
    (shortest, once): (Duration, bool),
    send: &SyncSender<News>,
) -> Option<Duration> {
    let wait = pause.next(refused, shortest);
    let why = match once {
        true => refused.why.clone(),
        false => format!("{}; it is asked again in {} seconds", refused.why, wait.as_secs()),
    };
    hand_on(send, News::Fault(why))?;
    Some(wait)
}

/// Hands on a stream until it ends or breaks.
fn stream(
    first: Vec<u8>,
    rest: Parts,
    client: &Client,
    send: &SyncSender<News>,
) -> Option<Result<(), Refused>> {
    hand_on(send, News::Part(first))?;
    let ended = loop {
        match rest.next() {
            None => break Ok(()),
            Some(Ok(part)) => hand_on(send, News::Part(part))?,
            Some(Err(error)) => break Err(broken(error, &client.limits)),
        }
    };
    hand_on(send, News::End)?;
    Some(ended)
}
