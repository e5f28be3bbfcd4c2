//! Cells of crosstables, in the notations of different programs.

use crate::event::outcome::{Colour, Outcome};

/// The contents of a cell: opponent, colour, result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) opponent: Option<u32>,
    pub(super) colour: Option<Colour>,
    pub(super) outcome: Outcome,
    /// A full point without a game; the cell does not say why it was given.
    pub(super) bare_point: bool,
}

/// Reads a cell in any notation; `None` if it is invalid.
pub(super) fn parse(text: &str) -> Option<Read> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let first = text.chars().next()?;
    match first {
        '0'..='9' => numbered(&text),
        '+' | '=' | '-' => signed(&text),
        _ => lettered(&text),
    }
}

fn bye(outcome: Outcome) -> Option<Read> {
    Some(Read { opponent: None, colour: None, outcome, bare_point: false })
}

fn colour(c: Option<char>) -> Option<Option<Colour>> {
    match c {
        None => Some(None),
        Some('w' | 'W') => Some(Some(Colour::White)),
        Some('b' | 'B' | 's' | 'S') => Some(Some(Colour::Black)),
        Some(_) => None,
    }
}

/// `12w1`, `12b½`, `12w+`; `12w` without a result.
fn numbered(text: &str) -> Option<Read> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = text.split_at(end);
    let mut rest = rest.chars();
    let colour = colour(rest.next())?;
    let outcome = match rest.as_str() {
        "" | "*" => Outcome::Pending,
        "1" => Outcome::Win,
        "½" | "=" | "0.5" | "1/2" => Outcome::Draw,
        "0" => Outcome::Loss,
        "+" => Outcome::ForfeitWin,
        "-" => Outcome::ForfeitLoss,
        "W" => Outcome::ShortWin,
        "D" => Outcome::ShortDraw,
        "L" => Outcome::ShortLoss,
        _ => return None,
    };
    let opponent = digits.parse().ok().filter(|no| *no > 0);
    Some(Read { opponent, colour, outcome, bare_point: false })
}

/// `+12w`, `+W12`, `-12bF`, `=BYE`; and the byes `-1`, `-½`, `-0` of chess-results.
fn signed(text: &str) -> Option<Read> {
    match text {
        "-1" => return bye(Outcome::PairingBye).map(|read| Read { bare_point: true, ..read }),
        "-½" => return bye(Outcome::HalfBye),
        "-0" | "-" => return bye(Outcome::ZeroBye),
        _ => {}
    }
    let mut chars = text.chars();
    let sign = chars.next()?;
    let body = chars.as_str();
    if body.eq_ignore_ascii_case("bye") {
        return bye(match sign {
            '+' => Outcome::PairingBye,
            '=' => Outcome::HalfBye,
            _ => Outcome::ZeroBye,
        });
    }
    let (body, forfeit) = match body.strip_suffix(['F', 'f']) {
        Some(body) => (body, true),
        None => (body, false),
    };
    let digits: String = body.chars().filter(char::is_ascii_digit).collect();
    let letters: String = body.chars().filter(|c| !c.is_ascii_digit()).collect();
    if letters.chars().count() > 1 || !(body.starts_with(&digits) || body.ends_with(&digits)) {
        return None;
    }
    let outcome = match (sign, forfeit) {
        ('+', false) => Outcome::Win,
        ('+', true) => Outcome::ForfeitWin,
        ('=', false) => Outcome::Draw,
        ('-', false) => Outcome::Loss,
        ('-', true) => Outcome::ForfeitLoss,
        _ => return None,
    };
    Some(Read {
        opponent: Some(digits.parse().ok().filter(|no| *no > 0)?),
        colour: colour(letters.chars().next())?,
        outcome,
        bare_point: false,
    })
}

