//! X-FEN: Chess960 positions whose castling rights are written `KQkq`, without a Variant tag.
//!
//! In X-FEN, `K` is the castling right of the outermost rook on the king's side. A FEN of standard chess
//! whose rights were never updated can look the same, so the position must also look like Chess960.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, FromSetup, PositionErrorKinds, Rank, Role, Setup,
};

/// Whether castling rights that standard chess does not allow belong to a Chess960 position.
pub(super) fn is_chess960(fen: &str, setup: &Setup) -> bool {
    let letters = fen.split_whitespace().nth(2).unwrap_or_default();
    letters.len() == setup.castling_rights.count()
        && all_allowed(setup)
        && (is_array(setup) || is_mirrored(setup))
}

/// Whether every castling right has a rook, on the correct side of its king.
fn all_allowed(setup: &Setup) -> bool {
    match Chess::from_setup(setup.clone(), CastlingMode::Chess960) {
        Ok(_) => true,
        Err(error) => !error.kinds().contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS),
    }
}

/// Whether no piece has moved yet: both back ranks are full, and the pawns stand in front of them.
fn is_array(setup: &Setup) -> bool {
    let home = |color: Color| {
        let (back, front) = color.fold_wb((Rank::First, Rank::Second), (Rank::Eighth, Rank::Seventh));
        let own = setup.board.by_color(color);
        let pawns = own & setup.board.by_role(Role::Pawn);
        (own & Bitboard::from_rank(back)).count() == 8 && pawns == Bitboard::from_rank(front)
    };
    home(Color::White) && home(Color::Black)
}

/// Whether the kings with castling rights are on the same file, and either that file is not the e-file or
/// both sides' rooks are on the same files. If only one side has rights, its king must not be on the e-file.
fn is_mirrored(setup: &Setup) -> bool {
    let rights = |color: Color| setup.castling_rights & setup.board.by_color(color);
    let files = |color: Color| rights(color).into_iter().map(|rook| rook.file()).collect::<Vec<File>>();
    let kings: Vec<File> = Color::ALL
        .into_iter()
        .filter(|color| rights(*color).any())
        .filter_map(|color| setup.board.king_of(color))
        .map(|king| king.file())
        .collect();
    match kings.as_slice() {
        [one] => *one != File::E,
        [white, black] => white == black && (*white != File::E || files(Color::White) == files(Color::Black)),
        _ => false,
    }
}
