//! `adjudicate --verify`: compares rulings with the `[expected]` tables of the cases.

use std::io::Write;

use crate::case::Case;
use crate::report::visible;
use crate::rulings::{Adjudication, verify};

/// The comparison of a case with its `[expected]` table.
pub(super) struct Verdict {
    file: String,
    compared: bool,
    pub(super) differences: Vec<verify::Difference>,
}

/// Writes the comparison of each case, and the totals. `broken` cases could not be ruled on.
pub(super) fn write(out: &mut dyn Write, verdicts: &[Verdict], broken: usize) -> std::io::Result<()> {
    for verdict in verdicts {
        let word = match (verdict.compared, verdict.differences.is_empty()) {
            (false, _) => "nothing expected",
            (true, true) => "as expected",
            (true, false) => "DIFFERS",
        };
        writeln!(out, "{}: {word}", visible(&verdict.file))?;
        for difference in &verdict.differences {
            writeln!(
                out,
                "    {:<17} expected {}\n    {:<17} ruled    {}",
                difference.key,
                visible(&difference.expected),
                "",
                visible(&difference.ruled)
            )?;
        }
    }
    let compared = verdicts.iter().filter(|verdict| verdict.compared).count();
    let differ = verdicts.iter().filter(|verdict| !verdict.differences.is_empty()).count();
    let not_ruled = if broken > 0 { format!(", {broken} NOT RULED ON") } else { String::new() };
    writeln!(out, "{compared} cases compared, {} as expected, {differ} not{not_ruled}", compared - differ)
}

pub(super) fn failed(verdict: &Verdict, failed: &mut dyn FnMut(String)) {
    for difference in &verdict.differences {
        failed(format!(
            "{}: {}: expected {}, ruled {}",
            verdict.file, difference.key, difference.expected, difference.ruled
        ));
    }
}

/// Compares a ruling with the `[expected]` table of the case.
///
/// # Errors
/// If the `[expected]` table is invalid.
pub(super) fn compare(case: &Case, ruled: &Adjudication, file: &str) -> Result<Verdict, String> {
    let (compared, differences) = match &case.expected {
        None => (false, Vec::new()),
        Some(Ok(expected)) => (true, verify::differences(expected, ruled)),
        Some(Err(fault)) => return Err(fault.to_string()),
    };
    Ok(Verdict { file: file.to_owned(), compared, differences })
}
