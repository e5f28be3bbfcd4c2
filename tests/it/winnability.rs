//! Verdicts on positions whose answer is known from elsewhere, each with its proof followed again.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use flagfall::winnability::{
    Certificate, Limits, Verdict, can_mate, dead_given, doubtful, forced_mate, quick, verify,
};
use rustc_hash::FxHashSet;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position};

use crate::amount::every;

fn position(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().unwrap().into_setup();
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).unwrap()
}

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/fixtures/mate/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn answer(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Yes(_) => "true",
        Verdict::No(_) => "false",
        Verdict::Unknown(_) => "unknown",
    }
}

/// A row of a file of positions, and whether each side can mate.
struct Decided {
    row: Vec<String>,
    position: Chess,
    verdicts: [Verdict; 2],
}

impl Decided {
    fn of(row: Vec<String>) -> Decided {
        let position = position(&row[0]);
        let verdicts = Color::ALL.map(|side| can_mate(&position, side, Limits::default()));
        Decided { row, position, verdicts }
    }

    fn sides(&self) -> impl Iterator<Item = (Color, &Verdict)> {
        Color::ALL.into_iter().zip(&self.verdicts)
    }
}

/// The known positions, or every third of them, decided once for all tests.
static KNOWN: LazyLock<Vec<Decided>> =
    LazyLock::new(|| rows("positions.csv").into_iter().step_by(every(3)).map(Decided::of).collect());

