use super::prelude::*;

check! {
    /// One of the seven standard tags is absent, a player has no name, or a FEN has no SetUp tag.
    ///
    /// ## Why it matters
    /// Event, Site, Date, Round, White, Black and Result identify a game. Without them it cannot be rated, found
    /// again, or matched with the result file of its event.
    ///
    /// ## Example
    /// Event, Site, Date and Round are absent:
    /// ```pgn
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 1-0
    /// ```
    /// In order, although little is known:
    /// ```pgn
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "????.??.??"]
    /// [Round "?"]
    /// [White "Doe, Jane"]
    /// [Black "Roe, Richard"]
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 1-0
    /// ```
    ///
    /// ## What to do
    /// Add the tags; write `?` where a value is not known (`????.??.??` for a date). A game that does not begin
    /// from the initial position needs `[SetUp "1"]` beside its FEN.
    id: "missing-tag", severity: Warning, on: Sheet(run)
}

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if is_complete(game) {
        return;
    }
    let absent = |name: &str| game.sheet.find_tag(game.text, name).is_none() && !broken(game, name);
    let nameless = |name: &str| {
        let tag = game.sheet.find_tag(game.text, name);
        matches!(name, "White" | "Black") && tag.is_some_and(|tag| !has_name(game, tag))
    };
    let no_setup = game.sheet.find_tag(game.text, "FEN").is_some() && absent("SetUp");
    let mut missing: Vec<&str> = ROSTER.into_iter().filter(|name| absent(name) || nameless(name)).collect();
    if no_setup {
        missing.push("SetUp");
    }
    let Some(first) = missing.first() else { return };
    let words = missing
        .iter()
        .map(|name| if absent(name) { format!("no {name} tag") } else { format!("no name in {name}") });
    let message = format!("the game has {}", words.collect::<Vec<_>>().join(", "));
    out.add(&CHECK, Place::Tag(first), message).data("tags", missing.clone());
}

/// Fast path: all seven tags with both names, and no FEN, as in nearly every game of an archive.
fn is_complete(game: &Game<'_>) -> bool {
    let (sheet, text) = (game.sheet, game.text);
    sheet.find_tag(text, "White").is_some_and(|tag| has_name(game, tag))
        && sheet.find_tag(text, "Black").is_some_and(|tag| has_name(game, tag))
        && sheet.find_tag(text, "Event").is_some()
        && sheet.find_tag(text, "Site").is_some()
        && sheet.find_tag(text, "Date").is_some()
        && sheet.find_tag(text, "Round").is_some()
        && sheet.find_tag(text, "Result").is_some()
        && sheet.find_tag(text, "FEN").is_none()
}

fn has_name(game: &Game<'_>, tag: Tag) -> bool {
    !matches!(tag.value.of(game.text).trim_ascii(), b"" | b"?")
}

/// Whether the tag is there but cannot be read; then `syntax` reports it.
fn broken(game: &Game<'_>, name: &str) -> bool {
    game.sheet.faults.iter().filter(|fault| fault.kind == FaultKind::Tag).any(|fault| {
        let text = fault.span.of(game.text).trim_ascii_start();
        text.strip_prefix(b"[").is_some_and(|rest| {
            rest.trim_ascii_start()
                .strip_prefix(name.as_bytes())
                .is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
        })
    })
}
