//! The articles of C.04.3 in both editions, in our own words: what findings cite and `flagfall explain` prints.

use super::criteria::{AFTER_NEXT, BEFORE_NEXT};
use super::round::Rules;

/// An article, with its criterion if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Article {
    /// Its number in the edition.
    pub number: &'static str,
    /// The criterion: `C12`, `C.10`; empty where it has none.
    pub criterion: &'static str,
    /// What it says.
    pub says: &'static str,
}

const fn article(number: &'static str, criterion: &'static str, says: &'static str) -> Article {
    Article { number, criterion, says }
}

/// Texts that both editions have.
const MET: &str =
    "Two players who have played each other are not paired again. A game that was forfeited was not played.";
const COLOURS: &str =
    "Two players with the same absolute colour preference are not paired, unless one of them is a topscorer.";
const DIFFERENCE: &str =
    "As few topscorers, or opponents of topscorers, as possible get a colour difference above two.";
const THIRD: &str = "As few topscorers, or opponents of topscorers, as possible get the same colour for the third time running.";
const PREFERENCE: &str = "As few players as possible do not get their colour preference.";
const STRONG: &str = "As few players as possible do not get their strong colour preference.";
const TRANSPOSITIONS: &str =
    "Transpositions of S2 come in the lexicographic order of the first numbers, as many as S1 has.";
const EXCHANGES: &str = "Exchanges between S1 and S2 come in this order: fewest players; smallest difference of the sums of their numbers; the largest number that leaves S1; the smallest that leaves S2.";
const BOTH_MET: &str = "Both players get their colour preference, where it can be done.";
const STRONGER: &str =
    "The stronger colour preference is met; of two absolute ones that with the larger colour difference.";
const HIGHER: &str = "The preference of the higher player is met.";

/// The text in force from February 2026.
const OF_2026: [Article; 42] = [
    article(
        "1.2",
        "",
        "Players are ordered by score, with virtual points of an acceleration, and then by starting number.",
    ),
    article(
        "1.3",
        "",
        "A bracket is a scoregroup, its residents, with the players moved down from the bracket above. It is homogeneous where all have one score.",
    ),
    article(
        "1.4",
        "",
        "In a game between unequal scores the player with more points floats down, the other floats up. The pairing-allocated bye, and any round that gave more than a loss without a game, is a downfloat.",
    ),
    article(
        "1.7",
        "",
        "A colour preference is absolute where the colour difference is above one, or the last two games had one colour; strong where the difference is one; mild where it is zero: the colour alternates from the last game. Who has not played has none.",
    ),
    article(
        "1.8",
        "",
        "Topscorers have more than half of the points that could be had before the last round. There are none in other rounds.",
    ),
    article(
        "1.9",
        "",
        "Brackets are paired from the top down. Where no complete pairing keeps C1 to C3, the arbiter decides.",
    ),
    article("2.1.1", "C1", MET),
    article(
        "2.1.2",
        "C2",
        "The pairing-allocated bye does not go to a player who has had one, or who has had a win's points in a round without playing.",
    ),
    article("2.1.3", "C3", COLOURS),
    article(
        "2.2.1",
        "C4",
        "The players who float down and all below must be able to complete the round under C1 to C3.",
    ),
    article(
        "2.3.1",
        "C5",
        "The score of the player who gets the pairing-allocated bye is as low as possible. This comes before all criteria of a bracket.",
    ),
    article("2.4.1", "C6", "As few downfloaters as possible: as many pairs as the bracket can give."),
    article(
        "2.4.2",
        "C7",
        "The scores of the downfloaters are as low as possible, compared as lists from the highest.",
    ),
    article(
        "2.4.3",
        "C8",
        "The downfloaters are those with whom the next bracket does best in C1 to C7: first its number of pairs, then the scores that it pairs. What comes after the next bracket is not looked at.",
    ),
    article(
        "2.4.4",
        "C9",
        "The pairing-allocated bye goes to a player with as few unplayed games as possible. This counts only in the bracket whose one downfloater gets the bye.",
    ),
    article("2.4.5", "C10", DIFFERENCE),
    article("2.4.6", "C11", THIRD),
    article("2.4.7", "C12", PREFERENCE),
    article("2.4.8", "C13", STRONG),
    article("2.4.9", "C14", "As few residents as possible float down who floated down in the last round."),
    article(
        "2.4.10",
        "C15",
        "As few players as possible who floated up in the last round meet a moved-down player.",
    ),
    article("2.4.11", "C16", "As few residents as possible float down who floated down two rounds ago."),
    article(
        "2.4.12",
        "C17",
        "As few players as possible who floated up two rounds ago meet a moved-down player.",
    ),
    article(
        "2.4.13",
        "C18",
        "The scores of moved-down players who floated down in the last round, and float again, are as low as possible.",
    ),
    article(
        "2.4.14",
        "C19",
        "The scores of moved-down players whose opponents floated up in the last round are as low as possible.",
    ),
    article("2.4.15", "C20", "As C18, for those who floated down two rounds ago."),
    article("2.4.16", "C21", "As C19, for opponents who floated up two rounds ago."),
    article(
        "3.2",
        "",
        "S1 holds the players who are to meet those of S2: in a homogeneous bracket the upper half, in another the moved-down players who are paired, with all residents in S2. The other moved-down players are in limbo and float down.",
    ),
    article(
        "3.3",
        "",
        "The first of S1 meets the first of S2, the second the second, and so on. Residents who are left over when the moved-down players have opponents are paired as a homogeneous bracket, the remainder.",
    ),
    article("3.4", "", "A candidate that is as good as any can be in all criteria is taken at once."),
    article(
        "3.5",
        "",
        "Otherwise the best candidate is taken: the first criterion in which two differ decides, and of equal ones the one that is generated earlier.",
    ),
    article(
        "4.1",
        "",
        "Players have numbers in the bracket (BSN) in their order, 1 for the first; the remainder is numbered anew.",
    ),
    article("4.2", "", TRANSPOSITIONS),
    article("4.3", "", EXCHANGES),
    article(
        "4.4",
        "",
        "Sets of moved-down players that are paired come in the order of the smallest number in which they differ.",
    ),
    article("5.1", "", "The initial colour is drawn before the first round."),
    article("5.2.1", "", BOTH_MET),
    article("5.2.2", "", STRONGER),
    article(
        "5.2.3",
        "",
        "The colours alternate from the latest round in which the two had different ones. Rounds without a game are taken out before.",
    ),
    article("5.2.4", "", HIGHER),
    article(
        "5.2.5",
        "",
        "Where neither has a preference, the higher player gets the initial colour if its position is odd, else the other one. The position is counted among players who have arrived: those who are paired now or were in an earlier round.",
    ),
    article(
        "C.04.2 4.4",
        "",
        "A published pairing is changed only in the cases listed there, such as two players who have met before.",
    ),
];

