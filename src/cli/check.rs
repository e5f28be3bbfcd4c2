//! `flagfall check`: files in, findings out, in the order of the files.

use std::fs::File;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::Context;

use super::args::{CheckArgs, FailOn};
use super::companions::Companions;
use super::config::Configs;
use super::explain;
use super::output::Output;
use super::progress::Progress;
use super::rating_report::RatingReports;
use super::selection::selected;
use super::{Exit, Session, rules};
use crate::checks::{
    ALL, Check, Checker, Collector, EventSettings, Finding, Found, Names, PgnEvents, Piece, Settings,
    Severity, check_event,
};
use crate::clock::{LogBook, TimeControl};
use crate::event::{self, uscf};
use crate::report::baseline::{self, Baseline};
use crate::report::{self, FindingReport, GameDone, Summary};
use crate::ruleset::Library;
use crate::scoresheet::Scoresheet;
use crate::source::{self, Content, Formats, Kind, Options};

/// Checks everything that was asked for.
pub fn run(args: &CheckArgs) -> Exit {
    let folder = args.paths.first().map_or(Path::new("."), |path| folder_of(path));
    let first = Session::new(&args.common, Progress::default());
    let config = Configs::new(ALL).nearest(folder, &first.messages);
    let args = args.clone().or(&config);
    let session = Session::new(&args.common, Progress::new(args.progress.unwrap_or_default(), None));
    let ended = check(&args, &session);
    first.messages.exit(session.end(ended))
}

fn folder_of(path: &Path) -> &Path {
    if path.is_dir() {
        return path;
    }
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn check(args: &CheckArgs, session: &Session) -> anyhow::Result<Exit> {
    let mut output = session.output()?;
    let library = Library::built_in();
    if args.list_checks {
        explain::list_checks(ALL, &mut output)?;
        output.finish()?;
        return Ok(Exit::Clean);
    }
    let select = selected(ALL, args.select.as_deref(), args.ignore.as_deref())?;
    let settings = settings(args, session, library, select)?;
    let baseline = args.baseline.as_deref().map(read_baseline).transpose()?;
    let clocks = args.clock.as_deref().map(read_clocks).transpose()?;
    let color_and_more = session.settings(&output);
    let report_settings = report::Settings {
        checks: ALL,
        fail_on: args.fail_on.unwrap_or_default().severity(),
        ..color_and_more
    };
    let summary = {
        let mut written = args
            .write_baseline
            .as_deref()
            .map(|path| Output::open(Some(path), Default::default(), &session.progress))
            .transpose()?;
        let format =
            args.format.or_else(|| report::Format::named("text")).context("no format is called text")?;
        let out: Box<dyn std::io::Write + '_> = Box::new(&mut output);
        let report = if args.statistics {
            format
                .statistics(&report_settings, out)
                .with_context(|| format!("--statistics is not written as {}", format.name))?
        } else {
            format.report(&report_settings, out)
        };
        let mut run = Run {
            session,
            report,
            collector: Collector::new(duplicate_limit(args, &settings)),
            summary: Summary::default(),
            baseline,
            written: written.as_mut(),
            settings: &settings,
            file: None,
            events: None,
            reports: RatingReports::default(),
            bytes: 0,
        };
        let began = Instant::now();
        run.report.begin()?;
        run.all(args, &settings, clocks.as_ref())?;
        let summary = run.finish(began)?;
        if let Some(written) = written {
            written.finish()?;
        }
        summary
    };
    output.finish()?;
    Ok(status(args.fail_on.unwrap_or_default(), &summary))
}

fn status(fail_on: FailOn, summary: &Summary) -> Exit {
    match fail_on.severity() {
        Some(least) if summary.findings.at_least(least) > 0 => Exit::Found,
        _ => Exit::Clean,
    }
}

fn settings(
    args: &CheckArgs,
    session: &Session,
    library: Library,
    selected: Vec<&'static Check>,
) -> anyhow::Result<Settings> {
    let name = args.common.ruleset.as_deref().unwrap_or("auto");
    let request = rules::request(&library, name, session.today)?;
    let time_control = args.time_control.as_deref().map(|text| {
        let written =
            TimeControl::parse(text).map_err(|fault| anyhow::anyhow!("--time-control {text}: {fault}"))?;
        written.control().cloned().with_context(|| format!("--time-control {text}: no time control"))
    });
    let forced = matches!(request.selection, crate::ruleset::Selection::Forced(_));
    Ok(Settings { library, request, time_control: time_control.transpose()?, forced, selected })
}

fn duplicate_limit(args: &CheckArgs, settings: &Settings) -> usize {
    let wanted = settings.selected.iter().any(|check| check.id == "duplicate-game");
    if wanted { usize::try_from(args.duplicates()).unwrap_or(usize::MAX) } else { 0 }
}

fn read_baseline(path: &Path) -> anyhow::Result<Baseline> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    Baseline::read(BufReader::new(file)).with_context(|| path.display().to_string())
}

