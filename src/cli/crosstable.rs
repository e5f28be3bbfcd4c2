//! `flagfall crosstable`: standings and cross table of one event.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use chrono::NaiveDate;
use clap::ValueEnum;

use crate::checks::{EventSettings, Finding, Severity, check_event};
use crate::event::against::{Difference, compare, read_published};
use crate::event::standings::{Options, Standings, standings};
use crate::event::tiebreaks::{Edition, Spec, parse_list};
use crate::event::{Event, Format as FileFormat, Kind, PointSystem, pgn, read, recognise, teams, trf, uscf};
use crate::report::crosstable::csv as report_csv;
use crate::report::crosstable::{Crosstable, Order, explain, html, json, markdown, text, wallchart};

/// What the command is asked to do.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
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
    /// Games of this event only, by its Event tag.
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// Compare with a published table, CSV or JSON; exit status 1 where a value differs.
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Show the tie-breaks of a player, by name or number, term by term.
    #[arg(long, value_name = "NAME")]
    pub explain_tiebreaks: Option<String>,
    /// The order of the rows of a round-robin.
    #[arg(long, value_enum, default_value_t = OrderArg::Rank)]
    pub order: OrderArg,
    /// Section of a US Chess report, by number or name.
    #[arg(long, value_name = "SECTION")]
    pub section: Option<String>,
    /// Print the wall chart of US Chess.
    #[arg(long)]
    pub wall_chart: bool,
}

/// `--order`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// By final rank.
    Rank,
    /// By starting number.
    Number,
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

/// The formats of this command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
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

/// Prints the crosstable; the exit status is 1 where a published table does not agree. `width` is that of the terminal.
///
/// # Errors
/// What could not be done: an unreadable file, one in which nothing is recognised, arguments that do not fit, and what
/// `out` reports.
pub fn run(
    args: &Args,
    format: Format,
    today: NaiveDate,
    width: usize,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let event = load(args)?;
    let options = options(args, &event, today)?;
    let standings = standings(&event, &options);
    let settings = EventSettings { today, kind: options.kind, tiebreaks: options.tiebreaks.clone() };
    let mut problems = check_event(&event, None, &settings);
    problems.retain(|finding| finding.severity >= Severity::Warning);
    problems.extend(unrated(&event, &standings));
    let differences = match &args.against {
        Some(path) => against(path, &event, &standings)?,
        None => Vec::new(),
    };
    let status = u8::from(!differences.is_empty());
    problems.extend(differences);
    let order = if args.order == OrderArg::Number { Order::Number } else { Order::Rank };
    let table = Crosstable { event: &event, standings: &standings, problems: &problems, order };
    if let Some(who) = &args.explain_tiebreaks {
        if !explain::write(&table, who, out)? {
            bail!("--explain-tiebreaks {who:?}: nobody of that name or number");
        }
        return Ok(status);
    }
    match format {
        Format::Text if args.wall_chart => wallchart::write(&table, out)?,
        Format::Text => text::write(&table, width, out)?,
        Format::Markdown => markdown::write(&table, out)?,
        Format::Html => html::write(&table, out)?,
        Format::Csv => report_csv::write(&table, out)?,
        Format::Json => json::write(&table, out)?,
        Format::Trf => out.write_all(trf::write(&event, &standings).as_bytes())?,
    }
    Ok(status)
}

/// Tie-breaks by rating leave out whom the file has no rating of; the table says so.
fn unrated(event: &Event, standings: &Standings) -> Option<Finding> {
    const BY_RATING: [&str; 6] = ["ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"];
    let asked = standings
        .tiebreaks
        .iter()
        .find(|s| s.unrated.is_none() && BY_RATING.contains(&s.tiebreak.acronym))?;
    let without = event.players.iter().filter(|player| player.rating.is_none()).count();
    if without == 0 || standings.field.unrated.is_some() {
        return None;
    }
    let words = format!("{without} players have no rating: {} counts the rated opponents alone", asked.name);
    let mut finding = Finding::new("bad-rating", Severity::Warning, Arc::clone(&event.file), words);
    finding.field = Some("rating".to_owned());
    Some(finding)
}

