//! Bytes that the caller has opened are read like files, and a part of a file keeps its places.

use std::io::{self, Cursor, Read};

use super::*;

fn read_on(arguments: Vec<Argument>, jobs: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    let options = options(jobs, 4 << 10, 1 << 20);
    let flow = |piece| {
        seen.push(piece);
        ControlFlow::Continue(())
    };
    run_on(
        arguments,
        formats(),
        &options,
        || |piece: Piece<'_>, emit: Emit<'_, Seen>| emit(Seen::of(piece)),
        flow,
    )
    .unwrap();
    seen
}

fn opened(name: &str, reader: impl Read + Send + 'static, begins: Begins) -> Argument {
    Argument::Opened(Opened { name: name.to_owned(), path: None, reader: Box::new(reader), begins })
}

fn whole(name: &str, bytes: &[u8]) -> Argument {
    opened(name, Cursor::new(bytes.to_vec()), Begins::default())
}

#[test]
fn bytes_are_read_like_the_file() {
    let folder = Folder::new();
    let text = archive(100, 900);
    let path = folder.write("a.pgn", &text);
    let of_file = read_with(&[&path], &options(1, 4 << 10, 1 << 20));
    let name = of_file[0].name.clone();
    let packed = zstd::encode_all(text.as_slice(), 1).unwrap();
    for jobs in [1, 3] {
        assert_eq!(read_on(vec![whole(&name, &text)], jobs), of_file);
        assert_eq!(read_on(vec![whole(&name, &packed)], jobs), of_file);
    }
    let mixed = read_on(vec![whole("b.pgn", GAME.as_bytes()), path.into(), whole("c", b"none")], 2);
    assert_eq!((mixed[0].name.as_str(), mixed[1].name.as_str()), ("b.pgn", name.as_str()));
    assert_eq!(mixed.last().unwrap().what, What::Error(Problem::Unrecognised));
}

#[test]
fn a_part_of_a_file_keeps_its_places() {
    let begins = Begins { offset: 1_000_000, lines: 20_000 };
    let text = archive(50, 900);
    let mut at = begins.offset;
    let mut line = begins.lines;
    for seen in read_on(vec![opened("a.pgn", Cursor::new(text.clone()), begins)], 2) {
        let What::Games { text, offset, lines, .. } = seen.what else { panic!("{seen:?}") };
        assert_eq!((offset, lines), (at, line));
        at += text.len() as u64;
        line += line_ends(&text);
    }
    assert_eq!(at, begins.offset + text.len() as u64);
}

#[test]
fn a_reader_that_fails_is_one_problem() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("connection reset"))
        }
    }
    let reader = Cursor::new(GAME.repeat(3)).chain(Fails);
    let seen = read_on(vec![opened("a.pgn", reader, Begins::default())], 2);
    assert!(matches!(&seen[0].what, What::Games { broken_off: true, .. }), "{seen:?}");
    assert_eq!(seen[1].what, What::Error(Problem::Unreadable("connection reset".to_owned())));
}
