//! The desk in a real browser. Needs chromedriver (Debian: `chromium chromium-driver`); without it the tests say so and pass.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Desk, event};
use crate::driver::{self, Browser};

pub(crate) fn browser() -> Option<Browser> {
    if !driver::is_there() {
        eprintln!("SKIPPED: there is no chromedriver here");
        return None;
    }
    Some(Browser::start())
}

pub(crate) fn screen(browser: &Browser, width: u32, scheme: &str) {
    let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 800 });
    browser.command("Emulation.setDeviceMetricsOverride", size);
    let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
    browser.command("Emulation.setEmulatedMedia", json!({ "features": features }));
}

/// Waits until a piece of script says `true`.
pub(crate) fn wait(browser: &Browser, most: Duration, script: &str) -> Duration {
    let began = Instant::now();
    // A page that is just being loaded may lack what the script looks at.
    let quiet = format!("(function () {{ try {{ return ({script}); }} catch (e) {{ return false; }} }}())");
    while browser.eval(&quiet) != true {
        assert!(began.elapsed() < most, "{script}: {}", browser.text("document.body.innerText"));
        std::thread::sleep(Duration::from_millis(20));
    }
    began.elapsed()
}

pub(crate) const SOON: Duration = Duration::from_secs(10);

pub(crate) fn fits(browser: &Browser) {
    let wide = browser.eval("document.documentElement.scrollWidth - window.innerWidth");
    assert!(wide.as_i64().unwrap() <= 0, "{} scrolls sideways by {wide}", browser.text("location.href"));
}

/// Every control of the page has a name.
pub(crate) fn is_labelled(browser: &Browser) {
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
fn pages_fit_a_phone() {
    let Some(browser) = browser() else { return };
    let folder = event();
    let desk = Desk::start(folder.path());
    for path in ["/journal", "/results", "/laws?q=touch&a=fide-2018-blitz&b=fide-2023-blitz", "/none"] {
        screen(&browser, 390, "light");
        browser.open(&format!("http://{}{path}", desk.host));
        fits(&browser);
        is_labelled(&browser);
    }
}

/// Two arbiters rule on the same board at once: both are recorded, and each page shows what the other one recorded.
#[test]
fn two_tabs_at_once() {
    let Some(browser) = browser() else { return };
    let folder = event();
    let desk = Desk::start(folder.path());
    let board = browser.tab();
    browser.open(&format!("http://{}/board/3.2", desk.host));
    let mut tabs = Vec::new();
    for by in ["White", "Black"] {
        tabs.push(browser.new_tab());
        browser.open(&format!("http://{}/rule?board=3.2&kind=phone-rang", desk.host));
        browser.type_into("#f-by", by);
        wait(&browser, SOON, &format!("document.body.textContent.includes(\"{by}'s device made a sound\")"));
    }
    for (at, tab) in tabs.iter().enumerate() {
        browser.switch(tab);
        browser.click("button[value=record]");
        wait(&browser, SOON, &format!("location.pathname === '/ruling/{}'", at + 1));
    }
    browser.switch(&board);
    wait(&browser, SOON, "document.querySelectorAll(\"a[href^='/ruling/']\").length === 2");
    let entries = desk.get("/api/journal").value();
    assert_eq!(entries["entries"].as_array().unwrap().len(), 2);
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
