//! Faults of the machine: the program is killed while it writes, the disk is full, rights are missing, files change while
//! they are read, memory and files are limited. Nothing is half-written, one line says what, and the status is right.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const GAME: &str = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                    [Result \"*\"]\n\n1. e4 e5 2. Nf6 *\n\n";

const FORMATS: [&str; 7] = ["text", "json", "jsonl", "csv", "sarif", "junit", "github"];

fn games(n: usize) -> String {
    (0..n).map(|n| GAME.replace("\"A\"", &format!("\"A{n}\""))).collect()
}

fn flagfall() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.stdin(Stdio::null());
    command
}

/// Runs `command` of a shell that has set a limit before.
fn limited(limit: &str, here: &Path, args: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_flagfall");
    let line = format!("ulimit {limit} || exit 77; exec {program} {args}");
    Command::new("bash").args(["-c", &line]).current_dir(here).stdin(Stdio::null()).output().unwrap()
}

fn one_line(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.lines().count() == 1 && said.starts_with("error: ") && said.contains(words),
        "{words}: {said}"
    );
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

// --- killed ---

/// A run that waits for more games and has written some.
fn waiting(folder: &Path, ignoring: bool) -> Child {
    let program = env!("CARGO_BIN_EXE_flagfall");
    let trap = if ignoring { "trap '' HUP;" } else { "" };
    let args = "check --quiet --format jsonl --output out.jsonl --write-baseline known.jsonl -";
    let mut child = Command::new("bash")
        .args(["-c", &format!("{trap} exec {program} {args}")])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(games(3000).as_bytes()).unwrap();
    child.stdin = Some(input);
    let began = Instant::now();
    let temporary = || names(folder).iter().filter(|name| name.ends_with(".tmp")).count();
    while temporary() < 2 {
        assert!(began.elapsed() < Duration::from_secs(60), "no temporary files: {:?}", names(folder));
        thread::sleep(Duration::from_millis(5));
    }
    child
}

fn send(child: &Child, signal: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap().success());
}

fn ended(mut child: Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether every program that the tests start ignores a signal: SIGHUP under `nohup`, SIGINT in the background of a script.
fn is_off(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() >> (number - 1) & 1 == 1)
}

#[test]
fn signals_leave_nothing_behind() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        if is_off(number) {
            eprintln!("SKIPPED: SIG{signal} is ignored here");
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("out.jsonl"), "{\"check\":\"old\"}\n").unwrap();
        let child = waiting(folder.path(), false);
        send(&child, signal);
        assert_eq!(ended(child).signal(), Some(number), "{signal}");
        assert_eq!(names(folder.path()), ["out.jsonl"], "{signal}");
        assert_eq!(fs::read_to_string(folder.path().join("out.jsonl")).unwrap(), "{\"check\":\"old\"}\n");
    }
}

#[test]
fn a_signal_that_is_turned_off_stays_off() {
    if !Path::new("/proc/self/status").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut child = waiting(folder.path(), true);
    send(&child, "HUP");
    thread::sleep(Duration::from_millis(50));
    drop(child.stdin.take());
    assert_eq!(ended(child).code(), Some(1));
    assert_eq!(names(folder.path()), ["known.jsonl", "out.jsonl"]);
    assert_eq!(fs::read_to_string(folder.path().join("out.jsonl")).unwrap().lines().count(), 3000);
}

#[test]
fn killed_at_any_moment_a_file_is_old_or_new() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("a.pgn"), games(2000)).unwrap();
    let (old, new) = ("{\"check\":\"old\"}\n", 2000);
    for moment in 0..12u64 {
        fs::write(here.join("out.jsonl"), old).unwrap();
        let mut command = flagfall();
        command.args(["check", "--quiet", "--format", "jsonl", "--output", "out.jsonl", "a.pgn"]);
        let mut child = command.current_dir(here).spawn().unwrap();
        thread::sleep(Duration::from_millis(moment * moment * 3));
        let _ = child.kill();
        child.wait().unwrap();
        let text = fs::read_to_string(here.join("out.jsonl")).unwrap();
        assert!(text == old || text.lines().count() == new, "after {moment}: {} bytes", text.len());
    }
}

