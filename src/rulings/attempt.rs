//! A move that a player tried, as an incident names it: which pieces it touched, whether or not it is legal.

use shakmaty::{Bitboard, CastlingSide, Color, Piece, Rank, Role, Setup, Square, attacks};

use crate::replay::{Board, Move, MoveKind};
use crate::scoresheet::Written;

/// A move that was tried on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attempt {
    /// The pieces that it touched, in order: the moving piece, then the piece taken, or king and rook.
    pub touched: Vec<Square>,
    /// The target square, unless the move is castling.
    pub to: Option<Square>,
    /// The piece promoted to.
    pub promotion: Option<Role>,
    /// The side, where it is castling.
    pub castle: Option<CastlingSide>,
}

impl Attempt {
    /// A move as it was played on `board`.
    pub(super) fn of_played(board: &Board, mv: Move) -> Attempt {
        let castle = match mv.kind {
            MoveKind::Castle(side) => Some(side),
            MoveKind::Normal | MoveKind::EnPassant => None,
        };
        let takes = board.at(mv.to).is_some_and(|(color, _)| color != board.turn());
        let touched = std::iter::once(mv.from).chain((takes || castle.is_some()).then_some(mv.to)).collect();
        let to = castle.is_none().then_some(mv.to);
        Attempt { touched, to, promotion: mv.promotion, castle }
    }
}

/// What can be said about a written move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// One piece can be meant.
    One(Attempt),
    /// Several pieces can be meant.
    Several,
    /// It is not a move, or no piece on the board fits it.
    Nothing,
}

/// What `text` means in a position where `side` is to move, whether or not the move is legal.
pub(super) fn meaning(text: &str, setup: &Setup, side: Color) -> Meaning {
    let Some(written) = written(text) else { return Meaning::Nothing };
    match written {
        Written::Castle(castle) => castling(setup, side, castle),
        Written::To { role, file, rank, to, promotion, .. } => {
            let fits = |square: &Square| {
                file.is_none_or(|file| square.file() == file) && rank.is_none_or(|rank| square.rank() == rank)
            };
            let own = setup.board.by_color(side);
            let candidates: Vec<Square> = match role {
                Some(role) => (own & setup.board.by_role(role)).into_iter().filter(fits).collect(),
                None => own.into_iter().filter(fits).collect(),
            };
            one_of(setup, side, &candidates, to, promotion)
        }
        Written::PawnFiles { from, to, promotion } => {
            let pawns = setup.board.by_piece(Piece { color: side, role: Role::Pawn });
            let captures: Vec<(Square, Square)> = pawns
                .into_iter()
                .filter(|pawn| pawn.file() == from)
                .flat_map(|pawn| attacks::pawn_attacks(side, pawn).into_iter().map(move |to| (pawn, to)))
                .filter(|(_, target)| target.file() == to && setup.board.color_at(*target) == Some(!side))
                .collect();
            match captures.as_slice() {
                [(pawn, target)] => Meaning::One(simple(setup, side, *pawn, *target, promotion)),
                [] => Meaning::Nothing,
                _ => Meaning::Several,
            }
        }
        Written::Null => Meaning::Nothing,
    }
}

/// The legal moves that `text` can mean.
pub(super) fn legal_readings(text: &str, board: &Board) -> Vec<Move> {
    let Some(written) = written(text) else { return Vec::new() };
    let mut moves = board.fitting(written);
    if let Written::To { role: None, file: Some(file), rank: Some(rank), to, promotion: None, .. } = written {
        let from = Square::from_coords(file, rank);
        let castles =
            |mv: &Move| mv.kind.is_castle() && mv.from == from && (mv.target() == to || mv.to == to);
        moves.extend(board.legal_moves().into_iter().filter(castles));
    }
    moves
}

/// The readings of a move that several pieces may have made, each with its origin: the pieces that can reach the target, else
/// all of the
/// kind.
pub(super) fn readings(board: &Board, written: Written) -> Vec<Written> {
    let Written::To { role: Some(role), file, rank, capture, to, promotion } = written else {
        return Vec::new();
    };
    let side = board.turn();
    let setup = board.setup();
    let fits = |square: &Square| {
        file.is_none_or(|file| square.file() == file) && rank.is_none_or(|rank| square.rank() == rank)
    };
    let pieces: Vec<Square> = board.pieces(side, role).into_iter().filter(fits).collect();
    let near = |from: &Square| reaches(&setup.board, *from, to, setup.ep_square);
    let reaching: Vec<Square> = pieces.iter().copied().filter(near).collect();
    let origins = if reaching.is_empty() { pieces } else { reaching };
    let from = |from: Square| Written::To {
        role: Some(role),
        file: Some(from.file()),
        rank: Some(from.rank()),
        capture,
        to,
        promotion,
    };
    origins.into_iter().map(from).collect()
}

