//! `POST /api/rule`: the ruling of `adjudicate`, and what the desk adds.

use serde_json::{Value, json};

use crate::client::{Desk, event, program};

const PINNED: &str =
    "[[incident]]\nkind = \"illegal-move\"\nby = \"black\"\nafter = \"4. d4\"\nmove = \"Nxd4\"\n";

#[test]
fn a_case_on_a_board_has_the_game_the_clocks_and_the_events_rules() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let reply = desk.toml("/api/rule", &format!("board = \"3.2\"\n{PINNED}"));
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, Some("application/json")),
        "{}",
        reply.body
    );
    let ruled = reply.value();
    assert_eq!(ruled["ruleset"], "fide-2023-standard");
    // FIDE 7.5.5: two minutes for the opponent; the displays are 1:27:45 and 1:28:10.
    assert_eq!(ruled["rulings"][0]["adjust"], json!({ "white": 120, "black": 0 }));
    assert_eq!(ruled["rulings"][0]["clock"], json!({ "white": 5385.0, "black": 5290.0 }));
    let pressed =
        ruled["desk"]["asks"].as_array().unwrap().iter().find(|ask| ask["fact"] == "pressed").unwrap();
    assert_eq!((&pressed["then"][0]["value"], &pressed["then"][1]["value"]), (&json!(true), &json!(false)));
    assert_ne!(pressed["then"][0]["ruling"], pressed["then"][1]["ruling"]);
    // The whole case stands by itself.
    let whole = ruled["desk"]["case"].as_str().unwrap();
    let again = desk.toml("/api/rule", whole).value();
    assert_eq!(again["rulings"], ruled["rulings"]);
    // The same in JSON.
    let case = json!({ "board": "3.2", "incident": [{ "kind": "illegal-move", "by": "black", "after": "4. d4", "move": "Nxd4" }] });
    assert_eq!(desk.json("/api/rule", &case).value(), ruled);
    // Nothing was written.
    assert_eq!(desk.get("/api/journal").value()["entries"], json!([]));
}

#[test]
fn what_adjudicate_refuses_is_refused_with_its_message() {
    let folder = event();
    let desk = Desk::start(folder.path());
    for (case, words) in [
        ("[[incident]]\nkind = \"flag\"\nply = 0\n", "did you mean `flag-fall`?"),
        ("x = 1\n", "a case has no such key"),
        ("board = \"9.9\"\n", "there is no board 9.9"),
        ("board = 3\n", "expected text in quotes"),
        ("= 1", "this is not TOML"),
        ("scoresheet = \"none.pgn\"\n", "none.pgn cannot be read"),
    ] {
        let reply = desk.toml("/api/rule", case);
        assert_eq!(reply.status, 400, "{case}");
        assert!(reply.value()["error"].as_str().unwrap().contains(words), "{case}: {}", reply.body);
    }
    assert_eq!(desk.json("/api/rule", &json!([])).status, 400);
    assert_eq!(desk.send("POST", "/api/rule", &[("Content-Type", "text/plain")], b"").status, 415);
    assert_eq!(desk.get("/api/rule").status, 405);
    assert_eq!(desk.get("/api/nothing").status, 404);
}

#[test]
fn paths_of_a_case_stay_in_the_folder() {
    let folder = event();
    let outside = folder.path().parent().unwrap().join("flagfall-desk-outside.pgn");
    std::fs::write(&outside, "1. e4 e5 *\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, folder.path().join("link.pgn")).unwrap();
    std::fs::write(folder.path().join("inside.pgn"), "1. e4 e5 *\n").unwrap();
    let desk = Desk::start(folder.path());
    let resigned = "[[incident]]\nkind = \"resign\"\nby = \"white\"\nafter = \"end\"\n";
    let ask = |key: &str, path: &str| desk.toml("/api/rule", &format!("{key} = {path:?}\n{resigned}")).status;
    assert_eq!(ask("scoresheet", "inside.pgn"), 200);
    let absolute = outside.to_str().unwrap();
    for path in ["../flagfall-desk-outside.pgn", absolute, "/etc/passwd", "./../x", "a/../../x"] {
        assert_eq!(ask("scoresheet", path), 403, "{path}");
        assert_eq!(ask("ruleset", &format!("{path}.toml")), 403, "{path}");
    }
    #[cfg(unix)]
    assert_eq!(ask("scoresheet", "link.pgn"), 403);
    std::fs::remove_file(&outside).unwrap();
}

#[test]
fn files_may_be_sent_with_the_case_a_ruleset_too() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let case = "ruleset = \"club.toml\"\nscoresheet = \"g.pgn\"\ntime_control = \"90m+30s\"\n\n[[incident]]\nkind = \"illegal-move\"\nby = \"black\"\nafter = \"end\"\nmove = \"Ke4\"\n\n\
                [files]\n\"g.pgn\" = \"1. e4 e5 2. Nf3 *\"\n\"club.toml\" = '''\ntitle = \"Club\"\nextends = \"fide-2023-standard\"\n\n[illegal_move]\nbonus = { value = 7, article = \"7.5.5\" }\n'''\n";
    let reply = desk.toml("/api/rule", case);
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.value()["rulings"][0]["adjust"]["white"], 7);
    // `adjudicate` reads the same.
    let path = folder.path().join("case.toml");
    std::fs::write(&path, case).unwrap();
    let output = program(&["adjudicate", path.to_str().unwrap(), "--format", "json"]).output().unwrap();
    let ruled: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(ruled["rulings"][0]["adjust"]["white"], 7);
}

/// A fault is named at its place in what was sent, as `adjudicate` names it.
#[test]
fn faults_are_placed_in_the_case_as_it_was_sent() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let resigned = "[[incident]]\nafter = \"end\"\nby = \"white\"\nkind = \"resign\"\n";
    for (case, place) in [
        (format!("# a remark\n\nmoves = \"1. e4\"\n\n{resigned}colour = 3\n"), "case.toml:9:1: "),
        ("# a remark\n\nruleset = \"fide-2022-standard\"\nmoves = \"1. e4\"\n".to_owned(), "case.toml:3:"),
    ] {
        let reply = desk.toml("/api/rule", &case);
        let said = reply.value()["error"].as_str().unwrap().to_owned();
        assert!(reply.status == 400 && said.starts_with(place), "{said}");
        let path = folder.path().join("case.toml");
        std::fs::write(&path, case).unwrap();
        let output = program(&["adjudicate", path.to_str().unwrap()]).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(printed.contains(&said), "{printed} / {said}");
    }
}