/// The text from July 2017 to January 2026.
const OF_2017: [Article; 34] = [
    article(
        "A.4",
        "",
        "In a game between unequal scores the player with more points floats down, the other floats up. Every round that a player does not play is a downfloat.",
    ),
    article("A.6", "", "Colour preferences are absolute, strong or mild, as in article 1.7 of 2026."),
    article(
        "A.7",
        "",
        "Topscorers have more than half of the points that could be had before the last round.",
    ),
    article(
        "A.8",
        "",
        "Score differences of pairs and of downfloaters are compared as lists from the largest. A downfloater is taken to meet a score of one point below the lowest of the bracket.",
    ),
    article(
        "A.9",
        "",
        "Brackets are paired from the top down. Where what a bracket leaves cannot be completed, it is the penultimate bracket and paired again, and all scoregroups below it become one last bracket.",
    ),
    article(
        "B.2",
        "",
        "S1 holds the highest moved-down players, as many as can be paired, or the upper half of a homogeneous bracket.",
    ),
    article(
        "B.3",
        "",
        "A candidate that meets all criteria is taken at once, else the best one, and of equal ones the earliest.",
    ),
    article("C.1", "C.1", MET),
    article(
        "C.2",
        "C.2",
        "The pairing-allocated bye does not go to a player who has had one, or has won by forfeit. A full-point bye on request does not bar it.",
    ),
    article("C.3", "C.3", COLOURS),
    article(
        "C.4",
        "C.4",
        "In the penultimate bracket the downfloaters are chosen so that all below can be paired.",
    ),
    article("C.5", "C.5", "As many pairs as possible."),
    article("C.6", "C.6", "The score differences of pairs and downfloaters are as small as possible."),
    article(
        "C.7",
        "C.7",
        "The downfloaters are those with whom the next bracket does best in C.1 to C.6. This is left out in the penultimate and in the last bracket.",
    ),
    article("C.8", "C.8", DIFFERENCE),
    article("C.9", "C.9", THIRD),
    article("C.10", "C.10", PREFERENCE),
    article("C.11", "C.11", STRONG),
    article("C.12", "C.12", "As few players as possible float down who floated down in the last round."),
    article("C.13", "C.13", "As few players as possible float up who floated up in the last round."),
    article("C.14", "C.14", "As few players as possible float down who floated down two rounds ago."),
    article("C.15", "C.15", "As few players as possible float up who floated up two rounds ago."),
    article(
        "C.16",
        "C.16",
        "The score differences of players who float down, and did in the last round, are as small as possible.",
    ),
    article(
        "C.17",
        "C.17",
        "The score differences of players who float up, and did in the last round, are as small as possible.",
    ),
    article("C.18", "C.18", "As C.16, for those who floated down two rounds ago."),
    article("C.19", "C.19", "As C.17, for those who floated up two rounds ago."),
    article("D.1", "", TRANSPOSITIONS),
    article("D.2", "", EXCHANGES),
    article(
        "D.3",
        "",
        "Exchanges of moved-down players with the limbo: the highest different score, then the lowest numbers.",
    ),
    article("E.1", "", BOTH_MET),
    article("E.2", "", STRONGER),
    article("E.3", "", "The colours alternate from the latest round in which the two had different ones."),
    article("E.4", "", HIGHER),
    article(
        "E.5",
        "",
        "Where neither has a preference, the higher player gets the initial colour if its position is odd, else the other one.",
    ),
];

