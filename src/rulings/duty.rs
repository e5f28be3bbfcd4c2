//! Touch-move: which moves remain to a player who has touched these pieces in this order.
//!
//! An own piece has to move, an opponent's piece has to be captured. If both were touched, one captures the other, or else the
//! first touched piece that
//! can be moved or captured decides. King and rook mean castling if the king was touched first. If nothing can be played, any
//! legal move may be.
//! The articles are in the rulesets; this module works out what follows on the board.

use shakmaty::{CastlingSide, Color, Role, Square};

use crate::replay::{Board, Move, MoveKind};

/// Why a player's choice is limited, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// An own piece was touched and moves.
    Own(Square),
    /// An opponent's piece was touched and is captured.
    Enemy(Square),
    /// The touched own piece captures the touched opponent's piece.
    Both(Square, Square),
    /// King and rook were touched: castling on that side.
    Castle(CastlingSide),
    /// The rook was touched before the king: no castling on that side.
    RookFirst(Square),
    /// The rook was touched before the king, and castling is allowed all the same.
    RookFirstAllowed,
    /// A piece was released on a square that it can legally move to: it stays there.
    Released(Square, Square),
    /// The king was released on its castling square: castling on that side.
    KingReleased(CastlingSide),
    /// A pawn was released on its last rank: it is promoted there.
    PawnReleased(Square),
    /// Castling is not legal: another move of the king.
    IllegalCastling(Square),
    /// Castling is not legal and the king cannot move: any legal move.
    IllegalCastlingFree,
    /// Nothing touched can be moved or captured: any legal move.
    Free,
}

/// The moves that remain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duty {
    /// Why.
    pub ground: Ground,
    /// The moves; empty where any legal move may be played.
    pub moves: Vec<Move>,
    /// Pieces of both colours were touched.
    pub both_colours: bool,
}

impl Duty {
    /// Whether any legal move may be played.
    pub fn is_free(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether the move is one of those that remain.
    pub fn allows(&self, mv: Move) -> bool {
        self.is_free() || self.moves.contains(&mv)
    }

    /// The moves in UCI, sorted, unless any legal move may be played.
    pub fn uci(&self, chess960: bool) -> Option<Vec<String>> {
        (!self.is_free()).then(|| uci(&self.moves, chess960))
    }
}

/// Moves in UCI, sorted.
pub fn uci(moves: &[Move], chess960: bool) -> Vec<String> {
    let mut words: Vec<String> = moves.iter().map(|mv| mv.uci(chess960)).collect();
    words.sort();
    words.dedup();
    words
}

/// The moves that remain after `touched` by the player on move. `castle_rook_first`: castling is open to a player who
/// touched the rook first.
pub fn after_touch(board: &Board, touched: &[Square], castle_rook_first: bool) -> Duty {
    let us = board.turn();
    let of = |side: Color| {
        let theirs = |square: &Square| board.at(*square).is_some_and(|(color, _)| color == side);
        touched.iter().copied().filter(theirs).collect::<Vec<Square>>()
    };
    let (own, enemy) = (of(us), of(!us));
    if enemy.is_empty()
        && let Some(duty) = king_and_rook(board, &own, castle_rook_first)
    {
        return duty;
    }
    if let (Some(first), Some(taken)) = (own.first(), enemy.first()) {
        let both = moves_where(board, |mv| mv.from == *first && captured(board, mv) == Some(*taken));
        if !both.is_empty() {
            return Duty { ground: Ground::Both(*first, *taken), moves: both, both_colours: true };
        }
    }
    let mixed = !own.is_empty() && !enemy.is_empty();
    Duty { both_colours: mixed, ..first_playable(board, touched, None) }
}

/// The moves that remain after the first touched piece was released on `square`; `None` if it cannot legally move there, so that
/// only touch-move applies.
pub fn after_release(board: &Board, touched: &[Square], square: Square) -> Option<Duty> {
    let us = board.turn();
    let own = |touched: &&Square| board.at(**touched).is_some_and(|(color, _)| color == us);
    let piece = *touched.iter().find(own)?;
    let (_, role) = board.at(piece)?;
    let steps = moves_where(board, |mv| mv.from == piece && !mv.kind.is_castle() && mv.to == square);
    if role == Role::King && steps.is_empty() && goes_to_castle(board, piece, square) {
        let castling =
            moves_where(board, |mv| mv.from == piece && mv.kind.is_castle() && mv.target() == square);
        return Some(match castling.is_empty() {
            false => {
                let side = CastlingSide::from_king_side(square.file() > piece.file());
                Duty { ground: Ground::KingReleased(side), moves: castling, both_colours: false }
            }
            true => after_illegal_castling(board, piece),
        });
    }
    let ground = match steps.first()?.promotion {
        Some(_) => Ground::PawnReleased(square),
        None => Ground::Released(piece, square),
    };
    Some(Duty { ground, moves: steps, both_colours: false })
}

/// Whether the king went along its rank to its castling square.
fn goes_to_castle(board: &Board, king: Square, square: Square) -> bool {
    let home = board.turn().fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth);
    let castles = |side: CastlingSide| side.king_to_file() == square.file();
    king.rank() == home
        && square.rank() == home
        && (board.is_chess960() || king.file().distance(square.file()) == 2)
        && CastlingSide::ALL.into_iter().any(castles)
}

