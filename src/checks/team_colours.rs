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
    /// The first team has White on boards 1 and 2:
    /// ```trf
    /// 082 2
    /// 092 Team: Round-Robin
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  1.0    1     4 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  1.0    1     5 w 1
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  0.5    3     6 w =
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.0    5     1 b 0
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  0.0    5     2 b 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  0.5    3     3 b =
    /// 310   1 Alder                            ALD             2.0    2.5   1     1    2    3
    /// 310   2 Birch                            BIR             0.0    0.5   2     4    5    6
    /// ```
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
