//! Ten disputes in a real browser, from the first page to the printed sheet: by mouse, by keyboard alone, and without a script,
//! on a phone, a tablet and a screen, light and dark.

use crate::browser::{self, fits, is_labelled, screen, wait};
use crate::client::{Desk, event};
use crate::driver::Browser;

const TAB: char = '\u{e004}';
const RETURN: char = '\u{e007}';

/// What happened, in the words that are typed; the kind that is chosen; and the answers, by the labels of their controls.
struct Step {
    typed: &'static str,
    kind: &'static str,
    answers: &'static [(&'static str, &'static str)],
}

/// A dispute about a board of the sample event, or about a game that is typed in.
struct Dispute {
    board: Option<&'static str>,
    game: &'static [(&'static str, &'static str)],
    steps: &'static [Step],
    /// What is to be read aloud.
    aloud: &'static str,
}

const GAME: (&str, &str) = ("Moves", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6");

const DISPUTES: [Dispute; 10] = [
    Dispute {
        board: Some("3.2"),
        game: &[],
        steps: &[Step {
            typed: "ilegal",
            kind: "Illegal move",
            answers: &[("By whom", "Black"), ("Move", "Nxd4")],
        }],
        aloud: "Black takes it back. Black has to play exd4. White's clock gets 2 minutes more.",
    },
    Dispute {
        board: None,
        game: &[GAME, ("Time control", "3m+2s"), ("Ruleset", "fide-2023-blitz"), ("Supervision", "Limited")],
        steps: &[Step {
            typed: "flag fell",
            kind: "Flag fall",
            answers: &[("By whom", "White"), ("White's clock", "0:00:00"), ("Black's clock", "0:00:41")],
        }],
        aloud: "White has lost on time: Black wins (0-1).",
    },
    Dispute {
        board: Some("3.1"),
        game: &[],
        steps: &[Step {
            typed: "threefold",
            kind: "Claim threefold",
            answers: &[("By whom", "Black"), ("Move", "Ng8")],
        }],
        aloud: "the position stood three times. The game is drawn.",
    },
    Dispute {
        board: Some("3.2"),
        game: &[],
        steps: &[Step {
            typed: "touched two pieces",
            kind: "Touch",
            answers: &[("By whom", "Black"), ("Squares", "e5 d4")],
        }],
        aloud: "Black has to play exd4.",
    },
    Dispute {
        board: Some("3.2"),
        game: &[],
        steps: &[Step { typed: "mobile rang", kind: "Phone rang", answers: &[("By whom", "White")] }],
        aloud: "White's device made a sound: Black wins (0-1).",
    },
    Dispute {
        board: None,
        game: &[GAME, ("Ruleset", "fide-2023-standard")],
        steps: &[
            Step {
                typed: "offered a draw",
                kind: "Draw offer",
                answers: &[("By whom", "White"), ("After move", "3. Bb5")],
            },
            Step {
                typed: "declined",
                kind: "Draw declined",
                answers: &[("By whom", "Black"), ("After move", "3. Bb5")],
            },
            Step {
                typed: "accepted the draw",
                kind: "Draw accepted",
                answers: &[("By whom", "Black"), ("After move", "3... a6")],
            },
        ],
        aloud: "There is no draw: no offer was open to Black. The game goes on.",
    },
    Dispute {
        board: None,
        game: &[("Ruleset", "fide-2023-standard")],
        steps: &[Step {
            typed: "came late",
            kind: "Late arrival",
            answers: &[("By whom", "Black"), ("Seconds", "2100")],
        }],
        aloud: "Black loses by forfeit: he came more than 30 minutes after the start of the round (1-0F).",
    },
    Dispute {
        board: None,
        game: &[GAME, ("Time control", "15m+10s"), ("Ruleset", "fide-2023-rapid"), ("Supervision", "Full")],
        steps: &[Step { typed: "both flags", kind: "Both flags", answers: &[] }],
        aloud: "The game is drawn: both flags are down",
    },
    Dispute {
        board: Some("3.2"),
        game: &[],
        steps: &[Step {
            typed: "pressed without moving",
            kind: "Pressed without moving",
            answers: &[("By whom", "Black")],
        }],
        aloud: "The clock was pressed without a move: Black still has to move.",
    },
    Dispute {
        board: None,
        game: &[GAME, ("Ruleset", "fide-2023-standard"), ("Time control", "90m+30s")],
        steps: &[Step { typed: "fifty moves", kind: "Claim fifty", answers: &[("By whom", "White")] }],
        aloud: "The claim is rejected: 2 half-moves without a capture and a pawn move, not 100.",
    },
];

/// How a page is used.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Mouse,
    Keyboard,
    WithoutScript,
}

/// A person at a browser.
struct Person<'b> {
    browser: &'b Browser,
    way: Way,
}

