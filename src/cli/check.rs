//! `flagfall check`: files in, findings out, in the order of the files.

use std::collections::HashMap;
use std::io::{BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};

use super::arena::Arena;
use super::args::CheckArgs;
use super::companions::Companions;
use super::config::{Config, Configs};
use super::explain;
use super::jobs::workers;
use super::output::Output;
use super::progress::Progress;
use super::rating_report::RatingReports;
use super::replace::is_one_file;
use super::selection::selected;
use super::terms::{AllTerms, Terms};
use super::work::{Made, Worker, Works, formats, read_clocks};
use super::{Exit, Session};
use crate::checks::{ALL, Collected, Collector, EventSettings, Finding, Found, PgnEvents};
use crate::clock::LogBook;
use crate::event::Heading;
use crate::report::baseline::{self, Baseline};
use crate::report::{self, FindingReport, GameDone, Summary, counted};
use crate::ruleset::Library;
use crate::source::{self, Chosen, Options};

/// Checks everything that was asked for.
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
    let session = Session::new(&args.common, Progress::new(args.progress.unwrap_or_default(), None))
        .reading(flags.paths.iter().chain(&here))
        .reading(args.clock.iter().chain(&flags.config).chain(&config.file));
    let ended = check(flags, &args, &config, configs, &session);
    first.messages.exit(session.end(ended))
}

fn folder_of(path: &Path) -> &Path {
    if path.is_dir() {
        return path;
    }
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks with the `flags` and the configuration of each file; `args` are those of the run.
fn check(
    flags: &CheckArgs,
    args: &CheckArgs,
    config: &Config,
    configs: Configs<'_>,
    session: &Session,
) -> anyhow::Result<Exit> {
    args.baseline.iter().for_each(|path| session.reads.add_baseline(path));
    let mut output = session.output()?;
    if args.list_checks {
        explain::list_checks(ALL, &mut output)?;
        output.finish()?;
        return Ok(Exit::Clean);
    }
    let library = Arc::new(Library::built_in());
    // The rules last as long as the process: to give them back leaf by leaf takes longer than to check a small file.
    std::mem::forget(Arc::clone(&library));
    // What the flags say has to be in order before anything is read.
    Terms::of_flags(flags, &library, session)?;
    let mut baselines = Baselines::default();
    if let Some(path) = &flags.baseline {
        baselines.known.insert(path.clone(), Some(read_baseline(path, Chosen::Outright)?));
    }
    let chosen = if flags.clock.is_some() { Chosen::Outright } else { Chosen::Found };
    let clocks = args.clock.as_deref().map(|path| read_clocks(path, chosen)).transpose()?;
    let arena = Arena::new();
    let terms = AllTerms::new(&arena, flags, configs, library, session);
    let report_settings = report::Settings {
        checks: ALL,
        fail_on: args.fail_on.unwrap_or_default().least(),
        limit: args.limit.unwrap_or(report::LIMIT),
        ..session.settings(&output)
    };
    let exit = {
        let mut written = open_baseline(flags, args, config, &output, session)?;
        let report = open_report(args, &report_settings, Box::new(&mut output))?;
        let mut run = Run {
            collector: Collector::new(duplicate_limit(args)?),
            file: None,
            events: None,
            reports: RatingReports::default(),
            rulesets: Vec::new(),
            bytes: 0,
            links: 0,
            told: Told {
                session,
                report,
                summary: Summary::default(),
                baselines,
                written: written.as_mut(),
                failed: false,
            },
        };
        let began = Instant::now();
        run.told.report.begin()?;
        run.all(args, &terms, clocks.as_ref())?;
        let exit = run.finish(began)?;
        if let Some(written) = written {
            written.finish()?;
        }
        exit
    };
    output.finish()?;
    Ok(exit)
}

/// Where the baseline is written that was asked for.
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

/// The report of findings, or of their numbers, that was asked for.
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
        .with_context(|| format!("--statistics is not written as {}", format.name))
}

/// Games among which duplicates are looked for; 0 where the run does not ask for them.
fn duplicate_limit(args: &CheckArgs) -> anyhow::Result<usize> {
    let checks = selected(ALL, args.select.as_deref(), args.ignore.as_deref())?;
    let wanted = checks.iter().any(|check| check.id == "duplicate-game");
    Ok(if wanted { usize::try_from(args.duplicates()).unwrap_or(usize::MAX) } else { 0 })
}

fn read_baseline(path: &Path, chosen: Chosen<'_>) -> anyhow::Result<Baseline> {
    let file = source::open(path, chosen)?;
    Baseline::read(BufReader::new(file)).with_context(|| path.display().to_string())
}

/// The baselines of the run by path: a file that several configurations name is one.
#[derive(Default)]
struct Baselines {
    known: HashMap<PathBuf, Option<Baseline>>,
}

