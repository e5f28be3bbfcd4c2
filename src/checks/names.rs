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
    parts(&folded(name)).map(str::to_owned).collect()
}

/// The words of a folded name.
fn parts(folded: &str) -> impl Iterator<Item = &str> + Clone {
    folded.split(' ').filter(|word| !word.is_empty())
}

/// A name by which duplicates are found.
pub fn folded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let plain = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (run, after) = rest.split_at(plain.max(c.len_utf8()));
        match plain {
            0 if c.is_ascii() => fold(c, &mut out),
            0 => c.to_lowercase().for_each(|c| fold(c, &mut out)),
            _ => out.push_str(run),
        }
        rest = after;
    }
    out.make_ascii_lowercase();
    out.truncate(out.trim_end().len());
    out
}

/// What a character that is no plain letter or digit becomes: apostrophes and accents of their own vanish, the rest parts
/// words.
fn fold(c: char, out: &mut String) {
    let plain = || PLAIN.iter().find(|(letters, _)| letters.contains(c));
    match (!c.is_ascii()).then(plain).flatten() {
        Some((_, plain)) => out.push_str(plain),
        None if c.is_alphanumeric() => out.push(c),
        None if matches!(c, '\'' | '’' | '\u{300}'..='\u{36f}') => {}
        None if !out.is_empty() && !out.ends_with(' ') => out.push(' '),
        None => {}
    }
}

/// The longest name, in bytes, that is compared with another word by word: longer ones are no names.
const LONGEST: usize = 200;

/// Could two names, folded, be those of one person? Every word of the shorter one must stand in the other, as a whole, as
/// an initial or beginning, or spelled much alike.
pub(super) fn agree(a: &str, b: &str) -> bool {
    if a.len().max(b.len()) > LONGEST {
        return a == b;
    }
    let (short, long) = if parts(a).count() <= parts(b).count() { (a, b) } else { (b, a) };
    let alike = |x: &str, y: &str| {
        x.starts_with(y)
            || y.starts_with(x)
            || may_be_alike(x, y) && strsim::normalized_damerau_levenshtein(x, y) >= 0.7
    };
    parts(short).all(|word| parts(long).any(|other| alike(word, other)))
        || parts(short).flat_map(str::bytes).eq(parts(long).flat_map(str::bytes))
}

/// Whether so few letters differ that three in ten of the longer word may not; cheap, for most words are quite different.
fn may_be_alike(x: &str, y: &str) -> bool {
    if !(x.is_ascii() && y.is_ascii()) {
        return true;
    }
    let letters = |word: &str| word.bytes().fold(0u32, |all, byte| all | 1 << (byte & 31));
    let (in_x, in_y) = (letters(x), letters(y));
    // Each letter that one word lacks takes an edit, and an edit brings one letter in and takes one out at most.
    let missing = (in_x & !in_y).count_ones().max((in_y & !in_x).count_ones()) as usize;
    let edits = missing.max(x.len().abs_diff(y.len()));
    edits * 10 <= x.len().max(y.len()) * 3
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
            assert!(agree(&folded(a), &folded(b)), "{a} / {b}");
        }
        for (a, b) in
            [("Belber, Nils", "Yarland, Nils"), ("Lunov, Pavel", "Margard, Hugo"), ("Roe", "Doe, Jane")]
        {
            assert!(!agree(&folded(a), &folded(b)), "{a} / {b}");
        }
        for (x, y) in [("korchnoi", "kortchnoi"), ("viktor", "victor"), ("abc", "acb"), ("anand", "anad")] {
            assert!(may_be_alike(x, y), "{x} / {y}");
        }
        assert!(!may_be_alike("belber", "yarland") && !may_be_alike("roe", "roebuck"));
        assert_eq!(folded("MARKIN,  PAVEL"), folded("Markin, Pável"));
    }
}
