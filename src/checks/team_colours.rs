use super::event_prelude::*;
use crate::event::{Colour, teams};

check! {
    /// The colours of a match do not follow the boards.
    ///
    /// ## Why it matters
    /// The first team of a pairing has White on the boards that the record names, on every other board as a
    /// rule.
    ///
    /// ## Example
    /// White on boards 1 and 2.
    ///
    /// ## What to do
    /// Compare the colours with the scoresheets.
    id: "team-colours", severity: Info, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.kind != Kind::Team || file.event.teams.is_empty() {
        return;
    }
    let seats = teams::seats(file.event) as usize;
    for (team, matches) in file.event.teams.iter().zip(teams::matches(file.event)) {
        // A match with an empty board does not say which board the others are.
        for game in matches.iter().filter(|game| game.boards.len() == seats && seats > 1) {
            let colour = |no: &u32| file.cell(*no, game.round).and_then(|cell| cell.colour);
            let colours: Option<Vec<Colour>> = game.boards.iter().map(|(no, _)| colour(no)).collect();
            let Some(colours) = colours.filter(|colours| colours.first() == Some(&Colour::White)) else {
                continue;
            };
            let planned = &file.event.board_colours;
            let wanted = |at: usize| match planned.get(at % planned.len().max(1)) {
                Some(colour) => *colour,
                None if at.is_multiple_of(2) => Colour::White,
                None => Colour::Black,
            };
            let follows = |turned: bool| {
                colours
                    .iter()
                    .enumerate()
                    .all(|(at, c)| *c == if turned { wanted(at).other() } else { wanted(at) })
            };
            if !follows(false) && !follows(true) {
                let words =
                    format!("round {}: the colours of {} do not follow the boards", game.round, team.name);
                let finding = out.line(team.line.max(1), words);
                finding.name = Some(team.name.as_str().into());
                finding.round = Some(game.round.to_string().into());
            }
        }
    }
}
