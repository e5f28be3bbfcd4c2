use super::layout::{end_of_line, is_line_start};
use super::prelude::*;
use super::results;
use crate::scoresheet::Scoresheet;

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
    ///
    /// Repair (safe): the absent tags, each in its place, with `?` (`????.??.??` for a date) or the result that ends the
    /// moves; without that, the result of a mate or stalemate, otherwise `*`. White and Black are not repaired, because a name
    /// cannot be known, and Result is not if a draw by the board is only likely.
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
    let message = |missing: &[&str]| {
        let words = missing.iter().map(|name| match absent(name) {
            true => format!("no {name} tag"),
            false => format!("no name in {name}"),
        });
        format!("the game has {}", words.collect::<Vec<_>>().join(", "))
    };
    let (tags, unknown): (Vec<&str>, Vec<&str>) =
        missing.iter().partition(|name| value(game, name).is_some());
    let rest = unknown.first().map(|first| {
        let mut rest = out.finding(&CHECK, Anchor::Tag(first), message(&unknown));
        rest.data.insert("tags".to_owned(), unknown.clone().into());
        rest
    });
    out.add(&CHECK, Anchor::Tag(first), message(&missing))
        .data("tags", missing.clone())
        .fix(|| added(game, &tags))
        .rest(rest, unknown.first().is_some_and(|first| absent(first)));
}

/// The repair that adds these tags. Each follows the tag that comes before it in the roster, or else precedes the first
/// tag of the game; SetUp precedes FEN.
fn added(game: &Game<'_>, names: &[&str]) -> Option<Draft> {
    let (sheet, line_end) = (game.sheet, end_of_line(game.text));
    if names.is_empty() || (sheet.tags.is_empty() && !sheet.faults.is_empty()) {
        return None;
    }
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut insert = |at: usize, line: String| {
        let place = Span::new(at, at);
        match edits.iter_mut().find(|(span, _)| *span == place) {
            Some((_, text)) => text.push_str(&line),
            None => edits.push((place, line)),
        }
    };
    for name in names {
        let Some(value) = value(game, name) else { continue };
        let line = format!("[{name} \"{value}\"]");
        match place(game, name) {
            At::After(at) => insert(at, format!("{line_end}{line}")),
            At::Before(at) => insert(at, format!("{line}{line_end}")),
        }
    }
    let title = format!("add {}", list(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()));
    if sheet.tags.is_empty() {
        // The tags stand apart from the moves, and from what precedes them on the line.
        let (place, text) = edits.first_mut()?;
        text.push_str(line_end);
        if !is_line_start(game.text, place.start as usize) {
            text.insert_str(0, &line_end.repeat(2));
        }
    }
    edits.sort_by_key(|(place, _)| *place);
    (sheet.faults.is_empty() || is_one_game(game, &edits)).then_some(Draft { title, safe: true, edits })
}

/// Whether the game is still one game with these insertions. After text that cannot be read, a tag may begin another.
fn is_one_game(game: &Game<'_>, edits: &[(Span, String)]) -> bool {
    let mut text = game.text.to_vec();
    for (place, new) in edits.iter().rev() {
        text.splice(place.range(), new.bytes());
    }
    let mut sheet = Scoresheet::new();
    sheet.read(&text) == text.len() && sheet.faults.len() <= game.sheet.faults.len()
}

/// The result in the tag that this check adds, if the run repairs it.
pub(super) fn added_result(game: &Game<'_>) -> Option<Outcome> {
    let absent = game.sheet.find_tag(game.text, "Result").is_none() && !broken(game, "Result");
    let made = absent && game.repairs.makes(true) && game.selects(CHECK.id);
    made.then(|| result(game)).flatten()
}

/// Where a tag is inserted: on the next line after an offset, or on the line before it.
enum At {
    After(usize),
    Before(usize),
}

fn place(game: &Game<'_>, name: &str) -> At {
    let find = |name: &str| game.sheet.find_tag(game.text, name);
    if name == "SetUp" {
        return At::Before(find("FEN").map_or(0, |tag| tag.span.start as usize));
    }
    let earlier = ROSTER.iter().rev().skip_while(|other| **other != name).skip(1);
    match earlier.copied().find_map(find) {
        Some(tag) => At::After(tag.span.end as usize),
        None => At::Before(game.sheet.beginning(game.text).start as usize),
    }
}

/// The value that a missing tag gets; `None` if it is not repaired.
fn value(game: &Game<'_>, name: &str) -> Option<&'static str> {
    match name {
        "Date" => Some("????.??.??"),
        "Result" => Some(result(game)?.as_str()),
        "SetUp" => Some("1"),
        "White" | "Black" => None,
        _ => Some("?"),
    }
}

/// The value of a missing Result tag: that of the marker after the other repairs of the run.
fn result(game: &Game<'_>) -> Option<Outcome> {
    let made = results::made(game).and_then(|repair| repair.marker);
    let marker = made.or_else(|| game.sheet.marker.map(|marker| marker.outcome));
    marker.or_else(|| results::unstated(game))
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
