//! `junit`: one test suite per file, one test case per game; above 10,000 games in a file only the games that failed.
//!
//! A game has failed if one of its findings is at or above `--fail-on`; findings below that are in its output.
//! quick-junit writes the elements, one batch of cases at a time, into stores, so memory does not grow with the
//! archive. Findings that belong to no game, or come after their game was finished, have cases of their own.

use std::io::{self, SeekFrom, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::place::{about, pairing, place, sentence, word};
use super::visible::{NAME, shown, visible};
use super::{FindingReport, GameDone, Settings, Store, Summary};
use crate::checks::{Finding, Severity};

/// Up to this many games in a file, every game has its case.
const EVERY_GAME: u64 = 10_000;
/// Findings of one case that are listed; the rest are counted.
const LINES: usize = 100;
/// Cases that are written at a time.
const BATCH: usize = 64;

pub(super) fn open<'w>(settings: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Junit { out, settings: *settings, suites: None, open: None, tests: 0, failures: 0 })
}

struct Junit<'w> {
    out: Box<dyn Write + 'w>,
    settings: Settings<'w>,
    /// The suites that are complete.
    suites: Option<Box<dyn Store>>,
    open: Option<Suite>,
    tests: usize,
    failures: usize,
}

impl FindingReport for Junit<'_> {
    fn fail_on(&mut self, least: Option<Severity>) {
        self.settings.fail_on = least;
    }

    fn file(&mut self, file: &str) -> io::Result<()> {
        self.suite(file).map(|_| ())
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        let fail_on = self.settings.fail_on;
        let suite = self.suite(&finding.file)?;
        if suite.pending.as_ref().is_some_and(|pending| pending.game != finding.game) {
            suite.close_case(None)?;
        }
        let failed = fail_on.is_some_and(|least| finding.severity >= least);
        suite.pending.get_or_insert_with(|| Pending::of(finding)).add(finding, failed);
        Ok(())
    }

    fn names_games(&self) -> bool {
        true
    }

    fn game(&mut self, game: &GameDone<'_>) -> io::Result<()> {
        self.suite(game.file)?.close_case(Some(game))
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.close_suite()?;
        let mut report = Report::new("flagfall");
        (report.tests, report.failures) = (self.tests, self.failures);
        // A placeholder suite marks where the frame is divided.
        report.test_suites.push(TestSuite::new(""));
        let xml = xml(&report)?;
        let (head, tail) = (lines(&xml, 0, 2), lines(&xml, 3, usize::MAX));
        self.out.write_all(head.as_bytes())?;
        if let Some(suites) = &mut self.suites {
            copy(suites.as_mut(), &mut self.out)?;
        }
        self.out.write_all(tail.as_bytes())?;
        self.out.flush()
    }
}

impl Junit<'_> {
    /// The suite of `file`. If that of another file is open, it is closed first.
    fn suite(&mut self, file: &str) -> io::Result<&mut Suite> {
        if self.open.as_ref().is_some_and(|suite| suite.file != file) {
            self.close_suite()?;
        }
        let store = self.settings.store;
        Ok(self.open.get_or_insert_with(|| Suite::new(file, store)))
    }

    fn close_suite(&mut self) -> io::Result<()> {
        let Some(mut suite) = self.open.take() else { return Ok(()) };
        let store = self.settings.store;
        let (tests, failures) = suite.write(self.suites.get_or_insert_with(store))?;
        self.tests += tests;
        self.failures += failures;
        Ok(())
    }
}

/// The cases of one file.
struct Suite {
    file: String,
    games: u64,
    pending: Option<Pending>,
    /// All cases; `None` once the file has too many games.
    all: Option<Cases>,
    failed: Cases,
}

impl Suite {
    fn new(file: &str, store: fn() -> Box<dyn Store>) -> Suite {
        Suite {
            file: file.to_owned(),
            games: 0,
            pending: None,
            all: Some(Cases::new(store())),
            failed: Cases::new(store()),
        }
    }

    /// Writes the case of the pending findings, and that of `game` if it is another one.
    fn close_case(&mut self, game: Option<&GameDone<'_>>) -> io::Result<()> {
        let number = game.map(|game| game.number);
        let pending = self.pending.take();
        if let Some(game) = game {
            self.games += 1;
            if self.games > EVERY_GAME {
                self.all = None;
            }
            let own = pending.as_ref().is_some_and(|pending| pending.game == number);
            if !own {
                self.add(TestCase::new(name(game), TestCaseStatus::success()))?;
            }
        }
        match pending {
            Some(pending) => {
                let own = game.filter(|game| pending.game == Some(game.number));
                self.add(pending.case(own.map(name)))
            }
            None => Ok(()),
        }
    }

    fn add(&mut self, mut case: TestCase) -> io::Result<()> {
        case.set_classname(visible(&self.file));
        if matches!(case.status, TestCaseStatus::NonSuccess { .. }) {
            self.failed.add(case.clone(), true)?;
            return self.all.as_mut().map_or(Ok(()), |all| all.add(case, true));
        }
        self.all.as_mut().map_or(Ok(()), |all| all.add(case, false))
    }

