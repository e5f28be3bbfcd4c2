//! `sarif`: SARIF 2.1.0 for code scanning. At most 5,000 results, the worst first, whatever the input.
//!
//! Fingerprints depend on what was found, never on where: see [`super::Identity`]. The log is written at the end.

use std::io::{self, Write};

use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::place::{articles, column, end_column, pairing, sentence};
use super::uri::uri;
use super::visible::{NAME, shown};
use super::{FindingReport, Identity, Settings, Summary, VERSION, counted, doc, grouped, json};
use crate::checks::{Check, Edit, Finding, Fix, Severity};

/// GitHub keeps this many results of a run.
const MOST: usize = 5_000;
const SCHEMA_URI: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn open<'w>(settings: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Sarif { out, settings: *settings, kept: [const { Vec::new() }; 3], seen: 0 })
}

struct Sarif<'w> {
    out: Box<dyn Write + 'w>,
    settings: Settings<'w>,
    /// The results that are kept, by severity, the worst first; each list is in file order.
    kept: [Vec<Kept>; 3],
    /// Number of findings so far, kept or not.
    seen: u64,
}

/// A result to be written at the end, and the hash for its fingerprint.
struct Kept {
    /// The serialized result without the count in its fingerprint. Text takes far less memory than values.
    text: Box<[u8]>,
    /// Where the count belongs.
    count_at: usize,
    identity: u128,
}

/// The key of the fingerprint.
const FINGERPRINT: &str = "flagfall/v1";

impl Kept {
    fn new(finding: &Finding, settings: &Settings<'_>) -> io::Result<Kept> {
        let identity = Identity::of(finding).fingerprint();
        let mut result = result(finding, settings);
        let value = format!("{identity:032x}:");
        let length = value.len();
        result.partial_fingerprints.insert(FINGERPRINT.to_owned(), value.into());
        let mut text = Vec::new();
        json::write(&mut text, &result)?;
        // It is a key: in a string its quotes would be escaped.
        let key = format!("\"{FINGERPRINT}\":\"");
        let at = memchr::memmem::find(&text, key.as_bytes()).unwrap_or_default();
        Ok(Kept { text: text.into(), count_at: at + key.len() + length, identity })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Words,
    locations: [Value; 1],
    partial_fingerprints: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    properties: Map<String, Value>,
}

#[derive(Serialize)]
struct Words {
    text: String,
}

impl FindingReport for Sarif<'_> {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.seen += 1;
        let rank = rank(finding.severity);
        if self.len() < MOST || self.make_room(rank) {
            let kept = Kept::new(finding, &self.settings)?;
            if let Some(level) = self.kept.get_mut(rank) {
                level.push(kept);
            }
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        let out = &mut self.out;
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA_URI}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":"
        )?;
        json::write(&mut *out, &driver(self.settings.checks))?;
        write!(out, "}},\"columnKind\":\"unicodeCodePoints\",\"properties\":")?;
        json::write(&mut *out, &json!({ "summary": summary }))?;
        write!(out, ",\"results\":[")?;
        // The count tells equal findings apart.
        let mut times: FxHashMap<u128, u32> = FxHashMap::default();
        for (i, kept) in self.kept.iter().flatten().enumerate() {
            out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
            let count = times.entry(kept.identity).or_insert(0);
            *count += 1;
            let (before, after) = kept.text.split_at_checked(kept.count_at).unwrap_or((&kept.text, &[]));
            out.write_all(before)?;
            write!(out, "{count}")?;
            out.write_all(after)?;
        }
        writeln!(out, "]}}]}}")?;
        out.flush()
    }

    fn left_out(&self) -> Option<String> {
        let kept = self.len() as u64;
        (kept < self.seen).then(|| {
            let findings = counted(self.seen, "finding", "findings");
            format!("SARIF holds the worst {} of {findings}, as code scanning takes no more", grouped(kept))
        })
    }
}

impl Sarif<'_> {
    fn len(&self) -> usize {
        self.kept.iter().map(Vec::len).sum()
    }

    /// Drops the last result that is less severe than `rank`; false if there is none.
    fn make_room(&mut self, rank: usize) -> bool {
        let worse = self.kept.iter_mut().skip(rank + 1).rev();
        worse.into_iter().any(|level| level.pop().is_some())
    }
}

