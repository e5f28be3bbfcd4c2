//! Whatever is called impossible, somebody tries to refute.
//!
//! Positions: random walls with bishops and spare pawn moves, and positions where somebody cannot mate, with a few men
//! moved, added or taken away. Three attacks on each "cannot": random play of two sides that help each other; a plain walk
//! over positions; and the same question asked again of positions that such play leads to. One second by default, five
//! where `FLAGFALL_THOROUGH` is set; `FLAGFALL_FUZZ_SECONDS=3600` for an hour, `FLAGFALL_FUZZ_SEED` for other positions.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use flagfall::winnability::{Certificate, Limits, Verdict, can_mate, quick, verify};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, Role, Setup, Square};

use crate::amount::amount;

/// A small random source, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }

    fn square(&mut self) -> Square {
        Square::new(self.roll(64) as u32)
    }

    fn side(&mut self) -> Color {
        Color::from_white(self.one_in(2))
    }
}

/// What was tried.
#[derive(Default, Debug)]
struct Tally {
    positions: u64,
    yes: u64,
    unknown: u64,
    /// By certificate: material, over, forced, closed, invariant.
    no: [u64; 5],
    attacked: u64,
    playouts: u64,
    walked: u64,
    asked_again: u64,
}

fn known_positions() -> Vec<Setup> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/mate/");
    let mut out = Vec::new();
    for name in ["positions.csv", "peers.csv"] {
        let mut reader = csv::Reader::from_path(format!("{folder}{name}")).unwrap();
        let rows = reader.records().map(|row| row.unwrap());
        let somebody_cannot = rows.filter(|row| row[1] == *"false" || row[2] == *"false");
        let setups = somebody_cannot.map(|row| row[0].parse::<Fen>().unwrap().into_setup());
        out.extend(setups.filter(|setup| setup.board.occupied().count() > 5));
    }
    out
}

/// Rams on most files, spare pawns behind some, a few bishops, now and then another piece.
fn wall(dice: &mut Dice) -> Setup {
    let mut setup = Setup::empty();
    let mut rank = 0;
    let holes = [0, 0, 1, 3][dice.roll(4) as usize];
    for file in 0..8u32 {
        let at = |rank: u32| Square::new(rank * 8 + file);
        match dice.roll(12 + holes) {
            0..=11 => {
                // Neighbouring rams on one rank could take each other.
                let before = rank;
                while rank == before {
                    rank = 2 + dice.roll(if holes == 0 { 2 } else { 3 }) as u32;
                }
                setup.board.set_piece_at(at(rank), Color::White.pawn());
                setup.board.set_piece_at(at(rank + 1), Color::Black.pawn());
                if dice.one_in(5) {
                    setup.board.set_piece_at(at(1), Color::White.pawn());
                }
                if dice.one_in(5) {
                    setup.board.set_piece_at(at(6), Color::Black.pawn());
                }
            }
            12 => setup.board.set_piece_at(at(1 + dice.roll(3) as u32), Color::White.pawn()),
            13 => setup.board.set_piece_at(at(4 + dice.roll(3) as u32), Color::Black.pawn()),
            _ => {}
        }
    }
    add(&mut setup, dice, Color::White.king());
    add(&mut setup, dice, Color::Black.king());
    for _ in 0..dice.roll(5) {
        let role =
            if dice.one_in(8) { [Role::Knight, Role::Rook][dice.roll(2) as usize] } else { Role::Bishop };
        let side = dice.side();
        add(&mut setup, dice, role.of(side));
    }
    setup.turn = dice.side();
    setup
}

/// A piece on some free square, where a few tries find one.
fn add(setup: &mut Setup, dice: &mut Dice, piece: shakmaty::Piece) {
    for _ in 0..20 {
        let square = dice.square();
        let back = square.rank() == shakmaty::Rank::First || square.rank() == shakmaty::Rank::Eighth;
        if setup.board.piece_at(square).is_none() && !(back && piece.role == Role::Pawn) {
            return setup.board.set_piece_at(square, piece);
        }
    }
}

/// A known position with a few men moved, added or taken away.
fn altered(known: &[Setup], dice: &mut Dice) -> Setup {
    let mut setup = known[dice.roll(known.len() as u64) as usize].clone();
    setup.ep_square = None;
    for _ in 0..=dice.roll(4) {
        let men: Vec<Square> = setup.board.occupied().into_iter().collect();
        let square = men[dice.roll(men.len() as u64) as usize];
        let Some(piece) = setup.board.piece_at(square) else { continue };
        match dice.roll(4) {
            0 | 1 => {
                setup.board.discard_piece_at(square);
                add(&mut setup, dice, piece);
            }
            2 if piece.role != Role::King => setup.board.discard_piece_at(square),
            _ => {
                let roles = [Role::Bishop, Role::Bishop, Role::Pawn, Role::Pawn, Role::Knight, Role::Rook];
                let piece = roles[dice.roll(6) as usize].of(dice.side());
                add(&mut setup, dice, piece);
            }
        }
    }
    if dice.one_in(3) {
        setup.turn = setup.turn.other();
    }
    setup
}

/// Moves that help `side` a little more often than others; the corner is where the king to be mated should go.
fn helpful(now: &Chess, side: Color, corner: Square, dice: &mut Dice, noise: u64) -> Option<Move> {
    let value = |m: &Move| -> i64 {
        let loss = if m.is_capture() { 3 } else { 0 };
        if now.turn() == side {
            let pawn = i64::from(m.role() == Role::Pawn) * 2;
            return loss + pawn + i64::from(m.is_promotion()) * 6;
        }
        let king = match m.from() {
            Some(from) if m.role() == Role::King => {
                i64::from(from.distance(corner)) - i64::from(m.to().distance(corner))
            }
            _ => 0,
        };
        2 * king - 2 * loss
    };
    now.legal_moves().into_iter().max_by_key(|m| value(m) + dice.roll(noise) as i64)
}

