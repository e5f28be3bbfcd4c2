//! The ruling sheet in a real browser: it renders, steps through the game, prints on one sheet, and hostile names stay text.
//! The page of a cross table: its first columns stay in sight, columns sort, cells lead to rows.
//!
//! Needs chromedriver (Debian: `chromium chromium-driver`), and a minute: `cargo test --test browser -- --ignored`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod driver;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use driver::Browser;
use libtest_mimic::{Arguments, Trial};

const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';

fn main() -> ExitCode {
    let args = Arguments::from_args();
    if (args.ignored || args.include_ignored) && !driver::is_there() {
        eprintln!("SKIPPED: there is no chromedriver here");
        return ExitCode::SUCCESS;
    }
    let trial = |name: &str, test: fn(&Browser)| {
        Trial::test(name, move || {
            test(&Browser::start());
            Ok(())
        })
        .with_ignored_flag(true)
    };
    let tests = vec![
        trial("renders_and_admits_nothing_else", renders_and_admits_nothing_else),
        trial("steps_through_the_game", steps_through_the_game),
        trial("prints_every_case_on_one_sheet", prints_every_case_on_one_sheet),
        trial("hostile_names_stay_text", hostile_names_stay_text),
        trial("compares_rulesets_in_a_table", compares_rulesets_in_a_table),
        trial("shows_a_cross_table_on_a_narrow_screen", shows_a_cross_table_on_a_narrow_screen),
    ];
    libtest_mimic::run(&args, tests).exit_code()
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings").join(name)
}

/// The address of the page for cases; `folder` holds it as long as it is looked at.
fn page(folder: &tempfile::TempDir, cases: &[&Path], more: &[&str]) -> String {
    let file = folder.path().join("sheet.html");
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .arg("adjudicate")
        .args(cases)
        .args(["--format", "html", "--today", "2026-09-01", "--output"])
        .arg(&file)
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    format!("file://{}", file.display())
}

fn renders_and_admits_nothing_else(browser: &Browser) {
    let folder = tempfile::tempdir().unwrap();
    let case = fixture("clock-log/log-second-stage-illegal.toml");
    browser.open(&page(&folder, &[&case], &[]));
    assert_eq!(browser.eval("document.querySelectorAll('article.sheet').length"), 1);
    assert_eq!(browser.eval("document.querySelectorAll('.position .board rect').length > 64"), true);
    assert_eq!(
        browser.eval("document.querySelector('.position use').getBoundingClientRect().width > 20"),
        true
    );
    assert_eq!(browser.eval("document.querySelectorAll('.chart polyline').length"), 2);
    assert!(browser.text("document.body.innerText").contains("Right of appeal"));
    // The policy let our own style and script through, and holds against any other.
    assert_eq!(browser.eval("document.querySelector('.steps').hidden"), false);
    assert!(browser.text("getComputedStyle(document.body).fontFamily").contains("Georgia"));
    let foreign = "(() => { const s = document.createElement('script'); s.textContent = 'window.foreign = 1'; \
                   document.body.append(s); return typeof window.foreign; })()";
    assert_eq!(browser.text(foreign), "undefined");
    // Every part that is drawn has its name for those who cannot see it.
    assert_eq!(
        browser.eval(
            "[...document.querySelectorAll('svg[role=img]')].every(s => s.querySelector('title').textContent)"
        ),
        true
    );
}

fn steps_through_the_game(browser: &Browser) {
    let folder = tempfile::tempdir().unwrap();
    let case = fixture("illegal-move/illegal-move-answered-standard.toml");
    browser.open(&page(&folder, &[&case], &[]));
    let shown = || browser.eval("Number(document.querySelector('article').dataset.shown)");
    let men = || browser.eval("document.querySelectorAll('.position use').length");
    let start = shown().as_i64().unwrap();
    assert!(start > 0);
    let picture = "document.querySelector('.position .pieces').innerHTML";
    let words = "document.querySelector('.position desc').textContent";
    let (before, said) = (browser.text(picture), browser.text(words));
    browser.press(RIGHT);
    assert_eq!(shown(), start + 1);
    assert_ne!(browser.text(picture), before);
    assert_ne!(browser.text(words), said);
    assert!(browser.text("document.querySelector('.where').textContent").starts_with("After "));
    browser.press(LEFT);
    assert_eq!(shown(), start);
    // What the script draws and says is what the page had come with.
    assert_eq!(browser.text(words), said);
    browser.press(HOME);
    assert_eq!((shown(), men()), (0.into(), 32.into()));
    browser.press(LEFT);
    assert_eq!(shown(), 0);
    browser.press(END);
    assert_eq!(shown(), browser.eval("document.querySelectorAll('.ply').length"));
    browser.eval("document.querySelector('[data-step=incident]').click()");
    assert_eq!(shown(), start);
    browser.eval("document.querySelectorAll('.ply')[0].click()");
    assert_eq!(shown(), 1);
}

