#![allow(clippy::unwrap_used)]

use clap::Parser;
use snapbox::str;

use super::*;

const CHECKS: [Check; 2] = [
    Check {
        id: "illegal-move",
        severity: Severity::Error,
        doc: " A move that the Laws\n do not allow.\n\n ## Why it matters\n It counts.\n\n ## Example\n ```\n # not a heading\n ```\n",
        on: On::Run,
    },
    Check { id: "encoding", severity: Severity::Info, doc: " Not UTF-8.\n", on: On::Run },
];

struct OneArticle;

impl Laws for OneArticle {
    fn behind(&self, id: &str) -> Vec<Cited> {
        let cited = Cited { ruleset: "fide-2023".into(), articles: vec!["3.10.2".into(), "7.5.1".into()] };
        if id == "illegal-move" { vec![cited] } else { Vec::new() }
    }

    fn article(&self, ruleset: &str, article: &str) -> anyhow::Result<Topic> {
        anyhow::bail!("{ruleset} has no article {article}")
    }
}

#[derive(Parser)]
struct Call {
    #[command(flatten)]
    args: ExplainArgs,
}

fn said(call: &str) -> anyhow::Result<String> {
    let args = Call::try_parse_from(std::iter::once("explain").chain(call.split_whitespace()))?.args;
    let mut out = Vec::new();
    explain(&args, &of_checks(&CHECKS), &OneArticle, &mut out)?;
    Ok(String::from_utf8(out)?)
}

#[test]
fn explains_one_as_it_was_written() {
    let expected = str![[r#"
illegal-move (check, error)

A move that the Laws do not allow.

## Why it matters
It counts.

## Example
```
# not a heading
```

## Articles
fide-2023  3.10.2, 7.5.1

"#]];
    snapbox::assert_data_eq!(said("illegal-move").unwrap(), expected.clone());
    snapbox::assert_data_eq!(said("Illegal-Move").unwrap(), expected);
}

#[test]
fn lists_all_in_groups() {
    snapbox::assert_data_eq!(
        said("").unwrap(),
        str![[r#"
Checks on a scoresheet
  illegal-move  error    A move that the Laws do not allow.
  encoding      info     Not UTF-8.

"#]]
    );
    assert_eq!(said("--kind incident").unwrap(), "");
}

#[test]
fn writes_a_manual() {
    snapbox::assert_data_eq!(
        said("--all --format markdown").unwrap(),
        str![[r#"
# Checks

## Checks on a scoresheet

The first text of an example shows what is found, the next what is in order. Tags that do not matter are left out, and so is the `*` of a game without a result.

### illegal-move

*check, error*: A move that the Laws do not allow.

#### Why it matters
It counts.

#### Example
```
# not a heading
```

#### Articles

- fide-2023: 3.10.2, 7.5.1

### encoding

*check, info*: Not UTF-8.

"#]]
    );
}

#[test]
fn json_is_an_object_for_one_and_an_array_for_several() {
    let one: serde_json::Value = serde_json::from_str(&said("illegal-move --format json").unwrap()).unwrap();
    assert_eq!((&one["kind"], &one["severity"]), (&"check".into(), &"error".into()));
    assert_eq!(one["articles"][0]["articles"][1], "7.5.1");
    let all: serde_json::Value = serde_json::from_str(&said("--format json").unwrap()).unwrap();
    assert_eq!(all[1]["title"], "Not UTF-8.");
    assert_eq!(said("--kind decision --format json").unwrap(), "[]\n");
}

#[test]
fn names_the_nearest() {
    let unknown = |id: &str| said(id).unwrap_err().to_string();
    assert_eq!(unknown("ilegal-move"), "nothing is called ilegal-move; did you mean illegal-move?");
    assert_eq!(unknown("fide-2023:99"), "fide-2023 has no article 99");
}
