//! No constant of the Laws in code: each key of the model is given another value, and a ruling that rests on it has to change.
//!
//! Every golden case of `fixtures/rulings/` is ruled on under its own ruleset and under one that extends it by the changed
//! key alone; what is compared is what a ruling says, its articles left aside.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use flagfall::case::Kind;
use flagfall::ruleset::{Key, Supervision, keys};
use flagfall::rulings::Adjudication;

use crate::golden_cases::{GoldenCase, LIBRARY, OWN, Ruled, TODAY, cases};

/// Keys that no ruling of an incident can rest on, and why.
const NOT_OF_RULINGS: &[(&str, &str)] = &[
    ("speed.limits", "which games the ruleset is for: it picks the ruleset and changes no ruling under it"),
    ("speed.also", "the same"),
    ("speed.moves", "the same"),
    ("speed.first_stage", "the same"),
    ("speed.default_delay", "the same"),
    ("speed.stroke", "how a time control is written, not what follows from it"),
    ("recording.requests", "how often a player may ask for the sheet: no kind of incident is about it"),
    ("points.win", "what a game scores is the crosstable's business"),
    ("points.draw", "the same"),
    ("points.loss", "the same"),
    ("appeal.is_final", "the right of appeal stands below a ruling, not in it"),
    ("appeal.window", "the same"),
    ("appeal.before_resuming", "the same"),
    ("appeal.after_signing", "the same"),
];

struct Golden {
    case: &'static GoldenCase,
    id: Arc<str>,
    supervised: bool,
    /// What is said under the ruleset that extends its own, unchanged.
    plain: String,
    cited: BTreeSet<&'static str>,
}

/// The quick ones first: most keys show themselves there.
fn goldens() -> Vec<Golden> {
    let mut all: Vec<&Ruled> = OWN.all().iter().collect();
    all.sort_by_key(|ruled| ruled.took);
    all.into_iter().map(golden).collect()
}

fn golden(Ruled { case, ruled, .. }: &'static Ruled) -> Golden {
    let id = ruled.ruleset.clone();
    let supervised = LIBRARY.get(&id).unwrap().supervised();
    let plain = said(&rule(case, &format!("extends = \"{id}\"\n")));
    Golden { case, id, supervised, plain, cited: cited(ruled) }
}

fn cited(ruled: &Adjudication) -> BTreeSet<&str> {
    ruled.rulings.iter().flat_map(|ruling| ruling.articles.iter().map(|article| &**article)).collect()
}