fn read_clocks(path: &Path) -> anyhow::Result<LogBook> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    LogBook::read(&bytes).with_context(|| path.display().to_string())
}

/// What a worker makes of a piece.
enum Made {
    Found {
        bytes: u64,
        found: Found,
    },
    Event {
        bytes: u64,
        findings: Vec<Finding>,
    },
    /// One of the three tables of a US Chess rating report.
    Report(Vec<u8>),
    Blank,
    Unread(String),
}

struct Run<'r> {
    session: &'r Session,
    report: Box<dyn FindingReport + 'r>,
    collector: Collector,
    summary: Summary,
    baseline: Option<Baseline>,
    written: Option<&'r mut Output>,
    settings: &'r Settings,
    file: Option<usize>,
    /// The events among the games of the file.
    events: Option<PgnEvents>,
    reports: RatingReports,
    bytes: u64,
}

impl Run<'_> {
    fn all(&mut self, args: &CheckArgs, settings: &Settings, clocks: Option<&LogBook>) -> anyhow::Result<()> {
        let jobs = args.jobs.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        let max_game_size = usize::try_from(args.game_size()).unwrap_or(usize::MAX);
        let options = Options { jobs, max_game_size, batch_size: BATCH, ..Options::default() };
        let recognise = if clocks.is_some() { whole as fn(&str, &[u8]) -> Kind } else { recognise };
        let formats = Formats { recognise, next_game };
        let companions = Companions::new(args.paths.clone(), formats);
        let mut broken: Option<anyhow::Error> = None;
        let make_worker = || {
            let mut checker = Checker::new(settings);
            let companions = &companions;
            move |piece: source::Piece<'_>| {
                let name: Arc<str> = piece.file.name.as_str().into();
                let made = work(&mut checker, &piece, &name, clocks, companions, max_game_size);
                (piece.file.ordinal, name, made)
            }
        };
        source::run(args.paths.clone(), formats, &options, make_worker, |(ordinal, name, made)| match self
            .take(ordinal, &name, made)
        {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                broken = Some(error);
                ControlFlow::Break(())
            }
        })?;
        broken.map_or(Ok(()), Err)
    }

    fn take(&mut self, ordinal: usize, name: &Arc<str>, made: Made) -> anyhow::Result<()> {
        if self.file != Some(ordinal) && !matches!(made, Made::Unread(_)) {
            self.close_events()?;
            self.file = Some(ordinal);
            self.summary.files += 1;
            self.collector.begin_file(name);
            self.report.file(name)?;
        }
        match made {
            Made::Blank => {}
            Made::Unread(line) => self.session.messages.failed(line),
            Made::Report(bytes) => {
                let length = bytes.len() as u64;
                let findings = self.reports.take(name, bytes, self.settings);
                self.put(findings)?;
                self.bytes += length;
            }
            Made::Event { bytes, findings } => {
                self.put(findings)?;
                self.bytes += bytes;
                self.session.progress.advance(bytes, 0);
            }
            Made::Found { bytes, found } => {
                let games = found.games.len() as u64;
                self.found(found)?;
                self.bytes += bytes;
                self.session.progress.advance(bytes, games);
            }
        }
        Ok(())
    }

    fn put(&mut self, findings: Vec<Finding>) -> anyhow::Result<()> {
        let Run { report, summary, baseline, written, .. } = self;
        put(report.as_mut(), summary, baseline.as_mut(), written.as_deref_mut(), findings)
    }

    /// What the games of the file that ends have to do with each other.
    fn close_events(&mut self) -> anyhow::Result<()> {
        let events = self.events.take();
        self.put(events.map(|events| chosen(events.finish(), self.settings)).unwrap_or_default())
    }

    fn found(&mut self, found: Found) -> anyhow::Result<()> {
        let Run { collector, report, summary, baseline, written, events, settings, .. } = self;
        let mut broken = None;
        collector.take(found, |done, names, findings| {
            let again = findings.iter().any(|finding| finding.check == "duplicate-game");
            summary.games += 1;
            summary.plies += done.plies;
            summary.assumed += u64::from(done.assumed);
            *summary.rulesets.entry(Arc::clone(&done.ruleset)).or_insert(0) += 1;
            if broken.is_none() {
                broken = put(report.as_mut(), summary, baseline.as_mut(), written.as_deref_mut(), findings)
                    .and_then(|()| Ok(report.game(&game_done(done, names))?))
                    .err();
            }
            let closed = closed_by(done, again, events, settings);
            if broken.is_none() && !closed.is_empty() {
                broken =
                    put(report.as_mut(), summary, baseline.as_mut(), written.as_deref_mut(), closed).err();
            }
        });
        broken.map_or(Ok(()), Err)
    }

    fn finish(mut self, began: Instant) -> anyhow::Result<Summary> {
        self.close_events()?;
        let findings = self.reports.finish(self.settings);
        self.put(findings)?;
        self.report.end(&self.summary)?;
        if let Some(left_out) = self.report.left_out() {
            self.session.messages.note(left_out);
        }
        if self.collector.limit_reached {
            let limit = "more games than --duplicate-limit: duplicate-game was not looked for in the rest";
            self.session.messages.note(limit);
        }
        self.session.progress.finish();
        self.session.messages.summary(self.summary.line(began.elapsed(), self.bytes));
        Ok(self.summary)
    }
}