fn decided_rightly(all: &[Decided]) {
    let mut faults = Vec::new();
    for decided in all {
        let Decided { row, position, verdicts } = decided;
        for ((side, verdict), expected) in decided.sides().zip(&row[1..]) {
            if answer(verdict) != expected {
                faults.push(format!("{} {side}: {} for {expected}", row[0], answer(verdict)));
            }
            let followed = match verdict {
                Verdict::Yes(line) => verify::line_mates(position, &line.moves, side),
                Verdict::No(proof) => verify::holds(position, side, proof),
                Verdict::Unknown(_) => true,
            };
            assert!(followed, "{} {side}: the proof does not hold", row[0]);
            if quick(position, side) == Some(false) {
                assert_eq!(expected, "false", "{} {side}: the quick test is wrong", row[0]);
            }
        }
        let dead = dead_given(&verdicts[0], &verdicts[1]).map(|d| d.to_string());
        if dead.as_ref() != Some(&row[3]) {
            faults.push(format!("{}: dead {dead:?}", row[0]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A wall that only one move opens: the way through is found before the positions behind the wall are all seen.
#[test]
fn the_way_out_of_a_wall_is_found_soon() {
    let walls = [
        ("6b1/5k2/8/1p6/pPp1pBp1/P1PpPpPp/3P1P1P/1K6 b - b3 0 1", Color::White),
        ("7b/3k4/8/p1p3p1/PpPp1pPp/1P1PpP1P/4P3/1B4K1 b - a3 0 1", Color::White),
        ("8/1k6/6p1/4BpPp/p1p1pP1P/PpPpP3/1P1Pb3/R3K3 w Q - 0 1", Color::White),
    ];
    for (fen, side) in walls {
        let verdict = can_mate(&position(fen), side, Limits { nodes: 8_000, shorten: 0 });
        assert_eq!(answer(&verdict), "true", "{fen}");
    }
}

/// A capture en passant that opens the wall leaves nothing to prove, the same wall without it does.
#[test]
fn a_wall_that_opens_in_passing_is_not_in_doubt() {
    let open = position("6b1/5k2/8/1p6/pPp1pBp1/P1PpPpPp/3P1P1P/1K6 b - b3 0 1");
    let shut = position("6b1/5k2/8/1p6/pPp1pBp1/P1PpPpPp/3P1P1P/1K6 b - - 0 1");
    assert!(!doubtful(&open, Color::White));
    assert!(doubtful(&shut, Color::White));
    assert_eq!(quick(&shut, Color::White), Some(false));
}

#[test]
fn known_positions() {
    decided_rightly(&KNOWN);
}

/// Positions that other programs, or the rules of material, get wrong.
#[test]
fn where_others_are_wrong() {
    let peers: Vec<Decided> = rows("peers.csv").into_iter().map(Decided::of).collect();
    decided_rightly(&peers);
}

#[test]
fn forced_mates() {
    for row in rows("forced.csv").into_iter().step_by(every(3)) {
        let side = if row[1] == "white" { Color::White } else { Color::Black };
        let found = forced_mate(&position(&row[0]), side, Limits::default());
        assert_eq!(found, Some(row[2] == "true"), "{} {side}", row[0]);
    }
}

/// A certificate is about its own position: the checker refuses it for another.
#[test]
fn a_borrowed_proof_is_refused() {
    let wall = position("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1");
    let open = position("4k3/8/8/pp1p1p1p/PP1P1P1P/8/8/4K3 w - - 0 1");
    let Verdict::No(proof) = can_mate(&wall, Color::White, Limits::default()) else {
        panic!("the wall holds")
    };
    assert!(verify::holds(&wall, Color::White, &proof));
    assert!(!verify::holds(&open, Color::White, &proof));
    assert!(!verify::holds(&open, Color::White, &Certificate::Closed { positions: 5_000 }));
    assert!(!verify::holds(&open, Color::White, &Certificate::Over));
}

/// Bishops that a locked wall keeps apart never meet: two of them are no pair.
const KEPT_APART: &str = "1B1kb3/8/8/1p1p1p1p/1P1P1P1P/8/6b1/B2K4 w - - 0 1";
/// The only pictures of mate by White come about by a step of the king, which gives no check.
const NO_TEMPO: &str = "5K2/1p6/1Pp5/k1P5/p1P5/P3B1B1/8/2B5 w - - 0 1";

/// Proofs that rest on parts of the board, and on steps of a king that give no check. chasolver 3.0.0 has no line to mate in
/// them either.
#[test]
fn walls_that_only_a_closer_look_proves() {
    for fen in [KEPT_APART, NO_TEMPO] {
        for side in Color::ALL {
            let verdict = can_mate(&position(fen), side, Limits::default());
            assert!(matches!(verdict, Verdict::No(Certificate::Invariant(_))), "{fen} {side}: {verdict:?}");
        }
    }
}

/// Whatever is taken out of an invariant, the checker misses it.
#[test]
fn a_proof_with_a_hole_is_refused() {
    for fen in [KEPT_APART, NO_TEMPO] {
        let wall = position(fen);
        let Verdict::No(Certificate::Invariant(whole)) = can_mate(&wall, Color::White, Limits::default())
        else {
            panic!("{fen}: the wall holds")
        };
        let holds = |set| verify::holds(&wall, Color::White, &Certificate::Invariant(Box::new(set)));
        assert!(holds((*whole).clone()));
        for number in (0..whole.situations.len()).step_by(whole.situations.len() / 20) {
            let mut fewer = (*whole).clone();
            fewer.situations.remove(number);
            assert!(!holds(fewer), "{fen}: situation {number} is not needed");
        }
        for (number, wall) in whole.walls.iter().enumerate() {
            for (side, kind) in (0..2).flat_map(|side| (0..5).map(move |kind| (side, kind))) {
                for (part, old) in wall.regions[side][kind].parts.iter().enumerate() {
                    if old.squares.is_empty() {
                        continue;
                    }
                    let mut fewer = (*whole).clone();
                    fewer.walls[number].regions[side][kind].parts[part].count -= 1;
                    assert!(!holds(fewer), "{fen}: a piece is not needed");
                    let mut smaller = (*whole).clone();
                    let square = old.squares.last().unwrap();
                    smaller.walls[number].regions[side][kind].parts[part].squares.discard(square);
                    assert!(!holds(smaller), "{fen}: {square} is not needed");
                }
            }
        }
    }
}

/// A pair of bishops behind one wall does mate: told apart by parts, they must not be told apart too far.
#[test]
fn bishops_that_meet_are_counted_together() {
    let open = position("1B1kb3/8/8/1p1p1p1p/1P1P1P2/8/6b1/B2K4 w - - 0 1");
    assert_eq!(answer(&can_mate(&open, Color::White, Limits::default())), "true");
}

/// King h3 and knight g3 mate the king on h1 behind a dark-squared bishop on g1: the light corner is the one to go to,
/// and whoever goes there needs no long search.
#[test]
fn a_lone_knight_knows_its_corner() {
    for fen in ["5k2/8/8/6K1/3b4/4b3/6N1/8 w - - 0 1", "2bkb3/3b4/8/8/8/8/4N3/4K3 w - - 0 1"] {
        let verdict = can_mate(&position(fen), Color::White, Limits { nodes: 20_000, shorten: 0 });
        assert_eq!(answer(&verdict), "true", "{fen}");
    }
}

#[test]
fn certificates_read_as_sentences() {
    let wall = position("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1");
    let Verdict::No(proof) = can_mate(&wall, Color::White, Limits::default()) else {
        panic!("the wall holds")
    };
    let says = proof.explain(Color::White, &wall);
    assert!(says.contains("b4, d4, f4 and h4"), "{says}");
}

/// Fivefold repetition and 75 moves are no part of the question.
#[test]
fn counters_do_not_matter() {
    let position = position("8/8/4k3/8/8/4K2R/8/8 w - - 150 200");
    assert_eq!(answer(&can_mate(&position, Color::White, Limits::default())), "true");
}

/// Castling in Chess960, where the right alone makes the difference.
#[test]
fn castling_in_chess960() {
    let position = position("8/8/8/8/8/5k2/7p/R3K2R w HA - 0 1");
    for side in Color::ALL {
        if let Verdict::Yes(line) = can_mate(&position, side, Limits::default()) {
            assert!(verify::line_mates(&position, &line.moves, side));
        }
    }
}

/// Every line to mate is replayed by python-chess, where it is installed.
#[test]
fn lines_replay_in_python_chess() {
    let script = "import sys, chess\nfor l in sys.stdin:\n f, m = l.rstrip('\\n').split('|')\n b = chess.Board(f)\n for u in m.split():\n  b.push_uci(u) if chess.Move.from_uci(u) in b.legal_moves else sys.exit(l)\n b.is_checkmate() or sys.exit(l)\n";
    let installed = Command::new("python3").args(["-c", "import chess"]).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        return println!("skipped: python-chess is not installed");
    }
    let mut lines = String::new();
    for decided in KNOWN.iter() {
        for (_, verdict) in decided.sides() {
            if let Verdict::Yes(line) = verdict {
                let moves: Vec<String> =
                    line.moves.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect();
                lines.push_str(&format!("{}|{}\n", decided.row[0], moves.join(" ")));
            }
        }
    }
    let mut python = Command::new("python3").args(["-c", script]).stdin(Stdio::piped()).spawn().unwrap();
    python.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    assert!(python.wait().unwrap().success());
}

/// With at most five men every "cannot" agrees with a plain walk over all positions, where that ends in time.
#[test]
fn small_material_agrees_with_exhaustion() {
    let mut walked = 0;
    let small = |decided: &&Decided| decided.position.board().occupied().count() <= 5;
    for decided in KNOWN.iter().filter(small) {
        for (side, verdict) in decided.sides() {
            if answer(verdict) == "false"
                && let Some(mate) = mate_exists(&decided.position, side, 20_000)
            {
                assert!(!mate, "{} {side}", decided.row[0]);
                walked += 1;
            }
        }
    }
    assert!(walked > 20 / every(3), "only {walked} walks ended");
}

/// Whether any reachable position is mate by `side`; `None` beyond `limit` positions.
fn mate_exists(start: &Chess, side: Color, limit: usize) -> Option<bool> {
    let mut seen = FxHashSet::default();
    let mut open = vec![start.clone()];
    while let Some(now) = open.pop() {
        if now.turn() != side && now.is_checkmate() {
            return Some(true);
        }
        for m in now.legal_moves() {
            let next = now.clone().play(m).unwrap();
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(false)
}
