//! The journal: entries, the chain, corrections, `desk verify` and `desk export`.

use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::client::{Desk, event, program};

fn illegal(by: &str, mv: &str) -> Value {
    json!({ "incident": [{ "kind": "illegal-move", "by": by, "after": "4. d4", "move": mv }] })
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn verify(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        program(&["desk", "verify", folder.to_str().unwrap()]).args(more).output().unwrap();
    (status.code(), String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr))
}

/// Records a fault on board 3.2, and gives the entry.
fn record(desk: &Desk, more: Value) -> Value {
    let mut ruling = json!({ "case": illegal("black", "Nxd4"), "board": "3.2" });
    ruling.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let reply = desk.json("/api/rulings", &ruling);
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.value()
}

#[test]
fn entries_are_sealed_and_chained() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let first = record(&desk, json!({ "who": "A. Keller", "note": "seen by both", "nonce": "n-1" }));
    assert_eq!(
        (&first["id"], &first["kind"], &first["board"]),
        (&json!(1), &json!("illegal-move"), &json!("3.2"))
    );
    assert_eq!(first["prev"], "0".repeat(64));
    let sealed = first["sealed"].as_str().unwrap();
    assert_eq!(first["digest"], digest(sealed));
    let fields: Value = serde_json::from_str(sealed).unwrap();
    for key in
        ["id", "at", "who", "board", "kind", "case", "ruling", "option", "note", "corrects", "nonce", "prev"]
    {
        assert_eq!(fields[key], first[key], "{key}");
    }
    assert!(["corrected_by", "digest", "sealed"].iter().all(|key| fields.get(key).is_none()));
    // The same nonce gives the same entry.
    assert_eq!(record(&desk, json!({ "nonce": "n-1" })), first);
    // FIDE 7.5.5: the second illegal move of the same player loses the game.
    let mut again = illegal("black", "Nxd4");
    again["incident"][0]["again"] = true.into();
    let second = record(&desk, json!({ "case": again }));
    assert_eq!((&second["id"], &second["prev"]), (&json!(2), &first["digest"]));
    assert_eq!(second["ruling"]["result"], "1-0", "{}", second["ruling"]);
    let found = desk.get("/api/journal").value();
    assert_eq!(found["entries"].as_array().unwrap().len(), 2);
    assert_eq!((&found["more"], &found["head"]), (&json!(false), &second["digest"]));
    assert_eq!(found["counts"], json!([{ "player": "Coe, Bernd", "illegal-move": 2 }]));
    assert_eq!(desk.get("/api/ruling/2").value(), second);
    assert_eq!(desk.get("/api/board/3.2").value()["rulings"], json!([1, 2]));
    // Outside, too: the case stands by itself.
    let path = folder.path().join("again.toml");
    std::fs::write(&path, second["case"].as_str().unwrap()).unwrap();
    let output = program(&["adjudicate", path.to_str().unwrap(), "--format", "json"]).output().unwrap();
    let ruled: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(ruled["rulings"], second["ruling"]["rulings"]);
    assert_eq!(ruled["title"], second["ruling"]["title"]);
}

#[test]
fn a_correction_names_the_entry_and_takes_its_place() {
    let folder = event();
    let desk = Desk::start(folder.path());
    record(&desk, json!({}));
    let second = record(&desk, json!({ "corrects": 1, "note": "it was the first one" }));
    // The entry that is corrected does not count: this is the first offence again.
    assert_eq!(second["ruling"]["result"], "*");
    assert_eq!(desk.get("/api/ruling/1").value()["corrected_by"], 2);
    let wrong = desk
        .json("/api/rulings", &json!({ "case": illegal("black", "Nxd4"), "board": "3.2", "corrects": 9 }));
    assert_eq!(wrong.status, 400);
    assert_eq!(desk.get("/api/journal?after=1").value()["entries"].as_array().unwrap().len(), 1);
    assert_eq!(desk.get("/api/journal?limit=1").value()["more"], true);
    for (query, found) in [
        ("player=coe", 2),
        ("player=doe", 0),
        ("kind=illegal-move", 2),
        ("q=first+one", 1),
        ("round=3", 2),
        ("board=3.1", 0),
    ] {
        let entries = desk.get(&format!("/api/journal?{query}")).value()["entries"].as_array().unwrap().len();
        assert_eq!(entries, found, "{query}");
    }
    for method in ["PUT", "DELETE", "PATCH", "POST"] {
        assert_eq!(
            desk.send(method, "/api/ruling/1", &[("Content-Type", "application/json")], b"{}").status,
            405
        );
    }
}

