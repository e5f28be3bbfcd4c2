//! Tests that the schema and the model agree.

use serde_json::Value;

use super::super::library::BUILT_IN;
use super::*;

/// A TOML text as JSON, with dates as strings.
fn json(text: &str) -> Value {
    plain(toml::Value::Table(toml::from_str(text).unwrap()))
}

fn plain(value: toml::Value) -> Value {
    match value {
        toml::Value::Datetime(date) => Value::String(date.to_string()),
        toml::Value::Array(list) => list.into_iter().map(plain).collect(),
        toml::Value::Table(table) => table.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => serde_json::to_value(other).unwrap(),
    }
}

#[test]
fn the_built_in_files_fit_the_schema() {
    let validator = jsonschema::draft7::new(&schema()).unwrap();
    for (id, text) in BUILT_IN {
        let faults: Vec<String> = validator
            .iter_errors(&json(text))
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{id}");
    }
}

#[test]
fn what_the_model_refuses_the_schema_refuses() {
    let validator = jsonschema::draft7::new(&schema()).unwrap();
    for text in [
        "familly = \"fide\"",
        "[illegal_move]\nlose_onn = { value = 1, article = \"x\" }",
        "[illegal_move]\nlose_on = { value = -1, article = \"x\" }",
        "[illegal_move]\nlose_on = { value = 1 }",
        "[illegal_move]\nlose_on = 1",
        "[flag]\nwin_test = { value = \"any\", article = \"x\" }",
        "[speed]\nlimits = { value = { from = 3 }, article = \"x\" }",
        "[[amendment]]\nsays = \"x\"",
        "[limited]\ntitle = \"x\"",
    ] {
        assert!(!validator.is_valid(&json(text)), "{text}");
    }
}
