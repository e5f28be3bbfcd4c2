//! The vocabulary of time controls in broadcasts and invitations, and its tokenizer.
//!
//! It covers English, and the German, French, Spanish, Portuguese and Italian words that arbiters of those
//! federations mix in.

use super::text::{ControlFault, TimeControlFault};

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Hour,
    Minute,
    Second,
}

impl Unit {
    pub(super) fn ms(self) -> i64 {
        match self {
            Unit::Hour => 3_600_000,
            Unit::Minute => 60_000,
            Unit::Second => 1000,
        }
    }
}

/// The meaning of a word or sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// A number in thousandths, so that `1.5 h` is exact.
    Number(i64),
    Unit(Unit),
    /// `move`, `moves`.
    Moves,
    /// `per`, `each`, `every`.
    Per,
    /// `increment`.
    Increment,
    /// `delay`, `Bronstein`.
    Delay {
        bronstein: bool,
    },
    /// `rest`, `end`, `game`, `SD`, `KO`, `QPF`.
    Rest,
    /// `from`, `starting`.
    From,
    /// `at`, `after`, `@`.
    At,
    /// `first`: the number 1 after `from`, otherwise without meaning.
    First,
    /// `+`, `,`, `;`, `and`, `then`, `with`.
    Next {
        plus: bool,
    },
    /// `/`.
    Stroke,
    /// `|` between minutes and seconds.
    Bar,
    /// Irrelevant to the time control.
    Noise,
}

const WORDS: &[(Token, &[&str])] = &[
    (
        Token::Unit(Unit::Hour),
        &[
            "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora",
            "horas", "ora", "ore",
        ],
    ),
    (
        Token::Unit(Unit::Minute),
        &["m", "mn", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "mns"],
    ),
    (
        Token::Unit(Unit::Second),
        &[
            "s", "sc", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "seconde",
            "secondes", "seg", "segs", "segundo", "segundos", "secondo", "secondi",
        ],
    ),
    (
        Token::Moves,
        &[
            "move",
            "moves",
            "mv",
            "mvs",
            "mov",
            "movs",
            "zug",
            "züge",
            "zügen",
            "zuege",
            "zuegen",
            "coup",
            "coups",
            "jugada",
            "jugadas",
            "lance",
            "lances",
            "movimiento",
            "movimientos",
            "movimento",
            "movimentos",
            "mossa",
            "mosse",
        ],
    ),
    (Token::Per, &["per", "each", "every", "pro", "je", "par", "por", "p", "cada", "chaque", "a", "an"]),
    (
        Token::Increment,
        &[
            "inc",
            "incr",
            "incs",
            "increment",
            "increments",
            "incremental",
            "inkrement",
            "incrément",
            "incremento",
            "fischer",
        ],
    ),
    (Token::Delay { bronstein: false }, &["delay", "delayed"]),
    (Token::Delay { bronstein: true }, &["bronstein"]),
    (
        Token::Rest,
        &[
            "rest",
            "remainder",
            "remaining",
            "end",
            "finish",
            "ko",
            "sd",
            "qpf",
            "g",
            "game",
            "whole",
            "entire",
            "all",
            "sudden",
            "death",
            "quickplay",
            "guillotine",
            "partie",
            "spiel",
            "partida",
            "reste",
            "resto",
            "fin",
            "final",
        ],
    ),
    (
        Token::From,
        &[
            "from",
            "starting",
            "start",
            "starts",
            "beginning",
            "begins",
            "since",
            "ab",
            "desde",
            "dès",
            "dal",
            "dalla",
            "partir",
        ],
    ),
    (Token::At, &["at", "after", "nach", "après", "@"]),
    (Token::First, &["first", "ersten", "erste", "premier", "premiers", "premières"]),
    (
        Token::Next { plus: false },
        &[
            "and", "then", "with", "followed", "und", "dann", "mit", "et", "puis", "avec", "y", "luego",
            "con", "e", "com", ",", ";",
        ],
    ),
    (Token::Next { plus: true }, &["+", "plus", "&"]),
    (Token::Stroke, &["/"]),
    (Token::Bar, &["|"]),
    (
        Token::Noise,
        &[
            "classical",
            "classic",
            "standard",
            "rapid",
            "blitz",
            "bullet",
            "rapidplay",
            "time",
            "control",
            "controls",
            "tc",
            "fide",
            "rate",
            "of",
            "play",
            "player",
            "players",
            "in",
            "for",
            "the",
            "within",
            "next",
            "following",
            "by",
            "is",
            "to",
            "be",
            "add",
            "added",
            "adding",
            "additional",
            "addition",
            "extra",
            "bonus",
            "st",
            "nd",
            "rd",
            "th",
            "as",
            "both",
            "side",
            "sides",
            "cadence",
            "für",
            "fuer",
            "den",
            "die",
            "der",
            "des",
            "de",
            "du",
            "la",
            "le",
            "les",
            "el",
            "los",
            "las",
            "pour",
            "para",
            "il",
            "base",
            "main",
            "initial",
            "(",
            ")",
            ".",
            "-",
            "–",
            ":",
        ],
    ),
];

