//! Processor time by thread: which thread is full first, and with how many workers.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::Outcome;

/// Seconds of processor time by name of thread. The main thread, which groups and reports, has the name of the program.
type Times = BTreeMap<String, f64>;

/// Prints the processor time of `flagfall check` by thread, of the run with the least in all.
pub(crate) fn compare(file: &Path, jobs: NonZeroUsize, rounds: u64) -> Outcome<()> {
    if !Path::new("/proc/self/schedstat").is_file() {
        println!("processor time by thread: only on Linux");
        return Ok(());
    }
    let mut best: Option<Times> = None;
    for _ in 0..rounds {
        let times = of_check(file, jobs)?;
        let total = |times: &Times| times.values().sum::<f64>();
        if best.as_ref().is_none_or(|best| total(&times) < total(best)) {
            best = Some(times);
        }
    }
    best.iter().for_each(print);
    Ok(())
}

fn of_check(file: &Path, jobs: NonZeroUsize) -> Outcome<Times> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    program.args(["check", "--format", "jsonl", "--progress", "never", "--jobs", &jobs.to_string()]);
    let mut running = program.arg(file).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let tasks = format!("/proc/{}/task", running.id());
    let mut threads: BTreeMap<String, (String, f64)> = BTreeMap::new();
    while running.try_wait()?.is_none() {
        for task in fs::read_dir(&tasks).into_iter().flatten().flatten() {
            let read = |name: &str| fs::read_to_string(task.path().join(name)).unwrap_or_default();
            let used = read("schedstat").split(' ').next().and_then(|ns| ns.parse::<f64>().ok());
            if let Some(used) = used.filter(|used| *used > 0.0) {
                let id = task.file_name().to_string_lossy().into_owned();
                threads.insert(id, (read("comm").trim().to_owned(), used / 1e9));
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
    let mut times = Times::new();
    for (name, used) in threads.into_values() {
        *times.entry(name).or_default() += used;
    }
    Ok(times)
}

fn print(times: &Times) {
    let workers = times.get("worker").copied().unwrap_or(f64::NAN);
    println!("processor time by thread:");
    for (name, used) in times {
        match name.as_str() {
            "worker" => println!("  all workers {used:>8.3} s"),
            name => println!(
                "  {name:<11} {used:>8.3} s, {:.1} % of the workers': full with {:.0} workers",
                100.0 * used / workers,
                workers / used
            ),
        }
    }
}
