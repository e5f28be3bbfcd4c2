//! One game's record: everything in the text, each item with its byte range.

use std::borrow::Cow;
use std::num::NonZeroU16;

use super::language::Language;
use super::packed::Packed;
use super::span::Span;
use super::tag_names::TagNames;
use super::text::{decode, tag_value};
use super::written::{MoveRead, Notation, Suffix, Written};

/// One tag pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag {
    /// From the opening to the closing bracket.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value between the quotes, with escapes as written.
    pub value: Span,
}

/// One move of the main line, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveText {
    /// The move with its check and other signs, without number and glyphs.
    pub span: Span,
    pub(super) read: MoveRead,
}

impl MoveText {
    /// The move as written.
    #[inline]
    pub fn written(&self) -> Written {
        self.read.packed.written()
    }

    /// The move as written, in one word.
    #[inline]
    pub fn packed(&self) -> Packed {
        self.read.packed
    }

    /// The check sign.
    #[inline]
    pub fn suffix(&self) -> Suffix {
        self.read.packed.suffix()
    }

    /// How the text departs from export SAN.
    #[inline]
    pub fn notation(&self) -> Notation {
        self.read.notation
    }

    /// Reads the text as another move.
    pub fn reread(&mut self, written: Written) {
        self.read.packed = Packed::new(written, self.suffix());
    }
}

/// A move number of the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber {
    /// Digits and dots.
    pub span: Span,
    /// Half-moves read before it.
    pub ply: u32,
    /// The number; at most `u32::MAX`.
    pub value: u32,
    /// Number of dots. An ellipsis character counts as three.
    pub dots: u8,
    /// Whether numbers were omitted since the previous entry (see [`Reader::brief`](super::Reader::brief)).
    pub gap: bool,
}

impl MoveNumber {
    /// The number and dots as a count of half-moves: 2 for `1.`, 3 for `1...`, 4 for `2.`.
    pub fn half_moves(&self) -> u64 {
        u64::from(self.value) * 2 + u64::from(self.dots >= 3)
    }

    /// By how many half-moves the number is ahead of the moves; negative if it is behind. `first` is the value of
    /// [`half_moves`](MoveNumber::half_moves) before the first half-move of the record.
    #[inline]
    pub fn ahead(&self, first: u64) -> i64 {
        let due = first + u64::from(self.ply);
        if u64::from(self.value) == due / 2 {
            // Three dots before White's move mean that White's half-move is missing. One dot proves nothing.
            return i64::from(self.dots >= 3 && due.is_multiple_of(2));
        }
        self.half_moves() as i64 - due as i64
    }
}

/// The kind of an annotation command such as `[%clk …]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandKind {
    /// `%clk`: the mover's clock after the move.
    Clk,
    /// `%emt`: time spent on the move.
    Emt,
    /// `%egt`: time spent since the game's start.
    Egt,
    /// `%eval`, `%cal`, `%csl` and unknown commands: kept, not used.
    Other,
}

/// An annotation command in a comment of the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// From the opening to the closing bracket.
    pub span: Span,
    /// Half-moves read before it. The command belongs to the last of them.
    pub ply: u32,
    pub(super) seconds: Option<NonZeroU16>,
    /// The kind of command.
    pub kind: CommandKind,
    /// Bytes before the value.
    pub(super) head: u8,
}

impl Command {
    /// The text after the name.
    pub fn value(&self) -> Span {
        Span { start: self.span.start + u32::from(self.head), end: self.span.end - 1 }
    }

    /// The value in seconds, if it has the form `H:MM:SS`.
    #[inline]
    pub fn seconds(&self) -> Option<u16> {
        // Stored plus one, so that `None` takes no space.
        self.seconds.map(|kept| kept.get() - 1)
    }
}

/// A result, as a termination marker or a Result tag states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unfinished,
}

