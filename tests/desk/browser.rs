//! The desk in a real browser. Needs chromedriver (Debian: `chromium chromium-driver`); without it the tests say so and pass.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Desk, event};
use crate::driver::{self, Browser};

const TAB: char = '\u{e004}';
const RETURN: char = '\u{e007}';

fn browser() -> Option<Browser> {
    if !driver::is_there() {
        eprintln!("SKIPPED: there is no chromedriver here");
        return None;
    }
    Some(Browser::start())
}

fn screen(browser: &Browser, width: u32, scheme: &str) {
    let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 800 });
    browser.command("Emulation.setDeviceMetricsOverride", size);
    let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
    browser.command("Emulation.setEmulatedMedia", json!({ "features": features }));
}

/// Waits until a piece of script says `true`.
fn wait(browser: &Browser, most: Duration, script: &str) -> Duration {
    let began = Instant::now();
    while browser.eval(script) != true {
        assert!(began.elapsed() < most, "{script}: {}", browser.text("document.body.innerText"));
        std::thread::sleep(Duration::from_millis(20));
    }
    began.elapsed()
}

const SOON: Duration = Duration::from_secs(10);

fn fits(browser: &Browser) {
    let wide = browser.eval("document.documentElement.scrollWidth - window.innerWidth");
    assert!(wide.as_i64().unwrap() <= 0, "{} scrolls sideways by {wide}", browser.text("location.href"));
}

/// Every control of the page has a name.
fn is_labelled(browser: &Browser) {
    let nameless = "Array.prototype.filter.call(document.querySelectorAll('input:not([type=hidden]), select, textarea'), \
                    function (c) { return !c.labels.length; }).length";
    assert_eq!(browser.eval(nameless), 0);
    let silent = "Array.prototype.filter.call(document.querySelectorAll('button, a'), function (c) { return !c.textContent.trim(); }).length";
    assert_eq!(browser.eval(silent), 0);
    assert_eq!(browser.eval("document.querySelectorAll('h1').length"), 1);
    assert_eq!(browser.eval("document.querySelectorAll('main').length"), 1);
    let twice = "(function () { var ids = Array.prototype.map.call(document.querySelectorAll('[id]'), function (n) { return n.id; }); \
                 return ids.length - new Set(ids).size; }())";
    assert_eq!(browser.eval(twice), 0, "ids are unique");
}

#[test]
fn from_the_board_to_the_printed_sheet_on_every_screen() {
    let Some(browser) = browser() else { return };
    let folder = event();
    let desk = Desk::start(folder.path());
    for (at, (width, scheme)) in [(390, "light"), (768, "dark"), (1300, "light")].into_iter().enumerate() {
        screen(&browser, width, scheme);
        browser.open(&format!("http://{}/", desk.host));
        fits(&browser);
        is_labelled(&browser);
        browser.click("[data-board='3.2'] a");
        wait(&browser, SOON, "document.title.startsWith('Board 3.2')");
        fits(&browser);
        is_labelled(&browser);
        browser.click("a.main");
        wait(&browser, SOON, "!!document.querySelector('#f-what')");
        browser.type_into("#f-what", "ilegal");
        wait(&browser, SOON, "document.querySelectorAll('.kinds button').length < 10");
        wait(
            &browser,
            SOON,
            "document.querySelector('.kinds button').textContent.startsWith('Illegal move')",
        );
        browser.click(".kinds button");
        wait(&browser, SOON, "!!document.querySelector('#f-by')");
        assert_eq!(browser.called("#f-by"), ("combobox".to_owned(), "By whom".to_owned()));
        assert!(browser.called("#f-pressed").1.starts_with("Clock pressed"));
        assert_eq!(browser.called(".ruling-now"), ("region".to_owned(), "Ruling".to_owned()));
        browser.type_into("#f-by", "Black");
        browser.type_into("#f-move", "Nxd4");
        wait(
            &browser,
            SOON,
            "document.querySelector('.ruling-now').textContent.includes('Black takes it back')",
        );
        is_labelled(&browser);
        fits(&browser);
        browser.type_into("#f-who", "A. Keller");
        browser.click("button[value=record]");
        wait(&browser, SOON, &format!("location.pathname === '/ruling/{}'", at + 1));
        fits(&browser);
        is_labelled(&browser);
        assert!(browser.text("document.body.innerText").contains("A. Keller"));
    }
    assert!(browser.pages() <= 2);
    for path in ["/journal", "/results", "/laws?q=touch&a=fide-2018-blitz&b=fide-2023-blitz", "/none"] {
        screen(&browser, 390, "light");
        browser.open(&format!("http://{}{path}", desk.host));
        fits(&browser);
        is_labelled(&browser);
    }
}

#[test]
fn without_a_script() {
    let Some(browser) = browser() else { return };
    let folder = event();
    let desk = Desk::start(folder.path());
    screen(&browser, 390, "light");
    browser.command("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.open(&format!("http://{}/rule?board=3.2", desk.host));
    browser.type_into("#f-what", "mobile rang");
    browser.click(".questions > button[value=continue]");
    wait(&browser, SOON, "document.querySelector('.kinds button').textContent.startsWith('Phone rang')");
    browser.click(".kinds button");
    wait(&browser, SOON, "!!document.querySelector('#f-by')");
    browser.type_into("#f-by", "White");
    browser.click(".questions > button[value=continue]");
    wait(&browser, SOON, "!!document.querySelector('.aloud')");
    browser.click("button[value=record]");
    wait(&browser, SOON, "location.pathname === '/ruling/1'");
}

#[test]
fn by_keyboard_alone() {
    let Some(browser) = browser() else { return };
    let folder = event();
    let desk = Desk::start(folder.path());
    browser.open(&format!("http://{}/rule?board=3.2&kind=resign", desk.host));
    let reach = |selector: &str| {
        for _ in 0..120 {
            if browser.eval(&format!("document.activeElement.matches({selector:?})")) == true {
                return;
            }
            browser.press(TAB);
        }
        panic!("{selector} is not reached by Tab");
    };
    reach("#f-by");
    browser.press('W');
    wait(&browser, SOON, "!!document.querySelector('.aloud')");
    reach("button[value=record]");
    browser.press(RETURN);
    wait(&browser, SOON, "location.pathname === '/ruling/1'");
}

#[test]
#[cfg(unix)]
fn the_line_is_lost_and_comes_back_and_moves_are_shown_in_time() {
    let Some(browser) = browser() else { return };
    let folder = event();
    let desk = Desk::start(folder.path());
    let host = desk.host.clone();
    browser.open(&format!("http://{host}/"));
    let path = folder.path().join("round3.pgn");
    let text = std::fs::read_to_string(&path).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    std::fs::write(
        &path,
        text.replace("4. d4 {[%clk 1:27:45]} *", "4. d4 {[%clk 1:27:45]} exd4 {[%clk 1:27:00]} *"),
    )
    .unwrap();
    let took = wait(
        &browser,
        SOON,
        "document.querySelector(\"[data-board='3.2']\").textContent.includes('4... exd4')",
    );
    assert!(took < Duration::from_millis(2500), "{took:?}");
    drop(desk);
    let lost = "document.querySelector('[role=status]').textContent.startsWith('Line lost')";
    let took = wait(&browser, SOON, lost);
    assert!(took < Duration::from_secs(5), "{took:?}");
    let _again = Desk::with(folder.path(), &["--listen", &host]);
    wait(&browser, Duration::from_secs(20), "document.querySelector('[role=status]').textContent === ''");
}
