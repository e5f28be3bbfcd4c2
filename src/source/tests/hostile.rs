//! Inputs that are hostile, or look so: memory stays bounded, and every byte is accounted for.

use std::io::Write;

use super::*;
use crate::source::consumer::Each;
use crate::source::pipeline::run_in_steps;

const MIB: usize = 1 << 20;

/// Runs with two workers. Returns the kinds of the pieces, their total length, and the most bytes that were in
/// flight.
fn measured(path: &Path, max_game_size: usize) -> (Vec<&'static str>, u64, usize) {
    let mut kinds = Vec::new();
    let mut length = 0;
    let worker = || {
        |piece: Piece<'_>, emit: Emit<'_, _>| {
            emit(match piece.content {
                Content::Games(g) => ("games", g.text.len() as u64),
                Content::Oversize(o) => ("oversize", o.length),
                Content::Whole { text, .. } => ("whole", text.len() as u64),
                Content::Blank => ("blank", 0),
                Content::Error(_) => ("error", 0),
            })
        }
    };
    let (_, peak) = run_in_steps(
        vec![path.to_owned().into()],
        formats(),
        &options(2, 64 << 10, max_game_size),
        worker,
        |result| result,
        &mut Each(|(kind, n)| {
            kinds.push(kind);
            length += n;
            ControlFlow::Continue(())
        }),
    )
    .unwrap();
    (kinds, length, peak)
}

fn packed(folder: &Folder, parts: &[(&[u8], usize)]) -> PathBuf {
    let path = folder.path().join("a.pgn.zst");
    let mut encoder = zstd::Encoder::new(fs::File::create(&path).unwrap(), 1).unwrap();
    for (part, times) in parts {
        let block = part.repeat((64 << 10) / part.len().max(1) + 1);
        for _ in 0..(*times / block.len()).max(1) {
            encoder.write_all(&block).unwrap();
        }
    }
    encoder.finish().unwrap();
    path
}

#[test]
fn many_megabytes_in_one_line() {
    let folder = Folder::new();
    for (what, kind) in [
        ("1. e4 {[%clk 0:01:00]} e5 ", "oversize"),
        ("(", "oversize"),
        ("{ ; ", "oversize"),
        ("\0", "oversize"),
        ("[Event \"", "oversize"),
        (" ", "blank"),
        ("\n", "blank"),
        ("\r\n\t", "blank"),
    ] {
        let path = packed(&folder, &[(what.as_bytes(), 4 * MIB)]);
        let (kinds, length, peak) = measured(&path, MIB / 4);
        assert_eq!(kinds, [kind], "{what:?}");
        assert!(length == 0 || length > 3 * MIB as u64);
        assert!(peak < MIB, "{what:?}: {peak} bytes under way");
    }
}

#[test]
fn blanks_behind_a_game_are_no_part_of_it() {
    let folder = Folder::new();
    let game: &[u8] = b"[Event \"a\"]\n\n1. e4 *\n";
    let path = folder.path().join("a.pgn");
    for blank in [" \r\n", "\n", " "] {
        let gap = blank.repeat(MIB);
        fs::write(&path, [game, gap.as_bytes(), b"\n\n", game, gap.as_bytes()].concat()).unwrap();
        let (kinds, _, peak) = measured(&path, MIB / 4);
        assert!(kinds.iter().all(|&kind| kind == "games"), "{blank:?}: {kinds:?}");
        assert!(peak < MIB);
        let seen = read_with(&[&path], &options(1, 64 << 10, MIB / 4));
        let What::Games { offset, lines, .. } = seen.last().unwrap().what else { panic!() };
        assert_eq!(offset as usize, game.len() + gap.len() + 2);
        assert_eq!(lines, 3 + 2 + blank.matches('\n').count() as u64 * MIB as u64);
    }
    // Text after the blanks makes them part of the game.
    fs::write(&path, [game, " ".repeat(MIB).as_bytes(), b"1. e4 *\n\n", game].concat()).unwrap();
    assert_eq!(measured(&path, MIB / 4).0, ["oversize", "games"]);
}

#[test]
fn largest_games_in_a_row_stay_within_the_window() {
    let folder = Folder::new();
    let game = format!("[Event \"a\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(MIB - 100));
    let path = packed(&folder, &[(game.as_bytes(), 12 * MIB)]);
    let (kinds, length, peak) = measured(&path, MIB);
    assert!(kinds.iter().all(|&kind| kind == "games") && length > 10 * MIB as u64);
    assert!(peak <= 2 * MIB + 12 * (64 << 10), "{peak} bytes under way");
}

#[test]
fn many_games_stay_within_the_window() {
    let folder = Folder::new();
    let path = packed(&folder, &[(GAME.as_bytes(), 8 * MIB)]);
    let (kinds, _, peak) = measured(&path, MIB);
    assert!(kinds.len() > 100);
    assert!(peak <= 12 * (64 << 10), "{peak} bytes under way");
}

#[test]
fn the_record_goes_on_behind_an_endless_comment() {
    let text = format!(
        "{GAME}[Event \"x\"]\n\n1. e4 {{ {} \n[Event \"inside\"]\n{}\n\n{GAME}",
        "a\n".repeat(MIB),
        "b".repeat(MIB)
    );
    let folder = Folder::new();
    let path = folder.write("a.pgn", &text);
    let seen = read_with(&[&path], &options(1, 64 << 10, MIB));
    assert_covers(&seen, text.as_bytes());
    assert_eq!(text_of(&seen[2..], "a.pgn"), GAME.as_bytes());
}
