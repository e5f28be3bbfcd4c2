//! `flagfall watch` as a program: a file that is rewritten, a folder, standard input, and how it ends.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

/// From write to alert at the default pace.
const SOON: Duration = Duration::from_millis(1500);

fn watch(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.arg("watch").args(args).args(["--format", "jsonl"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn lines(child: &mut Child) -> Receiver<Value> {
    let (send, receive) = channel();
    let out = child.stdout.take().unwrap();
    std::thread::spawn(move || {
        BufReader::new(out)
            .lines()
            .try_for_each(|line| send.send(serde_json::from_str(&line.unwrap()).unwrap()))
    });
    receive
}

fn game(moves: &str) -> String {
    format!("[White \"Doe\"]\n[Black \"Roe\"]\n[Round \"1.1\"]\n\n{moves}\n")
}

fn once(path: &Path) -> (Option<i32>, Vec<Value>) {
    let output = watch(&[path.to_str().unwrap(), "--once"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn once_has_the_status_of_check() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    for (moves, status, alerts) in
        [("1. e4 *", 0, 0), ("1. e4 e5 2. Ke3 *", 1, 1), ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *", 0, 1)]
    {
        std::fs::write(&path, game(moves)).unwrap();
        let (code, told) = once(&path);
        assert_eq!((code, told.len()), (Some(status), alerts), "{moves}");
    }
    assert_eq!(once(&folder.path().join("none.pgn")).0, Some(2));
}

/// What `--once` says that it cannot read, and its status.
fn unread(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = watch(&[args, &["--once"]].concat());
    let output = command.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn once_names_what_holds_no_game_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("a.csv", "round,white\n1\n");
    write("a.toml", "ruleset = \n[[incident\n");
    write("words.pgn", "Dear all,\nplease find the games\n");
    write("empty.pgn", " \n");
    write("good.pgn", &game("1. e4 e5 2. Ke3 *"));
    for (name, why) in [
        ("a.csv", "no game is recognised in it"),
        ("a.toml", "no game is recognised in it"),
        ("words.pgn", "no game is recognised in it"),
        ("empty.pgn", "it is empty"),
        ("none.pgn", "no such file"),
    ] {
        let (status, said) = unread(folder.path(), &[name]);
        assert_eq!(status, Some(2), "{name}: {said}");
        assert!(said.starts_with(&format!("error: {name}: {why}")) && said.lines().count() == 1, "{said}");
    }
    // The others are read all the same; a header alone is a game that has not begun.
    write("header.pgn", "[White \"A\"]\n[Black \"B\"]\n");
    let output =
        watch(&["a.csv", "good.pgn", "header.pgn", "--once"]).current_dir(folder.path()).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), false));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    // In a folder an empty file is a round that has not begun, and other formats are not watched.
    std::fs::remove_file(folder.path().join("words.pgn")).unwrap();
    assert_eq!(unread(folder.path(), &["."]), (Some(1), String::new()));
}

#[cfg(unix)]
#[test]
fn a_folder_gives_regular_files_inside_it() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.pgn"), game("1. e4 e5 2. Ke3 *")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::write(root.join("good.pgn"), game("1. e4 *")).unwrap();
    std::os::unix::fs::symlink("good.pgn", root.join("same.pgn")).unwrap();
    std::os::unix::fs::symlink(root, root.join("round")).unwrap();
    assert!(Command::new("mkfifo").arg(root.join("pipe.pgn")).status().unwrap().success());
    assert_eq!(unread(root, &["."]), (Some(0), String::new()));
    // A pipe that is named is not waited for either: it cannot be read again.
    let (status, said) = unread(root, &["pipe.pgn"]);
    assert!(status == Some(2) && said.contains("pipe.pgn: not a regular file"), "{said}");
    let (status, said) = unread(root, &["/dev/zero"]);
    assert!(status == Some(2) && said.contains("/dev/zero: not a regular file"), "{said}");
    std::os::unix::fs::symlink(outside.path().join("secret.pgn"), root.join("out.pgn")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", root.join("endless.pgn")).unwrap();
    let (status, said) = unread(root, &["."]);
    // As in `check`, what a link leads to is read where it is a file of the folder.
    assert_eq!((status, said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains("out.pgn: a symbolic link that leads out of the folder"), "{said}");
    let large = std::fs::File::create(outside.path().join("large.pgn")).unwrap();
    large.set_len((256 << 20) + 1).unwrap();
    let (status, said) = unread(outside.path(), &["large.pgn"]);
    assert!(status == Some(2) && said.contains("larger than the limit of 256 MiB"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_rewritten_is_told_of_soon_and_a_signal_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = watch(&[folder.path().to_str().unwrap()]).spawn().unwrap();
    let alerts = lines(&mut child);
    std::thread::sleep(Duration::from_millis(500));
    let path = folder.path().join("late.pgn");
    std::fs::write(&path, game("1. e4 e5 *")).unwrap();
    std::thread::sleep(Duration::from_millis(1200));
    let fresh = folder.path().join("late.tmp");
    std::fs::write(&fresh, game("1. e4 e5 2. Ke3 *")).unwrap();
    std::fs::rename(&fresh, &path).unwrap();
    let written = Instant::now();
    let alert = alerts.recv_timeout(Duration::from_secs(20)).unwrap();
    // A loaded machine gets more; the pace itself is at most a second.
    assert!(written.elapsed() < SOON * 4, "{:?}", written.elapsed());
    assert_eq!((alert["alert"].as_str(), alert["white"].as_str()), (Some("illegal-move"), Some("Doe")));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn standard_input_is_told_of_as_it_comes_and_ends_with_0() {
    let mut child = watch(&["-"]).spawn().unwrap();
    let alerts = lines(&mut child);
    let mut input = child.stdin.take().unwrap();
    let text = game("1. e4 e5 2. Ke3 *");
    input.write_all(text.as_bytes()).unwrap();
    input.flush().unwrap();
    assert_eq!(alerts.recv_timeout(Duration::from_secs(20)).unwrap()["alert"], "illegal-move");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn it_ends_when_no_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    std::fs::write(&path, game("1. e4 e5 1-0")).unwrap();
    let status = watch(&[path.to_str().unwrap(), "--until-over"]).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn alerts_are_appended_to_a_file_of_alerts_and_to_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let (games, out) = (folder.path().join("a.pgn"), folder.path().join("alerts.jsonl"));
    std::fs::write(&games, game("1. e4 e5 2. Ke3 *")).unwrap();
    let run = |out: &Path| {
        watch(&[games.to_str().unwrap(), "--once", "--output", out.to_str().unwrap()])
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!((run(&out), run(&out)), (Some(1), Some(1)));
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 2);
    assert_eq!(run(&games), Some(2));
    let other = folder.path().join("notes.txt");
    std::fs::write(&other, "my notes\n").unwrap();
    assert_eq!(run(&other), Some(2));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "my notes\n");
}

/// The status and what is said on standard error.
fn refused(args: &[&str]) -> (Option<i32>, String) {
    let output = watch(args).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn unknown_alerts_are_refused_with_the_nearest() {
    let (status, said) = refused(&["a.pgn", "--select", "claim-threefolt"]);
    assert!(status == Some(2) && said.contains("claim-threefold"), "{said}");
}

#[cfg(not(feature = "net"))]
#[test]
fn a_build_without_addresses_says_which_one_has_them() {
    let (status, said) = refused(&["https://example.org/a.pgn"]);
    assert!(
        status == Some(2) && said.contains("cargo install --locked --path . --profile dist --features net"),
        "{said}"
    );
}

/// A server for one connection, which answers with a text. Its port, and what it was asked.
#[cfg(feature = "net")]
fn server(answer: String) -> (u16, Receiver<String>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, (send, asked)) = (listener.local_addr().unwrap().port(), channel());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut first = String::new();
            BufReader::new(stream.try_clone().unwrap()).read_line(&mut first).unwrap();
            send.send(first).unwrap();
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    (port, asked)
}

#[cfg(feature = "net")]
#[test]
fn an_address_is_read_and_a_signal_ends_it() {
    let text = game("1. e4 e5 2. Ke3 *");
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length:";
    let (port, _asked) = server(format!("{head} {}\r\n\r\n{text}", text.len()));
    let address = format!("http://127.0.0.1:{port}/round.pgn");
    let output = watch(&[&address, "--once"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((told["alert"].as_str(), told["source"].as_str()), (Some("illegal-move"), Some(&*address)));
    let mut child = watch(&[&address]).spawn().unwrap();
    let alerts = lines(&mut child);
    assert_eq!(alerts.recv_timeout(Duration::from_secs(20)).unwrap()["alert"], "illegal-move");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(feature = "net")]
#[test]
fn addresses_are_asked_through_the_proxy_of_the_environment() {
    let (port, asked) = server("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n".to_owned());
    let proxy = format!("http://127.0.0.1:{port}");
    let mut command = watch(&["http://boards.invalid/round.pgn", "--once"]);
    for name in ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
        command.env_remove(name);
    }
    let output = command.env("HTTP_PROXY", &proxy).env("http_proxy", &proxy).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let asked = asked.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(asked.contains("boards.invalid"), "{asked}");
}

#[test]
fn a_recording_is_played_again_with_the_same_alerts() {
    let folder = tempfile::tempdir().unwrap();
    let (games, tape) = (folder.path().join("a.pgn"), folder.path().join("tape"));
    let tape_name = tape.to_str().unwrap();
    std::fs::write(&games, game("1. e4 e5 2. Ke3 *")).unwrap();
    let mut child = watch(&[games.to_str().unwrap(), "--record", tape_name, "--until-over"]).spawn().unwrap();
    let alerts = lines(&mut child);
    let mut told = vec![alerts.recv_timeout(Duration::from_secs(20)).unwrap()];
    std::fs::write(&games, game("1. e4 e5 2. Ke2 Ke7 1-0")).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    told.extend(alerts);
    let replay = || watch(&["--replay", tape_name, "--speed", "1000"]).output().unwrap();
    let played: Vec<Value> = String::from_utf8(replay().stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((played.len(), &played), (2, &told));
    // A folder that holds something is not recorded to, and a recording that breaks off is named.
    let again = watch(&[games.to_str().unwrap(), "--record", tape_name, "--once"]).output().unwrap();
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.code() == Some(2) && said.contains("the folder is not empty"), "{said}");
    std::fs::write(tape.join("bytes.txt"), "").unwrap();
    let (output, said) = (replay(), "index.jsonl:1: bytes.txt ends before the bytes of this line");
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains(said));
}

#[test]
fn games_of_another_round_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("a.pgn");
    let text = ["1.1", "2.1", "?"].map(|round| game("1. e4 e5 2. Ke3 *").replace("1.1", round)).concat();
    std::fs::write(&games, text).unwrap();
    let output = watch(&[games.to_str().unwrap(), "--once", "--round", "2"]).output().unwrap();
    let rounds: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["round"].clone())
        .collect();
    assert_eq!(rounds, [Value::from("2"), Value::Null]);
}
