//! What the PGN standard allows between and around the moves changes no finding: comments, NAGs, variations, white space,
//! escaped lines, line ends, a byte order mark.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use flagfall::checks::{Checker, Piece, Settings, Severity};
use flagfall::ruleset::{Library, Request, Selection};
use flagfall::scoresheet::{Reader, Scoresheet};

/// Longer games say nothing that shorter ones do not.
const LONGEST: usize = 12_000;
/// Copies of each game with something between its moves.
const COPIES: usize = 12;

fn checker() -> Checker {
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    let selection = Selection::Family("fide".into());
    Checker::new(Settings::new(Library::built_in(), Request { selection, today, supervision: None }))
}

/// A finding without its place in the text. Its message may quote the text, and is compared without blanks.
type Located = (&'static str, Severity, Option<u64>, Option<u32>, String);

fn findings(checker: &mut Checker, text: &[u8]) -> Vec<Located> {
    let file: Arc<str> = "games.pgn".into();
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    let found = checker.check(&piece).findings;
    let said = found.into_iter().map(|finding| {
        let message = finding.message.split_whitespace().collect();
        (finding.check, finding.severity, finding.game, finding.ply, message)
    });
    let mut said: Vec<Located> = said.collect();
    said.sort();
    said
}

/// A generator that gives the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// The moves of the main line, in order: their places in the text, with the signs that belong to them.
fn moves(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut sheet = Scoresheet::new();
    sheet.read(text);
    let word_end = |from: usize| {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();$".contains(byte);
        text[from..].iter().position(ends).map_or(text.len(), |length| from + length)
    };
    let places = sheet.moves.iter().map(|text| text.span.range()).map(|span| span.start..word_end(span.end));
    let mut moves: Vec<_> = places.collect();
    // Of moves that are glued together, what follows the last.
    moves.dedup_by(|next, before| {
        let are_glued = next.start < before.end;
        if are_glued {
            *before = next.clone();
        }
        are_glued
    });
    moves
}

/// What may follow a move, which is `written` with `number` before it.
fn harmless(kind: usize, written: &str) -> String {
    match kind {
        0 => " {Nothing to see here}".to_owned(),
        1 => " {} {1-0 e4 (x) [Event \"y\"]\n\n}".to_owned(),
        2 => " $1 $146".to_owned(),
        3 => format!(" ({written} {{in a (variation)}} $2)"),
        4 => format!(" ( {written} ; not the end )\n )"),
        5 => " ; to the end of the line 1-0 (".to_owned() + "\n",
        6 => "\n% an escaped line 0-1 {\n".to_owned(),
        7 => " \t \x0b\r\n\t".to_owned(),
        8 => "\n\n".to_owned(),
        9 => " !?".to_owned(),
        _ => " { [%eval 0.31,12] [%csl Ge4] [%cal Ge2e4] }".to_owned(),
    }
}
const KINDS: usize = 11;

/// A copy of a game with something harmless after one to three of its moves.
fn planted(text: &[u8], random: &mut Random) -> Option<(Vec<u8>, Vec<usize>)> {
    let moves = moves(text);
    let mut at: Vec<usize> = (0..=random.below(3)).map(|_| random.below(moves.len())).collect();
    at.sort_unstable();
    at.dedup();
    let (mut out, mut kinds) = (text.to_vec(), Vec::new());
    for index in at.into_iter().rev() {
        let place = moves.get(index)?;
        let written = std::str::from_utf8(&text[place.clone()]).ok()?.trim_end_matches(['!', '?']);
        let kind = random.below(KINDS);
        kinds.push(kind);
        out.splice(place.end..place.end, harmless(kind, written).into_bytes());
    }
    Some((out, kinds))
}

/// Copies of a game that differ from it in layout alone.
fn layouts(text: &[u8]) -> Vec<Vec<u8>> {
    let plain = String::from_utf8_lossy(text).into_owned();
    let start = moves(text).first().map_or(text.len(), |first| first.start);
    let (head, movetext) = plain.split_at(plain.floor_char_boundary(start));
    let crlf = plain.replace("\r\n", "\n").replace('\n', "\r\n");
    let glued: String = {
        let mut out = String::new();
        let mut inside = false;
        for c in movetext.chars() {
            inside = if inside { c != '}' } else { c == '{' };
            let number = out.trim_end_matches('.').ends_with(|c: char| c.is_ascii_digit());
            if c != ' ' || inside || !(number && out.ends_with('.')) {
                out.push(c);
            }
        }
        head.to_owned() + &out
    };
    let unmarked = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    vec![
        ["\u{feff}".as_bytes(), unmarked].concat(),
        crlf.into_bytes(),
        glued.into_bytes(),
        ["\n \n\t\n".as_bytes(), unmarked, " \n\n".as_bytes()].concat(),
        [text, "\n\u{1a}".as_bytes()].concat(),
    ]
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = walk.flatten().map(walkdir::DirEntry::into_path);
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")).collect()
}

/// Whether nothing is wrong with a game: it is read to its end, and what is said of it is said for information.
fn is_clean(text: &[u8], sheet: &Scoresheet, findings: &[Located]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| !text.contains("flagfall:ignore") && !text.contains(';'))
        && sheet.faults.is_empty()
        && !sheet.moves.is_empty()
        && sheet.marker.is_some()
        && findings.iter().all(|(_, severity, ..)| *severity == Severity::Info)
}

fn nothing_is_found_in_harmless_things(folder: &Path, least: usize) {
    let (mut checker, mut random) = (checker(), Random(0x0123_4567_89ab_cdef));
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let mut tried = 0;
    for file in files(folder) {
        let bytes = std::fs::read(&file).unwrap();
        let mut at = 0;
        while at < bytes.len() {
            let game = &bytes[at..];
            let game = &game[..reader.read(game, &mut sheet)];
            at += game.len();
            if game.len() > LONGEST {
                continue;
            }
            let before = findings(&mut checker, game);
            if !is_clean(game, &sheet, &before) {
                continue;
            }
            let planted = (0..COPIES).filter_map(|_| planted(game, &mut random));
            let layouts = layouts(game).into_iter().map(|text| (text, vec![]));
            for (text, kinds) in planted.chain(layouts) {
                tried += 1;
                let after = findings(&mut checker, &text);
                assert!(
                    before == after,
                    "{}: {kinds:?}\n{}\nbefore {before:?}\nafter {after:?}",
                    file.display(),
                    String::from_utf8_lossy(&text)
                );
            }
        }
    }
    assert!(tried >= least, "only {tried} records were tried");
}

#[test]
fn what_the_standard_allows_between_the_moves_changes_no_finding() {
    nothing_is_found_in_harmless_things(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"), 3_000);
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn what_the_standard_allows_changes_no_finding_outside() {
    nothing_is_found_in_harmless_things(&crate::outside::cases("pgn"), 10_000);
}
