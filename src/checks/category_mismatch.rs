use super::prelude::*;
use crate::ruleset::Rules;

check! {
    /// The time control does not belong to the category that the ruleset or the event's name states.
    ///
    /// ## Why it matters
    /// Standard, rapid and blitz have different penalties and rating lists. A blitz game judged by the rules of rapid
    /// play gets the wrong ruling.
    ///
    /// ## Example
    /// A quarter of an hour is not blitz:
    /// ```pgn
    /// [Event "City Blitz"]
    /// [TimeControl "900+10"]
    ///
    /// 1. e4 e5
    /// ```
    /// In order:
    /// ```pgn
    /// [Event "City Rapid"]
    /// [TimeControl "900+10"]
    ///
    /// 1. e4 e5
    /// ```
    ///
    /// ## What to do
    /// Correct the tag, or choose the ruleset of the time control that was played.
    id: "category-mismatch", severity: Warning, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(time) = game.time.playing_time().map(|time| time.white) else { return };
    let Some(control) = game.time.control() else { return };
    if game.forced {
        if !game.rules.is_of_speed(&time) {
            let message = format!("{control} is not a time control of {}", game.rules.id);
            out.add(&CHECK, Anchor::Tag("TimeControl"), message)
                .data("expected", game.rules.category.to_string());
        }
        return;
    }
    let Some(named) = game.tag("Event").and_then(|event| named_category(&event)) else {
        return;
    };
    if let Some(found) = category(game.rules).filter(|found| *found != named) {
        if game.tag("Site").is_some_and(|site| on_the_web(&site)) {
            return;
        }
        let message = format!("the event is called {named}, and {control} is a {found} time control");
        out.add(&CHECK, Anchor::Tag("TimeControl"), message).data("expected", named).data("found", found);
    }
}

/// The category of the chosen rules, in FIDE's words. The rules were chosen by the time control.
fn category(rules: &Rules) -> Option<&'static str> {
    Some(match rules.category.as_ref() {
        "standard" | "regular" => "standard",
        "rapid" | "quick" => "rapid",
        "blitz" => "blitz",
        _ => return None,
    })
}

/// Whether a Site is an address on the web: `https://lichess.org/abc`, `Chess.com`.
fn on_the_web(site: &str) -> bool {
    let site = site.trim().to_ascii_lowercase();
    let host = site.split(['/', ':']).next().unwrap_or_default();
    let domain = |end: &str| host.len() > end.len() && host.ends_with(end);
    site.contains("://") || host.starts_with("www.") || [".com", ".org", ".net"].into_iter().any(domain)
}

/// The category that the words of the event's name state, if they state exactly one.
fn named_category(event: &str) -> Option<&'static str> {
    let mut named = None;
    for word in event.split(|c: char| !c.is_alphanumeric()) {
        let category = match word.len() {
            5 if word.eq_ignore_ascii_case("blitz") => "blitz",
            5 if word.eq_ignore_ascii_case("rapid") => "rapid",
            9 if word.eq_ignore_ascii_case("classical") => "standard",
            _ => continue,
        };
        if named.is_some_and(|other| other != category) {
            return None;
        }
        named = Some(category);
    }
    named
}
