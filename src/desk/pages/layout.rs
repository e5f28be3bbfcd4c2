//! What all pages have: head, navigation, the state of the line.

use maud::{DOCTYPE, Markup, html};

use crate::desk::state::Desk;
use crate::report::ruling::page_parts::symbols;
use crate::report::{shown, visible};

/// Most characters of a title.
const TITLE: usize = 120;

/// The pages that every page leads to.
const PLACES: [(&str, &str); 5] =
    [("/", "Boards"), ("/rule", "Rule"), ("/journal", "Journal"), ("/results", "Results"), ("/laws", "Laws")];

/// A page.
pub(super) struct Page<'p> {
    pub(super) title: &'p str,
    /// None where nothing of the event is shown.
    pub(super) desk: Option<&'p Desk>,
    pub(super) content: Markup,
    /// Whether it changes by itself.
    pub(super) is_live: bool,
}

impl Page<'_> {
    pub(super) fn html(self) -> String {
        let event = self.desk.map(|desk| desk.event.title().to_owned());
        let read_only = self.desk.and_then(|desk| desk.read_only.as_deref());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (shown(self.title, TITLE)) @if let Some(event) = &event { " – " (shown(event, TITLE)) } }
                    link rel="stylesheet" href="/assets/sheet.css";
                    link rel="stylesheet" href="/assets/desk.css";
                    script src="/assets/desk.js" defer {}
                }
                body {
                    (symbols())
                    @if self.desk.is_some() {
                        a.skip href="#main" { "To the content" }
                        nav aria-label="Desk" {
                            strong { (visible(event.as_deref().unwrap_or_default())) }
                            ul { @for (path, name) in PLACES { li { a href=(path) { (name) } } } }
                        }
                    }
                    @if let Some(why) = read_only {
                        p.notice { "Read-only: nothing is recorded here, because " (visible(why)) "." }
                    }
                    p.line role="status" data-live[self.is_live] {}
                    main id="main" { (self.content) }
                }
            }
        }
        .into_string()
    }
}
