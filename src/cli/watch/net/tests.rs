//! Addresses, asked of servers on the loopback.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ureq::http::HeaderMap;

use super::http::{Limits, redirect, retry_after};
use super::{Address, Asking, News, livechess, without_password};
use crate::cli::watch::sources::is_address;

const A: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n";
const B: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 *\n\n";

/// A server that answers each connection by `answer`, which gets the number of the request. Its port, and the requests.
fn serve(answer: impl Fn(usize, &str, &mut TcpStream) + Send + Sync + 'static) -> (u16, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (send, requests) = channel();
    std::thread::spawn(move || {
        let (answer, count) = (Arc::new(answer), AtomicUsize::new(0));
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let head: Vec<String> =
                lines.by_ref().map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
            let (head, n) = (head.join("\n"), count.fetch_add(1, Ordering::SeqCst));
            let _ = send.send(head.clone());
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || answer(n, &head, &mut stream));
        }
    });
    (port, requests)
}

fn send(stream: &mut TcpStream, text: &str) {
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

fn ok(headers: &str, body: &str) -> String {
    let len = body.len();
    format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {len}\r\n{headers}\r\n{body}")
}

const LIMITS: Limits = Limits {
    connect: Duration::from_secs(5),
    answer: Duration::from_millis(600),
    silence: Duration::from_millis(600),
    text: Duration::from_millis(200),
    quiet: Duration::from_millis(100),
    pause: Duration::from_millis(50),
    largest: 64 << 20,
};

fn open(address: &str) -> Address {
    let asking = Asking { every: Duration::from_millis(50), round: None, once: false };
    Address::within(address, asking, LIMITS)
}

fn address(port: u16, path: &str) -> Address {
    open(&format!("http://127.0.0.1:{port}{path}"))
}

fn next(address: &Address) -> News {
    address.news.recv_timeout(Duration::from_secs(60)).unwrap()
}

fn text(text: &str) -> News {
    News::Text(text.as_bytes().to_vec())
}

fn fault(address: &Address) -> String {
    match next(address) {
        News::Fault(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_that_is_known_is_not_sent_again() {
    for (header, asked) in [
        ("ETag: \"one\"", "if-none-match: \"one\""),
        ("Last-Modified: Sun, 22 Nov 2026 15:00:00 GMT", "if-modified-since: Sun, 22 Nov 2026 15:00:00 GMT"),
    ] {
        let (port, requests) = serve(move |n, _, stream| match n {
            0 => send(stream, &ok(&format!("{header}\r\n"), A)),
            1 => send(stream, "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"),
            _ => send(stream, &ok("", B)),
        });
        let address = address(port, "/round.pgn");
        assert_eq!((next(&address), next(&address)), (text(A), text(B)));
        let heads: Vec<String> = requests.iter().take(3).collect();
        assert!(!heads[0].to_lowercase().contains("if-"), "{}", heads[0]);
        for head in &heads[1..] {
            assert!(head.to_lowercase().contains(&asked.to_lowercase()), "{head}");
        }
        assert!(heads[0].contains("flagfall/") && heads[0].to_lowercase().contains("gzip"), "{}", heads[0]);
    }
}

#[test]
fn packed_texts_are_unpacked() {
    let (port, _requests) = serve(|_, _, stream| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(A.as_bytes()).unwrap();
        let body = packer.finish().unwrap();
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: ";
        send(stream, &format!("{head}{}\r\n\r\n", body.len()));
        let _ = stream.write_all(&body);
    });
    assert_eq!(next(&address(port, "/")), fault_of_livechess());
    assert_eq!(next(&address(port, "/round.pgn")), text(A));
}

/// What PGN gives where an event of LiveChess is expected.
fn fault_of_livechess() -> News {
    News::Fault("tournament.json is not JSON; it is asked again in 0 seconds".to_owned())
}

#[test]
fn a_stream_is_read_as_it_comes_and_opened_again_when_it_breaks() {
    let (port, _requests) = serve(|n, _, stream| {
        send(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        send(stream, A);
        std::thread::sleep(Duration::from_millis(300));
        send(stream, if n == 0 { "[White \"C\"]\n\n1. d4 d5 2. N" } else { B });
        std::thread::sleep(Duration::from_millis(300));
    });
    let address = address(port, "/api/stream/round.pgn");
    let mut parts = Vec::new();
    for _ in 0..2 {
        let mut whole = Vec::new();
        loop {
            match next(&address) {
                News::Part(part) => whole.extend(part),
                News::End => break,
                other => panic!("{other:?}"),
            }
        }
        parts.push(String::from_utf8(whole).unwrap());
    }
    assert_eq!(parts, [format!("{A}[White \"C\"]\n\n1. d4 d5 2. N"), format!("{A}{B}")]);
}

#[test]
fn a_stream_that_says_no_more_is_handed_on() {
    for (beats, pause) in [(0, 0), (100, 20)] {
        let (port, _requests) = serve(move |_, _, stream| {
            send(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            send(stream, A);
            for _ in 0..beats {
                std::thread::sleep(Duration::from_millis(pause));
                send(stream, "\n");
            }
            std::thread::sleep(Duration::from_secs(30));
        });
        // The stream is silent for longer than the test waits.
        let limits = Limits { silence: Duration::from_secs(60), ..LIMITS };
        let asking = Asking { every: Duration::from_millis(50), round: None, once: false };
        let address = Address::within(&format!("http://127.0.0.1:{port}/stream.pgn"), asking, limits);
        match address.news.recv_timeout(Duration::from_secs(20)).unwrap() {
            News::Part(part) => assert!(part.starts_with(A.as_bytes()), "{beats}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_server_that_refuses_is_left_alone_for_as_long_as_it_asks() {
    let (port, _requests) = serve(|n, _, stream| match n {
        0 => send(stream, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"),
        1 | 2 => send(stream, "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n"),
        _ => send(stream, &ok("", A)),
    });
    let (address, began) = (address(port, "/round.pgn"), Instant::now());
    assert_eq!(fault(&address), "the server answers 429 Too Many Requests; it is asked again in 1 seconds");
    assert!(fault(&address).starts_with("the server answers 503 Service Unavailable"));
    assert!(began.elapsed() >= Duration::from_secs(1), "{:?}", began.elapsed());
    assert!(fault(&address).starts_with("the server answers 503"));
    assert_eq!(next(&address), text(A));
    // Twice and four times the shortest pause.
    assert!(began.elapsed() >= Duration::from_millis(1300), "{:?}", began.elapsed());
}

#[test]
fn a_server_may_ask_for_a_time_of_day() {
    let asked = |value: &str, date: Option<&str>| {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", value.parse().unwrap());
        date.map(|date| headers.insert("date", date.parse().unwrap()));
        retry_after(&headers).map(|time| time.as_secs())
    };
    let date = Some("Sun, 22 Nov 2026 14:59:30 GMT");
    assert_eq!(asked("Sun, 22 Nov 2026 15:01:00 GMT", date), Some(90));
    assert_eq!(asked("Sun, 22 Nov 2026 14:00:00 GMT", date), None);
    assert_eq!(asked("Sun, 22 Nov 2015 15:01:00 GMT", None), None);
    assert_eq!(asked(" 17 ", date), Some(17));
    assert_eq!((asked("-1", date), asked("soon", date), asked("", date)), (None, None, None));
}

#[test]
fn a_slow_server_is_waited_for_and_a_silent_one_is_not() {
    let (port, _requests) = serve(|_, head, stream| match head.split(' ').nth(1).unwrap() {
        "/slow.pgn" => {
            for part in ok("", A).as_bytes().chunks(10) {
                let _ = stream.write_all(part);
                std::thread::sleep(Duration::from_millis(30));
            }
        }
        "/half.pgn" => {
            let text = ok("", A);
            send(stream, text.get(..text.len() - 9).unwrap());
            std::thread::sleep(Duration::from_secs(3));
        }
        _ => std::thread::sleep(Duration::from_secs(3)),
    });
    assert_eq!(next(&address(port, "/slow.pgn")), text(A));
    assert!(fault(&address(port, "/half.pgn")).starts_with("the server is silent"));
    assert!(fault(&address(port, "/silent.pgn")).starts_with("the server gives no answer"));
    // Nobody listens at this port any more.
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert!(fault(&address(closed, "/a.pgn")).contains("it is asked again"));
}

#[test]
fn a_hundred_megabytes_of_nothing_are_not_kept() {
    let (port, _requests) = serve(|_, head, stream| {
        let length = if head.contains("/long") { "" } else { "Content-Length: 104857600\r\n" };
        send(stream, &format!("HTTP/1.1 200 OK\r\nConnection: close\r\n{length}\r\n"));
        let blanks = vec![b' '; 1 << 20];
        for _ in 0..100 {
            if stream.write_all(&blanks).is_err() {
                break;
            }
        }
    });
    let why = fault(&address(port, "/round.pgn"));
    assert!(why.starts_with("the answer is larger than the limit of 64 MiB"), "{why}");
    // Without a length it is a stream, or too large a text; the parts of a stream are handed on and not kept.
    let address = address(port, "/long.pgn");
    let most = loop {
        match next(&address) {
            News::Part(part) => assert!(part.len() <= LIMITS.largest),
            other => break other,
        }
    };
    assert!(matches!(most, News::End | News::Fault(_)), "{most:?}");
}

#[test]
fn redirects_lead_to_http_and_https_alone() {
    let (port, _requests) = serve(|_, head, stream| {
        let to = match head.split(' ').nth(1).unwrap() {
            "/file.pgn" => "file:///etc/passwd",
            "/other.pgn" => "ftp://127.0.0.1/a.pgn",
            "/good.pgn" => "/there/round.pgn",
            "/round.pgn" => "/round.pgn",
            _ => return send(stream, &ok("", A)),
        };
        send(
            stream,
            &format!(
                "HTTP/1.1 302 Found\r\nLocation: {to}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            ),
        );
    });
    for path in ["/file.pgn", "/other.pgn"] {
        let why = fault(&address(port, path));
        assert!(
            why.starts_with("the server redirects to something that is not an address of http or https"),
            "{why}"
        );
    }
    assert!(fault(&address(port, "/round.pgn")).starts_with("more than 5 redirects"));
    assert_eq!(next(&address(port, "/good.pgn")), text(A));
}

#[test]
fn what_holds_no_game_is_named_and_asked_for_again_soon() {
    let (port, _requests) = serve(|n, _, stream| match n {
        0 => send(stream, &ok("", "<html><body>Not yet</body></html>")),
        1 => send(stream, &ok("", "")),
        _ => send(stream, &ok("", A)),
    });
    let address = address(port, "/round.pgn");
    assert_eq!(fault(&address), "no game is recognised in it; PGN is read");
    assert_eq!(fault(&address), "it is empty");
    assert_eq!(next(&address), text(A));
}

#[test]
fn an_event_of_livechess_is_put_together() {
    let (port, requests) = serve(|n, head, stream| match head.split(' ').nth(1).unwrap() {
        "/event/tournament.json" if n == 0 => {
            send(stream, "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
        }
        "/event/tournament.json" => {
            send(stream, &ok("", r#"{"name":"Open","rounds":[{"count":3,"live":0},{"count":3,"live":2}]}"#));
        }
        "/event/round-2/index.json" => send(
            stream,
            &ok("", r#"{"pairings":[{"white":{"lname":"Adler"},"black":null},{"result":"DRAW"},null]}"#),
        ),
        "/event/round-2/game-1.json?poll" => {
            send(stream, &ok("", r#"{"live":true,"moves":["e4 5390+0","e5 5400+3"]}"#));
        }
        "/event/round-2/game-2.json?poll" => send(stream, &ok("", r#"{"live":null,"moves":null}"#)),
        _ => send(stream, "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
    });
    let address = address(port, "/event/tournament.json");
    let began = Instant::now();
    assert!(fault(&address).starts_with("the server answers 503"));
    let expected = "[Event \"Open\"]\n[Round \"2.1\"]\n[White \"Adler\"]\n[Result \"*\"]\n\n\
        e4 {[%clk 1:29:50]}\ne5 {[%clk 1:30:00]}\n*\n\n\
        [Event \"Open\"]\n[Round \"2.2\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n\
        [Event \"Open\"]\n[Round \"2.3\"]\n[Result \"*\"]\n\n*\n\n";
    assert_eq!(next(&address), text(expected));
    // Six requests, at most two a second; then the game that is played, again and again.
    assert!(began.elapsed() >= Duration::from_millis(2900), "{:?}", began.elapsed());
    assert_eq!(next(&address), text(expected));
    let asked: Vec<String> =
        requests.try_iter().map(|head| head.lines().next().unwrap().to_owned()).collect();
    assert_eq!(asked.iter().filter(|line| line.contains("game-1")).count(), 2, "{asked:?}");
    assert_eq!(asked.iter().filter(|line| line.contains("game-2")).count(), 1, "{asked:?}");
}

#[test]
fn a_redirect_is_read_from_the_address_that_gave_it() {
    let base = "https://a.org/x/y.pgn?z";
    for (location, leads_to) in [
        ("https://b.org/", Some("https://b.org/")),
        ("HTTP://b.org/", Some("HTTP://b.org/")),
        ("//b.org/q", Some("https://b.org/q")),
        ("/q", Some("https://a.org/q")),
        ("q?r", Some("https://a.org/x/q?r")),
        ("file:///etc/passwd", None),
        ("data:text/plain,x", None),
        ("javascript:x", None),
        ("", None),
    ] {
        assert_eq!(redirect(base, location).as_deref(), leads_to, "{location}");
    }
    assert_eq!(redirect("http://a.org", "q").as_deref(), Some("http://a.org/q"));
}

#[test]
fn addresses_are_known_and_written_without_passwords() {
    for (source, known) in
        [("https://a.org/x", true), ("HTTP://a", true), ("ftp://a", false), ("a.pgn", false)]
    {
        assert_eq!(is_address(source), known, "{source}");
    }
    assert_eq!(without_password("https://me:secret@a.org/x@y"), "https://a.org/x@y");
    assert_eq!(without_password("http://a.org/x?y=z@w"), "http://a.org/x?y=z@w");
    for (address, base) in [
        ("https://1.pool.livechesscloud.com/get/ab", Some("https://1.pool.livechesscloud.com/get/ab/")),
        ("http://a.org/x/tournament.json?y", Some("http://a.org/x/")),
        ("http://a.org/x/", Some("http://a.org/x/")),
        ("http://a.org/x.pgn", None),
        ("http://notlivechesscloud.com/x", None),
    ] {
        assert_eq!(livechess::base(address).as_deref(), base, "{address}");
    }
}
