//! What a case takes from the files beside it, and how fast.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn flagfall(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).current_dir(folder).args(args).output().unwrap()
}

fn json(output: &Output) -> Value {
    let error = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {error}"))
}

const TWO_GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[TimeControl \"300+3\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n\
                         [White \"C\"]\n[Black \"D\"]\n[TimeControl \"300+3\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 *\n";

const LOG: &[&str] = &[
    "game,event,side,white,black,ply",
    "1,start,white,0:05:00,0:05:00,0",
    "1,reading,,0:04:50,0:04:40,2",
    "2,start,white,0:05:00,0:05:00,0",
    "2,reading,,0:03:33,0:02:22,2",
];

#[test]
fn the_clock_log_of_a_game_is_taken_however_it_is_written() {
    let with = |separator: &str| LOG.join("\n").replace(',', separator);
    let quoted = LOG.iter().map(|line| format!("\"{}\"", line.replace(',', "\",\""))).collect::<Vec<_>>();
    let logs = [
        ("commas", with(",")),
        ("semicolons", with(";")),
        ("tabs", with("\t")),
        ("a mark", format!("\u{feff}{}", with(";"))),
        ("a comment", format!("# board 7\n{}", with(","))),
        ("quotes", quoted.join("\r\n")),
        ("capitals", with(",").replace("game,event", "Game,Event")),
    ];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two.pgn"), TWO_GAMES).unwrap();
    let incidents = "game;ply;by;kind;move\n1;2;white;illegal-move;Ke3\n2;2;white;illegal-move;Ke3\n";
    fs::write(folder.path().join("two.incidents.csv"), incidents).unwrap();
    for (how, log) in logs {
        fs::write(folder.path().join("two.clock.csv"), log).unwrap();
        for (game, clock) in [("1", [290.0, 280.0]), ("2", [213.0, 142.0])] {
            let output =
                flagfall(folder.path(), &["adjudicate", "two.pgn", "--game", game, "--format", "json"]);
            let ruling = &json(&output)["rulings"][0];
            // 300+3 is blitz: a minute for Black, and White's press earned 3 seconds.
            let set =
                [&ruling["clock"]["white"], &ruling["clock"]["black"]].map(|side| side.as_f64().unwrap());
            assert_eq!(set, [clock[0] - 3.0, clock[1] + 60.0], "{how}, game {game}");
        }
    }
}

#[test]
fn a_case_takes_no_log_of_several_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("log.csv"), LOG.join("\n")).unwrap();
    let case = "ruleset = \"fide-2023-blitz\"\nclock = \"log.csv\"\nmoves = \"1. e4 e5\"\n";
    fs::write(folder.path().join("case.toml"), case).unwrap();
    let output = flagfall(folder.path(), &["adjudicate", "case.toml"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("case.toml:2:1: `clock`: log.csv is about several games, 1 to 2"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_case_reads_files_below_its_own_folder() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("case/sheets")).unwrap();
    for path in ["outside.pgn", "case/sheets/game.pgn"] {
        fs::write(root.join(path), "1. e4 e5 *\n").unwrap();
    }
    fs::write(root.join("log.csv"), "event,ply\nstart,0\n").unwrap();
    std::os::unix::fs::symlink("../outside.pgn", root.join("case/link.pgn")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", root.join("case/endless.pgn")).unwrap();
    let ruled = |text: &str, options: &[&str]| {
        fs::write(root.join("case/case.toml"), text).unwrap();
        let output = flagfall(root, &[&["adjudicate", "case/case.toml"], options].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(ruled("scoresheet = \"sheets/game.pgn\"\n", &[]).0, Some(0));
    let absolute = format!("scoresheet = \"{}\"\n", root.join("outside.pgn").display());
    for text in [
        "scoresheet = \"../outside.pgn\"\n",
        "scoresheet = \"link.pgn\"\n",
        "clock = \"../log.csv\"\n",
        &*absolute,
    ] {
        let (status, error) = ruled(text, &[]);
        assert_eq!(status, Some(2), "{text}: {error}");
        assert!(error.contains("--allow-outside reads it"), "{error}");
        assert_eq!(ruled(text, &["--allow-outside"]), (Some(0), String::new()), "{text}");
    }
    for options in [&[][..], &["--allow-outside"]] {
        let (status, error) = ruled("scoresheet = \"endless.pgn\"\n", options);
        assert_eq!(status, Some(2), "{error}");
    }
}

#[test]
fn what_could_not_be_ruled_on_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let right = "ruleset = \"fide-2023-standard\"\nmoves = \"1. e4\"\n[[incident]]\nply = 1\nby = \"white\"\nkind = \"resign\"\n[expected]\nresult = \"0-1\"\n";
    fs::write(folder.path().join("right.toml"), right).unwrap();
    fs::write(folder.path().join("broken.toml"), "moves = 3\n").unwrap();
    let output = flagfall(folder.path(), &["adjudicate", "--verify", "."]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.ends_with("1 cases compared, 1 as expected, 0 not, 1 NOT RULED ON\n"), "{text}");
    let output = flagfall(folder.path(), &["adjudicate", "broken.toml"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

#[test]
fn what_holds_no_game_is_not_ruled_on() {
    let folder = tempfile::tempdir().unwrap();
    let trf = "012 Open\n001    1      Roe, R                            1800\n";
    for (name, text) in [
        ("words.pgn", "Dear all,\nplease find the games\n"),
        ("table.csv", "round,white\n1\n"),
        ("event.trf", trf),
        ("empty.pgn", "\n"),
        ("notes.txt", "{ a comment"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        for args in [
            &["adjudicate", name][..],
            &["adjudicate", "--format", "html", name],
            &["rule", "resign", "--by", "white", name],
        ] {
            let output = flagfall(folder.path(), args);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
            let says = format!("error: {name}: no game is recognised in it");
            assert!(error.starts_with(&says) && error.lines().count() == 1, "{args:?}: {error}");
        }
    }
    // A header alone is a game, and so is a result.
    for text in ["[White \"A\"]\n", "1-0\n", "1. e4 e5 2. Ke3 [White \"Doe\n"] {
        fs::write(folder.path().join("game.pgn"), text).unwrap();
        assert_eq!(flagfall(folder.path(), &["adjudicate", "game.pgn"]).status.code(), Some(0), "{text}");
    }
}

/// The first block of a tar archive with one empty member.
fn tar() -> Vec<u8> {
    let mut block = vec![0; 512];
    block[..8].copy_from_slice(b"game.pgn");
    block[257..262].copy_from_slice(b"ustar");
    block
}

#[test]
fn packed_files_that_are_not_read_are_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let packed = |bytes: &[u8]| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut writer, bytes).unwrap();
        writer.finish().unwrap()
    };
    for (name, bytes) in [("g.tar", tar()), ("g.tar.gz", packed(&tar())), ("g.tgz", packed(&tar()))] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let says = format!("error: {name}: a file packed with tar is not supported; unpack it first\n");
        for command in ["check", "crosstable"] {
            let output = flagfall(folder.path(), &[command, name]);
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {name}: {error}");
            assert!(
                error.starts_with(&says) && error.matches("error").count() == 1,
                "{command} {name}: {error}"
            );
        }
    }
    // A ruling reads no packed file at all, rather than its bytes as moves.
    fs::write(folder.path().join("game.pgn.gz"), packed(b"1. e4 e5 1-0\n")).unwrap();
    for (name, packing) in [("g.tar", "tar"), ("g.tar.gz", "gz"), ("game.pgn.gz", "gz")] {
        let output = flagfall(folder.path(), &["adjudicate", name]);
        let error = String::from_utf8(output.stderr).unwrap();
        let says = format!("error: {name}: a file packed with {packing} is not supported; unpack it first\n");
        assert_eq!((output.status.code(), error), (Some(2), says));
    }
}

#[test]
fn what_names_no_player_gives_no_table() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("words.pgn", "Dear all,\nplease find the games\n"),
        ("broken.pgn", "[Event \"x\n1. e4 e5 2. Ke3 [White \"Doe\n"),
        ("head.trf", "012 Open\n"),
        ("head.csv", "Round,White,Black,Result\n"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        for format in ["text", "json", "csv"] {
            let output = flagfall(folder.path(), &["crosstable", "--format", format, name]);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{name}: {error}");
            assert_eq!(error, format!("error: {name}: no player is named in it\n"));
        }
    }
}
