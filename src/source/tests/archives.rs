//! Every packing gives the same bytes as the plain file; a damaged one gives what could be read, and one error.

use std::io::{Cursor, Write};

use flate2::write::GzEncoder;
use zip::write::SimpleFileOptions;

use super::*;

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

type Pack = fn(&[u8]) -> Vec<u8>;
const STREAMS: [(&str, Pack, Packing); 3] =
    [("a.pgn.gz", gz, Packing::Gz), ("a.pgn.bz2", bz2, Packing::Bz2), ("a.pgn.zst", zst, Packing::Zst)];

#[test]
fn streams_by_name_by_content_and_in_several_parts() {
    let folder = Folder::new();
    let text = archive(300, 4000);
    let (front, back) = text.split_at(text.len() / 3);
    for (name, pack, _) in STREAMS {
        for bytes in [pack(&text), [pack(front), pack(back)].concat()] {
            for name in [name, "named-otherwise.pgn"] {
                let path = folder.write(name, &bytes);
                let seen = read(&path);
                assert_eq!(errors(&seen), [], "{name}");
                assert_covers(&seen, &text);
            }
        }
        let twice = folder.write("twice.pgn", gz(&pack(&text)));
        assert_covers(&read(&twice), &text);
    }
}

#[test]
fn plain_text_under_a_packed_name_is_read() {
    let folder = Folder::new();
    let path = folder.write("a.pgn.gz", GAME);
    assert_covers(&read(&path), GAME.as_bytes());
}

#[test]
fn an_archive_that_breaks_off_gives_what_could_be_read() {
    let folder = Folder::new();
    let text: Vec<u8> = (0..60_000u32)
        .flat_map(|n| format!("[Event \"{}\"]\n\n1. e4 *\n\n", n.wrapping_mul(2_654_435_761)).into_bytes())
        .collect();
    for (name, pack, packing) in STREAMS {
        let whole = pack(&text);
        for cut in [whole.len() - 1, whole.len() / 2, 20] {
            let seen = read(&folder.write(name, &whole[..cut]));
            let problems: Vec<_> = errors(&seen).into_iter().map(|(_, problem)| problem).collect();
            assert_eq!(problems, [Problem::BrokenOff(packing)], "{name} cut at {cut}");
            let read = text_of(&seen, name);
            assert!(text.starts_with(&read));
            assert!(cut < 100 || read.len() > text.len() / 4, "{name} cut at {cut}: {} bytes", read.len());
            let last = seen.iter().rev().find_map(|s| match s.what {
                What::Games { broken_off, .. } => Some(broken_off),
                _ => None,
            });
            assert_ne!(last, Some(false), "the last games are marked");
        }
        let mut damaged = whole.clone();
        for at in damaged.len() / 2..damaged.len() / 2 + 64 {
            damaged[at] ^= 0x5a;
        }
        let seen = read(&folder.write(name, &damaged));
        assert_eq!(errors(&seen).len(), 1, "{name}");
        assert!(seen.len() > 1, "{name}");
    }
}

#[test]
fn what_is_read_of_a_damaged_file_depends_on_the_file_alone() {
    let folder = Folder::new();
    let first = folder.write("first.pgn", GAME.repeat(100));
    let text: Vec<u8> = (0..20_000u32)
        .flat_map(|n| format!("[Event \"{}\"]\n\n1. e4 *\n\n", n.wrapping_mul(2_654_435_761)).into_bytes())
        .collect();
    let zip: Pack = |text| {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer.start_file("a.pgn", SimpleFileOptions::default()).unwrap();
        writer.write_all(text).unwrap();
        writer.finish().unwrap().into_inner()
    };
    for (name, pack) in STREAMS.map(|(name, pack, _)| (name, pack)).into_iter().chain([("a.zip", zip)]) {
        let whole = pack(&text);
        for part in 1..20 {
            let mut damaged = whole.clone();
            damaged[whole.len() / 20 * part] ^= 0x5a;
            let path = folder.write(name, &damaged);
            let read = |paths: &[&Path], size| {
                let mut seen = read_with(paths, &options(1, size, 1 << 20));
                seen.retain(|s| s.name.contains(name));
                (text_of(&seen, ""), errors(&seen))
            };
            let (read_once, once) = read(&[&path], 256 << 10);
            assert_eq!(once.len(), 1, "{name}, part {part}");
            for (paths, size) in [(&[&*path][..], 2000), (&[&*path], 1 << 20), (&[&*first, &path], 256 << 10)]
            {
                let (text, errors) = read(paths, size);
                assert_eq!(errors, once, "{name}, part {part}, batches of {size}");
                assert!(text == read_once, "{name}, part {part}: {} and {}", text.len(), read_once.len());
            }
        }
    }
}

#[test]
fn bytes_that_only_claim_to_be_an_archive() {
    let folder = Folder::new();
    for (name, bytes, problem) in [
        ("a.pgn.gz", &b""[..], Problem::BrokenOff(Packing::Gz)),
        ("a.pgn.zst", &b"\0\0\0\0\0\0"[..], Problem::Damaged(Packing::Zst, String::new())),
        ("a.zip", &b"PK\x03\x04"[..], Problem::Damaged(Packing::Zip, String::new())),
        ("a.pgn.xz", &b"\xfd7zXZ\0"[..], Problem::Unsupported("a file packed with xz".to_owned())),
    ] {
        let seen = read(&folder.write(name, bytes));
        assert_eq!(seen.len(), 1, "{name}: {seen:?}");
        let What::Error(found) = &seen[0].what else { panic!("{name}: {seen:?}") };
        assert_eq!(std::mem::discriminant(found), std::mem::discriminant(&problem), "{name}: {found:?}");
    }
}

