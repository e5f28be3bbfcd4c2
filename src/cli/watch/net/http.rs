//! One request at a time, with limits on time and size, and what a server says about when to ask again.

use std::collections::HashMap;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use ureq::http::{HeaderMap, Response, StatusCode};
use ureq::{Agent, Body, Error};

use crate::cli::watch::sources::is_address;

/// Limits of a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Time for name, connection and encryption.
    pub(super) connect: Duration,
    /// Time until the first bytes of the answer.
    pub(super) answer: Duration,
    /// Time between two parts of the answer.
    pub(super) silence: Duration,
    /// An answer of unknown length that lasts longer than this is a stream.
    pub(super) text: Duration,
    /// So is one that pauses for this long, if the server gives no means to know the text again.
    pub(super) quiet: Duration,
    /// The shortest time until a server that refused is asked again.
    pub(super) pause: Duration,
    /// Bytes of an answer, unpacked.
    pub(super) largest: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connect: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            silence: Duration::from_secs(120),
            text: Duration::from_secs(3),
            quiet: Duration::from_millis(300),
            pause: Duration::from_secs(5),
            largest: 64 << 20,
        }
    }
}

/// The longest time until a server that refused is asked again, where it does not ask for more.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The longest time that a server may ask for.
const LONGEST_ASKED: Duration = Duration::from_secs(600);

/// Redirects that are followed in one request.
const MOST_REDIRECTS: usize = 5;

/// Why an address gives nothing, and when it may be asked again.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) why: String,
    /// What the server asks for.
    pub(super) after: Option<Duration>,
    /// Whether there is nothing at the address.
    pub(super) is_absent: bool,
}

impl Refused {
    pub(super) fn new(why: impl Into<String>) -> Refused {
        Refused { why: why.into(), after: None, is_absent: false }
    }
}

/// What an address answered.
pub(super) enum Answer {
    /// The text is the one that was read last.
    Same,
    /// The whole text.
    Text(Vec<u8>),
    /// The beginning of a stream that stays open, and the rest of it.
    Stream(Vec<u8>, Parts),
}

/// Asks servers, and remembers by what they know a text again.
pub(super) struct Client {
    agent: Agent,
    pub(super) limits: Limits,
    known: HashMap<String, (&'static str, String)>,
}

impl Client {
    /// A client; proxies are those of the environment.
    pub(super) fn new(limits: Limits) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("flagfall/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(limits.connect))
            .timeout_recv_response(Some(limits.answer))
            .timeout_per_read(Some(limits.silence))
            .build();
        Client { agent: config.into(), limits, known: HashMap::new() }
    }

    /// Forgets the text of an address, so that it is sent again.
    pub(super) fn forget(&mut self, address: &str) {
        self.known.remove(address);
    }

    /// Asks for an address.
    ///
    /// # Errors
    /// Where there is no answer, or none that is a text.
    pub(super) fn get(&mut self, address: &str) -> Result<Answer, Refused> {
        let response = self.call(address)?;
        let known = validator(response.headers());
        match response.status() {
            StatusCode::NOT_MODIFIED => return Ok(Answer::Same),
            status if status.is_success() => {}
            status => return Err(refused(status, response.headers())),
        }
        let answer = read(response, known.is_some(), &self.limits)?;
        match known.filter(|_| matches!(answer, Answer::Text(_))) {
            Some(known) => self.known.insert(address.to_owned(), known),
            None => self.known.remove(address),
        };
        Ok(answer)
    }
}

impl Client {
    /// Asks, and follows redirects.
    fn call(&self, address: &str) -> Result<Response<Body>, Refused> {
        let mut target = address.to_owned();
        for _ in 0..=MOST_REDIRECTS {
            let mut request = self.agent.get(&target);
            if let Some((name, value)) = self.known.get(address) {
                request = request.header(*name, value);
            }
            let response = request.call().map_err(|error| Refused::new(in_words(&error, &self.limits)))?;
            if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
                return Ok(response);
            }
            let location = response.headers().get("location").and_then(|value| value.to_str().ok());
            target = redirect(&target, location.unwrap_or_default()).ok_or_else(|| {
                Refused::new("the server redirects to something that is not an address of http or https")
            })?;
        }
        Err(Refused::new(format!("more than {MOST_REDIRECTS} redirects")))
    }
}

/// Where a redirect from an address leads; nothing where that is not an address of http or https.
pub(super) fn redirect(from: &str, location: &str) -> Option<String> {
    let location = location.trim();
    if location.is_empty() {
        return None;
    }
    if is_address(location) {
        return Some(location.to_owned());
    }
    // A colon before any slash ends the name of another scheme.
    if location.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':')) {
        return None;
    }
    let (scheme, rest) = from.split_once("://")?;
    if location.starts_with("//") {
        return Some(format!("{scheme}:{location}"));
    }
    let path_at = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(path_at);
    if location.starts_with('/') {
        return Some(format!("{scheme}://{host}{location}"));
    }
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let folder = path.rfind('/').and_then(|at| path.get(..=at)).unwrap_or("/");
    Some(format!("{scheme}://{host}{folder}{location}"))
}