/// US Chess: `W12W`, `D4`, `X12`, `F12`, `B0`, `H0`, `U0`.
fn lettered(text: &str) -> Option<Read> {
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    let rest = chars.as_str();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, tail) = rest.split_at(end);
    let opponent = digits.parse::<u32>().ok().filter(|no| *no > 0);
    let side = colour(tail.chars().next()).filter(|_| tail.chars().count() < 2)?;
    let outcome = match letter {
        'W' | 'N' => Outcome::Win,
        'D' | 'R' => Outcome::Draw,
        'L' | 'S' => Outcome::Loss,
        'X' => Outcome::ForfeitWin,
        'F' => Outcome::ForfeitLoss,
        'B' => Outcome::FullBye,
        'H' => Outcome::HalfBye,
        'U' => Outcome::ZeroBye,
        _ => return None,
    };
    let outcome = match (outcome, opponent) {
        (Outcome::ForfeitWin, None) => Outcome::PairingBye,
        (Outcome::ForfeitLoss, None) => Outcome::ZeroBye,
        (outcome, _) => outcome,
    };
    let read = Read { opponent, colour: side, outcome, bare_point: false };
    (opponent.is_some() || !outcome.is_played()).then_some(read)
}

/// The games in one cell of a round-robin matrix, such as `1½` or `1/0` for two games; `None` if it is invalid.
pub(super) fn matrix(text: &str) -> Option<Vec<Outcome>> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    if let "1/2" | "0.5" | "0,5" = rest {
        return Some(vec![Outcome::Draw]);
    }
    while !rest.is_empty() {
        let decimals = ["0.5", "0,5"].into_iter().find_map(|half| rest.strip_prefix(half));
        if let Some(after) = decimals {
            out.push(Outcome::Draw);
            rest = after;
            continue;
        }
        let mut chars = rest.chars();
        match chars.next()? {
            '1' => out.push(Outcome::Win),
            '0' => out.push(Outcome::Loss),
            '½' | '=' => out.push(Outcome::Draw),
            '+' => out.push(Outcome::ForfeitWin),
            '-' => out.push(Outcome::ForfeitLoss),
            ' ' | '/' => {}
            _ => return None,
        }
        rest = chars.as_str();
    }
    Some(out)
}

/// Whether the cell marks the diagonal, where a player would meet himself.
pub(super) fn is_diagonal(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| matches!(c, '*' | 'X' | 'x' | '\\' | '■' | '█'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> Option<String> {
        let read = parse(text)?;
        let colour = read.colour.map_or('-', Colour::letter);
        Some(format!("{}{}{}", read.opponent.unwrap_or(0), colour, read.outcome.code()))
    }

    #[test]
    fn the_styles_of_the_field() {
        for (text, expected) in [
            ("12w1", "12w1"),
            ("  12b½", "12b="),
            ("12w+", "12w+"),
            ("12b-", "12b-"),
            ("12w", "12w*"),
            ("-1", "0-U"),
            ("-½", "0-H"),
            ("-0", "0-Z"),
            ("+12w", "12w1"),
            ("+W12", "12w1"),
            ("=B12", "12b="),
            ("-12b", "12b0"),
            ("-W12", "12w0"),
            ("+12wF", "12w+"),
            ("-12bF", "12b-"),
            ("+BYE", "0-U"),
            ("=BYE", "0-H"),
            ("-BYE", "0-Z"),
            ("W12W", "12w1"),
            ("W  12", "12-1"),
            ("D12B", "12b="),
            ("L12W", "12w0"),
            ("X12", "12-+"),
            ("F12", "12--"),
            ("B0", "0-F"),
            ("H0", "0-H"),
            ("U0", "0-Z"),
        ] {
            assert_eq!(show(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "hello", "12", "12x1", "W0", "+W", "W12Q"] {
            assert_eq!(show(text), None, "{text}");
        }
    }

    #[test]
    fn one_or_two_games_in_a_cell_of_a_matrix() {
        use Outcome::{Draw, ForfeitWin, Loss, Win};
        assert_eq!(matrix("½"), Some(vec![Draw]));
        assert_eq!(matrix("1½"), Some(vec![Win, Draw]));
        assert_eq!(matrix("1 0"), Some(vec![Win, Loss]));
        assert_eq!(matrix("1/0"), Some(vec![Win, Loss]));
        assert_eq!(matrix("0.5"), Some(vec![Draw]));
        assert_eq!(matrix("+"), Some(vec![ForfeitWin]));
        assert_eq!(matrix(""), Some(vec![]));
        assert_eq!(matrix("12w1"), None);
    }
}
