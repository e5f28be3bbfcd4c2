//! The number of workers changes nothing but the time; if one part ends early, everything ends.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::ThreadId;
use std::time::Duration;

use super::*;

fn some_files(folder: &Folder) {
    for n in 0..40 {
        folder.write(&format!("a{n:02}/games.pgn"), archive(n * n, 900));
        folder.write(&format!("a{n:02}/table.trf"), "012 x");
        folder.write(&format!("b{n:02}.pgn"), "");
        folder.write(&format!("c{n:02}.trf"), "nothing");
    }
}

#[test]
fn any_number_of_workers_gives_the_same() {
    let folder = Folder::new();
    some_files(&folder);
    let one = read_with(&[folder.path()], &options(1, 8 << 10, MAX));
    assert!(one.len() > 200);
    for jobs in [2, 3, 8] {
        assert_eq!(read_with(&[folder.path()], &options(jobs, 8 << 10, MAX)), one, "{jobs} workers");
    }
}

const MAX: usize = 1 << 20;

#[test]
fn files_keep_their_ordinals_and_small_ones_share_batches() {
    let folder = Folder::new();
    for n in 0..1000 {
        folder.write(&format!("{n:04}.pgn"), GAME);
    }
    let mut next = 0;
    run(
        vec![folder.path().to_owned()],
        formats(),
        &options(2, 64 << 10, MAX),
        || |p: Piece<'_>| p.file.ordinal,
        |n| {
            assert_eq!(n, next);
            next += 1;
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(next, 1000);
}

/// Fails instead of hanging forever.
fn within_a_minute(body: impl FnOnce() + Send + 'static) {
    let (done, waiting) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        body();
        done.send(()).unwrap();
    });
    waiting.recv_timeout(Duration::from_secs(60)).expect("ends");
    thread.join().unwrap();
}

#[test]
fn a_consumer_that_breaks_off_stops_everything() {
    within_a_minute(|| {
        for jobs in [1, 2, 5] {
            let folder = Folder::new();
            let path = folder.write("a.pgn", archive(20_000, 900));
            let mut taken = 0;
            let ended = run(
                vec![path],
                formats(),
                &options(jobs, 4 << 10, MAX),
                || |_: Piece<'_>| (),
                |()| {
                    taken += 1;
                    if taken == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((ended, taken), (Ok(()), 3));
        }
    });
}

#[test]
fn a_worker_that_panics_ends_the_run_after_what_came_before() {
    within_a_minute(|| {
        for jobs in [1, 2, 5] {
            let folder = Folder::new();
            let path = folder.write("a.pgn", archive(20_000, 900));
            let worker = || {
                |piece: Piece<'_>| {
                    assert!(piece.number != 40, "a panic on purpose");
                    piece.number
                }
            };
            let mut last = None;
            let ended = run(vec![path], formats(), &options(jobs, 4 << 10, MAX), worker, |n| {
                last = Some(n);
                ControlFlow::Continue(())
            });
            assert_eq!((ended, last), (Err(Panicked), Some(39)), "{jobs} workers");
        }
    });
}

/// Gathers the numbers of pieces, and takes them with the thread that had the job. The job of piece `bad` panics.
struct Jobs {
    bad: u64,
    gathered: u64,
    taken: Vec<(u64, ThreadId)>,
}

impl Consumer<u64> for Jobs {
    type Job = (u64, bool);
    type Done = (u64, ThreadId);
    const HAS_JOBS: bool = true;

    fn gather(&mut self, number: u64) -> (u64, bool) {
        assert_eq!(number, self.gathered);
        self.gathered += 1;
        (number, number == self.bad)
    }

    fn work((number, is_bad): (u64, bool)) -> (u64, ThreadId) {
        assert!(!is_bad, "a panic on purpose");
        (number, std::thread::current().id())
    }

    fn take(&mut self, done: (u64, ThreadId)) -> ControlFlow<()> {
        self.taken.push(done);
        ControlFlow::Continue(())
    }
}

fn with_jobs(jobs: usize, bad: u64) -> (Result<(), Panicked>, Vec<(u64, ThreadId)>) {
    let folder = Folder::new();
    let path = folder.write("a.pgn", archive(20_000, 900));
    let mut consumer = Jobs { bad, gathered: 0, taken: Vec::new() };
    let worker = || |piece: Piece<'_>, emit: Emit<'_, u64>| emit(piece.number);
    let options = options(jobs, 4 << 10, MAX);
    let ended = run_in_steps(vec![path.into()], formats(), &options, worker, |result| result, &mut consumer);
    (ended.map(|_| ()), consumer.taken)
}

#[test]
fn jobs_are_done_by_workers_and_taken_in_order() {
    within_a_minute(|| {
        let one = std::thread::current().id();
        for jobs in [1, 2, 5] {
            let (ended, taken) = with_jobs(jobs, u64::MAX);
            assert_eq!(ended, Ok(()));
            assert!(taken.len() > 1000 && (0..).zip(&taken).all(|(at, (number, _))| at == *number));
            assert!(taken.iter().all(|(_, thread)| (*thread == one) == (jobs == 1)), "{jobs} workers");
        }
    });
}

/// Takes parts of results and counts those that were emitted and not taken yet.
struct Parts<'p> {
    ahead: &'p AtomicUsize,
    taken: Vec<(u64, usize)>,
}

