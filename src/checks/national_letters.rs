use super::prelude::*;

check! {
    /// The piece letters are not English.
    ///
    /// ## Why it matters
    /// PGN uses English letters, and few programs read others. The moves are replayed with the letters of the
    /// language, which is certain: the game can be played with them, and not with English letters.
    ///
    /// ## Example
    /// German letters:
    /// ```pgn
    /// 1. e4 e5 2. Sf3 Sc6 3. Lb5 a6
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6
    /// ```
    ///
    /// ## What to do
    /// Nothing, or write the moves with English letters before others read the file.
    id: "national-letters", severity: Info, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(language) = game.sheet.language else { return };
    let own = language.letters.iter().zip(LANGUAGES[0].letters).filter(|(own, english)| **own != *english);
    let letters: Vec<&str> = own.map(|(own, _)| *own).collect();
    let is_national = |text: &MoveText| {
        let written = decode(text.span.of(game.text));
        letters.iter().any(|letter| written.contains(letter))
    };
    let first = game.sheet.moves.iter().position(is_national).unwrap_or(0);
    let english = |text: &MoveText| {
        let starts = text.span.of(game.text).first();
        language.letter(text.span.of(game.text)).is_none()
            && matches!(starts, Some(b'K' | b'Q' | b'R' | b'B' | b'N'))
    };
    let some = if game.sheet.moves.iter().any(english) { "some of " } else { "" };
    let message = format!(
        "{some}the piece letters are {}: {}; they are read as that",
        language.name,
        list(&letters.iter().map(|letter| (*letter).to_owned()).collect::<Vec<_>>())
    );
    out.add(&CHECK, Anchor::Ply(first + 1), message).data("language", language.code);
}
