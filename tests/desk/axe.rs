//! axe-core, which looks for what keeps people with a screen reader or low sight out, finds nothing serious on any page.

use serde_json::Value;

use crate::browser::{browser, screen};
use crate::client::{Desk, event};
use crate::driver::Browser;

/// Every page, in the states that differ in what they show.
const PAGES: [&str; 18] = [
    "/",
    "/board/3.1",
    "/board/3.3",
    "/rule",
    "/rule?board=3.2",
    "/rule?kind=nothing&moves=1.+e4&clock_log=x&white_scoresheet=x&phone=loss",
    "/rule?board=3.2&kind=illegal-move&by=black&move=Nxd4",
    "/rule?kind=flag-fall&by=white&moves=1.+e4+e5&ruleset=fide-2023-blitz&time_control=3m%2B2s",
    "/rule?corrects=1",
    "/ruling/1",
    "/journal",
    "/journal?q=nxd4",
    "/results",
    "/results?player=Roe",
    "/laws",
    "/laws?put=begin",
    "/laws?q=touch&a=fide-2018-blitz&b=fide-2023-blitz&fen=8/8/8/5k2/8/8/6N1/5K2+w+-+-+0+1",
    "/none",
];

#[test]
fn axe_finds_nothing_serious_on_any_page() {
    let Some(axe) = std::env::var_os("FLAGFALL_AXE") else {
        eprintln!("SKIPPED: FLAGFALL_AXE does not name axe.min.js of axe-core (npm install axe-core)");
        return;
    };
    let axe = std::fs::read_to_string(axe).unwrap();
    let Some(browser) = browser() else { return };
    let folder = event();
    let results =
        "round,white,black,result\n1,Roe,Doe,1-0\n1,Poe,Coe,1/2-1/2\n2,Doe,Poe,0-1\n2,Coe,Roe,1/2-1/2\n";
    std::fs::write(folder.path().join("games.csv"), results).unwrap();
    let settings = "name = \"Lakeside Open\"\nsources = [\"round3.pgn\"]\nresults = [\"games.csv\"]\n";
    std::fs::write(folder.path().join("event.toml"), settings).unwrap();
    let desk = Desk::start(folder.path());
    let case = "board = \"3.2\"\n[[incident]]\nkind = \"illegal-move\"\nby = \"black\"\nmove = \"Nxd4\"\nafter = \"end\"\n";
    let recorded = desk.json("/api/rulings", &serde_json::json!({ "case": case, "who": "A. Keller" }));
    assert_eq!(recorded.status, 201, "{}", recorded.body);
    let mut serious = Vec::new();
    for (width, scheme) in [(390, "light"), (390, "dark"), (1300, "light"), (1300, "dark")] {
        screen(&browser, width, scheme);
        for page in PAGES {
            browser.open(&format!("http://{}{page}", desk.host));
            let found = serious_faults(&browser, &axe);
            serious.extend(found.into_iter().map(|fault| format!("{page} at {width} {scheme}: {fault}")));
        }
    }
    assert!(serious.is_empty(), "{}", serious.join("\n"));
    // It does find what is wrong: questions without their labels.
    browser.open(&format!("http://{}/rule", desk.host));
    browser.eval("document.querySelectorAll('label').forEach(function (label) { label.remove(); })");
    assert!(!serious_faults(&browser, &axe).is_empty());
}

/// What axe calls serious or critical on the page that is shown, with the elements.
fn serious_faults(browser: &Browser, axe: &str) -> Vec<String> {
    let found = browser.eval_later(&format!(
        "{axe}; axe.run(document, {{ resultTypes: ['violations'] }}).then(function (found) {{ done(found); }}, \
         function (why) {{ done(String(why)); }});"
    ));
    assert!(found["passes"].as_array().is_some_and(|passes| passes.len() > 5), "{found}");
    let violations = found["violations"].as_array().unwrap().iter();
    let serious = violations.filter(|one| ["serious", "critical"].map(Value::from).contains(&one["impact"]));
    serious.map(|one| format!("{} {}", one["help"], one["nodes"])).collect()
}
