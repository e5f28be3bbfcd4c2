//! Tests the board against shakmaty's, and the material rules against every placing of the pieces.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use shakmaty::attacks::king_attacks;
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square};

use super::board::Board;
use super::{Certificate, Limits, Material, Verdict, can_mate};

fn moves_of(position: &Chess) -> Vec<(Square, Square, Option<Role>)> {
    let mut out: Vec<_> =
        position.legal_moves().iter().map(|m| (m.from().unwrap(), m.to(), m.promotion())).collect();
    out.sort();
    out
}

fn steps_of(board: &Board) -> Vec<(Square, Square, Option<Role>)> {
    let mut steps = Vec::new();
    board.legal(&mut steps);
    let mut out: Vec<_> = steps.iter().map(|s| (s.from, s.to, s.promotion)).collect();
    out.sort();
    out
}

/// Random games from several start positions: the same moves as shakmaty's in every position, and the same
/// board after them.
#[test]
fn moves_agree_with_shakmaty() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "nrbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBNR w BHbh - 0 1",
        "1rqnbkrn/pppppppp/8/8/8/8/PPPPPPPP/1RQNBKRN w GBgb - 0 1",
    ];
    let mut seed = 7u64;
    for start in starts {
        let setup = start.parse::<Fen>().unwrap().into_setup();
        let mode = CastlingMode::detect(&setup);
        let first = Chess::from_setup(setup, mode).unwrap_or_else(|fault| panic!("{start}: {fault}"));
        for _ in 0..40 {
            let mut now = first.clone();
            for _ in 0..120 {
                let board = Board::of(&now);
                assert_eq!(moves_of(&now), steps_of(&board), "{:?}", now.board());
                assert_eq!(Board::from_key(&board.key()), board);
                assert_eq!(board.in_check(), now.is_check(), "{:?}", now.board());
                let moves = now.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let pick = moves[(seed >> 33) as usize % moves.len()];
                let mut steps = Vec::new();
                board.legal(&mut steps);
                let same = |s: &&super::Step| {
                    Some(s.from) == pick.from() && s.to == pick.to() && s.promotion == pick.promotion()
                };
                let after = board.after(*steps.iter().find(same).unwrap());
                now.play_unchecked(pick);
                assert_eq!(after, Board::of(&now));
            }
        }
    }
}

/// One square of each symmetry class of a board without pawns.
fn triangle() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().filter(|s| {
        let (file, rank) = (s.file().to_u32(), s.rank().to_u32());
        file < 4 && rank <= file
    })
}

fn is_mate(pieces: &[(Square, Color, Role)]) -> bool {
    let board = Board::with_pieces(pieces, Color::Black);
    !board.is_broken() && board.is_mate(&mut Vec::new())
}

/// A lone minor piece never mates a king with one more piece of the kinds that the rules name.
#[test]
fn lone_minor_pieces_by_exhaustion() {
    for (minor, other, one_colour) in [
        (Role::Knight, Role::Queen, false),
        (Role::Bishop, Role::Queen, false),
        (Role::Bishop, Role::Rook, false),
        (Role::Bishop, Role::Bishop, true),
    ] {
        for king in triangle() {
            for own in Square::ALL.into_iter().filter(|own| own.distance(king) > 1) {
                let kings = Bitboard::from_square(own);
                let piece = Piece { color: Color::White, role: minor };
                for from in shakmaty::attacks::attacks(king, piece, kings) & !kings {
                    for at in !kings.with(king).with(from) {
                        let allowed = !one_colour || at.is_light() == from.is_light();
                        let placing = [
                            (king, Color::Black, Role::King),
                            (own, Color::White, Role::King),
                            (from, Color::White, minor),
                            (at, Color::Black, other),
                        ];
                        assert!(!allowed || !is_mate(&placing), "{placing:?}");
                    }
                }
            }
        }
    }
}

/// No number of queens enables a lone knight to mate: wherever it gives check, one of the queens that would
/// have to block the open flight squares can capture it.
#[test]
fn queens_never_shut_their_king_in_for_a_knight() {
    for king in triangle() {
        for own in Square::ALL.into_iter().filter(|own| own.distance(king) > 1) {
            for from in shakmaty::attacks::knight_attacks(king).without(own) {
                let guarded = king_attacks(own) | shakmaty::attacks::knight_attacks(from);
                let open = king_attacks(king) & !guarded;
                let mut placing = vec![
                    (king, Color::Black, Role::King),
                    (own, Color::White, Role::King),
                    (from, Color::White, Role::Knight),
                ];
                placing.extend(open.without(from).into_iter().map(|s| (s, Color::Black, Role::Queen)));
                assert!(!is_mate(&placing), "{placing:?}");
            }
        }
    }
}

/// Bishops of one colour never mate against queens, rooks and bishops of that colour. The test checks the
/// argument square by square: both neighbours beside the line of the check must be blocked; the king cannot
/// guard both, and a queen or rook on either can interpose or capture.
#[test]
fn one_coloured_bishops_by_argument() {
    for king in Square::ALL {
        for step in [(-1i32, -1i32), (-1, 1), (1, -1), (1, 1)] {
            let at = |df: i32, dr: i32| {
                let (file, rank) = (king.file().to_u32() as i32 + df, king.rank().to_u32() as i32 + dr);
                ((0..8).contains(&file) && (0..8).contains(&rank))
                    .then(|| Square::new((rank * 8 + file) as u32))
            };
            let Some(entry) = at(step.0, step.1) else { continue };
            let beside = [at(step.0, 0).unwrap(), at(0, step.1).unwrap()];
            for own in Square::ALL.into_iter().filter(|own| own.distance(king) > 1) {
                assert!(beside.into_iter().any(|square| square.distance(own) > 1));
            }
            // Light and dark squares alternate, so the blocker is a queen or rook one step from the line.
            assert!(beside.into_iter().all(|s| s.is_light() != entry.is_light() && s.distance(entry) == 1));
        }
    }
}

/// A mate on the board takes precedence over the material rules.
#[test]
fn mate_on_the_board_comes_first() {
    let mut setup = Setup::empty();
    for (square, piece) in [
        (Square::A8, Color::Black.king()),
        (Square::A7, Color::Black.bishop()),
        (Square::B8, Color::Black.rook()),
        (Square::C6, Color::White.king()),
        (Square::C7, Color::White.knight()),
    ] {
        setup.board.set_piece_at(square, piece);
    }
    setup.turn = Color::Black;
    let position = Chess::from_setup(setup, CastlingMode::Standard).unwrap();
    let Verdict::Yes(line) = can_mate(&position, Color::White, Limits::default()) else { panic!() };
    assert!(line.moves.is_empty());
    let lone = can_mate(&position, Color::Black, Limits::default());
    assert_eq!(lone, Verdict::No(Certificate::Over));
    let bare =
        "8/8/4k3/8/8/4K1N1/8/8 w - - 0 1".parse::<Fen>().unwrap().into_position(CastlingMode::Standard);
    let verdict = can_mate(&bare.unwrap(), Color::White, Limits::default());
    assert_eq!(verdict, Verdict::No(Certificate::Material(Material::LoneKnight)));
}