/// What a move's text says. A promotion to a king or a pawn is read without the new piece.
pub(super) fn written(text: &str) -> Option<Written> {
    Written::of_text(text).or_else(|| Written::of_text(text.split_once('=')?.0))
}

fn one_of(setup: &Setup, side: Color, candidates: &[Square], to: Square, promotion: Option<Role>) -> Meaning {
    let reaching: Vec<Square> = candidates
        .iter()
        .filter(|from| reaches(&setup.board, **from, to, setup.ep_square))
        .copied()
        .collect();
    match (reaching.as_slice(), candidates) {
        ([from], _) | ([], [from]) => Meaning::One(simple(setup, side, *from, to, promotion)),
        ([], []) => Meaning::Nothing,
        _ => Meaning::Several,
    }
}

fn simple(setup: &Setup, side: Color, from: Square, to: Square, promotion: Option<Role>) -> Attempt {
    if let Some(castle) = castles_by_king(setup, side, from, to)
        && let Meaning::One(attempt) = castling(setup, side, castle)
    {
        return attempt;
    }
    let mut touched = vec![from];
    if setup.board.color_at(to) == Some(!side) {
        touched.push(to);
    } else if setup.board.role_at(from) == Some(Role::Pawn) && from.file() != to.file() {
        // A capture en passant, in time or too late, also touches the pawn beside.
        let beside = Square::from_coords(to.file(), from.rank());
        if setup.board.piece_at(beside) == Some(Piece { color: !side, role: Role::Pawn }) {
            touched.push(beside);
        }
    }
    Attempt { touched, to: Some(to), promotion, castle: None }
}

fn castles_by_king(setup: &Setup, side: Color, from: Square, to: Square) -> Option<CastlingSide> {
    let king = setup.board.king_of(side)?;
    let back = side.fold_wb(Rank::First, Rank::Eighth);
    let apart = (i32::from(to.file()) - i32::from(king.file())).abs();
    let onto_rook = setup.board.piece_at(to) == Some(Piece { color: side, role: Role::Rook });
    (from == king && king.rank() == back && to.rank() == back && (apart == 2 || onto_rook))
        .then(|| CastlingSide::from_king_side(to.file() > king.file()))
}

fn castling(setup: &Setup, side: Color, castle: CastlingSide) -> Meaning {
    let Some(king) = setup.board.king_of(side) else { return Meaning::Nothing };
    let outward = |rook: &Square| match castle {
        CastlingSide::KingSide => rook.file() > king.file(),
        CastlingSide::QueenSide => rook.file() < king.file(),
    };
    let rooks = setup.board.by_piece(Piece { color: side, role: Role::Rook }) & Bitboard::from(king.rank());
    let rights = rooks & setup.castling_rights;
    let rook = rights.into_iter().find(outward).or_else(|| {
        rooks
            .into_iter()
            .filter(outward)
            .max_by_key(|rook| i32::from(rook.file()).abs_diff(i32::from(king.file())))
    });
    let touched = std::iter::once(king).chain(rook).collect();
    Meaning::One(Attempt { touched, to: None, promotion: None, castle: Some(castle) })
}

/// Whether the piece on `from` can go to `to` by the way it moves. Check and the colour of a piece on `to` are
/// ignored.
fn reaches(board: &shakmaty::Board, from: Square, to: Square, ep: Option<Square>) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    if piece.role != Role::Pawn {
        return attacks::attacks(from, piece, board.occupied()).contains(to);
    }
    let occupied = board.occupied();
    if attacks::pawn_attacks(piece.color, from).contains(to) {
        return occupied.contains(to) || ep == Some(to);
    }
    let step = piece.color.fold_wb(8, -8);
    let start = piece.color.fold_wb(Rank::Second, Rank::Seventh);
    match from.offset(step) {
        Some(one) if one == to => !occupied.contains(to),
        Some(one) if from.rank() == start && one.offset(step) == Some(to) => {
            !occupied.contains(one) && !occupied.contains(to)
        }
        _ => false,
    }
}
