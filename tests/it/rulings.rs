//! Rulings: contradictions, the top result, and how one ruling bears on the next.

use std::sync::Arc;

use chrono::NaiveDate;
use flagfall::case::{Case, Loaded};
use flagfall::ruleset::Library;
use flagfall::rulings::{Adjudication, Decision, Session, adjudicate};

fn ruled(text: &str, ruleset: Option<&str>) -> Result<Adjudication, String> {
    let name: Arc<str> = "case.toml".into();
    let load = |_: &str| -> Result<Loaded, String> { Err("there is no such file".to_owned()) };
    let case = Case::parse(&name, text, &load).map_err(|fault| fault.to_string())?;
    let library = Library::built_in();
    let session = Session {
        library: &library,
        read: &|path| std::fs::read_to_string(path),
        today: NaiveDate::from_ymd_opt(2026, 9, 1).unwrap(),
        ruleset,
        time_control: None,
        supervision: None,
    };
    adjudicate(&case, &name, &session).map_err(|fault| fault.to_string())
}

fn fault(text: &str) -> String {
    ruled(text, None).unwrap_err()
}

#[test]
fn contradictions_are_named_at_their_line() {
    let head = "ruleset = \"fide-2023-standard\"\nmoves = \"1. e4 e5\"\n";
    for (text, says) in [
        (
            format!("{head}[[incident]]\nply = 9\nby = \"white\"\nkind = \"resign\""),
            "case.toml:6:1: `ply`: 9 half-moves, and the record has 2",
        ),
        (
            format!("{head}[[incident]]\nply = 2\nby = \"black\"\nkind = \"illegal-move\"\nmove = \"Nf6\""),
            "`illegal-move` by black with 2 half-moves made, when White has the move",
        ),
        (
            format!(
                "{head}[[incident]]\nply = 2\nby = \"black\"\nkind = \"claim-threefold\"\nmove = \"Nf6\""
            ),
            "`claim-threefold` by black with 2 half-moves made, when White has the move",
        ),
        (format!("supervision = \"full\"\n{head}"), "case.toml:1:1"),
        (format!("{head}[regulations]\nvariations = [\"14H\"]"), "has no variation 14H"),
        (
            format!(
                "{head}[[clock]]\nevent = \"start\"\nat = \"2025-03-08T14:10:00Z\"\n[[clock]]\nevent = \"press\"\nside = \
                 \"white\"\nat = \"2025-03-08T14:00:00Z\""
            ),
            "case.toml:7",
        ),
        (
            "ruleset = \"fide-2032-blitz\"".to_owned(),
            "there is no ruleset `fide-2032-blitz`; did you mean `fide-2023-blitz`?",
        ),
        (
            format!("{head}[[incident]]\nply = 2\nby = \"black\"\nkind = \"sealed-move\"\nmove = \"Nf6\""),
            "case.toml:6:1: `by`: `sealed-move` by black with 2 half-moves made, when White has the move",
        ),
        (
            format!(
                "{head}[[incident]]\nply = 2\nby = \"white\"\nkind = \"promotion-not-replaced\"\nmove = \"Nf3\""
            ),
            "Nf3 brings no pawn of White to the last rank here",
        ),
        (
            format!("{head}[[incident]]\nply = 2\nnoticed = 1\nby = \"white\"\nkind = \"resign\""),
            "1 half-moves when it was noticed, and 2 when it happened",
        ),
        (
            format!("{head}[[incident]]\nply = 2\nby = \"other\"\nkind = \"flag-fall\""),
            "only a player can be the one of `flag-fall`",
        ),
        (
            format!("{head}[[incident]]\nply = 2\nby = \"white\"\nkind = \"late-arrival\""),
            "`seconds`: is missing",
        ),
        (
            format!(
                "{head}[[clock]]\nevent = \"press\"\nside = \"white\"\nply = 1\n[[clock]]\nevent = \"press\"\nside = \
                 \"black\"\nply = 0"
            ),
            "case.toml:8: ply: fewer half-moves than in line 4",
        ),
        ("fen = \"8/8/8 w - - 0 1\"".to_owned(), "case.toml:1:7: `fen`"),
        ("time_control = \"whenever\"".to_owned(), "case.toml:1:16: `time_control`"),
    ] {
        let found = fault(&text);
        assert!(found.contains(says), "{text}\n  {found}\n  {says}");
    }
}

#[test]
fn a_ruleset_named_against_the_case_leaves_out_what_it_lacks_and_says_so() {
    let text = "ruleset = \"fide-2023-blitz\"\nsupervision = \"full\"\nmoves = \"1. e4 e5\"\ntime_control = \"180\"\n\
                [[incident]]\nply = 2\nby = \"white\"\nkind = \"resign\"";
    let ruled = ruled(text, Some("uscf-7-blitz")).unwrap();
    assert!(ruled.notes.iter().any(|note| note.contains("`supervision` is left out")), "{:?}", ruled.notes);
}

