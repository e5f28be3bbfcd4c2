//! How much the suites that try many things try.

/// `few` where somebody waits for the tests, `many` where `FLAGFALL_THOROUGH` is set, as in `.ci/run`.
pub(crate) fn amount(few: usize, many: usize) -> usize {
    if std::env::var_os("FLAGFALL_THOROUGH").is_some() { many } else { few }
}

/// For `step_by`: one of `step` things is tried, or each where `FLAGFALL_THOROUGH` is set.
pub(crate) fn every(step: usize) -> usize {
    amount(step, 1)
}
