//! A stranger's folder: what `flagfall.toml`, links, pipes and devices in it may do, which is nothing to anybody else.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A game with an illegal move (an error) and no Site (a warning).
const GAME: &str = "[Event \"$(touch pwned)\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                    [Result \"*\"]\n\n1. e4 e5 2. Nf6 *\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

fn flagfall(here: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).args(args).current_dir(here).output().unwrap()
}

fn check(here: &Path, args: &[&str]) -> Output {
    flagfall(here, &[&["check", "--quiet", "--format", "jsonl"], args].concat())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn findings(output: &Output) -> usize {
    output.stdout.iter().filter(|byte| **byte == b'\n').count()
}

fn pipe(at: &Path) {
    assert!(Command::new("mkfifo").arg(at).status().unwrap().success());
}

// --- which configuration may set what ---

#[test]
fn a_configuration_below_writes_nothing() {
    let text = "write-baseline = \"../home/.bashrc\"\nfail-on = \"never\"\n";
    let root = folder(&[("home/.bashrc", "precious"), ("pr/flagfall.toml", text), ("pr/a.pgn", GAME)]);
    for (here, path) in [("", "pr"), ("", "pr/a.pgn"), ("home", "../pr")] {
        let output = check(&root.path().join(here), &[path]);
        assert_eq!(fs::read_to_string(root.path().join("home/.bashrc")).unwrap(), "precious");
        let line = said(&output);
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains("pr/flagfall.toml:1:1: write-baseline: not used: "), "{line}");
        // The rest of it counts: fail-on has effect, and the game is checked.
        assert_eq!((output.status.code(), findings(&output)), (Some(0), 2), "{line}");
    }
}

#[test]
fn guarded_keys_below_are_named_and_without_effect() {
    let text = "jobs = 1000000\nmax-game-size = 1\nduplicate-limit = 1\nclock = \"../c.csv\"\nfollow = true\n\
                baseline = \"../known.jsonl\"\nruleset = \"../club.toml\"\n\
                pairings = \"always\"\n";
    let root =
        folder(&[("a/flagfall.toml", text), ("a/a.pgn", GAME), ("club.toml", "extends = \"uscf-7\"\n")]);
    let known = check(root.path(), &["--no-config", "--write-baseline", "known.jsonl", "a"]);
    assert_eq!(findings(&known), 2);
    let output = check(root.path(), &["a"]);
    let lines = said(&output);
    for (number, key) in
        ["jobs", "max-game-size", "duplicate-limit", "clock", "follow", "baseline", "ruleset", "pairings"]
            .iter()
            .enumerate()
    {
        let place = format!("a/flagfall.toml:{}:", number + 1);
        let named = |line: &&str| line.contains(&place) && line.contains(&format!(" {key}: not used: "));
        assert_eq!(lines.lines().filter(named).count(), 1, "{key}: {lines}");
    }
    assert_eq!((lines.lines().count(), findings(&output), output.status.code()), (8, 2, Some(1)), "{lines}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"ruleset\":\"fide-"));
    // What sets a bound may be said anywhere.
    fs::write(root.path().join("a/flagfall.toml"), "pairings = \"never\"\nplanned-rounds = 9\n").unwrap();
    assert_eq!(said(&check(root.path(), &["a"])), "");
    // In its own folder the same configuration counts, and with --config.
    fs::write(root.path().join("a/flagfall.toml"), "baseline = \"../known.jsonl\"\n").unwrap();
    for (here, args) in [("a", &[][..]), ("", &["--config", "a/flagfall.toml", "a"])] {
        let output = check(&root.path().join(here), args);
        assert_eq!((findings(&output), output.status.code(), said(&output)), (0, Some(0), String::new()));
    }
}

