//! Makes the record of scoresheets: aligns two players' sheets and reads foreign notation.

use std::fmt::Write as _;
use std::sync::Arc;

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

use super::record::Record;
use super::ruling::{Scoresheets, SheetCount};
use crate::case::sheets::{
    Aligned, LANGUAGES, Line, Notation, PlayerSheet, Step, Token, align, in_english, readings,
};
use crate::case::{Case, Fault, Kind, Loaded, Located, Record as Source};
use crate::place::Place;
use crate::replay::{Board, Obstacle};
use crate::scoresheet::Written;

/// The record of a case, how the two sheets agree, and what is to be said about it.
pub(super) struct Reconciled {
    /// The game.
    pub(super) record: Record,
    /// How two scoresheets agree, where there are two.
    pub(super) scoresheets: Option<Scoresheets>,
    /// Which sheet had what, in plain words.
    pub(super) notes: Vec<String>,
    /// The notation of the scoresheet, if the case names it or it was worked out.
    pub(super) notation: Option<Notation>,
}

/// Puts the record of a case together.
///
/// # Errors
/// Where a start position or a language cannot be understood.
pub(super) fn of_case(case: &Case, file: &Arc<str>) -> Result<Reconciled, Fault> {
    let wanted = wanted(case.language.as_ref())?;
    if let Source::Sheets { white, black } = &case.record {
        return two(white, black, wanted);
    }
    let record = Record::of_case(case, &Place::file(file))?;
    let plain = Reconciled { record, scoresheets: None, notes: Vec::new(), notation: wanted };
    let stopped = plain.record.stop().is_some() || plain.record.sheet.readable.is_some();
    if wanted.is_none() && !stopped {
        return Ok(plain);
    }
    if let Some(national) = in_language(&plain.record, wanted) {
        return Ok(national);
    }
    Ok(one(case, &plain, wanted, file)?.unwrap_or(plain))
}

/// The record read with the piece letters of another language; its text, clock readings and offsets stay the same.
fn in_language(record: &Record, wanted: Option<Notation>) -> Option<Reconciled> {
    let named = match wanted {
        None => None,
        Some(Notation::Descriptive) => return None,
        Some(Notation::Algebraic(language)) => {
            Some(LANGUAGES.iter().find(|known| known.code == language.code && known.code != "en")?)
        }
    };
    let record = record.in_language(named)?;
    let language = *record.sheet.language?;
    let notes = vec![format!("The scoresheet is read in {}.", language.name)];
    let notation = Some(Notation::Algebraic(language));
    Some(Reconciled { record, scoresheets: None, notes, notation })
}

/// The notation that the case names; none for `auto`.
fn wanted(said: Option<&Located>) -> Result<Option<Notation>, Fault> {
    let Some(said) = said.filter(|said| !said.text.eq_ignore_ascii_case("auto")) else { return Ok(None) };
    Notation::named(&said.text).map(Some).ok_or_else(|| {
        Fault::new(&said.place, format!("\"{}\" is not a known language", said.text))
            .key("language")
            .help("write a code such as de, fr or ru, `descriptive`, or `auto`")
    })
}

/// One sheet in another notation than English algebraic; none where that reads no further than the plain record.
fn one(
    case: &Case,
    plain: &Reconciled,
    wanted: Option<Notation>,
    file: &Arc<str>,
) -> Result<Option<Reconciled>, Fault> {
    let Some(start) = plain.record.chess(0) else { return Ok(None) };
    let sheet = PlayerSheet::read(&plain.record.text);
    let notation = wanted.unwrap_or_else(|| Notation::detect(&sheet, &start));
    let mut position = start.clone();
    let mut moves = Vec::new();
    for token in &sheet.tokens {
        let fitting = readings(token, notation, &position);
        let [only] = fitting.as_slice() else { break };
        position.play_unchecked(*only);
        moves.push(*only);
    }
    let english = matches!(notation, Notation::Algebraic(language) if language.code == "en");
    let further = moves.len() > plain.record.len() && !(english && disputed_promotion(case, &plain.record));
    if !further && (wanted.is_none() || english) {
        return Ok(None);
    }
    // What does not fit may be the subject of the dispute, so it stays in the record.
    let rest: Vec<String> =
        sheet.tokens.iter().skip(moves.len()).map_while(|token| in_english(token, notation)).collect();
    let fen = match &case.record {
        Source::Inline { fen, .. } => fen.as_ref().map(|said| said.text.clone()),
        _ => sheet.tag("FEN").map(str::to_owned),
    };
    let mut words = in_san(&start, &moves);
    words.extend(rest);
    let board = Board::from_chess(&start, false);
    let text = pgn(&sheet, fen.as_deref(), &board, &words, sheet.result.as_deref());
    let record = Record::of_text(text.into_bytes(), file, None)?;
    let notes = vec![format!("The scoresheet is read in {}.", name(notation))];
    Ok(Some(Reconciled { record, scoresheets: None, notes, notation: Some(notation) }))
}

