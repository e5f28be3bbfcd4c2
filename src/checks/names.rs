//! When two names are one: case, accents, punctuation and initials set aside.

/// Letters with accents, and what they are without: ranges of Latin-1 and Latin Extended-A.
const PLAIN: &[(&str, &str)] = &[
    ("àáâãäåāăąǎ", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ðďđ", "d"),
    ("èéêëēĕėęěə", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŉŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšșß", "s"),
    ("þţťŧț", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
];

/// Words of a name in lower case, without accents and punctuation.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    for c in name.chars().flat_map(char::to_lowercase) {
        let plain = PLAIN.iter().find(|(letters, _)| letters.contains(c)).map(|(_, plain)| *plain);
        match (plain, out.last_mut()) {
            (Some(plain), Some(word)) => word.push_str(plain),
            (None, Some(word)) if c.is_alphanumeric() => word.push(c),
            (None, _) if matches!(c, '\'' | '’' | '\u{300}'..='\u{36f}') => {}
            _ => out.push(String::new()),
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

/// A name by which duplicates are found.
pub fn folded(name: &str) -> String {
    words(name).join(" ")
}

/// Could two names be those of one person? Every word of the shorter one must stand in the other, as a whole, as an
/// initial or beginning, or spelled much alike.
pub(super) fn agree(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let alike = |x: &str, y: &str| {
        x.starts_with(y) || y.starts_with(x) || strsim::normalized_damerau_levenshtein(x, y) >= 0.7
    };
    short.iter().all(|word| long.iter().any(|other| alike(word, other))) || short.concat() == long.concat()
}

/// Can one list of words be short for the other: the same surname, then initials or beginnings?
pub(super) fn abbreviates(a: &[String], b: &[String]) -> bool {
    let rest = |words: &[String]| words.iter().skip(1).cloned().collect::<Vec<_>>();
    let (short, long) = if a.len() <= b.len() { (rest(a), rest(b)) } else { (rest(b), rest(a)) };
    a.first() == b.first()
        && !a.is_empty()
        && short.iter().zip(&long).all(|(x, y)| x.starts_with(y.as_str()) || y.starts_with(x.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_agree() {
        for (a, b) in [
            ("Müller, Jörg", "MULLER, Jorg"),
            ("Ju, Wenjun", "Ju Wenjun"),
            ("Nepomniachtchi, Ian", "Nepomniachtchi, I."),
            ("Korchnoi, Viktor", "Kortchnoi, Victor"),
            ("Praggnanandhaa R", "Praggnanandhaa, Rameshbabu"),
        ] {
            assert!(agree(a, b), "{a} / {b}");
        }
        for (a, b) in
            [("Belber, Nils", "Yarland, Nils"), ("Lunov, Pavel", "Margard, Hugo"), ("Roe", "Doe, Jane")]
        {
            assert!(!agree(a, b), "{a} / {b}");
        }
        assert_eq!(folded("MARKIN,  PAVEL"), folded("Markin, Pável"));
    }
}
