//! Finds games that are nearly the same as an earlier one.
//!
//! Of each game a [`Sketch`] is remembered, of bounded size: one byte for each of the first half-moves, so that one
//! game is found to be the beginning of another, and both names. Games to compare with are looked up in two ways: by
//! all moves, and by the opening with the players' initials. Each lookup compares a bounded number of games.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::game::Game;
use super::names::{agree, folded};
use crate::scoresheet::Outcome;

/// The least number of half-moves that two games must share.
const LEAST: usize = 20;
/// The same if only one player may be the same person in both games, or neither.
const LEAST_STRANGERS: [usize; 2] = [60, 40];
/// Half-moves of which a byte is remembered.
const KEPT: usize = 200;
/// Bytes of a name that are remembered.
const NAME: usize = 60;
/// Games that one lookup compares.
const MOST_COMPARED: usize = 32;

/// What is compared of a game's moves and result.
#[derive(Debug, Clone)]
pub struct Sketch {
    /// Hash of the start position and the first [`LEAST`] half-moves.
    opening: u64,
    /// Hash of the start position and all half-moves.
    whole: u64,
    plies: u32,
    pub(super) outcome: Option<Outcome>,
    /// A byte for each half-move, made of all half-moves up to it.
    steps: Box<[u8]>,
}

impl Sketch {
    /// The sketch of a game; `None` if it is too short to be compared.
    pub(super) fn of(game: &Game<'_>) -> Option<Sketch> {
        let moves = &game.sheet.moves;
        if moves.len() < LEAST {
            return None;
        }
        let mut chain = Chain(game.replay.start.key());
        let mut steps = Vec::with_capacity(moves.len().min(KEPT));
        let mut opening = 0;
        let played = game.replay.plies.iter().map(|ply| ply.key);
        let not_played = moves.iter().skip(game.replay.plies.len());
        let words = played.chain(not_played.map(|text| word(text.span.of(game.text))));
        for (at, word) in words.enumerate() {
            chain.add(word);
            if at < KEPT {
                steps.push(chain.byte());
            }
            if at + 1 == LEAST {
                opening = chain.0;
            }
        }
        Some(Sketch {
            opening,
            whole: chain.0,
            plies: u32::try_from(moves.len()).ok()?,
            outcome: game.outcome(),
            steps: steps.into(),
        })
    }
}

/// A hash that takes one word after another.
struct Chain(u64);

impl Chain {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
    }

    fn byte(&self) -> u8 {
        (self.0 >> 56) as u8
    }
}

/// A word for a move that could not be replayed.
fn word(text: &[u8]) -> u64 {
    let mut chain = Chain(text.len() as u64);
    text.iter().for_each(|byte| chain.add(u64::from(*byte)));
    chain.0
}

/// A remembered game. Its names and steps are in [`Twins::texts`].
#[derive(Debug, Clone, Copy)]
struct Record {
    whole: u64,
    /// The number of games in the run before it.
    game: u32,
    line: u32,
    plies: u32,
    /// Where its names and steps begin.
    text: u32,
    /// The lengths of the names.
    names: [u8; 2],
    outcome: Option<Outcome>,
}

/// Place and names of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'n> {
    /// The number of games in the run before it.
    pub game: u32,
    pub line: u64,
    pub players: [&'n str; 2],
}

/// An earlier game that is nearly the same, and how it differs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Twin {
    pub game: u32,
    pub line: u32,
    pub players: [String; 2],
    pub outcome: Option<Outcome>,
    pub other_names: bool,
    /// By how many half-moves the later game is longer.
    pub longer: i64,
}

/// A link in a list of games: the game, and the link to the one before it.
#[derive(Debug, Clone, Copy)]
struct Link {
    record: u32,
    before: Option<u32>,
}

/// The games so far.
#[derive(Debug)]
pub(super) struct Twins {
    limit: usize,
    records: Vec<Record>,
    texts: Vec<u8>,
    /// The latest game of each list: of games with the same moves, or with the same opening and initials.
    latest: FxHashMap<u64, u32>,
    links: Vec<Link>,
}

impl Twins {
    /// Remembers at most `limit` games.
    pub(super) fn new(limit: usize) -> Twins {
        Twins {
            limit,
            records: Vec::new(),
            texts: Vec::new(),
            latest: FxHashMap::default(),
            links: Vec::new(),
        }
    }

    /// Finds the first earlier game that is nearly the same, and remembers this one. The second value says whether there was
    /// room for it.
    pub(super) fn meet(&mut self, sketch: &Sketch, named: Named<'_>) -> (Option<Twin>, bool) {
        let named = Named { players: named.players.map(cut), ..named };
        let keys = keys(sketch, named.players);
        let mut earlier: Vec<u32> = keys.iter().flat_map(|key| self.list(*key)).collect();
        earlier.sort_unstable();
        earlier.dedup();
        let twin =
            earlier.into_iter().find_map(|at| self.compare(*self.records.get(at as usize)?, sketch, &named));
        (twin, self.remember(sketch, named, &keys))
    }