    /// Writes the suite to `out`. Returns the number of its cases, and of those that failed.
    fn write(&mut self, out: &mut dyn Write) -> io::Result<(usize, usize)> {
        self.close_case(None)?;
        let cases = self.all.as_mut().unwrap_or(&mut self.failed);
        cases.flush()?;
        let mut suite = TestSuite::new(visible(&self.file));
        // A placeholder case marks where the frame is divided.
        suite.add_test_case(TestCase::new("", TestCaseStatus::success()));
        (suite.tests, suite.failures) = (cases.tests, cases.failures);
        let xml = xml(&framed(suite))?;
        out.write_all(lines(&xml, 2, 3).as_bytes())?;
        copy(cases.store.as_mut(), out)?;
        out.write_all(lines(&xml, 4, 5).as_bytes())?;
        Ok((cases.tests, cases.failures))
    }
}

/// Cases written to a store, a batch at a time.
struct Cases {
    store: Box<dyn Store>,
    batch: Vec<TestCase>,
    tests: usize,
    failures: usize,
}

impl Cases {
    fn new(store: Box<dyn Store>) -> Cases {
        Cases { store, batch: Vec::new(), tests: 0, failures: 0 }
    }

    fn add(&mut self, case: TestCase, failed: bool) -> io::Result<()> {
        self.tests += 1;
        self.failures += usize::from(failed);
        self.batch.push(case);
        if self.batch.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let mut suite = TestSuite::new("");
        suite.add_test_cases(self.batch.drain(..));
        let xml = xml(&framed(suite))?;
        let inner = lines(&xml, 3, usize::MAX);
        let end = inner.rmatch_indices('\n').nth(2).map_or(0, |(at, _)| at + 1);
        self.store.write_all(inner.get(..end).unwrap_or_default().as_bytes())
    }
}

/// The findings of a case that is not written yet.
struct Pending {
    game: Option<u64>,
    name: String,
    /// The worst finding that fails the game, the first of these: its severity, its check and its message.
    failure: Option<(Severity, &'static str, String)>,
    lines: Vec<String>,
    more: usize,
}

impl Pending {
    fn of(finding: &Finding) -> Pending {
        let name = about(finding).unwrap_or_else(|| visible(&finding.file).into_owned());
        Pending { game: finding.game, name, failure: None, lines: Vec::new(), more: 0 }
    }

    fn add(&mut self, finding: &Finding, failed: bool) {
        if failed && self.failure.as_ref().is_none_or(|(worst, ..)| finding.severity > *worst) {
            let message = shown(&finding.message, super::visible::MESSAGE).into_owned();
            self.failure = Some((finding.severity, finding.check, message));
        }
        if self.lines.len() < LINES {
            let (place, word, check) = (place(finding), word(finding.severity), finding.check);
            self.lines.push(format!("{place}: {word}[{check}]: {}", sentence(finding)));
        } else {
            self.more += 1;
        }
    }

    /// The case, under `name` if that is known.
    fn case(mut self, name: Option<String>) -> TestCase {
        if self.more > 0 {
            self.lines.push(format!("and {} more", self.more));
        }
        let text = self.lines.join("\n");
        let name = name.unwrap_or(self.name);
        match self.failure {
            Some((_, check, message)) => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_type(check).set_message(message).set_description(text);
                TestCase::new(name, status)
            }
            None => {
                let mut case = TestCase::new(name, TestCaseStatus::success());
                case.set_system_out(text);
                case
            }
        }
    }
}

/// `game 17, round 3.2: Roe, Richard – Doe, Jane`
fn name(game: &GameDone<'_>) -> String {
    let round = game.round.filter(|round| !round.is_empty());
    let round = round.map(|round| format!(", round {}", shown(round, NAME))).unwrap_or_default();
    let players = pairing(game.white, game.black).map(|names| format!(": {names}")).unwrap_or_default();
    format!("game {}{round}{players}", game.number)
}

fn framed(suite: TestSuite) -> Report {
    let mut report = Report::new("flagfall");
    report.test_suites.push(suite);
    report
}

fn xml(report: &Report) -> io::Result<String> {
    report.to_string().map_err(io::Error::other)
}

/// The lines of `text` from number `from` up to but not including `to`, with their ends. Names and attributes contain
/// no line ends.
fn lines(text: &str, from: usize, to: usize) -> &str {
    let start = |n: usize| match n {
        0 => Some(0),
        _ => text.match_indices('\n').nth(n - 1).map(|(at, _)| at + 1),
    };
    let from = start(from).unwrap_or(text.len());
    text.get(from..start(to).unwrap_or(text.len())).unwrap_or_default()
}

fn copy(store: &mut dyn Store, out: &mut dyn Write) -> io::Result<()> {
    store.seek(SeekFrom::Start(0))?;
    io::copy(store, out).map(|_| ())
}