fn prints_every_case_on_one_sheet(browser: &Browser) {
    let folder = tempfile::tempdir().unwrap();
    let cases: Vec<PathBuf> = walkdir::WalkDir::new(fixture(""))
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    let pages = |paths: &[&Path]| {
        browser.open(&page(&folder, paths, &[]));
        browser.pages()
    };
    let mut longer = Vec::new();
    // In several documents: the browser refuses to print a very long one.
    for some in cases.chunks(16) {
        let paths: Vec<&Path> = some.iter().map(PathBuf::as_path).collect();
        if pages(&paths) != some.len() {
            longer.extend(paths.iter().filter(|path| pages(&[path]) > 1).copied());
        }
    }
    assert!(longer.is_empty(), "more than a page: {longer:?}");
}

fn hostile_names_stay_text(browser: &Browser) {
    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("hostile.toml");
    let name = "</script><script>window.hostile = 1</script><img src=x onerror='window.hostile = 1'>";
    let move_text = "\"><b onmouseover=window.hostile=1>";
    let text = format!(
        "title = '''</title><script>window.hostile = 1</script>\" onload=\"window.hostile = 1'''\n\
         scoresheet = \"game.pgn\"\nruleset = \"fide-2023-standard\"\n\
         [[incident]]\nply = 2\nby = \"white\"\nkind = \"illegal-move\"\nmove = '''{move_text}'''\nnote = '''{name}'''\n"
    );
    std::fs::write(&case, text).unwrap();
    let game = format!(
        "[Event \"{name}\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n\
         [Result \"*\"]\n\n1. e4 e5 *\n"
    );
    std::fs::write(folder.path().join("game.pgn"), game).unwrap();
    browser.open(&page(&folder, &[&case], &[]));
    assert_eq!(browser.text("typeof window.hostile"), "undefined");
    assert_eq!(browser.eval("document.querySelectorAll('img, b, script').length"), 1);
    assert_eq!(browser.eval("document.querySelectorAll('article.sheet').length"), 1);
    let shown = browser.text("document.body.innerText");
    assert!(shown.contains(name) && shown.contains(move_text), "{shown}");
    assert!(browser.text("document.title").contains("</title><script>"));
    browser.press(HOME);
    browser.press(END);
    assert_eq!(browser.eval("document.querySelectorAll('img, b, script').length"), 1);
}

fn compares_rulesets_in_a_table(browser: &Browser) {
    let folder = tempfile::tempdir().unwrap();
    let case = fixture("illegal-move/rapid-first-illegal-2017.toml");
    let compared = ["--compare", "fide-2017-rapid,fide-2023-rapid,uscf-7-quick"];
    browser.open(&page(&folder, &[&case], &compared));
    assert_eq!(browser.eval("document.querySelectorAll('table.versus thead th').length"), 3);
}

fn shows_a_cross_table_on_a_narrow_screen(browser: &Browser) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.html");
    let event = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events/byes26.trf");
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["crosstable", "--format", "html", "--today", "2026-11-01", "--output"])
        .args([&file, &event])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    browser.open(&format!("file://{}", file.display()));
    // The policy let our own style and script through: a click sorts by points, the lowest first.
    let points = "[...document.querySelectorAll('thead button')].find(b => b.textContent === 'Pts')";
    let column = "[...document.querySelectorAll('td.points')].map(d => Number(d.textContent))";
    browser.eval(&format!("{points}.click()"));
    assert_eq!(browser.eval(&format!("{column}.every((n, i, all) => i === 0 || all[i - 1] <= n)")), true);
    // Rank and name stay where they are while the rounds pass below them.
    let left = "Math.round(document.querySelector('tbody .who').getBoundingClientRect().left)";
    browser.eval("document.querySelector('.scroll').style.width = '420px'");
    let before = browser.eval(left);
    browser.eval("document.querySelector('.scroll').scrollLeft = 200");
    assert_eq!(browser.eval("document.querySelector('.scroll').scrollLeft"), 200);
    assert_eq!(browser.eval(left), before);
    // A cell leads to the row of whom it names.
    let leads = "[...document.querySelectorAll('td a')].every(a => document.querySelector(a.getAttribute('href')) \
                 && a.title.startsWith('Round '))";
    assert_eq!(browser.eval(leads), true);
}
