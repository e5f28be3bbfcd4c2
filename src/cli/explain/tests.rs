#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use clap::Parser;
use snapbox::str;

use super::*;
use crate::checks::On;
use crate::ruleset::Library;

const CHECKS: [Check; 2] = [
    Check {
        id: "illegal-move",
        severity: Severity::Error,
        doc: " A move that the Laws\n do not allow.\n\n ## Why it matters\n It counts.\n\n ## Example\n ```\n # not a heading\n ```\n",
        on: On::Run,
        by_default: true,
    },
    Check { id: "encoding", severity: Severity::Info, doc: " Not UTF-8.\n", on: On::Run, by_default: true },
];

struct OneArticle;

impl Laws for OneArticle {
    fn behind(&self, id: &str, _: TopicKind) -> Vec<Cited> {
        let cited = Cited { ruleset: "fide-2023".into(), articles: vec!["3.10.2".into(), "7.5.1".into()] };
        if id == "illegal-move" { vec![cited] } else { Vec::new() }
    }

    fn article(&self, ruleset: &str, article: &str) -> anyhow::Result<Topic> {
        anyhow::bail!("{ruleset} has no article {article}")
    }

    fn editions(&self) -> Vec<Topic> {
        Vec::new()
    }

    fn named(&self, _: &str) -> Option<Topic> {
        None
    }

    fn names(&self) -> Vec<String> {
        vec!["fide-2023".into()]
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

/// A topic from the program's own library, as on the command line.
fn of_the_program(id: &str) -> anyhow::Result<Topic> {
    static LIBRARY: LazyLock<Library> = LazyLock::new(Library::built_in);
    static LAWS: LazyLock<LawsOn<'_>> = LazyLock::new(|| LawsOn {
        library: &LIBRARY,
        day: chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap(),
    });
    static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| everything(crate::checks::ALL, &*LAWS));
    find(id, &TOPICS, &*LAWS)
}

#[test]
fn a_check_and_an_incident_of_one_name_are_both_explained() {
    let topic = of_the_program("illegal-move").unwrap();
    assert_eq!(topic.kind, TopicKind::Check);
    let kinds: Vec<TopicKind> = topic.also.iter().map(|also| also.kind).collect();
    assert_eq!(kinds, [TopicKind::Incident]);
    // The incident rests on the articles that penalise, the check on those that say what is illegal.
    let cites = |topic: &Topic, number: &str| {
        topic.articles.iter().any(|cited| cited.articles.iter().any(|article| article == number))
    };
    assert!(cites(&topic.also[0], "7.5.5") && !cites(&topic, "7.5.5"));
}

#[test]
fn every_incident_and_decision_is_explained() {
    for row in crate::case::KINDS {
        let topic = of_the_program(row.name).unwrap();
        let incident = std::iter::once(&topic)
            .chain(&topic.also)
            .find(|topic| topic.kind == TopicKind::Incident)
            .unwrap();
        for heading in ["## What the arbiter does", "## In the case file", "## Possible decisions"] {
            assert!(incident.text.contains(heading), "{}: {heading}", row.name);
        }
        assert!(!incident.articles.is_empty(), "{} rests on no article", row.name);
    }
    for decision in crate::rulings::Decision::ALL {
        assert_eq!(of_the_program(decision.word()).unwrap().kind, TopicKind::Decision);
    }
}

#[test]
fn articles_rulesets_and_their_keys_are_explained() {
    for (id, kind, says) in [
        ("fide-2023:7.5.5", TopicKind::Article, "two minutes"),
        ("7.5.5", TopicKind::Article, "two minutes"),
        ("14H", TopicKind::Article, "Insufficient losing chances"),
        ("ch11:15", TopicKind::Article, "legal move"),
        ("fide-2009", TopicKind::Ruleset, "FIDE Laws of Chess 2009"),
        ("uscf-7-blitz", TopicKind::Ruleset, "US Chess rules"),
        ("illegal_move", TopicKind::Rule, "illegal moves"),
        ("illegal_move.bonus", TopicKind::Rule, "Seconds added"),
    ] {
        let topic = of_the_program(id).unwrap();
        assert_eq!(topic.kind, kind, "{id}");
        assert!(topic.title.contains(says), "{id}: {}", topic.title);
    }
    let bonus = of_the_program("illegal_move.bonus").unwrap().text;
    assert!(bonus.contains("**120** (7.4.b): fide-2009-blitz"), "{bonus}");
    assert!(bonus.contains("fide-2018-blitz, limited supervision"), "{bonus}");
}

#[test]
fn what_is_unknown_names_the_nearest_of_everything() {
    for (id, near) in [
        ("late-arival", "late-arrival"),
        ("game-ower", "game-over"),
        ("fide-2024-blitz", "fide-2014-blitz"),
        ("illegal_move.bonuss", "illegal_move.bonus"),
    ] {
        let why = of_the_program(id).unwrap_err().to_string();
        assert!(why.ends_with(&format!("did you mean {near}?")), "{why}");
    }
}

#[test]
fn long_lines_are_broken_for_people() {
    let long = format!("- {}\n\n```\n{}\n```", "word ".repeat(40).trim_end(), "x ".repeat(90));
    let wrapped = write::wrapped(&long);
    assert!(wrapped.lines().next().unwrap().chars().count() <= 110);
    assert!(wrapped.lines().nth(1).unwrap().starts_with("  word"));
    assert!(wrapped.lines().any(|line| line.chars().count() > 170));
}
