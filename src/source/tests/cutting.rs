//! A cut never divides a game, and the pieces have the right offsets and line numbers.

use proptest::prelude::*;

use super::*;
use crate::source::boundary;

/// Where games begin according to the lexer.
fn games(text: &[u8]) -> Vec<usize> {
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let (mut at, mut starts) = (0, Vec::new());
    while at < text.len() {
        starts.push(at);
        at += reader.read(&text[at..], &mut sheet);
    }
    starts
}

/// Where the games begin when each piece is read by itself.
fn games_of_pieces(seen: &[Seen]) -> Vec<usize> {
    let mut starts = Vec::new();
    for piece in seen {
        if let What::Games { text, offset, .. } = &piece.what {
            starts.extend(games(text).iter().map(|at| at + *offset as usize));
        }
    }
    starts
}

/// Scraps from which good and bad records are made.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop_oneof![
        6 => Just("\n"), 3 => Just("\n\n"), 2 => Just("\r\n"), 2 => Just("\r\n\r\n"), 1 => Just("\r"), 1 => Just("\r\r"),
        2 => Just(" "), 1 => Just("\t"),
        8 => Just("[Event \"a\"]"), 8 => Just("\n\n[Event \"b\"]\n"), 2 => Just("[Event \""), 1 => Just("[Event \"x\\"),
        4 => Just("[White \"c\"]\n"), 2 => Just("[Site \"a \"b\" c\"]\n"), 1 => Just("[Broken\n"), 1 => Just("[a \"b\nc\"]"),
        4 => Just("1. e4 e5 "), 4 => Just("1-0"), 2 => Just("*"), 1 => Just("1/2-1/2 "), 2 => Just("2. Nf3 "), 1 => Just("1"),
        2 => Just("{"), 3 => Just("}"), 3 => Just("{a [b] ; c}"), 2 => Just("("), 2 => Just(")"), 2 => Just(";"), 1 => Just("\n% "),
        1 => Just("$1 "), 1 => Just("word "), 1 => Just("\""), 1 => Just("]"), 1 => Just("["), 1 => Just("\\"), 1 => Just("\0"),
        1 => Just("\u{feff}"), 1 => Just("½-½"), 1 => Just("1. d4 {[%clk 0:01:00]} d5 {long enough to fill a block} *\n\n"),
    ];
    prop::collection::vec(scrap, 0..120).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_of_any_size_give_the_same_games(text in scraps(), batch in 1usize..700, jobs in 1usize..4) {
        // A byte order mark after blocks of blanks is read as if it were at the start.
        prop_assume!(text.starts_with('\u{feff}') || !text.trim_ascii_start().starts_with('\u{feff}'));
        let folder = Folder::new();
        let text = text.as_bytes();
        let file = folder.write("a.pgn", text);
        let seen = read_with(&[&file], &options(jobs, batch, 1 << 20));
        if boundary::is_blank(text, true) {
            prop_assert_eq!(&seen[0].what, &What::Blank);
        } else {
            assert_covers(&seen, text);
            let first = text.len() - text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start().len();
            let begun = |starts: Vec<usize>| starts.into_iter().filter(|&at| at > first).collect::<Vec<_>>();
            prop_assert_eq!(begun(games_of_pieces(&seen)), begun(games(text)));
        }
    }

    #[test]
    fn a_game_above_the_limit_is_told_whatever_the_blocks(
        sizes in prop::collection::vec(prop_oneof![0usize..300, 900usize..3000], 1..12),
        limit in 400usize..1500,
        batch in 300usize..4000,
    ) {
        let games: Vec<String> = sizes.iter().map(|n| {
            format!("[Event \"a\"]\r\n\r\n1. e4 {{{}}} 1-0\r\n\r\n", "y ".repeat(n / 2))
        }).collect();
        let text = games.concat();
        let folder = Folder::new();
        let file = folder.write("a.pgn", &text);
        let seen = read_with(&[&file], &options(2, batch, limit));
        assert_covers(&seen, text.as_bytes());
        let told: Vec<u64> = seen.iter().filter_map(|s| match &s.what {
            What::Oversize(o) => Some(o.length),
            _ => None,
        }).collect();
        let large: Vec<u64> = games.iter().map(|g| g.trim_end().len() as u64).filter(|&n| n > limit as u64).collect();
        prop_assert_eq!(told, large);
    }
}

#[test]
fn any_limit_will_do() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", GAME.repeat(50));
    for limit in [0, 1, GAME.len() - 3] {
        let seen = read_with(&[&file], &options(2, 500, limit));
        assert_eq!(seen.iter().filter(|s| matches!(s.what, What::Oversize(_))).count(), 50, "{limit}");
    }
    assert_covers(&read_with(&[&file], &options(2, 500, GAME.len() - 2)), GAME.repeat(50).as_bytes());
}

#[test]
fn games_without_events_or_blank_lines_are_cut_too() {
    for game in [
        "[White \"a\"]\n[Result \"*\"]\n\n1. e4 *\n\n",
        "[Event \"a\"]\n1. e4 e5 1-0\n",
        "[Site \"a\"]\n[Event \"b\"]\n\n1. e4 e5\n\n",
        "1. e4 e5 1-0\n\n",
    ] {
        let text = game.repeat(2000);
        let folder = Folder::new();
        let file = folder.write("a.pgn", &text);
        let seen = read_with(&[&file], &options(2, 4096, 1 << 20));
        assert!(seen.len() > 5, "{game}: {} pieces", seen.len());
        assert_covers(&seen, text.as_bytes());
        assert_eq!(games_of_pieces(&seen).len(), 2000, "{game}");
    }
}

#[test]
fn an_oversize_game_keeps_its_tags_and_the_next_one_its_place() {
    let giant = format!("[Event \"Giant\"]\n[Round \"7\"]\n\n1. e4 {{{}}} 1-0\n\n", "z\n".repeat(500_000));
    let text = [GAME, &giant, GAME, GAME].concat();
    let folder = Folder::new();
    let file = folder.write("a.pgn", &text);
    for batch in [1 << 10, 64 << 10, 4 << 20] {
        let seen = read_with(&[&file], &options(1, batch, 100_000));
        assert_covers(&seen, text.as_bytes());
        let What::Oversize(told) = &seen[1].what else { panic!("{:?}", seen[1].what) };
        assert_eq!(told.offset, GAME.len() as u64);
        assert_eq!(told.length, giant.trim_end().len() as u64);
        assert!(told.head.starts_with(b"[Event \"Giant\"]\n[Round \"7\"]") && told.head.len() <= 16 << 10);
        assert_eq!(games_of_pieces(&seen[2..]).len(), 2);
    }
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn samples_are_cut_as_the_lexer_reads_them() {
    let cases = std::env::var_os("FLAGFALL_CASES").expect("FLAGFALL_CASES names the folder of cases");
    let folder = Path::new(&cases).join("pgn");
    for input in inputs(&folder, false) {
        let Origin::File(path) = input.unwrap().place else { continue };
        let text = fs::read(&path).unwrap();
        for batch in [1000, 30_000] {
            let seen = read_with(&[&path], &options(1, batch, 8 << 20));
            assert_covers(&seen, &text);
            assert_eq!(games_of_pieces(&seen), games(&text), "{}", path.display());
        }
    }
}
