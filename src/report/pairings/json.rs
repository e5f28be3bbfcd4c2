//! Pairings as one JSON object.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::words::{floats, preference};
use super::{Pairings, is_same};
use crate::event::pairing::{Board, Count, Due, DueBracket, Judged, Reason, SequencePlace};
use crate::report::{SCHEMA, VERSION, json};

/// Writes the object, with a line end.
///
/// # Errors
/// Those of the writer.
pub fn write(pairings: &Pairings<'_>, out: &mut dyn Write) -> io::Result<()> {
    json::write(&mut *out, &Document::of(pairings))?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Document<'a> {
    flagfall: &'static str,
    schema: u32,
    rules: &'static str,
    round: u32,
    rounds: Option<u32>,
    complete: bool,
    assumed: &'a [&'static str],
    pairs: &'a [Board],
    bye: Option<Value>,
    absent: &'a [u32],
    /// Players without an opponent, if no complete pairing exists.
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    left: &'a [u32],
    brackets: Vec<Bracket<'a>>,
    /// The data of each player that affected the pairing; only with `--explain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    players: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compare: Option<Value>,
}

#[derive(Serialize)]
struct Bracket<'a> {
    score: f64,
    residents: &'a [u32],
    mdps: &'a [u32],
    limbo: &'a [u32],
    pairs: &'a [[u32; 2]],
    downfloaters: &'a [u32],
    #[serde(serialize_with = "criteria")]
    criteria: &'a [Count],
    sequence: &'a SequencePlace,
    #[serde(skip_serializing_if = "<[Reason]>::is_empty")]
    reasons: &'a [Reason],
}

/// Keeps the order of the regulations, which a sorted map would lose.
fn criteria<S: Serializer>(counts: &&[Count], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(counts.len()))?;
    for count in *counts {
        map.serialize_entry(count.criterion, &count.amount)?;
    }
    map.end()
}

impl<'a> Document<'a> {
    fn of(pairings: &Pairings<'a>) -> Document<'a> {
        let due: &Due = pairings.due;
        let bye = due.bye.as_ref();
        let player = |player: &crate::event::pairing::Player| {
            json!({
                "number": player.number,
                "score": player.score.value(),
                "colour": preference(player),
                "floats": floats(player),
                "may_have_bye": player.may_have_bye,
                "topscorer": player.topscorer,
            })
        };
        Document {
            flagfall: VERSION,
            schema: SCHEMA,
            rules: due.rules.edition().year,
            round: due.round,
            rounds: due.rounds,
            complete: due.complete,
            assumed: &due.assumed,
            pairs: &due.boards,
            bye: bye.map(|bye| json!({ "player": bye.player, "score": bye.score.value(), "why": bye.why })),
            absent: &due.absent,
            left: &due.left,
            brackets: due.brackets.iter().map(bracket).collect(),
            players: if pairings.explain { due.players.iter().map(player).collect() } else { Vec::new() },
            compare: due.compare.as_ref().map(compare),
        }
    }
}

fn bracket(bracket: &DueBracket) -> Bracket<'_> {
    Bracket {
        score: bracket.score.value(),
        residents: &bracket.residents,
        mdps: &bracket.moved_down,
        limbo: &bracket.limbo,
        pairs: &bracket.pairs,
        downfloaters: &bracket.downfloaters,
        criteria: &bracket.criteria,
        sequence: &bracket.sequence,
        reasons: &bracket.reasons,
    }
}

/// The comparison with the file's own round, up to the first bracket in which the two differ.
fn compare(judged: &Judged) -> Value {
    let pairs =
        |pairs: &[(u32, u32)]| -> Value { pairs.iter().map(|(one, other)| json!([one, other])).collect() };
    let colours = judged.colours.iter().map(|wrong| {
        json!({ "white": wrong.white, "black": wrong.black, "article": wrong.rule.article(judged.rules) })
    });
    let forbidden = judged.forbidden.iter().map(
        |(one, other, bar)| json!({ "players": [one, other], "criterion": bar.criterion(judged.rules) }),
    );
    let bye = judged
        .byes
        .first()
        .map(|bye| json!({ "file": bye.player, "due": bye.due, "criterion": bye.criterion }));
    let mut compare = json!({
        "same": is_same(judged),
        "pairs": [],
        "colours": colours.collect::<Value>(),
        "bye": bye,
        "forbidden": forbidden.collect::<Value>(),
        "barred_byes": judged.barred_byes,
    });
    let (Some(difference), Value::Object(object)) = (&judged.difference, &mut compare) else {
        return compare;
    };
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    set("first_bracket", json!(difference.bracket.value()));
    set("criterion", json!(difference.criterion));
    if let Some(rule) = difference.rule {
        set("rule", json!(rule));
    }
    if let (Some(found), Some(expected)) = (&difference.found, &difference.expected) {
        set("file", json!({ difference.criterion: found }));
        set("engine", json!({ difference.criterion: expected }));
    }
    set("pairs", pairs(&difference.pairs));
    set("due", pairs(&difference.due));
    compare
}
