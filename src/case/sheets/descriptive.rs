//! English descriptive notation: `P-K4`, `QKt-B3`, `PxP e.p.`, `R(K1)-Q1`, `O-O ch`.
//!
//! Squares are named from the mover's side, and a file without K or Q can be either of two. Where this is ambiguous,
//! several moves can be meant.

use shakmaty::{Chess, Color, File, Move, Position, Rank, Role, Square};

/// The legal moves that `text` can mean.
pub(super) fn readings(text: &str, position: &Chess) -> Vec<Move> {
    let text = cleaned(text);
    if let Some(side) = super::algebraic::castling(&text) {
        return position.castling_moves(side).into_iter().collect();
    }
    let Some(written) = Written::of(&text) else { return Vec::new() };
    let fits: Vec<Move> =
        position.legal_moves().into_iter().filter(|mv| written.fits(mv, position, true)).collect();
    if !fits.is_empty() {
        return fits;
    }
    // A prefix such as QKt names the piece's original side, which the board no longer shows.
    position.legal_moves().into_iter().filter(|mv| written.fits(mv, position, false)).collect()
}

/// Without signs of check and capture en passant, and with one letter for the knight.
fn cleaned(text: &str) -> String {
    let mut text = text.replace(['–', '—'], "-").replace(['×', 'X'], "x");
    for noise in ["e.p.", "ep", "dis", "dbl", "mate", "ch.", "ch", "+", "#", "!", "?"] {
        text = text.replace(noise, "");
    }
    text.replace("Kt", "N").replace("KT", "N").trim().to_owned()
}

/// A piece, and the side on which it is or was at the start.
#[derive(Debug, Clone, Copy)]
struct Piece {
    role: Role,
    files: Option<Files>,
    square: Option<Spot>,
}

/// Files that a name can mean.
type Files = [Option<File>; 4];

/// A square from the mover's side: files and the rank that he counts.
#[derive(Debug, Clone, Copy)]
struct Spot {
    files: Files,
    rank: Option<u32>,
}

struct Written {
    piece: Piece,
    goal: Goal,
    promotion: Option<Role>,
}

enum Goal {
    Square(Spot),
    Capture(Piece),
}

impl Written {
    fn of(text: &str) -> Option<Written> {
        let (text, promotion) = promotion(text);
        if let Some((piece, target)) = text.split_once('x') {
            return Some(Written {
                piece: Piece::of(piece)?,
                goal: Goal::Capture(Piece::of(target)?),
                promotion,
            });
        }
        let (piece, target) = text.split_once('-')?;
        Some(Written { piece: Piece::of(piece)?, goal: Goal::Square(Spot::of(target)?), promotion })
    }

    fn fits(&self, mv: &Move, position: &Chess, with_prefix: bool) -> bool {
        let us = position.turn();
        let Some(from) = mv.from() else { return false };
        if mv.is_castle() || mv.role() != self.piece.role || !self.piece.stands(from, us, with_prefix) {
            return false;
        }
        let promotes = match (mv.promotion(), self.promotion) {
            (Some(to), Some(written)) => to == written,
            (Some(to), None) => to == Role::Queen,
            (None, written) => written.is_none(),
        };
        let reaches = match &self.goal {
            Goal::Square(spot) => !mv.is_capture() && spot.is(mv.to(), us),
            Goal::Capture(piece) => {
                mv.capture() == Some(piece.role) && piece.stands(mv.to(), us, with_prefix)
            }
        };
        promotes && reaches
    }
}

/// `P-K8(Q)`, `P-K8=Q`, `P-K8/Q`: the move without the promotion, and the piece.
fn promotion(text: &str) -> (&str, Option<Role>) {
    let bare = text.trim_end_matches(')');
    let role = match bare.chars().last() {
        Some('Q') => Role::Queen,
        Some('R') => Role::Rook,
        Some('B') => Role::Bishop,
        Some('N') => Role::Knight,
        _ => return (text, None),
    };
    let before = bare.get(..bare.len() - 1).unwrap_or_default();
    let named = before.trim_end_matches(['(', '=', '/']);
    // Only after a rank is a letter a promotion: in `KtxB` it is the piece taken.
    match named.len() < before.len() || named.ends_with('8') {
        true if named.ends_with(|c: char| c.is_ascii_digit()) || named.len() < before.len() => {
            (named, Some(role))
        }
        _ => (text, None),
    }
}

impl Piece {
    /// `P`, `QN`, `KBP`, `R(K1)`, `N/B3`, `P/Q4`.
    fn of(text: &str) -> Option<Piece> {
        let text = text.trim();
        let (name, square) = match text.split_once(['(', '/']) {
            Some((name, square)) => (name, Some(Spot::of(square.trim_end_matches(')'))?)),
            None => (text, None),
        };
        let last = name.chars().last()?;
        let role = match last {
            'P' => Role::Pawn,
            'N' => Role::Knight,
            'B' => Role::Bishop,
            'R' => Role::Rook,
            'Q' => Role::Queen,
            'K' => Role::King,
            _ => return None,
        };
        let prefix = name.get(..name.len() - 1)?;
        let files = match (prefix, role) {
            ("", _) => None,
            (prefix, Role::Pawn) => Some(files_of(prefix)?),
            ("K", _) => Some([Some(File::E), Some(File::F), Some(File::G), Some(File::H)]),
            ("Q", _) => Some([Some(File::A), Some(File::B), Some(File::C), Some(File::D)]),
            _ => return None,
        };
        Some(Piece { role, files, square })
    }

    fn stands(&self, at: Square, us: Color, with_prefix: bool) -> bool {
        self.square.is_none_or(|spot| spot.is(at, us))
            && (!with_prefix || self.files.is_none_or(|files| files.contains(&Some(at.file()))))
    }
}

impl Spot {
    /// `K4`, `QB3`, `R5`, or a file alone.
    fn of(text: &str) -> Option<Spot> {
        let text = text.trim();
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let name = text.get(..text.len() - digits.len())?;
        let rank = if digits.is_empty() {
            None
        } else {
            Some(digits.parse().ok().filter(|rank| (1..=8).contains(rank))?)
        };
        Some(Spot { files: files_of(name)?, rank })
    }

    fn is(&self, square: Square, us: Color) -> bool {
        let rank = Rank::ALL.iter().position(|rank| *rank == square.rank()).unwrap_or(0) as u32 + 1;
        let counted = us.fold_wb(rank, 9 - rank);
        self.files.contains(&Some(square.file())) && self.rank.is_none_or(|rank| rank == counted)
    }
}

/// The files that a name can mean.
fn files_of(name: &str) -> Option<Files> {
    let one = |file: File| Some([Some(file), None, None, None]);
    let two = |a: File, b: File| Some([Some(a), Some(b), None, None]);
    match name {
        "QR" => one(File::A),
        "QN" => one(File::B),
        "QB" => one(File::C),
        "Q" => one(File::D),
        "K" => one(File::E),
        "KB" => one(File::F),
        "KN" => one(File::G),
        "KR" => one(File::H),
        "R" => two(File::A, File::H),
        "N" => two(File::B, File::G),
        "B" => two(File::C, File::F),
        _ => None,
    }
}
