//! What other sites, other machines and broken clients try.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Desk, event, program, urlencoded};

fn resignation() -> String {
    json!({ "case": "moves = \"1. e4\"\n\n[[incident]]\nkind = \"resign\"\nby = \"black\"\nply = 1\n" })
        .to_string()
}

#[test]
fn hosts_and_origins_of_others_are_refused() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let port = desk.port();
    for host in ["localhost", "127.0.0.1", "127.3.2.1", "[::1]"] {
        assert_eq!(desk.send("GET", "/", &[("Host", &format!("{host}:{port}"))], b"").status, 200, "{host}");
    }
    let other_port = format!("localhost:{}", port ^ 1);
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", &other_port, ""] {
        for path in ["/", "/api/boards", "/assets/desk.js"] {
            assert_eq!(desk.send("GET", path, &[("Host", host)], b"").status, 403, "{host} {path}");
        }
    }
    let two =
        format!("GET / HTTP/1.1\r\nHost: {0}\r\nHost: evil.example\r\nConnection: close\r\n\r\n", desk.host);
    assert_eq!(desk.raw(two.as_bytes()).status, 403);
    let none = desk.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!([400, 403].contains(&none.status), "{none:?}");
    let write = |headers: &[(&str, &str)]| {
        let headers = [&[("Content-Type", "application/json")], headers].concat();
        desk.send("POST", "/api/rulings", &headers, resignation().as_bytes()).status
    };
    assert_eq!(
        write(&[("Origin", &format!("http://{}", desk.host)), ("Sec-Fetch-Site", "same-origin")]),
        201
    );
    for origin in ["http://evil.example", "null", "", &format!("https://{}", desk.host), "http://127.0.0.1"] {
        assert_eq!(write(&[("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(write(&[("Sec-Fetch-Site", "cross-site")]), 403);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let reply = desk.send("POST", "/api/rulings", &[("Content-Type", kind)], resignation().as_bytes());
        assert_eq!(reply.status, 415, "{kind}");
    }
    let preflight = desk.send("OPTIONS", "/api/rulings", &[("Origin", "http://evil.example")], b"");
    assert!(preflight.status >= 400 && preflight.header("access-control-allow-origin").is_none());
    assert_eq!(desk.get("/api/journal").value()["entries"].as_array().unwrap().len(), 1);
}

#[test]
fn every_answer_has_the_headers() {
    let folder = event();
    let desk = Desk::start(folder.path());
    for path in
        ["/", "/rule", "/journal", "/board/3.1", "/none", "/api/boards", "/api/none", "/assets/desk.css"]
    {
        let reply = desk.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("referrer-policy"), Some("same-origin"), "{path}");
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
        assert!(reply.header("access-control-allow-origin").is_none());
    }
}

#[test]
fn forms_need_the_token_of_their_cookie() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let (cookie, token) = desk.form();
    let (other, _) = desk.form();
    let fields = |token: &str| {
        vec![
            ("token".to_owned(), token.to_owned()),
            ("kind".into(), "resign".into()),
            ("by".into(), "white".into()),
            ("do".into(), "record".into()),
        ]
    };
    let post = |cookie: &str, token: &str| {
        let fields = fields(token);
        let fields: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        desk.post(cookie, &fields).status
    };
    for (cookie, token) in [(cookie.as_str(), ""), (&cookie, "x"), (&other, &token), ("a=b", &token)] {
        assert_eq!(post(cookie, token), 403);
    }
    assert_eq!(desk.get("/api/journal").value()["entries"], json!([]));
    assert_eq!(post(&cookie, &token), 303);
    let body = urlencoded(&[("token", &token)]);
    assert_eq!(
        desk.send("POST", "/rule", &[("Content-Type", "text/plain"), ("Cookie", &cookie)], body.as_bytes())
            .status,
        415
    );
}

#[test]
fn text_of_files_and_people_stays_text() {
    let folder = event();
    let hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
    let tag = hostile.replace('\\', "").replace('"', "'");
    let game = format!(
        "[Event \"{tag}\"]\n[White \"{tag}\"]\n[Black \"{tag}\"]\n[Round \"7.{tag}\"]\n[Result \"*\"]\n\n1. e4 {{{tag}}} e5 *\n"
    );
    std::fs::write(folder.path().join("round3.pgn"), game).unwrap();
    std::fs::write(
        folder.path().join("event.toml"),
        format!("name = '''{hostile}'''\narbiters = ['''{hostile}''']\n"),
    )
    .unwrap();
    let desk = Desk::start(folder.path());
    let board = desk.get("/api/boards").value()["boards"][0]["id"].as_str().unwrap().to_owned();
    let path = urlencoded(&[("board", &board)]);
    let ruling = json!({ "case": { "board": board, "title": hostile, "incident": [{ "kind": "phone-rang", "by": "white", "ply": 1, "note": hostile }] },
        "who": hostile, "note": hostile, "option": hostile, "nonce": hostile });
    assert_eq!(desk.json("/api/rulings", &ruling).status, 201);
    let query = urlencoded(&[
        ("kind", "phone-rang"),
        ("what", hostile),
        ("moves", hostile),
        ("fen", hostile),
        ("note", hostile),
        ("ruleset", hostile),
        ("by", hostile),
        ("nonce", hostile),
        ("corrects", hostile),
    ]);
    let id = path.split_once('=').unwrap().1;
    for path in [
        "/",
        "/journal",
        "/ruling/1",
        "/rule?corrects=1",
        &format!("/rule?{query}"),
        &format!("/rule?{path}&kind=phone-rang"),
        &format!("/board/{id}"),
        "/journal?q=%3Cscript%3Ealert(1)%3C/script%3E",
        "/%3Cscript%3E",
    ] {
        let reply = desk.get(path);
        assert!(reply.status == 200 || path.contains("%3Cscript%3E"), "{path}: {}", reply.status);
        assert!(!reply.body.contains("<script>alert") && !reply.body.contains("<img"), "{path}");
    }
    let html =
        program(&["desk", "export", folder.path().to_str().unwrap(), "--format", "html"]).output().unwrap();
    let html = String::from_utf8(html.stdout).unwrap();
    assert!(!html.contains("<script>") && !html.contains("<img"));
}

#[test]
fn paths_lead_nowhere_else() {
    let folder = event();
    let desk = Desk::start(folder.path());
    for path in [
        "/../event.toml",
        "/assets/../event.toml",
        "/assets/%2e%2e%2fevent.toml",
        "/assets/..%2fjournal.sqlite",
        "/event.toml",
        "/journal.sqlite",
        "//evil.example/",
        "/board/..%2f..",
        "/ruling/-1",
        "/ruling/9223372036854775808",
        "/api/ruling/x",
        "/api/board/",
        "/api",
    ] {
        assert_eq!(desk.get(path).status, 404, "{path}");
    }
}

#[test]
fn bodies_and_headers_have_an_end() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let json = ("Content-Type", "application/json");
    assert_eq!(desk.send("POST", "/api/rule", &[json], &vec![b' '; (1 << 20) + 1]).status, 413);
    let endless = format!(
        "POST /api/rule HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        desk.host
    );
    let mut bytes = endless.into_bytes();
    for _ in 0..40 {
        bytes.extend_from_slice(b"10000\r\n");
        bytes.extend(vec![b' '; 0x10000]);
        bytes.extend_from_slice(b"\r\n");
    }
    assert_eq!(desk.raw(&bytes).status, 413);
    let long = "x".repeat(80 << 10);
    let refused = desk.send("GET", "/", &[("X-Long", &long)], b"").status;
    assert!([0, 431].contains(&refused), "{refused}");
    let deep = "[".repeat(100_000);
    assert_eq!(desk.send("POST", "/api/rule", &[json], deep.as_bytes()).status, 400);
    assert_eq!(desk.toml("/api/rule", &format!("a = {deep}")).status, 400);
    assert_eq!(desk.get("/").status, 200);
}

