//! Looking for entries.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::entry::{Entry, FIRST};

/// Entries that are given where no limit is named.
const LIMIT: usize = 1000;

/// What is looked for; what is `None` or empty does not matter.
#[derive(Debug, Clone, Default)]
pub(in crate::desk) struct Query {
    pub(in crate::desk) round: Option<String>,
    pub(in crate::desk) board: Option<String>,
    pub(in crate::desk) player: Option<String>,
    pub(in crate::desk) kind: Option<String>,
    /// Words that must all stand in the entry.
    pub(in crate::desk) words: Option<String>,
    /// Only entries after this one.
    pub(in crate::desk) after: i64,
    pub(in crate::desk) limit: Option<usize>,
}

/// What was found.
#[derive(Debug, Clone)]
pub(in crate::desk) struct Found {
    pub(in crate::desk) entries: Vec<Entry>,
    /// Whether more entries match.
    pub(in crate::desk) more: bool,
    /// The digest of the last entry of all.
    pub(in crate::desk) head: String,
    /// Uncorrected entries by player and kind, of the whole journal.
    pub(in crate::desk) counts: BTreeMap<String, BTreeMap<String, u64>>,
}

impl Query {
    /// Those of the entries that are looked for.
    pub(super) fn among(&self, entries: Vec<Entry>) -> Found {
        let head = entries.last().map_or(FIRST.to_owned(), |last| last.digest.clone());
        let counts = counts(&entries);
        let limit = self.limit.unwrap_or(LIMIT);
        let mut found: Vec<Entry> =
            entries.into_iter().filter(|entry| entry.id > self.after && self.is_met(entry)).collect();
        let more = found.len() > limit;
        found.truncate(limit);
        Found { entries: found, more, head, counts }
    }

    fn is_met(&self, entry: &Entry) -> bool {
        let is = |wanted: &Option<String>, key: &str| {
            wanted.as_ref().is_none_or(|wanted| entry.text(key).is_some_and(|text| same(text, wanted)))
        };
        is(&self.round, "round")
            && is(&self.board, "board")
            && is(&self.kind, "kind")
            && self.player.as_ref().is_none_or(|player| {
                ["player", "white", "black"].iter().any(|key| {
                    entry.text(key).is_some_and(|name| name.to_lowercase().contains(&player.to_lowercase()))
                })
            })
            && self.words.as_ref().is_none_or(|words| has_words(entry, words))
    }
}

fn same(text: &str, wanted: &str) -> bool {
    text.eq_ignore_ascii_case(wanted) || text.replace('-', " ").eq_ignore_ascii_case(wanted)
}

fn has_words(entry: &Entry, words: &str) -> bool {
    let keys = ["at", "who", "board", "kind", "white", "black", "player", "option", "note", "case"];
    let mut text: String = keys.iter().filter_map(|key| entry.text(key)).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text.push_str(&entry.text("kind").unwrap_or_default().replace('-', " "));
    text.push('\n');
    text.push_str(entry.sentence());
    let text = text.to_lowercase();
    words.split_whitespace().all(|word| text.contains(&word.to_lowercase()))
}

/// How often each player did what, in entries that were not corrected. A correction counts in place of what it corrects.
fn counts(entries: &[Entry]) -> BTreeMap<String, BTreeMap<String, u64>> {
    let mut counts: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.corrected_by.is_none()) {
        let (Some(player), Some(kind)) = (entry.text("player"), entry.text("kind")) else { continue };
        let of_player = counts.entry(player.to_owned()).or_default();
        *of_player.entry(kind.to_owned()).or_default() += 1;
        if entry.text("option") == Some("warning") {
            *of_player.entry("warning".to_owned()).or_default() += 1;
        }
    }
    counts
}

impl Found {
    /// As scripts get it.
    pub(in crate::desk) fn json(&self) -> Value {
        let counts = self.counts.iter().map(|(player, kinds)| {
            let mut row = Map::from_iter([("player".to_owned(), json!(player))]);
            row.extend(kinds.iter().map(|(kind, count)| (kind.clone(), json!(count))));
            Value::Object(row)
        });
        json!({
            "entries": self.entries.iter().map(Entry::json).collect::<Vec<_>>(),
            "more": self.more,
            "head": self.head,
            "counts": counts.collect::<Vec<_>>(),
        })
    }
}
