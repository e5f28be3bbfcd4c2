//! Verdicts on positions: lines end in mate, and a "cannot" is contradicted neither by the quick test nor
//! after a further move.

use flagfall::winnability::{Limits, Verdict, can_mate, dead, doubtful, forced_mate, quick, verify};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Position};

const LIMITS: Limits = Limits { nodes: 2_000, shorten: 200 };

/// Decides which sides can mate.
pub fn run(data: &[u8]) {
    let Some(setup) = std::str::from_utf8(data).ok().and_then(|text| text.trim().parse::<Fen>().ok()) else {
        return;
    };
    let setup = setup.into_setup();
    let mode = CastlingMode::detect(&setup);
    let Ok(position) = Chess::from_setup(setup, mode) else { return };
    for side in Color::ALL {
        let cannot = judge(&position, side);
        let _ = (doubtful(&position, side), forced_mate(&position, side, LIMITS));
        if cannot {
            let replies = position.legal_moves();
            let m = replies.get(super::pick(data, replies.len())).copied();
            if let Some(m) = m {
                let mut next = position.clone();
                next.play_unchecked(m);
                assert!(
                    !matches!(can_mate(&next, side, LIMITS), Verdict::Yes(_)),
                    "{side} can mate after {m}"
                );
            }
        }
    }
    let _ = dead(&position, LIMITS);
}

/// Whether a side cannot mate.
fn judge(position: &Chess, side: Color) -> bool {
    match can_mate(position, side, LIMITS) {
        Verdict::Yes(line) => {
            assert!(verify::line_mates(position, &line.moves, side), "{side}: the line is no mate");
            assert_ne!(quick(position, side), Some(false), "{side}: the quick test is wrong");
            false
        }
        Verdict::No(proof) => {
            let _ = (proof.reason(), proof.explain(side, position));
            true
        }
        Verdict::Unknown(_) => false,
    }
}