    /// The latest games of a list.
    fn list(&self, key: u64) -> impl Iterator<Item = u32> {
        let link = |at: u32| self.links.get(at as usize).copied();
        let latest = self.latest.get(&key).and_then(|at| link(*at));
        let links = std::iter::successors(latest, move |last| link(last.before?));
        links.take(MOST_COMPARED).map(|link| link.record)
    }

    fn remember(&mut self, sketch: &Sketch, named: Named<'_>, keys: &[u64]) -> bool {
        if self.records.len() >= self.limit {
            return false;
        }
        let (Ok(record), Ok(text)) = (u32::try_from(self.records.len()), u32::try_from(self.texts.len()))
        else {
            return false;
        };
        let [white, black] = named.players;
        for bytes in [white.as_bytes(), black.as_bytes(), &sketch.steps] {
            self.texts.extend_from_slice(bytes);
        }
        self.records.push(Record {
            whole: sketch.whole,
            game: named.game,
            line: u32::try_from(named.line).unwrap_or(u32::MAX),
            plies: sketch.plies,
            text,
            names: [white.len() as u8, black.len() as u8],
            outcome: sketch.outcome,
        });
        for key in keys {
            let Ok(link) = u32::try_from(self.links.len()) else { return false };
            let before = self.latest.insert(*key, link);
            self.links.push(Link { record, before });
        }
        true
    }

    fn compare(&self, record: Record, sketch: &Sketch, named: &Named<'_>) -> Option<Twin> {
        let [white, black] = record.names.map(usize::from);
        let text = self.texts.get(record.text as usize..)?;
        let (white, text) = text.split_at_checked(white)?;
        let (black, text) = text.split_at_checked(black)?;
        let shared = record.plies.min(sketch.plies) as usize;
        let steps = shared.min(KEPT);
        let is_equal = record.plies == sketch.plies;
        if text.get(..steps)? != sketch.steps.get(..steps)? || is_equal && record.whole != sketch.whole {
            return None;
        }
        let players = [str::from_utf8(white).ok()?, str::from_utf8(black).ok()?];
        let pairs = players.into_iter().zip(named.players);
        let least = match pairs.filter(|(first, other)| may_be_one(first, other)).count() {
            2 => Some(LEAST),
            alike => LEAST_STRANGERS.get(alike).copied().filter(|_| is_equal),
        };
        let twin = Twin {
            game: record.game,
            line: record.line,
            players: players.map(str::to_owned),
            outcome: record.outcome,
            other_names: players != named.players,
            longer: i64::from(sketch.plies) - i64::from(record.plies),
        };
        let differs = twin.other_names || twin.longer != 0 || record.outcome != sketch.outcome;
        (differs && least.is_some_and(|least| shared >= least)).then_some(twin)
    }
}

/// The part of a name that is remembered.
fn cut(name: &str) -> &str {
    let name = name.trim();
    name.get(..name.floor_char_boundary(NAME)).unwrap_or_default()
}

/// Whether two names could be those of one person: they agree, and by more than initials. An unknown name agrees with none.
fn may_be_one(first: &str, other: &str) -> bool {
    let (first, other) = (folded(first), folded(other));
    let words = |name: &str| -> Vec<String> {
        name.split(' ').filter(|word| word.len() > 1).map(str::to_owned).collect()
    };
    let others = words(&other);
    let shared = || words(&first).iter().any(|word| others.iter().any(|other| agree(word, other)));
    !first.is_empty() && (first == other || shared() && agree(&first, &other))
}

/// The keys of the lists that a game is in.
fn keys(sketch: &Sketch, players: [&str; 2]) -> ArrayVec<u64, 5> {
    let mut keys = ArrayVec::new();
    keys.push(sketch.whole);
    let [white, black] = players.map(initials);
    for (white, black) in white.iter().flat_map(|white| black.iter().map(move |black| (*white, *black))) {
        let mut chain = Chain(sketch.opening);
        chain.add(u64::from(u32::from(white)) << 32 | u64::from(u32::from(black)));
        if !keys.contains(&chain.0) {
            keys.push(chain.0);
        }
    }
    keys
}

