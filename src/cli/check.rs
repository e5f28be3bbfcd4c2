//! `flagfall check`: files in, findings out, in file order.

mod steps;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Context, bail};

use steps::{Entrance, Step};

use super::args::{CheckArgs, Common};
use super::companions::Companions;
use super::config::{Config, Configs};
use super::explain;
use super::file_settings::{self, Baselines, SettingsByFolder, read_baseline};
use super::jobs::workers;
use super::output::Output;
use super::progress::Progress;
use super::rating_report::RatingReports;
use super::repair::{self, Repairer};
use super::replace::is_one_file;
use super::selection::selected;
use super::work::{Outcome, PieceResult, Worker, formats, read_clocks};
use super::{Exit, Session};
use crate::archive::{Archive, Checked, Item};
use crate::checks::{ALL, Collected, Collector, Edit, Finding};
use crate::clock::LogBook;
use crate::report::baseline;
use crate::report::{self, FindingReport, Summary, counted};
use crate::ruleset::Library;
use crate::source::{self, Argument, Chosen, Options};

/// Runs `flagfall check`.
pub fn run(flags: &CheckArgs) -> Exit {
    let folder = flags.paths.first().map_or(Path::new("."), |path| folder_of(path));
    let first = Session::new(&flags.common, Progress::default());
    let mut configs = match Configs::asked(ALL, flags, &first.messages) {
        Ok(configs) => configs,
        Err(fault) => return first.end(Err(fault.into())),
    };
    let config = configs.nearest(folder, &first.messages);
    let args = flags.clone().or(&config.args);
    let here = flags.paths.is_empty().then(|| PathBuf::from("."));
    // The output of repairs is a folder; the results then go to standard output.
    let common = Common {
        output: args.common.output.clone().filter(|_| !args.fix || args.diff),
        ..args.common.clone()
    };
    let session = Session::new(&common, Progress::new(args.progress.unwrap_or_default()))
        .reading(flags.paths.iter().chain(&here))
        .reading(args.clock.iter().chain(&flags.config).chain(&config.file));
    let ended = check(flags, &args, &config, configs, &session, Door::default());
    first.messages.exit(session.end(ended))
}

/// What a program that calls the run from outside gives it.
#[derive(Default)]
pub(super) struct Door<'w> {
    /// The rules; `None` for the built-in ones.
    pub(super) library: Option<Arc<Library>>,
    /// What is read; `None` for the paths of the arguments.
    pub(super) inputs: Option<Vec<Argument>>,
    /// Where the findings go; `None` for the format of the arguments.
    pub(super) report: Option<Box<dyn FindingReport + 'w>>,
}