impl Baselines {
    /// The baseline of files that are checked on these terms; one that cannot be read is said once, and silences nothing.
    fn of(&mut self, terms: &Terms, session: &Session) -> Option<&mut Baseline> {
        let path = terms.baseline.as_ref()?;
        if !self.known.contains_key(path) {
            session.reads.add_baseline(path);
            let read = read_baseline(path, terms.chosen());
            if let Err(why) = &read {
                terms.failed("baseline", format_args!("{why:#}"), &session.messages);
            }
            self.known.insert(path.clone(), read.ok());
        }
        self.known.get_mut(path)?.as_mut()
    }
}

struct Run<'r, 't> {
    collector: Collector,
    file: Option<usize>,
    /// The events among the games of the file, and the terms of that file.
    events: Option<(PgnEvents, &'t Terms)>,
    reports: RatingReports<'t>,
    /// Games by the ruleset that they were judged under: a handful of them.
    rulesets: Vec<(Arc<str>, u64)>,
    bytes: u64,
    /// Links that lead out of their folders and were left out.
    links: u64,
    told: Told<'r>,
}

/// Everything that is told of what was found.
struct Told<'r> {
    session: &'r Session,
    report: Box<dyn FindingReport + 'r>,
    summary: Summary,
    baselines: Baselines,
    written: Option<&'r mut Output>,
    /// Whether something was found that fails by the terms of its file.
    failed: bool,
}

impl<'t> Run<'_, 't> {
    fn all(
        &mut self,
        args: &CheckArgs,
        terms: &AllTerms<'t>,
        clocks: Option<&LogBook>,
    ) -> anyhow::Result<()> {
        let jobs = workers(args.jobs);
        let max_game_size = usize::try_from(args.game_size()).unwrap_or(usize::MAX);
        let options =
            Options { jobs, max_game_size, batch_size: BATCH, follow: args.follow, ..Options::default() };
        let formats = formats(clocks.is_some());
        let companions = Companions::new(args.paths.clone(), formats, args.follow);
        let mut broken: Option<anyhow::Error> = None;
        let make_worker = || {
            let mut worker = Worker::new(terms, clocks, &companions, max_game_size);
            move |piece: source::Piece<'_>| worker.work(&piece)
        };
        let consume = |works: Works<'t>| match self.take(works) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                broken = Some(error);
                ControlFlow::Break(())
            }
        };
        source::run(args.paths.clone(), formats, &options, make_worker, consume)?;
        broken.map_or(Ok(()), Err)
    }

    fn take(&mut self, works: Works<'t>) -> anyhow::Result<()> {
        let Works { ordinal, name, made } = works;
        match made {
            Made::Passed => Ok(()),
            Made::LeftOut => {
                self.links += 1;
                Ok(())
            }
            Made::Unread(line) => {
                self.told.session.messages.failed(line);
                Ok(())
            }
            Made::Blank => {
                self.told.session.messages.note(format_args!("{name}: the file is empty"));
                self.begin_file(ordinal, &name, None)
            }
            Made::Event { bytes, findings, terms } => {
                self.begin_file(ordinal, &name, Some(terms))?;
                self.told.put(terms, findings)?;
                self.advance(bytes, 0);
                Ok(())
            }
            Made::Report { bytes, terms } => {
                self.begin_file(ordinal, &name, Some(terms))?;
                self.advance(bytes.len() as u64, 0);
                let ended = self.reports.take(&name, bytes, terms);
                ended.into_iter().try_for_each(|(findings, terms)| self.told.put(terms, findings))
            }
            Made::Found { bytes, found, terms } => {
                self.begin_file(ordinal, &name, Some(terms))?;
                let games = found.games.len() as u64;
                self.found(&name, terms, found)?;
                self.advance(bytes, games);
                Ok(())
            }
        }
    }

    /// Begins the file where this is its first piece.
    fn begin_file(&mut self, ordinal: usize, name: &Arc<str>, terms: Option<&Terms>) -> anyhow::Result<()> {
        if self.file == Some(ordinal) {
            return Ok(());
        }
        self.close_events()?;
        self.file = Some(ordinal);
        self.collector.begin_file(name);
        let Told { report, summary, .. } = &mut self.told;
        summary.files += 1;
        if let Some(terms) = terms {
            report.fail_on(terms.fail_on);
        }
        Ok(report.file(name)?)
    }

    fn advance(&mut self, bytes: u64, games: u64) {
        self.bytes += bytes;
        self.told.session.progress.advance(bytes, games);
    }

    /// What the games of the file that ends have to do with each other.
    fn close_events(&mut self) -> anyhow::Result<()> {
        let Some((events, terms)) = self.events.take() else { return Ok(()) };
        self.told.put(terms, terms.of_interest(events.finish()))
    }

    fn found(&mut self, file: &Arc<str>, terms: &'t Terms, found: Found) -> anyhow::Result<()> {
        let Run { collector, told, events, rulesets, .. } = self;
        let summary = &mut told.summary;
        summary.games += found.games.len() as u64;
        summary.plies += found.plies;
        summary.assumed += found.assumed;
        for (ruleset, games) in &found.rulesets {
            match rulesets.iter_mut().find(|(known, _)| known == ruleset) {
                Some((_, sum)) => *sum += games,
                None => rulesets.push((Arc::clone(ruleset), *games)),
            }
        }
        for (game, why) in &found.not_judged {
            let game = collector.games_of_file() + game;
            told.session.messages.failed(format_args!("{file}: game {game} is not checked: {why}"));
        }
        let mut broken = None;
        let texts = collector.take(found, |collected| {
            if broken.is_some() {
                return;
            }
            let Collected { heading, texts, findings, again } = collected;
            let put = || {
                told.put(terms, findings)?;
                if told.report.names_games() {
                    told.report.game(&game_done(file, heading, texts))?;
                }
                let heading = Some(heading).filter(|heading| heading.of_event && !again);
                told.put(terms, closed_by(file, heading, texts, events, terms))
            };
            broken = put().err();
        });
        if let Some((events, _)) = events {
            events.end_piece(texts);
        }
        broken.map_or(Ok(()), Err)
    }

    fn finish(mut self, began: Instant) -> anyhow::Result<Exit> {
        self.close_events()?;
        if let Some((findings, terms)) = self.reports.finish() {
            self.told.put(terms, findings)?;
        }
        let Told { session, report, summary, .. } = &mut self.told;
        summary.rulesets = self.rulesets.into_iter().collect();
        report.end(summary)?;
        if let Some(left_out) = report.left_out() {
            session.messages.note(left_out);
        }
        if self.links > 0 {
            let links = counted(self.links, "symbolic link leads", "symbolic links lead");
            session.messages.note(format_args!("{links} out of the folder; --follow reads what is there"));
        }
        if self.collector.limit_reached {
            let limit = "more games than --duplicate-limit: duplicate-game was not looked for in the rest";
            session.messages.note(limit);
        }
        session.progress.finish();
        session.messages.summary(summary.line(began.elapsed(), self.bytes));
        Ok(if self.told.failed { Exit::Found } else { Exit::Clean })
    }
}

