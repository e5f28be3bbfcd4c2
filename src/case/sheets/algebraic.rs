//! Algebraic notation with the piece letters of any language, in the many ways in which people write it.

use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

use super::language::Language;

/// The legal moves that `text` can mean.
pub(super) fn readings(text: &str, language: Language, position: &Chess) -> Vec<Move> {
    if let Some(side) = castling(text) {
        return position.castling_moves(side).into_iter().collect();
    }
    let (role, rest) = language.piece(text);
    let Some(written) = Written::of(rest, language) else { return Vec::new() };
    position.legal_moves().into_iter().filter(|mv| written.fits(mv, role)).collect()
}

/// The move with the English piece letters, legal or not.
pub(super) fn in_english(text: &str, language: Language) -> Option<String> {
    if let Some(side) = castling(text) {
        return Some(if side.is_king_side() { "O-O" } else { "O-O-O" }.to_owned());
    }
    let (role, rest) = language.piece(text);
    let written = Written::of(rest, language)?;
    let mut english = String::new();
    if role != Role::Pawn {
        english.push(role.upper_char());
    }
    english.extend(written.from_file.map(File::char));
    english.extend(written.from_rank.map(Rank::char));
    if rest.contains(['x', '×', ':']) {
        english.push('x');
    }
    english.push(written.to_file.char());
    english.extend(written.to_rank.map(Rank::char));
    if let Some(promotion) = written.promotion {
        english.push('=');
        english.push(promotion.upper_char());
    }
    Some(english)
}

/// `O-O`, `0-0-0`, with any sign of check.
pub(super) fn castling(text: &str) -> Option<CastlingSide> {
    let bare: String = text.chars().filter(|c| matches!(c, 'O' | '0' | 'o' | 'О' | 'о')).collect();
    let only = text.chars().all(|c| matches!(c, 'O' | '0' | 'o' | 'О' | 'о' | '-' | '–' | '+' | '#'));
    match (only, bare.chars().count()) {
        (true, 2) => Some(CastlingSide::KingSide),
        (true, 3) => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// What follows the piece letter.
struct Written {
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to_file: File,
    to_rank: Option<Rank>,
    promotion: Option<Role>,
}

impl Written {
    fn of(rest: &str, language: Language) -> Option<Written> {
        let mut squares: Vec<char> = Vec::new();
        let mut promotion = None;
        let mut tail = rest.char_indices();
        for (at, c) in tail.by_ref() {
            match c {
                'a'..='h' | '1'..='8' => squares.push(c),
                'x' | ':' | '-' | '–' | '×' | '+' | '#' | '!' | '(' | ')' | '=' | '/' | '.' | 'е' => {}
                'p' if rest.get(at..).is_some_and(|end| end.starts_with("p.")) => break,
                _ => {
                    promotion = Some(language.promotion(rest.get(at..)?)?);
                    break;
                }
            }
        }
        let files: Vec<File> = squares.iter().filter_map(|c| File::from_char(*c)).collect();
        let (to_rank, before) = match squares.split_last()? {
            (last, before) if last.is_ascii_digit() => (Rank::from_char(*last), before),
            (_, before) => (None, before),
        };
        let to_file = *files.last()?;
        let before = if to_rank.is_some() { before.split_last().map(|(_, rest)| rest)? } else { before };
        Some(Written {
            from_file: before.iter().find_map(|c| File::from_char(*c)),
            from_rank: before.iter().find_map(|c| Rank::from_char(*c)),
            to_file,
            to_rank,
            promotion,
        })
    }

    fn fits(&self, mv: &Move, role: Role) -> bool {
        let Some(from) = mv.from() else { return false };
        let target: Square = mv.to();
        // A pawn that reaches the last rank without a letter is read as a queen, the usual slip.
        let promotes = match (mv.promotion(), self.promotion) {
            (Some(to), Some(written)) => to == written,
            (Some(to), None) => to == Role::Queen,
            (None, written) => written.is_none(),
        };
        !mv.is_castle()
            && mv.role() == role
            && target.file() == self.to_file
            && self.to_rank.is_none_or(|rank| target.rank() == rank)
            && (self.to_rank.is_some() || mv.is_capture())
            && self.from_file.is_none_or(|file| from.file() == file)
            && self.from_rank.is_none_or(|rank| from.rank() == rank)
            && promotes
    }
}
