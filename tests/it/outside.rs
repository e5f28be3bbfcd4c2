//! Files outside the repository: the folder that `FLAGFALL_CASES` names.
//!
//! A test that needs them is `#[ignore = "needs FLAGFALL_CASES"]`, so that a run without them counts it as ignored and not
//! as passed. `cargo test -- --ignored` runs it, and `.ci/run` does where the folder is there.

use std::path::PathBuf;

/// A folder of that folder.
pub(crate) fn cases(folder: &str) -> PathBuf {
    let root = std::env::var_os("FLAGFALL_CASES");
    PathBuf::from(root.expect("FLAGFALL_CASES names the folder of cases")).join(folder)
}
