//! `/rule` without a script: the form, step by step.

use crate::client::{Desk, event};

#[test]
fn a_ruling_step_by_step() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let page = desk.get("/rule?board=3.2");
    assert!(page.body.contains("What happened") && page.body.contains(">Illegal move<"), "{}", page.body);
    let (cookie, token) = desk.form();
    // In plain words; the best first.
    let page =
        desk.post(&cookie, &[("token", &token), ("board", "3.2"), ("what", "ilegal"), ("do", "continue")]);
    assert_eq!(page.status, 200);
    let first = page.body.split("name=\"choose\" value=\"").nth(1).unwrap();
    assert!(first.starts_with("illegal-move\""), "{first}");
    let page = desk.post(
        &cookie,
        &[("token", &token), ("board", "3.2"), ("what", "ilegal"), ("choose", "illegal-move")],
    );
    for label in [
        "By whom",
        "After move",
        "Noticed after",
        "Noticed by",
        "Move",
        "Clock pressed",
        "White's clock",
        "Black's clock",
        "Note",
    ] {
        assert!(
            page.body.contains(&format!(">{label}</label>"))
                || page.body.contains(&format!(">{}</label>", label.replace('\'', "&#39;"))),
            "{label}"
        );
    }
    let fields = [
        ("token", token.as_str()),
        ("board", "3.2"),
        ("kind", "illegal-move"),
        ("by", "black"),
        ("move", "Nxd4"),
        ("nonce", "abc"),
    ];
    let page = desk.post(&cookie, &fields);
    assert!(page.body.contains("Illegal move Nxd4: Black takes it back."), "{}", page.body);
    assert!(page.body.contains("Was the clock pressed after it?") && page.body.contains("Record ruling"));
    // Recorded, and again by a double tap: one entry.
    let record = [&fields[..], &[("do", "record"), ("who", "A. Keller")]].concat();
    for _ in 0..2 {
        let sent = desk.post(&cookie, &record);
        assert_eq!((sent.status, sent.header("location")), (303, Some("/ruling/1")));
    }
    let sheet = desk.get("/ruling/1");
    assert!(
        sheet.body.contains("Correct this")
            && sheet.body.contains("A. Keller")
            && sheet.body.contains("Right of appeal")
    );
    assert_eq!(sheet.body.matches("<h1").count(), 1);
    let filled = desk.get("/rule?corrects=1");
    for part in [
        "value=\"Nxd4\"",
        "value=\"4. d4\"",
        "<option value=\"black\" selected>Black",
        "This corrects entry 1",
    ] {
        assert!(filled.body.contains(part), "{part}");
    }
    let journal = desk.get("/journal?q=nxd4");
    assert!(journal.body.contains("/ruling/1") && journal.body.contains("Coe, Bernd"));
}

#[test]
fn a_query_gives_the_ruling_and_asks_for_what_is_missing() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let page = desk.get("/rule?kind=flag-fall&by=white&moves=1.+e4+e5&time_control=3m%2B2s&ruleset=fide&white_clock=0:00&black_clock=1:00");
    assert!(page.body.contains("class=\"aloud\""), "{}", page.body);
    let page = desk.get("/rule?kind=illegal-move&moves=1.+e4");
    assert!(page.body.contains("No ruling yet. By whom: is missing"), "{}", page.body);
    // Seen from the one who did it, a case says; a form names the side.
    let page = desk.get("/rule?kind=illegal-move&by=black&noticed_by=player&moves=1.+e4&move=Ke4");
    assert!(page.body.contains("<option value=\"black\" selected>Black"), "{}", page.body);
}

#[test]
fn every_page_has_its_marks() {
    let folder = event();
    let desk = Desk::start(folder.path());
    for path in ["/", "/rule", "/rule?board=3.2&kind=touch", "/journal", "/board/3.1", "/none"] {
        let body = desk.get(path).body;
        assert!(
            body.contains("<html lang=\"en\">") && body.contains("<title>") && body.contains("<main"),
            "{path}"
        );
        assert_eq!(body.matches("<h1").count(), 1, "{path}");
        assert!(!body.contains("http://") && !body.contains("https://"), "{path}");
        assert!(!body.contains("style=\"") && !body.contains("onclick"), "{path}");
    }
    assert!(
        desk.get("/board/3.1").body.contains("<a class=\"main\" href=\"/rule?board=3.1\">What happened?</a>")
    );
}