/// Enters a game into the events of its file; what was found in those that no more games are expected of.
fn closed_by(
    done: &mut crate::checks::GameDone,
    again: bool,
    events: &mut Option<PgnEvents>,
    settings: &Settings,
) -> Vec<Finding> {
    let heading = done.heading.take().filter(|_| !again);
    let events = match (events, heading) {
        (None, None) => return Vec::new(),
        (Some(events), None) => {
            events.pass();
            events
        }
        (events, Some(heading)) => {
            let new = || {
                let settings = EventSettings::new(settings.request.today);
                PgnEvents::new(Arc::clone(&done.origin.file), settings)
            };
            let events = events.get_or_insert_with(new);
            events.game(heading);
            events
        }
    };
    chosen(events.drain_closed(), settings)
}

/// Findings of the checks that were asked for.
pub(super) fn chosen(mut findings: Vec<Finding>, settings: &Settings) -> Vec<Finding> {
    findings.retain(|finding| settings.selected.iter().any(|check| check.id == finding.check));
    findings
}

/// Reports findings, save those that the baseline knows.
fn put(
    report: &mut dyn FindingReport,
    summary: &mut Summary,
    mut baseline: Option<&mut Baseline>,
    mut written: Option<&mut Output>,
    findings: Vec<Finding>,
) -> anyhow::Result<()> {
    for finding in findings {
        if let Some(written) = &mut written {
            baseline::write_line(written, &finding)?;
        }
        if baseline.as_mut().is_some_and(|baseline| baseline.silences(&finding)) {
            continue;
        }
        summary.count(&finding);
        report.finding(&finding)?;
    }
    Ok(())
}

fn game_done<'a>(done: &'a crate::checks::GameDone, names: &Names<'a>) -> GameDone<'a> {
    let some = |name: &'a str| (!name.is_empty()).then_some(name);
    GameDone {
        file: &done.origin.file,
        number: done.origin.game,
        round: some(names.round),
        white: some(names.white),
        black: some(names.black),
    }
}

