//! Measures verdicts and times, on the positions of a file or on positions generated from a seed.
//!
//! 7,000 positions of seed 7001, both sides, processor time on two shared cores; each position was given to
//! all programs before the next one. Seeds 1 to 3 were used to choose the order of attempts; seed 7001 is
//! used only for measuring.
//!
//! | | median | mean | 99.9 % | longest | mean against the peer |
//! | --- | --- | --- | --- | --- | --- |
//! | `can_mate` before `crowd.rs` | 42.1 us | 293.7 us | 14.2 ms | 168.4 ms | 0.17 |
//! | `can_mate` | 29.9 us | 128.1 us | 3.7 ms | 12.7 ms | 0.07 |
//! | chasolver 3.0.0, `winnability` | 67.4 us | 1,713.6 us | 253.1 ms | 1,699.6 ms | 1 |
//! | `quick` before | 1.0 us | 67.7 us | 2.6 ms | 4.3 ms | 0.65 |
//! | `quick` | 1.0 us | 39.7 us | 2.3 ms | 3.9 ms | 0.38 |
//! | `quick`, a short line looked for first (another run, without the peer) | 0.1 us | 29.4 us | 1.8 ms | 2.8 ms | 0.28 |
//! | chasolver 3.0.0, `is_unwinnable_fast` | 4.5 us | 103.6 us | 1.9 ms | 3.1 ms | 1 |
//!
//! All three gave the same verdicts; `quick` proved 1,104 of 1,118, before and after.

use std::time::{Duration, Instant};

use flagfall::winnability::{Limits, Verdict, can_mate, quick};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode};

mod positions;

struct Query {
    fen: String,
    position: Chess,
    side: Color,
    expected: Option<bool>,
}

fn position(fen: &str) -> Option<Chess> {
    let setup = fen.parse::<Fen>().ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).ok()
}

fn queries(path: &str) -> Vec<Query> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut out = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()) {
        let (fen, white, black) = if path.ends_with(".csv") {
            let mut cells = line.split(',');
            let Some(fen) = cells.next() else { continue };
            (fen, cells.next().map(|c| c == "true"), cells.next().map(|c| c == "true"))
        } else if line.as_bytes().get(2) == Some(&b' ') && !line.starts_with(|c: char| c.is_ascii_digit()) {
            (&line[3..], Some(line.starts_with('W')), Some(line[..2].ends_with('B')))
        } else {
            (line, None, None)
        };
        let Some(position) = position(fen) else { continue };
        for (side, expected) in [(Color::White, white), (Color::Black, black)] {
            out.push(Query { fen: fen.to_owned(), position: position.clone(), side, expected });
        }
    }
    out
}

/// Positions generated from `seed`, for both sides.
fn made(seed: u64, count: usize) -> Vec<Query> {
    let mut out = Vec::with_capacity(2 * count);
    for (kind, position) in positions::positions(seed, count) {
        let fen = format!("{} {kind}", Fen::from_position(&position, EnPassantMode::Legal));
        let query = |side| Query { fen: fen.clone(), position: position.clone(), side, expected: None };
        out.extend(Color::ALL.map(query));
    }
    out
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let sum: Duration = times.iter().sum();
    let mean = sum.as_secs_f64() / times.len().max(1) as f64;
    let at = |q: f64| times.get(((times.len() as f64 - 1.0) * q) as usize).copied().unwrap_or_default();
    println!(
        "{name:>16}: median {:?} mean {:.1}us p99 {:?} p99.9 {:?} max {:?}",
        at(0.5),
        mean * 1e6,
        at(0.99),
        at(0.999),
        at(1.0)
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let Some(first) = args.first() else {
        return println!("usage: winnability (FILE [STEP] | SEED [COUNT]) [short | stream] [-v]");
    };
    let number: Option<usize> = args.get(1).and_then(|a| a.parse().ok());
    let limits = if args.iter().any(|a| a == "short") {
        Limits::READER
    } else if args.iter().any(|a| a == "stream") {
        Limits::STREAM
    } else {
        Limits::default()
    };
    let verbose = args.iter().any(|a| a == "-v");
    let all: Vec<Query> = match first.parse() {
        Ok(seed) => made(seed, number.unwrap_or(7_000)),
        Err(_) => queries(first).into_iter().step_by(number.unwrap_or(1).max(1)).collect(),
    };
    let (mut right, mut wrong, mut unknown, mut lengths, mut long) = (0, 0, 0, 0usize, 0);
    let mut times = Vec::new();
    let mut yes = 0usize;
    let (mut quicks, mut caught, mut missed) = (Vec::new(), 0, 0);
    for q in &all {
        let start = Instant::now();
        let verdict = can_mate(&q.position, q.side, limits);
        let took = start.elapsed();
        times.push(took);
        let start = Instant::now();
        let glance = quick(&q.position, q.side);
        quicks.push(start.elapsed());
        if glance == Some(false) {
            caught += 1
        } else if matches!(verdict, Verdict::No(_)) {
            missed += 1
        }
        let (answer, note) = match &verdict {
            Verdict::Yes(line) => {
                lengths += line.moves.len();
                yes += 1;
                long += usize::from(line.moves.len() >= 20);
                (Some(true), format!("{} plies", line.moves.len()))
            }
            Verdict::No(proof) => (Some(false), proof.reason()),
            Verdict::Unknown(e) => (None, format!("{} nodes", e.nodes)),
        };
        let mark = match answer {
            None => {
                unknown += 1;
                "UNKNOWN"
            }
            Some(a) if q.expected.is_some_and(|e| e != a) => {
                wrong += 1;
                "WRONG"
            }
            Some(_) => {
                right += 1;
                "ok"
            }
        };
        if mark != "ok" || verbose {
            println!("{mark} {} {:?} expected {:?} {note} {took:?}", q.fen, q.side, q.expected);
        }
    }
    println!(
        "{} queries: right {right} wrong {wrong} unknown {unknown}; yes lines {yes}, mean {:.1} plies, {long} of 20 or more",
        all.len(),
        lengths as f64 / yes.max(1) as f64
    );
    report("flagfall", times);
    report("flagfall quick", quicks);
    println!("quick caught {caught}, missed {missed}");
}
