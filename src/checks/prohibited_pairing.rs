use super::event_prelude::*;

check! {
    /// Two players met whom the file forbids to meet.
    ///
    /// ## Why it matters
    /// The organiser had a reason for it: players of one family, or of one club.
    ///
    /// ## Example
    /// Who must not meet meets in round 2:
    /// ```trf
    /// XXP 1 2
    /// ```
    ///
    /// ## What to do
    /// Check the pairing of the round, or the record.
    id: "prohibited-pairing", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for rule in &file.event.prohibitions {
        for pairing in file.pairings() {
            let named = |player: &Player| rule.numbers.contains(&player.no);
            let in_range = rule.rounds.is_none_or(|(first, last)| (first..=last).contains(&pairing.round));
            if in_range && named(pairing.lower) && named(pairing.higher) {
                let words = format!(
                    "round {}: {} and {} meet, which line {} forbids",
                    pairing.round, pairing.lower.no, pairing.higher.no, rule.line
                );
                out.pairing(&pairing, words).field = Some("opponent".into());
            }
        }
    }
}
