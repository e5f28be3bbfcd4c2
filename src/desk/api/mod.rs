//! `/api/…`: the same data as the pages, for scripts.

mod case_body;
mod events;
mod openapi;

use std::sync::Arc;

use hyper::body::{Bytes, Incoming};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode, header};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::http::answer::{Answer, Refusal, json as json_answer};
use super::http::request::{Fields, body, decoded, media_type, query};
use super::journal::{Query, Trouble};
use super::ruled::{self, Fault};
use super::state::Desk;
use super::{laws, results};

type Answered = Result<Answer, Refusal>;

/// Answers a request under `/api`.
pub(super) async fn answer(
    desk: Arc<Desk>,
    parts: Parts,
    incoming: Incoming,
    stop: watch::Receiver<bool>,
) -> Answer {
    let path = parts.uri.path().trim_start_matches("/api").trim_matches('/').to_owned();
    let (name, rest) = path.split_once('/').map_or((path.as_str(), None), |(name, rest)| (name, Some(rest)));
    let methods: &[Method] = match (name, rest) {
        ("rule" | "rulings", None) => &[Method::POST],
        ("boards" | "journal" | "events" | "results" | "laws" | "openapi.json", None)
        | ("board" | "ruling", Some(_)) => &[Method::GET, Method::HEAD],
        _ => return Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this path").json(),
    };
    if !methods.contains(&parts.method) {
        return not_allowed(methods);
    }
    if name == "events" {
        return events::stream(&desk, &parts, stop);
    }
    let read = if parts.method == Method::POST { body(incoming).await } else { Ok(Bytes::new()) };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(refusal) => return refusal.json(),
    };
    let (name, rest) = (name.to_owned(), rest.map(decoded));
    let work = move || work(&desk, &name, rest.as_deref(), &parts, &bytes);
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(refusal)) => refusal.json(),
        Err(_) => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the request could not be answered").json(),
    }
}

fn not_allowed(methods: &[Method]) -> Answer {
    let mut answer = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path takes another method").json();
    let allowed: Vec<&str> = methods.iter().map(Method::as_str).collect();
    if let Ok(value) = allowed.join(", ").parse() {
        answer.headers_mut().insert(header::ALLOW, value);
    }
    answer
}

fn work(desk: &Desk, name: &str, rest: Option<&str>, parts: &Parts, bytes: &[u8]) -> Answered {
    match (name, rest) {
        ("rule", _) => rule(desk, parts, bytes),
        ("rulings", _) => record(desk, parts, bytes),
        ("boards", _) => Ok(boards(desk)),
        ("results", _) => {
            let fields = query(&parts.uri);
            Ok(json_answer(StatusCode::OK, &results::json(desk, fields.get("against"))))
        }
        ("laws", _) => looked_up(desk, &query(&parts.uri)),
        ("openapi.json", _) => Ok(json_answer(StatusCode::OK, &openapi::document())),
        ("board", Some(id)) => board(desk, id),
        ("ruling", Some(id)) => ruling(desk, id),
        _ => journal(desk, &query(&parts.uri)),
    }
}

fn rule(desk: &Desk, parts: &Parts, bytes: &[u8]) -> Answered {
    let case = case_body::read(&media_type(&parts.headers), bytes)?;
    let is_board = case.get("board").is_some();
    let ruled =
        ruled::rule(desk, case, None).map_err(|fault| match (&fault, std::str::from_utf8(bytes)) {
            // The case that was ruled on has other lines than the one that was sent.
            (Fault::Case { .. }, Ok(text))
                if !is_board && media_type(&parts.headers) == "application/toml" =>
            {
                ruled::fault_as_sent(desk, text)
                    .map_or_else(|| of_fault(fault), |words| Refusal::new(StatusCode::BAD_REQUEST, words))
            }
            _ => of_fault(fault),
        })?;
    Ok(json_answer(StatusCode::OK, &ruled.answer(desk).map_err(of_fault)?))
}

