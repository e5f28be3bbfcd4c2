use super::prelude::*;

check! {
    /// The ECO tag has no code of the Encyclopaedia of Chess Openings.
    ///
    /// ## Why it matters
    /// The codes run from A00 to E99. Games with another one are not found under their opening.
    ///
    /// ## Example
    /// There is no volume Z:
    /// ```pgn
    /// [ECO "Z99"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6
    /// ```
    /// In order:
    /// ```pgn
    /// [ECO "C44"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6
    /// ```
    ///
    /// ## What to do
    /// Correct the tag, or classify the opening again. Whether the code fits the moves is not checked.
    id: "eco-code", severity: Info, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(tag) = game.sheet.find_tag(game.text, "ECO") else { return };
    let value = tag.value.of(game.text).trim_ascii();
    if matches!(value, b"" | b"?" | b"-") || is_code(value) {
        return;
    }
    let message = format!("ECO {}: the codes are A00 to E99", quoted(tag.value.of(game.text)));
    out.add(&CHECK, Anchor::At(tag.span, 0), message).data("tag", "ECO");
}

/// A volume and two digits, and what PGN (`B33/07`) and databases (`B33a2`) add for parts of an opening.
fn is_code(value: &[u8]) -> bool {
    let [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', part @ ..] = value else { return false };
    match part {
        [] => true,
        [b'/', digits @ ..] => matches!(digits.len(), 1..=2) && digits.iter().all(u8::is_ascii_digit),
        [letter, rest @ ..] => {
            letter.is_ascii_lowercase()
                && rest.len() <= 2
                && rest.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
        }
    }
}