#[test]
fn killed_at_any_moment_a_repaired_file_is_old_or_new() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let new = games(2000).replace("2. Nf6", "2. Nf3");
    let old = new.replace("2. Nf3", "2. Ng1-f3");
    for moment in 0..12u64 {
        fs::write(here.join("a.pgn"), &old).unwrap();
        let mut child = flagfall();
        child.args(["check", "--quiet", "--fix", "a.pgn"]).current_dir(here).stdout(Stdio::null());
        let mut child = child.spawn().unwrap();
        thread::sleep(Duration::from_millis(moment * moment * 3));
        let _ = child.kill();
        child.wait().unwrap();
        let text = fs::read_to_string(here.join("a.pgn")).unwrap();
        assert!(text == old || text == new, "after {moment}: {} bytes", text.len());
    }
    // What a signal interrupts is removed; what is killed outright leaves its temporary file behind.
    for name in names(here) {
        assert!(name == "a.pgn" || name.starts_with(".flagfall-"), "{name}");
    }
}

#[test]
fn a_repair_without_room_or_rights_leaves_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let old = games(2000).replace("2. Nf6", "2. Ng1-f3");
    fs::write(folder.path().join("a.pgn"), &old).unwrap();
    let output = limited("-f 64", folder.path(), "check --quiet --fix a.pgn");
    one_line(&output, "a.pgn: not repaired: ");
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), old);
    assert_eq!(names(folder.path()), ["a.pgn"]);
}

// --- no room, no rights ---

#[test]
fn a_full_device_is_one_line() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), games(200)).unwrap();
    for format in FORMATS {
        let mut command = flagfall();
        command.args(["check", "--quiet", "--format", format, "a.pgn", "--output", "/dev/full"]);
        one_line(&command.current_dir(folder.path()).output().unwrap(), "/dev/full: cannot be written: ");
        let mut command = flagfall();
        command.args(["check", "--quiet", "--format", format, "a.pgn"]).current_dir(folder.path());
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command.stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        one_line(&output, "standard output: cannot be written: ");
    }
}

#[test]
fn a_full_disk_keeps_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&disk).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        println!("skipped: no file system can be mounted");
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        fs::write(folder.path().join("a.pgn"), games(2000)).unwrap();
        for name in ["out.jsonl", "known.jsonl"] {
            fs::write(disk.join(name), "{\"check\":\"old\"}\n").unwrap();
        }
        for option in ["--output", "--write-baseline"] {
            let name = if option == "--output" { "out.jsonl" } else { "known.jsonl" };
            let mut command = flagfall();
            command.args(["check", "--quiet", "--format", "jsonl", "a.pgn", option]).arg(disk.join(name));
            let output = command.current_dir(folder.path()).output().unwrap();
            one_line(&output, &format!("{name}: cannot be written: No space"));
            assert_eq!(fs::read_to_string(disk.join(name)).unwrap(), "{\"check\":\"old\"}\n");
            assert_eq!(names(&disk), ["known.jsonl", "out.jsonl"]);
        }
    });
    assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    outcome.unwrap();
}

#[test]
fn no_room_for_temporary_files_is_said_with_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), games(6000)).unwrap();
    let mut command = flagfall();
    command.args(["check", "--quiet", "--format", "junit", "a.pgn"]).current_dir(folder.path());
    one_line(
        &command.env("TMPDIR", "/none/there").output().unwrap(),
        "/none/there: no temporary file (TMPDIR): ",
    );
}

#[test]
fn missing_rights_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAME).unwrap();
    for target in ["/proc/out.jsonl", "/none/out.jsonl", "a.pgn/out.jsonl"] {
        for option in ["--output", "--write-baseline"] {
            let mut command = flagfall();
            command.args(["check", "--quiet", "a.pgn", option, target]).current_dir(folder.path());
            one_line(&command.output().unwrap(), &format!("{target}: cannot be written: "));
        }
    }
    assert_eq!(names(folder.path()), ["a.pgn"]);
}

