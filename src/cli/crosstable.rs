//! `flagfall crosstable`: standings and cross table of one event.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use chrono::NaiveDate;

use super::args::{CrosstableArgs, Kind as KindArg, TiebreakRules};
use super::exit::Exit;
use crate::checks::{
    EventSettings, Finding, PairingSettings, Pairings, Severity, check_event, published_differs,
    unrated_players,
};
use crate::event::against::{compare, read_published};
use crate::event::standings::{Options, Standings, standings};
use crate::event::tiebreaks::Edition;
use crate::event::{self, Event, Kind, PointSystem, pgn, teams, uscf};
use crate::report::crosstable::{Crosstable, Order, explain, wallchart};
use crate::scoresheet::{Reader, Scoresheet};
use crate::source::{self, Chosen, Content, Formats, read_whole};

/// Maximum size of a published table in bytes.
const LARGEST: u64 = 64 << 20;

/// Prints the crosstable. Returns [`Exit::Found`] if a published table differs. `width` is the number of columns of the
/// terminal.
///
/// # Errors
/// An unreadable or unrecognised file, invalid arguments, and the errors of `out`.
pub fn run(
    args: &CrosstableArgs,
    today: NaiveDate,
    width: usize,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    run_noting(args, today, width, out, &mut |_| {})
}

/// [`run`], with a callback for differences from a published table that the format cannot hold.
///
/// # Errors
/// Those of [`run`].
pub fn run_noting(
    args: &CrosstableArgs,
    today: NaiveDate,
    width: usize,
    out: &mut dyn Write,
    note: &mut dyn FnMut(String),
) -> anyhow::Result<Exit> {
    let judged = judge(args, today)?;
    let exit = Exit::found(!judged.differences.is_empty());
    let silent = args.wall_chart || args.explain_tiebreaks.is_some() || !args.format.holds.findings;
    for finding in judged.differences.iter().filter(|_| silent) {
        let line = finding.line.unwrap_or(1);
        note(format!("{}:{line}: {} [{}]", finding.file, finding.message, finding.check));
    }
    let problems = judged.problems();
    print(args, &judged.table(&problems, args.order), width, out)?;
    Ok(exit)
}

/// An event with its standings, and what is wrong with it.
pub(crate) struct Judged {
    event: Event,
    standings: Standings,
    /// What was found in the files, at severity warning and above.
    found: Vec<Finding>,
    /// Where a published table differs.
    differences: Vec<Finding>,
}

impl Judged {
    /// What was found, and where a published table differs.
    pub(crate) fn problems(&self) -> Vec<Finding> {
        [self.found.as_slice(), &self.differences].concat()
    }

    /// The table with its problems.
    pub(crate) fn table<'j>(&'j self, problems: &'j [Finding], order: Order) -> Crosstable<'j> {
        Crosstable { event: &self.event, standings: &self.standings, problems, order }
    }

    /// Refuses a table that is too large to be printed as a grid.
    ///
    /// # Errors
    /// The refusal.
    #[cfg(feature = "desk")]
    pub(crate) fn fits(&self) -> anyhow::Result<()> {
        fits(&self.standings)
    }
}

/// Reads the event and ranks it.
///
/// # Errors
/// An unreadable file, one in which nothing is recognised, and arguments that do not fit.
pub(crate) fn judge(args: &CrosstableArgs, today: NaiveDate) -> anyhow::Result<Judged> {
    let event = load(args)?;
    if event.players.is_empty() {
        bail!("{}: no player is named in it", event.file);
    }
    let options = options(args, &event, today);
    let standings = standings(&event, &options);
    let settings = EventSettings {
        today,
        kind: options.kind,
        tiebreaks: options.tiebreaks.clone(),
        pairings: PairingSettings { depth: Pairings::Off, ..PairingSettings::default() },
        points_repaired: false,
    };
    let mut found = check_event(&event, None, &settings);
    found.retain(|finding| finding.severity >= Severity::Warning);
    found.extend(unrated_players(&event, &standings));
    let differences = match &args.against {
        Some(path) => against(path, &event, &standings)?,
        None => Vec::new(),
    };
    Ok(Judged { event, standings, found, differences })
}

fn print(
    args: &CrosstableArgs,
    table: &Crosstable<'_>,
    width: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if let Some(who) = &args.explain_tiebreaks {
        if !explain::write(table, who, out)? {
            bail!("--explain-tiebreaks {who:?}: nobody of that name or number");
        }
        return Ok(());
    }
    if !args.format.holds.any_size {
        fits(table.standings)?;
    }
    if args.wall_chart && args.format.name == "text" {
        wallchart::write(table, out)?;
    } else {
        args.format.write(table, width, out)?;
    }
    Ok(())
}

