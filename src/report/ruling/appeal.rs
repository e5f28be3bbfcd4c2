//! The right of appeal in words, by the ruleset's own section.

use std::sync::Arc;

use crate::case::Kind;
use crate::ruleset::{Cited, Confidence};
use crate::rulings::{Adjudication, in_terms_of, spoken};

/// The players' right of appeal, with the articles.
pub(super) fn words(ruled: &Adjudication) -> String {
    let law = &ruled.rules.appeal;
    if *law.is_final {
        let decision = in_terms_of(&ruled.rules, "The arbiter's decision is final");
        return format!("{decision}{}.", cited(&law.is_final));
    }
    let mut words = format!("Either player may appeal against these decisions{}", cited(&law.is_final));
    match *law.window {
        0 => words.push_str("; when, how and to whom the regulations of the event say."),
        seconds => {
            let resuming = if *law.before_resuming { " and before play resumes" } else { "" };
            words.push_str(&format!(
                ", within {}{resuming}{}.",
                spoken(i64::from(seconds)),
                cited(&law.window)
            ));
        }
    }
    if *law.after_signing {
        words.push_str(&format!(
            " Having signed the scoresheet does not take that right away{}.",
            cited(&law.after_signing)
        ));
    }
    let claim = |name: &str| name == Kind::ClaimNoProgress.name();
    if !*law.against_no_progress && ruled.rulings.iter().any(|ruling| claim(ruling.kind)) {
        words.push_str(&format!(
            " The decision on a game without progress is final{}.",
            cited(&law.against_no_progress)
        ));
    }
    words
}

/// ` (11.10)`, with a remark if the text of the article was not verified.
fn cited<T>(value: &Cited<T>) -> String {
    let articles: Vec<&str> = value.articles.iter().map(Arc::as_ref).collect();
    let doubt = if value.confidence == Confidence::Unverified { ", not verified" } else { "" };
    format!(" ({}{doubt})", articles.join(", "))
}
