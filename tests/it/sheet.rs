//! The ruling sheet in text, Markdown and HTML: all three say the same, and what comes from outside stays text.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings").join(name)
}

fn ruled(case: &Path, format: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .arg("adjudicate")
        .arg(case)
        .args(["--today", "2026-09-01", "--format", format])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a reader sees of a page, tags and entities resolved.
fn seen(html: &str) -> String {
    let body = html.split("<main>").nth(1).unwrap().split("</main>").next().unwrap();
    let mut text = String::new();
    for (at, part) in body.split('<').enumerate() {
        let after = if at == 0 { part } else { part.split_once('>').map_or("", |(_, after)| after) };
        text.push_str(after);
        text.push(' ');
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    joined(&text)
}

/// What a reader sees of Markdown.
fn rendered(markdown: &str) -> String {
    let text = markdown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' || chars.peek().is_none_or(|next| next.is_alphanumeric()) {
            out.push(c);
        }
    }
    joined(&out)
}

#[test]
fn the_three_formats_say_the_same() {
    for name in [
        "illegal-move/illegal-pinned-knight-captures.toml",
        "clock-log/log-second-stage-illegal.toml",
        "draw-offer/offer-before-moving-then-accepted.toml",
        "draw-claim/no-progress-claim-rook-ending.toml",
        "two-scoresheets/sheets-five-illegible-uscf.toml",
        "conduct/result-arranged-beforehand.toml",
        "adjournment/sealed-move-ambiguous-uscf.toml",
        "flag/flag-in-forced-stalemate.toml",
    ] {
        let case = fixture(name);
        let facts: Value = serde_json::from_str(&ruled(&case, "json")).unwrap();
        let readings = [
            ("text", joined(&ruled(&case, "text"))),
            ("markdown", rendered(&ruled(&case, "markdown"))),
            ("html", seen(&ruled(&case, "html"))),
        ];
        for (format, reading) in &readings {
            let says = |what: &str| {
                assert!(reading.contains(&joined(what)), "{name} in {format}: {what}\n{reading}")
            };
            says(facts["title"].as_str().unwrap());
            says("may appeal");
            for ruling in facts["rulings"].as_array().unwrap() {
                ruling["reasons"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .for_each(|reason| says(reason.as_str().unwrap()));
                ruling["articles"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .for_each(|number| says(number.as_str().unwrap()));
            }
        }
    }
}

#[test]
fn what_is_left_to_the_arbiter_the_clocks_and_the_appeal_are_said() {
    let readings = [
        joined(&ruled(&fixture("clock-log/log-second-stage-illegal.toml"), "text")),
        seen(&ruled(&fixture("clock-log/log-second-stage-illegal.toml"), "html")),
    ];
    for reading in readings {
        assert!(reading.contains("Clocks White 0:27:32, Black 0:20:30"), "{reading}");
        assert!(reading.contains("The clocks are set to White 0:29:32, Black 0:20:00."), "{reading}");
        // FIDE 11.10; the Laws leave time and way to the regulations.
        assert!(
            reading.contains("(11.10); when, how and to whom the regulations of the event say"),
            "{reading}"
        );
    }
    let uscf = joined(&ruled(&fixture("draw-claim/threefold-wrong-uscf.toml"), "text"));
    assert!(uscf.contains("(21H), within 30 minutes and before play resumes (21H1)."), "{uscf}");
    let options = joined(&ruled(&fixture("draw-claim/no-progress-claim-rook-ending.toml"), "text"));
    assert!(options.contains("Open to the arbiter: - a draw"), "{options}");
}

#[test]
fn the_page_stands_by_itself() {
    let page = ruled(&fixture("clock-log/log-second-stage-illegal.toml"), "html");
    let policy = page.split("http-equiv=\"Content-Security-Policy\" content=\"").nth(1).unwrap();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe-inline")
    );
    // The only address is the name of SVG, which nobody fetches.
    let addresses = page.matches("://").count();
    assert_eq!((addresses, page.matches("http://www.w3.org/2000/svg").count()), (1, 1));
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (1, 1));
    assert!(!page.contains(" style=") && !page.contains(" onclick="));
    // Without scripts the position of the incident stands on the board, man by man.
    let board = page.split("<svg class=\"board\"").nth(1).unwrap().split("</svg>").next().unwrap();
    let fen = page.split("data-ply=\"87\" data-fen=\"").nth(1).unwrap().split('"').next().unwrap();
    let men = fen.chars().filter(char::is_ascii_alphabetic).count();
    assert_eq!(board.matches("<use ").count(), men);
    assert!(board.contains("Black: king h7, queen b8, rook b7, rook d8, bishop e7"), "{board}");
}

#[test]
fn hostile_text_is_text_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let name = "</script><script>alert(1)</script>";
    let game = format!("[White \"{name}\"]\n[Black \"\u{202e}evil\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    std::fs::write(folder.path().join("game.pgn"), game).unwrap();
    let case = folder.path().join("case.toml");
    let text = format!(
        "title = '''{name}'''\nscoresheet = \"game.pgn\"\n[[incident]]\nply = 2\nby = \"white\"\nkind = \"illegal-move\"\n\
         move = '''\" onload=\"alert(1)'''\nnote = '''*{name}* | `x`'''\n"
    );
    std::fs::write(&case, text).unwrap();
    let html = ruled(&case, "html");
    assert_eq!((html.matches("<script").count(), html.matches("</script").count()), (1, 1));
    assert!(!html.contains("\" onload=\"") && seen(&html).contains(name));
    let markdown = ruled(&case, "markdown");
    assert!(!markdown.contains("<script") && rendered(&markdown).contains(name));
    for format in ["text", "markdown", "html"] {
        assert!(!ruled(&case, format).contains('\u{202e}'), "{format}");
    }
}

#[test]
fn several_cases_are_a_sheet_each_and_a_broken_one_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.toml");
    std::fs::write(&broken, "moves = \"1. e4\"\n[[incident]]\nply = 9\nby = \"white\"\nkind = \"resign\"\n")
        .unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .arg("adjudicate")
        .args([&fixture("ending/resigns-against-bare-king.toml"), &broken])
        .args(["--format", "html"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let html = String::from_utf8(output.stdout).unwrap();
    assert_eq!(html.matches("<article class=\"sheet").count(), 2);
    assert!(
        seen(&html).contains("Not ruled on: ") && seen(&html).contains("9 half-moves, and the record has 1")
    );
}
