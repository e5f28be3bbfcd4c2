//! The commands whose result is one text, and the command line itself.

use std::ffi::OsString;
use std::io::{self, Write};

use flagfall::chrono::Local;
use flagfall::cli::adjudicate::{Request, run as rule};
use flagfall::cli::args::{AdjudicateArgs, MateFormat};
use flagfall::cli::{Command, crosstable as table, explain as topics, mate as mating, parse, run};
use flagfall::report::ruling::Format;
use flagfall::ruleset::Library;
use pyo3::prelude::*;

use crate::error;

/// Columns of the screen that a text is made for.
const WIDTH: usize = 100;

fn command(name: &str, options: Vec<OsString>) -> PyResult<Command> {
    parse(std::iter::once(name.into()).chain(options)).map_err(error)
}

fn text(out: Vec<u8>) -> PyResult<String> {
    String::from_utf8(out).map_err(error)
}

fn words(error: anyhow::Error) -> PyErr {
    crate::error(format!("{error:#}"))
}

/// `flagfall adjudicate --format json` on a case file, or on the text of one.
#[pyfunction]
pub(crate) fn adjudicate(py: Python<'_>, options: Vec<OsString>, case: Option<String>) -> PyResult<String> {
    let Command::Adjudicate(args) = command("adjudicate", options)? else {
        return Err(error("not options of adjudicate"));
    };
    py.detach(|| ruled(&args, case))
}

fn ruled(args: &AdjudicateArgs, case: Option<String>) -> PyResult<String> {
    let request = Request {
        cases: args.cases.clone(),
        text: case,
        game: args.game,
        clock: args.clock.clone(),
        incidents: args.incidents.clone(),
        time_control: args.time_control.clone(),
        supervision: args.supervision,
        ruleset: args.common.ruleset.clone(),
        compare: args.compare.clone(),
        verify: false,
        allow_outside: args.allow_outside,
        ..Request::default()
    };
    let format = Format::named("json").ok_or_else(|| error("no format is called json"))?;
    let today = args.common.today.unwrap_or_else(|| Local::now().date_naive());
    let (mut out, mut failures) = (Vec::new(), Vec::new());
    rule(&request, format, today, WIDTH, &mut out, &mut |line| failures.push(line)).map_err(words)?;
    if failures.is_empty() { text(out) } else { Err(error(failures.join("\n"))) }
}

/// The TOML text of a case that is given as JSON. What is null is left out.
#[pyfunction]
pub(crate) fn toml(case: &str) -> PyResult<String> {
    let mut value: serde_json::Value = serde_json::from_str(case).map_err(error)?;
    leave_out_nulls(&mut value);
    ::toml::to_string(&value).map_err(error)
}

fn leave_out_nulls(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(leave_out_nulls);
        }
        serde_json::Value::Array(items) => {
            items.retain(|item| !item.is_null());
            items.iter_mut().for_each(leave_out_nulls);
        }
        _ => {}
    }
}

/// `flagfall crosstable --format json`.
#[pyfunction]
pub(crate) fn crosstable(py: Python<'_>, options: Vec<OsString>) -> PyResult<String> {
    let Command::Crosstable(args) = command("crosstable", options)? else {
        return Err(error("not options of crosstable"));
    };
    let today = args.common.today.unwrap_or_else(|| Local::now().date_naive());
    py.detach(|| {
        let mut out = Vec::new();
        table::run(&args, today, WIDTH, &mut out).map_err(words)?;
        text(out)
    })
}

/// `flagfall mate --format json` on one position.
#[pyfunction]
pub(crate) fn mate(py: Python<'_>, options: Vec<OsString>) -> PyResult<String> {
    let Command::Mate(args) = command("mate", options)? else {
        return Err(error("not options of mate"));
    };
    py.detach(|| {
        let mut out = Vec::new();
        mating::run(&args, MateFormat::Json, &mut io::empty(), &mut out).map_err(words)?;
        text(out)
    })
}

/// `flagfall explain`.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, options: Vec<OsString>) -> PyResult<String> {
    let Command::Explain(args) = command("explain", options)? else {
        return Err(error("not options of explain"));
    };
    let day = args.common.today.unwrap_or_else(|| Local::now().date_naive());
    py.detach(|| {
        let library = Library::built_in();
        let laws = topics::LawsOn { library: &library, day };
        let everything = topics::everything(flagfall::checks::ALL, &laws);
        let mut out = Vec::new();
        topics::explain(&args, &everything, &laws, &mut out).map_err(words)?;
        text(out)
    })
}

/// The command `flagfall`, with these arguments; the first is its name. Returns the exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let exit = run(arguments, flagfall::desk::run);
        // Rust flushes its standard output at the end of a program, and this is not the end.
        let _ = io::stdout().flush();
        exit as u8
    })
}
