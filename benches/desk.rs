//! The desk under load: 500 boards, 100 clients with live boards, ten that rule.
//!
//! `cargo bench --bench desk --features desk` prints the figures; nothing is asserted, because machines differ.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const BOARDS: usize = 500;
const WATCHERS: usize = 100;
const RULERS: usize = 10;
const RULINGS: usize = 50;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Ends the program with this value.
struct Desk {
    child: Child,
    host: String,
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Desk {
    fn start(folder: &std::path::Path) -> Outcome<Desk> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
            .arg("desk")
            .arg(folder)
            .args(["--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Desk { child, host })
    }

    fn ask(&self, head: &str, body: &str) -> Outcome<(String, Duration)> {
        let began = Instant::now();
        let mut stream = TcpStream::connect(&self.host)?;
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/toml\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok((text, began.elapsed()))
    }

    /// Memory in use, in MiB, where the system says it.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
    }
}

fn games(moves: &str) -> String {
    let mut text = String::new();
    for board in 1..=BOARDS {
        let _ = write!(
            text,
            "[Event \"Load\"]\n[Date \"2026.11.21\"]\n[Round \"1.{board}\"]\n[White \"White {board}\"]\n[Black \"Black {board}\"]\n\
             [Result \"*\"]\n[TimeControl \"5400+30\"]\n\n{moves} *\n\n"
        );
    }
    text
}

fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let mut moves = String::new();
    for number in 0..20 {
        let (white, black) = if number % 2 == 0 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
        let _ = write!(moves, "{}. {white} {black} ", number + 1);
    }
    let path = folder.path().join("round.pgn");
    std::fs::write(&path, games(&moves))?;
    let desk = Desk::start(folder.path())?;
    let pages = (0..10).map(|_| desk.ask("GET /", "").map(|(_, took)| took)).collect::<Outcome<Vec<_>>>()?;
    println!("first page, {BOARDS} boards: best {:?}, worst {:?}", pages.iter().min(), pages.iter().max());

    let (ended, told, errors) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        for _ in 0..WATCHERS {
            scope.spawn(|| {
                let watch = || -> Outcome<()> {
                    let mut stream = TcpStream::connect(&desk.host)?;
                    write!(stream, "GET /api/events HTTP/1.1\r\nHost: {}\r\n\r\n", desk.host)?;
                    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
                    let mut buffer = vec![0; 64 << 10];
                    while !ended.load(Ordering::Relaxed) {
                        match stream.read(&mut buffer) {
                            Ok(0) => return Err("the stream ended".into()),
                            Ok(read) => {
                                told.fetch_add(read, Ordering::Relaxed);
                            }
                            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                            Err(error) => return Err(error.into()),
                        }
                    }
                    Ok(())
                };
                if watch().is_err() {
                    errors.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let rulers: Vec<_> = (0..RULERS)
            .map(|ruler| {
                let (desk, errors) = (&desk, &errors);
                scope.spawn(move || {
                    let mut took = Vec::new();
                    for ruling in 0..RULINGS {
                        // White had the move then, however far the game has gone on since.
                        let case = format!(
                            "board = \"1.{}\"\n[[incident]]\nkind = \"illegal-move\"\nby = \"white\"\nafter = \"20... Ng8\"\nmove = \"Ke4\"\n",
                            1 + (ruler * RULINGS + ruling) % BOARDS
                        );
                        match desk.ask("POST /api/rule", &case) {
                            Ok((text, time)) if text.starts_with("HTTP/1.1 200") => took.push(time),
                            _ => {
                                errors.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                        std::thread::sleep(Duration::from_millis(100));
                    }
                    took
                })
            })
            .collect();
        // Boards go on while that happens.
        for step in 0..5 {
            std::thread::sleep(Duration::from_secs(1));
            let more = format!("{moves} 21. {}", ["e4", "d4", "c4", "b4", "a4"][step]);
            if std::fs::write(&path, games(&more)).is_err() {
                errors.fetch_add(1, Ordering::Relaxed);
            }
        }
        let took = rulers.into_iter().filter_map(|ruler| ruler.join().ok()).flatten().collect();
        ended.store(true, Ordering::Relaxed);
        took
    });
    took.sort_unstable();
    let at = |part: f64| took.get(((took.len() as f64 - 1.0) * part) as usize);
    println!("{} rulings: median {:?}, 99 % {:?}, worst {:?}", took.len(), at(0.5), at(0.99), at(1.0));
    println!("errors {}, told {} MiB", errors.load(Ordering::Relaxed), told.load(Ordering::Relaxed) >> 20);
    println!("memory {:?} MiB", desk.memory());
    Ok(())
}