#[test]
fn a_configuration_below_reads_what_lies_beside_it() {
    let club = "extends = \"fide-2018-blitz\"\ntitle = \"Club\"\n";
    let root = folder(&[
        ("a/flagfall.toml", "ruleset = \"rules/club.toml\"\nbaseline = \"lists/known.jsonl\"\n"),
        ("a/rules/club.toml", club),
        ("a/a.pgn", GAME),
        ("a/lists/known.jsonl", ""),
    ]);
    let known = ["--no-config", "--select", "missing-tag", "--write-baseline", "a/lists/known.jsonl", "a"];
    assert_eq!(findings(&check(root.path(), &known)), 1);
    let output = check(root.path(), &["a"]);
    assert_eq!(said(&output), "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains("missing-tag") && text.contains("\"ruleset\":\"club\""), "{text}");
    // A ruleset there that extends one from elsewhere is not used.
    fs::write(root.path().join("outside.toml"), "secret = 1\n").unwrap();
    fs::write(root.path().join("a/rules/club.toml"), "extends = \"../../outside.toml\"\n").unwrap();
    let output = check(root.path(), &["a"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("is outside of the folder") && !said(&output).contains("secret"),
        "{}",
        said(&output)
    );
    // Nor through a link.
    fs::remove_file(root.path().join("a/rules/club.toml")).unwrap();
    symlink("../../outside.toml", root.path().join("a/rules/club.toml")).unwrap();
    let output = check(root.path(), &["a"]);
    assert!(said(&output).contains("ruleset: not used: ") && findings(&output) == 1, "{}", said(&output));
}

#[test]
fn a_baseline_that_a_configuration_writes_stays_in_its_folder() {
    let root =
        folder(&[("club/a.pgn", GAME), ("club/in/b.pgn", GAME), ("out.jsonl", ""), ("club/notes", "mine")]);
    let club = root.path().join("club");
    symlink("../out.jsonl", club.join("link.jsonl")).unwrap();
    symlink("..", club.join("up")).unwrap();
    pipe(&club.join("pipe"));
    let write = |path: &str| {
        fs::write(club.join("flagfall.toml"), format!("write-baseline = \"{path}\"\n")).unwrap();
        check(&club, &[])
    };
    for path in
        ["../out.jsonl", "../new.jsonl", "link.jsonl", "up/new.jsonl", "in/../../new.jsonl", "notes", "pipe"]
    {
        let output = write(path);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(
            said(&output).contains(path.rsplit('/').next().unwrap())
                || said(&output).contains("flagfall.toml:1")
        );
        assert_eq!(said(&output).lines().count(), 1, "{path}: {}", said(&output));
    }
    assert_eq!(fs::read_to_string(root.path().join("out.jsonl")).unwrap(), "");
    assert!(!root.path().join("new.jsonl").exists());
    assert_eq!(fs::read_to_string(club.join("notes")).unwrap(), "mine");
    for path in ["known.jsonl", "known.jsonl", "in/known.jsonl"] {
        assert_eq!(write(path).status.code(), Some(1), "{path}");
        assert_eq!(fs::read_to_string(club.join(path)).unwrap().lines().count(), 5, "{path}");
    }
}

#[test]
fn configurations_are_named_or_left_out() {
    let root = folder(&[
        ("flagfall.toml", "ignore = \"missing-tag\"\n"),
        ("other.toml", "ignore = \"illegal-move\"\n"),
        ("a/flagfall.toml", "fail-on = \"never\"\n"),
        ("a/a.pgn", GAME),
    ]);
    let found = |args: &[&str]| {
        let output = check(root.path(), args);
        (output.status.code(), findings(&output), said(&output).lines().count())
    };
    assert_eq!(found(&["a"]), (Some(0), 2, 0));
    assert_eq!(found(&["--no-config", "a"]), (Some(1), 2, 0));
    assert_eq!(found(&["--config", "other.toml", "a"]), (Some(0), 1, 0));
    assert_eq!(found(&["--config", "none.toml", "a"]), (Some(2), 0, 1));
    assert_eq!(check(root.path(), &["--config", "other.toml", "--no-config", "a"]).status.code(), Some(2));
}

#[test]
fn a_configuration_of_another_user_does_not_count() {
    let root = folder(&[("a/flagfall.toml", "fail-on = \"never\"\n"), ("a/a.pgn", GAME)]);
    let file = root.path().join("a/flagfall.toml");
    if fs::metadata(&file).unwrap().uid() != 0 || std::os::unix::fs::chown(&file, Some(12345), None).is_err()
    {
        println!("skipped: only the administrator can give files away");
        return;
    }
    let output = check(root.path(), &["a"]);
    assert_eq!((output.status.code(), findings(&output)), (Some(1), 2));
    let line = said(&output);
    assert!(line.contains("a/flagfall.toml: not used, because it belongs to user 12345"), "{line}");
    // The next one above counts then.
    fs::write(root.path().join("flagfall.toml"), "fail-on = \"never\"\n").unwrap();
    assert_eq!(check(root.path(), &["a"]).status.code(), Some(0));
    // Named, it was chosen by the user.
    assert_eq!(said(&check(root.path(), &["--config", "a/flagfall.toml", "a"])), "");
}

