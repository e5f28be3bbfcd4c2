//! The JSON object of a case, alone or in a list.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{Arrangement, Heard};
use crate::report::{self, SCHEMA, VERSION};
use crate::ruleset::Printed;
use crate::rulings::{Adjudication, Difference};

pub(super) fn write(out: &mut dyn Write, cases: &[Heard], arrangement: Arrangement) -> io::Result<()> {
    let value = match (arrangement, cases) {
        (Arrangement::One, [only]) => match &only.outcome {
            Ok(ruled) => head(object(ruled)),
            Err(error) => head(broken(&only.file, error)),
        },
        _ => {
            let list: Vec<Value> = cases.iter().map(|case| Value::Object(entry(case))).collect();
            let mut all = Map::new();
            all.insert("cases".to_owned(), Value::Array(list));
            head(all)
        }
    };
    report::json::write(&mut *out, &value)?;
    out.write_all(b"\n")
}

/// One case of a list: its file, then its object.
pub(super) fn entry(case: &Heard) -> Map<String, Value> {
    match &case.outcome {
        Ok(ruled) => {
            let mut entry = Map::new();
            entry.insert("file".to_owned(), json!(case.file));
            entry.extend(object(ruled));
            if let Some(difference) = &case.difference {
                entry.insert("difference".to_owned(), keys(difference, ruled));
            }
            entry
        }
        Err(error) => broken(&case.file, error),
    }
}

/// The keys that cause the difference to the first ruleset, with this ruleset's values; null if they are unknown.
fn keys(difference: &Difference, ruled: &Adjudication) -> Value {
    let keys = match difference {
        Difference::None => &Vec::new(),
        Difference::Keys(keys) => keys,
        Difference::Unknown => return Value::Null,
    };
    let values = keys.iter().filter_map(|key| {
        let printed = Printed::of(ruled.rules.values().get(key.section, key.name)?);
        Some(json!({
            "key": key.path(),
            "says": key.label(),
            "value": printed.value,
            "articles": printed.articles,
        }))
    });
    values.collect()
}

fn broken(file: &str, error: &str) -> Map<String, Value> {
    Map::from_iter([("file".to_owned(), json!(file)), ("error".to_owned(), json!(error))])
}

/// Puts the version and the schema first.
pub(super) fn head(object: Map<String, Value>) -> Value {
    let mut whole = Map::new();
    whole.insert("flagfall".to_owned(), json!(VERSION));
    whole.insert("schema".to_owned(), json!(SCHEMA));
    whole.extend(object);
    Value::Object(whole)
}

fn object(ruled: &Adjudication) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("ruleset".to_owned(), json!(ruled.ruleset));
    object.insert("title".to_owned(), json!(ruled.title));
    object.insert("result".to_owned(), json!(ruled.result));
    object.insert("findings".to_owned(), json!(ruled.findings));
    object.insert("rulings".to_owned(), json!(ruled.rulings));
    if let Some(sheets) = &ruled.scoresheets {
        object.insert("scoresheets".to_owned(), json!(sheets));
    }
    object.insert("assumed".to_owned(), json!(ruled.assumed));
    if !ruled.notes.is_empty() {
        object.insert("notes".to_owned(), json!(ruled.notes));
    }
    object
}