/// The byte offset of a token, and the token.
pub(super) type Placed = (usize, Token);

/// Splits a text into tokens.
///
/// # Errors
/// At the first word or sign that is not in the vocabulary.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, TimeControlFault> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if c.is_ascii_digit() {
            let (thousandths, length) = number(rest, at)?;
            found.push((at, Token::Number(thousandths)));
            length
        } else if let Some((unit, length)) = mark(rest) {
            found.push((at, Token::Unit(unit)));
            length
        } else {
            let length = if c.is_alphabetic() { letters(rest) } else { c.len_utf8() };
            found.push((at, meaning(rest.get(..length).unwrap_or_default(), at)?));
            length
        };
        at += length;
    }
    Ok(found)
}

fn letters(rest: &str) -> usize {
    rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())
}

fn meaning(word: &str, at: usize) -> Result<Token, TimeControlFault> {
    let lower = word.to_lowercase();
    if lower == "one" {
        return Ok(Token::Number(1000));
    }
    WORDS
        .iter()
        .find(|(_, words)| words.contains(&lower.as_str()))
        .map(|(token, _)| *token)
        .ok_or(TimeControlFault::new(at, ControlFault::NotUnderstood))
}

/// Reads `90` or `1.5` as thousandths; returns them with the length. A point belongs to the number only if
/// exactly one digit follows it; more digits are ambiguous, because they may be a thousands group.
fn number(rest: &str, at: usize) -> Result<(i64, usize), TimeControlFault> {
    let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    let value: i64 = rest.get(..whole).and_then(|d| d.parse().ok()).unwrap_or(i64::MAX);
    if whole > 6 {
        return Err(TimeControlFault::new(at, ControlFault::TooLarge));
    }
    let tail = rest.get(whole..).and_then(|r| r.strip_prefix('.')).unwrap_or_default();
    match digits(tail) {
        1 => {
            let tenth = tail.bytes().next().map_or(0, |b| i64::from(b - b'0'));
            Ok((value * 1000 + tenth * 100, whole + 2))
        }
        0 => Ok((value * 1000, whole)),
        _ => Err(TimeControlFault::new(at, ControlFault::Ambiguous)),
    }
}

/// Reads `'` for minutes and `''` or `"` for seconds, in all variants that keyboards and word processors
/// produce.
fn mark(rest: &str) -> Option<(Unit, usize)> {
    const SINGLE: [char; 6] = ['\'', '’', '‘', '′', '´', '`'];
    const DOUBLE: [char; 4] = ['"', '”', '“', '″'];
    let mut chars = rest.chars();
    let first = chars.next()?;
    if DOUBLE.contains(&first) {
        return Some((Unit::Second, first.len_utf8()));
    }
    if !SINGLE.contains(&first) {
        return None;
    }
    match chars.next().filter(|c| SINGLE.contains(c)) {
        Some(second) => Some((Unit::Second, first.len_utf8() + second.len_utf8())),
        None => Some((Unit::Minute, first.len_utf8())),
    }
}
