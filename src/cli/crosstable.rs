//! `flagfall crosstable`: standings and cross table of one event.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use chrono::{Local, NaiveDate};
use clap::{Args, ValueEnum};

use crate::event::standings::{Options, standings};
use crate::event::tiebreaks::{Edition, Spec, parse_list};
use crate::event::{Event, Format, Kind, PointSystem, pgn, read, recognise, teams, uscf};
use crate::report::crosstable::{Crosstable, json};

/// What the command is asked to do.
#[derive(Debug, Clone, Args)]
pub struct CrosstableArgs {
    /// Result files of one event: PGN, TRF, CSV, JSON or a folder with a US Chess report; - is standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// How the event was played.
    #[arg(long, value_enum, default_value_t = KindArg::Auto)]
    pub kind: KindArg,
    /// Tie-breaks in order: DE,BH:C1,BH,SB,…
    #[arg(long, value_name = "LIST")]
    pub tiebreaks: Option<String>,
    /// Edition of the tie-break rules; auto takes the one for the event's first day.
    #[arg(long, value_enum, default_value_t = RulesArg::Auto)]
    pub tiebreak_rules: RulesArg,
    /// Points for a win, a draw and a loss.
    #[arg(long, value_name = "W,D,L")]
    pub points: Option<String>,
    /// Standings after this round.
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Rating that stands for unrated players.
    #[arg(long, value_name = "RATING")]
    pub unrated: Option<u32>,
    /// K for rating changes.
    #[arg(long, value_name = "K")]
    pub k: Option<u32>,
    /// How the table is written.
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// Games of this event only, by its Event tag.
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
}

/// `--kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KindArg {
    /// By the file, else by its pairings.
    Auto,
    /// Everybody meets everybody.
    RoundRobin,
    /// Pairings by score.
    Swiss,
    /// Teams.
    Team,
    /// The loser leaves.
    Knockout,
}

/// `--tiebreak-rules`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RulesArg {
    /// By the event's first day.
    Auto,
    /// Before September 2023.
    #[value(name = "2009")]
    Y2009,
    /// From September 2023.
    #[value(name = "2023")]
    Y2023,
    /// From March 2026.
    #[value(name = "2026")]
    Y2026,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// For people.
    Text,
    /// For texts and web pages that take Markdown.
    Markdown,
    /// A page of its own.
    Html,
    /// For spreadsheets.
    Csv,
    /// For programs.
    Json,
    /// FIDE's report file.
    Trf,
}

/// Runs the command; the value is the exit status.
///
/// # Errors
/// What could not be done: an unreadable file, one in which nothing is recognised, arguments that do not fit.
pub fn run(args: &CrosstableArgs, today: Option<NaiveDate>, out: &mut dyn Write) -> anyhow::Result<u8> {
    let event = load(args)?;
    let standings = standings(&event, &options(args, &event, today)?);
    let table = Crosstable { event: &event, standings: &standings, problems: &[] };
    json::write(&table, out)?;
    Ok(0)
}

/// The options that arguments and event give together.
fn options(args: &CrosstableArgs, event: &Event, today: Option<NaiveDate>) -> anyhow::Result<Options> {
    let edition = match args.tiebreak_rules {
        RulesArg::Auto => Edition::on(event.first_day.or(today).unwrap_or_else(|| Local::now().date_naive())),
        RulesArg::Y2009 => Edition::Y2009,
        RulesArg::Y2023 => Edition::Y2023,
        RulesArg::Y2026 => Edition::Y2026,
    };
    let tiebreaks: Vec<Spec> = args.tiebreaks.as_deref().map(parse_list).transpose()?.unwrap_or_default();
    Ok(Options {
        kind: kind(args.kind),
        tiebreaks,
        unrated: args.unrated,
        k: args.k,
        ..Options::new(edition)
    })
}

fn kind(arg: KindArg) -> Option<Kind> {
    match arg {
        KindArg::Auto => None,
        KindArg::RoundRobin => Some(Kind::RoundRobin),
        KindArg::Swiss => Some(Kind::Swiss),
        KindArg::Team => Some(Kind::Team),
        KindArg::Knockout => Some(Kind::Knockout),
    }
}

/// Reads the event.
fn load(args: &CrosstableArgs) -> anyhow::Result<Event> {
    let mut event = match args.paths.as_slice() {
        [path] if path.is_dir() => report_in(path)?,
        [path] => one_file(path, args.event.as_deref())?,
        several => games_of(several, args.event.as_deref())?,
    };
    if let Some(points) = &args.points {
        event.points = PointSystem::parse(points).ok_or_else(|| anyhow!("--points {points:?}: not W,D,L"))?;
    }
    if let Some(rounds) = args.rounds {
        event.cut_to_round(rounds);
    }
    if args.kind == KindArg::Team || crate::event::kind::decide(&event, kind(args.kind)).0 == Kind::Team {
        teams::from_games(&mut event);
    }
    Ok(event)
}

/// A path as findings print it.
fn label(path: &Path) -> Arc<str> {
    path.to_string_lossy().replace('\\', "/").into()
}

fn bytes_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).context("standard input")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| path.display().to_string())
}

fn one_file(path: &Path, only: Option<&str>) -> anyhow::Result<Event> {
    let bytes = bytes_of(path)?;
    let file = label(path);
    match recognise(&file, &bytes) {
        Some(Format::Pgn) => Ok(pgn::read(file, &bytes, only)),
        Some(Format::UsChess) => report_in(path.parent().unwrap_or(Path::new("."))),
        Some(format) => {
            read(file, &bytes, format).ok_or_else(|| anyhow!("{}: cannot be read", path.display()))
        }
        None => bail!("{}: no result file is recognised in it", path.display()),
    }
}

/// A US Chess report: its three files in one folder.
fn report_in(folder: &Path) -> anyhow::Result<Event> {
    let mut report = uscf::Report { file: label(folder).to_string(), ..uscf::Report::default() };
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.to_ascii_uppercase().ends_with("EXPORT.DBF") {
            report.take(&name, bytes_of(&path)?);
        }
    }
    if report.details.is_none() {
        bail!("{}: no US Chess report in the folder", folder.display());
    }
    let mut sections = uscf::read(&report);
    match sections.len() {
        1 => Ok(sections.remove(0)),
        n => bail!("{}: the report has {n} sections", folder.display()),
    }
}

/// Several PGN or games-CSV files are one event.
fn games_of(paths: &[PathBuf], only: Option<&str>) -> anyhow::Result<Event> {
    let mut builder = pgn::Builder::new(paths.first().map_or("".into(), |path| label(path)));
    for path in paths {
        let bytes = bytes_of(path)?;
        match recognise(&label(path), &bytes) {
            Some(Format::Pgn) => builder.games_of(&bytes, only),
            _ => bail!("{}: several files are one event only where all are games", path.display()),
        }
    }
    Ok(builder.finish())
}
