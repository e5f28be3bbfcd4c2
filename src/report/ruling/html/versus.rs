//! The comparison of rulesets, as tables of the page.

use maud::{Markup, html};

use crate::report::ruling::Heard;
use crate::report::ruling::versus::{self, Versus};
use crate::report::visible;

pub(super) fn tables(cases: &[Heard]) -> Markup {
    html! { @for versus in versus::all(cases) { (one(&versus)) } }
}

fn one(versus: &Versus) -> Markup {
    html! {
        article.sheet {
            header {
                p.what { "The same facts under several rulesets" }
                h1 { (visible(&versus.title)) }
            }
            ul { @for (name, value) in &versus.facts { li { (name) ": " (visible(value)) } } }
            div.scroll role="region" aria-label="Comparison" tabindex="0" {
                table.versus {
                    thead {
                        tr {
                            td {}
                            @for ruleset in &versus.rulesets { th scope="col" { (visible(ruleset)) } }
                        }
                    }
                    tbody {
                        @for row in &versus.rows {
                            tr.rule[!row.is_heading] {
                                @if row.is_heading {
                                    th scope="rowgroup" colspan=(versus.rulesets.len() + 1) { (visible(&row.name)) }
                                } @else {
                                    th scope="row" { (visible(&row.name)) }
                                    @for cell in &row.cells { td { (visible(cell)) } }
                                }
                            }
                        }
                    }
                }
            }
            @if !versus.differences.is_empty() {
                h2 { "What makes the difference" }
                dl {
                    @for decisive in &versus.differences {
                        dt { (visible(&decisive.about)) }
                        @for (rulesets, says) in &decisive.says {
                            dd { strong { (visible(rulesets)) } ": " (visible(says)) }
                        }
                    }
                }
            }
            @for note in &versus.notes { p { (visible(note)) } }
        }
    }
}
