//! Finding a kind of incident by everyday words, misspelt ones too.

use strsim::damerau_levenshtein;

use super::kinds::{KINDS, Kind, KindRow};

/// Everyday words for a kind, beside its name and its description.
#[rustfmt::skip]
const EVERYDAY: &[(Kind, &str)] = &[
    (Kind::IllegalMove, "impossible wrong move castling castled through check into check left king in check ignored moved pinned piece not allowed against the rules"),
    (Kind::PressedWithoutMoving, "clock pressed without moving hit the clock no move forgot to move pressed opponents clock"),
    (Kind::TwoHands, "both hands castled with two hands captured with both hands"),
    (Kind::WrongHand, "other hand different hand left hand right hand pressed clock with wrong hand"),
    (Kind::PromotionNotReplaced, "promoted without a queen pawn left on last rank did not replace the pawn promotion without piece no queen put"),
    (Kind::PromotionPiece, "upside down rook inverted rook wrong colour queen promoted to king promotion piece changed his mind"),
    (Kind::UndoAgreed, "players agree to go back correct later undo agreed"),
    (Kind::Touch, "touch move touched a piece touched took another released let go j'adoube adjust adoube without saying"),
    (Kind::PiecesDisplaced, "knocked over pieces fell dropped pieces bumped board"),
    (Kind::DrawOffer, "offered a draw proposes draw keeps offering draws repeatedly"),
    (Kind::DrawAccepted, "accepted the draw takes the offer"),
    (Kind::DrawDeclined, "declined refused the draw rejected offer"),
    (Kind::ClaimThreefold, "three times same position repeated repetition 3fold three-fold threefold draw claim perpetual check"),
    (Kind::ClaimFifty, "fifty moves 50 moves rule no capture no pawn move draw claim"),
    (Kind::ClaimDeadPosition, "dead position insufficient material bare kings cannot mate nobody can win draw claim"),
    (Kind::ClaimNoProgress, "no winning chances normal means 10.2 quickplay finish guideline III not trying to win two minutes last two minutes"),
    (Kind::FlagFall, "flag fell out of time time is up overstepped lost on time flagged zero on the clock time forfeit"),
    (Kind::BothFlags, "both flags two flags down both clocks zero"),
    (Kind::LateArrival, "late came late absent no show did not come default time forfeit arrived"),
    (Kind::ClockMisset, "clock set wrongly wrong time wrong increment wrong delay programmed misset"),
    (Kind::Resign, "resigned gave up tipped king over laid down king"),
    (Kind::AgreeDraw, "agreed a draw both agree draw agreement too early"),
    (Kind::ResultAgreed, "result reported signed scoresheets wrong result entered"),
    (Kind::ClocksStopped, "stopped the clock paused clocks stopped game"),
    (Kind::Handshake, "shook hands shaken hand"),
    (Kind::WrongInitialPosition, "set up wrongly king and queen swapped bishop and knight wrong start position setup"),
    (Kind::ColoursReversed, "wrong colours colors swapped white black reversed"),
    (Kind::BoardRotated, "board turned wrong way round h1 dark corner rotated"),
    (Kind::IllegalPosition, "impossible position two bishops same colour too many pawns position cannot arise"),
    (Kind::NotRecording, "not writing does not record stopped writing moves scoresheet not kept notation"),
    (Kind::RecordedBeforeMoving, "wrote the move first written before played writes move in advance"),
    (Kind::IncompleteScoresheet, "missing moves scoresheet incomplete update reconstruct"),
    (Kind::PhoneRang, "phone rang mobile ringing beeped cell phone smartphone sound noise alarm"),
    (Kind::DeviceFound, "phone found in pocket device smartwatch watch earbuds headphones carried electronic"),
    (Kind::OutsideHelp, "cheating advice from spectator engine help coach told whispered kibitz"),
    (Kind::NotesUsed, "notes book analysis on paper wrote notes used information"),
    (Kind::LeftVenue, "left the hall went outside smoking toilet left the playing area"),
    (Kind::Distraction, "distracted disturbed annoyed talking noise eating loud tapping"),
    (Kind::RefusedToComply, "refused disobeyed argues with arbiter will not obey insulted"),
    (Kind::PrearrangedResult, "fixed arranged match fixing prearranged"),
    (Kind::SealedMove, "sealed move envelope adjourned adjournment"),
    (Kind::AbsentAtResumption, "did not come back resumption absent adjourned"),
    (Kind::Equipment, "pieces size board king height table set equipment wrong"),
    (Kind::ExtraIncrementRequest, "ask for increment five seconds delay request III.4 extra"),
    (Kind::ClockFailure, "clock broken failed battery defect replaced display blank"),
    (Kind::Assistant, "assistant disability blind helper writes presses for player"),
    (Kind::RepliedBeforePress, "replied too early moved before opponent pressed kept from pressing"),
];

/// Words that say nothing about the kind.
const EMPTY: &[&str] = &[
    "a", "an", "and", "at", "by", "did", "for", "he", "her", "his", "i", "in", "is", "it", "of", "on", "or",
    "she", "the", "their", "they", "to", "was", "were", "who", "with", "s",
];

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).filter(|word| !EMPTY.contains(&word.as_str()))
}

