//! The same facts under several rulesets, as tables of the page.

use maud::{Markup, html};

use crate::report::ruling::Heard;

pub(super) fn tables(_cases: &[Heard]) -> Markup {
    html! {}
}