/// Play of two sides that help each other: one of the positions on the way, none where it ends in mate by `side`.
fn play(start: &Chess, side: Color, dice: &mut Dice) -> Option<Chess> {
    let corner = [Square::A1, Square::H1, Square::A8, Square::H8][dice.roll(4) as usize];
    let noise = [4, 12, 1_000][dice.roll(3) as usize];
    let stop = dice.roll(60);
    let (mut now, mut kept) = (start.clone(), start.clone());
    for ply in 0..200 {
        let Some(m) = helpful(&now, side, corner, dice, noise) else {
            return if now.turn() != side && now.is_checkmate() { None } else { Some(kept) };
        };
        now.play_unchecked(m);
        if ply == stop {
            kept = now.clone();
        }
    }
    Some(kept)
}

/// Follows legal moves in random order, each position once; whether one of them is mate by `side`.
fn walk_finds_mate(start: &Chess, side: Color, limit: usize, dice: &mut Dice, tally: &mut Tally) -> bool {
    let mut seen: HashSet<Chess> = HashSet::new();
    let mut open = vec![start.clone()];
    while let Some(now) = open.pop() {
        if now.turn() != side && now.is_checkmate() {
            return true;
        }
        for m in now.legal_moves() {
            let mut next = now.clone();
            next.play_unchecked(m);
            if seen.len() < limit && seen.insert(next.clone()) {
                open.push(next);
                let (last, other) = (open.len() - 1, dice.roll(open.len() as u64) as usize);
                open.swap(last, other);
            }
        }
    }
    tally.walked += seen.len() as u64;
    false
}

/// How a "cannot" was refuted, if it was.
fn refutation(position: &Chess, side: Color, dice: &mut Dice, tally: &mut Tally) -> Option<&'static str> {
    tally.attacked += 1;
    for _ in 0..24 {
        tally.playouts += 1;
        let Some(on_the_way) = play(position, side, dice) else { return Some("play ends in mate") };
        if dice.one_in(4) {
            tally.asked_again += 1;
            if matches!(can_mate(&on_the_way, side, LIMITS), Verdict::Yes(_)) {
                return Some("a later position can be won");
            }
        }
    }
    let limit = if dice.one_in(16) { 30_000 } else { 1_500 };
    if walk_finds_mate(position, side, limit, dice, tally) {
        return Some("a walk finds mate");
    }
    None
}

/// Enough for every kind of proof to be tried.
const LIMITS: Limits = Limits { nodes: 60_000, shorten: 0 };

/// Asks, and attacks what is called impossible; whether the proof of that was a long one.
fn judge(position: &Chess, side: Color, dice: &mut Dice, tally: &mut Tally) -> bool {
    let says = || format!("{} {side}", Fen::from_position(position, EnPassantMode::Legal));
    // Which certificate, one in how many is attacked, whether it is the start of others.
    let (kind, rarely, long) = match can_mate(position, side, LIMITS) {
        Verdict::Yes(line) => {
            tally.yes += 1;
            assert!(verify::line_mates(position, &line.moves, side), "no mate: {}", says());
            assert_ne!(quick(position, side), Some(false), "the quick test is wrong: {}", says());
            return false;
        }
        Verdict::Unknown(_) => {
            tally.unknown += 1;
            return false;
        }
        Verdict::No(Certificate::Material(_)) => (0, 32, false),
        Verdict::No(Certificate::Over) => (1, 32, false),
        Verdict::No(Certificate::Forced { .. }) => (2, 8, false),
        Verdict::No(Certificate::Closed { positions }) => {
            (3, if positions < 300 { 8 } else { 1 }, positions >= 300)
        }
        Verdict::No(Certificate::Invariant(_)) => (4, 1, true),
        Verdict::No(other) => panic!("an unknown certificate: {other:?}"),
    };
    tally.no[kind] += 1;
    if dice.one_in(rarely) {
        let refuted = refutation(position, side, dice, tally);
        assert_eq!(refuted, None, "refuted: {}", says());
    }
    long
}

/// Positions kept to be altered.
const POOL: usize = 1_000;

#[test]
fn nobody_refutes_a_cannot() {
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let seconds = number("FLAGFALL_FUZZ_SECONDS").unwrap_or(amount(1, 5) as u64);
    let mut dice = Dice(number("FLAGFALL_FUZZ_SEED").unwrap_or(0x2545_f491_4f6c_dd1d).max(1));
    let start = Instant::now();
    let mut known = known_positions();
    let (mut tally, mut told) = (Tally::default(), 0);
    while start.elapsed() < Duration::from_secs(seconds) {
        let setup = if dice.one_in(2) { wall(&mut dice) } else { altered(&known, &mut dice) };
        let Ok(position) = Chess::from_setup(setup.clone(), CastlingMode::Standard) else { continue };
        tally.positions += 1;
        let long = Color::ALL.map(|side| judge(&position, side, &mut dice, &mut tally));
        if long.contains(&true) {
            // What took a long proof is the start of others; the pool keeps its size.
            let place = if known.len() < POOL { known.len() } else { dice.roll(POOL as u64) as usize };
            if place < known.len() { known[place] = setup } else { known.push(setup) }
        }
        if start.elapsed().as_secs() >= told + 60 {
            told = start.elapsed().as_secs();
            println!("{told} s: {tally:?}");
        }
    }
    println!("{} s: {tally:?}, no refutation", start.elapsed().as_secs());
}