pub(super) fn folder_of(path: &Path) -> &Path {
    if path.is_dir() {
        return path;
    }
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks with the `flags` and the configuration of each file; `args` are the options of the run as a whole.
pub(super) fn check(
    flags: &CheckArgs,
    args: &CheckArgs,
    config: &Config,
    configs: Configs<'_>,
    session: &Session,
    door: Door<'_>,
) -> anyhow::Result<Exit> {
    args.baseline.iter().for_each(|path| session.reads.add_baseline(path));
    let mut output = if repair::takes_stdout(args) { session.error_output() } else { session.output()? };
    let mut repairer = Repairer::new(args, &session.messages)?;
    if args.list_checks {
        explain::list_checks(ALL, &mut output)?;
        output.finish()?;
        return Ok(Exit::Clean);
    }
    let Door { library, inputs, report } = door;
    let library = library.unwrap_or_else(|| {
        let library = Arc::new(Library::built_in());
        // The rules last as long as the process: dropping them takes longer than checking a small file.
        std::mem::forget(Arc::clone(&library));
        library
    });
    // What the flags say has to be in order before anything is read.
    let of_flags = file_settings::of_flags(flags, &library, session)?;
    let mut baselines = Baselines::default();
    if let Some(path) = &flags.baseline {
        let baseline = read_baseline(path, Chosen::Outright)?;
        baselines.insert(path.clone(), Some(Arc::new(Mutex::new(baseline))));
    }
    let chosen = if flags.clock.is_some() { Chosen::Outright } else { Chosen::Found };
    let clocks = args.clock.as_deref().map(|path| read_clocks(path, chosen)).transpose()?;
    let settings = SettingsByFolder::new(flags, of_flags, configs, baselines, library, session)
        .repairing(repair::wanted(args)?);
    let report_settings = report::Settings {
        checks: ALL,
        fail_on: args.fail_on.unwrap_or_default().least(),
        limit: args.limit.unwrap_or(report::LIMIT),
        ..session.settings(&output)
    };
    let exit = {
        let mut written = open_baseline(flags, args, config, &output, session)?;
        let report = match (report, repairer.as_mut().filter(|repairer| repairer.is_diff())) {
            (Some(report), _) => report,
            (None, Some(repairer)) => {
                repairer.diff_to(Box::new(&mut output));
                Box::new(NoReport)
            }
            (None, None) => open_report(args, &report_settings, Box::new(&mut output))?,
        };
        let mut run = Run {
            archive: Archive::default(),
            file: None,
            broken: None,
            reports: RatingReports::default(),
            bytes: 0,
            assumed: BTreeMap::new(),
            links: 0,
            repairer,
            left_alone: None,
            sink: Sink {
                session,
                report,
                written: written.as_mut(),
                edits: Vec::new(),
                encoding_left: false,
            },
        };
        let began = Instant::now();
        run.sink.report.begin()?;
        let inputs = inputs.unwrap_or_else(|| args.paths.iter().cloned().map(Argument::Path).collect());
        run.all(args, inputs, &settings, clocks.as_ref())?;
        let exit = run.finish(began)?;
        if let Some(written) = written {
            written.finish()?;
        }
        exit
    };
    output.finish()?;
    Ok(exit)
}

/// The output for the baseline, if one was asked for.
fn open_baseline(
    flags: &CheckArgs,
    args: &CheckArgs,
    config: &Config,
    output: &Output,
    session: &Session,
) -> anyhow::Result<Option<Output>> {
    let Some(path) = args.write_baseline.as_deref() else { return Ok(None) };
    let within = flags.write_baseline.is_none().then(|| config.folder().to_owned());
    let written = session.baseline(path, within)?;
    if let (Some(results), Some(baseline)) = (output.target(), written.target())
        && is_one_file(results, baseline)
    {
        bail!("{}: both the results and the baseline would be written there", path.display());
    }
    Ok(Some(written))
}

/// The report of findings, or of their counts, that was asked for.
fn open_report<'w>(
    args: &CheckArgs,
    settings: &report::Settings<'w>,
    out: Box<dyn Write + 'w>,
) -> anyhow::Result<Box<dyn FindingReport + 'w>> {
    let format = args.format.or_else(|| report::Format::named("text")).context("no format is called text")?;
    if !args.statistics {
        return Ok(format.report(settings, out));
    }
    format
        .statistics(settings, out)
        .with_context(|| format!("--statistics cannot be written as {}", format.name))
}

/// The collector of the run. It remembers games for duplicates and near duplicates if those checks are selected.
fn collector(args: &CheckArgs) -> anyhow::Result<Collector> {
    let checks = selected(ALL, args.select.as_deref(), args.ignore.as_deref())?;
    let limit = |id: &str| {
        let wanted = checks.iter().any(|check| check.id == id);
        if wanted { usize::try_from(args.duplicates()).unwrap_or(usize::MAX) } else { 0 }
    };
    let mut collector = Collector::new(limit("duplicate-game"));
    collector.find_near_duplicates(limit("near-duplicate"));
    Ok(collector)
}

struct Run<'r> {
    archive: Archive,
    /// The ordinal of the file whose results are reported.
    file: Option<usize>,
    /// What ended the run.
    broken: Option<anyhow::Error>,
    reports: RatingReports,
    bytes: u64,
    /// Result files whose edition of the pairing rules is assumed, by edition.
    assumed: BTreeMap<&'static str, u64>,
    /// Links that were left out because they lead out of their folders.
    links: u64,
    repairer: Option<Repairer<'r>>,
    /// The current file, and why it is not repaired.
    left_alone: Option<(Arc<source::File>, &'static str)>,
    sink: Sink<'r>,
}

/// Receives everything that is found.
struct Sink<'r> {
    session: &'r Session,
    report: Box<dyn FindingReport + 'r>,
    written: Option<&'r mut Output>,
    /// The repairs in the current piece.
    edits: Vec<Edit>,
    /// Whether the encoding of the current file is still found.
    encoding_left: bool,
}

