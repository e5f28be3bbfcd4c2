//! `rulesets show`.

use std::io::Write;
use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::list::{in_force, object};
use super::table::{articles, table};
use super::{RulesetsFormat as Format, day};
use crate::cli::exit::Exit;
use crate::report::visible;
use crate::ruleset::{Confidence, Laws, Library, Rules, Ruleset, Supervision, in_words};

pub(super) fn run(
    rulesets: &[Arc<Ruleset>],
    date: Option<NaiveDate>,
    format: Format,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let library = Library::built_in();
    let date = day(date);
    match format {
        Format::Text => {
            for ruleset in rulesets {
                head(&library, ruleset, out)?;
                values(ruleset, date, out)?;
                limited(ruleset, date, out)?;
                all_articles(ruleset, date, out)?;
            }
        }
        Format::Json => {
            let whole: Vec<Value> = rulesets.iter().map(|ruleset| whole(&library, ruleset, date)).collect();
            match whole.as_slice() {
                [one] => serde_json::to_writer_pretty(&mut *out, one)?,
                many => serde_json::to_writer_pretty(&mut *out, &json!({ "rulesets": many }))?,
            }
            writeln!(out)?;
        }
    }
    Ok(Exit::Clean)
}

fn head(library: &Library, ruleset: &Ruleset, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}: {}", visible(&ruleset.id), visible(&ruleset.title))?;
    writeln!(out, "  in force   {}", in_force(ruleset.from, library.last_day(ruleset)))?;
    writeln!(out, "  source     {}", visible(&ruleset.source))?;
    if let Some(parent) = &ruleset.extends {
        writeln!(out, "  extends    {}", visible(parent))?;
    }
    for (day, says) in ruleset.amendments() {
        writeln!(out, "  from {day}: {}", visible(says))?;
    }
    for (name, says) in ruleset.variations() {
        writeln!(out, "  variation {}: {}", visible(name), visible(says))?;
    }
    writeln!(out)
}

fn values(ruleset: &Ruleset, date: NaiveDate, out: &mut dyn Write) -> std::io::Result<()> {
    let rules = ruleset.at(date, Supervision::Full);
    for (section, says, keys) in Laws::sections() {
        writeln!(out, "[{section}] {}", says.trim())?;
        let mut table = table(&["key", "means", "value", "articles"]);
        for key in *keys {
            if let Some(row) = row(&rules, section, key.name, &key.label()) {
                table.add_row(row);
            }
        }
        writeln!(out, "{table}\n")?;
    }
    Ok(())
}

fn row(rules: &Rules, section: &str, name: &str, label: &str) -> Option<[String; 4]> {
    let leaf = rules.values().get(section, name)?;
    let doubt = match leaf.confidence {
        Confidence::Sure => "",
        Confidence::Likely => " (likely)",
        Confidence::Unverified => " (unverified)",
    };
    let value = format!("{}{doubt}", in_words(&leaf.value));
    Some([
        name.to_owned(),
        label.to_owned(),
        visible(&value).into_owned(),
        visible(&articles(&leaf.articles)).into_owned(),
    ])
}

/// What differs under limited supervision.
fn limited(ruleset: &Ruleset, date: NaiveDate, out: &mut dyn Write) -> std::io::Result<()> {
    if !ruleset.supervised() {
        return Ok(());
    }
    let (full, limited) = (ruleset.at(date, Supervision::Full), ruleset.at(date, Supervision::Limited));
    writeln!(out, "[limited] What differs under limited supervision.")?;
    let mut table = table(&["key", "means", "value", "articles"]);
    for key in Laws::sections().iter().flat_map(|(_, _, keys)| keys.iter()) {
        let leaf = |rules: &Rules| {
            rules.values().get(key.section, key.name).map(|l| (Arc::clone(&l.value), l.articles.clone()))
        };
        if leaf(&full) != leaf(&limited)
            && let Some(row) = row(&limited, key.section, key.name, &key.label())
        {
            let [_, label, value, articles] = row;
            table.add_row([key.path(), label, value, articles]);
        }
    }
    writeln!(out, "{table}\n")
}

fn all_articles(ruleset: &Ruleset, date: NaiveDate, out: &mut dyn Write) -> std::io::Result<()> {
    let rules = ruleset.at(date, Supervision::Limited);
    writeln!(out, "Articles, in our own words; the publisher's text is the authority.")?;
    let mut table = table(&["article", "says", "checks based on it"]);
    for (number, article) in rules.articles() {
        let backs = article.backs.join(", ");
        table.add_row(
            [visible(number), visible(&article.says), visible(&backs)].map(|text| text.into_owned()),
        );
    }
    writeln!(out, "{table}\n")
}

fn whole(library: &Library, ruleset: &Ruleset, date: NaiveDate) -> Value {
    let mut whole = object(library, ruleset);
    let full = ruleset.at(date, Supervision::Full);
    if let Value::Object(whole) = &mut whole {
        whole.insert("values".to_owned(), all_values(&full, None));
        if ruleset.supervised() {
            let limited = ruleset.at(date, Supervision::Limited);
            whole.insert("limited".to_owned(), all_values(&limited, Some(&full)));
        }
        let articles =
            full.articles().into_iter().map(|(number, article)| (number.to_string(), json!(article)));
        whole.insert("articles".to_owned(), Value::Object(articles.collect()));
    }
    whole
}

/// Values by section and key; if `but` is given, only those that differ from it.
fn all_values(rules: &Rules, but: Option<&Rules>) -> Value {
    let mut sections: Map<String, Value> = Map::new();
    for key in Laws::sections().iter().flat_map(|(_, _, keys)| keys.iter()) {
        let Some(leaf) = rules.values().get(key.section, key.name) else { continue };
        let other = but.and_then(|rules| rules.values().get(key.section, key.name));
        if other.is_some_and(|other| other.value == leaf.value && other.articles == leaf.articles) {
            continue;
        }
        let value = json!({ "value": *leaf.value, "articles": leaf.articles, "confidence": leaf.confidence, "means": key.label() });
        let section = sections.entry(key.section).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(section) = section {
            section.insert(key.name.to_owned(), value);
        }
    }
    Value::Object(sections)
}
