#![allow(clippy::unwrap_used)]
use super::*;

fn read(text: &[u8]) -> (Scoresheet, usize) {
    let mut sheet = Scoresheet::new();
    let end = sheet.read(text);
    (sheet, end)
}

fn games(text: &[u8]) -> Vec<Scoresheet> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (sheet, end) = read(&text[at..]);
        if !sheet.is_blank() {
            out.push(sheet);
        }
        at += end;
    }
    out
}

fn fault_texts(text: &[u8]) -> Vec<(FaultKind, String)> {
    read(text).0.faults.iter().map(|f| (f.kind, decode(f.span.of(text)).into_owned())).collect()
}

#[test]
fn a_game_with_everything() {
    let text = b"\xef\xbb\xbf[Event \"The \\\"Big\\\" Open\"]\r\n[Result \"1-0\"]\r\n\r\n\
        1. e4 $1 {best [%clk 0:01:02] [%cal Gb1c3]} 1... e5!? (1... c5 (1... e6 2. d4) 2. Nf3) 2.Nf3 ; rest\r\n\
        % escaped\r\nNc6 1-0\r\n\r\n[Event \"next\"]\r\n";
    let (sheet, end) = read(text);
    assert!(text[end..].starts_with(b"[Event \"next"));
    assert_eq!(sheet.tag(text, "Event").unwrap(), "The \"Big\" Open");
    assert_eq!(sheet.moves.len(), 4);
    assert_eq!(sheet.marker.unwrap().outcome, Outcome::White);
    assert!(sheet.faults.is_empty(), "{:?}", sheet.faults);
    let clocks: Vec<_> = sheet.commands.iter().map(|c| (c.ply, c.kind, decode(c.value().of(text)))).collect();
    assert_eq!(clocks[0], (1, CommandKind::Clk, "0:01:02".into()));
    assert_eq!(clocks[1].1, CommandKind::Other);
    let numbers: Vec<_> = sheet.numbers.iter().map(|n| (n.ply, n.value, n.dots)).collect();
    assert_eq!(numbers, [(0, 1, 1), (1, 1, 3), (2, 2, 1)]);
}

#[test]
fn a_command_wrapped_over_lines() {
    let text = b"1. e4 {[%clk\n0:01:02]} e5 {[%clk 0:01:\n02]} *";
    let (sheet, _) = read(text);
    let values: Vec<_> = sheet.commands.iter().map(|c| decode(c.value().of(text))).collect();
    assert_eq!(sheet.commands.len(), 2, "{values:?}");
    assert_eq!(values[0].trim(), "0:01:02");
}

#[test]
fn a_clock_alone_is_read_as_beside_words() {
    for comment in [
        "{[%clk 0:09:59]}",
        "{ [%clk 9:59:59] }",
        "{[%clk 1:00:00] }",
        "{ [%clk 0:00:61]}",
        "{[%clk 01:00:00]}",
    ] {
        let text = format!("1. e4 {comment} e5 *");
        let beside = format!("1. e4 {} e5 *", comment.replace(']', "] word"));
        let (sheet, other) = (read(text.as_bytes()).0, read(beside.as_bytes()).0);
        assert_eq!((sheet.moves.len(), &sheet.commands), (2, &other.commands), "{comment}");
        assert_eq!(sheet.commands.len(), 1, "{comment}");
    }
    assert!(read(b"1. e4 {[%clk 0:09:5x]} *").0.commands[0].kind == CommandKind::Clk);
}

#[test]
fn tags_say_the_same_in_a_whole_text() {
    for text in [
        "[Site \"a\"]\n[White \"\u{17d}\"]\n",
        "[Site \"x \\\"y\\\"\"]\n[ White  \"b\" ]\n",
        "[Site \"\"]\n[White \"c\"]\n",
    ] {
        let (sheet, end) = read(text.as_bytes());
        assert_eq!((sheet.tags.len(), end), (2, text.len()), "{text}");
        for name in ["Site", "White", "Black"] {
            assert_eq!(sheet.tag_in(text, name), sheet.tag(text.as_bytes(), name), "{text}");
        }
    }
    let long = "[Site \"x \\\"y\\\"\"]\n";
    assert_eq!(read(long.as_bytes()).0.tag_in(long, "Site").unwrap(), "x \"y\"");
}

