use super::event_prelude::*;
use crate::event::Colour;

check! {
    /// Both players of a game have the same colour, or one of them has none.
    ///
    /// ## Why it matters
    /// Colours decide later pairings and some tie-breaks.
    ///
    /// ## Example
    /// Both have White:
    /// ```trf
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.5    5     1 w 0     3 w 0     5 b =
    /// ```
    ///
    /// ## What to do
    /// Look the colours up on the scoresheets.
    id: "colours-not-reciprocal", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for pairing in file.pairings().filter(Pairing::is_played) {
        let (own, theirs) = (pairing.cells.0.colour, pairing.cells.1.colour);
        // A table without colours says nothing about them.
        if own == theirs.map(Colour::other) {
            continue;
        }
        let name = |colour: Option<Colour>| {
            colour.map_or("none", |c| if c == Colour::White { "White" } else { "Black" })
        };
        let words = format!(
            "round {}: {} has {} and {} has {}",
            pairing.round,
            pairing.lower.no,
            name(own),
            pairing.higher.no,
            name(theirs)
        );
        out.pairing(&pairing, words).field = Some("colour".into());
    }
}
