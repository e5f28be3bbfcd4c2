//! Repairs: as quick fixes, all certain ones at once, and as formatting.

use std::ops::Range;

use serde_json::{Value, json};

use super::diagnostics::place;
use super::message::written;
use super::text::{Encoding, Text};
use crate::checks::{Edit, Finding};
use crate::repair::Chosen;

/// The kind of action that makes every certain repair of a document.
pub(super) const FIX_ALL: &str = "source.fixAll.flagfall";

/// The kind of action that makes one repair.
pub(super) const QUICK_FIX: &str = "quickfix";

/// Checks of how a move is written. Their certain repairs are what formatting does.
const FORM: [&str; 3] = ["nonstandard-notation", "overspecified-move", "wrong-check-suffix"];

/// Whether a client that asks for the kinds `only` wants actions of `kind`: those it names, and those below them.
pub(super) fn wanted(only: Option<&Value>, kind: &str) -> bool {
    let Some(only) = only.and_then(Value::as_array) else { return true };
    only.iter().filter_map(Value::as_str).any(|named| {
        kind.strip_prefix(named)
            .is_some_and(|rest| named.is_empty() || rest.is_empty() || rest.starts_with('.'))
    })
}

/// The repairs of the findings that touch `range`, each with the diagnostic that `diagnosed` makes of its finding.
pub(super) fn quick_fixes(
    findings: &[Finding],
    range: Range<usize>,
    text: &Text,
    encoding: Encoding,
    uri: &str,
    diagnosed: &dyn Fn(&Finding) -> Vec<Value>,
) -> Vec<Value> {
    let touches = |finding: &&Finding| {
        let place = place(finding, text);
        place.start <= range.end && range.start <= place.end
    };
    let fix = |finding: &Finding| {
        let fix = finding.fix.as_ref()?;
        let certain = if fix.safe { "" } else { " (not certain)" };
        Some(json!({
            "title": format!("{}{certain}", fix.title),
            "kind": QUICK_FIX,
            "isPreferred": fix.safe,
            "diagnostics": diagnosed(finding),
            "edit": { "changes": { uri: text_edits(&fix.edits, text, encoding) } },
        }))
    };
    findings.iter().filter(touches).filter_map(fix).collect()
}

/// The action that makes every certain repair; `None` if there is none to make.
pub(super) fn fix_all(findings: &[Finding], text: &Text, encoding: Encoding, uri: &str) -> Option<Value> {
    let edits = certain(findings.iter());
    (!edits.is_empty()).then(|| {
        json!({
            "title": "Make all certain repairs",
            "kind": FIX_ALL,
            "edit": { "changes": { uri: text_edits(&edits, text, encoding) } },
        })
    })
}

/// The edits that write each move as PGN exports it.
pub(super) fn formatting(findings: &[Finding], text: &Text, encoding: Encoding) -> Value {
    let edits = certain(findings.iter().filter(|finding| FORM.contains(&finding.check)));
    text_edits(&edits, text, encoding)
}

/// The edits of certain repairs that can be made together.
fn certain<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Edit> {
    let mut chosen = Chosen::default();
    for fix in findings.filter_map(|finding| finding.fix.as_ref()).filter(|fix| fix.safe) {
        chosen.take(fix);
    }
    chosen.into_edits()
}

fn text_edits(edits: &[Edit], text: &Text, encoding: Encoding) -> Value {
    let mut positions = text.positions(encoding);
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(text.as_str().len());
    edits
        .iter()
        .map(|edit| {
            let range = written(positions.range(place(edit.offset)..place(edit.end())));
            json!({ "range": range, "newText": edit.text })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_asked_for_by_their_beginnings() {
        let wants = |only: Value| (wanted(Some(&only), QUICK_FIX), wanted(Some(&only), FIX_ALL));
        assert_eq!(wants(json!(["quickfix"])), (true, false));
        assert_eq!(wants(json!(["source.fixAll"])), (false, true));
        assert_eq!(wants(json!(["source.fix", "refactor"])), (false, false));
        assert_eq!(wants(json!([""])), (true, true));
        assert!(wanted(None, FIX_ALL));
    }
}