/// Whether the record stops at a promotion without its piece, and an incident is about it: then nothing is read into it.
fn disputed_promotion(case: &Case, record: &Record) -> bool {
    let stopped = record.len();
    bare_promotion(record, stopped)
        && case.incidents.iter().any(|incident| {
            (incident.kind.is_illegal_move_kin() && incident.ply == stopped)
                || (matches!(incident.kind, Kind::IllegalPosition | Kind::UndoAgreed)
                    && (stopped..=stopped + 1).contains(&incident.ply))
        })
}

/// Whether half-move `at` (from 0) takes a pawn to its last rank and names no piece.
fn bare_promotion(record: &Record, at: usize) -> bool {
    let written = record.sheet.moves.get(at).map(|mv| mv.written());
    written.is_some_and(|written| record.board(at).obstacles(written).contains(&Obstacle::NoPromotionPiece))
}

fn two(white: &Loaded, black: &Loaded, wanted: Option<Notation>) -> Result<Reconciled, Fault> {
    let sheets = [PlayerSheet::read(&white.bytes), PlayerSheet::read(&black.bytes)];
    let fen = sheets.iter().find_map(|sheet| sheet.tag("FEN").map(str::to_owned));
    let start = match &fen {
        None => Chess::default(),
        Some(fen) => fen
            .parse::<Fen>()
            .ok()
            .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok())
            .ok_or_else(|| {
            Fault::new(&Place::file(&white.name), "the start position cannot be read").key("FEN")
        })?,
    };
    let notations = [0, 1]
        .map(|at: usize| wanted.or_else(|| sheets.get(at).map(|sheet| Notation::detect(sheet, &start))));
    let english = Notation::named("en");
    let notation = |at: usize| notations.get(at).copied().flatten().or(english);
    let (Some(whites), Some(blacks)) = (notation(0), notation(1)) else {
        return Err(Fault::new(&Place::file(&white.name), "the notation cannot be read"));
    };
    let [first, second] = &sheets;
    let aligned = align(&start, (first, whites), (second, blacks));
    let words = as_played(&aligned, [first, second], [whites, blacks]);
    let agreed_result = first.result.as_deref().filter(|result| second.result.as_deref() == Some(result));
    let text = pgn(first, fen.as_deref(), &aligned.start, &words, agreed_result);
    let file: Arc<str> = format!("{} + {}", white.name, black.name).into();
    let record = Record::of_text(text.into_bytes(), &file, None)?;
    let mut notes = notes(&aligned, &record, [first, second], [whites, blacks]);
    if let (Some(of_white), Some(of_black)) = (&first.result, &second.result)
        && of_white != of_black
    {
        notes.push(format!(
            "White's sheet ends with {of_white}, Black's with {of_black}: neither is taken as the result."
        ));
    }
    let scoresheets = Scoresheets {
        agreed_plies: aligned.agreed(),
        first_divergence: aligned.first_divergence(),
        white: count(&aligned, &record, |step| step.white),
        black: count(&aligned, &record, |step| step.black),
    };
    Ok(Reconciled { record, scoresheets: Some(scoresheets), notes, notation: wanted })
}

fn name(notation: Notation) -> &'static str {
    match notation {
        Notation::Algebraic(language) => language.name,
        Notation::Descriptive => "English descriptive notation",
    }
}

/// The half-moves of two sheets: a legal one in standard notation, an illegal one as a sheet has it.
fn as_played(aligned: &Aligned, sheets: [&PlayerSheet; 2], notations: [Notation; 2]) -> Vec<String> {
    let ([white, black], [whites, blacks]) = (sheets, notations);
    let mut board = aligned.start;
    let mut words = Vec::with_capacity(aligned.plies.len());
    for step in &aligned.plies {
        if step.legal {
            words.push(board.san(step.mv));
            board.play(step.mv);
            continue;
        }
        let entry = match (step.white, step.black) {
            (Line::Has(at), _) => white.tokens.get(at).and_then(|token| in_english(token, whites)),
            (_, Line::Has(at)) => black.tokens.get(at).and_then(|token| in_english(token, blacks)),
            _ => None,
        };
        let ways = entry.as_deref().and_then(Written::of_text).map(|written| board.as_written(written));
        let played = ways.into_iter().flatten().find(|way| way.mv == step.mv);
        let (Some(entry), Some(played)) = (entry, played) else { break };
        words.push(entry);
        board = played.after;
    }
    words
}