/// How well two words agree, from 0 to 1.
fn agreement(asked: &str, word: &str) -> f64 {
    if asked == word {
        return 1.0;
    }
    let (length, other) = (asked.chars().count(), word.chars().count());
    let shorter = length.min(other);
    if shorter >= 3 && (word.starts_with(asked) || asked.starts_with(word)) {
        return 0.5 + 0.4 * shorter as f64 / length.max(other) as f64;
    }
    let allowed = match shorter {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    if length.abs_diff(other) <= allowed && damerau_levenshtein(asked, word) <= allowed { 0.6 } else { 0.0 }
}

/// The words of a kind, each with its weight.
fn weighted(row: &KindRow) -> Vec<(String, f64)> {
    let everyday = EVERYDAY.iter().find(|(kind, _)| *kind == row.kind).map_or("", |(_, text)| text);
    let mut all: Vec<(String, f64)> = words(row.name).map(|word| (word, 1.5)).collect();
    all.extend(words(everyday).map(|word| (word, 1.2)));
    all.extend(words(row.records).map(|word| (word, 1.0)));
    all
}

/// How well the best of a kind's words agrees with a word of the question.
fn best(asked: &str, of_kind: &[(String, f64)]) -> f64 {
    of_kind.iter().map(|(word, weight)| weight * agreement(asked, word)).fold(0.0, f64::max)
}

/// The most words of a question that are used.
const MOST_WORDS: usize = 20;

impl Kind {
    /// The kinds that everyday words may mean, the best first; every kind, in the order of the table, if the question is
    /// empty.
    pub fn search(asked: &str) -> Vec<Kind> {
        let mut asked: Vec<String> = words(asked).take(MOST_WORDS).collect();
        asked.dedup();
        if asked.is_empty() {
            return KINDS.iter().map(|row| row.kind).collect();
        }
        let bags: Vec<Vec<(String, f64)>> = KINDS.iter().map(weighted).collect();
        let mut scores = vec![0.0; KINDS.len()];
        for word in asked.iter().filter(|word| word.len() <= 40) {
            let found: Vec<f64> = bags.iter().map(|bag| best(word, bag)).collect();
            // A word of many kinds has less weight.
            let spread = found.iter().filter(|score| **score > 0.0).count().max(1) as f64;
            for (score, found) in scores.iter_mut().zip(found) {
                *score += found * (1.0 + KINDS.len() as f64 / spread).ln();
            }
        }
        if let Some(named) = Kind::named(&asked.join("-"))
            && let Some(at) = KINDS.iter().position(|row| row.kind == named)
            && let Some(score) = scores.get_mut(at)
        {
            *score += 100.0;
        }
        let mut ranked: Vec<(f64, Kind)> = scores.into_iter().zip(KINDS.iter().map(|row| row.kind)).collect();
        let top = ranked.iter().map(|(score, _)| *score).fold(0.0, f64::max);
        ranked.retain(|(score, _)| *score > 0.0 && *score >= top / 3.0);
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        ranked.into_iter().map(|(_, kind)| kind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_everyday_words() {
        for row in KINDS {
            assert!(EVERYDAY.iter().any(|(kind, _)| *kind == row.kind), "{}", row.name);
        }
    }

    #[test]
    fn every_kind_is_found_by_its_name() {
        for row in KINDS {
            assert_eq!(Kind::search(row.name).first(), Some(&row.kind), "{}", row.name);
            assert_eq!(Kind::search(&row.name.replace('-', " ")).first(), Some(&row.kind), "{}", row.name);
        }
    }

    #[test]
    fn what_people_say_is_found() {
        for (said, kind) in [
            ("phone", Kind::PhoneRang),
            ("His mobile rang!", Kind::PhoneRang),
            ("promoted without a queen", Kind::PromotionNotReplaced),
            ("both flags", Kind::BothFlags),
            ("flag", Kind::FlagFall),
            ("ilegal move", Kind::IllegalMove),
            ("illigal", Kind::IllegalMove),
            ("castled through check", Kind::IllegalMove),
            ("repitition", Kind::ClaimThreefold),
            ("same position three times", Kind::ClaimThreefold),
            ("50 moves", Kind::ClaimFifty),
            ("came late", Kind::LateArrival),
            ("touched a piece", Kind::Touch),
            ("knocked over", Kind::PiecesDisplaced),
            ("offered a draw", Kind::DrawOffer),
            ("smartwatch", Kind::DeviceFound),
            ("two hands", Kind::TwoHands),
            ("upside down rook", Kind::PromotionPiece),
            ("clock set wrongly", Kind::ClockMisset),
            ("not writing the moves", Kind::NotRecording),
            ("resigned", Kind::Resign),
            ("shook hands", Kind::Handshake),
        ] {
            assert_eq!(Kind::search(said).first(), Some(&kind), "{said}");
        }
        assert_eq!(Kind::search("xyzzy"), []);
        assert_eq!(Kind::search(" ").len(), KINDS.len());
    }
}
