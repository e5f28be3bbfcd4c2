//! Controls of forms: a label, a hint, and the value that was sent.

use maud::{Markup, html};

/// A choice: its value and what it says.
pub(super) type Choice = (String, String);

/// A control of a form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Control<'c> {
    pub(super) name: &'c str,
    pub(super) label: &'c str,
    pub(super) hint: &'c str,
    pub(super) value: &'c str,
}

impl Control<'_> {
    fn labelled(&self, control: &Markup) -> Markup {
        html! {
            div.control {
                label for={ "f-" (self.name) } { (self.label) }
                (control)
                @if !self.hint.is_empty() { small id={ "h-" (self.name) } { (self.hint) } }
            }
        }
    }

    fn described(&self) -> Option<String> {
        (!self.hint.is_empty()).then(|| format!("h-{}", self.name))
    }

    /// One line of text.
    pub(super) fn text(&self, placeholder: &str) -> Markup {
        self.labelled(&html! {
            input id={ "f-" (self.name) } name=(self.name) value=(self.value) autocomplete="off" spellcheck="false"
                placeholder=[(!placeholder.is_empty()).then_some(placeholder)] aria-describedby=[self.described()];
        })
    }

    /// Several lines of text.
    pub(super) fn lines(&self) -> Markup {
        self.labelled(&html! {
            textarea id={ "f-" (self.name) } name=(self.name) rows="3" spellcheck="false"
                aria-describedby=[self.described()] { "\n" (self.value) }
        })
    }

    /// One line of text, with values to choose from.
    pub(super) fn suggested(&self, values: &[String]) -> Markup {
        self.labelled(&html! {
            input id={ "f-" (self.name) } name=(self.name) value=(self.value) autocomplete="off"
                list={ "l-" (self.name) } aria-describedby=[self.described()];
            datalist id={ "l-" (self.name) } { @for value in values { option value=(value) {} } }
        })
    }

    /// One of several. A value that is none of them is shown as it was sent.
    pub(super) fn one_of(&self, choices: &[Choice]) -> Markup {
        let is_known = choices.iter().any(|(value, _)| value == self.value);
        self.labelled(&html! {
            select id={ "f-" (self.name) } name=(self.name) aria-describedby=[self.described()] {
                @for (value, words) in choices {
                    option value=(value) selected[value == self.value] { (words) }
                }
                @if !is_known { option value=(self.value) selected { (self.value) } }
            }
        })
    }
}

/// A choice of words that say what the value says.
pub(super) fn choice(value: &str, words: impl Into<String>) -> Choice {
    (value.to_owned(), words.into())
}