#[test]
fn slow_headers_are_given_up_and_256_connections_are_held() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let held: Vec<_> = (0..256).map(|_| desk.connect()).collect();
    let mut slow = desk.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    assert_eq!(desk.get("/").status, 200);
    let began = Instant::now();
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    let waited = began.elapsed();
    assert!(waited > Duration::from_secs(5) && waited < Duration::from_secs(15), "{waited:?}");
    drop(held);
}

#[test]
fn a_body_that_drips_is_given_up() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let mut slow = desk.connect();
    let head = format!(
        "POST /api/rule HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
        desk.host
    );
    slow.write_all(head.as_bytes()).unwrap();
    let began = Instant::now();
    slow.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    let mut read = [0; 512];
    // A byte each second, until the desk answers or closes.
    let answer = loop {
        let _ = slow.write_all(b" ");
        match slow.read(&mut read) {
            Ok(length) => break String::from_utf8_lossy(&read[..length]).into_owned(),
            Err(_) => assert!(began.elapsed() < Duration::from_secs(45), "the desk goes on waiting"),
        }
    };
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(began.elapsed() > Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(desk.get("/").status, 200);
}

#[test]
fn others_need_the_key() {
    let folder = event();
    let desk = Desk::with(folder.path(), &["--listen", "0.0.0.0:0"]);
    let key = desk.key.clone().expect("a key");
    assert!(!desk.host.starts_with("0.0.0.0"), "{}", desk.host);
    for path in
        ["/", "/rule", "/journal", "/board/3.1", "/assets/desk.js", "/api/boards", "/api/events", "/nothing"]
    {
        let reply = desk.get(path);
        assert_eq!(reply.status, 401, "{path}");
        assert!(!reply.body.contains("Lakeside") && !reply.body.contains("Doe"), "{path}");
    }
    let bearer = |key: &str| {
        desk.send("GET", "/api/boards", &[("Authorization", &format!("Bearer {key}"))], b"").status
    };
    assert_eq!(bearer(&key), 200);
    assert_eq!(desk.get(&format!("/?key={}", "0".repeat(32))).status, 401);
    let opened = desk.get(&format!("/board/3.1?a=b%26c&key={key}"));
    assert_eq!((opened.status, opened.header("location")), (303, Some("/board/3.1?a=b%26c")));
    let cookie = opened.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(desk.send("GET", "/board/3.1", &[("Cookie", cookie)], b"").status, 200);
    let rebound = [("Cookie", cookie), ("Host", &*format!("evil.example:{}", desk.port()))];
    assert_eq!(desk.send("GET", "/", &rebound, b"").status, 403);
    let elsewhere = desk.get(&format!("//evil.example/?key={key}"));
    assert!(elsewhere.header("location").is_none_or(|to| to.starts_with('/') && !to.starts_with("//")));
    // Wrong keys, ten thousand times, over one connection after the other.
    for n in 0..10_000 {
        assert_eq!(bearer(&format!("{n:032x}")), 401);
    }
    assert_eq!(bearer(&key), 200);
}
