use std::collections::btree_map::{BTreeMap, Entry};

use super::layout::whole_lines;
use super::prelude::*;
use super::tag_grammar::judge;
use super::{Repairs, ply_count, results};

check! {
    /// A tag occurs twice in one game.
    ///
    /// ## Why it matters
    /// Programs differ in which of the two they use, so the same file gives different games in different programs.
    ///
    /// ## Example
    /// Round 3, or round 4?
    /// ```pgn
    /// [Round "3"]
    /// [Round "4"]
    ///
    /// 1. e4 e5
    /// ```
    /// In order:
    /// ```pgn
    /// [Round "3"]
    ///
    /// 1. e4 e5
    /// ```
    ///
    /// ## What to do
    /// Keep the right one. flagfall uses the first.
    ///
    /// Repair: the later one goes, which is safe if the two are equal and unsafe if they differ.
    id: "duplicate-tag", severity: Warning, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if !game.sheet.may_repeat_names() {
        return;
    }
    let name = |tag: &Tag| tag.name.of(game.text);
    // A tree, because names can be chosen to collide in a hash table.
    let mut firsts: BTreeMap<&[u8], &Tag> = BTreeMap::new();
    for tag in &game.sheet.tags {
        let first = match firsts.entry(name(tag)) {
            Entry::Occupied(first) => *first.get(),
            Entry::Vacant(free) => {
                free.insert(tag);
                continue;
            }
        };
        let message = format!(
            "the tag {} occurs twice: first {}, here {}",
            decode(name(tag)),
            quoted(first.value.of(game.text)),
            quoted(tag.value.of(game.text))
        );
        out.add(&CHECK, Anchor::At(tag.span, 0), message)
            .data("tag", decode(name(tag)).into_owned())
            .fix(|| Some(removed(game, first, tag)));
    }
}

/// The value that the first of two tags has after the other repairs of the run.
fn repaired(game: &Game<'_>, first: &Tag) -> Option<String> {
    if game.repairs == Repairs::None {
        return None;
    }
    let mut new = None;
    if game.selects("bad-tag") {
        judge(game, |tag, _, repair| {
            if tag == *first {
                new = repair;
            }
        });
    }
    match first.name.of(game.text) {
        b"Result" => new.or_else(|| Some(results::made(game)?.tag?.as_str().to_owned())),
        b"PlyCount" if game.selects("ply-count") => Some(ply_count::after_repairs(game).to_string()),
        _ => new,
    }
}

/// The repair that removes the later of two tags, with its line if it has one.
fn removed(game: &Game<'_>, first: &Tag, tag: &Tag) -> Draft {
    let value = |tag: &Tag| tag.value.of(game.text);
    let (start, end) = (tag.span.start as usize, tag.span.end as usize);
    let (start, end) = whole_lines(game.text, start, end).unwrap_or((start, end));
    Draft::safe(format!("remove this {} tag", decode(tag.name.of(game.text))), Span::new(start, end), "")
        .certain(
            value(first) == value(tag)
                || repaired(game, first).is_some_and(|new| new.as_bytes() == value(tag)),
        )
}