/// The ruling under the ruleset of that text, whatever its file is called.
fn rule(case: &GoldenCase, text: &str) -> Adjudication {
    case.rule(Some("mutant.toml"), &|_| Ok(text.to_owned())).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// What is ruled, in words and figures, without the articles.
fn said(ruled: &Adjudication) -> String {
    let mut said = format!("{}\n", ruled.result.as_str());
    for ruling in &ruled.rulings {
        let _ = writeln!(
            said,
            "{:?} {} {:?} {:?} {:?} {:?} {:?} {:?}\n{}\n{}",
            ruling.incident,
            ruling.kind,
            ruling.decision,
            ruling.restore,
            ruling.must,
            ruling.adjust,
            ruling.clock,
            ruling.options,
            ruling.reasons.join("\n"),
            ruling.assumed.join("\n")
        );
    }
    for finding in &ruled.findings {
        let _ = writeln!(said, "{} {}", finding.check, finding.message);
    }
    said
}

/// Other values for a key, as TOML.
fn others(key: &Key, now: &toml::Value) -> Vec<toml::Value> {
    let schema = key.value_schema();
    candidates(&schema, now).into_iter().filter(|other| other != now && key.fits(other).is_ok()).collect()
}

fn candidates(schema: &serde_json::Value, now: &toml::Value) -> Vec<toml::Value> {
    use toml::Value;
    if let Some(words) = schema.get("enum").and_then(|words| words.as_array()) {
        return words
            .iter()
            .filter_map(|word| word.as_str())
            .map(|word| Value::String(word.to_owned()))
            .collect();
    }
    match now {
        Value::Boolean(now) => vec![Value::Boolean(!now)],
        Value::Integer(now) => [0, now / 2, now * 3 + 2, 100_000].map(Value::Integer).to_vec(),
        Value::Float(now) => vec![Value::Float(now + 1.0)],
        Value::String(_) => vec![Value::Integer(1)],
        Value::Array(_) => lists(schema),
        Value::Table(_) => [("at_least", 1.0), ("below", 1.0), ("at_least", 1_000_000.0)]
            .map(|(bound, value)| {
                Value::Table([(bound.to_owned(), Value::Float(value))].into_iter().collect())
            })
            .to_vec(),
        Value::Datetime(_) => Vec::new(),
    }
}

/// The empty list, and each word alone.
fn lists(schema: &serde_json::Value) -> Vec<toml::Value> {
    let mut words = Vec::new();
    let mut pending = vec![schema.get("items").cloned().unwrap_or_default()];
    while let Some(schema) = pending.pop() {
        for word in schema.get("enum").and_then(|words| words.as_array()).into_iter().flatten() {
            words.extend(word.as_str().map(|word| toml::Value::String(word.to_owned())));
        }
        pending.extend(schema.get("anyOf").and_then(|any| any.as_array()).into_iter().flatten().cloned());
    }
    let alone = words.into_iter().map(|word| toml::Value::Array(vec![word]));
    std::iter::once(toml::Value::Array(Vec::new())).chain(alone).collect()
}

fn inline(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(bounds) => {
            let bounds: Vec<String> =
                bounds.iter().map(|(bound, value)| format!("{bound} = {value}")).collect();
            format!("{{ {} }}", bounds.join(", "))
        }
        value => value.to_string(),
    }
}

/// A ruleset that differs from the golden case's own in one value.
fn mutant(golden: &Golden, key: &Key, value: &toml::Value, articles: &[Arc<str>]) -> String {
    let leaf = format!("{} = {{ value = {}, article = {articles:?} }}", key.name, inline(value));
    let mut text = format!("extends = \"{}\"\n[{}]\n{leaf}\n", golden.id, key.section);
    if golden.supervised {
        let _ = writeln!(text, "[limited.{}]\n{leaf}", key.section);
    }
    let announced = golden.case.case.regulations.variations.iter().map(|(name, _)| name.as_str());
    let guideline = golden.case.case.regulations.guideline_iii.as_ref().map(|_| "III");
    for name in announced.chain(guideline) {
        let _ = writeln!(text, "[variation.\"{name}\"]\nsays = \"as before\"\n{}.{leaf}", key.section);
    }
    text
}

/// Whether the key is an anchor: true in every book, there to say on which article a step rests.
fn is_anchor(key: &Key) -> bool {
    LIBRARY.ids().iter().all(|id| {
        let ruleset = LIBRARY.get(id).unwrap();
        let rules = ruleset.at(TODAY, Supervision::Limited);
        rules
            .values()
            .get(key.section, key.name)
            .is_some_and(|leaf| *leaf.value == toml::Value::Boolean(true))
    })
}

/// Whether another value changes what is ruled; for an anchor, whether another article is cited.
fn changes(golden: &Golden, key: &Key, anchor: bool) -> bool {
    let ruleset = LIBRARY.get(&golden.id).unwrap();
    let rules = ruleset.at(TODAY, Supervision::Limited);
    let Some(leaf) = rules.values().get(key.section, key.name) else { return false };
    let ruled = |text: &str| rule(golden.case, text);
    let by_value = others(key, &leaf.value).iter().any(|value| {
        let text = mutant(golden, key, value, &leaf.articles);
        said(&ruled(&text)) != golden.plain
    });
    if by_value || !anchor {
        return by_value;
    }
    let text = mutant(golden, key, &leaf.value, &[STRANGER.into()]);
    let text = format!("{text}[article.\"{STRANGER}\"]\nsays = \"a stranger\"\n");
    cited(&ruled(&text)).contains(STRANGER)
}