/// The moves that remain after castling on `side` was tried and is not legal: the king was touched to castle.
pub fn after_illegal_castling(board: &Board, king: Square) -> Duty {
    let moves = moves_where(board, |mv| mv.from == king);
    let ground = if moves.is_empty() { Ground::IllegalCastlingFree } else { Ground::IllegalCastling(king) };
    Duty { ground, moves, both_colours: false }
}

fn king_and_rook(board: &Board, own: &[Square], castle_rook_first: bool) -> Option<Duty> {
    let king = board.king(board.turn())?;
    let [first, second, ..] = own else { return None };
    let (rook, king_first) = match (*first == king, *second == king) {
        (true, false) => (*second, true),
        (false, true) => (*first, false),
        _ => return None,
    };
    if board.at(rook).is_none_or(|(_, role)| role != Role::Rook) {
        return None;
    }
    let side = CastlingSide::from_king_side(rook.file() > king.file());
    let castling = moves_where(board, |mv| castles_with(mv, rook));
    if king_first {
        return Some(match castling.is_empty() {
            false => Duty { ground: Ground::Castle(side), moves: castling, both_colours: false },
            true => after_illegal_castling(board, king),
        });
    }
    if castle_rook_first && !castling.is_empty() {
        let mut moves = moves_where(board, |mv| mv.from == rook);
        moves.extend(castling);
        return Some(Duty { ground: Ground::RookFirstAllowed, moves, both_colours: false });
    }
    let mut duty = first_playable(board, own, Some(rook));
    if duty.ground == Ground::Own(rook) {
        duty.ground = Ground::RookFirst(rook);
    }
    Some(duty)
}

/// The first touched piece that can be moved or captured, without castling with `barred`.
fn first_playable(board: &Board, touched: &[Square], barred: Option<Square>) -> Duty {
    let us = board.turn();
    for square in touched {
        let (ground, moves) = match board.at(*square) {
            Some((color, _)) if color == us => (
                Ground::Own(*square),
                moves_where(board, |mv| {
                    mv.from == *square && !barred.is_some_and(|rook| castles_with(mv, rook))
                }),
            ),
            Some(_) => {
                (Ground::Enemy(*square), moves_where(board, |mv| captured(board, mv) == Some(*square)))
            }
            None => continue,
        };
        if !moves.is_empty() {
            return Duty { ground, moves, both_colours: false };
        }
    }
    Duty { ground: Ground::Free, moves: Vec::new(), both_colours: false }
}

/// The legal moves for which `wanted` holds.
pub fn moves_where(board: &Board, wanted: impl Fn(&Move) -> bool) -> Vec<Move> {
    board.legal_moves().into_iter().filter(|mv| wanted(mv)).collect()
}

