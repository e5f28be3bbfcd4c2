//! Where in the record an incident belongs: `after = "12... Nf6"` becomes a number of half-moves, and a move typed in the
//! language of the scoresheet becomes one in English.

use std::borrow::Cow;
use std::sync::Arc;

use shakmaty::{Color, Role};

use super::attempt::{Meaning, meaning};
use super::reconcile::{self, Reconciled};
use super::record::Record;
use crate::case::sheets::{LANGUAGES, Language, Notation};
use crate::case::{Case, Fault, Incident, Located};
use crate::scoresheet::decode;

/// The case with its incidents in their places.
///
/// # Errors
/// Where the record does not have the half-move that an incident names.
pub(super) fn placed<'c>(
    case: &'c Case,
    record: &Record,
    notation: Option<Notation>,
) -> Result<Cow<'c, Case>, Fault> {
    let as_it_is = |incident: &Incident| {
        incident.after.is_none() && incident.noticed_after.is_none() && incident.written.is_none()
    };
    if case.incidents.iter().all(as_it_is) && case.clock_tables.is_none() {
        return Ok(Cow::Borrowed(case));
    }
    let half_moves = half_moves(record);
    let mut placed = case.clone();
    if let Some(tables) = &case.clock_tables {
        placed.clock = Some(tables.log(&|said| find(said, "after", &half_moves, notation))?);
    }
    for incident in &mut placed.incidents {
        let noticed_later = incident.noticed > incident.ply;
        if let Some(said) = &incident.after {
            incident.ply = find(said, "after", &half_moves, notation)?;
        }
        match &incident.noticed_after {
            Some(said) => incident.noticed = find(said, "noticed_after", &half_moves, notation)?,
            None if !noticed_later => incident.noticed = incident.ply,
            None => {}
        }
        if incident.noticed < incident.ply {
            let place = incident.noticed_after.as_ref().map_or(&incident.place, |said| &said.place);
            return Err(Fault::new(place, "it was noticed before it happened")
                .key("noticed_after")
                .help("an incident is noticed when it happens or later"));
        }
        if let Some(text) = &incident.written
            && let Some(english) = in_english(text, incident.ply, record, notation)
        {
            incident.written = Some(english);
        }
    }
    Ok(Cow::Owned(placed))
}

/// For each incident of a case the half-moves made when it happened, and when it was noticed.
///
/// # Errors
/// Where the record cannot be read, or does not have the half-move that an incident names.
pub fn placed_incidents(case: &Case, file: &Arc<str>) -> Result<Vec<(usize, usize)>, Fault> {
    let Reconciled { record, notation, .. } = reconcile::of_case(case, file)?;
    let case = placed(case, &record, notation)?;
    Ok(case.incidents.iter().map(|incident| (incident.ply, incident.noticed)).collect())
}

/// A half-move as the record writes it.
struct HalfMove<'r> {
    number: u32,
    side: Color,
    text: Cow<'r, str>,
}

impl HalfMove<'_> {
    fn label(&self) -> String {
        format!("{}{} {}", self.number, self.side.fold_wb(".", "..."), self.text)
    }
}

/// All half-moves of the record, also those after one that cannot be played. A move number in the record renumbers what follows.
fn half_moves(record: &Record) -> Vec<HalfMove<'_>> {
    let (mut number, mut side) = (record.board(0).move_number(), record.turn(0));
    let mut written = record.sheet.numbers.iter().peekable();
    let mut half_moves = Vec::with_capacity(record.sheet.moves.len());
    for (at, mv) in record.sheet.moves.iter().enumerate() {
        while let Some(said) = written.next_if(|said| said.ply as usize <= at) {
            if said.ply as usize == at {
                number = said.value;
            }
        }
        half_moves.push(HalfMove { number, side, text: decode(mv.span.of(&record.text)) });
        number = number.saturating_add(u32::from(side == Color::Black));
        side = !side;
    }
    half_moves
}

/// What `after` says: a move's number, its side where that is written, and the move.
#[derive(Debug, Default, PartialEq, Eq)]
struct Named<'t> {
    number: Option<u32>,
    side: Option<Color>,
    text: &'t str,
}

