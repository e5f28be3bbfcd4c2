//! Random games, damaged in ways that safe repairs are for: nearly all of them come back byte for byte, and every repair
//! keeps its promises. `FLAGFALL_DAMAGED` says how many games there are.

use std::collections::BTreeMap;

use flagfall::checks::Repairs;
use flagfall::shakmaty::san::SanPlus;
use flagfall::shakmaty::{Chess, Move, Outcome, Position, Role};

use super::fixed;
use super::properties::broken_promise;

/// A generator that gives the same numbers in every run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// A half-move: what was played, its notation, and the pawns that could take from its file to that file.
struct Half {
    mv: Move,
    san: String,
    like_it: usize,
}

/// A game before it is written.
struct Game {
    tags: Vec<(&'static str, String)>,
    halves: Vec<Half>,
    result: &'static str,
}

/// What of a game is written.
#[derive(Clone)]
struct Sheet {
    tags: Vec<(&'static str, String)>,
    numbers: Vec<String>,
    moves: Vec<String>,
    marker: String,
}

impl Sheet {
    fn text(&self) -> String {
        let tags: String = self.tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        let mut words = String::new();
        for (ply, mv) in self.moves.iter().enumerate() {
            if ply % 2 == 0 {
                words.push_str(&format!("{} ", self.numbers[ply / 2]));
            }
            words.push_str(mv);
            words.push_str(if ply % 10 == 9 && ply + 1 < self.moves.len() { "\n" } else { " " });
        }
        if self.marker.is_empty() {
            return format!("{tags}\n{}\n", words.trim_end());
        }
        format!("{tags}\n{words}{}\n", self.marker)
    }