/// The articles of an edition, in the order of the text.
pub fn articles(rules: Rules) -> &'static [Article] {
    match rules {
        Rules::Dutch2017 => &OF_2017,
        Rules::Dutch2026 => &OF_2026,
    }
}

/// Points that programs, endorsed ones among them, read in more than one way, and what this program does.
const DISPUTED: [(&[&str], &str); 3] = [
    (
        &["C8", "C.7"],
        "The text asks that the next bracket complies with C1 to C7, and C6 and C7 are minimised there. This program counts \
         the next bracket's pairs first, then the scores that it pairs, and looks at nothing below it, as other programs \
         do. A difference in this criterion alone is an info.",
    ),
    (
        &["C9"],
        "Programs differ in when the criterion is switched on. Here it counts in the bracket from which the one downfloater \
         gets the bye, because nobody below may have it. A difference in this criterion alone is an info.",
    ),
    (
        &["C2", "C.2"],
        "bbpPairings 6.0.0 sometimes gives a second bye in late rounds of small events although a legal pairing exists. \
         Here the criterion is tried for every bye, and breaking it is an error. A bye that gave half a point bars another.",
    ),
];

/// What other programs do differently in a criterion, and what this one does.
pub fn disputed(criterion: &str) -> Option<&'static str> {
    DISPUTED.iter().find(|(criteria, _)| criteria.contains(&criterion)).map(|(_, says)| *says)
}

/// The corresponding criterion of the other edition.
pub fn counterpart(rules: Rules, criterion: &str) -> Option<&'static str> {
    let of_quality = BEFORE_NEXT.iter().chain(&AFTER_NEXT).map(|criterion| criterion.numbers);
    let all = [["C.1", "C1"], ["C.2", "C2"], ["C.3", "C3"], ["C.4", "C4"], ["C.7", "C8"]];
    let mut pairs = all.into_iter().chain(of_quality);
    let found = pairs.find(|pair| !criterion.is_empty() && rules.pick(*pair) == criterion)?;
    let [old, new] = found;
    Some(rules.pick([new, old])).filter(|number| !number.is_empty())
}

/// What a finding cites for a criterion, or for an article without one: `C.04.3 2.4.7 C12`, `C.04.3 C.10`.
pub fn cited(rules: Rules, criterion: &str) -> String {
    let found = articles(rules).iter().find(|article| article.criterion == criterion);
    match found.filter(|article| article.number != criterion) {
        Some(article) => format!("C.04.3 {} {criterion}", article.number),
        None => format!("C.04.3 {criterion}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_criterion_has_an_article() {
        for rules in [Rules::Dutch2017, Rules::Dutch2026] {
            for criterion in BEFORE_NEXT.iter().chain(&AFTER_NEXT) {
                let number = criterion.number(rules);
                let known = articles(rules).iter().any(|article| article.criterion == number);
                assert!(number.is_empty() || known, "{number}");
            }
        }
    }

    #[test]
    fn criteria_are_cited_with_their_article() {
        assert_eq!(cited(Rules::Dutch2026, "C12"), "C.04.3 2.4.7 C12");
        assert_eq!(cited(Rules::Dutch2026, "C5"), "C.04.3 2.3.1 C5");
        assert_eq!(cited(Rules::Dutch2017, "C.10"), "C.04.3 C.10");
        assert_eq!(cited(Rules::Dutch2026, "5.2.1"), "C.04.3 5.2.1");
    }
}
