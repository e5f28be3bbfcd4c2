//! Verdicts and times, on positions named on the command line or found beside the crates.

use std::time::{Duration, Instant};

use flagfall::winnability::{Limits, Verdict, can_mate, quick};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color};

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
    let Some(path) = args.first() else {
        return println!("usage: winnability FILE [STEP] [short | stream] [-v]");
    };
    let step: usize = args.get(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let limits = if args.iter().any(|a| a == "short") {
        Limits::READER
    } else if args.iter().any(|a| a == "stream") {
        Limits::STREAM
    } else {
        Limits::default()
    };
    let verbose = args.iter().any(|a| a == "-v");
    let all: Vec<Query> = queries(path).into_iter().step_by(step).collect();
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