#[test]
fn members_of_a_zip_one_by_one() {
    let folder = Folder::new();
    let big = archive(300, 4000);
    let bytes = zipped(&[
        ("z.pgn", GAME.as_bytes()),
        ("a/big.pgn.zst", &zst(&big)),
        ("a/inner.PGN.gz", &gz(GAME.as_bytes())),
        ("readme.txt", b"Buy milk."),
        ("event.trf", b"012 Open"),
        ("a.clock.csv", b"1,2"),
        (".hidden.pgn", GAME.as_bytes()),
        ("__MACOSX/._z.pgn", b"\0\0"),
        ("nested.zip", &zipped(&[("x.pgn", GAME.as_bytes())])),
        ("empty.pgn", b""),
    ]);
    for name in ["pack.zip", "pack.pgn"] {
        let path = folder.write(name, &bytes);
        let seen = read(&path);
        let prefix = format!("{}/", path.display());
        let names: Vec<_> =
            seen.iter().filter(|s| s.number == 0).map(|s| s.name.replacen(&prefix, "", 1)).collect();
        assert_eq!(
            names,
            ["z.pgn", "a/big.pgn.zst", "a/inner.PGN.gz", "event.trf", "nested.zip", "empty.pgn"]
        );
        assert_eq!(text_of(&seen, "a/big.pgn.zst"), big);
        assert_eq!(text_of(&seen, "inner.PGN.gz"), GAME.as_bytes());
        let error = Problem::Unsupported("a zip archive inside another archive".to_owned());
        assert_eq!(errors(&seen), [(format!("{prefix}nested.zip"), error)]);
    }
}

#[test]
fn a_zip_with_nothing_to_read() {
    let folder = Folder::new();
    let path = folder.write("pack.zip", zipped(&[("readme.txt", b"Buy milk.")]));
    assert_eq!(errors(&read(&path)), [(path.display().to_string(), Problem::Unrecognised)]);
}

#[test]
fn a_zip_without_its_end_gives_the_members_that_are_there() {
    let folder = Folder::new();
    let text = archive(200, 3000);
    let bytes = zipped(&[("a.pgn", GAME.as_bytes()), ("b.pgn", &text), ("c.pgn", GAME.as_bytes())]);
    let end = bytes.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    let seen = read(&folder.write("pack.zip", &bytes[..end]));
    assert_eq!(text_of(&seen, "b.pgn"), text);
    assert_eq!(text_of(&seen, "c.pgn"), GAME.as_bytes());
    assert_eq!(errors(&seen).len(), 1);
    // In the middle of the second member.
    let seen = read(&folder.write("pack.zip", &bytes[..end / 2]));
    assert_eq!(text_of(&seen, "a.pgn"), GAME.as_bytes());
    assert!(text.starts_with(&text_of(&seen, "b.pgn")) && !text_of(&seen, "b.pgn").is_empty());
    assert!(!errors(&seen).is_empty());
}

#[test]
fn a_member_whose_bytes_are_wrong_does_not_hide_the_others() {
    let folder = Folder::new();
    let text = archive(50, 300);
    let mut bytes = zipped(&[("a.pgn", &text), ("b.pgn", GAME.as_bytes())]);
    for byte in &mut bytes[200..260] {
        *byte ^= 0x5a;
    }
    let seen = read(&folder.write("pack.zip", &bytes));
    assert_eq!(text_of(&seen, "b.pgn"), GAME.as_bytes());
    assert!(
        matches!(errors(&seen)[..], [(ref name, Problem::Damaged(Packing::Zip, _))] if name.ends_with("/a.pgn"))
    );
}

#[test]
fn a_zip_written_as_a_stream() {
    let folder = Folder::new();
    let text = archive(200, 3000);
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    for name in ["a.pgn", "b.pgn"] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(&text).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let seen = read(&folder.write("pack.zip", &bytes));
    assert_eq!(errors(&seen), []);
    assert_eq!(text_of(&seen, "b.pgn"), text);
    // Without the table of contents the members' lengths are not known: the first is read.
    let seen = read(&folder.write("pack.zip", &bytes[..bytes.len() / 4]));
    assert!(text.starts_with(&text_of(&seen, "a.pgn")) && !text_of(&seen, "a.pgn").is_empty());
    assert!(!errors(&seen).is_empty());
}

#[cfg(unix)]
#[test]
fn archives_from_a_pipe() {
    let folder = Folder::new();
    let text = archive(300, 4000);
    for (name, bytes) in
        [("a.zip", zipped(&[("a.pgn", &text)])), ("b.pgn.zst", zst(&text)), ("c.pgn", text.clone())]
    {
        let pipe = folder.pipe(name);
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::write(pipe, bytes).unwrap()
        });
        assert_covers(&read(&pipe), &text);
        writer.join().unwrap();
    }
}

#[test]
fn zeros_after_a_gzip_member_are_padding() {
    let folder = Folder::new();
    let (one, zeros) = (gz(GAME.as_bytes()), vec![0; 300_000]);
    let twice = [GAME, GAME].concat();
    for (parts, text) in [
        (vec![&one[..], &zeros], GAME),
        (vec![&one, &zeros, &one], &twice),
        (vec![&one, &one, &zeros], &twice),
    ] {
        let seen = read(&folder.write("a.pgn.gz", parts.concat()));
        assert_eq!((errors(&seen), text_of(&seen, "a.pgn.gz")), (vec![], text.as_bytes().to_vec()));
    }
    let damaged = read(&folder.write("a.pgn.gz", [&one[..], &[0, 0, 7]].concat()));
    assert_eq!(errors(&damaged).len(), 1);
}
