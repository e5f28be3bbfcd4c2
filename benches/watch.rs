//! Measures `flagfall watch` on many boards: `cargo bench --bench watch`.
//!
//! A thousand boards of forty moves; with each reading ten of them have a further move, and one whose game is over begins that of the
//! next round. The figures are the processor time of a reading, and the peak memory after a day of readings, one every two seconds.
//! `FLAGFALL_BENCH_READINGS` makes it fewer.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use flagfall::checks::Settings;
use flagfall::chrono::NaiveDate;
use flagfall::watch::{Follower, Options, alert_checks};

const BOARDS: usize = 1000;
const MOVING: usize = 10;
const MOVES: usize = 40;
const DAY: usize = 43_200;

/// Half-moves that repeat no position three times: a knight goes out and back, then a pawn steps.
fn half_moves() -> Vec<String> {
    let steps = "b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 b4 b5 c4 c5 d4 d5 e4 e5 f4 f5 g4 g5 h4 h5";
    let steps: Vec<&str> = steps.split(' ').collect();
    let round = |step: &[&str]| {
        ["Na3", "Na6", "Nb1", "Nb8"].iter().chain(step).map(|mv| (*mv).to_owned()).collect::<Vec<_>>()
    };
    steps.chunks(2).flat_map(round).collect()
}

/// The text of a game after so many half-moves.
fn game(board: usize, round: usize, half_moves: &[String], plies: usize) -> String {
    let mut text = format!(
        "[Event \"Open\"]\n[Date \"2026.11.22\"]\n[Round \"{round}.{board}\"]\n[White \"White {board}\"]\n[Black \"Black {board}\"]\n\
         [Result \"*\"]\n[TimeControl \"5400+30\"]\n\n"
    );
    for (ply, mv) in half_moves.iter().take(plies).enumerate() {
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        }
        let left = 5400 - 30 * (ply / 2);
        text.push_str(&format!("{mv} {{[%clk {}:{:02}:{:02}]}} ", left / 3600, left / 60 % 60, left % 60));
    }
    text + "*\n\n"
}

fn main() -> Result<(), Box<dyn Error>> {
    if !std::env::args().any(|arg| arg == "--bench") {
        println!("a bench: run it by `cargo bench --bench watch`");
        return Ok(());
    }
    let readings =
        std::env::var("FLAGFALL_BENCH_READINGS").ok().and_then(|value| value.parse().ok()).unwrap_or(DAY);
    let today = NaiveDate::from_ymd_opt(2026, 11, 22).ok_or("no such day")?;
    let settings = Settings { selected: alert_checks(), ..Settings::automatic(today) };
    let mut follower = Follower::new(Arc::new(settings), Options::default());
    let half_moves = half_moves();
    let mut plies = vec![2 * MOVES; BOARDS];
    let mut rounds = vec![1; BOARDS];
    let mut texts: Vec<String> = (0..BOARDS).map(|board| game(board, 1, &half_moves, 2 * MOVES)).collect();
    follower.take("games.pgn", texts.concat().as_bytes(), 0);
    let (mut total, mut longest, mut alerts) = (Duration::ZERO, Duration::ZERO, 0);
    for reading in 1..=readings {
        for moving in 0..MOVING {
            let board = (reading * MOVING + moving) * 7 % BOARDS;
            plies[board] += 1;
            if plies[board] > half_moves.len() {
                (plies[board], rounds[board]) = (1, rounds[board] + 1);
            }
            texts[board] = game(board, rounds[board], &half_moves, plies[board]);
        }
        let text = texts.concat();
        let began = Instant::now();
        let at = reading as i64 * 2000;
        alerts += follower.take("games.pgn", text.as_bytes(), at).len() + follower.tick(at).len();
        let took = began.elapsed();
        total += took;
        longest = longest.max(took);
    }
    let mean = total / u32::try_from(readings)?;
    println!("{BOARDS} boards, {MOVING} moving, {readings} readings of {} KiB", texts.concat().len() >> 10);
    println!("a reading: {:.2} ms, the longest {:.2} ms; {alerts} alerts", ms(mean), ms(longest));
    println!(
        "peak memory: {} MiB",
        peak_memory().map_or_else(|| "?".to_owned(), |kib| (kib / 1024).to_string())
    );
    Ok(())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The peak memory of this process, in KiB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
