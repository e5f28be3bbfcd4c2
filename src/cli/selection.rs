//! Which checks run: `--select` and `--ignore`, and what to report if an id is unknown.

use crate::checks::Check;
pub use crate::ruleset::nearest;

/// An id that no check has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no check is called {id}{}", did_you_mean(.nearest.as_deref()))]
pub struct UnknownCheck {
    /// What was asked for.
    pub id: String,
    /// The most similar id.
    pub nearest: Option<String>,
}

/// The checks that were selected and not ignored, in the order of `checks`; all of them if none was selected.
///
/// # Errors
/// At the first id that no check has.
pub fn selected<'c>(
    checks: &'c [Check],
    select: Option<&[String]>,
    ignore: Option<&[String]>,
) -> Result<Vec<&'c Check>, UnknownCheck> {
    for list in [select, ignore].into_iter().flatten() {
        known(checks, list)?;
    }
    let named =
        |list: Option<&[String]>, check: &Check| list.map(|list| list.iter().any(|id| id.trim() == check.id));
    let wanted = |check: &&Check| {
        named(select, check).unwrap_or(check.by_default) && !named(ignore, check).unwrap_or(false)
    };
    Ok(checks.iter().filter(wanted).collect())
}

/// Checks that every id names a check; surrounding blanks and empty entries are ignored.
///
/// # Errors
/// At the first id that no check has.
pub fn known(checks: &[Check], ids: &[String]) -> Result<(), UnknownCheck> {
    let strange = ids
        .iter()
        .map(|id| id.trim())
        .find(|id| !id.is_empty() && !checks.iter().any(|check| check.id == *id));
    match strange {
        None => Ok(()),
        Some(id) => {
            let nearest = nearest(id, checks.iter().map(|check| check.id)).map(str::to_owned);
            Err(UnknownCheck { id: id.to_owned(), nearest })
        }
    }
}

/// `; did you mean illegal-move?`
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|nearest| format!("; did you mean {nearest}?")).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::checks::{On, Severity};

    fn check(id: &'static str) -> Check {
        Check { id, severity: Severity::Error, doc: "", on: On::Run, by_default: id != "near-duplicate" }
    }

    fn ids(words: &[&str]) -> Option<Vec<String>> {
        Some(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn selects_and_ignores() {
        let checks = ["syntax", "illegal-move", "clock-gain"].map(check);
        let run = |select: Option<Vec<String>>, ignore: Option<Vec<String>>| {
            let chosen = selected(&checks, select.as_deref(), ignore.as_deref())?;
            Ok::<_, UnknownCheck>(chosen.iter().map(|check| check.id).collect::<Vec<_>>())
        };
        assert_eq!(run(None, None).unwrap().len(), 3);
        assert_eq!(run(ids(&["clock-gain", " syntax", ""]), None).unwrap(), ["syntax", "clock-gain"]);
        assert_eq!(run(ids(&["clock-gain", "syntax"]), ids(&["syntax"])).unwrap(), ["clock-gain"]);
        assert_eq!(run(None, ids(&["syntax"])).unwrap(), ["illegal-move", "clock-gain"]);
        let unknown = run(None, ids(&["syntax", "ilegal-move"])).unwrap_err();
        assert_eq!(unknown.to_string(), "no check is called ilegal-move; did you mean illegal-move?");
        let unknown = run(ids(&["zzz"]), None).unwrap_err();
        assert_eq!(unknown.to_string(), "no check is called zzz");
    }
}