impl<'t> Named<'t> {
    /// Reads `12... Nf6`, `12. Nd4`, `12...`, `12. ... Nf6`, `12. Nd4 Nf6`, `after 12... Nf6`.
    fn read(text: &'t str) -> Named<'t> {
        let mut rest = text.trim();
        for word in ["after ", "move ", "behind "] {
            let begins = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
            rest = if begins { rest.get(word.len()..).unwrap_or_default().trim_start() } else { rest };
        }
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = rest.get(..rest.len() - after.len()).and_then(|digits| digits.parse().ok());
        let Some(number) = number else { return Named { text: rest, ..Named::default() } };
        let move_text = after.trim_start_matches(['.', '…', ' ', '\t']);
        let dots = after.get(..after.len() - move_text.len()).unwrap_or_default();
        let side = match (dots.matches('.').count(), dots.contains('…')) {
            (_, true) | (2.., _) => Some(Color::Black),
            (1, false) => Some(Color::White),
            _ => None,
        };
        match move_text.split_once(char::is_whitespace) {
            Some((_, reply)) if side == Some(Color::White) => {
                Named { number: Some(number), side: Some(Color::Black), text: reply.trim() }
            }
            _ => Named { number: Some(number), side, text: move_text.trim() },
        }
    }

    fn is_at(&self, half_move: &HalfMove<'_>) -> bool {
        self.number.is_none_or(|number| number == half_move.number)
            && self.side.is_none_or(|side| side == half_move.side)
    }
}

impl Named<'_> {
    /// Whether the move is that of the half-move, as it stands or in another language: that of the scoresheet, or any where
    /// number and side leave only this half-move.
    fn is_move(&self, half_move: &HalfMove<'_>, notation: Option<Notation>, only: bool) -> bool {
        if self.text.is_empty() || same_move(self.text, &half_move.text) {
            return true;
        }
        let in_language = |language: &Language| {
            translated(self.text, language).is_some_and(|english| same_move(&english, &half_move.text))
        };
        match notation {
            Some(Notation::Algebraic(language)) => in_language(&language),
            Some(Notation::Descriptive) => false,
            None => only && LANGUAGES.iter().any(in_language),
        }
    }
}

/// The half-moves made when the one that `said` names was the last.
fn find(
    said: &Located,
    key: &str,
    half_moves: &[HalfMove<'_>],
    notation: Option<Notation>,
) -> Result<usize, Fault> {
    match said.text.to_ascii_lowercase().as_str() {
        "start" => return Ok(0),
        "end" => return Ok(half_moves.len()),
        _ => {}
    }
    let named = Named::read(&said.text);
    let there: Vec<usize> = (0..half_moves.len())
        .filter(|at| half_moves.get(*at).is_some_and(|half_move| named.is_at(half_move)))
        .collect();
    let of = |at: &usize| half_moves.get(*at);
    let fitting: Vec<usize> = there
        .iter()
        .copied()
        .filter(|at| of(at).is_some_and(|half_move| named.is_move(half_move, notation, there.len() == 1)))
        .collect();
    let fault = |why: String, help: String| Err(Fault::new(&said.place, why).key(key).help(help));
    let bare = named.text.is_empty() && (named.number.is_none() || named.side.is_none());
    match fitting.as_slice() {
        _ if bare => fault(
            format!("\"{}\" names no half-move", said.text),
            "write 12. Nd4 for White's move, 12... Nf6 for Black's, or start".to_owned(),
        ),
        [only] => Ok(only + 1),
        [] => fault(format!("\"{}\" is not in the record", said.text), nearest(&named, &there, half_moves)),
        several => {
            let labels: Vec<String> = several.iter().take(3).filter_map(of).map(HalfMove::label).collect();
            fault(
                format!("\"{}\" is in the record more than once", said.text),
                format!("it could be {}", labels.join(" or ")),
            )
        }
    }
}

/// The half-move that is probably meant: that of the number, else the one with the nearest number.
fn nearest(named: &Named<'_>, there: &[usize], half_moves: &[HalfMove<'_>]) -> String {
    let number = named.number.unwrap_or(1);
    let near = there.first().and_then(|at| half_moves.get(*at)).or_else(|| {
        let wrong_side = |half_move: &&HalfMove<'_>| named.side.is_some_and(|side| side != half_move.side);
        half_moves.iter().min_by_key(|half_move| (number.abs_diff(half_move.number), wrong_side(half_move)))
    });
    match near {
        Some(near) => format!("the nearest is {}", near.label()),
        None => "the record has no moves; write start".to_owned(),
    }
}

