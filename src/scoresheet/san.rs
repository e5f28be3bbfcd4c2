//! Reads one move from the movetext: export SAN and what people write instead of it.
//!
//! Only the text is read. Which of several pieces is meant, and whether the move is legal, is decided in `replay`.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::language::Language;
use super::packed::Packed;
use super::written::{MoveRead, Notation, Suffix, Written};

/// Reads the move at the start of `text`. Returns `None` if there is no move of at most 255 bytes that ends at the end of a token.
#[inline]
pub(super) fn read(text: &[u8]) -> Option<MoveRead> {
    let mut reader = Reader { text, at: 0, notation: Notation::none(), suffix: Suffix::None, language: None };
    let written = reader.written()?;
    reader.whole(written)
}

/// [`read`] with the piece letters of a language.
pub(super) fn read_in(text: &[u8], language: &'static Language) -> Option<MoveRead> {
    let (notation, suffix) = (Notation::none(), Suffix::None);
    let mut reader = Reader { text, at: 0, notation, suffix, language: Some(language) };
    match reader.written_in() {
        Some(written) => reader.whole(written),
        // One player's letters may be English and the other's not.
        None if language.letter(text).is_none() => read(text),
        None => None,
    }
}

/// Whether a token ends where `rest` begins.
#[inline]
pub(super) fn ends_token(rest: &[u8]) -> bool {
    match rest.first() {
        None => true,
        Some(b) => {
            b.is_ascii_whitespace()
                || matches!(
                    b,
                    0x0b | b'{'
                        | b'}'
                        | b'('
                        | b')'
                        | b';'
                        | b'$'
                        | b'!'
                        | b'?'
                        | b'['
                        | b','
                        | b'*'
                        | 0
                        | 0x1a
                )
        }
    }
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    notation: Notation,
    suffix: Suffix,
    /// The language of the piece letters, if it is not English.
    language: Option<&'static Language>,
}

