//! Addresses: each is asked by a thread of its own, which hands on what comes.

mod http;
mod livechess;
mod poll;
#[cfg(test)]
mod tests;

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::sources::Asking;
use crate::watch::recording::Came;
use http::{Client, Limits};

/// What the thread of an address hands on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum News {
    Text(Vec<u8>),
    Part(Vec<u8>),
    End,
    Fault(String),
}

impl News {
    /// The same, as the follower takes it.
    pub(super) fn came(&self) -> Came<'_> {
        match self {
            News::Text(text) => Came::Text(text),
            News::Part(part) => Came::Part(part),
            News::End => Came::End,
            News::Fault(why) => Came::Fault(why),
        }
    }
}

/// An address that is asked.
pub(super) struct Address {
    /// The address without a password.
    pub(super) name: String,
    news: Receiver<News>,
    waiting: Option<News>,
}

impl Address {
    /// Begins to ask.
    ///
    /// # Errors
    /// None: a build without the feature `net` has some.
    pub(super) fn open(address: &str, asking: Asking) -> anyhow::Result<Address> {
        Ok(Address::within(address, asking, Limits::default()))
    }

    fn within(address: &str, asking: Asking, limits: Limits) -> Address {
        let (send, news) = sync_channel(16);
        let target = address.to_owned();
        let ask = move || {
            let client = Client::new(limits);
            // It ends when nobody listens any more.
            let _ = match livechess::base(&target) {
                Some(base) => livechess::follow(client, &base, asking, &send),
                None => poll::follow(client, &target, asking, &send),
            };
        };
        // Where the thread cannot be started the channel is closed, which `next` says.
        let _ = std::thread::Builder::new().name("address".to_owned()).spawn(ask);
        Address { name: without_password(address), news, waiting: None }
    }

    /// Whether there is news.
    pub(super) fn has_more(&mut self) -> bool {
        if self.waiting.is_none() {
            self.waiting = self.next();
        }
        self.waiting.is_some()
    }

    /// The next news.
    pub(super) fn next(&mut self) -> Option<News> {
        self.waiting.take().or_else(|| self.news.try_recv().ok())
    }

    /// What one reading of the address gives: a text, a fault, or what a stream brings until it pauses.
    pub(super) fn read_once(&mut self) -> Vec<News> {
        /// A stream that brings nothing for so long has sent what there is.
        const PAUSE: Duration = Duration::from_secs(5);
        let mut all = Vec::new();
        loop {
            let next = match all.is_empty() {
                true => self.news.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => self.news.recv_timeout(PAUSE),
            };
            match next {
                Ok(News::Part(part)) => all.push(News::Part(part)),
                Ok(news) => {
                    all.push(news);
                    return all;
                }
                Err(RecvTimeoutError::Timeout) => {
                    all.push(News::End);
                    return all;
                }
                Err(RecvTimeoutError::Disconnected) => return all,
            }
        }
    }
}

/// Hands on news; whether anybody listens.
fn hand_on(send: &SyncSender<News>, news: News) -> Option<()> {
    send.send(news).ok()
}

/// The address without what stands before `@`: it is written into alerts.
fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}