/// The header by which the server knows the text again.
fn validator(headers: &HeaderMap) -> Option<(&'static str, String)> {
    let value = |name| headers.get(name)?.to_str().ok().map(str::to_owned);
    let tag = value("etag").map(|tag| ("if-none-match", tag));
    tag.or_else(|| value("last-modified").map(|time| ("if-modified-since", time)))
}

/// The body of an answer, read by a thread of its own, so that what has come is not held back by what has not.
pub(super) struct Parts(Receiver<io::Result<Vec<u8>>>);

impl Parts {
    /// # Errors
    /// Where no thread can be started.
    fn of(mut body: impl Read + Send + 'static) -> io::Result<Parts> {
        let (send, parts) = sync_channel(4);
        let read = move || {
            let mut buffer = vec![0; 64 << 10];
            loop {
                let part = match body.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(len) => Ok(buffer.get(..len).unwrap_or_default().to_vec()),
                    Err(error) => Err(error),
                };
                let is_last = part.is_err();
                // Nobody listens any more, or nothing more can come.
                if send.send(part).is_err() || is_last {
                    return;
                }
            }
        };
        thread::Builder::new().name("answer".to_owned()).spawn(read)?;
        Ok(Parts(parts))
    }

    /// The next part; nothing at the end.
    pub(super) fn next(&self) -> Option<io::Result<Vec<u8>>> {
        self.0.recv().ok()
    }
}

/// Reads an answer: whole, or as a stream where it has no length and does not end.
fn read(response: Response<Body>, is_known_again: bool, limits: &Limits) -> Result<Answer, Refused> {
    let has_length = response.headers().contains_key("content-length");
    let parts = Parts::of(response.into_body().into_reader());
    let parts = parts.map_err(|error| Refused::new(error.to_string()))?;
    let (began, mut text) = (Instant::now(), Vec::new());
    loop {
        let left = match (has_length, is_known_again) {
            (true, _) => Duration::MAX,
            (false, true) => limits.text.saturating_sub(began.elapsed()),
            (false, false) => limits.quiet.min(limits.text.saturating_sub(began.elapsed())),
        };
        // An empty answer so far may still become a text.
        let part = if text.is_empty() {
            parts.0.recv().map_err(RecvTimeoutError::from)
        } else {
            parts.0.recv_timeout(left)
        };
        match part {
            Ok(part) => text.extend_from_slice(&part.map_err(|error| broken(error, limits))?),
            Err(RecvTimeoutError::Disconnected) => return Ok(Answer::Text(text)),
            Err(RecvTimeoutError::Timeout) => return Ok(Answer::Stream(text, parts)),
        }
        if text.len() > limits.largest {
            let mib = limits.largest >> 20;
            return Err(Refused::new(format!("the answer is larger than the limit of {mib} MiB")));
        }
    }
}

/// Why a body broke off, in words.
pub(super) fn broken(error: std::io::Error, limits: &Limits) -> Refused {
    Refused::new(in_words(&Error::from(error), limits))
}

fn in_words(error: &Error, limits: &Limits) -> String {
    match error {
        Error::Timeout(ureq::Timeout::RecvResponse) => {
            format!("the server gives no answer in {} seconds", limits.answer.as_secs())
        }
        Error::Timeout(_) => "the server is silent".to_owned(),
        Error::HostNotFound => "no such server".to_owned(),
        Error::BadUri(_) => "it is not an address of http or https".to_owned(),
        error => error.to_string(),
    }
}

fn refused(status: StatusCode, headers: &HeaderMap) -> Refused {
    let name = status.canonical_reason().unwrap_or_default();
    let why = format!("the server answers {} {name}", status.as_u16());
    let is_absent = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
    Refused { why: why.trim_end().to_owned(), after: retry_after(headers), is_absent }
}

/// How long the server asks to be left alone: a number of seconds, or a time. The time is compared with the server's
/// own `Date`, since the two clocks may differ.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name| headers.get(name)?.to_str().ok().map(str::trim);
    let time = |text| DateTime::parse_from_rfc2822(text).ok();
    let value = text("retry-after")?;
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let now = text("date").and_then(time).unwrap_or_else(|| Utc::now().fixed_offset());
    (time(value)? - now).to_std().ok()
}

/// How long a server is left alone: doubled with each refusal, and at least as long as it asks for.
#[derive(Debug, Default)]
pub(super) struct Pause {
    refusals: u32,
}

impl Pause {
    /// The server has answered.
    pub(super) fn over(&mut self) {
        self.refusals = 0;
    }

    /// The server has refused; the time until it is asked again.
    pub(super) fn next(&mut self, refused: &Refused, shortest: Duration) -> Duration {
        let doubled = shortest.saturating_mul(1 << self.refusals.min(7));
        self.refusals = self.refusals.saturating_add(1);
        let asked = refused.after.unwrap_or_default().min(LONGEST_ASKED);
        doubled.min(LONGEST_PAUSE).max(shortest).max(asked)
    }
}