/// Enters a game into the events of its file; what was found in those that no more games are expected of.
fn closed_by<'t>(
    file: &Arc<str>,
    heading: Option<&Heading>,
    texts: &str,
    events: &mut Option<(PgnEvents, &'t Terms)>,
    terms: &'t Terms,
) -> Vec<Finding> {
    let events = match (events, heading) {
        (None, None) => return Vec::new(),
        (Some((events, _)), None) => {
            events.pass();
            events
        }
        (events, Some(heading)) => {
            let new = || {
                let settings = EventSettings::new(terms.settings.request.today);
                (PgnEvents::new(Arc::clone(file), settings), terms)
            };
            let (events, _) = events.get_or_insert_with(new);
            events.game(heading);
            events
        }
    };
    let found = events.drain_closed(texts);
    if found.is_empty() { found } else { terms.of_interest(found) }
}

impl Told<'_> {
    /// Reports findings, save those that the baseline knows.
    fn put(&mut self, terms: &Terms, findings: Vec<Finding>) -> anyhow::Result<()> {
        if findings.is_empty() {
            return Ok(());
        }
        let mut baseline = self.baselines.of(terms, self.session);
        for finding in &findings {
            // Duplicates are found for the run; a file's own terms may leave them out.
            if finding.check == "duplicate-game" && !terms.asks_for(finding.check) {
                continue;
            }
            if let Some(written) = &mut self.written {
                baseline::write_line(written, finding)?;
            }
            if baseline.as_mut().is_some_and(|baseline| baseline.silences(finding)) {
                continue;
            }
            self.failed |= terms.fail_on.is_some_and(|least| finding.severity >= least);
            self.summary.count(finding);
            self.report.finding(finding)?;
        }
        Ok(())
    }
}

fn game_done<'a>(file: &'a str, heading: &'a Heading, texts: &'a str) -> GameDone<'a> {
    let names = heading.names(texts);
    let some = |name: &'a str| (!name.is_empty()).then_some(name);
    GameDone {
        file,
        number: heading.place.game,
        round: some(names.round),
        white: some(names.white),
        black: some(names.black),
    }
}

/// Bytes of a batch: small, because a batch of long-form notation has a finding for every move; not smaller, because threads
/// that hand each other too little spend their time on it.
const BATCH: usize = 256 << 10;
