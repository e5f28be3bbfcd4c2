//! What is read: paths, bytes, and objects with a method `read`.

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;

use flagfall::source::{Argument, Begins, Opened};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyTypeMethods;

/// One input, as the Python side passes it.
#[derive(FromPyObject)]
pub(crate) enum Input {
    /// A path.
    #[pyo3(transparent)]
    Path(PathBuf),
    /// Bytes and the name that findings print.
    Bytes(PyBackedBytes, PyBackedStr),
    /// An object with a method `read`, its name, and where in the file it begins: bytes and line ends before.
    File(Py<PyAny>, PyBackedStr, Option<PathBuf>, u64, u64),
}

impl Input {
    /// The engine's argument.
    pub(crate) fn argument(self) -> Argument {
        let (name, path, begins, reader): (_, _, _, Box<dyn Read + Send>) = match self {
            Input::Path(path) => return Argument::Path(path),
            Input::Bytes(bytes, name) => (name, None, Begins::default(), Box::new(Cursor::new(bytes))),
            Input::File(object, name, path, offset, lines) => {
                (name, path, Begins { offset, lines }, Box::new(FileObject(object)))
            }
        };
        Argument::Opened(Opened { name: name.to_string(), path, reader, begins })
    }
}

/// An object with a method `read`. Python is locked only while it is called.
pub(crate) struct FileObject(pub(crate) Py<PyAny>);

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let bytes =
                self.0.call_method1(py, "read", (buffer.len(),)).map_err(|raised| words(py, &raised))?;
            let Ok(bytes) = bytes.extract::<PyBackedBytes>(py) else {
                return Err(io::Error::other("read() gave no bytes: open the file with mode \"rb\""));
            };
            match buffer.get_mut(..bytes.len()) {
                Some(front) => {
                    front.copy_from_slice(&bytes);
                    Ok(bytes.len())
                }
                None => Err(io::Error::other("read() gave more bytes than were asked for")),
            }
        })
    }
}

impl Seek for FileObject {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (offset, whence) = match to {
            SeekFrom::Start(at) => (i64::try_from(at).map_err(io::Error::other)?, 0),
            SeekFrom::Current(by) => (by, 1),
            SeekFrom::End(by) => (by, 2),
        };
        Python::attach(|py| {
            let at = self
                .0
                .call_method1(py, "seek", (offset, whence))
                .and_then(|_| self.0.call_method0(py, "tell"));
            at.and_then(|at| at.extract::<u64>(py)).map_err(|raised| words(py, &raised))
        })
    }
}

fn words(py: Python<'_>, raised: &PyErr) -> io::Error {
    let of = raised.get_type(py);
    let name = of.name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    io::Error::other(format!("{name}: {}", raised.value(py)))
}
