//! Measures the whole program on result files: `cargo bench --bench events`.
//!
//! Writes report files of 180, 200 and 9,000 players over 11 rounds, and runs the program on each: standings
//! with four tie-breaks and every check, in each format, and the checks alone. The figures are the time for
//! 180 players, the time per player for 9,000 compared with 200, and the peak memory. `FLAGFALL_BENCH_ROUNDS`
//! sets how often a run is repeated (default 10); the best run counts.
//!
//! A second table measures Swiss events of 100 to 9,000 players over 9 rounds: `check` pairs every round
//! again, with and without the checks of pairings, on one core. In events with clubs, half of the players are
//! in two clubs whose members do not meet, so that few brackets have a perfect candidate.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

mod pairings;

type Outcome<T> = Result<T, Box<dyn Error>>;

const ROUNDS: usize = 11;
const TIEBREAKS: &str = "BH:C1,BH,SB,DE";

fn main() -> Outcome<()> {
    if !std::env::args().any(|arg| arg == "--bench") {
        println!("a bench: run it by `cargo bench --bench events`");
        return Ok(());
    }
    let repeats =
        std::env::var("FLAGFALL_BENCH_ROUNDS").ok().and_then(|value| value.parse().ok()).unwrap_or(10);
    let folder = tempfile::tempdir()?;
    let file = |players: usize| folder.path().join(format!("{players}.trf"));
    for players in [180, 200, 9000] {
        std::fs::write(file(players), report_file(players)?)?;
    }
    println!("{:<22} {:>10} {:>10} {:>12} {:>8} {:>8}", "", "180", "200", "9,000", "ratio", "memory");
    let crosstable = |format: &'static str| vec!["crosstable", "--tiebreaks", TIEBREAKS, "--format", format];
    let ways =
        ["text", "json", "html", "trf"].map(|format| (format!("crosstable, {format}"), crosstable(format)));
    let check = ("check".to_owned(), vec!["check"]);
    for (name, arguments) in ways.into_iter().chain([check]) {
        let small = best(&arguments, &file(180), repeats)?;
        let middle = best(&arguments, &file(200), repeats)?;
        let large = best(&arguments, &file(9000), repeats.div_ceil(3))?;
        let ratio = large.time.as_secs_f64() / 9000.0 / (middle.time.as_secs_f64() / 200.0);
        let ms = |run: &Run| format!("{:.1} ms", run.time.as_secs_f64() * 1e3);
        let memory = large.memory / 1024;
        println!(
            "{name:<22} {:>10} {:>10} {:>12} {ratio:>7.2}x {memory:>4} MiB",
            ms(&small),
            ms(&middle),
            ms(&large)
        );
    }
    of_pairings(folder.path())
}

/// Measures the checks of pairings: the time with them, the time without, and the peak memory.
fn of_pairings(folder: &Path) -> Outcome<()> {
    const CHECKS: &str = "pairing-forbidden,pairing-differs,bye-not-due,colour-allocation";
    println!("\n{:<22} {:>10} {:>10} {:>8}", "check of a Swiss", "pairings", "without", "memory");
    for (players, clubs) in
        [(100, false), (300, false), (300, true), (1000, false), (1000, true), (9000, false)]
    {
        let file = folder.join(format!("swiss-{players}-{clubs}.trf"));
        pairings::write(players, clubs, &file)?;
        let one_core = ["check", "--jobs", "1", "--pairings", "always"];
        let with = best(&one_core, &file, 3)?;
        let without = best(&[&one_core[..], &["--ignore", CHECKS]].concat(), &file, 3)?;
        let name = format!("{players}{}", if clubs { ", clubs" } else { "" });
        let seconds = |run: &Run| format!("{:.3} s", run.time.as_secs_f64());
        println!("{name:<22} {:>10} {:>10} {:>4} MiB", seconds(&with), seconds(&without), with.memory / 1024);
    }
    Ok(())
}

/// One run of the program.
struct Run {
    time: Duration,
    /// Peak memory in KiB; 0 if the system does not report it.
    memory: u64,
}

fn best(arguments: &[&str], file: &Path, repeats: usize) -> Outcome<Run> {
    let mut best = Run { time: Duration::MAX, memory: 0 };
    for _ in 0..repeats.max(1) {
        let began = Instant::now();
        Command::new(env!("CARGO_BIN_EXE_flagfall"))
            .args(arguments)
            .arg(file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        best.time = best.time.min(began.elapsed());
    }
    best.memory = peak(arguments, file)?;
    Ok(best)
}

/// The peak memory of a run in KiB, polled while it runs.
fn peak(arguments: &[&str], file: &Path) -> Outcome<u64> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(arguments)
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait()?.is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|text| text.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        most = most.max(now);
        std::thread::sleep(Duration::from_micros(500));
    }
    Ok(most)
}

/// One cell: opponent (0 for none), colour, result.
type Cell = (usize, char, char);

/// A Swiss event that pairs neighbours in the order of points, with some byes, forfeits and withdrawals.
fn report_file(players: usize) -> Outcome<String> {
    let mut chance = Chance(players as u64 + 1);
    let mut halves = vec![0u32; players];
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); players];
    for _ in 0..ROUNDS {
        let mut order: Vec<usize> = (0..players).filter(|_| chance.below(60) > 0).collect();
        order.sort_by_cached_key(|at| (std::cmp::Reverse(halves[*at]), chance.below(1 << 20)));
        for pair in order.chunks(2) {
            let &[white, black] = pair else {
                cells[pair[0]].push((0, '-', 'U'));
                halves[pair[0]] += 2;
                continue;
            };
            let (ours, theirs) = ["10", "01", "==", "10", "01", "+-"][chance.below(6) as usize].split_at(1);
            for (own, other, colour, result) in [(white, black, 'w', ours), (black, white, 'b', theirs)] {
                let result = result.chars().next().unwrap_or('0');
                halves[own] += match result {
                    '1' | '+' => 2,
                    '=' => 1,
                    _ => 0,
                };
                cells[own].push((other + 1, colour, result));
            }
        }
        let played = cells.iter().map(Vec::len).max().unwrap_or(0);
        for own in cells.iter_mut().filter(|own| own.len() < played) {
            own.push((0, '-', 'Z'));
        }
    }
    let mut out = format!(
        "012 Bench\n022 Town\n032 NED\n042 2026/05/01\n052 2026/05/09\n062 {players}\n072 {players}\n\
         092 Individual: Swiss-System\n102 Arbiter\n142 {ROUNDS}\n202 {TIEBREAKS}\n"
    );
    for (at, own) in cells.iter().enumerate() {
        let (no, rating, points) = (at + 1, 2700 - (at % 1200), f64::from(halves[at]) / 2.0);
        write!(
            out,
            "001 {no:>4} m    {:<33} {rating:>4} NED {:>11} 1990/01/01 {points:>4.1}     ",
            format!("Player{no}, P"),
            99_000_000 + no
        )?;
        for (opponent, colour, result) in own {
            write!(out, "  {opponent:>4} {colour} {result}")?;
        }
        out.push('\n');
    }
    Ok(out)
}

/// A random generator that gives the same numbers on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