/// The report of a run whose result is a diff.
struct NoReport;

impl FindingReport for NoReport {
    fn finding(&mut self, _: &Finding) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        Ok(())
    }
}

impl Sink<'_> {
    fn take(&mut self, file: &str, item: Item<'_>) -> anyhow::Result<()> {
        match item {
            Item::File { name, settings } => {
                if let Some(settings) = settings {
                    self.report.fail_on(settings.fail_on);
                }
                self.report.file(name)?;
            }
            Item::Game(game) => self.report.game(&game)?,
            Item::NotChecked { game, why } => {
                self.session.messages.failed(format_args!("{file}: game {game} is not checked: {why}"));
            }
            Item::Edits(edits) => self.edits.extend_from_slice(edits),
            Item::Lines(lines) => self.report.lines(lines)?,
            Item::Finding { finding, known } => {
                if let Some(written) = &mut self.written {
                    baseline::write_line(written, finding)?;
                }
                self.encoding_left |= finding.check == "encoding";
                if !known {
                    self.report.finding(finding)?;
                }
            }
        }
        Ok(())
    }
}

impl Run<'_> {
    fn all(
        &mut self,
        args: &CheckArgs,
        inputs: Vec<Argument>,
        settings: &SettingsByFolder<'_>,
        clocks: Option<&LogBook>,
    ) -> anyhow::Result<()> {
        let jobs = workers(args.jobs);
        let max_game_size = usize::try_from(args.game_size()).unwrap_or(usize::MAX);
        let options = Options {
            jobs,
            max_game_size,
            batch_size: BATCH,
            follow: args.follow,
            convert: repair::conversion(args)?,
            ..Options::default()
        };
        let formats = formats(clocks.is_some());
        let companions = Companions::new(args.paths.clone(), formats, args.follow);
        let keeps_text = self.repairer.is_some();
        let make_worker = || {
            let worker = Worker::new(settings, clocks, &companions, max_game_size);
            let mut worker = worker.keeping_text(keeps_text);
            move |piece: source::Piece<'_>, emit: source::Emit<'_, PieceResult>| worker.work(&piece, emit)
        };
        let mut entrance = Entrance::new(collector(args)?);
        let enter = |result| entrance.enter(result);
        source::run_in_steps(inputs, formats, &options, make_worker, enter, self)?;
        self.broken.take().map_or(Ok(()), Err)
    }

    fn report(&mut self, step: Step<Checked>) -> anyhow::Result<()> {
        let Step { result, begins, ended, collected, games, .. } = step;
        let messages = &self.sink.session.messages;
        match &result.outcome {
            Outcome::Skipped => return Ok(()),
            Outcome::LeftOut => {
                self.links += 1;
                return Ok(());
            }
            Outcome::Unread(line) => {
                messages.failed(line);
                if self.file == Some(result.file.ordinal)
                    && let Some(repairer) = &mut self.repairer
                {
                    repairer.unread();
                }
                return Ok(());
            }
            Outcome::Blank => messages.note(format_args!("{}: the file is empty", result.name)),
            Outcome::Found { .. } | Outcome::Event { .. } | Outcome::Report { .. } => {}
        }
        let PieceResult { file, name, outcome, text } = result;
        if begins {
            self.file = Some(file.ordinal);
            self.end_repair()?;
            let Run { archive, sink, repairer, .. } = self;
            let mut tell = |item: Item<'_>| sink.take(&name, item);
            match repairer {
                Some(_) => archive.begin_file(&name, outcome.settings(), &mut tell)?,
                None => archive.report_file(ended, &name, outcome.settings(), &mut tell)?,
            }
            self.begin_repair(&file, &outcome);
        }
        if let Outcome::Found { .. } = outcome
            && text.is_none()
            && let Some(repairer) = &mut self.repairer
        {
            repairer.incomplete("it has a game above --max-game-size");
        }
        self.content(&name, outcome, collected, games)?;
        let edits = std::mem::take(&mut self.sink.edits);
        match (&mut self.repairer, text) {
            (Some(repairer), Some(text)) => {
                if std::mem::take(&mut self.sink.encoding_left) {
                    repairer.keeps_encoding();
                }
                repairer.piece(&text, &edits)
            }
            _ => Ok(()),
        }
    }

    /// Begins the repair of a file, if it is repaired.
    fn begin_repair(&mut self, file: &Arc<source::File>, outcome: &Outcome) {
        let Some(repairer) = self.repairer.as_mut().filter(|_| outcome.settings().is_some()) else { return };
        match repairer.admits(file) {
            Ok(()) => repairer.begin(file),
            Err(_) => self.archive.leave_alone(),
        }
        self.left_alone = repairer.admits(file).err().map(|why| (Arc::clone(file), why));
    }

    /// Ends the repair of a file, or says why it was not repaired.
    fn end_repair(&mut self) -> anyhow::Result<()> {
        let Some(repairer) = &mut self.repairer else { return Ok(()) };
        if let Some((file, why)) = self.left_alone.take().filter(|_| self.archive.withheld()) {
            self.sink.session.messages.warn(format_args!("{}: not repaired: {why}", file.name));
        }
        repairer.end()
    }

    /// Takes what was found in a piece of the file.
    fn content(
        &mut self,
        name: &Arc<str>,
        outcome: Outcome,
        collected: Option<Collected>,
        games: Option<Checked>,
    ) -> anyhow::Result<()> {
        let Run { archive, sink, reports, assumed: assumed_editions, .. } = self;
        let mut tell = |item: Item<'_>| sink.take(name, item);
        match outcome {
            Outcome::Found { bytes, settings, .. } => {
                let mut count = 0;
                if let Some(collected) = collected {
                    count = collected.found.games.len() as u64;
                    archive.games(collected, &settings, &mut tell)?;
                }
                if let Some(games) = games {
                    count = games.games();
                    archive.report(games, &mut tell)?;
                }
                self.advance(bytes, count);
            }
            Outcome::Event { bytes, findings, assumed, settings } => {
                archive.findings(findings, &settings, &mut tell)?;
                if let Some(year) = assumed {
                    *assumed_editions.entry(year).or_default() += 1;
                }
                self.advance(bytes, 0);
            }
            Outcome::Report { bytes, settings } => {
                let read = bytes.len() as u64;
                for (findings, settings) in reports.take(name, bytes, settings) {
                    archive.findings(findings, &settings, &mut tell)?;
                }
                self.advance(read, 0);
            }
            Outcome::Skipped | Outcome::LeftOut | Outcome::Unread(_) | Outcome::Blank => {}
        }
        Ok(())
    }

    fn advance(&mut self, bytes: u64, games: u64) {
        self.bytes += bytes;
        self.sink.session.progress.advance(bytes, games);
    }

    fn finish(mut self, began: Instant) -> anyhow::Result<Exit> {
        self.end_repair()?;
        let Run { mut archive, mut sink, mut reports, assumed, bytes, links, repairer, .. } = self;
        let mut tell = |item: Item<'_>| sink.take("", item);
        archive.end_file(&mut tell)?;
        if let Some((findings, settings)) = reports.finish() {
            archive.findings(findings, &settings, &mut tell)?;
        }
        let ended = archive.end(&mut tell)?;
        let Sink { session, report, .. } = &mut sink;
        report.end(&ended.summary)?;
        if let Some(left_out) = report.left_out() {
            session.messages.note(left_out);
        }
        if links > 0 {
            let links = counted(links, "symbolic link leads", "symbolic links lead");
            session.messages.note(format_args!("{links} out of the folder; --follow reads what is there"));
        }
        for (year, events) in assumed {
            let events = counted(events, "result file has", "result files have");
            session.messages.note(format_args!(
                "{events} no date: pairings are judged by the rules of {year} (--pairing-rules)"
            ));
        }
        if ended.duplicate_limit_reached {
            let limit = "more games than --duplicate-limit: duplicates were not looked for in the rest";
            session.messages.note(limit);
        }
        session.progress.finish();
        session.messages.summary(ended.summary.line(began.elapsed(), bytes));
        if let Some(mut repairer) = repairer {
            repairer.finish()?;
            session.messages.summary(repairer.summary(ended.repaired));
            if repairer.is_diff() {
                return Ok(Exit::found(repairer.changed()));
            }
        }
        Ok(if ended.failed { Exit::Found } else { Exit::Clean })
    }
}

/// Bytes of a batch. Not smaller, because passing on a batch takes the threads that are alone a fixed time; not larger, because
/// many batches are in flight.
pub(super) const BATCH: usize = 384 << 10;
