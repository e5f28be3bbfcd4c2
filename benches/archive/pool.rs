//! The games that archives are made of: sample games if there are any, otherwise random legal games.

use std::fs;
use std::path::Path;

use flagfall::scoresheet::{CommandKind, Reader, Scoresheet, decode};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position, Role};

/// One game to repeat.
pub(crate) struct Game {
    /// Name and value of each tag, as written.
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) moves: Vec<Played>,
    pub(crate) marker: String,
}

pub(crate) struct Played {
    pub(crate) san: String,
    /// A clock reading, as written.
    pub(crate) clock: Option<String>,
}

/// A random generator that gives the same numbers on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(3_037_000_493))
    }

    /// A number from 0 to `n` - 1; 0 if `n` is 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % n.max(1)
    }
}

const SAMPLES: [&str; 3] = [
    "pgn/clean/shakmaty--twic1599_1000k.pgn",
    "pgn/clean/pgn-parser--twic-01-232games.pgn",
    "pgn/clocked/shakmaty--lichess_db_1000k.pgn",
];

/// The games of the samples, or 400 random ones.
pub(crate) fn games() -> Vec<Game> {
    let found: Vec<Game> = std::env::var_os("FLAGFALL_CASES")
        .map(|folder| SAMPLES.iter().flat_map(|file| samples(&Path::new(&folder).join(file))).collect())
        .unwrap_or_default();
    if !found.is_empty() {
        println!("{} sample games", found.len());
        return found;
    }
    println!("random legal games (FLAGFALL_CASES names no samples)");
    let mut random = Random::new(7);
    (0..400).map(|_| random_game(&mut random)).collect()
}

fn samples(path: &Path) -> Vec<Game> {
    let text = fs::read(path).unwrap_or_default();
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let mut games = Vec::new();
    let mut rest = text.as_slice();
    while !rest.is_empty() {
        let (game, after) = rest.split_at(reader.read(rest, &mut sheet));
        if sheet.find_tag(game, "FEN").is_none() && sheet.moves.len() > 1 && sheet.faults.is_empty() {
            games.extend(sample(&sheet, game));
        }
        rest = after;
    }
    games
}

fn sample(sheet: &Scoresheet, text: &[u8]) -> Option<Game> {
    let word = |bytes: &[u8]| decode(bytes).into_owned();
    let clock = |ply: usize| {
        let mut readings = sheet.commands.iter().filter(|c| c.kind == CommandKind::Clk);
        readings.find(|c| c.ply as usize == ply + 1).map(|c| word(c.value().of(text)))
    };
    Some(Game {
        tags: sheet.tags.iter().map(|tag| (word(tag.name.of(text)), word(tag.value.of(text)))).collect(),
        moves: (0..)
            .zip(&sheet.moves)
            .map(|(ply, played)| Played { san: word(played.span.of(text)), clock: clock(ply) })
            .collect(),
        marker: word(sheet.marker?.span.of(text)),
    })
}

fn random_game(random: &mut Random) -> Game {
    let mut chess = Chess::default();
    let mut moves = Vec::new();
    let length = 40 + random.below(100);
    while moves.len() < length && !chess.is_game_over() {
        let Some(chosen) = choose(&chess, random) else { break };
        let san = SanPlus::from_move_and_play_unchecked(&mut chess, chosen).to_string();
        moves.push(Played { san, clock: None });
    }
    let marker = match chess.outcome() {
        shakmaty::Outcome::Known(outcome) => outcome.to_string(),
        shakmaty::Outcome::Unknown => "1/2-1/2".to_owned(),
    };
    let elo = |random: &mut Random| (1800 + random.below(900)).to_string();
    let tags = vec![
        ("WhiteElo".to_owned(), elo(random)),
        ("BlackElo".to_owned(), elo(random)),
        ("ECO".to_owned(), "A00".to_owned()),
    ];
    Game { tags, moves, marker }
}

/// A legal move that slightly resembles real play: the best capture or promotion among three random moves.
fn choose(chess: &Chess, random: &mut Random) -> Option<Move> {
    let legal = chess.legal_moves();
    let worth = |role: Option<Role>| match role {
        None => 0,
        Some(Role::Pawn) => 1,
        Some(Role::Knight | Role::Bishop) => 3,
        Some(Role::Rook) => 5,
        Some(Role::Queen | Role::King) => 9,
    };
    let gain = |m: &Move| {
        let guarded = !chess.board().attacks_to(m.to(), !chess.turn(), chess.board().occupied()).is_empty();
        10 + worth(m.capture()) + worth(m.promotion()) - if guarded { worth(Some(m.role())) } else { 0 }
    };
    (0..3).filter_map(|_| legal.get(random.below(legal.len())).copied()).max_by_key(gain)
}