impl Outcome {
    /// The outcome as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::White => "1-0",
            Outcome::Black => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unfinished => "*",
        }
    }

    /// Reads PGN's four results and common variants of them (`½-½`, `1/2`, `1-O`).
    pub fn read(text: &str) -> Option<Outcome> {
        match text {
            "1-0" | "1:0" | "1–0" => Some(Outcome::White),
            "0-1" | "0:1" | "0–1" => Some(Outcome::Black),
            "1/2-1/2" | "1/2" | "½-½" | "½" | "1/2:1/2" | "1/2–1/2" | "½–½" => Some(Outcome::Draw),
            "*" => Some(Outcome::Unfinished),
            _ => None,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<shakmaty::Color> {
        match self {
            Outcome::White => Some(shakmaty::Color::White),
            Outcome::Black => Some(shakmaty::Color::Black),
            Outcome::Draw | Outcome::Unfinished => None,
        }
    }
}

/// The termination marker that ends the movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker {
    /// Its byte range.
    pub span: Span,
    /// The result.
    pub outcome: Outcome,
    /// Whether it is exactly one of PGN's four markers.
    pub export: bool,
}

/// A kind of unreadable text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A token in the movetext that is neither a move nor any other PGN token.
    Token,
    /// Text after the termination marker.
    AfterResult,
    /// A tag without closing quote or bracket.
    Tag,
    /// `{` without `}`.
    Comment,
    /// `(` without `)`.
    Variation,
    /// An unmatched `)`, `}` or `]`.
    Closing,
}

/// Part of the record that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Its byte range.
    pub span: Span,
    /// What is wrong with it.
    pub kind: FaultKind,
    /// Half-moves of the main line read before it.
    pub ply: u32,
}

/// The contents of one game's text. Buffers are reused from game to game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scoresheet {
    /// The tag pairs, in order.
    pub tags: Vec<Tag>,
    /// The moves of the main line, in order, up to the end of the text.
    pub moves: Vec<MoveText>,
    /// The move numbers of the main line, except those omitted (see `left_out`).
    pub numbers: Vec<MoveNumber>,
    /// The annotation commands of the main line.
    pub commands: Vec<Command>,
    /// The termination marker.
    pub marker: Option<Marker>,
    /// The parts that cannot be read, in order.
    pub faults: Vec<Fault>,
    /// Half-moves before the first unreadable token of the main line. The replay ends there.
    pub readable: Option<u32>,
    /// Whether the text ends inside a comment or variation.
    pub broken_off: bool,
    /// Whether there may be a comment other than a clock reading.
    pub remarks: bool,
    /// Whether there is a variation.
    pub variations: bool,
    /// Whether move numbers that follow from the first one were omitted.
    pub left_out: bool,
    /// Whether a number was omitted since the last entry of `numbers`.
    pub(super) gap: bool,
    /// Whether there are dots separate from a number that may have been omitted. The game must then be read with all numbers.
    pub(super) dots_apart: bool,
    /// The language of the piece letters, if it is not English.
    pub language: Option<&'static Language>,
    /// Length of the game's text in bytes.
    pub len: usize,
    /// Whether a tag is written in another form than `[Name "value"]`. Only then may values have escapes.
    pub(super) odd_tags: bool,
    pub(super) names: TagNames,
}

impl Scoresheet {
    /// An empty scoresheet, to be filled by [`Reader::read`](super::Reader::read).
    pub fn new() -> Scoresheet {
        Scoresheet::default()
    }

    /// Whether the text has no tag, no movetext and nothing unreadable.
    pub fn is_blank(&self) -> bool {
        self.tags.is_empty()
            && self.moves.is_empty()
            && self.numbers.is_empty()
            && self.marker.is_none()
            && self.faults.is_empty()
    }

    /// Whether a game is recognised in the text: a tag, a move or a result can be read in it.
    pub fn is_game(&self) -> bool {
        !self.tags.is_empty() || !self.moves.is_empty() || self.marker.is_some()
    }

    /// Where the game begins for a human reader: its first tag or, without tags, its first character other than blanks and a byte
    /// order mark.
    pub fn beginning(&self, text: &[u8]) -> Span {
        self.tags.first().map_or_else(|| first_character(text), |tag| tag.span)
    }