fn castles_with(mv: &Move, rook: Square) -> bool {
    matches!(mv.kind, MoveKind::Castle(_)) && mv.to == rook
}

/// The square of the piece that a move captures; for a capture en passant that of the pawn.
pub fn captured(board: &Board, mv: &Move) -> Option<Square> {
    match mv.kind {
        MoveKind::Normal => board.at(mv.to).map(|_| mv.to),
        MoveKind::EnPassant => Some(Square::from_coords(mv.to.file(), mv.from.rank())),
        MoveKind::Castle(_) => None,
    }
}

/// The player's name in a sentence.
pub fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn left(fen: &str, touched: &str) -> (Ground, Vec<String>) {
        let board = Board::from_fen(fen, false).unwrap().board;
        let squares: Vec<Square> = touched.split(' ').map(|square| square.parse().unwrap()).collect();
        let duty = after_touch(&board, &squares, false);
        (duty.ground, uci(&duty.moves, false))
    }

    #[test]
    fn own_piece_moves_and_every_promotion_counts() {
        let (ground, moves) = left("8/4P3/8/8/2k5/8/5K2/8 w - - 0 1", "e7");
        assert_eq!(ground, Ground::Own(Square::E7));
        assert_eq!(moves, ["e7e8b", "e7e8n", "e7e8q", "e7e8r"]);
    }

    #[test]
    fn own_and_enemy_piece_capture_each_other_in_either_order() {
        let fen = "rnbqkb1r/ppp2ppp/3p1n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
        assert_eq!(left(fen, "f3 e5").1, ["f3e5"]);
        assert_eq!(left(fen, "e5 f3").1, ["f3e5"]);
    }

    #[test]
    fn a_capture_that_is_not_legal_leaves_the_first_playable_piece() {
        // The knight on c6 is pinned: the pawn that was touched has to be taken by another piece.
        let fen = "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R b KQkq - 0 4";
        assert_eq!(left(fen, "c6 d4"), (Ground::Enemy(Square::D4), vec!["e5d4".to_owned()]));
    }

    #[test]
    fn king_first_castles_and_rook_first_does_not() {
        let fen = "r1bqkbnr/pp3ppp/2n5/2pp4/8/5NP1/PPPPPPBP/RNBQK2R w KQkq - 0 1";
        assert_eq!(left(fen, "e1 h1"), (Ground::Castle(CastlingSide::KingSide), vec!["e1g1".to_owned()]));
        assert_eq!(left(fen, "h1 e1").1, ["h1f1", "h1g1"]);
    }

    #[test]
    fn rook_first_without_a_rook_move_binds_the_king_but_not_to_castling() {
        let fen = "4k3/8/8/8/8/8/4PP1P/4KB1R w K - 0 1";
        // The rook moves to g1, so it has to.
        assert_eq!(left(fen, "h1 e1").1, ["h1g1"]);
        let check = "rnb1kbnr/pp3ppp/2p5/8/2B1q3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
        assert_eq!(left(check, "h1 e1"), (Ground::Own(Square::E1), vec!["e1f1".to_owned()]));
    }

    #[test]
    fn castling_that_is_not_legal_leaves_the_other_king_moves_or_anything() {
        let fen = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
        let (ground, moves) = left(fen, "e1 h1");
        assert_eq!(ground, Ground::IllegalCastling(Square::E1));
        assert_eq!(moves, ["e1c1", "e1d1", "e1d2", "e1e2"]);
        let shut = "4k3/8/8/8/8/6n1/3PPP2/3QKB1R w K - 0 1";
        assert_eq!(left(shut, "e1 h1"), (Ground::IllegalCastlingFree, Vec::new()));
    }

    #[test]
    fn capture_en_passant_takes_the_touched_pawn() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(left(fen, "d5"), (Ground::Enemy(Square::D5), vec!["e5d6".to_owned()]));
    }

    #[test]
    fn nothing_playable_leaves_every_move() {
        assert_eq!(
            left("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1 d1"),
            (Ground::Free, Vec::new())
        );
    }
}