impl Consumer<(u64, usize)> for Parts<'_> {
    type Job = (u64, usize);
    type Done = (u64, usize);
    const HAS_JOBS: bool = true;

    fn gather(&mut self, part: (u64, usize)) -> (u64, usize) {
        part
    }

    fn work(part: (u64, usize)) -> (u64, usize) {
        part
    }

    fn take(&mut self, part: (u64, usize)) -> ControlFlow<()> {
        self.ahead.fetch_sub(1, Ordering::SeqCst);
        self.taken.push(part);
        ControlFlow::Continue(())
    }
}

#[test]
fn a_worker_with_many_results_for_a_piece_waits_until_they_are_taken() {
    within_a_minute(|| {
        let folder = Folder::new();
        for jobs in [1, 2, 5] {
            for (games, parts) in [(2000, 100), (100, 1000)] {
                let path = folder.write("a.pgn", archive(games, 900));
                let (ahead, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
                let worker = || {
                    |piece: Piece<'_>, emit: Emit<'_, (u64, usize)>| {
                        for part in 0..parts {
                            most.fetch_max(ahead.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
                            emit((piece.number, part));
                        }
                    }
                };
                let mut consumer = Parts { ahead: &ahead, taken: Vec::new() };
                let options = options(jobs, 4 << 10, MAX);
                let ended = run_in_steps(
                    vec![path.into()],
                    formats(),
                    &options,
                    worker,
                    |result| result,
                    &mut consumer,
                );
                assert!(ended.is_ok());
                let number = |(piece, part): &(u64, usize)| usize::try_from(*piece).unwrap() * parts + part;
                assert!((0..).zip(&consumer.taken).all(|(at, part)| at == number(part)), "{jobs} workers");
                let last = consumer.taken.last().map(number);
                assert_eq!(last, Some(consumer.taken.len() - 1));
                assert!(consumer.taken.len() > 10_000, "{jobs} workers");
                // At most four parts are on their way for each worker, one more is about to be, and the last of each batch.
                let most = most.load(Ordering::SeqCst);
                assert!(most <= 6 * jobs + 2 * jobs + 8, "{most} parts with {jobs} workers");
            }
        }
    });
}

#[test]
fn a_job_that_panics_ends_the_run_after_what_came_before() {
    within_a_minute(|| {
        for jobs in [1, 2, 5] {
            let (ended, taken) = with_jobs(jobs, 40);
            let last = taken.last().map(|(number, _)| *number);
            assert_eq!((ended, last), (Err(Panicked), Some(39)), "{jobs} workers");
        }
    });
}

#[test]
fn a_consumer_that_panics_does_not_hang() {
    within_a_minute(|| {
        let folder = Folder::new();
        let path = folder.write("a.pgn", archive(20_000, 900));
        let consume = |()| -> ControlFlow<()> { panic!("on purpose") };
        let caught = std::panic::catch_unwind(|| {
            run(vec![path], formats(), &options(3, 4 << 10, MAX), || |_: Piece<'_>| (), consume)
        });
        assert!(caught.is_err());
    });
}

#[test]
fn a_reader_that_panics_is_told() {
    within_a_minute(|| {
        let folder = Folder::new();
        let path = folder.write("a.pgn", GAME);
        let formats = Formats { recognise: |_, _| panic!("on purpose"), ..formats() };
        for jobs in [1, 2] {
            let ended = run(
                vec![path.clone()],
                formats,
                &options(jobs, 4 << 10, MAX),
                || |_: Piece<'_>| (),
                ControlFlow::Continue,
            );
            assert_eq!(ended, Err(Panicked));
        }
    });
}

#[test]
fn a_slow_worker_holds_the_reader_back() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", archive(5_000, 900));
    let (begun, consumed, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || {
        |_: Piece<'_>| {
            let ahead = begun.fetch_add(1, Ordering::SeqCst) + 1 - consumed.load(Ordering::SeqCst);
            most.fetch_max(ahead, Ordering::SeqCst);
        }
    };
    run(vec![path], formats(), &options(2, 4 << 10, MAX), worker, |()| {
        std::thread::yield_now();
        consumed.fetch_add(1, Ordering::SeqCst);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(most.load(Ordering::SeqCst) <= 13, "{most:?} pieces ahead of the consumer");
}

#[cfg(unix)]
#[test]
fn a_reader_that_waits_for_a_pipe_is_left_behind() {
    within_a_minute(|| {
        let folder = Folder::new();
        let pipe = folder.pipe("a.pgn");
        let (stop, stopped) = mpsc::channel::<()>();
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut open = fs::File::options().write(true).open(pipe).unwrap();
                open.write_all(&archive(30, 900)).unwrap();
                // Keeps the pipe open until the run has ended.
                let _ = stopped.recv();
            }
        });
        let ended =
            run(vec![pipe], formats(), &options(2, 4 << 10, MAX), || |_: Piece<'_>| (), ControlFlow::Break);
        assert_eq!(ended, Ok(()));
        drop(stop);
        writer.join().unwrap();
    });
}

#[cfg(unix)]
#[test]
fn a_file_is_cut_like_a_stream_though_workers_read_it() {
    let folder = Folder::new();
    let bytes = archive(3_000, 900);
    let path = folder.write("a.pgn", &bytes);
    for batch in [3 << 10, 8 << 10, 100 << 10] {
        let by_stream = read_with(&[&path], &options(1, batch, MAX));
        assert_covers(&by_stream, &bytes);
        for jobs in [2, 5] {
            assert_eq!(read_with(&[&path], &options(jobs, batch, MAX)), by_stream, "{jobs} workers, {batch}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_becomes_shorter_gives_what_is_left_and_errors() {
    within_a_minute(|| {
        let folder = Folder::new();
        let bytes = archive(3_000, 900);
        let path = folder.write("a.pgn", &bytes);
        let left = 40 << 10;
        let shortened = std::sync::Once::new();
        let worker = || {
            |piece: Piece<'_>| {
                shortened.call_once(|| {
                    // By then the reader has passed on batches far behind.
                    std::thread::sleep(Duration::from_millis(300));
                    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(left).unwrap();
                });
                Seen::of(piece)
            }
        };
        let mut seen = Vec::new();
        let ended = run(vec![path.clone()], formats(), &options(2, 8 << 10, MAX), worker, |piece| {
            seen.push(piece);
            ControlFlow::Continue(())
        });
        assert_eq!(ended, Ok(()));
        let mut covered = 0;
        for piece in &seen {
            if let What::Games { text, offset, .. } = &piece.what {
                let offset = usize::try_from(*offset).unwrap();
                assert!(bytes[offset..].starts_with(text));
                covered += if offset == covered { text.len() } else { 0 };
            }
        }
        assert!(covered as u64 >= left, "what is left is read");
        let errors = errors(&seen);
        assert!(!errors.is_empty());
        for (name, problem) in errors {
            assert!(name.ends_with("a.pgn"));
            assert!(problem.to_string().contains("became shorter while it was read"), "{problem}");
        }
    });
}