#[test]
fn games_are_cut_where_the_contract_says() {
    for (text, lengths) in [
        ("[White \"a\"]\n\n1. e4 *\n[White \"b\"]\n\n1. d4 *\n", vec![1, 1]),
        ("[Event \"a\"]\n[Site \"x\"]\n[Event \"b\"]\n\n1. d4 *", vec![0, 1]),
        ("[White \"a\"]\n\n[Event \"a\"]\n\n1. e4 e5 *", vec![2]),
        ("1. e4 {open [Event \"x\"]\n\n[Event \"b\"]\n1. d4 d5 *", vec![1, 2]),
        ("1. e4 {open\n[Event \"x\"]\n} e5 *", vec![2]),
        ("1. e4 e5 1-0\n\n1. d4 0-1\n", vec![2, 1]),
        ("[Round \"1\"]\n[White \"a\"]\n\n[Round \"2\"]\n[White \"b\"]\n", vec![0, 0]),
        ("[Round \"1\"]\n\n[White \"a\"]\n[Round \"2\"]\n\n1. e4 *", vec![1]),
        ("1. e4 (1. d4\n[Event \"b\"]\n\n1. c4 c5 *", vec![1, 2]),
        ("[Event \"a\"]\r\r1. e4 {open\r\r[Event \"b\"]\r\r1. d4 d5 *", vec![1, 2]),
    ] {
        let found: Vec<_> = games(text.as_bytes()).iter().map(|g| g.moves.len()).collect();
        assert_eq!(found, lengths, "{text:?}");
    }
}

#[test]
fn nothing_is_skipped_in_silence() {
    for (text, kind, what) in [
        ("1. e4 blah blah 2. d4 *", FaultKind::Token, "blah blah"),
        ("1. e4 {never closed", FaultKind::Comment, "{"),
        ("1. e4 (1. d4 d5", FaultKind::Variation, "("),
        ("1. e4 e5) 2. d4 *", FaultKind::Closing, ")"),
        ("1. e4 } e5 *", FaultKind::Closing, "}"),
        ("[White \"Doe]\n[Black \"x\"]\n\n1. e4 *", FaultKind::Tag, "[White \"Doe]"),
        ("[White \"A \"B\" C\"]\n\n1. e4 *", FaultKind::Tag, "[White \"A \"B\" C\"]"),
        ("[White \"Doe\nJane\"]\n[Black \"x\"]\n\n1. e4 *", FaultKind::Tag, "[White \"Doe\nJane\"]"),
        ("1. e4 [%clk 0:01:00] e5 *", FaultKind::Token, "[%clk 0:01:00]"),
        ("1. e4 e5 1-0 2. Nf3 Nc6", FaultKind::AfterResult, "2. Nf3 Nc6"),
        ("1. e4 e5 1-0 0-1", FaultKind::AfterResult, "0-1"),
        ("1. e4 $x e5 *", FaultKind::Token, "$x"),
        ("1. e4 \0\0 e5 *", FaultKind::Token, "\0\0"),
        ("1. e4 Nf33 *", FaultKind::Token, "Nf33"),
    ] {
        assert_eq!(fault_texts(text.as_bytes()), [(kind, what.to_string())], "{text:?}");
    }
}

/// Padding at the end of a game is nothing, whether the file ends there or another game begins.
#[test]
fn padding_at_the_end_of_a_game() {
    let game = "[White \"a\"]\n\n1. e4 e5 *\n";
    for padding in ["\0", "\0\0 \n\0\n", "\x1a", "\n\0\n\n\x1a"] {
        for text in [format!("{game}{padding}"), format!("{game}{padding}\n{game}")] {
            let games = games(text.as_bytes());
            assert!(games.iter().all(|game| game.faults.is_empty()), "{text:?}");
        }
    }
    let (sheet, _) = read(b"[White \"a\"]\nhuh\0\n\0\n");
    assert_eq!((sheet.faults.len(), sheet.faults[0].span.range()), (1, 12..15));
    let (sheet, _) = read(b"1. e4 \0\n\0 e5 *");
    assert_eq!((sheet.faults.len(), sheet.faults[0].span.range()), (1, 6..9));
}

#[test]
fn what_stops_the_replay() {
    assert_eq!(read(b"1. e4 e5 2. Nf33 Nc6 *").0.readable, Some(2));
    assert_eq!(read(b"1. e4 (1. huh) e5 *").0.readable, None);
    assert_eq!(read(b"[White \"a\"]\nrubbish here\n[Black \"b\"]\n\n1. e4 *").0.readable, None);
}