/// A command that is run without the rights of the superuser; nothing, said aloud, where that cannot be had.
fn without_rights(folder: &Path) -> Option<impl Fn() -> Command> {
    let is_root = rustix::process::geteuid().is_root();
    let here = folder.to_owned();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    let command = move || {
        let mut command = flagfall();
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.current_dir(&here);
        command
    };
    let runs = command().arg("--version").output().is_ok_and(|output| output.status.success());
    if !runs {
        println!("skipped: the program cannot be run by another user than root here");
    }
    runs.then_some(command)
}

/// A user that owns nothing.
const NOBODY: u32 = 65534;

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn what_may_not_be_read_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let Some(command) = without_rights(here) else { return };
    let forbidden = ["a.pgn", "case.toml", "known.jsonl", "rules.toml", "log.csv", "flagfall.toml", "e.trf"];
    for name in forbidden {
        fs::write(here.join(name), GAME).unwrap();
        set_mode(&here.join(name), 0);
    }
    fs::create_dir(here.join("deep")).unwrap();
    fs::write(here.join("deep/b.pgn"), GAME).unwrap();
    for args in [
        &["check", "--no-config", "a.pgn"][..],
        &["check", "--no-config", "deep/b.pgn", "--baseline", "known.jsonl"],
        &["check", "--no-config", "deep/b.pgn", "--ruleset", "./rules.toml"],
        &["check", "--no-config", "deep/b.pgn", "--clock", "log.csv"],
        &["check", "--no-config", "deep/b.pgn", "--config", "flagfall.toml"],
        &["adjudicate", "a.pgn"],
        &["adjudicate", "case.toml"],
        &["adjudicate", "deep/b.pgn", "--clock", "log.csv"],
        &["adjudicate", "deep/b.pgn", "--ruleset", "./rules.toml"],
        &["rule", "resign", "a.pgn", "--by", "white"],
        &["crosstable", "e.trf"],
        &["pairings", "e.trf"],
        &["watch", "--once", "a.pgn"],
    ] {
        let args: Vec<&str> = match args.contains(&"--config") {
            true => args.iter().copied().filter(|arg| *arg != "--no-config").collect(),
            false => args.to_vec(),
        };
        let output = command().args(&args).arg("--quiet").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.starts_with("error: ") && said.contains("ermission denied"), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    }
    // The rest of a folder is read all the same.
    set_mode(&here.join("flagfall.toml"), 0o644);
    fs::write(here.join("flagfall.toml"), "").unwrap();
    fs::create_dir(here.join("locked")).unwrap();
    set_mode(&here.join("locked"), 0);
    let output =
        command().args(["check", "--quiet", "--format", "jsonl", "--no-config", "."]).output().unwrap();
    set_mode(&here.join("locked"), 0o755);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("error: ./a.pgn: permission denied") && said.contains("error: ./locked: permission"),
        "{said}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("deep/b.pgn"));
}

