//! The manual of rulings knows every decision that comes out, whatever the ruleset.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use flagfall::case::{Case, Loaded};
use flagfall::ruleset::Library;
use flagfall::rulings::{Decision, Session, adjudicate, manual};

/// The case's own, and two in which most else is different.
const RULESETS: [Option<&str>; 3] = [None, Some("fide-2009-rapid"), Some("uscf-7-blitz")];

fn cases() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings");
    let files = walkdir::WalkDir::new(own).sort_by_file_name().into_iter().flatten();
    files
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect()
}

#[test]
fn every_decision_that_comes_out_is_in_the_manual() {
    let library = Library::built_in();
    let mut unknown = BTreeSet::new();
    for path in cases() {
        let folder = path.parent().unwrap();
        let load = |named: &str| -> Result<Loaded, String> {
            let bytes = std::fs::read(folder.join(named)).map_err(|why| why.to_string())?;
            Ok(Loaded { name: named.into(), bytes })
        };
        let name: Arc<str> = path.display().to_string().into();
        let case = Case::parse(&name, &std::fs::read_to_string(&path).unwrap(), &load).unwrap();
        for ruleset in RULESETS {
            let session = Session {
                library: &library,
                read: &|path| std::fs::read_to_string(path),
                today: NaiveDate::from_ymd_opt(2026, 9, 1).unwrap(),
                ruleset,
                time_control: None,
                supervision: None,
            };
            let Ok(ruled) = adjudicate(&case, &name, &session) else { continue };
            for ruling in ruled.rulings {
                // After the end of the game everything stands.
                let known = ruling.decision == Decision::Stands
                    || manual::entry(ruling.kind)
                        .is_some_and(|entry| entry.decisions.contains(&ruling.decision));
                if !known {
                    unknown.insert(format!(
                        "{} {} ({})",
                        ruling.kind,
                        ruling.decision.word(),
                        path.display()
                    ));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}
