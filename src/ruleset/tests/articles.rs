//! Tests of articles: every cited article exists. What rests on them: tests/it/articles.rs.

use super::*;
use Supervision::{Full, Limited};

/// All rulesets under both supervisions.
fn all() -> Vec<Arc<Rules>> {
    let library = library();
    let under = |id: &String| [Full, Limited].map(|s| library.get(id).unwrap().at(NaiveDate::MAX, s));
    ids().iter().flat_map(under).collect()
}

#[test]
fn every_cited_article_exists_and_says_something() {
    for rules in all() {
        for (section, key, leaf) in rules.values().iter() {
            for number in leaf.articles.iter() {
                let article = rules.article(number);
                assert!(
                    article.is_some_and(|a| !a.says.is_empty()),
                    "{}: {section}.{key}: {number}",
                    rules.id
                );
            }
        }
        assert!(rules.articles().iter().all(|(_, article)| !article.says.trim().is_empty()));
    }
}

#[test]
fn a_value_without_an_article_says_that_there_is_nothing() {
    use toml::Value;
    // Rules that are common sense, come from other books, or are left to the regulations.
    let plain =
        ["chess960.set_up", "chess960.castling", "agreement.ban", "devices.regulations", "points.draw"];
    // US rules of movement whose numbers are not known.
    let plain =
        [&plain[..], &["movement.en_passant", "movement.king_safety", "movement.king_taken"]].concat();
    for rules in all() {
        for (section, key, leaf) in rules.values().iter().filter(|(_, _, leaf)| leaf.articles.is_empty()) {
            let nothing = match &*leaf.value {
                Value::Boolean(yes) => !*yes,
                Value::Integer(n) => *n == 0,
                Value::Array(list) => list.is_empty(),
                Value::Table(table) => table.is_empty(),
                Value::String(_) => true,
                _ => false,
            };
            let path = format!("{section}.{key}");
            let known = plain.contains(&path.as_str()) || path == "automatic_draw.mate_first";
            assert!(nothing || known, "{}: {path} = {:?}", rules.id, leaf.value);
        }
    }
}

#[test]
fn the_same_fact_by_edition() {
    let backing = |id: &str, check: &str| rules(id, Limited).articles_backing(check).join(" ");
    for (id, check, articles) in [
        ("fide-2009-standard", "illegal-move", "3.9"),
        ("fide-2014-standard", "illegal-move", "3.10.b"),
        ("fide-2017-standard", "illegal-move", "3.10.2"),
        ("fide-2023-standard", "illegal-move", "3.10.2"),
        ("fide-2023-blitz", "illegal-move", "3.10.2"),
        ("uscf-7-regular", "illegal-move", "11A 11D"),
        ("uscf-7-blitz", "illegal-move", "7d"),
        ("fide-2009-standard", "time-penalty", "7.4.b 9.5.b"),
        ("fide-2014-standard", "time-penalty", "7.5.b 9.5.b"),
        ("fide-2014-blitz", "time-penalty", "7.5.b 9.5.b B.2"),
        ("fide-2017-standard", "time-penalty", "7.5.3 7.7.2 7.8.2 9.5.3"),
        ("fide-2018-standard", "time-penalty", "7.5.5 9.5.3"),
        ("fide-2018-blitz", "time-penalty", "7.5.5 9.5.3 B.2"),
        ("fide-2023-rapid", "time-penalty", "7.5.5 9.5.3 A.3"),
        ("fide-2023-blitz", "time-penalty", "7.5.5 9.5.3 A.3"),
        ("fide-2009-rapid", "missed-threefold", "9.2 9.2.a 9.2.b"),
        ("fide-2018-rapid", "missed-threefold", "9.2.1.1 9.2.1.2"),
        ("fide-2023-rapid", "missed-threefold", "9.2.1 9.2.2"),
        ("uscf-7-quick", "missed-threefold", "14C"),
        ("uscf-7-quick", "missed-fifty", "14F1"),
        ("fide-2014-standard", "missed-automatic-draw", "9.6.a 9.6.b"),
        ("fide-2023-standard", "missed-automatic-draw", "9.6.1 9.6.2"),
        ("fide-2023-standard", "category-mismatch", "A.1 B.1"),
        ("fide-2023-rapid", "category-mismatch", "A.1 B.1"),
        ("fide-2023-blitz", "category-mismatch", "B.1"),
        ("uscf-7-regular", "category-mismatch", "5C"),
        ("fide-2023-standard", "timeout-not-winnable", "6.9"),
        ("fide-2023-blitz", "timeout-not-winnable", "6.9 A.5.3"),
        ("uscf-7-regular", "timeout-not-winnable", "14E1 14E2 14E3"),
        ("fide-2018-standard", "illegal-position", "3.10.3"),
        ("fide-2023-standard", "impossible-win", "5.1.2 5.2.2 6.9 7.5.5"),
        ("fide-2018-standard", "impossible-win", "5.2.2 6.9 7.5.5"),
    ] {
        assert_eq!(backing(id, check), articles, "{id} {check}");
    }
}

