//! What a run over many machines needs: the listing of a folder, the kinds of checks, and ranges of files.

use std::path::PathBuf;

use flagfall::checks::ALL;
use flagfall::source::{self, Origin};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::inputs::FileObject;

/// The files in a folder and below it that would be read, in their order; links lead nowhere outside of it.
#[pyfunction]
pub(crate) fn listed(folder: PathBuf) -> Vec<PathBuf> {
    let inputs = source::inputs(&folder, false);
    let paths = inputs.filter_map(|input| match input.ok()?.place {
        Origin::File(path) => Some(path),
        Origin::Stdin => None,
    });
    paths.collect()
}

/// Whether a file of this name is read if it is found in a folder.
#[pyfunction]
pub(crate) fn is_input(name: &str) -> bool {
    source::is_input(name)
}

/// The id of each check, and what it looks at: a game, an event, or the whole run.
#[pyfunction]
pub(crate) fn checks() -> Vec<(&'static str, &'static str)> {
    // That text is not UTF-8 is found game by game, and reported once for each file.
    ALL.iter()
        .map(|check| (check.id, if check.id == "encoding" { "game" } else { check.on.scope() }))
        .collect()
}

/// Start, end, games, line ends, and whether everything is UTF-8.
type Measured = (u64, u64, u64, u64, bool);

/// The range of games of an open file that begin at `start` or after it, and before `end`. `None` if the file cannot be cut
/// there.
#[pyfunction]
#[pyo3(signature = (file, start, end, limit))]
pub(crate) fn measure(
    py: Python<'_>,
    file: Py<PyAny>,
    start: u64,
    end: Option<u64>,
    limit: usize,
) -> PyResult<Option<Measured>> {
    let measured = py.detach(|| source::measure(&mut FileObject(file), start, end, limit));
    let measured = measured.map_err(|why| PyOSError::new_err(why.to_string()))?;
    Ok(measured.map(|range| (range.start, range.end, range.games, range.lines, range.utf8)))
}