/// An article that no book has.
const STRANGER: &str = "99.9";

/// Cases that cite an article of the key first: there the change is to be expected.
fn in_order<'g>(goldens: &'g [Golden], key: &Key) -> Vec<&'g Golden> {
    let rests = |golden: &&Golden| {
        let ruleset = LIBRARY.get(&golden.id).unwrap();
        let rules = ruleset.at(TODAY, Supervision::Limited);
        let leaf = rules.values().get(key.section, key.name).unwrap();
        leaf.articles.iter().any(|article| golden.cited.contains(&**article))
    };
    let (first, then): (Vec<&Golden>, Vec<&Golden>) = goldens.iter().partition(rests);
    first.into_iter().chain(then).collect()
}

/// Run by `.ci/run`: some thousands of rulesets are made for it.
#[test]
#[ignore = "takes minutes"]
fn a_ruling_rests_on_every_key() {
    let goldens = &goldens();
    let all: Vec<&'static Key> = keys().collect();
    let dead: Vec<String> = std::thread::scope(|scope| {
        let halves = all.chunks(all.len().div_ceil(2)).map(|keys| {
            scope.spawn(move || {
                let named = |key: &&&Key| !NOT_OF_RULINGS.iter().any(|(path, _)| *path == key.path());
                let dead = |key: &&&Key| {
                    let anchor = is_anchor(key);
                    !in_order(goldens, key).into_iter().any(|golden| changes(golden, key, anchor))
                };
                keys.iter().filter(named).filter(dead).map(|key| key.path()).collect::<Vec<_>>()
            })
        });
        let halves: Vec<_> = halves.collect();
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    assert!(dead.is_empty(), "no ruling changes with {} keys:\n{}", dead.len(), dead.join("\n"));
}

#[test]
fn every_kind_of_incident_has_a_golden_case() {
    let mut counts: BTreeMap<&str, usize> = flagfall::case::KINDS.iter().map(|row| (row.name, 0)).collect();
    for incident in cases().iter().flat_map(|golden| &golden.case.incidents) {
        let kind: Kind = incident.kind;
        *counts.entry(kind.name()).or_default() += 1;
    }
    let none: Vec<&str> = counts.iter().filter(|(_, count)| **count == 0).map(|(kind, _)| *kind).collect();
    assert!(none.is_empty(), "no golden case for {none:?}");
    assert_eq!(OWN.all().len(), cases().len(), "a case cannot be ruled on");
}

/// Articles that govern an incident and that no golden case cites under any ruleset of their family.
fn uncited() -> Vec<String> {
    let family = |id: &str| LIBRARY.get(id).unwrap().family.clone();
    let cited: BTreeSet<(Arc<str>, &str)> = OWN
        .all()
        .iter()
        .flat_map(|ruled| {
            cited(&ruled.ruled).into_iter().map(|article| (family(&ruled.ruled.ruleset), article))
        })
        .collect();
    let mut uncited = BTreeSet::new();
    for id in LIBRARY.ids() {
        let rules = LIBRARY.get(&id).unwrap().at(TODAY, Supervision::Limited);
        for (number, article) in rules.articles() {
            if !article.governs.is_empty() && !cited.contains(&(family(&id), &**number)) {
                uncited.insert(format!("{}:{number}", family(&id)));
            }
        }
    }
    uncited.into_iter().collect()
}

/// So many articles have no golden case yet; the number may only fall.
const WITHOUT_A_GOLDEN_CASE: usize = 86;

#[test]
fn articles_without_a_golden_case_are_listed() {
    let uncited = uncited();
    println!("articles that no golden case cites:\n{}", uncited.join("\n"));
    assert!(uncited.len() <= WITHOUT_A_GOLDEN_CASE, "{} articles:\n{}", uncited.len(), uncited.join(" "));
}