#[test]
fn values_cite_the_articles_of_their_own_edition() {
    let cited = |id: &str, supervision, section, key| {
        rules(id, supervision).values().get(section, key).unwrap().articles.join(" ")
    };
    assert_eq!(cited("fide-2009-blitz", Limited, "illegal_move", "lose_on"), "B.3.c");
    assert_eq!(cited("fide-2014-rapid", Limited, "illegal_move", "lose_on"), "A.4.b");
    assert_eq!(cited("fide-2017-rapid", Limited, "illegal_move", "lose_on"), "A.4.2");
    assert_eq!(cited("fide-2017-standard", Full, "press_without_move", "treated_as"), "7.8.1 7.8.2");
    assert_eq!(cited("fide-2018-standard", Full, "press_without_move", "treated_as"), "7.5.3 7.5.5");
    assert_eq!(cited("fide-2018-rapid", Limited, "illegal_move", "deadline"), "A.4.2");
    assert_eq!(cited("fide-2023-rapid", Limited, "illegal_move", "deadline"), "A.5.2");
    assert_eq!(cited("fide-2018-standard", Full, "threefold", "intended"), "9.2.1.1");
    assert_eq!(cited("fide-2023-standard", Full, "threefold", "intended"), "9.2.1");
    assert_eq!(cited("fide-2018-standard", Full, "threefold", "same_position"), "9.2.2");
    assert_eq!(cited("fide-2009-standard", Full, "both_flags", "unknown_last"), "6.11");
    assert_eq!(cited("fide-2023-standard", Full, "both_flags", "unknown_last"), "III.3.1.2");
    assert_eq!(cited("fide-2009-standard", Full, "touch", "deadline"), "4.7");
    assert_eq!(cited("fide-2014-standard", Full, "touch", "deadline"), "4.8");
    assert_eq!(cited("fide-2009-standard", Full, "refusal", "both_lose"), "12.9");
    assert_eq!(cited("fide-2023-standard", Full, "refusal", "both_lose"), "11.8");
}

#[test]
fn no_number_of_an_older_edition_is_left() {
    for year in [2017, 2018, 2023] {
        for speed in SPEEDS {
            let rules = rules(&format!("fide-{year}-{speed}"), Limited);
            for (number, _) in rules.articles() {
                let numbered = number.starts_with(|c: char| c.is_ascii_digit());
                assert!(!(numbered && number.ends_with(|c: char| c.is_ascii_lowercase())), "{year} {number}");
            }
        }
    }
    for (id, gone) in
        [("fide-2018-standard", "7.7.1"), ("fide-2023-standard", "3.7.4"), ("fide-2014-standard", "13.4")]
    {
        assert!(rules(id, Full).article(gone).is_none(), "{id} {gone}");
    }
}

#[test]
fn articles_stand_in_the_order_of_the_book() {
    let mut numbers = ["A.1", "7.5.10", "7.5.2", "14E2", "14E", "7.5", "III.3", "ch11:3", "10I2-I", "10I2"];
    numbers.sort_by(|a, b| by_number(a, b));
    assert_eq!(
        numbers,
        ["7.5", "7.5.2", "7.5.10", "10I2", "10I2-I", "14E", "14E2", "A.1", "III.3", "ch11:3"]
    );
}

#[test]
fn citations_are_given_once() {
    let rules = rules("fide-2023-rapid", Limited);
    let (bonus, lose_on) = (&rules.illegal_move.bonus, &rules.illegal_move.lose_on);
    assert_eq!(cite([&*bonus.articles, &*lose_on.articles]).join(" "), "7.5.5 A.5.2 A.3");
}