fn rank(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Info => 2,
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(finding: &Finding, settings: &Settings<'_>) -> SarifResult {
    SarifResult {
        rule_id: finding.check,
        rule_index: settings.checks.iter().position(|check| check.id == finding.check),
        level: level(finding.severity),
        message: Words { text: unlinked(sentence(finding)) },
        locations: [location(finding, settings.root)],
        partial_fingerprints: Map::new(),
        // A file that is written anew whole (in another encoding) has no edits, and SARIF needs one.
        fixes: finding
            .fix
            .as_deref()
            .filter(|fix| !fix.edits.is_empty())
            .map(|fix| fixes(fix, &finding.file, settings.root)),
        properties: properties(finding),
    }
}

/// Escapes a message: SARIF messages may contain links, but names from a file must not make any.
fn unlinked(text: String) -> String {
    if text.contains("](") {
        text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
    } else {
        text
    }
}

/// The place. A finding about a whole file is placed at its first line, because code scanning needs a line.
fn location(finding: &Finding, root: Option<&str>) -> Value {
    let mut region = json!({ "startLine": finding.line.unwrap_or(1).max(1) });
    if let (Some(_), Some(start), Some(end)) = (finding.line, column(finding), end_column(finding)) {
        region["startColumn"] = start.into();
        region["endColumn"] = end.into();
    }
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&finding.file, root) }, "region": region },
    });
    if let Some(game) = finding.game {
        let name = pairing(finding.white.as_deref(), finding.black.as_deref());
        let full = name.map_or(format!("game {game}"), |name| format!("game {game}: {name}"));
        location["logicalLocations"] = json!([{ "name": full, "kind": "object" }]);
    }
    location
}

/// The repair, with places in bytes.
fn fixes(fix: &Fix, file: &str, root: Option<&str>) -> Value {
    let replacement = |edit: &Edit| {
        json!({
            "deletedRegion": { "byteOffset": edit.offset, "byteLength": edit.length },
            "insertedContent": { "text": edit.text },
        })
    };
    json!([{
        "description": { "text": unlinked(fix.title.clone()) },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(file, root) },
            "replacements": fix.edits.iter().map(replacement).collect::<Vec<_>>(),
        }],
        "properties": { "safe": fix.safe },
    }])
}

fn properties(finding: &Finding) -> Map<String, Value> {
    let text = |value: Option<&str>| value.map(|text| Value::from(shown(text, NAME)));
    let entries = [
        ("event", text(finding.event.as_deref())),
        ("round", text(finding.round.as_deref())),
        ("ply", finding.ply.map(Value::from)),
        ("move", text(finding.mv.as_deref())),
        ("fen", text(finding.fen.as_deref())),
        ("articles", articles(finding).map(Value::from)),
    ];
    entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn driver(checks: &[Check]) -> Value {
    let mut driver = json!({ "name": "flagfall", "semanticVersion": VERSION });
    if !HOME.is_empty() {
        driver["informationUri"] = HOME.into();
    }
    driver["rules"] = checks.iter().map(rule).collect();
    driver
}

/// The address of the project from the manifest; empty if there is none.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

fn rule(check: &Check) -> Value {
    let help = doc::markdown(check.doc);
    let mut rule = json!({
        "id": check.id,
        "name": pascal(check.id),
        "shortDescription": { "text": doc::title(check.doc) },
        "help": { "text": help, "markdown": help },
        "defaultConfiguration": { "level": level(check.severity) },
        "properties": { "tags": ["chess"] },
    });
    if !check.by_default {
        rule["defaultConfiguration"]["enabled"] = false.into();
    }
    if let Some(why) = doc::section(check.doc, "Why it matters") {
        rule["fullDescription"] = json!({ "text": why });
    }
    if !HOME.is_empty() {
        rule["helpUri"] = format!("{HOME}/blob/main/docs/checks.md#{}", check.id).into();
    }
    rule
}

/// `illegal-move` as `IllegalMove`, the form of names in SARIF. A name has to differ from the id in more than
/// capitals, so `syntax` becomes `SyntaxCheck`.
fn pascal(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for word in id.split('-') {
        let mut letters = word.chars();
        out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    if out.eq_ignore_ascii_case(id) {
        out.push_str("Check");
    }
    out
}
