//! LiveChess Cloud: tournament, round and games as files of JSON, asked for one at a time.

use std::collections::BTreeMap;
use std::sync::mpsc::SyncSender;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::super::sources::Asking;
use super::http::{Answer, Client, Pause, Refused};
use super::poll::leave_alone;
use super::{News, hand_on};
use crate::watch::livechess::{Board, is_live, pairings, pgn, round};

/// Time between two requests.
const GAP: Duration = Duration::from_millis(500);

/// What is not being played is asked for again after so long.
const RARELY: Duration = Duration::from_secs(60);

/// The most games of a round.
const MOST_GAMES: usize = 2000;

/// The address that the files of an event lie below, where `address` is one of LiveChess.
pub(super) fn base(address: &str) -> Option<String> {
    let plain = address.split(['?', '#']).next().unwrap_or(address);
    let host = plain.split_once("://").map_or("", |(_, rest)| rest.split('/').next().unwrap_or_default());
    let cloud = host
        .rsplit('@')
        .next()
        .is_some_and(|host| host == "livechesscloud.com" || host.ends_with(".livechesscloud.com"));
    if let Some(base) = plain.strip_suffix("tournament.json").filter(|base| base.ends_with('/')) {
        return Some(base.to_owned());
    }
    match plain.ends_with('/') {
        true => Some(plain.to_owned()),
        false => cloud.then(|| format!("{plain}/")),
    }
}

/// A file that is asked for again when its time has come.
struct Kept {
    value: Value,
    due: Instant,
}

/// Asks for an event until nobody listens.
pub(super) fn follow(mut client: Client, base: &str, asking: Asking, send: &SyncSender<News>) -> Option<()> {
    // Its files are no streams, whatever their pauses.
    client.limits.quiet = client.limits.text;
    let mut event = Event { client, base, asking, files: BTreeMap::new() };
    let mut pause = Pause::default();
    loop {
        match event.reading() {
            Ok(text) => {
                pause.over();
                hand_on(send, News::Text(text.into_bytes()))?;
            }
            Err(refused) => {
                let shortest = event.client.limits.pause.max(asking.every);
                sleep(leave_alone(&refused, &mut pause, (shortest, asking.once), send)?);
            }
        }
        let due = event.files.values().map(|file| file.due).min();
        sleep(due.map_or(asking.every, |due| due.saturating_duration_since(Instant::now())));
    }
}

struct Event<'b> {
    client: Client,
    base: &'b str,
    asking: Asking,
    files: BTreeMap<String, Kept>,
}

impl Event<'_> {
    /// Asks for what is due, and puts the games of the round together.
    fn reading(&mut self) -> Result<String, Refused> {
        let tournament = self.file("tournament.json", |_| RARELY)?;
        if !tournament.is_object() {
            return Err(Refused::new("tournament.json is not there: no event of LiveChess"));
        }
        let round = self.asking.round.unwrap_or_else(|| round(&tournament));
        let folder = format!("round-{round}/");
        // The files of a former round are not asked for any more.
        self.files.retain(|name, _| name == "tournament.json" || name.starts_with(&folder));
        let index = self.file(&format!("{folder}index.json"), |_| RARELY / 2)?;
        let every = self.asking.every;
        let mut text = String::new();
        for number in 1..=pairings(&index).len().min(MOST_GAMES) {
            let paired = pairings(&index).get(number - 1).is_some_and(is_live);
            let pause = |game: &Value| if paired || is_live(game) { every } else { RARELY };
            let game = self.file(&format!("{folder}game-{number}.json?poll"), pause)?;
            let board = Board { tournament: &tournament, index: &index, round, number };
            text.push_str(&pgn(board, &game));
        }
        Ok(text)
    }

    /// A file of the event, asked for where its time has come; null where it is not there.
    fn file(&mut self, name: &str, again: impl Fn(&Value) -> Duration) -> Result<Value, Refused> {
        if let Some(kept) = self.files.get(name).filter(|kept| kept.due > Instant::now()) {
            return Ok(kept.value.clone());
        }
        let before = self.files.remove(name).map(|kept| kept.value);
        let address = format!("{}{name}", self.base);
        sleep(GAP);
        let value = match self.client.get(&address) {
            Ok(Answer::Same) => before.unwrap_or(Value::Null),
            Ok(Answer::Text(text)) => serde_json::from_slice(&text)
                .map_err(|_| Refused::new(format!("{name} is not JSON")))
                .or_else(|fault| if text.trim_ascii().is_empty() { Ok(Value::Null) } else { Err(fault) })?,
            Ok(Answer::Stream(..)) => return Err(Refused::new(format!("{name} does not end"))),
            Err(refused) if refused.is_absent => Value::Null,
            Err(refused) => {
                self.client.forget(&address);
                return Err(refused);
            }
        };
        let due = Instant::now() + again(&value);
        self.files.insert(name.to_owned(), Kept { value: value.clone(), due });
        Ok(value)
    }
}
