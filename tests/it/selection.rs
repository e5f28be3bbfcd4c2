//! `--select`: a check finds the same by itself as with all others, although games are then replayed only as far as needed.

use std::path::PathBuf;
use std::sync::Arc;

use chrono::NaiveDate;
use flagfall::checks::{ALL, Check, Checker, On, Piece, Settings};
use walkdir::WalkDir;

fn games() -> impl Iterator<Item = PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    files.map(walkdir::DirEntry::into_path).filter(|path| path.extension().is_some_and(|end| end == "pgn"))
}

/// Two checkers with one check: the first replays games as far as needed, the second all of them.
fn checkers(check: &'static Check) -> [Checker; 2] {
    let today = NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    let settings = Arc::new(Settings { selected: vec![check], ..Settings::automatic(today) });
    [Checker::new(Arc::clone(&settings)), Checker::new(settings)]
}

#[test]
fn a_check_of_the_text_needs_no_replay() {
    let on_text = ALL.iter().filter(|check| matches!(check.on, On::Sheet(_)));
    let mut on_text: Vec<(&str, [Checker; 2])> = on_text.map(|check| (check.id, checkers(check))).collect();
    assert!(on_text.iter().any(|(id, _)| *id == "missing-tag"));
    let (mut files, mut findings) = (0, 0);
    for path in games() {
        let text = std::fs::read(&path).unwrap();
        let file: Arc<str> = path.to_string_lossy().into();
        let piece =
            Piece { file: &file, text: &text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
        files += 1;
        for (id, [as_needed, all]) in &mut on_text {
            let found = as_needed.check(&piece).findings;
            // With a callback for every game all of them are replayed.
            let replayed = all.check_seen(&piece, &mut |_, _| {}).findings;
            assert_eq!(format!("{found:?}"), format!("{replayed:?}"), "{id} {file}");
            findings += found.len();
        }
    }
    assert!(files > 100 && findings > 50, "{files} files, {findings} findings");
}