fn in_san(start: &Chess, moves: &[shakmaty::Move]) -> Vec<String> {
    let mut position = start.clone();
    moves.iter().map(|mv| SanPlus::from_move_and_play_unchecked(&mut position, *mv).to_string()).collect()
}

/// The game as PGN, with the tags of a sheet.
fn pgn(
    sheet: &PlayerSheet,
    fen: Option<&str>,
    start: &Board,
    words: &[String],
    result: Option<&str>,
) -> String {
    let mut text = String::new();
    let skipped = ["FEN", "SetUp", "Result"];
    for (name, value) in sheet.tags.iter().filter(|(name, _)| !skipped.contains(&name.as_str())) {
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    let _ = writeln!(text, "[Result \"{}\"]", result.unwrap_or("*"));
    if let Some(fen) = fen {
        let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{fen}\"]");
    }
    text.push('\n');
    let first = start.half_move_number();
    for (half_move, word) in (first..).zip(words) {
        if half_move % 2 == 0 {
            let _ = write!(text, "{}. ", half_move / 2);
        } else if half_move == first {
            let _ = write!(text, "{}... ", half_move / 2);
        }
        let _ = write!(text, "{word} ");
    }
    text.push_str(result.unwrap_or("*"));
    text.push('\n');
    text
}

/// How complete a sheet is: pairs that are whole, and missing ones as the rule on reasonably complete sheets counts them.
fn count(aligned: &Aligned, record: &Record, side: impl Fn(&Step) -> Line) -> SheetCount {
    let missing: Vec<bool> = aligned.plies.iter().map(|step| side(step).is_missing()).collect();
    let runs = missing.chunk_by(|a, b| a == b).filter(|run| run.first() == Some(&true));
    let missing_pairs = runs.map(|run| run.len().div_ceil(2)).sum();
    // A pair is White's move and Black's reply.
    let offset = usize::from(record.turn(0).is_black());
    let pairs = missing.get(offset..).unwrap_or_default().chunks_exact(2);
    let complete_pairs = pairs.filter(|pair| pair.iter().all(|missing| !missing)).count();
    SheetCount { complete_pairs, missing_pairs }
}

/// The most differences that are listed.
const TOLD: usize = 8;

fn notes(
    aligned: &Aligned,
    record: &Record,
    sheets: [&PlayerSheet; 2],
    notations: [Notation; 2],
) -> Vec<String> {
    let mut notes = Vec::new();
    for (player, notation) in ["White", "Black"].into_iter().zip(notations) {
        if notation != Notation::named("en").unwrap_or(notation) {
            notes.push(format!("{player}'s sheet is read in {}.", name(notation)));
        }
    }
    let [white, black] = sheets;
    let differing: Vec<(usize, &Step)> = aligned
        .plies
        .iter()
        .enumerate()
        .map(|(at, step)| (at + 1, step))
        .filter(|(_, step)| !step.on_both())
        .collect();
    for (ply, step) in differing.iter().take(TOLD) {
        notes.push(format!(
            "{} on the board: White's sheet {}, Black's sheet {}.",
            record.label(*ply),
            says(white, step.white),
            says(black, step.black)
        ));
    }
    if differing.len() > TOLD {
        notes.push(format!("The sheets differ at {} more half-moves.", differing.len() - TOLD));
    }
    notes.extend(aligned.passed.iter().take(TOLD).filter_map(|passed| {
        let (player, sheet) = passed.sheet.fold_wb(("White", white), ("Black", black));
        let Some(Token::Move(text)) = sheet.tokens.get(passed.entry) else { return None };
        Some(format!("{player}'s sheet has {text} {}: it is taken as not played.", record.moment(passed.ply)))
    }));
    let left = (white.tokens.len() - aligned.used.0, black.tokens.len() - aligned.used.1);
    if left != (0, 0) {
        notes.push(format!(
            "The game can be put together up to {} half-moves; {} entries of White's sheet and {} of Black's are left over.",
            record.len(),
            left.0,
            left.1
        ));
    }
    notes
}

fn says(sheet: &PlayerSheet, line: Line) -> String {
    match line {
        Line::Has(_) => "has it".to_owned(),
        Line::Lacks => "does not have the half-move".to_owned(),
        Line::Illegible(_) => "cannot be read there".to_owned(),
        Line::Differs(at) => match sheet.tokens.get(at) {
            Some(Token::Move(text)) => format!("has {text}"),
            _ => "has something else".to_owned(),
        },
    }
}
