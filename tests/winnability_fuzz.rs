//! Random walls, bishops and spare pawn moves: whatever is called impossible, somebody tries to refute.
//!
//! A few seconds by default; `FLAGFALL_FUZZ_SECONDS=3600` for an hour. Another program looks for a mate of its own,
//! and random play by two sides that help each other does too.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use flagfall::winnability::{Limits, Verdict, can_mate, quick};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, Role, Setup, Square};

/// A small random source, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

/// Rams on most files, spare pawns behind some, a few bishops, now and then a knight or rook.
fn wall(dice: &mut Dice) -> Option<Chess> {
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
                if dice.roll(5) == 0 {
                    setup.board.set_piece_at(at(1), Color::White.pawn());
                }
                if dice.roll(5) == 0 {
                    setup.board.set_piece_at(at(6), Color::Black.pawn());
                }
            }
            12 => setup.board.set_piece_at(at(1 + dice.roll(3) as u32), Color::White.pawn()),
            13 => setup.board.set_piece_at(at(4 + dice.roll(3) as u32), Color::Black.pawn()),
            _ => {}
        }
    }
    let bishops = dice.roll(2);
    let mut place = |setup: &mut Setup, piece| {
        for _ in 0..20 {
            let square = Square::new(dice.roll(64) as u32);
            if setup.board.piece_at(square).is_none() {
                setup.board.set_piece_at(square, piece);
                return;
            }
        }
    };
    place(&mut setup, Color::White.king());
    place(&mut setup, Color::Black.king());
    for color in Color::ALL {
        for _ in 0..bishops {
            place(&mut setup, Role::Bishop.of(color));
        }
    }
    let mut dice = Dice(setup.board.occupied().0 | 1);
    for _ in 0..dice.roll(4) {
        let square = setup.board.by_role(Role::Bishop).first()?;
        setup.board.discard_piece_at(square);
        if dice.roll(8) == 0 {
            setup.board.set_piece_at(square, Role::Knight.of(Color::from_white(dice.roll(2) == 0)));
        }
    }
    setup.turn = Color::from_white(dice.roll(2) == 0);
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// Random legal play; true where it ends in mate by `side`.
fn stumbles_into_mate(start: &Chess, side: Color, dice: &mut Dice) -> bool {
    let mut now = start.clone();
    for _ in 0..200 {
        let moves = now.legal_moves();
        if moves.is_empty() {
            return now.turn() != side && now.is_checkmate();
        }
        let pick = moves[dice.roll(moves.len() as u64) as usize];
        now.play_unchecked(pick);
    }
    false
}

fn peer_finds_mate(fen: &str, side: Color) -> bool {
    let Ok(board) = fen.parse::<chess::Board>() else { return false };
    let winner = side.fold_wb(chess::Color::White, chess::Color::Black);
    let Some(chasolver::Winnability::Winnable { helpmate }) = chasolver::winnability(&board, winner) else {
        return false;
    };
    let end = helpmate.iter().fold(board, |b, &m| b.make_move_new(m));
    end.status() == chess::BoardStatus::Checkmate && end.side_to_move() != winner
}

#[test]
fn nobody_refutes_a_cannot() {
    let seconds = std::env::var("FLAGFALL_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(5);
    let seed = std::env::var("FLAGFALL_FUZZ_SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0x2545_f491_4f6c_dd1d);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut dice = Dice(seed);
    let (mut yes, mut no, mut unknown) = (0u64, 0u64, 0u64);
    while Instant::now() < end {
        let Some(position) = wall(&mut dice) else { continue };
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        for side in Color::ALL {
            let verdict = can_mate(&position, side, Limits::default());
            let impossible = matches!(verdict, Verdict::No(_)) || quick(&position, side) == Some(false);
            match verdict {
                Verdict::Yes(_) => yes += 1,
                Verdict::No(_) => no += 1,
                Verdict::Unknown(_) => unknown += 1,
            }
            if impossible {
                assert!(!peer_finds_mate(&fen, side), "refuted: {fen} {side}");
                assert!(
                    (0..5).all(|_| !stumbles_into_mate(&position, side, &mut dice)),
                    "refuted: {fen} {side}"
                );
            }
        }
    }
    println!("yes {yes}, no {no}, unknown {unknown}");
}
