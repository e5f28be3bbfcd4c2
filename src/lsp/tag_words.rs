//! What the tags of PGN mean.

use crate::checks::tag_form;
use crate::report::markdown::escaped;

/// The tags of the PGN standard, and those that FIDE and broadcasts add.
const TAGS: &[(&str, &str)] = &[
    ("Event", "The tournament or match."),
    ("Site", "The place of the event, with the country as the IOC writes it."),
    ("Date", "The day on which the game began, local time. It chooses the edition of the Laws."),
    ("Round", "The round, with the board or game after a dot."),
    ("White", "The player of the white pieces: family name, given name."),
    ("Black", "The player of the black pieces: family name, given name."),
    ("Result", "The result: it has to agree with the one that ends the moves."),
    ("WhiteTitle", "White's FIDE title."),
    ("BlackTitle", "Black's FIDE title."),
    ("WhiteElo", "White's rating."),
    ("BlackElo", "Black's rating."),
    ("WhiteFideId", "White's FIDE number."),
    ("BlackFideId", "Black's FIDE number."),
    ("WhiteTeam", "White's team."),
    ("BlackTeam", "Black's team."),
    ("WhiteClock", "White's clock at the start."),
    ("BlackClock", "Black's clock at the start."),
    ("EventDate", "The day on which the event began."),
    ("EventType", "How the event is paired: swiss, round robin, match."),
    ("UTCDate", "The day on which the game began, in universal time."),
    ("UTCTime", "The time of day at which the game began, in universal time."),
    ("Time", "The time of day at which the game began, local time."),
    (
        "TimeControl",
        "The time control. It chooses between standard, rapid and blitz, and says what the clocks have to show.",
    ),
    ("Termination", "How the game ended: normal, time forfeit, adjudication, abandoned, rules infraction."),
    ("SetUp", "1 if the game does not begin from the initial position; the tag FEN has the position then."),
    ("FEN", "The start position, if it is not the initial one."),
    ("Variant", "The variant; Chess960 is replayed, and standard chess."),
    ("PlyCount", "The number of half-moves."),
    ("ECO", "The code of the opening in the Encyclopaedia of Chess Openings."),
    ("Opening", "The name of the opening."),
    ("Board", "The number of the board in a team event."),
    ("Annotator", "Who wrote the comments."),
    ("Mode", "How the moves were made: over the board, online, by post."),
];

/// What a tag means and the form of its value, in Markdown; `None` for a tag that nothing is known of.
pub(super) fn of(name: &str) -> Option<String> {
    let (known, means) = TAGS.iter().find(|(known, _)| *known == name)?;
    let form = tag_form(known).map(|form| format!("\n\nIts value: {}.", escaped(form))).unwrap_or_default();
    Some(format!("**{known}**: {}{form}", escaped(means)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_their_form() {
        assert!(of("Date").is_some_and(|words| words.contains("YYYY.MM.DD")));
        assert!(of("White").is_some_and(|words| words.contains("family name")));
        assert_eq!(of("[x](y)"), None);
    }
}
