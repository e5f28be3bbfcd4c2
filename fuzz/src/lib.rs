//! What the fuzz targets call, and the inputs that they start from.
//!
//! Each file of [`doors`] feeds one door of the library with any bytes and asserts what must hold of the result. The targets
//! in `targets/` are one line each. The tests of the root package use [`doors`] too: see `tests/it/fuzz_doors.rs`.

pub mod doors;
pub mod steps;

/// Feeds a door by its name.
///
/// # Panics
/// Where there is no such door, or what must hold does not.
pub fn door(name: &str, data: &[u8]) {
    let (_, run) = doors::DOORS.iter().find(|(door, _)| *door == name).expect("a door");
    run(data);
}
