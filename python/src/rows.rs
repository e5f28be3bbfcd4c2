//! The tables of findings and of games, as Arrow streams.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use flagfall::cli::args::CheckArgs;
use flagfall::cli::messages::Kept;
use flagfall::cli::{Command, parse, rows};
use flagfall::source::Argument;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::columns::schema;
use crate::error;
use crate::findings::{COLUMNS as OF_FINDINGS, Findings};
use crate::games::{COLUMNS as OF_GAMES, Games};
use crate::inputs::Input;
use crate::run::{Ended, Run};

/// Rows of a table, as an Arrow stream.
///
/// Up to 65,536 rows are all there when the object is returned, and can be read as often as wanted. More rows are worked out
/// while they are read, once.
#[pyclass(module = "flagfall", frozen)]
pub(crate) struct Rows {
    schema: SchemaRef,
    strict: bool,
    state: Mutex<State>,
    told: Arc<Mutex<Ended>>,
}

enum State {
    Whole(Vec<RecordBatch>),
    /// The first batch, and the run that goes on.
    Begun(RecordBatch, Run),
    Taken,
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rows {
    /// Waits for the first batch, and for the end of the run if it is the last.
    fn first(schema: SchemaRef, mut run: Run, strict: bool) -> PyResult<Rows> {
        let first = run.next()?;
        let state = match first {
            Some(next) if !next.is_last => State::Begun(next.rows, run),
            first => {
                while run.next()?.is_some() {}
                let ended = run.ended();
                if let Some(words) = ended.error(strict) {
                    return Err(error(words));
                }
                let told = Arc::new(Mutex::new(ended));
                let state = Mutex::new(State::Whole(first.map(|next| next.rows).into_iter().collect()));
                return Ok(Rows { schema, strict, state, told });
            }
        };
        Ok(Rows { schema, strict, state: Mutex::new(state), told: Arc::default() })
    }

    fn stream(&self) -> PyResult<Stream> {
        let mut state = locked(&self.state);
        let (batches, run) = match std::mem::replace(&mut *state, State::Taken) {
            State::Whole(batches) => {
                *state = State::Whole(batches.clone());
                (batches.into(), None)
            }
            State::Begun(first, run) => (VecDeque::from([first]), Some(run)),
            State::Taken => return Err(error("the rows have been read; ask for them again")),
        };
        let (schema, told) = (Arc::clone(&self.schema), Arc::clone(&self.told));
        Ok(Stream { schema, batches, run, strict: self.strict, told })
    }
}

#[pymethods]
impl Rows {
    /// The stream, as a capsule of the Arrow C stream interface. `requested_schema` is not heeded.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(self.stream()?));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema, as a capsule of the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// What could not be read, one line each; complete when the rows have been read.
    #[getter]
    fn failures(&self) -> Vec<String> {
        locked(&self.told).failures.clone()
    }

    /// What else the command line would have printed, one line each; complete when the rows have been read.
    #[getter]
    fn notes(&self) -> Vec<String> {
        locked(&self.told).notes.clone()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.schema.fields().iter().map(|field| field.name().as_str()).collect();
        let rows = match &*locked(&self.state) {
            State::Whole(batches) => {
                format!("{} rows", batches.iter().map(RecordBatch::num_rows).sum::<usize>())
            }
            State::Begun(..) => "a stream".to_owned(),
            State::Taken => "read".to_owned(),
        };
        format!("<flagfall.Rows: {rows}; {}>", names.join(", "))
    }
}

/// The rows on their way to a reader.
struct Stream {
    schema: SchemaRef,
    batches: VecDeque<RecordBatch>,
    run: Option<Run>,
    strict: bool,
    told: Arc<Mutex<Ended>>,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(batch) = self.batches.pop_front() {
            return Some(Ok(batch));
        }
        let run = self.run.as_mut()?;
        match run.next() {
            Ok(Some(next)) => Some(Ok(next.rows)),
            Ok(None) => {
                let ended = run.ended();
                self.run = None;
                let error = ended.error(self.strict).map(fault);
                *locked(&self.told) = ended;
                error.map(Err)
            }
            Err(raised) => {
                self.run = None;
                Some(Err(interrupted(&raised)))
            }
        }
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

fn fault(words: String) -> ArrowError {
    ArrowError::IoError(words.clone(), std::io::Error::other(words))
}

/// A reader in C cannot pass on an exception: it is raised again once Python goes on.
fn interrupted(raised: &PyErr) -> ArrowError {
    Python::attach(|py| {
        if raised.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) {
            // The interpreter is told; if that fails, the stream's own error is all there is.
            let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
        }
        fault(raised.to_string())
    })
}

/// Reads the options of `flagfall check`.
fn flags(options: Vec<OsString>) -> PyResult<CheckArgs> {
    let arguments = std::iter::once("check".into()).chain(options);
    match parse(arguments) {
        Ok(Command::Check(flags)) => Ok(*flags),
        Ok(_) => Err(error("not options of check")),
        Err(words) => Err(error(words)),
    }
}

fn arguments(inputs: Vec<Input>) -> PyResult<Vec<Argument>> {
    if inputs.is_empty() {
        return Err(error("nothing to read: no path is given"));
    }
    Ok(inputs.into_iter().map(Input::argument).collect())
}

/// The findings of `flagfall check` with these options.
#[pyfunction]
pub(crate) fn check(inputs: Vec<Input>, options: Vec<OsString>, strict: bool) -> PyResult<Rows> {
    let (flags, inputs, kept) = (flags(options)?, arguments(inputs)?, Kept::default());
    let run = Run::start(kept, move |out, kept| {
        rows::findings(&flags, inputs, kept, Box::new(Findings::new(out)))
    })?;
    Rows::first(schema(&OF_FINDINGS), run, strict)
}

/// The games of the same files.
#[pyfunction]
pub(crate) fn games(inputs: Vec<Input>, options: Vec<OsString>, strict: bool) -> PyResult<Rows> {
    let (flags, inputs, kept) = (flags(options)?, arguments(inputs)?, Kept::default());
    let run = Run::start(kept, move |out, kept| {
        let mut games = Games::new(out);
        let mut stopped = Ok(());
        rows::games(&flags, inputs, kept, &mut |file, row| match games.add(file, &row) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stopped = Err(error);
                ControlFlow::Break(())
            }
        })?;
        stopped?;
        games.end()?;
        Ok(())
    })?;
    Rows::first(schema(&OF_GAMES), run, strict)
}