#[test]
#[cfg(unix)]
fn the_database_is_left_alone_and_verified() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let digests: Vec<String> =
        (0..3).map(|_| record(&desk, json!({}))["digest"].as_str().unwrap().to_owned()).collect();
    let last = &digests[2];
    // Beside the running desk.
    let (status, words) = verify(folder.path(), &[]);
    assert_eq!((status, words.trim()), (Some(0), format!("3 entries, last {last}").as_str()));
    assert_eq!(desk.end(), Some(0));
    let files = || {
        let mut names: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with("journal"))
            .collect();
        names.sort();
        names
    };
    assert_eq!(files(), ["journal.sqlite"]);
    assert_eq!(verify(folder.path(), &["--expect", last]).0, Some(0));
    assert_eq!(verify(folder.path(), &["--expect", &digests[0]]).0, Some(0));
    assert_eq!(verify(folder.path(), &["--expect", &"1".repeat(64)]).0, Some(1));
    assert_eq!(files(), ["journal.sqlite"]);
    // What somebody changes shows, and where.
    let path = folder.path().join("journal.sqlite");
    let whole = std::fs::read(&path).unwrap();
    for (change, named) in [
        ("UPDATE entry SET sealed = replace(sealed, 'Nxd4', 'Nxe4') WHERE id = 2", "entry 2"),
        ("UPDATE entry SET digest = replace(digest, substr(digest, 1, 1), 'z') WHERE id = 3", "entry 3"),
        ("DELETE FROM entry WHERE id = 1", "entry 1"),
        ("UPDATE entry SET id = 9 WHERE id = 2", "entry 2"),
        ("UPDATE entry SET sealed = 'x' WHERE id = 2", "entry 2"),
    ] {
        let database = rusqlite::Connection::open(&path).unwrap();
        assert!(database.execute(change, []).is_err(), "the triggers refuse it");
        database
            .execute_batch("DROP TRIGGER entry_is_not_changed; DROP TRIGGER entry_is_not_deleted;")
            .unwrap();
        assert_eq!(database.execute(change, []).unwrap(), 1);
        drop(database);
        let (status, words) = verify(folder.path(), &[]);
        assert_eq!(status, Some(1), "{change}: {words}");
        assert!(words.contains(named), "{change}: {words}");
        std::fs::write(&path, &whole).unwrap();
    }
    // A tail that was cut off shows by the digest that was written down.
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute_batch("DROP TRIGGER entry_is_not_deleted; DELETE FROM entry WHERE id = 3;").unwrap();
    drop(database);
    assert_eq!(verify(folder.path(), &[]).0, Some(0));
    assert_eq!(verify(folder.path(), &["--expect", last]).0, Some(1));
    std::fs::write(&path, b"not a database, but long enough to be read as one").unwrap();
    assert_eq!(verify(folder.path(), &[]).0, Some(2));
    // A later version is refused by name.
    std::fs::write(&path, &whole).unwrap();
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused =
        program(&["desk", folder.path().to_str().unwrap(), "--listen", "127.0.0.1:0"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("version 99"));
}

#[test]
fn exports() {
    let folder = event();
    std::fs::write(folder.path().join("club.toml"), "title = \"Club\"\nextends = \"fide-2023-blitz\"\n")
        .unwrap();
    let desk = Desk::start(folder.path());
    record(&desk, json!({ "note": "=cmd()", "who": "<b>A</b>" }));
    record(&desk, json!({}));
    let case = json!({ "ruleset": "club.toml", "time_control": "3m+2s", "moves": "1. e4 e5 2. Nf3",
        "incident": [{ "kind": "phone-rang", "by": "white", "after": "end", "seconds": 60 }] });
    assert_eq!(desk.json("/api/rulings", &json!({ "case": case })).status, 201);
    let export = |format: &str, more: &[&str]| {
        program(&["desk", "export", folder.path().to_str().unwrap(), "--format", format])
            .args(more)
            .output()
            .unwrap()
    };
    let cases = folder.path().join("cases");
    let to_cases = ["--output", cases.to_str().unwrap()];
    assert!(export("toml", &to_cases).status.success());
    assert!(export("toml", &to_cases).status.success(), "the same again");
    for name in ["0001-illegal-move.toml", "0001-illegal-move-scoresheet.pgn", "0003-phone-rang.toml"] {
        assert!(cases.join(name).is_file(), "{name}");
    }
    let verified = program(&["adjudicate", "--verify", cases.to_str().unwrap()]).output().unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", String::from_utf8_lossy(&verified.stdout));
    let jsonl = String::from_utf8(export("jsonl", &[]).stdout).unwrap();
    let entries: Vec<Value> = jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json!(entries), desk.get("/api/journal").value()["entries"]);
    let csv = String::from_utf8(export("csv", &[]).stdout).unwrap();
    assert!(csv.starts_with("id,at,who,") && csv.contains("'=cmd()") && csv.lines().count() == 4, "{csv}");
    let html = String::from_utf8(export("html", &[]).stdout).unwrap();
    assert!(
        html.contains("Lakeside Open 2026")
            && html.contains("&lt;b&gt;A&lt;/b&gt;")
            && html.contains("Round 3")
    );
}