/// Findings of what a published table has and the results do not give.
fn against(path: &Path, event: &Event, standings: &Standings) -> anyhow::Result<Vec<Finding>> {
    let bytes = bytes_of(path)?;
    let file = label(path);
    let published = read_published(Arc::clone(&file), &bytes)
        .ok_or_else(|| anyhow!("{}: no published table is recognised in it", path.display()))?;
    let finding = |difference: Difference| {
        let alone = difference.field.is_empty();
        let (check, words) = if alone {
            ("player-not-in-table", format!("{} stands in one of the tables only", difference.name))
        } else {
            let round = difference.round.map_or_else(String::new, |round| format!("round {round}, "));
            let (theirs, ours) = (&difference.published, &difference.ours);
            (
                "table-differs",
                format!(
                    "{}: {round}{} is {theirs}, the results give {ours}",
                    difference.name, difference.field
                ),
            )
        };
        let mut finding = Finding::new(check, Severity::Error, Arc::clone(&file), words);
        finding.line = Some(difference.line);
        finding.player = difference.player;
        finding.name = Some(difference.name);
        finding.round = difference.round.map(|round| round.to_string().into());
        if !alone {
            finding.field = Some(difference.field);
            (finding.expected, finding.found) = (Some(difference.published), Some(difference.ours));
        }
        finding
    };
    Ok(compare(event, standings, &published).into_iter().map(finding).collect())
}

/// The options that arguments and event give together.
fn options(args: &Args, event: &Event, today: NaiveDate) -> anyhow::Result<Options> {
    let edition = match args.tiebreak_rules {
        RulesArg::Auto => Edition::on(event.first_day.unwrap_or(today)),
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
fn load(args: &Args) -> anyhow::Result<Event> {
    let mut event = match args.paths.as_slice() {
        [path] if path.is_dir() => report_in(path, args)?,
        [path] => one_file(path, args)?,
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

fn one_file(path: &Path, args: &Args) -> anyhow::Result<Event> {
    let bytes = bytes_of(path)?;
    let file = label(path);
    match recognise(&file, &bytes) {
        Some(FileFormat::Pgn) => Ok(pgn::read(file, &bytes, args.event.as_deref())),
        Some(FileFormat::UsChess) => report_in(path.parent().unwrap_or(Path::new(".")), args),
        Some(format) => {
            read(file, &bytes, format).ok_or_else(|| anyhow!("{}: cannot be read", path.display()))
        }
        None => bail!("{}: no result file is recognised in it", path.display()),
    }
}

/// A US Chess report: its three files in one folder.
fn report_in(folder: &Path, args: &Args) -> anyhow::Result<Event> {
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
    let sections = uscf::read(&report);
    let wanted = |at: usize, event: &Event| match &args.section {
        Some(section) => {
            let name = event.name.rsplit(": ").next().unwrap_or_default();
            section.trim() == (at + 1).to_string() || section.trim().eq_ignore_ascii_case(name)
        }
        None => true,
    };
    let mut chosen: Vec<Event> = sections
        .into_iter()
        .enumerate()
        .filter(|(at, event)| wanted(*at, event))
        .map(|(_, event)| event)
        .collect();
    match (chosen.pop(), chosen.len()) {
        (Some(event), 0) => Ok(event),
        (None, _) => bail!("{}: no such section", folder.display()),
        (Some(_), n) => {
            bail!("{}: the report has {} sections; name one with --section", folder.display(), n + 1)
        }
    }
}

/// Several PGN or games-CSV files are one event.
fn games_of(paths: &[PathBuf], only: Option<&str>) -> anyhow::Result<Event> {
    let mut builder = pgn::Builder::new(paths.first().map_or("".into(), |path| label(path)));
    for path in paths {
        let bytes = bytes_of(path)?;
        match recognise(&label(path), &bytes) {
            Some(FileFormat::Pgn) => builder.games_of(&bytes, only),
            _ => bail!("{}: several files are one event only where all are games", path.display()),
        }
    }
    Ok(builder.finish())
}