/// One incident after another, one of them taken back, what the event announced, and all of it again when it is corrected.
#[test]
fn what_happened_before_is_put_aside_and_comes_back_in_a_correction() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::start(folder.path());
    let (cookie, token) = desk.form();
    let game =
        [("token", token.as_str()), ("moves", "1. e4 e5 2. Nf3 Nc6"), ("ruleset", "fide-2023-standard")];
    let offer = [
        ("kind", "draw-offer"),
        ("by", "white"),
        ("after", "2. Nf3"),
        ("white_clock", "1:20:00"),
        ("do", "then"),
    ];
    let page = desk.post(&cookie, &[&game[..], &offer[..]].concat());
    assert!(
        page.body.contains("Draw offer by White") && page.body.contains("Clocks: White 1:20:00"),
        "{}",
        page.body
    );
    assert!(!page.body.contains("value=\"2. Nf3\""), "the questions begin anew");
    let before = page.all_hidden("before");
    assert_eq!(before.len(), 2);
    let before: Vec<(&str, &str)> = before.iter().map(|one| ("before", one.as_str())).collect();
    let page = desk.post(&cookie, &[&game[..], &before[..], &[("forget", "1")]].concat());
    assert!(!page.body.contains("Clocks: White 1:20:00") && page.body.contains("Draw offer by White"));
    let accepted = [("kind", "draw-accepted"), ("by", "black"), ("no_draw_before", "30"), ("do", "record")];
    let sent = desk.post(&cookie, &[&game[..], &before[..], &accepted[..]].concat());
    assert_eq!((sent.status, sent.header("location")), (303, Some("/ruling/1")), "{}", sent.body);
    let entry = desk.get("/api/ruling/1").value();
    assert_eq!(entry["ruling"]["rulings"].as_array().unwrap().len(), 2);
    assert!(entry["case"].as_str().unwrap().contains("no_draw_before = 30"));
    let filled = desk.get("/rule?corrects=1");
    assert!(
        filled.body.contains("Draw offer by White") && filled.body.contains("value=\"30\""),
        "{}",
        filled.body
    );
    let forged =
        [("before", "{\"kind\":\"draw-offer\",\"no\":{\"a\":[1]}}"), ("before", "[[[["), ("do", "record")];
    let sent = desk.post(&cookie, &[&game[..], &forged[..], &[("kind", "resign"), ("by", "white")]].concat());
    assert_eq!(sent.status, 400, "{}", sent.body);
}

/// A log that shows a flag: nobody has to say anything for the record to speak.
#[test]
fn what_a_clock_log_shows_needs_no_incident() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::start(folder.path());
    let (cookie, token) = desk.form();
    let log = "event,side,white,black,ply\nstart,,0:01:00,0:01:00,0\npress,white,0:00:30,0:01:00,1\nflag,black,0:00:30,0:00:00,1\n";
    let fields = [
        ("token", token.as_str()),
        ("moves", "1. e4"),
        ("ruleset", "fide-2023-blitz"),
        ("supervision", "full"),
        ("time_control", "1m"),
        ("clock_log", log),
        ("choose", "nothing"),
    ];
    let page = desk.post(&cookie, &fields);
    assert!(page.body.contains("class=\"aloud\"") && page.body.contains("6."), "{}", page.body);
    let sent = desk.post(&cookie, &[&fields[..], &[("do", "record")]].concat());
    assert_eq!(sent.status, 303, "{}", sent.body);
    let filled = desk.get("/rule?corrects=1");
    assert!(
        filled.body.contains("flag,black,0:00:30")
            && filled.body.contains("aria-pressed=\"true\">Nothing was reported")
    );
}
