//! The functions that the fuzz targets call.
//!
//! A door is an entry point of the library that accepts untrusted input. Each function in [`doors`] passes
//! arbitrary bytes to one door and asserts properties of the result. The targets in `targets/` are one line
//! each. The tests of the root package use [`doors`] too; see `tests/it/fuzz_doors.rs`.

pub mod doors;
pub mod steps;

/// Runs the door with this name on `data`.
///
/// # Panics
/// If there is no such door, or an assertion fails.
pub fn door(name: &str, data: &[u8]) {
    let (_, run) = doors::DOORS.iter().find(|(door, _)| *door == name).expect("a door");
    run(data);
}
