#![allow(clippy::unwrap_used, clippy::panic)]
use super::fast_path::KingAttacks;
use super::*;
use crate::scoresheet::{Packed, ROLES, Scoresheet, Suffix, Written};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, File, Position, Rank, Role, Square, san::SanPlus};

fn replay_from(fen: Option<&str>, moves: &str) -> (Scoresheet, Replay) {
    let mut sheet = Scoresheet::new();
    sheet.read(moves.as_bytes());
    let start = fen.map_or(*Board::initial(), |fen| Board::from_fen(fen, false).unwrap().board);
    let mut replay = Replay::new();
    replay.run(&sheet, &start, |_, _| {});
    (sheet, replay)
}

fn replay(moves: &str) -> Replay {
    replay_from(None, moves).1
}

fn ucis(replay: &Replay) -> Vec<String> {
    replay.plies.iter().map(|p| p.mv.to_string()).collect()
}

/// Perft figures published on the Chess Programming Wiki for its six test positions and for one Chess960
/// position.
#[test]
fn perft_agrees_with_the_published_tables() {
    fn perft(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        board
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let mut b = *board;
                b.play(mv);
                perft(&b, depth - 1)
            })
            .sum()
    }
    for (fen, chess960, depth, nodes) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, 3, 8902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, 3, 97862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, 4, 43238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", false, 3, 9467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", false, 3, 62379),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", false, 3, 89890),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true, 3, 12189),
    ] {
        assert_eq!(perft(&Board::from_fen(fen, chess960).unwrap().board, depth), nodes, "{fen}");
    }
}

#[test]
fn a_game_is_replayed() {
    let game = replay("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O *");
    assert_eq!(game.stop, None);
    assert_eq!(game.last.fen(), "r1bq1rk1/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w - - 2 8");
}

