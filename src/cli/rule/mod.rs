//! `flagfall rule`: rules on one incident from the command line, as on the case file that it is short for.

mod written;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::adjudicate::{pick_game, read_scoresheet};
use super::args::RuleArgs;
use super::exit::Exit;
use super::rules::reader;
use super::session::Session as Run;
use crate::case::{Case, Fault, Kind};
use crate::report::ruling::{Arrangement, Format, Heard};
use crate::ruleset::{Library, Supervision};
use crate::rulings::{Session, adjudicate, placed_incidents};
use crate::source::Chosen;
use written::{Clock, Written};

/// The name of the case in messages.
const NAME: &str = "the case";

/// Rules on the incident, or prints its case.
///
/// # Errors
/// Where the options do not make a case, and those of `out`.
pub(super) fn run(args: &RuleArgs, format: Format, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let written = written(args).map_err(anyhow::Error::msg)?;
    let name: Arc<str> = NAME.into();
    let mut text = written.case_file(None);
    if args.clock.is_some() {
        // The displays were read when the incident was noticed; only the record tells after how many half-moves that
        // was.
        let case = parsed(&name, &text)?;
        let places = placed_incidents(&case, &name).map_err(|fault| in_options(&fault))?;
        text = written.case_file(Some(places.first().map_or(0, |(_, noticed)| *noticed)));
    }
    if args.print_case {
        out.write_all(text.as_bytes())?;
        return Ok(Exit::Clean);
    }
    let case = parsed(&name, &text)?;
    let library = Library::built_in();
    let read = reader(args.common.ruleset.as_deref(), Chosen::Outright);
    let session = Session {
        library: &library,
        read: &read,
        today: run.today,
        ruleset: None,
        time_control: None,
        supervision: None,
    };
    let ruled = adjudicate(&case, &name, &session).map_err(|fault| in_options(&fault))?;
    format.write(out, &[Heard::alone(NAME.to_owned(), Ok(ruled))], Arrangement::One)?;
    Ok(Exit::Clean)
}

fn parsed(name: &Arc<str>, text: &str) -> anyhow::Result<Case> {
    let load = |path: &str| read_scoresheet(Path::new(path));
    Case::parse(name, text, &load).map_err(|fault| in_options(&fault))
}

/// A fault of the case in terms of the options: a key is an option or a `--set`.
fn in_options(fault: &Fault) -> anyhow::Error {
    let help = fault.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    let key = fault.key.as_ref().map_or(String::new(), |key| format!("{}: ", option(key)));
    anyhow::anyhow!("{key}{}{help}", fault.message)
}

fn option(key: &str) -> String {
    const OPTIONS: &[&str] = &[
        "moves",
        "fen",
        "by",
        "after",
        "noticed_after",
        "noticed_by",
        "move",
        "pressed",
        "squares",
        "seconds",
        "count",
        "value",
        "clock",
        "time_control",
        "supervision",
        "date",
        "ruleset",
    ];
    match (key, OPTIONS.contains(&key)) {
        ("ply", _) => "--after".to_owned(),
        (key, true) => format!("--{}", key.replace('_', "-")),
        (key, false) => format!("--set {key}"),
    }
}

fn written(args: &RuleArgs) -> Result<Written, String> {
    let Some(kind) = Kind::named(&args.kind) else {
        return Err(format!("{} is not a kind of incident; {}", args.kind, Kind::advice(&args.kind)));
    };
    let mut written = Written::of(kind);
    written.head("ruleset", args.common.ruleset.clone());
    written.head("time_control", args.time_control.clone());
    written.head(
        "supervision",
        args.supervision.map(|how| match how {
            Supervision::Full => "full",
            Supervision::Limited => "limited",
        }),
    );
    written.head("date", args.date.clone());
    written.head("fen", args.fen.clone());
    written.head("moves", args.moves.clone());
    game(args, &mut written)?;
    written.incident("by", args.by.clone());
    written.incident("after", args.after.clone());
    written.incident("move", args.tried.clone());
    for (key, value) in [
        ("pressed", &args.pressed),
        ("squares", &args.squares),
        ("seconds", &args.seconds),
        ("count", &args.count),
        ("value", &args.value),
        ("noticed_after", &args.noticed_after),
        ("noticed_by", &args.noticed_by),
    ] {
        written.incident(key, value.clone());
    }
    for assignment in &args.set {
        written.set(assignment).map_err(|why| format!("--set {why}"))?;
    }
    if !written.is_placed() {
        written.incident("after", Some("end"));
    }
    written
        .clock(args.clock.as_deref().map(Clock::read).transpose().map_err(|why| format!("--clock: {why}"))?);
    Ok(written)
}

/// The game of a PGN file: given by its path if it is the only one, else copied into the case.
fn game(args: &RuleArgs, written: &mut Written) -> Result<(), String> {
    let Some(path) = &args.game_file else { return Ok(()) };
    match pick_game(path, args.game)? {
        None => written.head("scoresheet", Some(path.to_string_lossy())),
        Some(text) => {
            written.head("scoresheet", Some("game.pgn"));
            written.file("game.pgn", text);
        }
    }
    Ok(())
}