/// A brief reader keeps the first number and those that do not go on from it, and says so where it left some out.
#[test]
fn a_brief_reader_leaves_out_what_goes_on() {
    let kept = |text: &str| {
        let mut sheet = Scoresheet::new();
        assert_eq!(Reader::brief().read(text.as_bytes(), &mut sheet), text.len());
        let numbers: Vec<_> = sheet.numbers.iter().map(|n| (n.ply, n.value, n.dots, n.gap)).collect();
        (sheet.left_out, numbers)
    };
    assert_eq!(kept("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n"), (true, vec![(0, 1, 1, false)]));
    assert_eq!(kept("7... e5 8. Nf3 {x} 8... Nc6 9. Bb5 *\n"), (true, vec![(0, 7, 3, false)]));
    let wrong = vec![(0, 1, 1, false), (4, 4, 1, true), (8, 6, 1, true), (10, 9, 1, false)];
    assert_eq!(kept("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 4. Ba4 Nf6 6. O-O Be7 9. Re1 b5 *\n"), (true, wrong));
    // Dots that stand apart may belong to a number that was left out: then none is.
    for blank in [" ", "\n", "  ", " {x} "] {
        let text = format!("1. e4 e5 2. Nf3 Nc6 3.{blank}... Bb5 *\n");
        let all = vec![(0, 1, 1, false), (2, 2, 1, false), (4, 3, 4, false)];
        assert_eq!(kept(&text), (false, all), "{blank:?}");
    }
    let none = "e4 e5 2. Nf3 Nc6 3. Bb5 *\n";
    assert_eq!(kept(none), (false, vec![(2, 2, 1, false), (4, 3, 1, false)]));
}

#[test]
fn marks_behind_a_blank() {
    let text = b"1. e4 d5 2. e5 f5 3. exf6 e.p. gxf6 (=) 4. Qh5 ch *";
    let (sheet, _) = read(text);
    assert!(sheet.faults.is_empty());
    assert_eq!(sheet.moves.len(), 7);
    assert!(sheet.moves[4].notation().has(Notation::EN_PASSANT));
    assert_eq!(decode(sheet.moves[4].span.of(text)), "exf6 e.p.");
    assert!(sheet.moves[5].notation().has(Notation::DRAW_OFFER));
    assert_eq!(sheet.moves[6].suffix(), Suffix::Check);
}

#[test]
fn deep_nesting_and_rubbish_are_linear() {
    let deep: Vec<u8> = b"1. e4 ".iter().copied().chain(std::iter::repeat_n(b'(', 200_000)).collect();
    assert_eq!(read(&deep).0.faults.len(), 1);
    let shut: Vec<u8> = b"1. e4 ".iter().copied().chain(std::iter::repeat_n(b')', 200_000)).collect();
    assert_eq!(read(&shut).0.faults.len(), 1);
    let words = b"1. e4 ".iter().chain(b"zz ".iter().cycle().take(600_000)).copied().collect::<Vec<_>>();
    assert_eq!(read(&words).0.faults.len(), 1);
    let open = b"1. e4 ".iter().chain(b"[x ".iter().cycle().take(600_000)).copied().collect::<Vec<_>>();
    assert_eq!(read(&open).0.faults.len(), 1);
}

#[test]
fn a_game_without_tags_begins_with_its_first_character() {
    let beginning = |text: &[u8]| read(text).0.beginning(text).range();
    assert_eq!(beginning(b"\n [Event \"x\"] *"), 2..13);
    assert_eq!(beginning(b" \r\n1. e4"), 3..4);
    assert_eq!(beginning(b"\xef\xbb\xbf1. e4 e5"), 3..4);
    assert_eq!(beginning(b"\xef\xbb\xbf\n\xe2\x99\x98f3"), 4..7);
    assert_eq!(beginning(b"\xe9 1. e4"), 0..1);
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read_to_the_end(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        let mut at = 0;
        let mut sheet = Scoresheet::new();
        while at < bytes.len() {
            let n = sheet.read(&bytes[at..]);
            proptest::prop_assert!(n > 0);
            at += n;
        }
        proptest::prop_assert_eq!(at, bytes.len());
    }

    #[test]
    fn any_tokens_are_read_to_the_end(words in proptest::collection::vec(
        proptest::sample::select(vec!["[Event \"x\"]", "\n", "\n\n", "{", "}", "(", ")", "e4", "Nf3", "1.", "1-0", "*", ";", "%", "zz", "[", "]", "\"", "0-0", "...", "--", "$1", "[%clk 0:01:00]", "½-½", " "]), 0..60)) {
        let text = words.concat();
        let mut at = 0;
        let mut sheet = Scoresheet::new();
        while at < text.len() {
            at += sheet.read(&text.as_bytes()[at..]);
        }
        proptest::prop_assert_eq!(at, text.len());
    }
}
