#![allow(clippy::unwrap_used)]

use shakmaty::{CastlingMode, Chess, san::SanPlus};

use super::*;

fn played(text: &str, notation: Notation) -> Vec<String> {
    let sheet = PlayerSheet::read(text.as_bytes());
    let mut position = Chess::default();
    let mut out = Vec::new();
    for token in &sheet.tokens {
        let moves = readings(token, notation, &position);
        let [only] = moves.as_slice() else { break };
        out.push(SanPlus::from_move_and_play_unchecked(&mut position, *only).to_string());
    }
    out
}

fn position(fen: &str) -> Chess {
    fen.parse::<shakmaty::fen::Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn one(text: &str, notation: &str, fen: &str) -> Vec<String> {
    let position = position(fen);
    let token = Token::Move(text.to_owned());
    let moves = readings(&token, Notation::named(notation).unwrap(), &position);
    moves.iter().map(|mv| shakmaty::san::San::from_move(&position, *mv).to_string()).collect()
}

#[test]
fn languages_are_told_by_their_letters() {
    for (text, code) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5", "en"),
        // German comes first of the languages with these letters.
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 Dd7", "de"),
        ("1. e4 c6 2. d4 d5 3. Кc3 dxe4 4. Кxe4 Кd7 5. Кf3 Кgf6 6. Крe2", "ru"),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5", "fr"),
        ("1. e4 e5 2. Cf3 Cc6 3. Ab5", "es"),
        ("1. e4 e5 2. Hf3 Hc6 3. Fb5 Ve7", "hu"),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 De7", "nl"),
        ("1. e4 e5 2. Jf3 Jc6 3. Sb5 De7", "cs"),
    ] {
        let sheet = PlayerSheet::read(text.as_bytes());
        let Notation::Algebraic(language) = Notation::detect(&sheet, &Chess::default()) else {
            unreachable!("{text} is not descriptive");
        };
        assert_eq!(language.code, code, "{text}");
        assert!(played(text, Notation::Algebraic(language)).len() >= 5, "{text}");
    }
}

#[test]
fn descriptive_notation_is_read_from_the_side_of_the_mover() {
    let text = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. B-R4 Kt-B3 5. O-O B-K2 6. R-K1 P-QKt4 7. B-Kt3 O-O 8. P-B3 \
                P-Q4 9. PxP KtxP 10. KtxP KtxKt 11. RxKt P-QB3";
    let sheet = PlayerSheet::read(text.as_bytes());
    assert_eq!(Notation::detect(&sheet, &Chess::default()), Notation::Descriptive);
    // 3. B-Kt5 and others are read only where one move fits.
    assert_eq!(played(text, Notation::Descriptive)[..6], ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!(played(text, Notation::Descriptive).len(), 22);
}

#[test]
fn descriptive_details() {
    let promotion = "8/4P3/8/8/2k5/8/5K2/8 w - - 0 1";
    assert_eq!(one("P-K8(R)", "descriptive", promotion), ["e8=R"]);
    assert_eq!(one("P-K8=Q ch", "descriptive", promotion), ["e8=Q"]);
    let rooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(one("QR-Q1", "descriptive", rooks), ["Rd1"]);
    assert_eq!(one("R(R1)-B1", "descriptive", rooks), ["Rc1", "Rf1"]);
    assert_eq!(one("O-O-O", "descriptive", rooks), ["O-O-O"]);
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(one("PxP e.p.", "descriptive", en_passant), ["exd6"]);
}

#[test]
fn loose_algebraic() {
    let fen = "rnbqkb1r/ppp2ppp/3p1n2/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 1";
    assert_eq!(one("de", "en", fen), ["dxe5"]);
    assert_eq!(one("d4xe5", "en", fen), ["dxe5"]);
    assert_eq!(one("Nb1-d2", "en", fen), ["Nbd2"]);
    assert_eq!(one("Sbd2", "de", fen), ["Nbd2"]);
    assert_eq!(one("e8", "en", "8/4P3/8/8/2k5/8/5K2/8 w - - 0 1"), ["e8=Q"]);
    assert_eq!(one("e8T", "de", "8/4P3/8/8/2k5/8/5K2/8 w - - 0 1"), ["e8=R"]);
}

fn lined_up(white: &str, black: &str) -> Aligned {
    let start = Chess::default();
    let (white, black) = (PlayerSheet::read(white.as_bytes()), PlayerSheet::read(black.as_bytes()));
    let notations = (Notation::detect(&white, &start), Notation::detect(&black, &start));
    align(&start, (&white, notations.0), (&black, notations.1))
}

#[test]
fn an_omitted_half_move_shifts_the_columns_and_is_one_error() {
    let whole = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    let lacking = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Ba4 4. Nf6 O-O 5. Be7";
    let aligned = lined_up(lacking, whole);
    assert_eq!((aligned.agreed(), aligned.first_divergence(), aligned.plies.len()), (9, Some(6), 10));
    assert_eq!(aligned.plies.iter().filter(|step| step.white.is_missing()).count(), 1);
}

#[test]
fn transposed_moves_differ_twice_and_the_game_goes_on() {
    let aligned = lined_up("1. e4 e5 2. h3 a6 3. a3 h6 4. Nf3", "1. e4 e5 2. a3 a6 3. h3 h6 4. Nf3");
    assert_eq!((aligned.agreed(), aligned.first_divergence(), aligned.plies.len()), (5, Some(3), 7));
}

#[test]
fn what_cannot_be_read_or_played_is_taken_from_the_other_sheet() {
    let aligned = lined_up("1. e4 e5 2. ? Nc6 3. Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5");
    assert_eq!((aligned.agreed(), aligned.first_divergence()), (4, Some(3)));
    let aligned = lined_up("1. e4 e5 2. Nf3 Bd7 3. Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5");
    assert_eq!((aligned.agreed(), aligned.first_divergence(), aligned.plies.len()), (4, Some(4), 5));
}

#[test]
fn a_sheet_that_ends_sooner_lacks_the_rest() {
    let aligned = lined_up("1. e4 e5", "1. e4 e5 2. Nf3 Nc6");
    assert_eq!((aligned.agreed(), aligned.first_divergence(), aligned.plies.len()), (2, Some(3), 4));
    assert!(aligned.plies[2].white.is_missing());
    assert_eq!(aligned.plies.len(), 4);
    assert!(aligned.plies.iter().all(|step| step.legal));
}

#[test]
fn an_illegal_move_on_both_sheets_was_played() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Nxd4 5. Nxd4 c6 6. Nf3";
    let aligned = lined_up(game, game);
    assert_eq!((aligned.agreed(), aligned.first_divergence(), aligned.plies.len()), (11, None, 11));
    let illegal: Vec<usize> =
        (1..).zip(&aligned.plies).filter(|(_, step)| !step.legal).map(|(at, _)| at).collect();
    assert_eq!((illegal, aligned.passed.len()), (vec![8], 0));
}

#[test]
fn an_illegal_move_that_was_put_right_was_not_played() {
    // Both wrote the illegal move and then the legal one that replaced it.
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Nxd4 exd4 5. Nxd4 Bd7";
    let aligned = lined_up(game, game);
    assert_eq!((aligned.agreed(), aligned.plies.len(), aligned.passed.len()), (10, 10, 2));
    assert!(aligned.plies.iter().all(|step| step.legal));
}

#[test]
fn an_illegal_move_on_the_longer_sheet_was_played() {
    let aligned = lined_up("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4", "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Nxd4");
    assert_eq!((aligned.agreed(), aligned.first_divergence(), aligned.plies.len()), (7, Some(8), 8));
}