    /// Whether there is movetext: a move, a number, a termination marker or an unreadable token.
    pub fn has_movetext(&self) -> bool {
        !self.moves.is_empty() || !self.numbers.is_empty() || self.marker.is_some() || self.readable.is_some()
    }

    /// The first tag of that name (case-sensitive).
    #[inline(always)]
    pub fn find_tag(&self, text: &[u8], name: &str) -> Option<Tag> {
        let from = self.names.place(name.as_bytes())?;
        for tag in self.tags.get(from..)? {
            if tag.name.of(text) == name.as_bytes() {
                return Some(*tag);
            }
        }
        None
    }

    /// The value of the first tag of that name, unescaped. Bytes that are not UTF-8 are read as Latin-1.
    #[inline]
    pub fn tag<'t>(&self, text: &'t [u8], name: &str) -> Option<Cow<'t, str>> {
        let value = self.find_tag(text, name)?.value.of(text);
        Some(if self.odd_tags { tag_value(value) } else { decode(value) })
    }

    /// [`Scoresheet::tag`] for a text known to be UTF-8; much faster.
    #[inline(always)]
    pub fn tag_in<'t>(&self, text: &'t str, name: &str) -> Option<Cow<'t, str>> {
        let tag = self.find_tag(text.as_bytes(), name)?;
        match text.get(tag.value.range()) {
            Some(value) if !self.odd_tags => Some(Cow::Borrowed(value)),
            _ => Some(tag_value(tag.value.of(text.as_bytes()))),
        }
    }

    /// The result in the Result tag, if it is one of the known ones.
    pub fn result_tag(&self, text: &[u8]) -> Option<Outcome> {
        match self.find_tag(text, "Result")?.value.of(text) {
            b"1-0" => Some(Outcome::White),
            b"0-1" => Some(Outcome::Black),
            b"1/2-1/2" => Some(Outcome::Draw),
            value => Outcome::read(tag_value(value).trim()),
        }
    }

    /// The game's result by its termination marker or, without one, by its Result tag.
    pub fn outcome(&self, text: &[u8]) -> Option<Outcome> {
        self.marker.map(|marker| marker.outcome).or_else(|| self.result_tag(text))
    }

    /// By how many half-moves the numbering was ahead of the moves just before number `index` (see [`MoveNumber::ahead`]).
    pub fn ahead_before(&self, index: usize, first: u64) -> i64 {
        let before = index.checked_sub(1).and_then(|before| self.numbers.get(before));
        match (before, self.numbers.get(index)) {
            // Omitted numbers were right.
            (_, Some(number)) if number.gap => 0,
            (Some(before), _) => before.ahead(first),
            (None, _) => 0,
        }
    }

    /// By how many half-moves the numbering is ahead after number `index` and the half-move that follows it; `None` at the end.
    pub fn ahead_after(&self, index: usize, first: u64) -> Option<i64> {
        let ply = self.numbers.get(index)?.ply;
        let next = self.numbers.iter().skip(index + 1).find(|next| next.ply > ply);
        match next {
            Some(next) if next.gap => Some(0),
            Some(next) => Some(next.ahead(first)),
            None => self.gap.then_some(0),
        }
    }

    /// Whether two tags may have the same name. If `false`, no two have.
    pub fn may_repeat_names(&self) -> bool {
        self.names.repeated
    }

    pub(super) fn clear(&mut self) {
        self.names = TagNames::default();
        self.odd_tags = false;
        self.tags.clear();
        self.moves.clear();
        self.numbers.clear();
        self.commands.clear();
        self.faults.clear();
        self.marker = None;
        self.readable = None;
        self.broken_off = false;
        self.remarks = false;
        self.variations = false;
        self.left_out = false;
        self.gap = false;
        self.dots_apart = false;
        self.language = None;
        self.len = 0;
    }
}

#[cold]
fn first_character(text: &[u8]) -> Span {
    let marked = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let rest = marked.trim_ascii_start();
    let start = text.len() - rest.len();
    let longest = rest.get(..4).unwrap_or(rest);
    let first = longest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    Span::new(start, start + first.map_or(1, char::len_utf8))
}
