use super::event_prelude::*;

check! {
    /// A rating is not a whole number, or is out of all range.
    ///
    /// ## Why it matters
    /// Average ratings, performances and title norms are computed from it. Nobody was ever rated above
    /// 3000, and a number below 100 is a mistyped one. FIDE's own floor is not a measure here, because files hold
    /// national ratings too.
    ///
    /// ## Example
    /// Nobody has ever been rated so high:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      3912 SUI    99000003 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Look the rating up in the list that held on the first day.
    id: "bad-rating", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.event.format == Format::Pgn {
        return;
    }
    for player in file.event.players.iter().filter(|player| !player.rating_text.is_empty()) {
        let fits = match player.rating_text.parse::<u32>() {
            Ok(0) => true,
            Ok(rating) => (100..=3000).contains(&rating),
            Err(_) => false,
        };
        if !fits {
            let words = format!("{:?} is not a rating", player.rating_text);
            let finding = out.field(player, "rating", &player.rating_text, words);
            finding.found = Some(player.rating_text.as_str().into());
        }
    }
}
