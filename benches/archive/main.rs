//! Produces the figures of the README: `cargo bench --bench archive`.
//!
//! Builds two archives, without and with clock readings, and reads them in ways that do more and more work:
//! tokens only, legality only, and this crate's own steps, on one thread, on all, and by independent
//! processes. At the end it says how much processor time each thread takes. Only the ratios within one run matter. `FLAGFALL_BENCH_MB` sets the size of an archive (default
//! 200), `FLAGFALL_BENCH_ROUNDS` the number of rounds, of which the best counts (default 6). If
//! `FLAGFALL_CASES` names a folder of sample games, the archives are made from those, otherwise from random
//! legal games.

mod archive;
mod pool;
mod threads;
mod ways;

use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

use ways::{WAYS, Way};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, way, file] = args.as_slice()
        && flag == "--one"
    {
        return one(way, Path::new(file));
    }
    if !args.iter().any(|arg| arg == "--bench") {
        println!("a bench: run it by `cargo bench --bench archive`");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let games = pool::games();
    for (title, clocks) in [("without clock readings", false), ("with %clk", true)] {
        let plain = folder.path().join("archive.pgn");
        let count = archive::write(&plain, &games, setting("FLAGFALL_BENCH_MB", 200) * 1_000_000, clocks)?;
        let packed = folder.path().join("archive.pgn.zst");
        archive::pack(&plain, &packed)?;
        println!("\n{title}: {count} games, {} MB", fs::metadata(&plain)?.len() / 1_000_000);
        compare(&plain, &packed)?;
        threads::compare(&plain, thread::available_parallelism()?, setting("FLAGFALL_BENCH_ROUNDS", 6))?;
    }
    Ok(())
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// Runs one way once, on one thread. Called in a separate process.
fn one(way: &str, file: &Path) -> Outcome<()> {
    let way = WAYS.iter().find(|known| known.name == way).ok_or("no such way")?;
    (way.run)(file, NonZeroUsize::MIN)?;
    Ok(())
}

struct Row {
    title: String,
    /// Total bytes read.
    bytes: u64,
    run: Box<dyn Fn() -> Outcome<()>>,
    best: f64,
}

fn compare(plain: &Path, packed: &Path) -> Outcome<()> {
    let size = fs::metadata(plain)?.len();
    let all = thread::available_parallelism()?;
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |title: String, bytes: u64, run: Box<dyn Fn() -> Outcome<()>>| {
        rows.push(Row { title, bytes, run, best: f64::INFINITY });
    };
    for way in &WAYS {
        let file = plain.to_owned();
        add(way.name.to_owned(), size, Box::new(move || (way.run)(&file, NonZeroUsize::MIN)));
    }
    for way in WAYS.iter().filter(|way| way.parallel) {
        let (file, archive, copies) = (plain.to_owned(), packed.to_owned(), plain.to_owned());
        add(format!("{}, {all} workers", way.name), size, Box::new(move || (way.run)(&file, all)));
        add(format!("{}, {all} workers, zst", way.name), size, Box::new(move || (way.run)(&archive, all)));
        let together = size * all.get() as u64;
        add(
            format!("{}, {all} processes", way.name),
            together,
            Box::new(move || processes(way, &copies, all)),
        );
    }
    for _ in 0..setting("FLAGFALL_BENCH_ROUNDS", 6) {
        for row in &mut rows {
            let start = Instant::now();
            (row.run)()?;
            row.best = row.best.min(start.elapsed().as_secs_f64());
        }
    }
    print(&rows);
    Ok(())
}

/// Runs the same way in several processes at once, each of which reads the whole file on one thread.
fn processes(way: &Way, file: &Path, count: NonZeroUsize) -> Outcome<()> {
    let program = std::env::current_exe()?;
    let start = |_| Command::new(&program).args(["--one", way.name]).arg(file).spawn();
    let running = (0..count.get()).map(start).collect::<Result<Vec<_>, _>>()?;
    for mut process in running {
        if !process.wait()?.success() {
            return Err("a process failed".into());
        }
    }
    Ok(())
}

fn print(rows: &[Row]) {
    let speed = |row: &Row| row.bytes as f64 / 1e6 / row.best;
    let base = rows.iter().find(|row| row.title == ways::BASE).map_or(f64::NAN, speed);
    println!("{:<44} {:>9} {:>9} {:>7}", "", "seconds", "MB/s", "ratio");
    for row in rows {
        println!("{:<44} {:>9.3} {:>9.0} {:>6.2}×", row.title, row.best, speed(row), speed(row) / base);
    }
}
