//! Which files a path gives, and in which order.

use super::*;

fn names(path: &Path) -> Vec<String> {
    let prefix = format!("{}/", path.display());
    inputs(path, false)
        .map(|i| i.map_or_else(|e| e.to_string(), |i| i.name.replacen(&prefix, "", 1)))
        .collect()
}

#[test]
fn a_folder_gives_chess_files_by_name() {
    let folder = Folder::new();
    for name in [
        "b.pgn",
        "a/z.PGN",
        "a/b/c.trf",
        "a.pgn.zst",
        "notes.md",
        ".hidden/x.pgn",
        ".x.pgn",
        "b.clock.csv",
        "b.incidents.csv",
        "b.expected.json",
        "table.csv",
        "ignored.pgn",
        ".gitignore",
        "pack.zip",
    ] {
        folder.write(name, "ignored.pgn\n");
    }
    let found = names(folder.path());
    assert_eq!(found, ["a/b/c.trf", "a/z.PGN", "a.pgn.zst", "b.pgn", "ignored.pgn", "pack.zip", "table.csv"]);
}

#[test]
fn a_file_named_outright_is_always_read() {
    let folder = Folder::new();
    for name in [".hidden", "b.clock.csv", "games.old"] {
        let seen = read(&folder.write(name, GAME));
        assert_eq!(text_of(&seen, name), GAME.as_bytes(), "{name}");
    }
}

#[test]
fn names_are_the_paths_as_given() {
    let folder = Folder::new();
    folder.write("x/a.pgn", GAME);
    let given = format!("{}/x/../x/", folder.path().display());
    let seen = read(Path::new(&given));
    assert_eq!(seen[0].name, format!("{given}a.pgn"));
}

#[test]
fn what_cannot_be_read_is_one_error_and_the_rest_goes_on() {
    let folder = Folder::new();
    let good = folder.write("good.pgn", GAME);
    let missing = folder.path().join("missing.pgn");
    let seen = read_with(&[&missing, &good], &Options::default());
    assert_eq!(errors(&seen), [(missing.display().to_string(), Problem::NotFound)]);
    assert_eq!(text_of(&seen, "good.pgn"), GAME.as_bytes());
    let error = SourceError { name: "missing.pgn".to_owned(), problem: Problem::NotFound };
    assert_eq!(error.to_string(), "missing.pgn: no such file or folder; check the path");
}

#[test]
fn empty_and_blank_files_are_no_errors() {
    let folder = Folder::new();
    for (name, bytes) in
        [("a.pgn", ""), ("b.pgn", " \r\n\t\n"), ("c.csv", "\n"), ("d", "\u{feff}\n"), ("e.trf", "")]
    {
        let path = folder.write(name, bytes);
        assert_eq!(read(&path)[0].what, What::Blank, "{name}");
    }
    assert_eq!(errors(&read(folder.path())), []);
}

#[test]
fn what_is_not_recognised() {
    let folder = Folder::new();
    let text = folder.write("in/notes.txt", "Buy milk.");
    let unknown = |path: &Path| vec![(path.display().to_string(), Problem::Unrecognised)];
    assert_eq!(errors(&read(&text)), unknown(&text));
    // In a folder an unrecognised text file is skipped, but a folder with nothing else in it is an error.
    let inside = folder.path().join("in");
    assert_eq!(errors(&read(&inside)), unknown(&inside));
    let table = folder.write("in/event.trf", "Buy milk.");
    assert_eq!(errors(&read(&inside)), unknown(&table));
    folder.write("in/event.trf", "012 Open\n");
    folder.write("in/games.txt", GAME);
    let seen = read(&inside);
    assert_eq!(errors(&seen), []);
    assert_eq!(text_of(&seen, "event.trf"), b"012 Open\n");
    assert_eq!(text_of(&seen, "games.txt"), GAME.as_bytes());
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert_eq!(errors(&read(&empty)), unknown(&empty));
}

#[test]
fn a_clock_log_beside_a_game() {
    let folder = Folder::new();
    let log = folder.write("a.clock.csv", "");
    for name in ["a.pgn", "a.PGN", "a.pgn.gz"] {
        let path = Some(folder.write(name, ""));
        let file = File {
            name: name.to_owned(),
            path,
            member: false,
            outright: true,
            ordinal: 0,
            utf16: false,
            decoded: None,
            packed: false,
            stamp: None,
        };
        assert_eq!(file.clock_log(), Some(log.clone()), "{name}");
        assert_eq!(File { member: true, ..file }.clock_log(), None);
    }
    let path = Some(folder.write("b.pgn", ""));
    let file = File {
        name: "b.pgn".to_owned(),
        path,
        member: false,
        outright: true,
        ordinal: 0,
        utf16: false,
        decoded: None,
        packed: false,
        stamp: None,
    };
    assert_eq!(file.clock_log(), None);
}

#[test]
fn result_files_have_a_limit() {
    let folder = Folder::new();
    let path = folder.write("a.trf", "012 ".repeat(1000));
    let small = Options { whole_limit: 3999, batch_size: 100, ..Options::default() };
    assert_eq!(errors(&read_with(&[&path], &small)).len(), 1);
    let enough = Options { whole_limit: 4000, batch_size: 100, ..Options::default() };
    assert_eq!(read_with(&[&path], &enough)[0].what, What::Whole("012 ".repeat(1000).into_bytes(), false));
    assert_eq!(read_whole(&path, 4000, Chosen::Outright).unwrap().len(), 4000);
    assert_eq!(read_whole(&path, 3999, Chosen::Outright).unwrap_err().problem, Problem::OverLimit(3999));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_loops_are_harmless() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("a/game.pgn", GAME);
    symlink(folder.path(), folder.path().join("a/loop")).unwrap();
    symlink(folder.path().join("a/game.pgn"), folder.path().join("b.pgn")).unwrap();
    symlink("nowhere", folder.path().join("c.pgn")).unwrap();
    symlink("nowhere", folder.path().join("d")).unwrap();
    let seen = read(folder.path());
    assert_eq!(seen.iter().filter(|s| matches!(s.what, What::Games { .. })).count(), 2);
    assert_eq!(errors(&seen), [(format!("{}/c.pgn", folder.path().display()), Problem::NotFound)]);
}
