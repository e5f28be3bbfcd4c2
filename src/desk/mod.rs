//! `flagfall desk`: the arbiter's desk in a browser. One program serves one folder to the machines of one event.
//!
//! Nothing is decided here. What an incident can have, which facts matter and what follows from them is in
//! [`crate::case`] and [`crate::rulings`]; this module reads requests and files, keeps the journal, and writes pages.

mod api;
mod assets;
mod boards;
mod case;
mod commands;
mod event;
mod export;
mod folder;
mod http;
mod journal;
mod laws;
mod lock;
mod pages;
mod results;
mod ruled;
mod serve;
mod state;

use crate::cli::Exit;
use crate::cli::Session;
use crate::cli::args::{Common, DeskArgs, DeskCommand};
use crate::cli::progress::Progress;

/// Runs the command.
pub fn run(args: &DeskArgs) -> Exit {
    let common = Common { output: None, ..args.common.clone() };
    let session = Session::new(&common, Progress::default());
    let ended = match &args.command {
        None => serve::serve(args, &session).map(|()| Exit::Clean),
        Some(DeskCommand::Export { folder, format }) => {
            export::export(folder, *format, &args.common).map(|()| Exit::Clean)
        }
        Some(DeskCommand::Verify { folder, expect }) => {
            journal::verify::command(folder, expect.as_deref(), &session)
        }
    };
    session.end(ended)
}