/// Bytes of a batch: small, because a batch of long-form notation has a finding for every move.
const BATCH: usize = 128 << 10;

fn work(
    checker: &mut Checker<'_>,
    piece: &source::Piece<'_>,
    name: &Arc<str>,
    clocks: Option<&LogBook>,
    companions: &Companions,
    limit: usize,
) -> Made {
    match piece.content {
        Content::Games(games) => {
            let text = games.text;
            let part = Piece {
                file: name,
                text,
                offset: games.offset,
                lines_before: games.lines_before,
                clocks: None,
            };
            Made::Found { bytes: text.len() as u64, found: checker.check(&part) }
        }
        Content::Oversize(game) => {
            let found =
                checker.oversize(name, &game.head, game.offset, game.lines_before, game.length, limit as u64);
            Made::Found { bytes: game.length, found }
        }
        Content::Whole { text, .. } => match event::recognise(name, text) {
            Some(event::Format::UsChess) if uscf::is_part(name) => Made::Report(text.to_vec()),
            Some(event::Format::UsChess) => {
                Made::Unread(format!("{name}: a dBase table, and none of those of a US Chess rating report"))
            }
            Some(format) if format != event::Format::Pgn => {
                result_file(checker.settings(), piece, name, text, format, companions)
            }
            _ => whole_file(checker, piece, name, text, clocks),
        },
        Content::Blank => Made::Blank,
        Content::Error(error) => Made::Unread(error.to_string()),
    }
}

/// A result file, checked as one event.
fn result_file(
    settings: &Settings,
    piece: &source::Piece<'_>,
    name: &Arc<str>,
    text: &[u8],
    format: event::Format,
    companions: &Companions,
) -> Made {
    let bytes = text.len() as u64;
    let Some(event) = event::read(Arc::clone(name), text, format) else {
        return Made::Unread(format!("{name}: cannot be read"));
    };
    let games = companions.of(piece.file, &event);
    let findings = check_event(&event, games.as_ref(), &EventSettings::new(settings.request.today));
    Made::Event { bytes, findings: chosen(findings, settings) }
}

/// A file that was read whole: games with a clock log.
fn whole_file(
    checker: &mut Checker<'_>,
    piece: &source::Piece<'_>,
    name: &Arc<str>,
    text: &[u8],
    clocks: Option<&LogBook>,
) -> Made {
    let own = match (clocks, piece.file.clock_log()) {
        (None, Some(path)) => match log_beside(&path) {
            Ok(log) => Some(log),
            Err(error) => return Made::Unread(format!("{error:#}")),
        },
        _ => None,
    };
    let part = Piece { file: name, text, offset: 0, lines_before: 0, clocks: clocks.or(own.as_ref()) };
    Made::Found { bytes: text.len() as u64, found: checker.check(&part) }
}

fn log_beside(path: &Path) -> anyhow::Result<LogBook> {
    read_clocks(path)
}

fn recognise(name: &str, head: &[u8]) -> Kind {
    match event::recognise(name, head) {
        Some(event::Format::Pgn) if has_log(name) => Kind::Whole,
        Some(event::Format::Pgn) => Kind::Games,
        Some(_) => Kind::Whole,
        None => Kind::Unknown,
    }
}

/// As [`recognise`], where one clock log is given for all.
fn whole(name: &str, head: &[u8]) -> Kind {
    match recognise(name, head) {
        Kind::Games => Kind::Whole,
        other => other,
    }
}

/// Whether a clock log stands beside the file.
fn has_log(name: &str) -> bool {
    let stem = source::unpacked_name(name);
    stem.rsplit_once('.').is_some_and(|(stem, _)| Path::new(&format!("{stem}.clock.csv")).is_file())
}

fn next_game() -> source::NextGame {
    let mut sheet = Scoresheet::new();
    Box::new(move |text| sheet.read(text))
}

impl FailOn {
    /// The severity from which on a run fails.
    fn severity(self) -> Option<Severity> {
        match self {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Info => Some(Severity::Info),
            FailOn::Never => None,
        }
    }
}
