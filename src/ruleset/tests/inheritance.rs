//! Tests of inheritance between files.

use std::path::Path;

use super::*;

fn club(text: &str) -> Arc<Ruleset> {
    let text = text.to_owned();
    library().load(Path::new("club.toml"), &|_| Ok(text.clone())).unwrap()
}

#[test]
fn limited_supervision_goes_over_the_rest() {
    let ruleset = club(
        "extends = \"fide-2023-rapid\"\n[illegal_move]\nlose_on = { value = 4, article = \"7.5.5\" }\nbonus = { value = 10, article = \"7.5.5\" }\n[limited.illegal_move]\nbonus = { value = 20, article = \"A.5.2\" }\n",
    );
    let at = |supervision| ruleset.at(day(2024, 1, 1), supervision);
    assert_eq!(
        (*at(Supervision::Full).illegal_move.lose_on, *at(Supervision::Full).illegal_move.bonus),
        (4, 10)
    );
    assert_eq!(*at(Supervision::Limited).illegal_move.bonus, 20);
    // The [limited] table of the extended file still overrides this file's values.
    assert_eq!(*at(Supervision::Limited).illegal_move.lose_on, 2);
}

#[test]
fn a_file_goes_over_the_amendments_of_the_file_that_it_extends() {
    let ruleset = club(
        "extends = \"uscf-7-regular\"\n[recording]\nbonus = { value = \"increment\", article = \"15B\" }\n",
    );
    assert_eq!(*ruleset.at(day(2026, 1, 1), Supervision::Full).recording.bonus, Bonus::Increment);
}

#[test]
fn amendments_hold_from_their_day() {
    let ruleset = club(
        "extends = \"fide-2023-blitz\"\n[[amendment]]\nfrom = 2025-03-01\nsays = \"Longer.\"\n[amendment.illegal_move]\nbonus = { value = 90, article = \"X.1\" }\n[amendment.limited.illegal_move]\nbonus = { value = 95, article = \"X.1\" }\n[amendment.article.\"X.1\"]\nsays = \"Ninety seconds.\"\n",
    );
    let bonus = |date, supervision| *ruleset.at(date, supervision).illegal_move.bonus;
    assert_eq!(bonus(day(2025, 2, 28), Supervision::Full), 60);
    assert_eq!(bonus(day(2025, 3, 1), Supervision::Full), 90);
    assert_eq!(bonus(day(2025, 3, 1), Supervision::Limited), 95);
    assert_eq!(ruleset.amendments().len(), 1);
}

#[test]
fn articles_given_in_part_keep_the_rest() {
    let rules = club("extends = \"fide-2023-blitz\"\n[article.\"7.5.5\"]\nbacks = [\"clock-gain\"]\n")
        .at(day(2024, 1, 1), Supervision::Full);
    let article = rules.article("7.5.5").unwrap();
    assert!(!article.says.is_empty());
    assert_eq!(article.backs, ["clock-gain".into()]);
    assert!(article.governs.contains(&"two-hands".into()));
}

#[test]
fn renumbered_articles_are_cited_by_their_new_number() {
    let rules =
        club("extends = \"fide-2023-standard\"\n[renumber]\n\"7.5.4\" = \"7.5.5\"\n\"7.5.5\" = \"7.5.4\"\n")
            .at(day(2024, 1, 1), Supervision::Full);
    assert_eq!(rules.illegal_move.bonus.articles.join(" "), "7.5.4");
    assert_eq!(rules.two_hands.treated_as.articles.join(" "), "7.5.5 7.5.4");
    assert!(rules.article("7.5.5").unwrap().says.contains("two hands"));
}

#[test]
fn own_variations() {
    let ruleset = club(
        "extends = \"uscf-7-regular\"\n[variation.\"X\"]\nsays = \"No second chance.\"\nillegal_move.lose_on = { value = 1, article = \"11D\" }\n",
    );
    assert!(ruleset.variations().iter().any(|(name, says)| (&**name, &**says) == ("X", "No second chance.")));
    let rules = ruleset.varied(day(2024, 1, 1), Supervision::Full, &["X", "14H"]).unwrap();
    assert_eq!((*rules.illegal_move.lose_on, *rules.quickplay.available), (1, true));
}

#[test]
fn differences_between_editions() {
    let library = library();
    let all =
        |name: &str| library.ids_named(name).iter().map(|id| library.get(id).unwrap()).collect::<Vec<_>>();
    let found = changes(&pair(&all("fide-2018"), &all("fide-2023")), NaiveDate::MAX, false);
    let change = |key: &str| found.iter().find(|change| change.key == key).unwrap();
    let resign = change("resignation.helpless");
    assert_eq!((resign.a.text(), resign.b.text()), ("loss".to_owned(), "draw".to_owned()));
    assert_eq!(resign.places, Vec::<String>::new());
    assert_eq!(
        (resign.a.articles.join(""), resign.b.articles.join("")),
        ("5.1.2".to_owned(), "5.1.2".to_owned())
    );
    let wrong = change("draw_claim.wrong_bonus");
    assert_eq!((wrong.a.text(), wrong.b.text()), ("120".to_owned(), "60".to_owned()));
    assert_eq!(wrong.places, ["rapid"]);
    assert!(found.iter().all(|change| change.key != "illegal_move.lose_on"));
    let numbers = changes(&pair(&all("fide-2018"), &all("fide-2023")), NaiveDate::MAX, true);
    let same = numbers.iter().find(|change| change.key == "threefold.intended").unwrap();
    assert_eq!(
        (same.a.articles.join(""), same.b.articles.join("")),
        ("9.2.1.1".to_owned(), "9.2.1".to_owned())
    );
}

#[test]
fn differences_between_families_pair_the_speeds_by_their_length() {
    let library = library();
    let all =
        |name: &str| library.ids_named(name).iter().map(|id| library.get(id).unwrap()).collect::<Vec<_>>();
    let ids = |(a, b): (Arc<Ruleset>, Arc<Ruleset>)| (a.id.to_string(), b.id.to_string());
    let pairs: Vec<(String, String)> = pair(&all("fide-2023"), &all("uscf-7")).into_iter().map(ids).collect();
    let expected = [("standard", "regular"), ("rapid", "quick"), ("blitz", "blitz")];
    assert_eq!(pairs, expected.map(|(a, b)| (format!("fide-2023-{a}"), format!("uscf-7-{b}"))));
}
