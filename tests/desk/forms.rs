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