impl Person<'_> {
    /// Goes to a control by Tab.
    fn reach(&self, selector: &str) {
        for _ in 0..250 {
            if self.browser.eval(&format!("document.activeElement.matches({selector:?})")) == true {
                return;
            }
            self.browser.press(TAB);
        }
        panic!("{selector} is not reached by Tab: {}", self.browser.text("document.body.innerText"));
    }

    fn press(&self, selector: &str) {
        wait(self.browser, browser::SOON, &format!("!!document.querySelector({selector:?})"));
        if self.way == Way::Keyboard {
            self.reach(selector);
            self.browser.press(RETURN);
        } else {
            self.click(selector);
        }
    }

    /// Clicks on what a person would first scroll to: the first sentence of the ruling stays at the foot of a phone.
    fn click(&self, selector: &str) {
        self.browser
            .eval(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }})"));
        self.browser.click(selector);
    }

    /// Answers the question with this label.
    fn answer(&self, label: &str, text: &str) {
        let find = format!(
            "(function () {{ var l = Array.prototype.find.call(document.querySelectorAll('label'), function (l) \
             {{ return l.textContent.trim() === {label:?}; }}); return l ? l.htmlFor : ''; }}())"
        );
        wait(self.browser, browser::SOON, &format!("{find} !== ''"));
        let selector = format!("#{}", self.browser.text(&find));
        if self.way == Way::Keyboard {
            self.reach(&selector);
            text.chars().for_each(|key| self.browser.press(key));
            return;
        }
        let is_list = format!("document.querySelector({selector:?}).tagName === 'SELECT'");
        if self.browser.eval(&is_list) != true {
            self.browser.type_into(&selector, text);
            return;
        }
        let at = self.browser.eval(&format!(
            "Array.prototype.findIndex.call(document.querySelector({selector:?}).options, function (o) \
             {{ return o.text.startsWith({text:?}); }})"
        ));
        self.browser.click(&format!("{selector} option:nth-of-type({})", at.as_i64().unwrap() + 1));
    }

    /// Without a script the page is sent to be renewed.
    fn go_on(&self) {
        if self.way == Way::WithoutScript {
            self.click(".questions > button[value=continue]");
        }
    }

    fn looks_at_page(&self) {
        fits(self.browser);
        is_labelled(self.browser);
    }

    fn says_what_happened(&self, step: &Step) {
        self.answer("What happened", step.typed);
        self.go_on();
        let first =
            format!("document.querySelector('.kinds button').textContent.startsWith({:?})", step.kind);
        wait(self.browser, browser::SOON, &first);
        self.press(".kinds button");
        let chosen = format!("document.querySelector('h1').textContent === 'Ruling: {}'", step.kind);
        wait(self.browser, browser::SOON, &chosen);
        for (label, text) in step.answers {
            self.answer(label, text);
        }
        self.go_on();
    }

    /// From the first page to the sheet.
    fn settles(&self, desk: &Desk, dispute: &Dispute, entry: usize) {
        self.browser.open(&format!("http://{}/", desk.host));
        self.looks_at_page();
        match dispute.board {
            Some(board) => {
                self.press(&format!("[data-board='{board}'] a"));
                wait(self.browser, browser::SOON, &format!("document.title.startsWith('Board {board}')"));
                self.looks_at_page();
                self.press("a.main");
            }
            None => self.press("nav a[href='/rule']"),
        }
        wait(self.browser, browser::SOON, "!!document.querySelector('#f-what')");
        for (label, text) in dispute.game {
            self.answer(label, text);
        }
        for (at, step) in dispute.steps.iter().enumerate() {
            if at > 0 {
                self.press("button[value=then]");
                let listed = format!("document.querySelectorAll('[data-part=earlier] li').length === {at}");
                wait(self.browser, browser::SOON, &listed);
            }
            self.says_what_happened(step);
        }
        let aloud = format!(
            "(document.querySelector('.aloud') || document.body).textContent.includes({:?})",
            dispute.aloud
        );
        wait(self.browser, browser::SOON, &aloud);
        assert_eq!(self.browser.called(".ruling-now"), ("region".to_owned(), "Ruling".to_owned()));
        self.looks_at_page();
        self.answer("Arbiter", "A. Keller");
        self.press("button[value=record]");
        wait(self.browser, browser::SOON, &format!("location.pathname === '/ruling/{entry}'"));
        self.looks_at_page();
        let sheet = self.browser.text("document.body.innerText");
        assert!(sheet.contains(dispute.aloud) && sheet.contains("A. Keller"), "{sheet}");
        assert!(self.browser.pages() <= 2, "{} on {} pages", dispute.aloud, self.browser.pages());
    }
}

/// Settles all ten, each on another screen and on a desk of its own.
fn ten_disputes(way: Way) {
    let Some(browser) = browser::browser() else { return };
    let screens =
        [(390, "light"), (768, "dark"), (1300, "light"), (390, "dark"), (768, "light"), (1300, "dark")];
    for (dispute, (width, scheme)) in DISPUTES.iter().zip(screens.into_iter().cycle()) {
        let folder = event();
        let desk = Desk::start(folder.path());
        screen(&browser, width, scheme);
        if way == Way::WithoutScript {
            let off = serde_json::json!({ "value": true });
            browser.command("Emulation.setScriptExecutionDisabled", off);
        }
        Person { browser: &browser, way }.settles(&desk, dispute, 1);
    }
}

#[test]
fn by_mouse() {
    ten_disputes(Way::Mouse);
}

#[test]
fn by_keyboard_alone() {
    ten_disputes(Way::Keyboard);
}

#[test]
fn without_a_script() {
    ten_disputes(Way::WithoutScript);
}