#[test]
fn a_configuration_that_cannot_be_read_is_status_2() {
    let zeros = |at: &Path| symlink("/dev/zero", at).unwrap();
    let long = |at: &Path| fs::write(at, "# a line\n".repeat(200_000)).unwrap();
    let binary = |at: &Path| fs::write(at, b"quiet = \"\xff\"").unwrap();
    let folder_there = |at: &Path| fs::create_dir(at).unwrap();
    type Make<'m> = &'m dyn Fn(&Path);
    let make: [(Make<'_>, &str); 5] = [
        (&pipe, "not a regular file"),
        (&zeros, "not a regular file"),
        (&long, "larger than the limit of 1 MiB"),
        (&binary, "not UTF-8"),
        (&folder_there, "not a regular file"),
    ];
    for (make, words) in make {
        let root = folder(&[("a.pgn", GAME)]);
        make(&root.path().join("flagfall.toml"));
        let output = check(root.path(), &["a.pgn"]);
        let line = said(&output);
        assert_eq!((output.status.code(), findings(&output)), (Some(2), 2), "{line}");
        assert!(
            line.lines().count() == 1 && line.contains("flagfall.toml: ") && line.contains(words),
            "{line}"
        );
    }
}

#[test]
fn unknown_keys_are_listed_in_part() {
    let keys: String = (0..5_000).map(|n| format!("k{n} = 1\n")).collect();
    let root = folder(&[("flagfall.toml", &keys), ("a.pgn", GAME)]);
    let output = check(root.path(), &["a.pgn"]);
    let lines = said(&output);
    assert_eq!((output.status.code(), lines.lines().count()), (Some(2), 21));
    assert!(lines.ends_with("flagfall.toml: 4980 more faults\n"), "{lines}");
}

// --- reads with an end ---

#[test]
fn files_that_are_named_have_limits() {
    let root = folder(&[("a.pgn", GAME)]);
    for args in [
        &["--baseline", "/dev/zero", "a.pgn"][..],
        &["--clock", "/dev/zero", "a.pgn"],
        &["--ruleset", "/dev/zero", "a.pgn"],
        &["--config", "/dev/zero", "a.pgn"],
    ] {
        let output = check(root.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let line = said(&output);
        assert!(line.contains("/dev/zero") && line.contains("limit of "), "{args:?}: {line}");
    }
    // A case of 10,000 incidents has room several times over; the tables of a larger one would fill the memory.
    let incident = "[[incident]]\nply = 1\nby = \"white\"\nkind = \"draw-offer\"\n";
    fs::write(root.path().join("large.toml"), incident.repeat((4 << 20) / incident.len() + 1)).unwrap();
    let output = flagfall(root.path(), &["adjudicate", "large.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("large.toml: larger than the limit of 4 MiB"), "{}", said(&output));
    let zeros = fs::File::open("/dev/zero").unwrap();
    let mut mate = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    let output = mate.args(["mate", "--format", "json", "-"]).stdin(zeros).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let answers: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answers[0]["error"].as_str().unwrap().contains("more than 4096 bytes"), "{answers}");
}

#[test]
fn names_in_files_lead_to_regular_files_alone() {
    for target in ["/dev/zero", "pipe"] {
        let root = folder(&[("a.pgn", GAME), ("club.toml", "extends = \"there\"\n")]);
        pipe(&root.path().join("pipe"));
        symlink(target, root.path().join("there")).unwrap();
        for text in ["baseline = \"there\"\n", "clock = \"there\"\n", "ruleset = \"./there\"\n"] {
            fs::write(root.path().join("flagfall.toml"), text).unwrap();
            let output = check(root.path(), &["a.pgn"]);
            assert_eq!(output.status.code(), Some(2), "{text}");
            assert!(said(&output).contains("not a regular file"), "{text}: {}", said(&output));
        }
        let output = flagfall(root.path(), &["rulesets", "check", "club.toml"]);
        assert!(said(&output).contains("extends `there`: not a regular file"), "{}", said(&output));
    }
}

#[test]
fn pipes_and_logs_from_elsewhere_are_not_read_in_a_folder() {
    let root = folder(&[("in/a.pgn", GAME), ("secret", "first line of a secret\n")]);
    pipe(&root.path().join("in/b.pgn"));
    symlink("../secret", root.path().join("in/a.clock.csv")).unwrap();
    let output = check(root.path(), &["in"]);
    assert_eq!(output.status.code(), Some(2));
    let line = said(&output);
    assert!(
        line.contains("in/a.clock.csv: is outside of the folder") && !line.contains("secret\n"),
        "{line}"
    );
}

// --- rulesets that extend one another ---

#[test]
fn chains_of_rulesets_have_an_end() {
    let root = folder(&[("d/x.toml", "extends = \"../d/x.toml\"\n")]);
    for n in 0..2_000 {
        let text = format!("extends = \"r{}.toml\"\n", n + 1);
        fs::write(root.path().join(format!("r{n}.toml")), text).unwrap();
    }
    for (path, words) in [("r0.toml", "more than 32 files extend one another"), ("d/x.toml", "forms a cycle")]
    {
        let output = flagfall(root.path(), &["rulesets", "check", path]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(said(&output).contains(words), "{path}: {}", said(&output));
        fs::write(root.path().join("a.pgn"), GAME).unwrap();
        fs::write(root.path().join("flagfall.toml"), format!("ruleset = \"{path}\"\n")).unwrap();
        let output = check(root.path(), &["a.pgn"]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(said(&output).contains(words), "{path}: {}", said(&output));
    }
    let output = flagfall(&root.path().join("d"), &["rulesets", "check", "x.toml"]);
    assert!(said(&output).contains("forms a cycle"), "{}", said(&output));
}

// --- links in folders ---

#[test]
fn links_lead_no_further_than_the_folder() {
    let root = folder(&[("in/a.pgn", GAME), ("out/b.pgn", GAME), ("in/.kept/c.pgn", GAME)]);
    symlink("../out", root.path().join("in/folder")).unwrap();
    symlink("../out/b.pgn", root.path().join("in/file.pgn")).unwrap();
    symlink("a.pgn", root.path().join("in/same.pgn")).unwrap();
    symlink(".kept", root.path().join("in/kept")).unwrap();
    symlink("/", root.path().join("in/machine")).unwrap();
    let files = |args: &[&str]| {
        let base = ["--select", "illegal-move", "--ignore", "duplicate-game"];
        let output = check(root.path(), &[&base[..], args].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        let name = |line: &str| line.split('"').nth(3).unwrap().to_owned();
        text.lines().map(name).collect::<Vec<_>>()
    };
    assert_eq!(files(&["in"]), ["in/a.pgn", "in/kept/c.pgn", "in/same.pgn"]);
    fs::remove_file(root.path().join("in/machine")).unwrap();
    let all = ["in/a.pgn", "in/file.pgn", "in/folder/b.pgn", "in/kept/c.pgn", "in/same.pgn"];
    assert_eq!(files(&["--follow", "in"]), all);
    // The user may name any link.
    assert_eq!(files(&["in/file.pgn", "in/folder"]), ["in/file.pgn", "in/folder/b.pgn"]);
    let output = flagfall(root.path(), &["check", "in"]);
    assert!(said(&output).contains("note: 2 symbolic links lead out of the folder"), "{}", said(&output));
}

#[test]
fn folders_that_are_linked_to_each_other_are_read_once() {
    let root = folder(&[]);
    for a in 0..7 {
        let here = root.path().join(format!(".f{a}"));
        fs::create_dir(&here).unwrap();
        fs::write(here.join("a.pgn"), GAME.replace("\"A\"", &format!("\"A{a}\""))).unwrap();
        symlink(format!(".f{a}"), root.path().join(format!("f{a}"))).unwrap();
        for b in 0..7 {
            symlink(format!("../.f{b}"), here.join(format!("to{b}"))).unwrap();
        }
    }
    for args in [&["--select", "illegal-move"][..], &["--select", "illegal-move", "--follow"]] {
        assert_eq!(findings(&check(root.path(), args)), 7, "{args:?}");
    }
}
