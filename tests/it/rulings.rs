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
            "`illegal-move` by black after 1... e5, when White has the move",
        ),
        (
            format!(
                "{head}[[incident]]\nply = 2\nby = \"black\"\nkind = \"claim-threefold\"\nmove = \"Nf6\""
            ),
            "`claim-threefold` by black after 1... e5, when White has the move",
        ),
        (format!("supervision = \"full\"\n{head}"), "case.toml:1:1"),
        (format!("{head}[regulations]\nvariations = [\"14H\"]"), "has no variation 14H"),
        (
            format!(
                "{head}[[clock]]\nevent = \"start\"\nat = \"2025-03-08T14:10:00Z\"\n[[clock]]\nevent = \"press\"\nside = \
                 \"white\"\nat = \"2025-03-08T14:00:00Z\""
            ),
            "case.toml:9:1: at: the time of day is earlier than that of line 3",
        ),
        (
            "ruleset = \"fide-2032-blitz\"".to_owned(),
            "there is no ruleset `fide-2032-blitz`; did you mean `fide-2023-blitz`?",
        ),
        (
            format!("{head}[[incident]]\nply = 2\nby = \"black\"\nkind = \"sealed-move\"\nmove = \"Nf6\""),
            "case.toml:6:1: `by`: `sealed-move` by black after 1... e5, when White has the move",
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
            "case.toml:10:1: ply: fewer half-moves than in line 3",
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
            "The clock was pressed after the move",
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
            "White has not made one of the moves that are left",
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

#[test]
fn an_incident_is_placed_by_the_move_before_it() {
    let head = "ruleset = \"fide-2023-standard\"\nmoves = \"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6\"\n[[incident]]\nby = \"white\"\nkind = \"draw-offer\"\n";
    for (after, ply) in [
        ("3... a6", 6),
        ("3...a6", 6),
        ("3...", 6),
        ("3. Bb5", 5),
        ("3. Bb5 a6", 6),
        ("after 4. Bxc6", 7),
        ("4. Bxc6+!", 7),
        ("4. Lxc6", 7),
        ("Nc6", 4),
        ("start", 0),
        ("START", 0),
    ] {
        let ruled = ruled(&format!("{head}after = \"{after}\"\n"), None).unwrap();
        assert_eq!((ruled.rulings[0].ply, ruled.rulings[0].noticed), (ply, ply), "{after}");
    }
    let later = ruled(&format!("{head}after = \"2. Nf3\"\nnoticed_after = \"4...\"\n"), None).unwrap();
    assert_eq!((later.rulings[0].ply, later.rulings[0].noticed), (3, 8));
    for (lines, says) in [
        (
            "after = \"3... a5\"",
            "case.toml:6:9: `after`: \"3... a5\" is not in the record; the nearest is 3... a6",
        ),
        ("after = \"12... Nf6\"", "the nearest is 4... dxc6"),
        ("after = \"3\"", "names no half-move; write 12. Nd4 for White's move"),
        ("after = \"3. Bb5\"\nply = 5", "`after`: `ply` says it already; write one of the two"),
        ("after = \"3. Bb5\"\nnoticed_after = \"2. Nf3\"", "it was noticed before it happened"),
        ("note = \"x\"", "`after`: is missing"),
    ] {
        let fault = fault(&format!("{head}{lines}\n"));
        assert!(fault.contains(says), "{fault}");
    }
    let twice = "moves = \"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3\"\n[[incident]]\nby = \"white\"\nkind = \"draw-offer\"\nafter = \"Nf3\"\n";
    assert!(fault(twice).contains("in the record more than once; it could be 1. Nf3 or 3. Nf3"));
    // The record counts from its own numbers, and from a position in the middle.
    let middle = "fen = \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"\nmoves = \"30... Kd7 31. e4\"\n[[incident]]\nby = \"black\"\nkind = \"draw-offer\"\n";
    for (after, ply) in [("30...", 1), ("31. e4", 2)] {
        assert_eq!(ruled(&format!("{middle}after = \"{after}\"\n"), None).unwrap().rulings[0].ply, ply);
    }
}

#[test]
fn a_move_is_read_in_the_language_of_the_case() {
    let case = |language: &str, mv: &str| {
        let text = format!(
            "ruleset = \"fide-2023-standard\"\nlanguage = \"{language}\"\nfen = \"4k3/p7/8/8/1b6/8/P2B4/4K3 w - - 4 30\"\n\
             [[incident]]\nply = 0\nby = \"white\"\nkind = \"illegal-move\"\nmove = \"{mv}\"\n"
        );
        ruled(&text, None).unwrap().rulings[0].must.clone().unwrap()
    };
    // The bishop was touched and has two legal moves along the pin.
    let bishop = ["d2b4", "d2c3"];
    assert_eq!(case("en", "Bd4"), bishop);
    assert_eq!(case("de", "Ld4"), bishop);
    assert_eq!(case("de", "Bd4"), bishop, "English where the language has no such letter");
    assert_eq!(case("fr", "Fd4"), bishop);
    assert_eq!(case("auto", "Ld4"), bishop);
    // In French the king is R, and no rook is there.
    assert!(case("fr", "Rd5").iter().all(|mv| mv.starts_with("e1")));
}

#[test]
fn a_time_control_without_a_unit_is_decided_or_refused() {
    let case = |ruleset: &str, control: &str, clock: &str| {
        let text = format!(
            "ruleset = \"{ruleset}\"\ntime_control = \"{control}\"\ndate = 2025-01-01\nmoves = \"1. e4 e5\"\n[[incident]]\nply = 2\nby = \
             \"white\"\nkind = \"illegal-move\"\nmove = \"Nf5\"\n{clock}"
        );
        ruled(&text, None)
    };
    let reading = |white: &str| {
        format!("[[clock]]\nevent = \"reading\"\nwhite = \"{white}\"\nblack = \"1:25:00\"\nply = 2\n")
    };
    for (ruleset, control, clock, rules, read) in [
        ("fide-2023-standard", "90+30", "", "fide-2023-standard", "5400+30"),
        ("fide-2023-rapid", "15+10", "", "fide-2023-rapid", "900+10"),
        ("fide-2023-standard", "90/30", "", "fide-2023-standard", "5400+30"),
        ("uscf-7-regular", "90/30", "", "uscf-7-regular", "90/1800"),
        ("fide", "90/30", "", "fide-2023-standard", "5400+30"),
        ("auto", "90m+30s", "", "fide-2023-standard", "90m+30s"),
        ("auto", "90+30", &*reading("1:29:00"), "fide-2023-standard", "5400+30"),
        ("FIDE", "90+30", &*reading("1:29:00"), "fide-2023-standard", "5400+30"),
    ] {
        let ruled = case(ruleset, control, clock).unwrap();
        assert_eq!(
            (&*ruled.ruleset, ruled.time_control.as_deref()),
            (rules, Some(read)),
            "{ruleset} {control}"
        );
        assert_eq!(
            ruled.notes.iter().any(|note| note.contains("is read as")),
            read != control,
            "{:?}",
            ruled.notes
        );
    }
    for (control, says) in [
        ("90+30", "write 90 minutes + 30 s (`90m+30s`, `5400+30`) or 90 seconds + 30 s (`90s+30s`)"),
        ("3+2", "write 3 minutes + 2 s (`3m+2s`, `180+2`) or 3 seconds + 2 s (`3s+2s`)"),
        ("90/30", "or 90 moves in 30 minutes (`90/30m`, `90/1800`)"),
    ] {
        let fault = case("auto", control, "").unwrap_err();
        assert!(fault.contains("case.toml:2:16: `time_control`") && fault.contains(says), "{fault}");
    }
}

#[test]
fn supervision_is_left_out_where_the_speed_has_none() {
    let case = |ruleset: &str| {
        ruled(
            &format!(
                "ruleset = \"{ruleset}\"\nsupervision = \"limited\"\ntime_control = \"5400+30\"\nmoves = \"1. e4\"\n[[incident]]\nply = 1\nby = \"white\"\nkind = \"resign\"\n"
            ),
            None,
        )
    };
    for ruleset in ["auto", "fide", "FIDE"] {
        let ruled = case(ruleset).unwrap();
        assert!(
            ruled.notes.iter().any(|note| note.contains("`supervision` is left out")),
            "{:?}",
            ruled.notes
        );
    }
    assert!(case("fide-2023-standard").unwrap_err().contains("has no full and limited supervision"));
}

/// The half-move that cannot be played is named, with what keeps it from being played, and not the one before it.
#[test]
fn what_cannot_be_played_out_is_named_itself() {
    let text = "ruleset = \"fide-2023-standard\"\nmoves = \"1. e4 e5 2. Qd5 a6 3. Rc5 a5 4. d3\"\n[[incident]]\nply = 6\n\
                by = \"white\"\nkind = \"resign\"\n";
    let fault = ruled(text, None).unwrap_err().to_string();
    assert!(fault.contains("4 only: 3. Rc5 does not fit"), "{fault}");
    assert!(fault.contains("no white rook can reach c5"), "{fault}");
}
