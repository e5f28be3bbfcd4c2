//! Comparison of a ruling with an expected one. Only the given fields are compared.

use super::ruling::{Adjudication, Ruling, Sides};
use crate::case::Expected;

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The key of the `[expected]` table.
    pub key: &'static str,
    /// The expected value.
    pub expected: String,
    /// The value of the ruling.
    pub ruled: String,
}

/// All differences between the rulings and `expected`; empty if they agree.
pub fn differences(expected: &Expected, ruled: &Adjudication) -> Vec<Difference> {
    let mut differences = of_case(expected, ruled);
    differences.extend(of_ruling(expected, ruled));
    differences
}

fn of_case(expected: &Expected, ruled: &Adjudication) -> Vec<Difference> {
    let mut found = Vec::new();
    differ(&mut found, "result", expected.result.as_deref(), ruled.result.as_str());
    if let Some(check) = &expected.finding
        && !ruled.findings.iter().any(|finding| finding.check == check)
    {
        let checks: Vec<&str> = ruled.findings.iter().map(|finding| finding.check).collect();
        found.push(difference("finding", check, &checks.join(" ")));
    }
    let sheets = ruled.scoresheets.as_ref();
    let word = |count: Option<usize>| count.map_or("none".to_owned(), |count| count.to_string());
    for (key, wanted, got) in [
        ("first_divergence", expected.first_divergence, sheets.and_then(|sheets| sheets.first_divergence)),
        ("agreed_plies", expected.agreed_plies, sheets.map(|sheets| sheets.agreed_plies)),
    ] {
        if let Some(wanted) = wanted
            && got.and_then(|got| i64::try_from(got).ok()) != Some(wanted)
        {
            found.push(difference(key, &wanted.to_string(), &word(got)));
        }
    }
    found
}

/// The ruling on the incident that is named, or the one that fits best: one ruling has to fit everything.
fn of_ruling(expected: &Expected, ruled: &Adjudication) -> Vec<Difference> {
    if !says_something_of_a_ruling(expected) {
        return Vec::new();
    }
    let meant = |ruling: &&Ruling| expected.incident.is_none_or(|number| ruling.incident == Some(number));
    let best = ruled.rulings.iter().filter(meant).map(|ruling| one(expected, ruling)).min_by_key(Vec::len);
    best.unwrap_or_else(|| vec![difference("incident", "a ruling", "none")])
}

fn says_something_of_a_ruling(expected: &Expected) -> bool {
    expected.incident.is_some()
        || expected.decision.is_some()
        || expected.adjust_white.is_some()
        || expected.adjust_black.is_some()
        || expected.restore_ply.is_some()
        || expected.must.is_some()
        || expected.options_include.is_some()
        || expected.clock_white.is_some()
        || expected.clock_black.is_some()
        || expected.articles_any.is_some()
}

fn one(expected: &Expected, ruling: &Ruling) -> Vec<Difference> {
    let mut found = Vec::new();
    differ(&mut found, "decision", expected.decision.as_deref(), ruling.decision.word());
    let adjust: Sides<i64> = ruling.adjust.unwrap_or_default();
    for (key, wanted, got) in [
        ("adjust_white", expected.adjust_white, adjust.white),
        ("adjust_black", expected.adjust_black, adjust.black),
    ] {
        differ(&mut found, key, wanted.map(|wanted| wanted.to_string()).as_deref(), &got.to_string());
    }
    for (key, wanted, got) in [
        ("clock_white", expected.clock_white, ruling.clock.map(|clock| clock.white)),
        ("clock_black", expected.clock_black, ruling.clock.map(|clock| clock.black)),
    ] {
        if let Some(wanted) = wanted
            && got.is_none_or(|got| (got - wanted).abs() > 1.0)
        {
            found.push(difference(
                key,
                &wanted.to_string(),
                &got.map_or("none".to_owned(), |got| got.to_string()),
            ));
        }
    }
    let restore = ruling.restore.map_or("none".to_owned(), |ply| ply.to_string());
    differ(&mut found, "restore_ply", expected.restore_ply.map(|ply| ply.to_string()).as_deref(), &restore);
    lists(&mut found, expected, ruling);
    found
}

fn lists(found: &mut Vec<Difference>, expected: &Expected, ruling: &Ruling) {
    if let Some(must) = &expected.must {
        let mut wanted: Vec<String> = must.iter().map(|mv| mv.to_ascii_lowercase()).collect();
        wanted.sort();
        let got = ruling.must.clone().unwrap_or_default();
        differ(found, "must", Some(&wanted.join(" ")), &got.join(" "));
    }
    if let Some(options) = &expected.options_include
        && !options.iter().all(|option| ruling.options.contains(&option.as_str()))
    {
        found.push(difference("options_include", &options.join(" "), &ruling.options.join(" ")));
    }
    if let Some(articles) = &expected.articles_any
        && !ruling.articles.iter().any(|cited| articles.iter().any(|wanted| is_within(cited, wanted)))
    {
        let cited: Vec<&str> = ruling.articles.iter().map(|article| &**article).collect();
        found.push(difference("articles_any", &articles.join(" "), &cited.join(" ")));
    }
}

fn differ(found: &mut Vec<Difference>, key: &'static str, wanted: Option<&str>, got: &str) {
    if let Some(wanted) = wanted
        && wanted != got
    {
        found.push(difference(key, wanted, got));
    }
}

fn difference(key: &'static str, expected: &str, ruled: &str) -> Difference {
    Difference { key, expected: expected.to_owned(), ruled: ruled.to_owned() }
}

/// Whether `article` is `whole` or a sub-article of it: `14E2` under `14E`, `7.5.5` under `7.5`, not `7.10` under `7.1`.
/// Dots before letters do not count.
pub fn is_within(article: &str, whole: &str) -> bool {
    let (article, whole) = (plain(article), plain(whole));
    let Some(rest) = article.strip_prefix(whole.as_str()) else { return false };
    match (whole.chars().last(), rest.chars().next()) {
        (_, None) => true,
        (_, Some('.' | '-' | ':')) => true,
        (Some(last), Some(next)) => last.is_ascii_digit() != next.is_ascii_digit(),
        (None, Some(_)) => false,
    }
}

fn plain(article: &str) -> String {
    let mut out = String::with_capacity(article.len());
    let mut chars = article.trim().chars().peekable();
    while let Some(c) = chars.next() {
        if c == '.' && chars.peek().is_some_and(char::is_ascii_alphabetic) {
            continue;
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::is_within;

    #[test]
    fn sub_articles() {
        assert!(is_within("14E2", "14E"));
        assert!(is_within("7.5.5", "7.5"));
        assert!(is_within("7.4.b", "7.4b"));
        assert!(is_within("7.4b", "7.4.b"));
        assert!(is_within("10I2-I", "10I2"));
        assert!(is_within("A.4.2", "A.4"));
        assert!(is_within("9.1.b.3", "9.1"));
        assert!(is_within("ch11:15", "ch11"));
        assert!(!is_within("7.10", "7.1"));
        assert!(!is_within("14", "14E"));
        assert!(!is_within("", "14E"));
    }
}