#[test]
fn notation_that_people_write_is_played() {
    for (text, moves) in [
        ("1. e2-e4 e7e5 2. Ng1-f3 b8c6", "e2e4 e7e5 g1f3 b8c6"),
        ("1. Pe4 d5 2. ed Qxd5", "e2e4 d7d5 e4d5 d8d5"),
        ("1. e4 d5 2. e5 f5 3. exf6ep", "e2e4 d7d5 e4e5 f7f5 e5f6"),
        ("1. nf3 nf6 2. g3 g6 3. bg2 bg7 4. 0-0 0-0", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8"),
        ("1. e4 d5 2. ed5 Qd5", "e2e4 d7d5 e4d5 d8d5"),
        ("1. Nxf3 e5 2. Nxe5", "g1f3 e7e5 f3e5"),
        ("1. ♘f3 ♞f6", "g1f3 g8f6"),
        ("1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. e1g1", "e2e4 e7e5 f1c4 f8c5 g1f3 g8f6 e1g1"),
    ] {
        assert_eq!(ucis(&replay(text)).join(" "), moves, "{text}");
    }
}

/// Repetitions count as the Laws say: in Karpov - Miles, Tilburg 1986, the castling right was lost after the
/// first occurrence.
#[test]
fn castling_rights_make_a_position_another() {
    let game = replay("1. Nf3 Nf6 2. Rg1 Rg8 3. Rh1 Rh8 4. Rg1 Rg8 5. Rh1 Rh8 *");
    let counts: Vec<u32> = game.plies.iter().map(|p| p.occurrence).collect();
    // After 2. Rg1 Black could still castle, after 4. Rg1 no longer. The first position that recurs is that
    // after 2... Rg8.
    assert_eq!(counts, [1, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
}

/// En passant matters only if the capture is legal (FIDE 9.2.3.1 refers to possible moves).
#[test]
fn en_passant_makes_a_position_another_only_if_legal() {
    // Nothing pins the pawn on d4: it could take on e3.
    let (_, free) = replay_from(
        Some("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"),
        "1. e4 Ke7 2. Ke2 Ke8 3. Ke1 Ke7 4. Ke2 Ke8 5. Ke1 *",
    );
    assert_eq!(free.plies[0].occurrence, 1);
    assert_eq!(free.plies[4].occurrence, 1, "after 1. e4 Black could take en passant, now not");
    // The same position, but with the capturing pawn pinned on the fourth rank: king a4, rook h4.
    let (_, pinned) = replay_from(Some("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"), "1. e4 Kb4 2. Kf2 Ka4 3. Ke1 *");
    assert_eq!(pinned.plies[4].occurrence, 2, "taking was never possible: the same position");
}

#[test]
fn repetitions_are_counted_far_back() {
    let mut text = String::new();
    for _ in 0..300 {
        text.push_str("Nf3 Nf6 Ng1 Ng8 ");
    }
    let game = replay(&text);
    assert_eq!(game.plies.last().unwrap().occurrence, 301);
    assert_eq!(game.plies[3].occurrence, 2);
    assert_eq!(game.earlier_occurrences(8), [0, 4]);
}

/// The half-move counter over all games wraps after 65,536 half-moves, which must not affect any game.
#[test]
fn repetitions_are_counted_in_game_after_game() {
    let mut sheet = Scoresheet::new();
    sheet.read(b"Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 e4 e5 Nf3 Nf6 Ng1 Ng8");
    let mut replay = Replay::new();
    for game in 0..5_000 {
        replay.run(&sheet, Board::initial(), |_, _| {});
        let counts: Vec<u32> = replay.plies.iter().map(|p| p.occurrence).collect();
        assert_eq!(counts, [1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1, 2], "game {game}");
    }
}

#[test]
fn an_illegal_move_that_stood_is_played() {
    // The knight on c6 is pinned by the bishop on b5; the game went on.
    let game = replay("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Nxd4 5. Nxd4 *");
    assert_eq!(game.stop, None);
    assert!(!game.plies[7].legal);
    assert_eq!(game.plies[7].mv.to_string(), "c6d4");
    assert_eq!(game.plies.len(), 9);
    assert_eq!(game.board_after(9), game.last);
    // The king jumps over its pawn and loses the castling right.
    let king = replay("1. e4 e5 2. Ke3 Nf6 3. Nf3 Nc6 *");
    assert_eq!((king.stop, king.board_after(6)), (None, king.last));
    // Two knights could have been meant: no single reading.
    let unclear = replay("1. e4 e5 2. Nf3 Nf6 3. Nd4 Nd5 4. Nf7 d6 *");
    assert_eq!((unclear.stop, unclear.plies.len()), (Some(Stop::Illegal), 6));
    // The reply does not fit either.
    assert_eq!(replay("1. e4 e5 2. Ke3 Qa1 *").stop, Some(Stop::Illegal));
}

#[test]
fn what_ends_a_replay() {
    assert_eq!(replay("1. e4 -- 2. d4 *").stop, Some(Stop::Null));
    assert_eq!(replay("1. d3 d6 2. Nd2 e6 3. Nf3 *").stop, Some(Stop::Ambiguous));
    assert_eq!(replay("1. e4 e5 2. Nf33 *").stop, Some(Stop::Unreadable));
    assert_eq!(replay("1. e4 e5 3. O-O-O Nc6 *").stop, Some(Stop::MissingMoves { number: 1 }));
}

fn as_written(fen: Option<&str>, moves: &str) -> Replay {
    let mut sheet = Scoresheet::new();
    sheet.read(moves.as_bytes());
    let start = fen.map_or(*Board::initial(), |fen| Board::from_fen_as_is(fen, false).unwrap());
    let mut replay = Replay::new();
    replay.as_written = true;
    replay.run(&sheet, &start, |_, _| {});
    replay
}

/// The moves as played, with `!` after each illegal one, and the final placement of the pieces.
fn moves_and_pieces(replay: &Replay) -> (String, String) {
    let mark = |ply: &Ply| format!("{}{}", ply.mv, if ply.legal { "" } else { "!" });
    let moves: Vec<String> = replay.plies.iter().map(mark).collect();
    let fen = replay.last.fen();
    (moves.join(" "), fen.split(' ').next().unwrap().to_owned())
}

#[test]
fn a_record_in_dispute_is_played_out_as_written() {
    for (fen, moves, played, pieces) in [
        // A move that leaves the king in check, and another.
        (
            None,
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. O-O Nd4 5. Nxd4 exd4 *",
            "e2e4 e7e5 g1f3 b8c6 f1b5 d7d6 e1g1 c6d4! f3d4 e5d4!",
            "r1bqkbnr/ppp2ppp/3p4/1B6/3pP3/8/PPPP1PPP/RNBQ1RK1",
        ),
        // A king is captured.
        (
            Some("4k3/8/8/8/8/8/4q3/R3K3 b - - 0 40"),
            "40... Qe3+ 41. Ra8+ Qxe1 *",
            "e2e3 a1a8! e3e1!",
            "R3k3/8/8/8/8/8/8/4q3",
        ),
        // Two kings next to each other.
        (
            Some("8/7p/8/4k3/8/4K3/8/7R w - - 0 50"),
            "50. Ke4 h6 51. Kxe5 *",
            "e3e4! h7h6! e4e5!",
            "8/8/7p/4K3/8/8/8/7R",
        ),
        // A move onto an own piece, a jump over an own piece, a pawn moving backwards, and a pawn that stays
        // a pawn.
        (None, "1. Kxd2 Nf6 *", "e1d2! g8f6", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPKPPPP/RNBQ1BNR"),
        (None, "1. Qd5 e6 2. Qxe6 *", "d1d5! e7e6 d5e6", "rnbqkbnr/pppp1ppp/4Q3/8/8/8/PPPPPPPP/RNB1KBNR"),
        (None, "1. e4 e5 2. e3 *", "e2e4 e7e5 e4e3!", "rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR"),
        (Some("8/1P6/7p/8/2k5/8/5K2/8 w - - 0 1"), "61. b8 h5 *", "b7b8! h6h5", "1P6/8/8/7p/2k5/8/5K2/8"),
    ] {
        let replay = as_written(fen, moves);
        assert_eq!(moves_and_pieces(&replay), (played.to_owned(), pieces.to_owned()), "{moves}");
        assert_eq!(replay.stop, None, "{moves}");
    }
}

#[test]
fn what_nobody_can_have_played_stops_the_record_in_dispute() {
    // Two knights, neither of which reaches the target (twice), and a jump in the move numbers.
    for moves in ["1. Ne4 *", "1. e4 e5 2. Nf6 *", "1. e4 e5 5. Qd5 *"] {
        let replay = as_written(None, moves);
        assert!(matches!(replay.stop, Some(Stop::Illegal | Stop::MissingMoves { .. })), "{moves}");
    }
}

#[test]
fn mate_and_stalemate_are_seen() {
    assert!(replay("1. f3 e5 2. g4 Qh4# *").plies[3].mates());
    let (_, game) = replay_from(Some("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "1. Qf7 *");
    assert!(game.plies[0].stalemates());
}

#[test]
fn obstacles_name_what_is_in_the_way() {
    let at = |moves: &str, written: &str| {
        let mut sheet = Scoresheet::new();
        sheet.read(written.as_bytes());
        replay(moves).last.obstacles(sheet.moves[0].written())
    };
    use shakmaty::{CastlingSide, Role, Square};
    assert_eq!(
        at("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4", "Nxd4"),
        [Obstacle::Pinned { from: Square::C6, role: Role::Knight, by: Square::B5 }]
    );
    assert_eq!(at("1. e4 e5", "O-O"), [Obstacle::CastlingBlocked { by: Square::F1 }]);
    assert_eq!(
        at("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8", "O-O"),
        [Obstacle::NoCastlingRight(CastlingSide::KingSide)]
    );
    assert_eq!(at("1. e4 e5", "exd5"), [Obstacle::NothingToTake { on: Square::D5 }]);
    assert_eq!(at("1. e4 e5", "Nd2"), [Obstacle::OwnPiece { on: Square::D2, role: Role::Pawn }]);
    assert!(matches!(at("1. e4 e5", "Qh6")[..], [Obstacle::OutOfReach { role: Role::Queen, .. }]));
    assert_eq!(
        at("1. e4 e5 2. d3 Bb4+", "Nf3"),
        [Obstacle::CheckStays { from: Square::G1, role: Role::Knight, by: Square::B4 }]
    );
    assert_eq!(
        at("1. e4 e5 2. Ke2 Qg5 3. d3 Qf4", "Ke3"),
        [Obstacle::IntoCheck { to: Square::E3, by: Square::F4 }]
    );
}

fn random_game(seed: &[u16], fen: &str, mode: CastlingMode) -> (Vec<String>, Vec<Chess>) {
    let setup: Fen = fen.parse().unwrap();
    let mut chess: Chess = setup.into_position(mode).unwrap();
    let mut sans = Vec::new();
    let mut positions = vec![chess.clone()];
    for pick in seed {
        let moves = chess.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*pick) % moves.len()];
        sans.push(SanPlus::from_move_and_play_unchecked(&mut chess, mv).to_string());
        positions.push(chess.clone());
    }
    (sans, positions)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn random_games_replay_as_shakmaty_has_them(
        seed in proptest::collection::vec(any::<u16>(), 0..160),
        fen in proptest::sample::select(vec![
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false),
            ("8/PP4PP/3k4/8/8/3K4/pp4pp/8 w - - 0 1", false),
            ("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w BGbg - 0 1", true),
            ("rk5r/8/8/8/8/8/8/RK5R w AHah - 0 1", true),
        ])
    ) {
        let mode = CastlingMode::from_chess960(fen.1);
        let (sans, positions) = random_game(&seed, fen.0, mode);
        let mut sheet = Scoresheet::new();
        let text = sans.join(" ");
        sheet.read(text.as_bytes());
        let start = Board::from_fen(fen.0, fen.1).unwrap().board;
        let mut replay = Replay::new();
        let mut seen = Vec::new();
        replay.run(&sheet, &start, |_, board| seen.push(*board));
        prop_assert_eq!(replay.stop, None);
        prop_assert_eq!(replay.plies.len(), sans.len());
        for (i, (board, chess)) in seen.iter().zip(&positions[1..]).enumerate() {
            prop_assert_eq!(*board, Board::from_chess(chess, fen.1), "after {}", sans[i]);
            prop_assert_eq!(replay.board_after(i + 1), *board, "after {}", sans[i]);
            let mut ours: Vec<String> = board.legal_moves().iter().map(|m| m.uci(true)).collect();
            ours.sort();
            prop_assert_eq!(ours, second::shakmaty_moves(chess));
            prop_assert_eq!(replay.plies[i].mates(), chess.is_checkmate());
            prop_assert_eq!(replay.plies[i].stalemates(), chess.is_stalemate());
            prop_assert_eq!(&replay.board_after(i).san(replay.plies[i].mv), &sans[i]);
        }
        let keys: Vec<u64> = replay.plies.iter().map(|p| p.key).collect();
        for (i, board) in seen.iter().enumerate() {
            let mut fresh = *board;
            fresh.rekey();
            prop_assert_eq!(fresh.key(), keys[i]);
        }
    }
}

/// Castling with every king and rook, with an enemy queen and rook on every square, also one behind the
/// castling rook.
#[test]
fn castling_is_legal_where_shakmaty_has_it_so() {
    let (mut castles, mut asked) = (0, 0);
    let pieces = Square::ALL.into_iter().flat_map(|square| ['q', 'r'].map(|piece| (square, piece)));
    for (square, piece) in pieces.filter(|(square, _)| square.rank() < Rank::Eighth) {
        for (king, rook) in File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (king, rook))) {
            let mut setup = shakmaty::Setup::empty();
            let white = [
                (Square::from_coords(king, Rank::First), 'K'),
                (Square::from_coords(rook, Rank::First), 'R'),
            ];
            let all = white.into_iter().chain([(Square::H8, 'k'), (square, piece)]);
            all.for_each(|(at, piece)| {
                setup.board.set_piece_at(at, shakmaty::Piece::from_char(piece).unwrap())
            });
            setup.castling_rights = shakmaty::Bitboard::from_square(white[1].0);
            // Skips setups with two pieces on one square and positions that cannot occur.
            let Ok(chess) = setup.position::<Chess>(CastlingMode::Chess960) else { continue };
            let mut ours: Vec<String> =
                Board::from_chess(&chess, true).legal_moves().iter().map(|m| m.uci(true)).collect();
            ours.sort();
            let theirs = second::shakmaty_moves(&chess);
            assert_eq!(ours, theirs, "{}", second::shakmaty_fen(&chess));
            castles += usize::from(chess.legal_moves().iter().any(|m| m.is_castle()));
            asked += 1;
        }
    }
    assert!(castles > 500 && asked - castles > 500, "{castles} of {asked}");
}

/// The fast path finds and plays the same moves as the slow path, for every piece or pawn move that can be
/// written.
#[test]
fn the_short_way_finds_what_the_long_way_finds() {
    let roots = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "3rk3/8/8/q2pPp2/8/8/1N1P1N2/R2QKB1R w - d6 0 1",
        "4k3/4r3/8/b7/8/3N1N2/2PP1P2/R3KB1R w KQ - 0 1",
        "4k3/8/8/8/4r3/5n2/3P1P2/R3KB1R w KQ - 0 1",
        "4k3/8/8/8/8/2N5/3p1P2/R3KB1R w KQ - 0 1",
    ];
    let mut seen = 0;
    for root in roots {
        let root = Board::from_fen(root, false).unwrap().board;
        let replies = root.legal_moves().into_iter().map(|mv| {
            let mut board = root;
            board.play(mv);
            board
        });
        for board in std::iter::once(root).chain(replies) {
            let checkers = board.checkers(board.turn());
            for (role, to) in Role::ALL.into_iter().flat_map(|role| Square::ALL.map(|to| (role, to))) {
                for (file, rank) in origins() {
                    let written =
                        Written::To { role: Some(role), file, rank, capture: false, to, promotion: None };
                    let (packed, mut attacks) = (Packed::new(written, Suffix::None), KingAttacks::of(&board));
                    let Some(from) = board.fast_origin(board.turn(), packed, &attacks) else { continue };
                    let long = board.resolve(written, checkers);
                    assert_eq!(long, Ok((Move::normal(from, to), role)), "{written:?} in {}", board.fen());
                    let (mut short, mut long) = (board, board);
                    let captured = long.play(Move::normal(from, to));
                    let taken = short.fast_play(board.turn(), from, packed, &mut attacks);
                    assert_eq!((short, ROLES[taken]), (long, captured), "{written:?} in {}", board.fen());
                    assert_eq!(
                        attacks.checkers,
                        long.checkers(long.turn()),
                        "{written:?} in {}",
                        board.fen()
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 5_000, "{seen}");
}

fn origins() -> impl Iterator<Item = (Option<File>, Option<Rank>)> {
    let files = || std::iter::once(None).chain(File::ALL.map(Some));
    let ranks = [None, Some(Rank::First), Some(Rank::Second), Some(Rank::Fifth)];
    files().flat_map(move |file| ranks.map(|rank| (file, rank)))
}

/// A missing or superfluous capture sign is recorded, whatever else is written.
#[test]
fn wrong_capture_signs_are_noted() {
    let form = |fen: &str, text: &str| {
        let (_, replay) = replay_from(Some(fen), text);
        assert_eq!((replay.stop, replay.plies.len()), (None, 1), "{text}");
        replay.oddities.form()
    };
    let fen = "3rk3/4P3/8/1p6/P7/5N2/8/4K2R w K - 0 1";
    for right in ["axb5", "exd8=Q+", "a5", "Nd4", "O-O", "Rh8+"] {
        assert!(!form(fen, right), "{right}");
    }
    for wrong in ["ab5", "ed8=Q+", "ed8=N", "Nxd4", "Rxh8+"] {
        assert!(form(fen, wrong), "{wrong}");
    }
}