impl Reader<'_> {
    /// The move with its signs, if the token ends after it.
    #[inline]
    fn whole(mut self, written: Written) -> Option<MoveRead> {
        self.suffixes();
        let Reader { text, at, notation, suffix, .. } = self;
        let len = u8::try_from(at).ok().filter(|_| ends_token(text.get(at..).unwrap_or_default()))?;
        Some(MoveRead { packed: Packed::new(written, suffix), notation, len })
    }

    #[inline]
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    fn peek_at(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn eat(&mut self, literal: &[u8]) -> bool {
        let found = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(literal));
        if found {
            self.at += literal.len();
        }
        found
    }

    #[inline]
    fn written(&mut self) -> Option<Written> {
        let role = match self.peek() {
            b'a'..=b'h' => None,
            b'N' => Some(Role::Knight),
            b'B' => Some(Role::Bishop),
            b'R' => Some(Role::Rook),
            b'Q' => Some(Role::Queen),
            b'K' => Some(Role::King),
            b'O' | b'o' | b'0' => return self.castle(),
            _ => return self.unusual_start(),
        };
        match role {
            None if self.peek() == b'b' && self.lower_bishop() => self.lower_case(Role::Bishop),
            None => self.squares(None),
            Some(role) => {
                self.at += 1;
                self.squares(Some(role))
            }
        }
    }

    /// The move with the piece letters of the reader's language.
    fn written_in(&mut self) -> Option<Written> {
        if let Some((role, len)) = self.language.and_then(|language| language.letter(self.text)) {
            self.at += len;
            return self.squares(Some(role));
        }
        match self.peek() {
            b'a'..=b'h' => self.squares(None),
            b'O' | b'o' | b'0' => self.castle(),
            0xd0 => self.cyrillic_castle(),
            b'-' | b'Z' | b'@' | 0xe2 => self.unusual_start(),
            _ => None,
        }
    }

    /// Castling with the Cyrillic letter O.
    fn cyrillic_castle(&mut self) -> Option<Written> {
        let side = if self.eat("О-О-О".as_bytes()) {
            CastlingSide::QueenSide
        } else if self.eat("О-О".as_bytes()) {
            CastlingSide::KingSide
        } else {
            return None;
        };
        Some(Written::Castle(side))
    }

    fn lower_case(&mut self, role: Role) -> Option<Written> {
        self.notation.add(Notation::LOWER_CASE);
        self.at += 1;
        self.squares(Some(role))
    }

    /// Whether a `b` is a lower-case bishop: the square after it is one that a pawn on the b-file cannot capture on.
    fn lower_bishop(&self) -> bool {
        let (next, after) = match self.peek_at(1) {
            b'x' | b':' => (self.peek_at(2), self.peek_at(3)),
            other => (other, self.peek_at(2)),
        };
        matches!(next, b'b' | b'd'..=b'h') && matches!(after, b'1'..=b'8')
    }

    #[cold]
    fn unusual_start(&mut self) -> Option<Written> {
        if let Some((role, len)) = figurine(self.text) {
            self.notation.add(Notation::FIGURINE);
            self.at += len;
            return self.squares(Some(role));
        }
        match self.peek() {
            b'n' => self.lower_case(Role::Knight),
            b'r' => self.lower_case(Role::Rook),
            b'q' => self.lower_case(Role::Queen),
            b'k' => self.lower_case(Role::King),
            b'P' | b'p' => {
                self.notation.add(Notation::PAWN_LETTER);
                self.at += 1;
                self.squares(Some(Role::Pawn))
            }
            b'-' if self.eat(b"--") => Some(Written::Null),
            b'Z' if self.eat(b"Z0") => Some(Written::Null),
            b'@' if self.eat(b"@@@@") => Some(Written::Null),
            _ => None,
        }
    }

    fn castle(&mut self) -> Option<Written> {
        if self.eat(b"0000") {
            return Some(Written::Null);
        }
        let letter = self.peek();
        let dashes: &[&[u8]] = &[b"-", "–".as_bytes(), "‑".as_bytes()];
        let mut rooms = 1;
        self.at += 1;
        while dashes.iter().any(|dash| {
            self.text
                .get(self.at..)
                .is_some_and(|rest| rest.starts_with(dash) && rest.get(dash.len()) == Some(&letter))
        }) {
            if self.peek() == b'-' {
                self.at += 2;
            } else {
                self.notation.add(Notation::ZEROS);
                self.at += 4;
            }
            rooms += 1;
        }
        if letter != b'O' {
            self.notation.add(Notation::ZEROS);
        }
        match rooms {
            2 => Some(Written::Castle(CastlingSide::KingSide)),
            3 => Some(Written::Castle(CastlingSide::QueenSide)),
            _ => None,
        }
    }

    /// Origin, capture sign, target and promotion.
    #[inline]
    fn squares(&mut self, role: Option<Role>) -> Option<Written> {
        let mut origin: (Option<File>, Option<Rank>) = (None, None);
        let mut target: (Option<File>, Option<Rank>) = (None, None);
        let mut capture = false;
        loop {
            match self.peek() {
                letter @ b'a'..=b'h' => {
                    if target.0.is_some() {
                        let square_follows = matches!(self.peek_at(1), b'1'..=b'8');
                        if origin != (None, None) || (target.1.is_some() && !square_follows) {
                            break;
                        }
                        if letter == b'e' && matches!(self.peek_at(1), b'.' | b'p') {
                            break;
                        }
                        origin = target;
                        target = (None, None);
                    }
                    target.0 = Some(File::new(u32::from(letter - b'a')));
                    self.at += 1;
                }
                digit @ b'1'..=b'8' => {
                    let rank = Some(Rank::new(u32::from(digit - b'1')));
                    if target.0.is_none() {
                        if origin.1.is_some() {
                            return None;
                        }
                        origin.1 = rank;
                    } else if target.1.is_none() {
                        target.1 = rank;
                    } else {
                        return None;
                    }
                    self.at += 1;
                }
                _ if !capture && self.capture_sign() => capture = true,
                b'-' if target.1.is_some() && matches!(self.peek_at(1), b'a'..=b'h') => {
                    self.notation.add(Notation::LONG);
                    self.at += 1;
                }
                _ => break,
            }
        }
        self.finish(role, origin, target, capture)
    }

    #[inline]
    fn capture_sign(&mut self) -> bool {
        match self.peek() {
            b'x' if matches!(self.peek_at(1), b'a'..=b'h') => {
                self.at += 1;
                true
            }
            b':' | b'X' | b'*' if matches!(self.peek_at(1), b'a'..=b'h') => {
                self.notation.add(Notation::CAPTURE_SIGN);
                self.at += 1;
                true
            }
            0xc3 if self.eat("×".as_bytes()) => {
                self.notation.add(Notation::CAPTURE_SIGN);
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn finish(
        &mut self,
        role: Option<Role>,
        origin: (Option<File>, Option<Rank>),
        target: (Option<File>, Option<Rank>),
        capture: bool,
    ) -> Option<Written> {
        let to_file = target.0?;
        let Some(to_rank) = target.1 else {
            return self.files_only(role, origin, to_file);
        };
        let to = Square::from_coords(to_file, to_rank);
        let (file, rank) = origin;
        let role = match (role, file, rank) {
            (Some(role), _, _) => Some(role),
            (None, Some(_), Some(_)) => {
                self.notation.add(Notation::LONG);
                None
            }
            (None, None, Some(_)) => return None,
            // With a capture sign it is a move, though an illegal one, if the pawn cannot reach that file.
            (None, Some(from), None) if from.distance(to_file) != 1 && !capture => return None,
            (None, _, None) => Some(Role::Pawn),
        };
        if role == Some(Role::Pawn) && capture && file.is_none() {
            return None;
        }
        let promotion = if matches!(role, None | Some(Role::Pawn)) { self.promotion(to_rank) } else { None };
        Some(Written::To { role, file, rank, capture, to, promotion })
    }

    #[cold]
    fn files_only(
        &mut self,
        role: Option<Role>,
        origin: (Option<File>, Option<Rank>),
        to: File,
    ) -> Option<Written> {
        let pawn = matches!(role, None | Some(Role::Pawn));
        let (Some(from), None, true) = (origin.0, origin.1, pawn) else { return None };
        if from.distance(to) != 1 {
            return None;
        }
        self.notation.add(Notation::FILES_ONLY);
        let promotion = self.promotion(Rank::Eighth);
        Some(Written::PawnFiles { from, to, promotion })
    }

    #[inline]
    fn promotion(&mut self, to_rank: Rank) -> Option<Role> {
        if !matches!(to_rank, Rank::First | Rank::Eighth) {
            return None;
        }
        let (sign, close): (usize, &[u8]) = match self.peek() {
            b'=' => (1, b""),
            b'(' => (1, b")"),
            b'/' => (1, b""),
            _ => (0, b""),
        };
        let after = self.text.get(self.at + sign..)?;
        let national = self.language.and_then(|language| language.letter(after));
        let (role, len) = match after.first()? {
            _ if self.language.is_some() => national.or_else(|| figurine(after))?,
            b'Q' | b'q' => (Role::Queen, 1),
            b'R' | b'r' => (Role::Rook, 1),
            b'B' | b'b' => (Role::Bishop, 1),
            b'N' | b'n' => (Role::Knight, 1),
            _ => figurine(after)?,
        };
        if !after.get(len..)?.starts_with(close) {
            return None;
        }
        if len > 1 && national.is_none() {
            self.notation.add(Notation::FIGURINE);
        } else if after.first().is_some_and(u8::is_ascii_lowercase) && !self.notation.has(Notation::LONG) {
            self.notation.add(Notation::LOWER_CASE);
        }
        if self.peek() != b'=' {
            self.notation.add(Notation::PROMOTION_SIGN);
        }
        self.at += sign + len + close.len();
        Some(role)
    }

    #[inline]
    fn suffixes(&mut self) {
        match self.peek() {
            0 | b' ' | b'\n' | b'\r' => return,
            b'+' if self.peek_at(1) != b'+' => {
                self.suffix = Suffix::Check;
                self.at += 1;
            }
            b'#' => {
                self.suffix = Suffix::Mate;
                self.at += 1;
            }
            _ => {}
        }
        if !matches!(self.peek(), 0 | b' ' | b'\n' | b'\r') {
            while let Some((len, mark, suffix)) = mark(self.text.get(self.at..).unwrap_or_default()) {
                self.at += len;
                self.notation.add(mark);
                if suffix != Suffix::None {
                    self.suffix = suffix;
                }
            }
        }
    }
}

/// Marks that may follow a move, longest first. `e.p.` may also be a token of its own.
const MARKS: [(&str, Notation, Suffix); 16] = [
    ("dbl.ch.", Notation::CHECK_SIGN, Suffix::Check),
    ("dis.ch.", Notation::CHECK_SIGN, Suffix::Check),
    ("dbl.ch", Notation::CHECK_SIGN, Suffix::Check),
    ("dis.ch", Notation::CHECK_SIGN, Suffix::Check),
    ("check", Notation::CHECK_SIGN, Suffix::Check),
    ("mate", Notation::CHECK_SIGN, Suffix::Mate),
    ("e.p.", Notation::EN_PASSANT, Suffix::None),
    ("e.p", Notation::EN_PASSANT, Suffix::None),
    ("(=)", Notation::DRAW_OFFER, Suffix::None),
    ("ep.", Notation::EN_PASSANT, Suffix::None),
    ("ch.", Notation::CHECK_SIGN, Suffix::Check),
    ("ch", Notation::CHECK_SIGN, Suffix::Check),
    ("ep", Notation::EN_PASSANT, Suffix::None),
    ("++", Notation::CHECK_SIGN, Suffix::Double),
    ("+", Notation::none(), Suffix::Check),
    ("#", Notation::none(), Suffix::Mate),
];

/// The mark at the start of `text`: its length, its notation flags, and its check sign.
pub(super) fn mark(text: &[u8]) -> Option<(usize, Notation, Suffix)> {
    MARKS
        .iter()
        .find(|(word, ..)| text.starts_with(word.as_bytes()))
        .map(|&(word, notation, suffix)| (word.len(), notation, suffix))
}

/// A chess figurine (U+2654 to U+265F), white or black, and its length in bytes.
fn figurine(text: &[u8]) -> Option<(Role, usize)> {
    let [0xe2, 0x99, last @ 0x94..=0x9f] = *text.get(..3)? else { return None };
    let role = match (last - 0x94) % 6 {
        0 => Role::King,
        1 => Role::Queen,
        2 => Role::Rook,
        3 => Role::Bishop,
        4 => Role::Knight,
        _ => Role::Pawn,
    };
    // A variation selector may follow, which asks for text rather than emoji.
    let selector = text.get(3..6).is_some_and(|s| matches!(s, [0xef, 0xb8, 0x8e | 0x8f]));
    Some((role, if selector { 6 } else { 3 }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn to(text: &str) -> (Written, Notation, Suffix) {
        let read = read(text.as_bytes()).unwrap();
        assert_eq!(usize::from(read.len), text.len(), "{text}");
        (read.packed.written(), read.notation, read.packed.suffix())
    }

    fn piece(role: Role, to: Square) -> Written {
        Written::To { role: Some(role), file: None, rank: None, capture: false, to, promotion: None }
    }

    #[test]
    fn export_san() {
        for text in
            ["e4", "exd5", "e8=Q", "exd8=N+", "Nf3", "Nbd7", "N1f3", "Nb1xd2", "Qa1xb2#", "O-O", "O-O-O+"]
        {
            assert!(to(text).1.is_export(), "{text}");
        }
        assert_eq!(to("Nf3").0, piece(Role::Knight, Square::F3));
        assert_eq!(to("O-O-O+"), (Written::Castle(CastlingSide::QueenSide), Notation::none(), Suffix::Check));
    }

    #[test]
    fn what_people_write() {
        assert!(to("0-0").1.has(Notation::ZEROS));
        assert!(to("e2-e4").1.has(Notation::LONG));
        assert!(to("g1f3").1.has(Notation::LONG));
        assert!(to("exd6ep").1.has(Notation::EN_PASSANT));
        assert!(to("exd6e.p.").1.has(Notation::EN_PASSANT));
        assert!(to("e8Q").1.has(Notation::PROMOTION_SIGN));
        assert!(to("e8(Q)").1.has(Notation::PROMOTION_SIGN));
        assert!(to("♘f3").1.has(Notation::FIGURINE));
        assert!(to("Pe4").1.has(Notation::PAWN_LETTER));
        assert_eq!(to("ed").0, Written::PawnFiles { from: File::E, to: File::D, promotion: None });
        assert_eq!(to("nf3"), (piece(Role::Knight, Square::F3), Notation::LOWER_CASE, Suffix::None));
        assert!(matches!(to("bf4").0, Written::To { role: Some(Role::Bishop), .. }));
        assert!(matches!(to("bc4").0, Written::To { role: Some(Role::Pawn), .. }));
        assert_eq!(to("Qh5ch").2, Suffix::Check);
        assert_eq!(to("Qf7mate").2, Suffix::Mate);
        assert!(to("Nf3(=)").1.has(Notation::DRAW_OFFER));
        assert_eq!(to("--").0, Written::Null);
        assert_eq!(to("0000").0, Written::Null);
    }

    #[test]
    fn no_moves() {
        for text in ["", "e9", "i4", "Kz4", "Nf", "e", "Nf33", "xd4", "O-", "O-O-O-O", "hello", "Nf3x", "4e"]
        {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }
}
