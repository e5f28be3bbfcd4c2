//! The pictures of docs/desk.md and the README, taken of the sample event. `FLAGFALL_BLESS=1` takes them anew.

use std::path::Path;

use crate::browser::{SOON, browser, screen, wait};
use crate::client::{Desk, event};

/// Each picture: its name, the width of the screen, the page, and what must be seen there.
const PICTURES: [(&str, u32, &str, &str); 3] = [
    ("boards", 390, "/", "may claim"),
    (
        "ruling",
        390,
        "/rule?board=3.2&kind=illegal-move&by=black&move=Nxd4#ruling-heading",
        "Black takes it back",
    ),
    ("table", 1300, "/rule?board=3.2&kind=illegal-move&by=black&move=Nxd4", "Black takes it back"),
];

#[test]
fn pictures_show_what_the_desk_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = std::fs::read_to_string(root.join("docs/desk.md")).unwrap();
    let file = |name: &str| root.join(format!("docs/pictures/desk-{name}.png"));
    let takes = std::env::var_os("FLAGFALL_BLESS").is_some();
    if let Some(browser) = browser() {
        let folder = event();
        let desk = Desk::start(folder.path());
        for (name, width, page, seen) in PICTURES {
            screen(&browser, width, "light");
            browser.open(&format!("http://{}{page}", desk.host));
            wait(&browser, SOON, &format!("document.body.innerText.includes({seen:?})"));
            let picture = browser.picture();
            if takes {
                std::fs::create_dir_all(root.join("docs/pictures")).unwrap();
                std::fs::write(file(name), picture).unwrap();
            }
        }
    }
    for (name, ..) in PICTURES {
        assert!(
            manual.contains(&format!("pictures/desk-{name}.png")),
            "docs/desk.md does not show desk-{name}.png"
        );
        let picture = std::fs::read(file(name)).unwrap();
        assert!(
            picture.starts_with(b"\x89PNG") && picture.len() < 200 << 10,
            "{name}: {} bytes",
            picture.len()
        );
    }
}
