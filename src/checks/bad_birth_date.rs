use super::event_prelude::*;
use crate::event::day;

check! {
    /// A birth date is none, or gives an age that nobody has.
    ///
    /// ## Why it matters
    /// Age groups, and the K of young players, depend on it.
    ///
    /// ## Example
    /// February has no 30th:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/02/30  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Write `YYYY/MM/DD`, `00` for an unknown month or day, or the year alone.
    id: "bad-birth-date", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in file.event.players.iter().filter(|player| is_given(&player.birth)) {
        let words = match (day::birth_day(&player.birth), file.event.first_day) {
            (None, _) => format!("{:?} is not a birth date", player.birth),
            (Some(born), Some(first)) => match first.years_since(born) {
                Some(age) if (3..=110).contains(&age) => continue,
                Some(age) => format!("born {}: {age} years old on the first day", player.birth),
                None => format!("born {}: after the first day", player.birth),
            },
            (Some(_), None) => continue,
        };
        let finding = out.field(player, "birth", &player.birth, words);
        finding.found = Some(player.birth.as_str().into());
    }
}

/// Zeros alone are how some programs leave the field empty.
fn is_given(text: &str) -> bool {
    text.chars().any(|c| !matches!(c, '0' | '/' | '.' | '-' | ' '))
}
