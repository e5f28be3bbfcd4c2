//! Records with piece letters that are not English. The language is found by replaying the game in each one.

use super::board::Board;
use super::run::Replay;
use crate::scoresheet::{FaultKind, LANGUAGES, Language, Reader, Scoresheet};

/// A reading that stops early is accepted only if it gets at least this many half-moves further than any
/// other.
const AHEAD: usize = 6;

/// A record read with the letters of a language, and its replay.
#[derive(Debug)]
pub struct NationalReading {
    /// The record; its `language` is set.
    pub sheet: Scoresheet,
    /// The replay of that record.
    pub replay: Replay,
}

/// Reads a record that has an unreadable move again, with the piece letters of each language. `replay` must
/// be the replay of `sheet`, and `sheet` the reading of `text`.
///
/// Returns a reading only if it is certain: the letters of one language give a game, the English ones do not,
/// and every other language stops earlier or plays the same moves.
pub fn read_national(
    text: &[u8],
    sheet: &Scoresheet,
    start: &Board,
    replay: &Replay,
) -> Option<NationalReading> {
    let token = unreadable_token(text, sheet)?;
    let mut tried: Vec<[&str; 5]> = Vec::new();
    let mut best: Option<NationalReading> = None;
    let mut second = replay.plies.len();
    // A promotion begins with the pawn's file, and castling may be written with Cyrillic letters.
    let other = matches!(token.first(), Some(b'a'..=b'h' | 0xd0));
    for language in LANGUAGES.iter().skip(1).filter(|language| other || language.letter(token).is_some()) {
        if tried.contains(&language.letters) {
            continue;
        }
        tried.push(language.letters);
        let Some(reading) = read_in(language, text, sheet, start) else { continue };
        let plies = reading.replay.plies.len();
        match &mut best {
            Some(known) if reading.replay.plies.len() > known.replay.plies.len() => {
                if !plays(&reading.replay, &known.replay) {
                    second = second.max(known.replay.plies.len());
                }
                best = Some(reading);
            }
            Some(known) if plays(&known.replay, &reading.replay) => {}
            Some(_) => second = second.max(plies),
            None => best = Some(reading),
        }
    }
    best.filter(|best| {
        let ahead = best.replay.plies.len().saturating_sub(second);
        let whole = best.replay.stop.is_none() && !best.replay.oddities.illegal;
        ahead >= AHEAD || whole && ahead > 0
    })
}

/// The text from the unreadable token on that stops the replay.
fn unreadable_token<'t>(text: &'t [u8], sheet: &Scoresheet) -> Option<&'t [u8]> {
    let stops = |ply| sheet.readable == Some(ply);
    let fault = sheet.faults.iter().find(|fault| fault.kind == FaultKind::Token && stops(fault.ply))?;
    text.get(fault.span.start as usize..)
}

/// Reads the record in a language. `None` if the game gets another length or some of it is still unreadable.
fn read_in(
    language: &'static Language,
    text: &[u8],
    english: &Scoresheet,
    start: &Board,
) -> Option<NationalReading> {
    let mut sheet = Scoresheet::new();
    Reader::new().read_in(language, text, &mut sheet);
    if sheet.len != english.len || sheet.readable.is_some() {
        return None;
    }
    let mut replay = Replay::new();
    replay.run(&sheet, start, |_, _| {});
    Some(NationalReading { sheet, replay })
}

/// Whether `longer` begins with all moves of `shorter`.
fn plays(longer: &Replay, shorter: &Replay) -> bool {
    longer.plies.len() >= shorter.plies.len()
        && longer.plies.iter().zip(&shorter.plies).all(|(ours, theirs)| ours.mv == theirs.mv)
}
