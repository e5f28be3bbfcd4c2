//! Results of games as written for both sides: `1-0`, `½-½`, `+/-`, `1-0F`.

use super::outcome::Outcome;

/// The outcomes of both sides, White first; `None` if the text is not a result.
pub fn parse(text: &str) -> Option<(Outcome, Outcome)> {
    match text {
        "1-0" => return Some((Outcome::Win, Outcome::Loss)),
        "0-1" => return Some((Outcome::Loss, Outcome::Win)),
        "1/2-1/2" => return Some((Outcome::Draw, Outcome::Draw)),
        _ => {}
    }
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if matches!(text.as_str(), "*" | "?") {
        return Some((Outcome::Pending, Outcome::Pending));
    }
    let (body, forfeit) = match text.strip_suffix(['F', 'f']) {
        Some(body) => (body, true),
        None => (text.as_str(), false),
    };
    let (white, black) = split(body)?;
    let side = |token: &str| match (token, forfeit) {
        ("1", false) => Some(Outcome::Win),
        ("0", false) => Some(Outcome::Loss),
        ("1" | "+", _) => Some(Outcome::ForfeitWin),
        ("0" | "-", _) => Some(Outcome::ForfeitLoss),
        ("½" | "1/2" | "0.5" | "0,5" | "=", false) => Some(Outcome::Draw),
        _ => None,
    };
    let (white, black) = (side(white)?, side(black)?);
    let fits = match (white, black) {
        (Outcome::Win, other) | (other, Outcome::Win) => other == Outcome::Loss,
        (Outcome::ForfeitWin, other) | (other, Outcome::ForfeitWin) => other == Outcome::ForfeitLoss,
        (a, b) => a.is_forfeit() == b.is_forfeit(),
    };
    fits.then_some((white, black))
}

/// Splits a result at its separator.
fn split(body: &str) -> Option<(&str, &str)> {
    const SIDES: [&str; 8] = ["1/2", "0.5", "0,5", "½", "1", "0", "+", "="];
    let first = SIDES
        .iter()
        .find(|side| body.starts_with(**side))
        .copied()
        .or(body.starts_with('-').then_some("-"))?;
    let rest = body.strip_prefix(first)?;
    let second = rest.strip_prefix(['-', '/', ':', '–'])?;
    Some((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_as_they_are_written() {
        let codes = |text: &str| parse(text).map(|(w, b)| format!("{}{}", w.code(), b.code()));
        for (text, expected) in [
            ("1-0", "10"),
            ("0-1", "01"),
            ("1/2-1/2", "=="),
            ("½-½", "=="),
            ("0.5-0.5", "=="),
            ("*", "**"),
            ("1-0F", "+-"),
            ("0-1f", "-+"),
            ("0-0F", "--"),
            ("0-0", "00"),
            ("+/-", "+-"),
            ("-/+", "-+"),
            ("-/-", "--"),
            ("+:-", "+-"),
            ("+--", "+-"),
            ("--+", "-+"),
            ("---", "--"),
            ("1/2-0", "=0"),
        ] {
            assert_eq!(codes(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["1-2", "", "1-1", "won", "1-", "1/2-1/2F"] {
            assert_eq!(codes(text), None, "{text}");
        }
    }
}
