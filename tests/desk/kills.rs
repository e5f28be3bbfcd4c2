//! Ends that nobody chose: `kill -9`, a locked database, a second desk, folders that cannot be written.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::client::{Desk, event, program};

fn resignation() -> serde_json::Value {
    json!({ "case": "moves = \"1. e4 e5\"\n\n[[incident]]\nkind = \"resign\"\nby = \"white\"\nply = 2\n" })
}

/// Times that the desk is killed; `FLAGFALL_KILLS` sets another number.
fn kills() -> usize {
    std::env::var("FLAGFALL_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

#[test]
#[cfg(unix)]
fn no_acknowledged_entry_is_lost() {
    let folder = event();
    let mut acknowledged: Vec<(i64, String)> = Vec::new();
    for round in 0..kills() {
        let mut desk = Desk::start(folder.path());
        let ended = AtomicBool::new(false);
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !ended.load(Ordering::Relaxed) {
                        let reply = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                            let stream = std::net::TcpStream::connect(desk_address(&desk.host));
                            stream.ok().map(|_| desk.json("/api/rulings", &resignation()))
                        }));
                        if let Ok(Some(reply)) = reply
                            && reply.status == 201
                            && let Ok(entry) = serde_json::from_str::<serde_json::Value>(&reply.body)
                        {
                            let digest = entry["digest"].as_str().unwrap().to_owned();
                            found.lock().unwrap().push((entry["id"].as_i64().unwrap(), digest));
                        }
                    }
                });
            }
            // Moments that differ from run to run of the loop.
            std::thread::sleep(Duration::from_millis(150 + (round as u64 * 37) % 211));
            let id = desk.child.id().to_string();
            std::process::Command::new("kill").args(["-9", &id]).status().unwrap();
            ended.store(true, Ordering::Relaxed);
        });
        desk.child.wait().unwrap();
        acknowledged.extend(found.into_inner().unwrap());
    }
    assert!(!acknowledged.is_empty());
    let verified = program(&["desk", "verify", folder.path().to_str().unwrap()]).output().unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", String::from_utf8_lossy(&verified.stderr));
    let desk = Desk::start(folder.path());
    for (id, digest) in acknowledged {
        assert_eq!(desk.get(&format!("/api/ruling/{id}")).value()["digest"], digest.as_str());
    }
}

fn desk_address(host: &str) -> std::net::SocketAddr {
    host.parse().unwrap()
}

#[test]
fn a_locked_database_is_said_and_what_was_typed_is_kept() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let other = rusqlite::Connection::open(folder.path().join("journal.sqlite")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let refused = desk.json("/api/rulings", &resignation());
    assert_eq!(refused.status, 503, "{}", refused.body);
    let (cookie, token) = desk.form();
    let page = desk.post(
        &cookie,
        &[
            ("token", &token),
            ("kind", "resign"),
            ("by", "white"),
            ("note", "typed with care"),
            ("do", "record"),
        ],
    );
    assert_eq!(page.status, 503);
    assert!(page.body.contains("role=\"alert\"") && page.body.contains("typed with care"));
    drop(other);
    assert_eq!(desk.json("/api/rulings", &resignation()).status, 201);
}

#[test]
#[cfg(unix)]
fn a_full_disk_is_said_and_nothing_acknowledged_is_lost() {
    let folder = event();
    let limited = format!(
        "ulimit -f 300; exec {:?} desk {:?} --listen 127.0.0.1:0",
        env!("CARGO_BIN_EXE_flagfall"),
        folder.path()
    );
    let desk = Desk::of(std::process::Command::new("sh").args(["-c", &limited]));
    let mut last = (0, String::new());
    let refused = (0..400).find_map(|_| {
        let reply = desk.json("/api/rulings", &resignation());
        match reply.status {
            201 => {
                let entry = reply.value();
                last = (entry["id"].as_i64().unwrap(), entry["digest"].as_str().unwrap().to_owned());
                None
            }
            status => Some(status),
        }
    });
    assert_eq!(refused, Some(503));
    assert!(last.0 > 3, "{last:?}");
    let (cookie, token) = desk.form();
    let page = desk.post(
        &cookie,
        &[("token", &token), ("kind", "resign"), ("by", "white"), ("note", "typed"), ("do", "record")],
    );
    assert!(page.status == 503 && page.body.contains("typed"));
    assert_eq!(desk.get(&format!("/api/ruling/{}", last.0)).value()["digest"], last.1.as_str());
    drop(desk);
    let expect = ["desk", "verify", folder.path().to_str().unwrap(), "--expect", &last.1];
    assert_eq!(program(&expect).output().unwrap().status.code(), Some(0));
}

#[test]
fn a_second_desk_says_where_the_first_one_is() {
    let folder = event();
    let first = Desk::start(folder.path());
    for more in [&[][..], &["--read-only"][..]] {
        let second = program(&["desk", folder.path().to_str().unwrap(), "--listen", "127.0.0.1:0"])
            .args(more)
            .output()
            .unwrap();
        assert_eq!(second.status.code(), Some(2));
        let words = String::from_utf8_lossy(&second.stderr).into_owned();
        assert!(words.contains(&format!("http://{}/", first.host)), "{words}");
    }
}

#[test]
#[cfg(unix)]
fn signals_end_it_with_status_0() {
    for signal in ["INT", "TERM"] {
        let folder = event();
        let mut desk = Desk::start(folder.path());
        // An open stream does not keep it.
        let mut stream = desk.connect();
        std::io::Write::write_all(
            &mut stream,
            format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n\r\n", desk.host).as_bytes(),
        )
        .unwrap();
        std::thread::sleep(Duration::from_millis(200));
        desk.signal(signal);
        assert_eq!(desk.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn read_only_writes_nothing_and_makes_no_file() {
    let folder = event();
    let names = || {
        std::fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name()).collect::<Vec<_>>()
    };
    let before = names().len();
    let desk = Desk::with(folder.path(), &["--listen", "127.0.0.1:0", "--read-only"]);
    assert_eq!(desk.json("/api/rulings", &resignation()).status, 403);
    let (cookie, token) = desk.form();
    let page =
        desk.post(&cookie, &[("token", &token), ("kind", "resign"), ("by", "white"), ("do", "record")]);
    assert_eq!(page.status, 403);
    for path in ["/", "/rule", "/journal", "/board/3.2"] {
        assert!(desk.get(path).body.contains("Read-only"), "{path}");
    }
    assert_eq!(desk.get("/api/journal").value()["entries"], json!([]));
    assert_eq!(names().len(), before);
}
