use super::event_prelude::*;

check! {
    /// The file says how many players, rated players or teams there are, and holds another number.
    ///
    /// ## Why it matters
    /// The numbers are there so that a cut-off file is noticed. Either lines are missing, or the count was
    /// not brought up to date.
    ///
    /// ## Example
    /// Six player lines:
    /// ```trf
    /// 062 7
    /// ```
    ///
    /// ## What to do
    /// Find the missing lines, or correct the number.
    ///
    /// Repair (safe): the number of lines that the file holds.
    id: "count-mismatch", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let players = &file.event.players;
    let counts = [
        ("062", "players", players.len()),
        ("072", "rated players", players.iter().filter(|player| player.rating.is_some()).count()),
        ("082", "teams", file.event.teams.len()),
    ];
    for (code, what, actual) in counts {
        let Some(record) = file.event.record(code) else { continue };
        let digits: String = record.text.trim().chars().take_while(char::is_ascii_digit).collect();
        let Ok(said) = digits.parse::<usize>() else { continue };
        if said != actual {
            let words = format!("record {code} says {said} {what}, the file holds {actual}");
            let place = (record.place().0, digits.len() as u64);
            let fix = out.written(record.line, place, &actual.to_string(), true);
            let finding = out.record(record, words);
            finding.fix = fix;
            finding.field = Some(code.into());
            finding.expected = Some(actual.into());
            finding.found = Some(said.into());
        }
    }
}