/// The letters that the surname may begin with: of its first and last word, or of those of the whole name if no comma
/// separates it.
fn initials(name: &str) -> ArrayVec<char, 2> {
    let surname = folded(name.split_once(',').map_or(name, |(surname, _)| surname));
    let is_word = |word: &&str| word.chars().nth(1).is_some();
    let mut words: Vec<&str> = surname.split(' ').filter(is_word).collect();
    if words.is_empty() {
        words = surname.split(' ').collect();
    }
    let letter = |word: Option<&&str>| word.and_then(|word| word.chars().next());
    let mut letters = ArrayVec::new();
    letters.extend(letter(words.first()));
    letters.extend(letter(words.last()).filter(|last| !letters.contains(last)));
    letters
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A game of `plies` half-moves: the same for each `line` up to its length.
    fn sketch(line: u64, plies: usize) -> Sketch {
        let mut chain = Chain(0);
        let mut steps = Vec::new();
        let mut opening = 0;
        for ply in 0..plies as u64 {
            chain.add(if ply < 30 { ply } else { line << 32 | ply });
            steps.push(chain.byte());
            if steps.len() == LEAST {
                opening = chain.0;
            }
        }
        steps.truncate(KEPT);
        Sketch { opening, whole: chain.0, plies: plies as u32, outcome: None, steps: steps.into() }
    }

    fn named<'n>(game: u32, white: &'n str, black: &'n str) -> Named<'n> {
        Named { game, line: 1, players: [white, black] }
    }

    #[test]
    fn spellings_of_one_person_and_other_persons() {
        for (a, b) in [
            ("Müller, Jörg", "J. Mueller"),
            ("Korchnoi, Viktor", "Kortschnoj, V"),
            ("Li, Chao", "Li Chao b"),
            ("Tal", "Tal, Mihail"),
            ("O, J", "O, J"),
            ("Hikaru", "Nakamura,Hikaru"),
        ] {
            assert!(may_be_one(a, b) && may_be_one(b, a), "{a} / {b}");
        }
        for (a, b) in [("Molner,M", "Mackenzie,M"), ("?", "?"), ("", "Tal"), ("Doe, Jane", "Doe, Max")] {
            assert!(!may_be_one(a, b) && !may_be_one(b, a), "{a} / {b}");
        }
    }

    #[test]
    fn the_letters_of_a_surname() {
        for (name, letters) in [
            ("Carlsen, Magnus", "c"),
            ("Magnus Carlsen", "mc"),
            ("M. Carlsen", "c"),
            ("Łukasz van der Berg", "lb"),
            ("van der Berg, Łukasz", "vb"),
            ("M", "m"),
            ("?", ""),
        ] {
            assert_eq!(initials(name).into_iter().collect::<String>(), letters, "{name}");
        }
    }

    #[test]
    fn a_limit_bounds_what_is_remembered() {
        let mut twins = Twins::new(2);
        for game in 0..4 {
            let (twin, remembered) = twins.meet(&sketch(u64::from(game), 60), named(game, "Doe", "Roe"));
            assert_eq!((twin, remembered), (None, game < 2));
        }
        // A game is compared with those that are remembered, even if there is no room for it.
        let longer = |line| sketch(line, 62);
        let (twin, _) = twins.meet(&longer(1), named(4, "Doe", "Roe"));
        assert_eq!(twin.map(|twin| (twin.game, twin.longer)), Some((1, 2)));
        assert_eq!(twins.meet(&longer(3), named(5, "Doe", "Roe")).0, None);
    }

    #[test]
    fn a_game_takes_no_more_memory_than_documented() {
        let mut twins = Twins::new(1000);
        let long = "Ab".repeat(NAME);
        let name = |n: u32| format!("{} {long}", char::from(b'a' + (n % 26) as u8));
        for n in 0..1000 {
            let name = name(n);
            twins.meet(&sketch(n.into(), 1000), named(n, &name, &name));
        }
        assert_eq!(twins.records.len(), 1000);
        let bytes = twins.texts.len()
            + size_of::<Record>() * twins.records.len()
            + size_of::<Link>() * twins.links.len()
            // A hash table is at least 7/16 full, and has a byte beside each entry.
            + (size_of::<(u64, u32)>() + 1) * 16 / 7 * twins.latest.len();
        // The texts of each game: two names and the steps; five lists at most.
        assert!(bytes / 1000 <= 700, "{} bytes", bytes / 1000);
        assert!(twins.links.len() <= 5000);
    }

    #[test]
    fn a_lookup_compares_few_games_whatever_the_list() {
        let mut twins = Twins::new(10_000);
        for game in 0..1000 {
            twins.meet(&sketch(u64::from(game), 60), named(game, "Doe, J", "Roe, R"));
        }
        let keys = keys(&sketch(0, 60), ["Doe, J", "Roe, R"]);
        assert!(keys.iter().map(|key| twins.list(*key).count()).sum::<usize>() <= 5 * MOST_COMPARED);
        // The latest ones are compared.
        let (twin, _) = twins.meet(&sketch(990, 70), named(1000, "Doe, J", "Roe, R"));
        assert_eq!(twin.unwrap().game, 990);
    }
}
