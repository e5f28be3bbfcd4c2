//! `flagfall schema`: JSON Schema of findings, alerts, case files, rulings, pairings, rulesets and `flagfall.toml`.
//!
//! Each schema is built beside the code that reads or writes the thing. A test keeps the copies in `schemas/`, for
//! editors, up to date.

use std::any::TypeId;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::{Arg, ArgAction, Args, Command};
use serde_json::{Map, Value, json};

use super::args::{CheckArgs, SchemaArgs, SchemaOf};
use super::config::FLAGS_ONLY;
use crate::case;
use crate::checks::{ALL, Check};
use crate::report;
use crate::ruleset;
use crate::watch;

/// Prints the schema that was asked for.
///
/// # Errors
/// Those of `out`.
pub(super) fn print(args: &SchemaArgs, out: &mut dyn Write) -> io::Result<()> {
    let schema = match args.of {
        SchemaOf::Finding => report::schema(),
        SchemaOf::Alert => watch::schema(),
        SchemaOf::Case => case::schema(),
        SchemaOf::Rulings => report::ruling::schema(),
        SchemaOf::Pairings => report::pairings::schema(),
        SchemaOf::Ruleset => ruleset::schema(),
        SchemaOf::Config => of_config(ALL),
    };
    serde_json::to_writer_pretty(&mut *out, &schema)?;
    out.write_all(b"\n")
}

/// The JSON Schema of `flagfall.toml`, draft 7: the long options of `check`.
fn of_config(checks: &[Check]) -> Value {
    let options = CheckArgs::augment_args(Command::new("check"));
    let keys = options.get_arguments().filter_map(|arg| Some((arg.get_long()?, arg)));
    let properties: Map<String, Value> = keys
        .filter(|(long, _)| !FLAGS_ONLY.contains(long))
        .map(|(long, arg)| (long.to_owned(), of_option(arg)))
        .collect();
    let ids: Vec<&str> = checks.iter().map(|check| check.id).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configuration of flagfall",
        "description": "flagfall.toml: the long options of check. Each file has the nearest one, from its folder upwards.",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "definitions": { "check": { "enum": ids, "description": "A check." } },
    })
}

fn of_option(arg: &Arg) -> Value {
    let mut schema = of_value(arg);
    if let (Value::Object(schema), Some(help)) = (&mut schema, arg.get_help()) {
        schema.insert("description".to_owned(), format!("{help}.").into());
    }
    schema
}

fn of_value(arg: &Arg) -> Value {
    let read_as = |id: TypeId| arg.get_value_parser().type_id() == id;
    let words: Vec<String> =
        arg.get_possible_values().iter().map(|word| word.get_name().to_owned()).collect();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        json!({ "type": "boolean" })
    } else if arg.get_value_delimiter().is_some() {
        let list = json!({ "type": "array", "items": { "$ref": "#/definitions/check" } });
        json!({ "anyOf": [list, { "type": "string" }] })
    } else if !words.is_empty() {
        json!({ "enum": words })
    } else if read_as(TypeId::of::<u64>()) || read_as(TypeId::of::<NonZeroUsize>()) {
        json!({ "type": ["integer", "string"], "minimum": u8::from(read_as(TypeId::of::<NonZeroUsize>())) })
    } else {
        json!({ "type": "string" })
    }
}
