//! What a rulebook calls its officials and itself: FIDE has an arbiter and the Laws, US Chess a director and the rules.

use super::ruling::Ruling;
use super::words::capital;
use crate::ruleset::Rules;

/// FIDE's terms, and those of US Chess for the same.
const US_CHESS: [(&str, &str); 2] = [("the Laws", "the rules"), ("arbiter", "director")];

/// A sentence of a ruling in the terms of the rules that are applied.
pub fn in_terms_of(rules: &Rules, sentence: &str) -> String {
    if *rules.family != *"uscf" {
        return sentence.to_owned();
    }
    let mut said = sentence.to_owned();
    for (fide, us_chess) in US_CHESS {
        said = said.replace(fide, us_chess).replace(&capital(fide), &capital(us_chess));
    }
    said
}

impl Ruling {
    /// Puts every sentence into the terms of the rules.
    pub(super) fn put_in_terms_of(&mut self, rules: &Rules) {
        let sentences = self.reasons.iter_mut().chain(&mut self.assumed).chain([&mut self.ruling]);
        sentences.for_each(|sentence| *sentence = in_terms_of(rules, sentence));
    }
}