    /// Changes the value of a tag, if it is there.
    fn change(&mut self, name: &str, new: impl Fn(&str) -> String) -> bool {
        let Some((_, value)) = self.tags.iter_mut().find(|(tag, _)| *tag == name) else { return false };
        let changed = new(value);
        std::mem::replace(value, changed.clone()) != changed
    }
}

fn game(random: &mut Random) -> Game {
    let (mut position, mut halves) = (Chess::default(), Vec::new());
    let plies = 12 + random.below(100);
    while halves.len() < plies && !position.is_game_over() {
        let legal = position.legal_moves();
        // Captures, checks and castling are what can be written in many ways.
        let rare: Vec<&Move> =
            legal.iter().filter(|mv| mv.is_capture() || mv.is_castle() || mv.is_promotion()).collect();
        let mv = match random.below(2) {
            0 if !rare.is_empty() => *rare[random.below(rare.len())],
            _ => legal[random.below(legal.len())],
        };
        let files = |mv: &Move| (mv.from().map(|from| from.file()), mv.to().file());
        let like_it = legal
            .iter()
            .filter(|other| other.role() == Role::Pawn && other.is_capture() && files(other) == files(&mv))
            .count();
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
        halves.push(Half { mv, san, like_it });
    }
    let result = match position.outcome() {
        Outcome::Known(outcome) => outcome.as_str(),
        Outcome::Unknown => ["1-0", "0-1", "1/2-1/2"][random.below(3)],
    };
    let any = |random: &mut Random, known: &str| {
        if random.below(2) == 0 { "?".to_owned() } else { known.to_owned() }
    };
    let tags = vec![
        ("Event", any(random, "Harbour Open")),
        ("Site", any(random, "Testville")),
        (
            "Date",
            format!(
                "20{:02}.{:02}.{:02}",
                10 + random.below(15),
                1 + random.below(12),
                13 + random.below(15)
            ),
        ),
        ("Round", any(random, "3.2")),
        ("White", "Doe, Jane".to_owned()),
        ("Black", "Roe, Rita".to_owned()),
        ("Result", result.to_owned()),
    ];
    Game { tags, halves, result }
}

fn sheet(game: &Game) -> Sheet {
    Sheet {
        tags: game.tags.clone(),
        numbers: (1..=game.halves.len().div_ceil(2)).map(|number| format!("{number}.")).collect(),
        moves: game.halves.iter().map(|half| half.san.clone()).collect(),
        marker: game.result.to_owned(),
    }
}

/// A half-move that fits, if there is one.
fn pick(game: &Game, random: &mut Random, fits: impl Fn(&Half) -> bool) -> Option<usize> {
    let places: Vec<usize> = (0..game.halves.len()).filter(|at| fits(&game.halves[*at])).collect();
    places.get(random.below(places.len())).copied()
}

fn sign(san: &str) -> &str {
    &san[san.trim_end_matches(['+', '#']).len()..]
}

fn body(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}

/// Changes a move that fits.
fn on_move(
    (game, sheet, random): (&Game, &mut Sheet, &mut Random),
    fits: impl Fn(&Half) -> bool,
    written: impl Fn(&Half) -> String,
) -> bool {
    let Some(at) = pick(game, random, fits) else { return false };
    let new = written(&game.halves[at]);
    std::mem::replace(&mut sheet.moves[at], new.clone()) != new
}

fn is_piece(half: &Half) -> bool {
    half.mv.role() != Role::Pawn && !half.mv.is_castle()
}

/// The origin and the target of a move, with `between` between them.
fn squares(half: &Half, between: &str) -> String {
    format!("{}{between}{}", half.mv.from().unwrap(), half.mv.to())
}

fn plain(half: &Half) -> bool {
    !half.mv.is_castle() && !half.mv.is_promotion()
}

type Damage = fn((&Game, &mut Sheet, &mut Random)) -> bool;

const DAMAGES: [(&str, Damage); 39] = [
    ("the long form of a pawn's move", |c| {
        on_move(
            c,
            |h| plain(h) && h.mv.role() == Role::Pawn && !h.mv.is_capture(),
            |h| squares(h, "-") + sign(&h.san),
        )
    }),
    ("the long form of a piece's move", |c| {
        on_move(
            c,
            |h| is_piece(h) && !h.mv.is_capture(),
            |h| h.san[..1].to_owned() + &squares(h, "-") + sign(&h.san),
        )
    }),
    ("the long form of a capture", |c| {
        on_move(
            c,
            |h| is_piece(h) && h.mv.is_capture(),
            |h| h.san[..1].to_owned() + &squares(h, "x") + sign(&h.san),
        )
    }),
    ("two squares", |c| on_move(c, |h| plain(h) && !h.mv.is_capture(), |h| squares(h, "") + sign(&h.san))),
    ("the whole origin", |c| {
        let short = |h: &Half| is_piece(h) && !h.mv.is_capture() && body(&h.san).len() == 3;
        on_move(c, short, |h| h.san[..1].to_owned() + &squares(h, "") + sign(&h.san))
    }),
    ("zeros for castling", |c| on_move(c, |h| h.mv.is_castle(), |h| h.san.replace('O', "0"))),
    ("small letters for castling", |c| on_move(c, |h| h.mv.is_castle(), |h| h.san.replace('O', "o"))),
    ("a small letter for a piece", |c| {
        on_move(
            c,
            |h| is_piece(h) && h.mv.role() != Role::Bishop,
            |h| h.san[..1].to_lowercase() + &h.san[1..],
        )
    }),
    ("a figurine", |c| {
        let figurine = |h: &Half| match h.mv.role() {
            Role::King => "♔",
            Role::Queen => "♕",
            Role::Rook => "♖",
            Role::Bishop => "♗",
            _ => "♘",
        };
        on_move(c, is_piece, |h| figurine(h).to_owned() + &h.san[1..])
    }),
    ("a black figurine", |c| on_move(c, |h| h.mv.role() == Role::Knight, |h| "♞".to_owned() + &h.san[1..])),
    ("a letter for a pawn", |c| {
        on_move(c, |h| h.mv.role() == Role::Pawn && !h.mv.is_capture(), |h| "P".to_owned() + &h.san)
    }),
    ("a promotion without its sign", |c| on_move(c, |h| h.mv.is_promotion(), |h| h.san.replace('=', ""))),
    ("a promotion in brackets", |c| {
        on_move(
            c,
            |h| h.mv.is_promotion(),
            |h| {
                let (square, piece) = body(&h.san).split_once('=').unwrap();
                format!("{square}({piece}){}", sign(&h.san))
            },
        )
    }),
    ("a promotion with a stroke", |c| on_move(c, |h| h.mv.is_promotion(), |h| h.san.replace('=', "/"))),
    ("a colon for a capture", |c| on_move(c, |h| h.mv.is_capture(), |h| h.san.replace('x', ":"))),
    ("a cross for a capture", |c| on_move(c, |h| h.mv.is_capture(), |h| h.san.replace('x', "×"))),
    ("a capital letter for a capture", |c| on_move(c, |h| h.mv.is_capture(), |h| h.san.replace('x', "X"))),
    ("a capture without its sign", |c| {
        on_move(c, |h| h.mv.is_capture() && plain(h), |h| h.san.replace('x', ""))
    }),
    ("a capture sign too many", |c| {
        let short = |h: &Half| is_piece(h) && !h.mv.is_capture() && body(&h.san).len() == 3;
        on_move(c, short, |h| format!("{}x{}", &h.san[..1], &h.san[1..]))
    }),
    ("a mark for en passant", |c| {
        on_move(c, |h| h.mv.is_en_passant(), |h| format!("{}ep{}", body(&h.san), sign(&h.san)))
    }),
    ("files alone", |c| {
        let alone = |h: &Half| h.mv.role() == Role::Pawn && h.mv.is_capture() && plain(h) && h.like_it == 1;
        on_move(c, alone, |h| format!("{}{}{}", &h.san[..1], &h.san[2..3], sign(&h.san)))
    }),
    ("check in letters", |c| on_move(c, |h| h.san.ends_with('+'), |h| format!("{}ch", body(&h.san)))),
    ("mate in letters", |c| on_move(c, |h| h.san.ends_with('#'), |h| format!("{}mate", body(&h.san)))),
    ("two crosses", |c| on_move(c, |h| h.san.ends_with(['+', '#']), |h| format!("{}++", body(&h.san)))),
    ("a check without its sign", |c| {
        let checks = c.0.halves.iter().filter(|h| !sign(&h.san).is_empty()).count();
        checks > 1 && on_move(c, |h| h.san.ends_with('+'), |h| body(&h.san).to_owned())
    }),
    ("a check sign too many", |c| on_move(c, |h| sign(&h.san).is_empty(), |h| h.san.clone() + "+")),
    ("check for mate", |c| on_move(c, |h| h.san.ends_with('#'), |h| h.san.replace('#', "+"))),
    ("mate for check", |c| on_move(c, |h| h.san.ends_with('+'), |h| h.san.replace('+', "#"))),
    ("a wrong number", |(_, sheet, random)| {
        let at = 1 + random.below(sheet.numbers.len() - 1);
        sheet.numbers[at] = format!("{}.", 1 + (at + 2 + random.below(9)) % 60);
        sheet.numbers[at] != format!("{}.", at + 1)
    }),
    ("wrong numbers from one move on", |(_, sheet, random)| {
        let from = 1 + random.below(sheet.numbers.len() - 1);
        for at in from..sheet.numbers.len() {
            sheet.numbers[at] = format!("{}.", at + 2);
        }
        true
    }),
    ("three dots for White", |(_, sheet, random)| {
        let at = 1 + random.below(sheet.numbers.len() - 1);
        sheet.numbers[at] = format!("{}...", at + 1);
        true
    }),
    ("no marker", |(_, sheet, _)| {
        sheet.marker = String::new();
        true
    }),
    ("a tag less", |(_, sheet, random)| {
        let known: Vec<usize> = (0..sheet.tags.len())
            .filter(|at| sheet.tags[*at].1 == "?" || sheet.tags[*at].0 == "Result")
            .collect();
        let Some(at) = known.get(random.below(known.len())) else { return false };
        sheet.tags.remove(*at);
        true
    }),
    ("a date with another sign", |(_, sheet, random)| {
        let sign = ["-", "/"][random.below(2)];
        sheet.change("Date", |date| date.replace('.', sign))
    }),
    ("a date from the day on", |(_, sheet, _)| {
        sheet.change("Date", |date| date.split('.').rev().collect::<Vec<_>>().join("."))
    }),
    ("a short draw", |(game, sheet, random)| {
        let short = ["1/2", "½-½"][random.below(2)];
        game.result == "1/2-1/2" && sheet.change("Result", |_| short.to_owned())
    }),
    ("a tag twice", |(_, sheet, random)| {
        // A second Event tag begins another game.
        let at = 1 + random.below(sheet.tags.len() - 1);
        let again = sheet.tags[at].clone();
        sheet.tags.insert(at + 1 + random.below(sheet.tags.len() - at), again);
        true
    }),
    ("no result in the tag", |(_, sheet, _)| sheet.change("Result", |_| "*".to_owned())),
    ("a marker in another form", |(game, sheet, _)| {
        sheet.marker = match game.result {
            "1-0" => "1:0".to_owned(),
            "0-1" => "0:1".to_owned(),
            _ => "½-½".to_owned(),
        };
        true
    }),
];

/// Games with several faults each.
pub(super) fn damaged_games(count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random(0x0dd_5eed);
    (0..count).map(move |_| {
        let game = game(&mut random);
        let mut damaged = sheet(&game);
        for _ in 0..3 {
            let (_, damage) = DAMAGES[random.below(DAMAGES.len())];
            damage((&game, &mut damaged, &mut random));
        }
        damaged.text().into_bytes()
    })
}

fn games() -> usize {
    std::env::var("FLAGFALL_DAMAGED").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

#[test]
fn damaged_games_come_back_as_they_were() {
    let mut random = Random(0x5eed_f1a9);
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut first, mut at) = (String::new(), 0);
    for _ in 0..games() {
        let game = game(&mut random);
        let before = sheet(&game);
        let text = before.text();
        assert!(fixed(text.as_bytes(), Repairs::Safe).edits.is_empty(), "{text}");
        let (kind, damaged) = loop {
            let (kind, damage) = DAMAGES[at % DAMAGES.len()];
            at += 1;
            let mut damaged = before.clone();
            if damage((&game, &mut damaged, &mut random)) {
                break (kind, damaged.text());
            }
        };
        if let Err(why) = broken_promise(damaged.as_bytes(), Repairs::Safe) {
            panic!("{kind}: {why}\n{damaged}");
        }
        let repaired = fixed(damaged.as_bytes(), Repairs::Safe).bytes;
        let (all, same) = kinds.entry(kind).or_default();
        (*all, *same) = (*all + 1, *same + usize::from(repaired == text.as_bytes()));
        if repaired != text.as_bytes() && first.is_empty() {
            first = format!("{kind}\n{text}\n{damaged}\n{}", String::from_utf8_lossy(&repaired));
        }
    }
    let (all, same) = kinds.values().fold((0, 0), |(a, s), (all, same)| (a + all, s + same));
    println!("{same} of {all} games came back, damaged in {} ways", kinds.len());
    assert!(kinds.len() >= 30, "{} kinds", kinds.len());
    assert!(same * 100 >= all * 99, "{same} of {all}: {kinds:?}\n{first}");
}

#[test]
fn games_with_many_faults_are_repaired_once() {
    let mut random = Random(0x0dd_ba11);
    for _ in 0..games() / 4 {
        let game = game(&mut random);
        let mut damaged = sheet(&game);
        for _ in 0..6 {
            let (_, damage) = DAMAGES[random.below(DAMAGES.len())];
            damage((&game, &mut damaged, &mut random));
        }
        let text = damaged.text();
        for repairs in [Repairs::Safe, Repairs::All] {
            if let Err(why) = broken_promise(text.as_bytes(), repairs) {
                panic!("{repairs:?}: {why}\n{text}");
            }
        }
    }
}

/// Changes that are not typical of people or programs: bytes lost, repeated, changed or moved.
fn at_random(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len());
    let length = random.below(12).min(text.len() - at);
    let odd = [
        &b"{"[..],
        b"}",
        b"(",
        b")",
        b";",
        b"\"",
        b"[",
        b"]",
        b"$",
        b"\r",
        b"\n\n",
        b"\x1a",
        b"\0",
        b"\xe9",
        b"1-0",
        b"*",
        b" ",
    ];
    match random.below(5) {
        0 => drop(text.drain(at..at + length)),
        1 => drop(text.splice(at..at, text[at..at + length].to_vec())),
        2 => drop(text.splice(at..at, odd[random.below(odd.len())].to_vec())),
        3 => text[at] = text[random.below(text.len())],
        _ => {
            let moved: Vec<u8> = text.drain(at..at + length).collect();
            let to = random.below(text.len() + 1);
            drop(text.splice(to..to, moved));
        }
    }
}

#[test]
fn games_damaged_at_random_are_repaired_once() {
    let mut random = Random(0xba5_eba11);
    let mut broken = Vec::new();
    for _ in 0..games() / 2 {
        let both = [game(&mut random), game(&mut random)];
        let mut text = both.map(|game| sheet(&game).text() + "\n").concat().into_bytes();
        for _ in 0..1 + random.below(4) {
            at_random(&mut text, &mut random);
        }
        for repairs in [Repairs::Safe, Repairs::All] {
            let why = broken_promise(&text, repairs).err();
            broken.extend(why.map(|why| format!("{repairs:?}: {why}\n{}\n", String::from_utf8_lossy(&text))));
        }
    }
    let all = games() / 2;
    assert!(
        broken.is_empty(),
        "{} of {all}, the first: {}",
        broken.len(),
        broken[..broken.len().min(8)].concat()
    );
}
