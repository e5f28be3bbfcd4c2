use super::event_prelude::*;

check! {
    /// A name is empty, or its letters were damaged on the way.
    ///
    /// ## Why it matters
    /// Players are found by their names where a number is missing. A name that went through the wrong
    /// character set is not found any more, and goes into certificates and rating lists as it is.
    ///
    /// ## Example
    /// The letters of one character set, once read as those of another:
    /// ```trf
    /// 001    3 w    Müller, JÃ¶rg                     2080 SUI    99000003 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Write the name anew, and save the file as UTF-8.
    id: "bad-name", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if !file.is_table() {
        return;
    }
    for player in &file.event.players {
        if let Some(reason) = damage(&player.name) {
            let words = format!("the name {:?} {reason}", player.name);
            let finding = out.field(player, "name", &player.name, words);
            finding.found = Some(player.name.as_str().into());
        }
    }
}

/// What is wrong with a name.
fn damage(name: &str) -> Option<&'static str> {
    let chars: Vec<char> = name.chars().collect();
    let pair =
        |wanted: fn(char, char) -> bool| chars.windows(2).any(|w| matches!(w, [a, b] if wanted(*a, *b)));
    let question = chars.windows(2).any(|w| matches!(w, [a, '?'] if a.is_alphabetic()))
        && chars.windows(2).any(|w| matches!(w, ['?', b] if b.is_alphabetic()));
    if chars.is_empty() {
        Some("is empty")
    } else if chars.iter().any(|c| c.is_control()) {
        Some("holds control characters")
    } else if chars.contains(&'\u{fffd}') {
        Some("holds letters that were lost")
    } else if pair(is_mojibake) {
        Some("was read in the wrong character set")
    } else if question {
        Some("has a question mark where a letter should be")
    } else {
        None
    }
}

/// Two bytes of one UTF-8 letter, read as two letters of a Western character set.
fn is_mojibake(first: char, second: char) -> bool {
    const WINDOWS: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
    matches!(first, 'Ã' | 'Â' | 'Ä' | 'Å')
        && (matches!(second, '\u{80}'..='\u{bf}') || WINDOWS.contains(second))
}

#[cfg(test)]
mod tests {
    use super::damage;

    #[test]
    fn names_that_were_damaged() {
        for name in ["", "M?ller, J?rg", "MÃ¼ller", "M\u{fffd}ller", "Roe\u{7}", "SkoÄ\u{8d}"] {
            assert!(damage(name).is_some(), "{name:?}");
        }
        for name in ["Müller, Jörg", "O'Brien, Pat", "Ångström", "Roe, J.", "Who?"] {
            assert!(damage(name).is_none(), "{name:?}");
        }
    }
}
