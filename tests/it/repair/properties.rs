//! What is promised of every repair: a second one changes nothing, the findings that it was for are gone and no new one
//! has come, everything outside the edits is the same, and the game is the same.

use std::fs;
use std::path::{Path, PathBuf};

use flagfall::checks::{Edit, Repairs};

use super::{Place, findings, fixed, pgn_files, places, positions};

/// The text with the edits, made in the plainest way.
fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = text.to_vec();
    for edit in edits.iter().rev() {
        let (start, end) = (edit.offset as usize, edit.end() as usize);
        out.splice(start..end, edit.text.bytes());
    }
    out
}

/// What is not as promised of the repair of a text.
pub(super) fn broken_promise(text: &[u8], repairs: Repairs) -> Result<(), String> {
    let repaired = fixed(text, repairs);
    let shown = || String::from_utf8_lossy(&repaired.bytes[..repaired.bytes.len().min(2000)]).into_owned();
    if repaired.bytes != edited(text, &repaired.edits) {
        return Err("bytes outside of the edits have changed".to_owned());
    }
    let again = fixed(&repaired.bytes, repairs);
    if !again.edits.is_empty() {
        return Err(format!(
            "it is repaired again: {:?}\n{}",
            &again.edits[..again.edits.len().min(5)],
            shown()
        ));
    }
    let (left, found) = (places(&repaired.findings), places(&findings(&repaired.bytes)));
    if left != found {
        let only = |a: &[Place], b: &[Place]| {
            format!("{:?}", a.iter().filter(|x| !b.contains(x)).take(5).collect::<Vec<_>>())
        };
        return Err(format!(
            "it says that {} is left, and {} is found\n{}",
            only(&left, &found),
            only(&found, &left),
            shown()
        ));
    }
    let (before, after) = (positions(text), positions(&repaired.bytes));
    let same = before.iter().zip(&after).all(|(before, after)| after.starts_with(before));
    if repairs == Repairs::Safe && !(same && before.len() == after.len()) {
        return Err(format!("the games are others\n{}", shown()));
    }
    Ok(())
}

fn fixtures() -> Vec<PathBuf> {
    let mut files = pgn_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks"));
    if let Some(cases) = std::env::var_os("FLAGFALL_CASES") {
        files.extend(pgn_files(&Path::new(&cases).join("pgn")));
    }
    files
}

/// The fixtures whose repairs are not as promised.
fn broken(repairs: Repairs) -> Vec<String> {
    let checked =
        fixtures().into_iter().map(|file| (broken_promise(&fs::read(&file).unwrap(), repairs), file));
    checked.filter_map(|(result, file)| Some(format!("{}: {}\n", file.display(), result.err()?))).collect()
}

#[test]
fn safe_repairs_keep_their_promises_on_every_fixture() {
    let broken = broken(Repairs::Safe);
    assert!(broken.is_empty(), "{}", broken.concat());
}