#[test]
fn rights_that_are_taken_away_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let Some(command) = without_rights(here) else { return };
    let old = "{\"check\":\"old\"}\n";
    for (target, mode) in [(".", 0o555), ("a.pgn", 0)] {
        fs::write(here.join("a.pgn"), games(3)).unwrap();
        fs::write(here.join("out.jsonl"), old).unwrap();
        set_mode(&here.join("out.jsonl"), 0o666);
        let mut child = command()
            .args(["check", "--quiet", "--format", "jsonl", "--output", "out.jsonl", "a.pgn", "-"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while !names(here).iter().any(|name| name.ends_with(".tmp")) {
            assert!(began.elapsed() < Duration::from_secs(60), "no temporary file: {:?}", names(here));
            thread::sleep(Duration::from_millis(5));
        }
        // The file is open by now, or it is not: either way there is one outcome.
        set_mode(&here.join(target), mode);
        let mut input = child.stdin.take().unwrap();
        let _ = input.write_all(games(3).replace("\"B\"", "\"C\"").as_bytes());
        drop(input);
        let output = child.wait_with_output().unwrap();
        set_mode(here, 0o777);
        let text = fs::read_to_string(here.join("out.jsonl")).unwrap();
        if target == "." {
            one_line(&output, "out.jsonl: cannot be written: ");
            assert_eq!(text, old, "what was there is kept");
            names(here).iter().filter(|name| name.ends_with(".tmp")).for_each(|name| {
                // Nobody may remove it from a folder that may not be written.
                fs::remove_file(here.join(name)).unwrap();
            });
        } else {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{said}");
            assert_eq!(output.status.code() == Some(2), said.contains("a.pgn: permission denied"), "{said}");
            assert!(text.lines().count() >= 3 && !text.contains("old"), "{text}");
        }
        set_mode(&here.join("a.pgn"), 0o644);
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    for step in 0..4 {
        fs::write(&file, games(3000)).unwrap();
        let mut command = flagfall();
        command.args(["check", "--quiet", "--format", "jsonl", "a.pgn"]).current_dir(folder.path());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        match step {
            0 => fs::File::options().write(true).open(&file).unwrap().set_len(100).unwrap(),
            1 => fs::remove_file(&file).unwrap(),
            2 => fs::write(&file, vec![0xff; 100_000]).unwrap(),
            _ => fs::File::options().append(true).open(&file).unwrap().write_all(GAME.as_bytes()).unwrap(),
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0..=2)) && !said.contains("panicked"), "{step}: {said}");
        for line in output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            serde_json::from_slice::<serde_json::Value>(line).unwrap();
        }
    }
}

// --- limits ---

#[test]
fn the_size_of_files_may_be_limited() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), games(500)).unwrap();
    fs::write(folder.path().join("out.jsonl"), "{\"check\":\"old\"}\n").unwrap();
    let args = "check --quiet --format jsonl a.pgn";
    one_line(
        &limited("-f 4", folder.path(), &format!("{args} --output out.jsonl")),
        "out.jsonl: cannot be written: File too large",
    );
    assert_eq!(fs::read_to_string(folder.path().join("out.jsonl")).unwrap(), "{\"check\":\"old\"}\n");
    one_line(
        &limited("-f 4", folder.path(), &format!("{args} >new")),
        "standard output: cannot be written: File too large",
    );
    assert_eq!(names(folder.path()), ["a.pgn", "new", "out.jsonl"]);
}

#[test]
fn few_files_may_be_open() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..200 {
        fs::write(folder.path().join(format!("{n}.pgn")), GAME.replace("\"A\"", &format!("\"A{n}\"")))
            .unwrap();
    }
    let output = limited("-n 12", folder.path(), "check --quiet --format jsonl --output out.jsonl");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_to_string(folder.path().join("out.jsonl")).unwrap().lines().count(), 200);
    // With too few for the first file, one line says so.
    one_line(&limited("-n 4", folder.path(), "check --quiet 1.pgn --output new"), "1.pgn: cannot be read: ");
}

#[test]
fn more_workers_than_memory_are_not_started() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), games(3000)).unwrap();
    for (limit, jobs) in
        [("-v 200000", "16"), ("-v 300000", "8"), ("-v 400000", "1000000"), ("-c 0", "1000000")]
    {
        let args = format!("check --quiet --format jsonl --jobs {jobs} a.pgn");
        let output = limited(limit, folder.path(), &args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.as_ref()), (Some(1), ""), "{limit}, {jobs} jobs");
        assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 3000);
    }
}

// --- names ---

