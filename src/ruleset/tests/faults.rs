//! Tests of the messages for faulty ruleset files: file, line, column, key, and the nearest known key.

use std::collections::HashMap;
use std::path::Path;

use super::*;

/// Loads `club.toml` from these files.
fn load(files: &[(&str, &str)]) -> Result<Arc<Ruleset>, RulesetError> {
    let files: HashMap<&Path, &str> = files.iter().map(|(name, text)| (Path::new(*name), *text)).collect();
    let read = |path: &Path| {
        files.get(path).map(|text| text.to_string()).ok_or_else(|| std::io::Error::other("no such file"))
    };
    library().check(Path::new("club.toml"), &read)
}

/// The faults of a single file.
fn faults(text: &str) -> Vec<String> {
    match load(&[("club.toml", text)]) {
        Err(RulesetError::Broken(Faults(faults))) => faults.iter().map(Fault::to_string).collect(),
        Ok(_) => Vec::new(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_small_file_is_fine() {
    let text = "title = \"Club blitz\"\nextends = \"fide-2023-blitz\"\n\n[illegal_move]\nlose_on = { value = 1, article = \"7.5.5\" }\n";
    let ruleset = load(&[("club.toml", text)]).unwrap();
    assert_eq!((&*ruleset.id, &*ruleset.category, &*ruleset.family), ("club", "blitz", "fide"));
    let rules = ruleset.at(day(2024, 1, 1), Supervision::Full);
    assert_eq!((*rules.illegal_move.lose_on, *rules.illegal_move.bonus), (1, 60));
}

#[test]
fn unknown_keys() {
    let text = "title = \"x\"\nextends = \"fide-2023-blitz\"\nfamilly = \"fide\"\n\n[illegal_move]\nlose_onn = { value = 1, article = \"7.5.5\" }\nbonus = { value = 60, articel = \"7.5.5\", article = \"7.5.5\" }\n[ilegal_move]\n";
    assert_eq!(
        faults(text),
        [
            "club.toml:3:1: unknown key `familly`; did you mean `family`?",
            "club.toml:6:1: unknown key `illegal_move.lose_onn`; did you mean `lose_on`?",
            "club.toml:7:23: unknown key `illegal_move.bonus.articel`; did you mean `article`?",
            "club.toml:8:2: unknown key `ilegal_move`; did you mean `illegal_move`?",
        ]
    );
}

#[test]
fn values_that_do_not_fit() {
    let found = faults(
        "extends = \"fide-2023-blitz\"\n[flag]\nwin_test = { value = \"any\", article = \"6.9\" }\nloses = 3\nhelpless = { article = \"6.9\" }\n[illegal_move]\nbonus = { value = -5, article = \"7.5.5\" }\n",
    );
    assert!(
        found
            .iter()
            .any(|f| f
                .starts_with("club.toml:3:22: flag.win_test: unknown variant `any`, expected `any-series`")),
        "{found:#?}"
    );
    assert!(
        found
            .iter()
            .any(|f| f.starts_with("club.toml:4:9: flag.loses needs a value and its article; write loses =")),
        "{found:#?}"
    );
    assert!(found.iter().any(|f| f.starts_with("club.toml:5:12: flag.helpless has no value")), "{found:#?}");
    assert!(
        found.iter().any(|f| f.starts_with("club.toml:7:19: illegal_move.bonus: invalid value")),
        "{found:#?}"
    );
}

#[test]
fn articles_that_are_not_there() {
    let text =
        "extends = \"fide-2023-blitz\"\n[illegal_move]\nlose_on = { value = 1, article = \"7.5.55\" }\n";
    assert_eq!(
        faults(text),
        [
            "club.toml:3:11: illegal_move.lose_on cites 7.5.55, but there is no [article.\"7.5.55\"]; did you mean 7.5.5?"
        ]
    );
    let text = "extends = \"fide-2023-blitz\"\n[illegal_move]\nlose_on = { value = 1 }\n";
    assert_eq!(
        faults(text),
        [
            "club.toml:3:11: illegal_move.lose_on has no article; write article = \"…\", or article = [] if the book has none"
        ]
    );
    let text = "extends = \"fide-2023-blitz\"\n[article.\"X.1\"]\nbacks = []\n";
    assert_eq!(faults(text), ["club.toml:2:10: article X.1 has no `says`"]);
}

#[test]
fn a_circle_of_files() {
    let why = load(&[
        ("club.toml", "extends = \"a.toml\"\n"),
        ("a.toml", "title = \"a\"\nextends = \"b.toml\"\n"),
        ("b.toml", "extends = \"club.toml\"\n"),
    ]);
    let why = why.unwrap_err().to_string();
    assert!(
        why.starts_with("b.toml:1:11: extends forms a cycle: club.toml → a.toml → b.toml → club.toml"),
        "{why}"
    );
    let why = load(&[("club.toml", "extends = \"club.toml\"\n")]).unwrap_err().to_string();
    assert!(why.starts_with("club.toml:1:11: extends forms a cycle"), "{why}");
}

#[test]
fn a_parent_that_is_not_there() {
    assert_eq!(
        faults("extends = \"fide-2023-blits\"\n")[0],
        "club.toml:1:11: extends `fide-2023-blits`: there is no such ruleset or file; did you mean `fide-2023-blitz`?"
    );
}

#[test]
fn a_file_may_extend_another_file() {
    let ruleset = load(&[
        (
            "club.toml",
            "title = \"b\"\nextends = \"sub/a.toml\"\n[illegal_move]\nbonus = { value = 30, article = \"X.1\" }\n",
        ),
        (
            "sub/a.toml",
            "title = \"a\"\nextends = \"fide-2023-rapid\"\n[article.\"X.1\"]\nsays = \"Half a minute.\"\n",
        ),
    ]);
    let rules = ruleset.unwrap().at(day(2024, 1, 1), Supervision::Full);
    assert_eq!(*rules.illegal_move.bonus, 30);
    assert_eq!(&*rules.article("X.1").unwrap().says, "Half a minute.");
}

#[test]
fn dates() {
    let of = |rest: &str| faults(&format!("extends = \"fide-2023-blitz\"\nfamily = \"club\"\n{rest}"));
    assert_eq!(of("from = 2023-02-30\n").len(), 1);
    assert_eq!(of("from = \"soon\"\n"), ["club.toml:3:8: from must be a date, such as 2018-01-01"]);
    assert_eq!(
        of("from = 2024-01-01\nuntil = 2023-01-01\n"),
        ["club.toml:3:8: from 2024-01-01 is later than until 2023-01-01"]
    );
    assert_eq!(of("from = \"2024-01-01\"\n"), Vec::<String>::new());
    let twice = "[[amendment]]\nfrom = 2024-01-01\n[[amendment]]\nfrom = 2024-01-01\n";
    assert_eq!(
        of(twice),
        [
            "club.toml:6:8: the amendment from 2024-01-01 does not come after 2024-01-01: two texts for one day"
        ]
    );
    assert_eq!(
        of("[[amendment]]\nsays = \"x\"\n"),
        ["club.toml:3:1: an amendment needs the day from which it holds"]
    );
}

#[test]
fn two_files_for_one_day() {
    let text = "extends = \"fide-2023-blitz\"\nfrom = 2023-01-01\n";
    assert_eq!(
        faults(text),
        [
            "club.toml:2:8: two files for one day: fide-2023-blitz begins on 2023-01-01 too; leave `from` out, or name another family"
        ]
    );
    assert_eq!(faults("extends = \"fide-2023-blitz\"\nfrom = 2025-01-01\n"), Vec::<String>::new());
}

#[test]
fn keys_without_a_value() {
    let found = faults("title = \"x\"\nfamily = \"x\"\ncategory = \"x\"\nfrom = 2020-01-01\n");
    assert_eq!(found.len(), keys().count());
    assert_eq!(
        found[0],
        "club.toml:1:1: speed.limits has no value here or in what this file extends; Total time of a player, in seconds, that makes a game of this category"
    );
    assert_eq!(faults("").len(), 4);
}

#[test]
fn texts_that_are_no_toml() {
    let found = faults("title = \"x\nfamily = 3\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("club.toml:1:"), "{found:?}");
    assert!(faults("\u{0}").len() == 1);
    assert!(
        !faults("limited = 3\namendment = 3\nvariation = 3\nrenumber = 3\narticle = 3\nflag = 3\n")
            .is_empty()
    );
}

#[test]
fn a_file_that_cannot_be_read() {
    assert_eq!(load(&[]).unwrap_err().to_string(), "club.toml: no such file");
}

#[test]
fn renumbering_that_means_nothing() {
    let text = "extends = \"fide-2023-blitz\"\n[renumber]\n\"99.9\" = \"98.9\"\n";
    assert_eq!(
        faults(text),
        ["club.toml:1:11: renumber: the file that this one extends has no article 99.9"]
    );
}
