//! Connections: how many, how long, and each request to what answers it.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use super::answer::{Answer, harden};
use super::guard::LARGEST_HEADERS;
use super::patient::Patient;
use crate::desk::api;
use crate::desk::pages;
use crate::desk::state::Desk;

/// Connections that are held at a time.
const MOST_CONNECTIONS: usize = 600;

/// How long the headers of a request may take.
const HEADERS: Duration = Duration::from_secs(10);

/// How long a failing system is left alone before the next connection is taken.
const PAUSE: Duration = Duration::from_millis(100);

/// How long requests may go on when the program is to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves until `ended` says so.
pub(in crate::desk) async fn run(listener: TcpListener, desk: Arc<Desk>, mut ended: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            accepted = accepted => accepted,
            _ = ended.changed() => break,
        };
        let (stream, _) = match accepted {
            Ok(accepted) => accepted,
            Err(_) => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let Ok(local) = stream.local_addr() else { continue };
        let (desk, ended) = (Arc::clone(&desk), ended.clone());
        tokio::spawn(async move {
            hold(stream, local.ip(), desk, ended).await;
            drop(place);
        });
    }
    let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(FAREWELL, places.acquire_many(all)).await;
}

async fn hold(
    stream: tokio::net::TcpStream,
    local: IpAddr,
    desk: Arc<Desk>,
    mut ended: watch::Receiver<bool>,
) {
    let stop = ended.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let (desk, stop) = (Arc::clone(&desk), stop.clone());
        async move { Ok::<Answer, Infallible>(harden(answered(request, local, desk, stop).await)) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(LARGEST_HEADERS)
        .serve_connection(TokioIo::new(Patient::new(stream)), service);
    tokio::pin!(connection);
    tokio::select! {
        // A connection that breaks has no one left to be told.
        _ = connection.as_mut() => {}
        _ = ended.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, connection).await;
        }
    }
}

async fn answered(
    request: Request<Incoming>,
    local: IpAddr,
    desk: Arc<Desk>,
    stop: watch::Receiver<bool>,
) -> Answer {
    let (parts, body) = request.into_parts();
    let is_api = parts.uri.path().starts_with("/api/") || parts.uri.path() == "/api";
    let refused = desk.guard.check(&parts, local).err();
    if let Some(refusal) = refused {
        return if is_api { refusal.json() } else { pages::refused(None, &refusal) };
    }
    if let Some(answer) = pages::door(&desk, &parts) {
        return answer;
    }
    if !desk.guard.has_key(&parts.headers) {
        let refusal = super::answer::Refusal::new(
            StatusCode::UNAUTHORIZED,
            "this desk needs the key that its address has",
        );
        return if is_api { refusal.json() } else { pages::refused(None, &refusal) };
    }
    if is_api { api::answer(desk, parts, body, stop).await } else { pages::answer(desk, parts, body).await }
}
