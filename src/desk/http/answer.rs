//! Answers: a body and the headers that every answer has.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc::Receiver;

use crate::report::json::write;

/// Scripts, styles and pictures come from this server alone; forms go to it alone; nobody frames its pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A body: whole, or events as they come.
pub(in crate::desk) enum Content {
    Whole(Option<Bytes>),
    Events(Receiver<Bytes>),
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Content::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Content::Events(events) => {
                events.poll_recv(context).map(|next| next.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Content::Whole(None))
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        match self {
            Content::Whole(bytes) => {
                hyper::body::SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Content::Events(_) => hyper::body::SizeHint::default(),
        }
    }
}

/// An answer of this server.
pub(in crate::desk) type Answer = Response<Content>;

/// A request that is refused: a status, and one sentence.
#[derive(Debug, Clone)]
pub(in crate::desk) struct Refusal {
    pub(in crate::desk) status: StatusCode,
    pub(in crate::desk) words: String,
}

impl Refusal {
    pub(in crate::desk) fn new(status: StatusCode, words: impl Into<String>) -> Refusal {
        Refusal { status, words: words.into() }
    }

    /// As scripts get it.
    pub(in crate::desk) fn json(&self) -> Answer {
        json(self.status, &json!({ "error": self.words }))
    }
}

/// An answer with a body of a type.
pub(in crate::desk) fn body(status: StatusCode, kind: &'static str, bytes: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Content::Whole(Some(bytes.into())));
    *answer.status_mut() = status;
    set(&mut answer, header::CONTENT_TYPE, kind);
    set(&mut answer, header::CACHE_CONTROL, "no-store");
    answer
}

/// JSON, whose invisible characters are escaped.
pub(in crate::desk) fn json(status: StatusCode, value: &Value) -> Answer {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = write(&mut bytes, value);
    bytes.push(b'\n');
    body(status, "application/json", bytes)
}

/// A page.
pub(in crate::desk) fn page(status: StatusCode, page: String) -> Answer {
    body(status, "text/html; charset=utf-8", page)
}

/// To another page of this server.
pub(in crate::desk) fn see_other(path: &str) -> Answer {
    let mut answer = page(StatusCode::SEE_OTHER, String::new());
    if let Ok(path) = HeaderValue::from_str(path) {
        answer.headers_mut().insert(header::LOCATION, path);
    }
    answer
}

/// A stream of events.
pub(in crate::desk) fn events(receiver: Receiver<Bytes>) -> Answer {
    let mut answer = Response::new(Content::Events(receiver));
    set(&mut answer, header::CONTENT_TYPE, "text/event-stream");
    set(&mut answer, header::CACHE_CONTROL, "no-store");
    answer
}

/// Sets a cookie that no script reads and no other site sends.
pub(in crate::desk) fn set_cookie(answer: &mut Answer, name: &str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(&format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict")) {
        answer.headers_mut().append(header::SET_COOKIE, value);
    }
}

fn set(answer: &mut Answer, name: HeaderName, value: &'static str) {
    answer.headers_mut().insert(name, HeaderValue::from_static(value));
}

/// Adds the headers that every answer has.
pub(in crate::desk) fn harden(mut answer: Answer) -> Answer {
    set(&mut answer, header::CONTENT_SECURITY_POLICY, POLICY);
    set(&mut answer, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(&mut answer, header::REFERRER_POLICY, "same-origin");
    set(&mut answer, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(&mut answer, HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    answer
}