#[test]
fn a_name_with_line_ends_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let name = |ending: &str| format!("x\n::error file=a::pwned\r\n  y.{ending}");
    for (ending, text) in [
        ("toml", "moves = 3\n"),
        ("pgn", "words\n"),
        ("trf", "012 Open\n"),
        ("csv", "a,b\n"),
        ("rules", "extends = \"fide-2023-blitz\"\nkey = 1\n"),
    ] {
        fs::write(folder.path().join(name(ending)), text).unwrap();
    }
    fs::write(folder.path().join("a.pgn"), GAME).unwrap();
    let two = GAME.repeat(2);
    fs::write(folder.path().join(name("two.pgn")), &two).unwrap();
    for (args, ending) in [
        (&["adjudicate"][..], "toml"),
        (&["adjudicate"], "pgn"),
        (&["adjudicate"], "none"),
        (&["adjudicate", "a.pgn", "--clock"], "csv"),
        (&["adjudicate", "a.pgn", "--ruleset"], "rules"),
        (&["check", "a.pgn", "--ruleset"], "rules"),
        (&["check", "a.pgn", "--clock"], "csv"),
        (&["check", "a.pgn", "--baseline"], "csv"),
        (&["check", "--quiet"], "none"),
        (&["rule", "resign", "--by", "white"], "pgn"),
        (&["crosstable"], "trf"),
        (&["crosstable"], "csv"),
        (&["pairings"], "csv"),
        (&["watch", "--once"], "pgn"),
        (&["rulesets", "show"], "none"),
    ] {
        let name = format!("./{}", name(ending));
        let output = flagfall().args(args).arg(&name).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.lines().count() == 1 && said.starts_with("error: "), "{args:?}: {said}");
        assert!(said.contains(r"x\n::error file=a::pwned\r\n  y."), "{args:?}: {said}");
    }
    let output =
        flagfall().arg("adjudicate").arg(name("two.pgn")).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.lines().count() == 3 && said.lines().all(|line| line.starts_with("error: ")), "{said}");
}

#[test]
fn a_pipe_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rules.toml"), "extends = \"fide-2023-blitz\"\n").unwrap();
    fs::write(folder.path().join("a.pgn"), GAME.replace(" 2. Nf6", "")).unwrap();
    fs::write(folder.path().join("flagfall.toml"), "fail-on = \"never\"\n").unwrap();
    let case = "moves = \"1. e4\"\n[[incident]]\nply = 1\nby = \"white\"\nkind = \"resign\"\n";
    for name in ["a.toml", "b.toml"] {
        fs::write(folder.path().join(name), case).unwrap();
    }
    let program = env!("CARGO_BIN_EXE_flagfall");
    for (line, status) in [
        ("check --quiet a.pgn --ruleset <(cat rules.toml)", 0),
        ("adjudicate a.toml b.toml --ruleset <(cat rules.toml)", 0),
        ("adjudicate a.toml b.toml --compare <(cat rules.toml),fide-2018-blitz", 0),
        ("rule resign --by white --ruleset <(cat rules.toml)", 0),
        ("rule resign --by white <(cat a.pgn)", 0),
        ("adjudicate <(cat a.pgn)", 0),
        ("watch --once - < <(cat a.pgn)", 0),
    ] {
        let line = format!("exec {program} {line}");
        let output = Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.as_ref()), (Some(status), ""), "{line}");
    }
}

// --- arguments ---

#[test]
fn arguments_are_repeated_harmlessly() {
    let hostile = [
        "--x\n::error file=a::pwned",
        "--x\r\n::set-output name=a::b",
        "--\u{9b}2J\u{90}x",
        "--a\u{202e}b\u{2066}c",
        "--x ##[error]pwned",
    ];
    for text in hostile {
        let as_value = format!("--fail-on={text}");
        for args in [
            &["check", text][..],
            &["check", &as_value],
            &[text],
            &["check", "--jobs", text],
            &["mate", text],
        ] {
            let output = flagfall().args(args).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.starts_with("error: "), "{args:?}: {said:?}");
            let bad =
                |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}');
            assert!(!said.contains(bad) && !said.contains("##["), "{args:?}: {said:?}");
            assert!(!said.lines().any(|line| line.trim_start().starts_with("::")), "{args:?}: {said:?}");
        }
    }
}
