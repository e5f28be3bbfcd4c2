//! The doors that `fuzz/` tries with any bytes, tried here with a few: inputs that once failed, and files of `fixtures/` with some of
//! their bytes changed.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

#[allow(unreachable_pub, dead_code, clippy::indexing_slicing)]
#[path = "../../fuzz/src/doors/mod.rs"]
mod doors;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every input that is kept under `fuzz/inputs/DOOR`.
#[test]
fn inputs_that_failed_once_fail_no_more() {
    for (name, door) in doors::DOORS {
        let Ok(kept) = fs::read_dir(root().join("fuzz/inputs").join(name)) else { continue };
        for path in kept.map(|entry| entry.unwrap().path()) {
            println!("{}", path.display());
            door(&fs::read(path).unwrap());
        }
    }
}

/// Files below a folder with one of these endings.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name().into_iter();
    let files = walk.map(|entry| entry.unwrap().into_path());
    files.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

/// A file, changed in a few places: bytes replaced by others of their kind, parts taken out or doubled.
fn changed(files: Vec<PathBuf>, alphabet: &'static [u8]) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), 0..4u8, prop::sample::select(alphabet.to_vec()), 1..40usize);
    (prop::sample::select(files), prop::collection::vec(change, 0..8)).prop_map(|(file, changes)| {
        let mut text = fs::read(file).unwrap();
        for (at, what, byte, length) in changes {
            let at = at.index(text.len().max(1)).min(text.len());
            let end = (at + length).min(text.len());
            match what {
                0 => text.insert(at, byte),
                1 => drop(text.splice(at..end, [byte])),
                2 => drop(text.drain(at..end)),
                _ => {
                    let part = text[at..end].to_vec();
                    drop(text.splice(at..at, part));
                }
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Findings lie in the file and on characters; cuts between games, comments, glyphs, variations and blanks change nothing.
    #[test]
    fn games(text in changed(files("fixtures/checks", ".pgn"), b" \n\r{}()[]\"%;*$!?.#+=-x1234567890abcdefghNBRQKOo\xc3\xa9")) {
        doors::games::run(&text);
    }

    /// What is written as a report file is read as the same event.
    #[test]
    fn report_files(text in changed(files("fixtures/events", ".trf"), b" 0123456789wb-+=*UHFZ\n\t.\xc3\xa9")) {
        doors::event::trf(&text);
    }

    #[test]
    fn tables(text in changed(files("fixtures/events", ".csv"), b" ,;\"\n0123456789wbWDLXF=+-")) {
        doors::event::csv(&text);
    }

    /// Rulings are the same twice.
    #[test]
    fn cases(text in changed(files("fixtures/rulings", ".toml"), b" \n=\"'[]#0123456789abcdefghNBRQK-_.:")) {
        doors::case::run(&text);
    }

    #[test]
    fn rulesets(text in changed(files("rulesets", ".toml"), b" \n=\"'[]{}#0123456789abcdefgh-_.,")) {
        doors::ruleset::run(&text);
    }

    /// A baseline knows what it was written from, and nothing more.
    #[test]
    fn baselines(text in changed(files("fixtures/checks", ".pgn"), b" \n{}()[]\"*0123456789abcdefghNBRQKO")) {
        doors::baseline::run(&[b"{\"check\":\"syntax\"}", doors::PART.as_bytes(), &text].concat());
    }

    /// One job and two, large batches and small, see the same.
    #[test]
    fn sources(text in changed(files("fixtures/checks", ".pgn"), b" \n\r{}[]\"*0123456789abcdefgh")) {
        doors::source::run(&text.repeat(20));
    }
}
