//! Boards: what the sources have, and what changes on them.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Desk, event};

/// The events of a stream as they come: name, id, data.
struct Events(BufReader<std::net::TcpStream>);

impl Events {
    fn open(desk: &Desk, more: &str) -> Events {
        let mut stream = desk.connect();
        let head = format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n{more}\r\n", desk.host);
        stream.write_all(head.as_bytes()).unwrap();
        Events(BufReader::new(stream))
    }

    /// The next event of a name.
    fn next(&mut self, wanted: &str) -> (String, Value) {
        let (mut id, mut name) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream ended");
            match line.trim_end().split_once(": ") {
                Some(("id", text)) => id = text.to_owned(),
                Some(("event", text)) => name = text.to_owned(),
                Some(("data", text)) if name == wanted => return (id, serde_json::from_str(text).unwrap()),
                _ => {}
            }
        }
    }
}

#[test]
fn boards_as_the_sources_have_them() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let all = desk.get("/api/boards").value();
    assert_eq!(all["event"], "Lakeside Open 2026");
    let ids: Vec<&str> =
        all["boards"].as_array().unwrap().iter().map(|board| board["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["3.1", "3.2", "3.3"]);
    let first = &all["boards"][0];
    assert_eq!(
        (&first["white"], &first["plies"], &first["move"], &first["turn"]),
        (&json!("Doe, Jane"), &json!(7), &json!("4. Ng1"), &json!("black"))
    );
    assert_eq!(first["clocks"], json!({ "white": 5330.0, "black": 5340.0 }));
    assert_eq!(first["alerts"][0]["alert"], "claim-threefold");
    let one = desk.get("/api/board/3.2").value();
    assert_eq!(one["moves"], json!(["e4", "e5", "Nf3", "Nc6", "Bb5", "d6", "d4"]));
    assert_eq!(one["rulings"], json!([]));
    assert_eq!(desk.get("/api/board/9.9").status, 404);
    assert_eq!(desk.get("/board/9.9").status, 404);
}

#[test]
fn ids_of_boards() {
    let folder = event();
    let game = |round: &str, board: &str, white: &str| {
        let board = if board.is_empty() { String::new() } else { format!("[Board \"{board}\"]\n") };
        format!(
            "[White \"{white}\"]\n[Black \"B\"]\n[Round \"{round}\"]\n{board}[Result \"*\"]\n\n1. e4 e5 *\n\n"
        )
    };
    std::fs::write(folder.path().join("event.toml"), "sources = [\"a.pgn\", \"b.pgn\"]\n").unwrap();
    let first = [game("3", "7", "A"), game("3", "", "C"), game("4.1", "", "D")].concat();
    std::fs::write(folder.path().join("a.pgn"), first).unwrap();
    std::fs::write(folder.path().join("b.pgn"), game("3.7", "", "E")).unwrap();
    let desk = Desk::start(folder.path());
    let all = desk.get("/api/boards").value();
    let ids: Vec<&str> =
        all["boards"].as_array().unwrap().iter().map(|board| board["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["3.7", "3.2", "4.1", "3.7-2"]);
    assert_eq!(desk.get("/api/board/3.7-2").value()["white"], "E");
}

#[test]
fn a_move_is_told_in_time_and_one_who_comes_back_misses_nothing() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let mut events = Events::open(&desk, "");
    events.next("hello");
    let boards: Vec<Value> = (0..3).map(|_| events.next("board").1).collect();
    assert_eq!(boards[0]["id"], "3.1");
    let path = folder.path().join("round3.pgn");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(
        &path,
        text.replace("4. d4 {[%clk 1:27:45]} *", "4. d4 {[%clk 1:27:45]} exd4 {[%clk 1:27:00]} *"),
    )
    .unwrap();
    let began = Instant::now();
    let (id, board) = events.next("board");
    assert!(began.elapsed() < Duration::from_millis(2500), "{:?}", began.elapsed());
    assert_eq!((&board["id"], &board["move"]), (&json!("3.2"), &json!("4... exd4")));
    drop(events);
    let ruling = json!({ "case": { "board": "3.2", "incident": [{ "kind": "resign", "by": "white", "after": "end" }] } });
    let entry = desk.json("/api/rulings", &ruling).value();
    let mut events = Events::open(&desk, &format!("Last-Event-ID: {id}\r\n"));
    assert_eq!(events.next("journal").1, json!({ "id": entry["id"] }));
    // A number of another start means nothing: all boards again.
    let mut events = Events::open(&desk, "Last-Event-ID: 1-1\r\n");
    assert_eq!(events.next("board").1["id"], "3.1");
}
