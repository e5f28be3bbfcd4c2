//! The extension module behind the Python package `flagfall`.
//!
//! Everything is the engine's: this turns Python values into its arguments, and its findings, games and JSON into Arrow
//! batches and text. The wheel's command is [`commands::main`].

mod archives;
mod columns;
mod commands;
mod findings;
mod games;
mod inputs;
mod rows;
mod run;

use pyo3::prelude::*;

pyo3::create_exception!(
    flagfall,
    Error,
    pyo3::exceptions::PyException,
    "What could not be done, in the words of the command line: one line for each thing."
);

/// The error that says `words`.
fn error(words: impl std::fmt::Display) -> PyErr {
    Error::new_err(words.to_string())
}

#[pymodule]
fn _flagfall(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<rows::Rows>()?;
    module.add_function(wrap_pyfunction!(rows::check, module)?)?;
    module.add_function(wrap_pyfunction!(rows::games, module)?)?;
    module.add_function(wrap_pyfunction!(archives::listed, module)?)?;
    module.add_function(wrap_pyfunction!(archives::is_input, module)?)?;
    module.add_function(wrap_pyfunction!(archives::checks, module)?)?;
    module.add_function(wrap_pyfunction!(archives::measure, module)?)?;
    module.add_function(wrap_pyfunction!(commands::adjudicate, module)?)?;
    module.add_function(wrap_pyfunction!(commands::toml, module)?)?;
    module.add_function(wrap_pyfunction!(commands::crosstable, module)?)?;
    module.add_function(wrap_pyfunction!(commands::mate, module)?)?;
    module.add_function(wrap_pyfunction!(commands::explain, module)?)?;
    module.add_function(wrap_pyfunction!(commands::main, module)?)?;
    Ok(())
}