fn record(desk: &Desk, parts: &Parts, bytes: &[u8]) -> Answered {
    if let Some(why) = &desk.read_only {
        return Err(Refusal::new(StatusCode::FORBIDDEN, format!("nothing is recorded here: {why}")));
    }
    if media_type(&parts.headers) != "application/json" {
        return Err(case_body::unsupported());
    }
    let (case, decision) = case_body::ruling(bytes)?;
    let entry = ruled::record(desk, case, decision).map_err(of_fault)?;
    Ok(json_answer(StatusCode::CREATED, &entry.json()))
}

/// The answer to a case without a ruling.
fn of_fault(fault: Fault) -> Refusal {
    let words = fault.words();
    let status = match fault {
        Fault::Case { .. } => StatusCode::BAD_REQUEST,
        Fault::Outside(_) => StatusCode::FORBIDDEN,
        Fault::Journal(trouble) => of_trouble(&trouble),
    };
    Refusal::new(status, words)
}

/// The status of a journal that does not do what was asked.
pub(super) fn of_trouble(trouble: &Trouble) -> StatusCode {
    match trouble {
        Trouble::ReadOnly(_) => StatusCode::FORBIDDEN,
        Trouble::NoSuchEntry(_) | Trouble::Reused(_) => StatusCode::BAD_REQUEST,
        Trouble::Database(_) | Trouble::Newer(_) | Trouble::Broken(..) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

fn unread(trouble: Trouble) -> Refusal {
    Refusal::new(of_trouble(&trouble), trouble.to_string())
}

fn boards(desk: &Desk) -> Answer {
    let boards: Vec<Value> = desk.boards.all().iter().map(|board| board.json()).collect();
    json_answer(StatusCode::OK, &json!({ "event": desk.event.title(), "boards": boards }))
}

fn board(desk: &Desk, id: &str) -> Answered {
    let board =
        desk.boards.board(id).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such board"))?;
    let mut object = board.json();
    let asked = Query { board: Some(id.to_owned()), limit: Some(usize::MAX), ..Query::default() };
    let found = desk.journal().find(&asked).map_err(unread)?;
    if let Value::Object(keys) = &mut object {
        keys.insert("moves".to_owned(), json!(board.moves));
        let ids: Vec<i64> = found.entries.iter().map(|entry| entry.id).collect();
        keys.insert("rulings".to_owned(), json!(ids));
    }
    Ok(json_answer(StatusCode::OK, &object))
}

fn looked_up(desk: &Desk, fields: &Fields) -> Answered {
    let pair = fields.get("a").zip(fields.get("b"));
    let found = laws::json(desk, fields.get("q"), pair, fields.get("fen"));
    found
        .map(|object| json_answer(StatusCode::OK, &object))
        .map_err(|why| Refusal::new(StatusCode::BAD_REQUEST, why))
}

fn ruling(desk: &Desk, id: &str) -> Answered {
    let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such entry");
    let id: i64 = id.parse().map_err(|_| none())?;
    let entry = desk.journal().entry(id).map_err(unread)?.ok_or_else(none)?;
    Ok(json_answer(StatusCode::OK, &entry.json()))
}

fn journal(desk: &Desk, fields: &Fields) -> Answered {
    let found = desk.journal().find(&asked(fields)?).map_err(unread)?;
    Ok(json_answer(StatusCode::OK, &found.json()))
}

/// What a query looks for in the journal.
///
/// # Errors
/// Where `after` or `limit` is not a number.
pub(super) fn asked(fields: &Fields) -> Result<Query, Refusal> {
    let bad = |name: &str| Refusal::new(StatusCode::BAD_REQUEST, format!("{name} is not a number from 0 up"));
    let after = fields.get("after").map_or(Ok(0), str::parse).map_err(|_| bad("after"))?;
    let limit = fields.get("limit").map(str::parse).transpose().map_err(|_| bad("limit"))?;
    Ok(Query {
        round: fields.owned("round"),
        board: fields.owned("board"),
        player: fields.owned("player"),
        kind: fields.owned("kind"),
        words: fields.owned("q"),
        after,
        limit,
    })
}
