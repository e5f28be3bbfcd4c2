//! The pages: each works without a script, and says the same as its path under `/api`.

mod board;
mod controls;
mod journal;
mod laws;
mod layout;
mod results;
mod rule;
mod ruling;
mod set_up;

use std::sync::Arc;

use hyper::body::{Bytes, Incoming};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode, header};

use super::assets::asset;
use super::http::answer::{Answer, Refusal, page, see_other, set_cookie};
use super::http::guard::random;
use super::http::request::{Fields, body, cookie, decoded, encoded, media_type, query};
use super::state::Desk;
use layout::Page;

/// Takes the key out of an address and keeps it as a cookie.
pub(super) fn door(desk: &Desk, parts: &Parts) -> Option<Answer> {
    let mut fields = query(&parts.uri);
    let key = fields.0.iter().find(|(name, _)| name == "key").map(|(_, value)| value.clone())?;
    if !desk.guard.is_key(&key) || parts.method != Method::GET {
        return None;
    }
    fields.remove("key");
    let rest: Vec<String> =
        fields.0.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    // Two slashes at the start would lead to another host.
    let path = format!("/{}", parts.uri.path().trim_start_matches('/'));
    let path = if rest.is_empty() { path } else { format!("{path}?{}", rest.join("&")) };
    let mut answer = see_other(&path);
    set_cookie(&mut answer, &desk.guard.key_cookie(), &key);
    Some(answer)
}

/// The page of a refusal. Without a desk it shows nothing of the event.
pub(super) fn refused(desk: Option<&Desk>, refusal: &Refusal) -> Answer {
    let title = refusal.status.canonical_reason().unwrap_or("Refused");
    let content = maud::html! {
        h1 { (title) }
        p role="alert" { (super::ruled::spoken(&refusal.words)) "." }
    };
    page(refusal.status, Page { title, desk, content, is_live: false }.html())
}

/// Answers a request for a page.
pub(super) async fn answer(desk: Arc<Desk>, parts: Parts, incoming: Incoming) -> Answer {
    let path = parts.uri.path().trim_matches('/').to_owned();
    let (name, rest) = path.split_once('/').map_or((path.as_str(), None), |(name, rest)| (name, Some(rest)));
    let methods: &[Method] = match (name, rest) {
        ("rule", None) => &[Method::GET, Method::HEAD, Method::POST],
        ("" | "journal" | "laws" | "results", None) | ("board" | "ruling" | "assets", Some(_)) => {
            &[Method::GET, Method::HEAD]
        }
        _ => {
            return refused(
                Some(&desk),
                &Refusal::new(StatusCode::NOT_FOUND, "there is no page at this path"),
            );
        }
    };
    if !methods.contains(&parts.method) {
        let mut answer =
            refused(Some(&desk), &Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this page is only read"));
        let allowed: Vec<&str> = methods.iter().map(Method::as_str).collect();
        if let Ok(value) = allowed.join(", ").parse() {
            answer.headers_mut().insert(header::ALLOW, value);
        }
        return answer;
    }
    let read = if parts.method == Method::POST { form(&parts, incoming).await } else { Ok(Bytes::new()) };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(refusal) => return refused(Some(&desk), &refusal),
    };
    let (name, rest) = (name.to_owned(), rest.map(decoded));
    let shared = Arc::clone(&desk);
    let work = move || work(&shared, &name, rest.as_deref(), &parts, &bytes);
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(refusal)) => refused(Some(&desk), &refusal),
        Err(_) => {
            let words = "the page could not be made";
            refused(Some(&desk), &Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, words))
        }
    }
}

async fn form(parts: &Parts, incoming: Incoming) -> Result<Bytes, Refusal> {
    if media_type(&parts.headers) != "application/x-www-form-urlencoded" {
        let words = "a form is sent as application/x-www-form-urlencoded";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, words));
    }
    body(incoming).await
}

fn work(desk: &Desk, name: &str, rest: Option<&str>, parts: &Parts, bytes: &[u8]) -> Result<Answer, Refusal> {
    match (name, rest) {
        ("assets", Some(file)) => {
            asset(file).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such file"))
        }
        ("rule", _) => with_token(desk, parts, |token, is_right| {
            let is_sent = parts.method == Method::POST;
            let fields = if is_sent { Fields::parse(bytes) } else { query(&parts.uri) };
            rule::answer(desk, fields, is_sent, token, is_right)
        }),
        ("laws", _) => Ok(laws::answer(desk, &query(&parts.uri))),
        ("results", _) => Ok(results::answer(desk, &query(&parts.uri))),
        ("journal", _) => journal::answer(desk, &query(&parts.uri)),
        ("ruling", Some(id)) => ruling::answer(desk, id),
        ("board", Some(id)) => board::one(desk, id),
        _ => Ok(board::all(desk)),
    }
}

/// Makes an answer with a form: its token is bound to a cookie, which is made where there is none.
fn with_token(
    desk: &Desk,
    parts: &Parts,
    make: impl FnOnce(&str, &dyn Fn(&str) -> bool) -> Result<Answer, Refusal>,
) -> Result<Answer, Refusal> {
    let name = desk.guard.form_cookie();
    let known = cookie(&parts.headers, &name);
    let fresh = match &known {
        Some(known) => known.clone(),
        None => random().map_err(|why| {
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, format!("the system gives no random bytes: {why}"))
        })?,
    };
    let is_right = |token: &str| desk.guard.is_token(known.as_deref(), token);
    let mut answer = make(&desk.guard.token(&fresh), &is_right)?;
    if known.is_none() {
        set_cookie(&mut answer, &name, &fresh);
    }
    Ok(answer)
}
