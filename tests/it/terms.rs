//! Rulings speak in the terms of the rules they apply: no FIDE sentence under US Chess rules, and none the other way round.

use crate::amount::every;
use crate::golden_cases::{FIDE_2009_STANDARD, FIDE_2023_BLITZ, Rulings, USCF_7_BLITZ, USCF_7_REGULAR};

/// Every sentence of every fixture under some rulesets, with the case it comes from; articles are handed to `article`.
fn sentences(
    rulesets: [&'static Rulings; 2],
    mut article: impl FnMut(&str, &str),
) -> Vec<(String, &'static String)> {
    let mut all = Vec::new();
    for under in rulesets {
        for ruled in under.all() {
            let from = format!("{} under {}", ruled.case.path.display(), under.ruleset.unwrap());
            for ruling in &ruled.ruled.rulings {
                ruling.articles.iter().for_each(|number| article(&from, number));
                // What is left out of the case because these rules lack it is named as the case has it.
                let own = |text: &&String| !text.contains(" is left out: ");
                let texts = ruling.reasons.iter().chain(&ruling.assumed).chain([&ruling.ruling]).filter(own);
                all.extend(texts.map(|text| (from.clone(), text)));
            }
        }
    }
    assert!(all.len() > 5_000 / every(3), "{} sentences", all.len());
    all
}

fn says(sentences: &[(String, &'static String)], words: &[&str]) -> Vec<String> {
    let has = |text: &str| words.iter().any(|word| text.contains(word));
    sentences.iter().filter(|(_, text)| has(text)).map(|(from, text)| format!("{from}: {text}")).collect()
}

#[test]
fn no_fide_sentence_in_a_us_ruling() {
    let all = sentences([&USCF_7_REGULAR, &USCF_7_BLITZ], |from, number| {
        assert!(!number.contains('.'), "{from} cites {number}")
    });
    let found = says(&all, &["arbiter", "Arbiter", "the Laws", "The Laws", "FIDE", "Guideline", "12.9"]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_us_sentence_in_a_fide_ruling() {
    let all = sentences([&FIDE_2009_STANDARD, &FIDE_2023_BLITZ], |from, number| {
        let us_chess = number.starts_with("ch11") || number.ends_with(|c: char| c.is_ascii_uppercase());
        assert!(!us_chess, "{from} cites {number}");
    });
    let found = says(&all, &["director", "Director", "US Chess", "mating material"]);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