/// Whether two texts are the same move: the same letters and digits, whatever other signs they have.
fn same_move(typed: &str, written: &str) -> bool {
    let plain = |text: &str| -> String {
        let text = text.split_once(" e").or(text.split_once("ep")).map_or(text, |(text, _)| text);
        text.trim_end_matches("e.p.").chars().filter(|c| c.is_alphanumeric()).map(as_written).collect()
    };
    let (typed, written) = (plain(typed), plain(written));
    typed == written || typed.replace('x', "") == written.replace('x', "")
}

/// `0-0` is castling as `O-O` is.
fn as_written(c: char) -> char {
    if matches!(c, '0' | 'o') { 'O' } else { c }
}

/// A move typed in the language of the case, or of the scoresheet, in English letters; `None` where it is English already, or
/// has no single reading.
fn in_english(text: &str, ply: usize, record: &Record, notation: Option<Notation>) -> Option<String> {
    let own = match notation {
        Some(Notation::Descriptive) => return None,
        Some(Notation::Algebraic(language)) => Some(language),
        None => None,
    };
    let fits = |text: &str| matches!(meaning(text, &record.setup(ply), record.turn(ply)), Meaning::One(_));
    if let Some(own) = own {
        let translated = translated(text, &own)?;
        return (fits(&translated) || !fits(text)).then_some(translated);
    }
    if text.starts_with(['K', 'Q', 'R', 'B', 'N']) || fits(text) {
        return None;
    }
    let mut readings: Vec<String> =
        LANGUAGES.iter().filter_map(|language| translated(text, language)).collect();
    readings.retain(|reading| fits(reading));
    readings.sort();
    readings.dedup();
    match readings.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// The text with the piece letters of a language replaced by English ones; `None` if they are the same.
fn translated(text: &str, language: &Language) -> Option<String> {
    let (role, rest) = language.piece(text);
    let (square, promotion) = match rest.split_once('=') {
        Some((square, piece)) => (square, language.promotion(piece)),
        None => (rest, None),
    };
    let mut english = letter(role).to_owned();
    english.push_str(square);
    if let Some(role) = promotion {
        english.push('=');
        english.push_str(letter(role));
    } else if rest.contains('=') {
        return None;
    }
    (english != text).then_some(english)
}

fn letter(role: Role) -> &'static str {
    match role {
        Role::Pawn => "",
        Role::Knight => "N",
        Role::Bishop => "B",
        Role::Rook => "R",
        Role::Queen => "Q",
        Role::King => "K",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_name_a_half_move() {
        let named = |number, side, text| Named { number: Some(number), side, text };
        for (text, read) in [
            ("12... Nf6", named(12, Some(Color::Black), "Nf6")),
            ("12...Nf6", named(12, Some(Color::Black), "Nf6")),
            ("12…Nf6", named(12, Some(Color::Black), "Nf6")),
            ("12. ... Nf6", named(12, Some(Color::Black), "Nf6")),
            ("after 12. Nd4", named(12, Some(Color::White), "Nd4")),
            ("After move 12.Nd4", named(12, Some(Color::White), "Nd4")),
            ("12. Nd4 Nf6", named(12, Some(Color::Black), "Nf6")),
            ("12...", named(12, Some(Color::Black), "")),
            ("12.", named(12, Some(Color::White), "")),
            ("12 Nf6", named(12, None, "Nf6")),
            ("Nf6", Named { text: "Nf6", ..Named::default() }),
        ] {
            assert_eq!(Named::read(text), read, "{text}");
        }
    }

    #[test]
    fn signs_do_not_part_a_move_from_itself() {
        for (typed, written) in [
            ("Nf6", "Nf6+"),
            ("exd5", "e:d5"),
            ("exd6 e.p.", "exd6"),
            ("0-0", "O-O"),
            ("e8=Q", "e8Q#"),
            ("Nd4!", "Nxd4"),
        ] {
            assert!(same_move(typed, written), "{typed} {written}");
        }
        for (typed, written) in [("Nf6", "Nd7"), ("O-O", "O-O-O"), ("bc3", "Bc3")] {
            assert!(!same_move(typed, written), "{typed} {written}");
        }
    }
}