/// Maximum number of cells of a printed table: a round-robin of 2,000 players.
const MOST_CELLS: usize = 4_000_000;

/// Checks that a table is small enough to be printed. It has a cell for each player and each round, or each opponent.
fn fits(standings: &Standings) -> anyhow::Result<()> {
    let rows = standings.rows.len();
    let columns = if standings.kind == Kind::RoundRobin { rows } else { standings.field.rounds as usize };
    if rows.saturating_mul(columns) > MOST_CELLS {
        bail!(
            "{rows} rows and {columns} columns: a cross table has at most {MOST_CELLS} cells; \
             --format json and trf write larger events"
        );
    }
    Ok(())
}

/// Findings on the differences between a published table and the computed standings.
fn against(path: &Path, event: &Event, standings: &Standings) -> anyhow::Result<Vec<Finding>> {
    let bytes = read_whole(path, LARGEST, Chosen::Outright)?;
    let file: Arc<str> = path.to_string_lossy().replace('\\', "/").into();
    let published = read_published(Arc::clone(&file), &bytes)
        .ok_or_else(|| anyhow!("{}: no published table is recognised in it", path.display()))?;
    Ok(published_differs(&file, compare(event, standings, &published)))
}

/// The options, from the arguments and the event.
fn options(args: &CrosstableArgs, event: &Event, today: NaiveDate) -> Options {
    let edition = match args.tiebreak_rules {
        TiebreakRules::Auto => Edition::on(event.first_day.unwrap_or(today)),
        TiebreakRules::Of2009 => Edition::Y2009,
        TiebreakRules::Of2023 => Edition::Y2023,
        TiebreakRules::Of2026 => Edition::Y2026,
    };
    let tiebreaks = args.tiebreaks.as_ref().map(|list| list.0.clone()).unwrap_or_default();
    let (kind, unrated, k) = (kind(args.kind), args.unrated, args.k);
    Options { kind, tiebreaks, unrated, k, ..Options::new(edition) }
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

/// Reads the event and applies the arguments on points, rounds and kind.
fn load(args: &CrosstableArgs) -> anyhow::Result<Event> {
    let mut event = Parts::read(args)?.event(args)?;
    event.kind = kind(args.kind).or(event.kind);
    if let Some(points) = &args.points {
        event.points =
            PointSystem::parse(points).ok_or_else(|| anyhow!("--points {points}: expected win,draw,loss"))?;
    }
    if let Some(rounds) = args.rounds {
        event.cut_to_round(rounds);
    }
    if event::kind::decide(&event, kind(args.kind)).0 == Kind::Team {
        teams::from_games(&mut event);
    }
    Ok(event)
}

/// The contents of the paths.
struct Parts {
    games: Option<pgn::Builder>,
    /// Number of games read from the current file.
    counted: u64,
    /// Name, format and bytes of each result file.
    tables: Vec<(Arc<str>, event::Format, Vec<u8>)>,
    report: uscf::Report,
    failures: Vec<String>,
}

/// An owned copy of a piece of a file.
enum Part {
    Games { text: Vec<u8>, start: pgn::Start, first: bool },
    Whole(Vec<u8>),
    Blank,
    Failure(String),
}

impl Parts {
    fn read(args: &CrosstableArgs) -> anyhow::Result<Parts> {
        let mut parts = Parts {
            games: None,
            counted: 0,
            tables: Vec::new(),
            report: uscf::Report::default(),
            failures: Vec::new(),
        };
        let formats = Formats { recognise, next_game };
        let make_worker =
            || |piece: source::Piece<'_>| (Arc::<str>::from(piece.file.name.as_str()), owned(&piece));
        source::run(
            args.paths.clone(),
            formats,
            &source::Options::default(),
            make_worker,
            |(name, part)| {
                parts.take(name, part, args.event.as_deref());
                ControlFlow::Continue(())
            },
        )?;
        Ok(parts)
    }

    fn take(&mut self, name: Arc<str>, part: Part, only: Option<&str>) {
        match part {
            Part::Games { text, start, first } => {
                let builder = self.games.get_or_insert_with(|| pgn::Builder::new(Arc::clone(&name)));
                builder.next_file(name);
                let games = if first { 0 } else { self.counted };
                self.counted = builder.games_from(&text, pgn::Start { games, ..start }, only);
            }
            Part::Whole(bytes) => match event::recognise(&name, &bytes) {
                Some(event::Format::UsChess) => {
                    let folder =
                        Path::new(name.as_ref()).parent().filter(|folder| !folder.as_os_str().is_empty());
                    self.report.file = folder.unwrap_or(Path::new(".")).to_string_lossy().into_owned();
                    self.report.take(&name, bytes);
                }
                Some(format) => self.tables.push((name, format, bytes)),
                None => self.failures.push(format!("{name}: no result file is recognised in it")),
            },
            Part::Blank => self.failures.push(format!("{name}: the file is empty")),
            Part::Failure(line) => self.failures.push(line),
        }
    }

    /// Combines all parts to one event.
    fn event(mut self, args: &CrosstableArgs) -> anyhow::Result<Event> {
        if let Some(failure) = self.failures.first() {
            bail!("{failure}");
        }
        let report =
            self.report.details.is_some() || self.report.header.is_some() || self.report.sections.is_some();
        match (self.games.take(), self.tables.len(), report) {
            (Some(games), 0, false) => Ok(games.finish()),
            (None, 1, false) => self.table(),
            (None, 0, true) => section_of(&self.report, args.section.as_deref()),
            (None, 0, false) => bail!("nothing to read: no result file was given"),
            (None, n, false)
                if self.tables.iter().all(|(_, format, _)| *format == event::Format::GamesCsv) =>
            {
                self.joined().ok_or_else(|| anyhow!("{n} tables of games with different columns"))
            }
            _ => bail!("several result files are one event only where all are games"),
        }
    }

    fn table(mut self) -> anyhow::Result<Event> {
        let (name, format, bytes) = self.tables.remove(0);
        event::read(Arc::clone(&name), &bytes, format).ok_or_else(|| anyhow!("{name}: cannot be read"))
    }

    /// Concatenates tables of games; `None` if their headers differ.
    fn joined(&self) -> Option<Event> {
        let (name, format, first) = self.tables.first()?;
        let header = |bytes: &[u8]| bytes.iter().position(|b| *b == b'\n').unwrap_or(bytes.len());
        let mut whole = first.clone();
        for (_, _, bytes) in self.tables.iter().skip(1) {
            let (own, first_row) = (header(bytes), header(first));
            if bytes.get(..own).map(<[u8]>::trim_ascii) != first.get(..first_row).map(<[u8]>::trim_ascii) {
                return None;
            }
            whole.push(b'\n');
            whole.extend_from_slice(bytes.get(own..)?);
        }
        event::read(Arc::clone(name), &whole, *format)
    }
}

/// One section of a US Chess report. Missing files of the report are searched in the same folder.
fn section_of(report: &uscf::Report, wanted: Option<&str>) -> anyhow::Result<Event> {
    let mut report = report.clone();
    let missing = report.header.is_none() || report.sections.is_none() || report.details.is_none();
    for entry in std::fs::read_dir(&report.file).into_iter().flatten().flatten().filter(|_| missing) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.to_ascii_uppercase().ends_with("EXPORT.DBF") {
            report.take(&name, read_whole(&entry.path(), LARGEST, Chosen::Found)?);
        }
    }
    let is_wanted = |at: usize, event: &Event| {
        wanted.is_none_or(|section| {
            let name = event.name.rsplit(": ").next().unwrap_or_default();
            section.trim() == (at + 1).to_string() || section.trim().eq_ignore_ascii_case(name)
        })
    };
    let sections = uscf::read(&report).into_iter().enumerate();
    let mut chosen: Vec<Event> =
        sections.filter(|(at, event)| is_wanted(*at, event)).map(|(_, event)| event).collect();
    match (chosen.pop(), chosen.len()) {
        (Some(event), 0) => Ok(event),
        (None, _) => bail!("{}: no such section", report.file),
        (Some(_), n) => bail!("{}: the report has {} sections; name one with --section", report.file, n + 1),
    }
}

fn recognise(name: &str, head: &[u8]) -> source::Kind {
    match event::recognise(name, head) {
        Some(event::Format::Pgn) => source::Kind::Games,
        Some(_) => source::Kind::Whole,
        None => source::Kind::Unknown,
    }
}

fn next_game() -> source::NextGame {
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    Box::new(move |text| reader.read(text, &mut sheet))
}

fn owned(piece: &source::Piece<'_>) -> Part {
    match piece.content {
        Content::Games(games) => Part::Games {
            text: games.text.to_vec(),
            start: pgn::Start { offset: games.offset, lines: games.lines_before, games: 0 },
            first: piece.number == 0,
        },
        Content::Whole { text, .. } => Part::Whole(text.to_vec()),
        Content::Blank => Part::Blank,
        Content::Oversize(game) => {
            Part::Failure(format!("{}: a game of {} bytes is above the limit", piece.file.name, game.length))
        }
        Content::Error(error) => Part::Failure(error.to_string()),
    }
}
