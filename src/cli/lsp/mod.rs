//! `flagfall lsp`: runs the language server on standard input and output.

mod host;
mod wire;

use std::io::{self, BufReader, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::Exit;
use super::args::{CheckArgs, Common, LspArgs};
use super::progress::Progress;
use super::session::Session;
use crate::lsp::Server;
use host::Outside;
use wire::{Content, read, write};

/// How long the server waits for another change before it checks a document.
const PAUSE: Duration = Duration::from_millis(10);

/// A document is checked after this time, even if changes keep coming.
const LONGEST: Duration = Duration::from_secs(1);

/// Messages that are read ahead.
const AHEAD: usize = 64;

/// Runs the command.
pub(super) fn run(args: &LspArgs) -> Exit {
    let common = Common { ruleset: args.ruleset.clone(), today: args.today, ..Common::default() };
    let flags = CheckArgs { common, ..CheckArgs::default() };
    let session = Session::new(&flags.common, Progress::default());
    let served = Outside::new(&flags, &session).and_then(|outside| {
        let mut server = Server::new(outside);
        serve(&mut server, &listen(), &mut io::stdout().lock())?;
        Ok(server.was_shut_down())
    });
    match served {
        // By the protocol: status 0 only if the client asked to shut down before it ended the conversation.
        Ok(was_shut_down) => Exit::found(!was_shut_down),
        Err(error) => session.end(Err(error)),
    }
}

/// Reads messages ahead, so that changes that arrive together are checked once.
fn listen() -> Receiver<io::Result<Content>> {
    let (sender, receiver) = sync_channel(AHEAD);
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin().lock());
        while let Some(content) = read(&mut input).transpose() {
            let failed = content.is_err();
            if sender.send(content).is_err() || failed {
                break;
            }
        }
    });
    receiver
}

/// Answers until the client ends the conversation, or is gone.
fn serve(
    server: &mut Server<Outside<'_>>,
    input: &Receiver<io::Result<Content>>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut due_since = None;
    loop {
        let next = match due_since {
            Some(since) if Instant::elapsed(&since) > LONGEST => Err(RecvTimeoutError::Timeout),
            Some(_) => input.recv_timeout(PAUSE),
            None => input.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match next {
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => write(&server.check(), out)?,
            Ok(Err(error)) => return Err(error.into()),
            Ok(Ok(Content::Unreadable(why))) => write(&[Server::<Outside<'_>>::unreadable(why)], out)?,
            Ok(Ok(Content::Message(content))) => {
                let outcome = server.receive(&content);
                write(&outcome.messages, out)?;
                if outcome.ended {
                    return Ok(());
                }
            }
        }
        due_since = server.is_due().then(|| due_since.unwrap_or_else(Instant::now));
    }
}
