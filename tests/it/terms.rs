//! Rulings speak in the terms of the rules they apply: no FIDE sentence under US Chess rules, and none the other way round.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use flagfall::case::{Case, Loaded};
use flagfall::ruleset::Library;
use flagfall::rulings::{Adjudication, Session, adjudicate};

const US_CHESS: [&str; 2] = ["uscf-7-regular", "uscf-7-blitz"];
const FIDE: [&str; 2] = ["fide-2009-standard", "fide-2023-blitz"];

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings");
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    walk.flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect()
}

/// The case under another ruleset; none where that cannot rule on it.
fn ruled(path: &Path, library: &Library, ruleset: &str) -> Option<Adjudication> {
    let name: Arc<str> = path.display().to_string().into();
    let folder = path.parent().unwrap();
    let load = |file: &str| -> Result<Loaded, String> {
        let bytes = std::fs::read(folder.join(file)).map_err(|why| why.to_string())?;
        Ok(Loaded { name: file.into(), bytes })
    };
    let case = Case::parse(&name, &std::fs::read_to_string(path).unwrap(), &load).unwrap();
    let session = Session {
        library,
        read: &|path| std::fs::read_to_string(path),
        today: NaiveDate::from_ymd_opt(2026, 9, 1).unwrap(),
        ruleset: Some(ruleset),
        time_control: None,
        supervision: None,
    };
    adjudicate(&case, &name, &session).ok()
}

/// Every sentence of every fixture under `rulesets`, with the case it comes from; articles are handed to `article`.
fn sentences(rulesets: &[&str], mut article: impl FnMut(&str, &str)) -> Vec<(String, String)> {
    let library = Library::built_in();
    let mut all = Vec::new();
    for path in cases() {
        for ruleset in rulesets {
            let Some(ruled) = ruled(&path, &library, ruleset) else { continue };
            let from = format!("{} under {ruleset}", path.display());
            for ruling in &ruled.rulings {
                ruling.articles.iter().for_each(|number| article(&from, number));
                // What is left out of the case because these rules lack it is named as the case has it.
                let own = |text: &&String| !text.contains(" is left out: ");
                let texts = ruling.reasons.iter().chain(&ruling.assumed).chain([&ruling.ruling]).filter(own);
                all.extend(texts.map(|text| (from.clone(), text.clone())));
            }
        }
    }
    assert!(all.len() > 5_000, "{} sentences", all.len());
    all
}

fn says(sentences: &[(String, String)], words: &[&str]) -> Vec<String> {
    let has = |text: &str| words.iter().any(|word| text.contains(word));
    sentences.iter().filter(|(_, text)| has(text)).map(|(from, text)| format!("{from}: {text}")).collect()
}

#[test]
fn no_fide_sentence_in_a_us_ruling() {
    let all = sentences(&US_CHESS, |from, number| assert!(!number.contains('.'), "{from} cites {number}"));
    let found = says(&all, &["arbiter", "Arbiter", "the Laws", "The Laws", "FIDE", "Guideline", "12.9"]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_us_sentence_in_a_fide_ruling() {
    let all = sentences(&FIDE, |from, number| {
        let us_chess = number.starts_with("ch11") || number.ends_with(|c: char| c.is_ascii_uppercase());
        assert!(!us_chess, "{from} cites {number}");
    });
    let found = says(&all, &["director", "Director", "US Chess", "mating material"]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
