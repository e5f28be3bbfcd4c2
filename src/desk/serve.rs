//! Starting and ending a desk.

use std::io::Write;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use qrcode::QrCode;
use qrcode::render::unicode;
use tokio::net::{TcpListener, lookup_host};
use tokio::sync::watch;

use super::boards::{Boards, follow};
use super::event::Event;
use super::http::guard::Guard;
use super::http::server;
use super::journal::Journal;
use super::lock::{self, Held, Lock};
use super::state::Desk;
use crate::cli::Session;
use crate::cli::args::DeskArgs;
use crate::ruleset::{Library, Supervision};

/// Threads for rulings and the journal.
const WORKERS: usize = 8;

/// How long the start waits for the first reading of the sources.
const FIRST_READING: Duration = Duration::from_secs(2);

/// Serves a folder until a signal ends it.
///
/// # Errors
/// Where the folder, the address or the journal cannot be used.
pub(super) fn serve(args: &DeskArgs, session: &Session) -> anyhow::Result<()> {
    let folder = args.folder.canonicalize().with_context(|| args.folder.display().to_string())?;
    if !folder.is_dir() {
        bail!("{}: this is not a folder", args.folder.display());
    }
    let event = event(args, &folder)?;
    let (mut lock, read_only) = hold(args, &folder)?;
    let journal = match &read_only {
        Some(why) => Journal::read_only(&folder, why),
        None => {
            Journal::open(&folder).with_context(|| folder.join("journal.sqlite").display().to_string())?
        }
    };
    if let Some(why) = read_only.as_ref().filter(|_| !args.read_only) {
        session.messages.note(format_args!("nothing is recorded: {why}"));
    }
    let ended = Arc::new(AtomicBool::new(false));
    let boards = Arc::new(Boards::default());
    let was_read = follow(Arc::clone(&boards), &folder, &event, session.today, Arc::clone(&ended))?;
    // A slow source must not keep the desk from opening.
    let _ = was_read.recv_timeout(FIRST_READING);
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(WORKERS).build()?;
    let served = runtime.block_on(async {
        let listener = listen(&args.listen).await?;
        let listened = listener.local_addr()?;
        let guard = Guard::new(listened, host(listened).ip(), names())
            .map_err(|why| anyhow!("no random bytes: {why}"))?;
        let address = address(listened, guard.key.as_deref());
        if let Some(lock) = &mut lock {
            lock.say(&format!("http://{}/", host(listened)))?;
        }
        let library = Arc::new(Library::built_in());
        let day = args.common.today;
        let store = Mutex::new(journal);
        let desk = Desk { folder, event, library, read_only, guard, boards, day, store };
        let (stop, stopped) = watch::channel(false);
        let signals = tokio::spawn(async move {
            signalled().await;
            let _ = stop.send(true);
        });
        say(&address, desk.guard.key.is_some())?;
        if args.open {
            open(&address);
        }
        server::run(listener, Arc::new(desk), stopped).await;
        signals.abort();
        Ok(())
    });
    ended.store(true, Ordering::Relaxed);
    runtime.shutdown_timeout(Duration::from_secs(5));
    served
}

/// The event with what the command line says in its place.
fn event(args: &DeskArgs, folder: &Path) -> anyhow::Result<Event> {
    let mut event = Event::of(folder)?;
    if let Some(ruleset) = &args.common.ruleset {
        event.ruleset = Some(ruleset.clone());
    }
    if let Some(control) = &args.time_control {
        event.time_control = Some(control.clone());
    }
    if let Some(supervision) = args.supervision {
        let word = match supervision {
            Supervision::Full => "full",
            Supervision::Limited => "limited",
        };
        event.supervision = Some(word.to_owned());
    }
    Ok(event)
}

/// Takes the folder, or says why nothing is recorded in it.
fn hold(args: &DeskArgs, folder: &Path) -> anyhow::Result<(Option<Lock>, Option<String>)> {
    let held = |address: String| {
        anyhow!("{}: a desk serves this folder already, at {address}", args.folder.display())
    };
    if args.read_only {
        return match lock::other(folder) {
            Some(address) => Err(held(address)),
            None => Ok((None, Some("the desk was started with --read-only".to_owned()))),
        };
    }
    match lock::take(folder).with_context(|| args.folder.display().to_string())? {
        Held::Ours(lock) => Ok((Some(lock), None)),
        Held::Other(address) => Err(held(address)),
        Held::Unwritable(why) => Ok((None, Some(format!("the folder cannot be written: {why}")))),
    }
}

async fn listen(text: &str) -> anyhow::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = lookup_host(text)
        .await
        .with_context(|| format!("--listen {text}: write ADDR:PORT, such as 127.0.0.1:7464"))?
        .collect();
    TcpListener::bind(addresses.as_slice()).await.with_context(|| format!("--listen {text}"))
}

/// Names of this machine in its network.
fn names() -> Vec<String> {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let name = name.trim().trim_end_matches(".local").to_owned();
    if name.is_empty() { Vec::new() } else { vec![format!("{name}.local"), name] }
}

/// The address that others type: one of this machine, never `0.0.0.0`.
fn host(listened: SocketAddr) -> SocketAddr {
    if !listened.ip().is_unspecified() {
        return listened;
    }
    // No packet is sent: the system only says which of its addresses leads out.
    let (any, outside) = match listened.ip() {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let leads_out = UdpSocket::bind(any).and_then(|socket| {
        socket.connect(outside)?;
        socket.local_addr()
    });
    let loopback = match listened.ip() {
        IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(_) => IpAddr::from(std::net::Ipv6Addr::LOCALHOST),
    };
    let ip = leads_out.map(|address| address.ip()).ok().filter(|ip| !ip.is_unspecified());
    SocketAddr::new(ip.unwrap_or(loopback), listened.port())
}

fn address(listened: SocketAddr, key: Option<&str>) -> String {
    let key = key.map_or(String::new(), |key| format!("?key={key}"));
    format!("http://{}/{key}", host(listened))
}

/// Prints the address, and where others connect its QR code.
fn say(address: &str, is_shared: bool) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{address}")?;
    if is_shared && let Ok(code) = QrCode::new(address) {
        writeln!(out, "{}", code.render::<unicode::Dense1x2>().quiet_zone(true).build())?;
    }
    out.flush()
}

/// Opens the page in the browser, where the system has a program for that.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = std::process::Command::new(program);
    let quiet = std::process::Stdio::null;
    let started = command.arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Ok(mut child) = started {
        let _ = std::thread::Builder::new().spawn(move || child.wait());
    }
}

/// Waits for the signal that ends the program.
async fn signalled() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
