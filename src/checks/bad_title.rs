use super::event_prelude::*;

check! {
    /// A title that there is not, or a women's title with sex m.
    ///
    /// ## Why it matters
    /// Norms count titled opponents; a title that nobody knows counts for none.
    ///
    /// ## Example
    /// There is no such title:
    /// ```trf
    /// 001    3 w IF Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Write GM, IM, FM, CM, WGM, WIM, WFM or WCM, or leave the field empty. Older files with g, m, f, c,
    /// wg, wm, wf, wc are read as they are, and so are national categories such as I, II or k.
    id: "bad-title", severity: Warning, on: Event(run)
}

/// Titles over the board and online, and the short forms of older files.
const TITLES: &[&str] = &[
    "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "G", "M", "F", "C", "WG",
    "WM", "WF", "WC", "GF", "MF", "FF", "CF",
];

/// National categories and titles of more than one letter.
const NATIONAL: &[&str] = &[
    "NM", "LM", "SM", "NCM", "CMS", "KMS", "KM", "MK", "MS", "MSM", "ZMS", "EXP", "KK", "NW", "WNM", "WCMS",
];

/// A category of a national federation: a letter or figure, or a Roman numeral, with signs for steps between them.
fn is_category(title: &str) -> bool {
    let plain = title.trim_end_matches(['+', '-', '*']);
    let roman = plain.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    plain.chars().count() == 1 && plain.chars().all(char::is_alphanumeric)
        || !plain.is_empty() && roman
        || NATIONAL.contains(&plain)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.event.format == Format::Pgn {
        return;
    }
    for player in file.event.players.iter().filter(|player| !player.title.is_empty()) {
        let title = player.title.to_ascii_uppercase();
        // Honorary titles carry an h in older files.
        let plain = title.strip_prefix('H').or_else(|| title.strip_suffix('H')).unwrap_or(&title);
        let known = plain.is_empty() || TITLES.contains(&plain) || is_category(&title);
        let womens = plain.starts_with('W') || matches!(plain, "GF" | "MF" | "FF" | "CF");
        let words = if !known {
            format!("there is no title {:?}", player.title)
        } else if womens && player.sex.eq_ignore_ascii_case("m") {
            format!("the women's title {} with sex m", player.title)
        } else {
            continue;
        };
        let finding = out.field(player, "title", &player.title, words);
        finding.found = Some(player.title.as_str().into());
    }
}