/// What is not in evidence is named, with what would follow either way.
#[test]
fn missing_evidence_is_named_and_not_guessed() {
    let moves = "moves = \"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\"\n";
    for (ruleset, rest, says) in [
        (
            "fide-2023-standard",
            "ply = 6\nby = \"white\"\nkind = \"illegal-move\"\nmove = \"b5b3\"",
            "Whether the clock was pressed is not in evidence",
        ),
        (
            "fide-2023-standard",
            "ply = 6\nby = \"white\"\nkind = \"flag-fall\"",
            "as no time control is given",
        ),
        ("fide-2023-standard", "ply = 6\nkind = \"both-flags\"", "as no time control is given"),
        (
            "fide-2023-standard",
            "ply = 6\nby = \"white\"\nkind = \"touch\"\nsquares = \"b5\"",
            "What White then played is not in evidence",
        ),
        (
            "fide-2023-standard",
            "ply = 6\nby = \"white\"\nkind = \"not-recording\"",
            "or more left, as the case does not say",
        ),
        (
            "fide-2023-rapid",
            "ply = 6\nby = \"white\"\nkind = \"resign\"",
            "whether supervision is full or limited",
        ),
        ("uscf-7-regular", "ply = 6\nby = \"white\"\nkind = \"flag-fall\"", "Black himself claimed the flag"),
        (
            "uscf-7-regular",
            "ply = 6\nby = \"white\"\nkind = \"illegal-move\"\nmove = \"b5b3\"",
            "or more left, as the case does not say",
        ),
        (
            "uscf-7-regular",
            "ply = 6\nby = \"white\"\nkind = \"phone-rang\"",
            "How much time White had left is not in evidence",
        ),
        (
            "uscf-7-regular",
            "ply = 0\nby = \"black\"\nkind = \"late-arrival\"\nseconds = 1900",
            "as no time control is given",
        ),
    ] {
        let text = format!("ruleset = \"{ruleset}\"\n{moves}[[incident]]\n{rest}");
        let ruled = ruled(&text, None).unwrap();
        let said =
            [&ruled.rulings[0].reasons, &ruled.rulings[0].assumed].map(|said| said.join("\n")).concat();
        assert!(said.contains(says), "{ruleset} {rest}\n{said}");
    }
}

#[test]
fn the_end_that_took_effect_first_decides() {
    // A mate on the board at the same count comes before a resignation.
    let text = "ruleset = \"fide-2023-standard\"\nmoves = \"1. f3 e5 2. g4 Qh4#\"\n\
                [[incident]]\nply = 4\nby = \"black\"\nkind = \"resign\"";
    let ruled = ruled(text, None).unwrap();
    assert_eq!(ruled.result.as_str(), "0-1");
    let kinds: Vec<_> = ruled.rulings.iter().map(|ruling| (ruling.kind, ruling.decision)).collect();
    assert_eq!(kinds, [("checkmate", Decision::GameOver), ("resign", Decision::Stands)]);
}

#[test]
fn an_end_after_a_restored_position_does_not_count() {
    let text = "ruleset = \"fide-2023-standard\"\nmoves = \"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#\"\n\
                [[incident]]\nply = 2\nnoticed = 5\nby = \"white\"\nkind = \"illegal-move\"\nmove = \"f1b6\"\nnoticed_by = \"arbiter\"";
    let ruled = ruled(text, None).unwrap();
    assert_eq!(ruled.result.as_str(), "*");
    assert_eq!(ruled.rulings[0].restore, Some(2));
}

#[test]
fn every_ruling_has_articles_and_reasons_and_every_article_says_something() {
    let text = "moves = \"1. e4 e5 2. Nf3 Nc6\"\n\
                [[incident]]\nply = 4\nby = \"white\"\nkind = \"illegal-move\"\nmove = \"f1b6\"\n\
                [[incident]]\nply = 4\nby = \"black\"\nkind = \"draw-offer\"\n\
                [[incident]]\nply = 4\nby = \"white\"\nkind = \"phone-rang\"";
    for id in Library::built_in().ids() {
        let ruled = ruled(text, Some(&id)).unwrap();
        assert_eq!(ruled.rulings.len(), 3, "{id}");
        for ruling in &ruled.rulings {
            assert!(!ruling.articles.is_empty() && !ruling.reasons.is_empty(), "{id} {}", ruling.kind);
            for article in &ruling.articles {
                assert!(ruled.rules.article(article).is_some(), "{id} cites {article}");
            }
        }
    }
}
