//! Why a move cannot be played on a board, in words.

use shakmaty::{Bitboard, CastlingSide, Role, Square};

use super::words::list;
use crate::replay::{Board, Obstacle};
use crate::scoresheet::Written;

/// Why a written move is not legal on `board`: "no white knight can reach f6; the knight on d5 is pinned …".
pub fn explain(board: &Board, written: Written) -> String {
    in_words(board, written, &board.obstacles(written))
}

/// Like [`explain`], of what was done on the board: without a word on how castling is written.
pub fn explain_act(board: &Board, written: Written) -> String {
    let mut obstacles = board.obstacles(written);
    if let [Obstacle::CastlingAsKingMove { from, .. }, ..] = *obstacles {
        obstacles = vec![Obstacle::OutOfReach { role: Role::King, from: Bitboard::from_square(from) }];
    }
    in_words(board, written, &obstacles)
}

fn in_words(board: &Board, written: Written, obstacles: &[Obstacle]) -> String {
    if obstacles.is_empty() {
        return "no legal move fits it".to_string();
    }
    let words: Vec<String> = obstacles.iter().map(|obstacle| words(board, obstacle, written)).collect();
    words.join("; ")
}

fn words(board: &Board, obstacle: &Obstacle, written: Written) -> String {
    let side = board.turn().fold_wb("white", "black");
    match *obstacle {
        Obstacle::NoSuchPiece { role } => match origin(written) {
            Some(square) => format!("there is no {side} {} on {square}", name(role)),
            None => format!("there is no {side} {}{}", name(role), narrowed(written)),
        },
        Obstacle::CastlingAsKingMove { from, side: wing, legal } => {
            let castling = if wing == CastlingSide::KingSide { "O-O" } else { "O-O-O" };
            let to = target(written);
            let here = if legal { ", and is legal here" } else { ", which is not legal here either" };
            format!("the king on {from} cannot reach {to}; castling is written {castling}{here}")
        }
        Obstacle::OutOfReach { role, from } => out_of_reach(role, from, side, written),
        Obstacle::OwnPiece { on, role } => {
            let own = board.turn().fold_wb("White", "Black");
            format!("{own}'s own {} is on {on}", name(role))
        }
        Obstacle::King => "the opponent's king is there, and a king cannot be captured".to_string(),
        Obstacle::Pinned { from, role, by } => {
            format!("the {} on {from} is pinned by {}", name(role), piece(board, by))
        }
        Obstacle::CheckStays { from, role, by } => {
            format!(
                "moving the {} from {from} leaves the king in check from {}",
                name(role),
                piece(board, by)
            )
        }
        Obstacle::IntoCheck { to, by } => {
            format!("the king would be attacked on {to} by {}", piece(board, by))
        }
        Obstacle::NothingToTake { on } => format!("there is nothing to capture on {on}"),
        Obstacle::NoPromotionPiece => {
            "a pawn that reaches its last rank must promote, and no piece is named".to_string()
        }
        Obstacle::NoPromotion => "no pawn reaches its last rank there".to_string(),
        Obstacle::NoCastlingRight(wing) => {
            let wing = if wing == CastlingSide::KingSide { "king's" } else { "queen's" };
            format!("castling on the {wing} side is lost: king or rook has moved, or is not on its square")
        }
        Obstacle::CastlingBlocked { by } => format!("{} blocks castling", piece(board, by)),
        Obstacle::CastlingAttacked { square, by } => {
            let what = if board.king(board.turn()) == Some(square) {
                "the king is in check"
            } else {
                "the king would cross an attacked square"
            };
            format!("{what}: {} attacks {square}", piece(board, by))
        }
    }
}

fn out_of_reach(role: Role, from: Bitboard, side: &str, written: Written) -> String {
    let to = target(written);
    let squares: Vec<String> = from.into_iter().map(|square| square.to_string()).collect();
    match squares.as_slice() {
        [only] => format!("the {} on {only} cannot reach {to}", name(role)),
        many if many.len() <= 3 => {
            format!("no {side} {} can reach {to} (they are on {})", name(role), list(many))
        }
        _ => format!("no {side} {} can reach {to}", name(role)),
    }
}

fn target(written: Written) -> String {
    match written {
        Written::To { to, .. } => to.to_string(),
        Written::PawnFiles { to, .. } => format!("the {to}-file"),
        Written::Castle(_) | Written::Null => String::new(),
    }
}

fn origin(written: Written) -> Option<Square> {
    match written {
        Written::To { file: Some(file), rank: Some(rank), .. } => Some(Square::from_coords(file, rank)),
        _ => None,
    }
}

fn narrowed(written: Written) -> String {
    match written {
        Written::To { file: Some(file), .. } | Written::PawnFiles { from: file, .. } => {
            format!(" on the {file}-file")
        }
        Written::To { rank: Some(rank), .. } => format!(" on rank {rank}"),
        _ => String::new(),
    }
}

/// The piece on a square: "the bishop on b7".
fn piece(board: &Board, square: Square) -> String {
    board
        .at(square)
        .map_or_else(|| format!("a piece on {square}"), |(_, role)| format!("the {} on {square}", name(role)))
}

/// The name of a piece in messages.
pub fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
