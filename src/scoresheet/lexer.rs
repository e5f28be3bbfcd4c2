//! The lexer: reads one game from the front of a text and accounts for every byte of it.

use std::collections::BTreeSet;

use memchr::memchr3;

use super::comment::{self, End};
use super::language::Language;
use super::plain::{self, MovesRead};
use super::san;
use super::sheet::{Fault, FaultKind, Marker, MoveNumber, MoveText, Outcome, Scoresheet, Tag};
use super::span::Span;
use super::tag_names;
use super::tags::{self, Bracket};
use super::written::{Notation, Suffix};

/// Reads games one after the other. It caches the texts of moves, so each worker should keep one.
#[derive(Default)]
pub struct Reader {
    moves: MovesRead,
    brief: bool,
}

impl Reader {
    /// A reader with an empty cache.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// A reader that omits move numbers which follow from the first one. Numbers are omitted only if the first one precedes the
    /// first half-move; see [`Scoresheet::left_out`].
    pub fn brief() -> Reader {
        Reader { brief: true, ..Reader::default() }
    }

    /// Reads one game from the front of `text` into `sheet` and returns its length in bytes. The next game begins there.
    ///
    /// A new game begins:
    /// - at a tag at the start of a line, after movetext or a result;
    /// - at `[Event "`, if the game already has an Event tag;
    /// - after a blank line, at a tag whose name the game already has;
    /// - after a termination marker, at the move number 1;
    /// - after a blank line, at the move number 1 of White, if the game has moves;
    /// - in an unclosed comment, only at `[Event "` after a blank line.
    ///
    /// Reads at least one byte of a non-empty text.
    pub fn read(&mut self, text: &[u8], sheet: &mut Scoresheet) -> usize {
        let end = self.lex(text, sheet, self.brief, None);
        if sheet.dots_apart { self.lex(text, sheet, false, None) } else { end }
    }

    /// [`Reader::read`] with the piece letters of a language. All move numbers are kept.
    pub fn read_in(&mut self, language: &'static Language, text: &[u8], sheet: &mut Scoresheet) -> usize {
        self.lex(text, sheet, false, Some(language))
    }

    fn lex(
        &mut self,
        text: &[u8],
        sheet: &mut Scoresheet,
        brief: bool,
        language: Option<&'static Language>,
    ) -> usize {
        sheet.clear();
        sheet.language = language;
        let moves = &mut self.moves;
        let (at, depth, opened, event, bracket_end, padding) = (0, 0, 0, false, 0, None);
        let (tag_names, tags_added) = (BTreeSet::new(), 0);
        let mut lexer = Lexer {
            text,
            at,
            sheet,
            moves,
            brief,
            depth,
            opened,
            event,
            bracket_end,
            padding,
            tag_names,
            tags_added,
        };
        lexer.run();
        let end = lexer.at.max(usize::from(!text.is_empty()));
        sheet.len = end;
        end
    }
}

impl Scoresheet {
    /// Reads a single game, as [`Reader::read`] does, and returns the length of its text.
    pub fn read(&mut self, text: &[u8]) -> usize {
        Reader::new().read(text, self)
    }
}

struct Lexer<'t, 's> {
    text: &'t [u8],
    at: usize,
    sheet: &'s mut Scoresheet,
    moves: &'s mut MovesRead,
    /// Whether to omit move numbers that follow from the first one.
    brief: bool,
    /// Depth of variations; 0 is the main line.
    depth: u32,
    /// Offset of the outermost open variation.
    opened: usize,
    /// Whether this game has an Event tag.
    event: bool,
    /// Where the last stray bracket ends: at the next closing bracket, or at the end of the line.
    bracket_end: usize,
    /// The last padding read. It is not a fault if the game ends with it.
    padding: Option<Padding>,
    /// The names of the first `tags_added` tags, if there are many. A tree, because an attacker can choose names that collide
    /// in a hash table.
    tag_names: BTreeSet<&'t [u8]>,
    tags_added: usize,
}

/// Padding that was read as unreadable text, and the state of the scoresheet before it.
struct Padding {
    end: usize,
    faults: usize,
    last: Option<Span>,
    readable: Option<u32>,
}

impl Lexer<'_, '_> {
    fn run(&mut self) {
        if self.text.starts_with(MARK) {
            self.at = MARK.len();
        }
        loop {
            if self.depth == 0 && self.sheet.marker.is_none() && self.sheet.language.is_none() {
                self.at = plain::read(self.text, self.at, self.sheet, self.moves, self.brief);
            }
            let Some(&byte) = self.text.get(self.at) else { break };
            let goes_on = match byte {
                b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => self.skip(1),
                b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => self.movetext(),
                b'1'..=b'9' => self.number(),
                b'{' => self.comment(),
                b'[' => self.bracket(),
                _ => self.rare(byte),
            };
            if !goes_on {
                break;
            }
        }
        self.end_padding();
        if self.depth > 0 {
            self.sheet.broken_off = true;
            self.fault(FaultKind::Variation, self.opened, self.opened + 1);
        }
    }

    fn ply(&self) -> u32 {
        u32::try_from(self.sheet.moves.len()).unwrap_or(u32::MAX)
    }

    #[cold]
    fn rare(&mut self, byte: u8) -> bool {
        match byte {
            b'(' if self.sees(b"(=)") => self.mark(),
            b'(' => self.open_variation(),
            b')' => self.close_variation(),
            b';' => self.skip_line(),
            b'%' if self.at_column_one() => self.skip_line(),
            b'$' => self.nag(),
            b'!' | b'?' | b',' => self.skip(1),
            b'.' => self.dots(),
            b'*' => self.result(1, Outcome::Unfinished, true),
            b'0' => self.zero(),
            b'}' => self.closing(),
            _ if self.padding_len() > 0 => self.padding(),
            _ if self.sees("…".as_bytes()) || self.sees(MARK) => self.skip(3),
            _ if self.sees("½".as_bytes()) || byte == 0xbd => self.half(),
            _ => self.movetext(),
        }
    }

    /// The number of bytes here that programs put after the end of a text: NUL, the ^Z of DOS, and 0xFF, which some write
    /// for the end of the file, also after a conversion from Latin-1. There it is a letter, so it has to be a word of its own.
    fn padding_len(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mark = match rest {
            [0xff, ..] => END_OF_FILE,
            [0xc3, 0xbf, ..] => CONVERTED_END_OF_FILE,
            _ => return rest.iter().take_while(|byte| is_padding(**byte)).count(),
        };
        let len = rest.chunks(mark.len()).take_while(|chunk| *chunk == mark).count() * mark.len();
        let word = rest.get(len).is_none_or(|next| next.is_ascii_whitespace() || is_padding(*next));
        if word { len } else { 0 }
    }

    /// Padding: ignored at the end of a game, unreadable anywhere else.
    fn padding(&mut self) -> bool {
        let len = self.padding_len();
        let end = self.at + len;
        if let Some(padding) = self.padding.take().filter(|padding| self.is_blank_from(padding.end)) {
            if let Some(fault) = self.sheet.faults.last_mut() {
                fault.span = Span::new(fault.span.start as usize, end);
            }
            self.padding = Some(Padding { end, ..padding });
            return self.skip(len);
        }
        let (faults, readable) = (self.sheet.faults.len(), self.sheet.readable);
        let last = self.sheet.faults.last().map(|fault| fault.span);
        if self.sheet.marker.is_some() && self.depth == 0 {
            self.after_result(len);
        } else {
            self.unreadable(len);
        }
        self.padding = Some(Padding { end: self.at, faults, last, readable });
        true
    }

    /// Whether nothing but blanks was read since `start`.
    fn is_blank_from(&self, start: usize) -> bool {
        let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
        self.text.get(start..self.at).is_some_and(|text| text.iter().all(blank))
    }

    /// Removes the fault for padding at the end of the game.
    fn end_padding(&mut self) {
        let Some(padding) = self.padding.take().filter(|padding| self.is_blank_from(padding.end)) else {
            return;
        };
        self.sheet.faults.truncate(padding.faults);
        if let Some((fault, span)) = self.sheet.faults.last_mut().zip(padding.last) {
            fault.span = span;
        }
        self.sheet.readable = padding.readable;
    }

    fn sees(&self, literal: &[u8]) -> bool {
        self.text.get(self.at..).is_some_and(|rest| rest.starts_with(literal))
    }

    fn skip(&mut self, n: usize) -> bool {
        self.at += n;
        true
    }

    fn skip_line(&mut self) -> bool {
        self.sheet.remarks = true;
        self.at = tags::line_end(self.text, self.at);
        true
    }

    fn at_column_one(&self) -> bool {
        self.at == 0 || matches!(self.text.get(self.at - 1), Some(b'\n' | b'\r'))
    }

    fn at_line_start(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let before = before.strip_suffix(MARK).unwrap_or(before);
        let first = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
        matches!(first, None | Some(b'\n' | b'\r'))
    }

    fn fault(&mut self, kind: FaultKind, start: usize, end: usize) {
        let ply = self.ply();
        self.sheet.faults.push(Fault { span: Span::new(start, end), kind, ply });
    }

    // --- moves ---

    #[inline]
    fn movetext(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let read = match self.sheet.language {
            None => san::read(rest),
            Some(language) => san::read_in(rest, language),
        };
        let Some(read) = read else { return self.no_move() };
        let len = usize::from(read.len);
        if self.depth == 0 {
            if self.sheet.marker.is_some() {
                return self.after_result(len);
            }
            self.sheet.moves.push(MoveText { span: Span::new(self.at, self.at + len), read });
        }
        self.skip(len)
    }

    /// Reads a token that is not a move: a separate mark, a result, a glyph, or an unreadable token.
    #[cold]
    fn no_move(&mut self) -> bool {
        if self.mark_here().is_some() {
            return self.mark();
        }
        let len = self.token_len();
        let token = self.text.get(self.at..self.at + len).unwrap_or_default();
        if let Some(outcome) = written_result(token) {
            return self.result(len, outcome, false);
        }
        if GLYPHS.iter().any(|glyph| glyph.as_bytes() == token) {
            return self.skip(len);
        }
        if self.sheet.marker.is_some() && self.depth == 0 {
            return self.after_result(len);
        }
        self.unreadable(len)
    }

    fn token_len(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        (1..rest.len()).find(|&n| rest.get(n..).is_none_or(san::ends_token)).unwrap_or(rest.len()).max(1)
    }

    /// Reports an unreadable token. Adjacent tokens are one fault, so that a sentence does not become a dozen findings.
    fn unreadable(&mut self, len: usize) -> bool {
        let (start, end) = (self.at, self.at + len);
        let ply = self.ply();
        let text = self.text;
        if self.depth == 0 && self.sheet.readable.is_none() {
            if !self.sheet.has_movetext() && self.tags_go_on(end) {
                self.at = tags::line_end(text, start);
                self.fault(FaultKind::Token, start, self.at);
                return true;
            }
            self.sheet.readable = Some(ply);
        }
        match self.sheet.faults.last_mut() {
            Some(last)
                if matches!(last.kind, FaultKind::Token | FaultKind::AfterResult)
                    && last.ply == ply
                    && on_one_line(text, last.span.end as usize, start) =>
            {
                last.span = Span::new(last.span.start as usize, end);
            }
            _ => self.fault(FaultKind::Token, start, end),
        }
        self.skip(len)
    }

    /// Reports text after the termination marker. A move number 1 there begins another game instead (see [`Self::number`]).
    fn after_result(&mut self, len: usize) -> bool {
        let (start, end) = (self.at, self.at + len);
        let text = self.text;
        match self.sheet.faults.last_mut() {
            Some(last)
                if last.kind == FaultKind::AfterResult
                    && on_one_line(text, last.span.end as usize, start) =>
            {
                last.span = Span::new(last.span.start as usize, end);
            }
            _ => self.fault(FaultKind::AfterResult, start, end),
        }
        self.skip(len)
    }

    fn mark_here(&self) -> Option<(usize, Notation, Suffix)> {
        let rest = self.text.get(self.at..)?;
        let found = san::mark(rest)?;
        let end = self.sheet.moves.last()?.span.end;
        // In a variation the move is not recorded.
        let follows = self.depth > 0 || self.follows_move(end);
        (follows && san::ends_token(rest.get(found.0..)?)).then_some(found)
    }

    /// Whether only blanks, comments, variations and glyphs come between a move and this place.
    fn follows_move(&self, end: u32) -> bool {
        let between = self.text.get(end as usize..self.at).unwrap_or_default().trim_ascii_end();
        let word = between.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        let closed = word.ends_with(b"}") || word.ends_with(b")") || word.starts_with(b"$");
        let later = |span: Option<Span>| span.is_some_and(|span| span.start >= end);
        let unread = self.sheet.faults.last().map(|fault| fault.span);
        let number = self.sheet.numbers.last().map(|number| number.span);
        (between.is_empty() || closed) && !later(unread) && !later(number)
    }

    /// Reads `e.p.`, `ch`, `mate` or `(=)` separated by a blank from its move.
    fn mark(&mut self) -> bool {
        let Some((len, notation, suffix)) = self.mark_here() else {
            return self.unreadable(self.token_len());
        };
        let end = self.at + len;
        if self.depth == 0
            && let Some(last) = self.sheet.moves.last_mut()
        {
            last.read.notation.add(notation);
            if suffix != Suffix::None {
                last.read.notation.add(Notation::CHECK_SIGN);
                last.read.packed = last.read.packed.with_suffix(suffix);
            }
            last.span = Span::new(last.span.start as usize, end);
        }
        self.skip(len)
    }

    // --- numbers and results ---

    #[inline]
    fn number(&mut self) -> bool {
        let start = self.at;
        let mut end = start;
        let mut value = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.text.get(end) {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        let mut dots = 0u8;
        while self.text.get(end) == Some(&b'.') {
            dots = dots.saturating_add(1);
            end += 1;
        }
        if dots == 0 {
            if let Some(outcome) = self.numeric_result() {
                return outcome;
            }
            if self.text.get(end..).is_some_and(|rest| rest.starts_with("…".as_bytes())) {
                dots = 3;
                end += 3;
            } else if !self.text.get(end..).is_none_or(san::ends_token) {
                return self.no_move();
            }
        }
        if self.depth == 0 {
            if self.sheet.marker.is_some() {
                if value == 1 {
                    return false;
                }
                return self.after_result(end - start);
            }
            if value == 1 && dots < 2 && self.begins_without_header() {
                return false;
            }
            let ply = self.ply();
            let gap = std::mem::take(&mut self.sheet.gap);
            self.sheet.numbers.push(MoveNumber { span: Span::new(start, end), ply, value, dots, gap });
        }
        self.at = end;
        true
    }

    /// Whether a move number 1 here begins a game without tags: after a blank line, in a game that has moves.
    #[cold]
    fn begins_without_header(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let line = before.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |last| last + 1);
        !self.sheet.moves.is_empty() && comment::after_blank_line(self.text, line)
    }

    /// Reads dots that are separated from their number by a blank, as in `12. ...`, or have no number.
    fn dots(&mut self) -> bool {
        let start = self.at;
        while self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
        }
        let ply = self.ply();
        let dots = u8::try_from(self.at - start).unwrap_or(u8::MAX);
        if self.depth == 0 {
            match self.sheet.numbers.last_mut().filter(|number| number.ply == ply) {
                Some(last) => {
                    last.dots = last.dots.saturating_add(dots);
                    last.span = Span::new(last.span.start as usize, self.at);
                }
                None => self.sheet.dots_apart = self.sheet.left_out,
            }
        }
        true
    }

    /// A result that begins with the digit 1.
    fn numeric_result(&mut self) -> Option<bool> {
        let rest = self.text.get(self.at..)?;
        let (len, outcome) = match rest {
            [b'1', b'-', b'0', ..] => (3, Outcome::White),
            _ if rest.starts_with(b"1/2-1/2") => (7, Outcome::Draw),
            _ => {
                let len = self.token_len();
                let outcome = written_result(rest.get(..len)?)?;
                return Some(self.result(len, outcome, false));
            }
        };
        san::ends_token(rest.get(len..)?).then(|| self.result(len, outcome, true))
    }

    fn zero(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.starts_with(b"0-1") && san::ends_token(rest.get(3..).unwrap_or_default()) {
            return self.result(3, Outcome::Black, true);
        }
        if numbers_a_move(rest) { self.number() } else { self.movetext() }
    }

    fn half(&mut self) -> bool {
        let len = self.token_len();
        let token = super::text::decode(self.text.get(self.at..self.at + len).unwrap_or_default());
        match Outcome::read(&token) {
            Some(outcome) => self.result(len, outcome, false),
            None => self.unreadable(len),
        }
    }

    fn result(&mut self, len: usize, outcome: Outcome, export: bool) -> bool {
        if self.depth == 0 {
            if self.sheet.marker.is_some() {
                return self.after_result(len);
            }
            self.sheet.marker = Some(Marker { span: Span::new(self.at, self.at + len), outcome, export });
        }
        self.skip(len)
    }

    // --- comments, variations, glyphs ---

    #[inline]
    fn comment(&mut self) -> bool {
        self.sheet.remarks = true;
        match comment::end(self.text, self.at) {
            End::Closed(end) => {
                if self.depth == 0 {
                    let ply = self.ply();
                    comment::commands(self.text, self.at + 1, end - 1, ply, &mut self.sheet.commands);
                }
                self.at = end;
                true
            }
            End::Unclosed(end) => {
                self.sheet.broken_off = true;
                self.depth = 0;
                self.fault(FaultKind::Comment, self.at, self.at + 1);
                self.at = end;
                false
            }
        }
    }

    fn open_variation(&mut self) -> bool {
        self.sheet.variations = true;
        if self.depth == 0 {
            self.opened = self.at;
        }
        self.depth = self.depth.saturating_add(1);
        self.skip(1)
    }

    fn close_variation(&mut self) -> bool {
        if self.depth == 0 {
            return self.closing();
        }
        self.depth -= 1;
        self.skip(1)
    }

    /// Reports an unmatched closing bracket. Adjacent ones are one fault.
    fn closing(&mut self) -> bool {
        let start = self.at;
        let text = self.text;
        match self.sheet.faults.last_mut() {
            Some(last)
                if last.kind == FaultKind::Closing && on_one_line(text, last.span.end as usize, start) =>
            {
                last.span = Span::new(last.span.start as usize, start + 1);
            }
            _ => self.fault(FaultKind::Closing, start, start + 1),
        }
        self.skip(1)
    }

    fn nag(&mut self) -> bool {
        let digits = self.text.get(self.at + 1..).unwrap_or_default();
        let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
        if len == 0 || !digits.get(len..).is_none_or(san::ends_token) {
            return self.unreadable(self.token_len());
        }
        self.skip(len + 1)
    }

    // --- tags ---

    fn bracket(&mut self) -> bool {
        let line_start = self.at_line_start();
        if self.sheet.has_movetext() || self.depth > 0 {
            // After a result another game may begin on the same line.
            let new_header = line_start || self.depth == 0 && self.sheet.marker.is_some();
            let next_game = new_header && tags::begins(self.text, self.at) && self.sheet.has_movetext();
            return if next_game { false } else { self.stray_or_tag(line_start) };
        }
        self.tag(line_start)
    }

    /// Reads a bracket inside movetext. At the start of a line it may still be a tag, in a variation before the first move.
    #[cold]
    fn stray_or_tag(&mut self, line_start: bool) -> bool {
        if line_start && tags::begins(self.text, self.at) { self.tag(true) } else { self.stray_bracket() }
    }

    fn tag(&mut self, line_start: bool) -> bool {
        let read = match tags::plain(self.text, self.at) {
            Some(tag) => Bracket::Tag(tag),
            None => {
                self.sheet.odd_tags = true;
                tags::read(self.text, self.at)
            }
        };
        if line_start && self.next_header(&read) {
            return false;
        }
        match read {
            Bracket::Tag(tag) => {
                self.add_tag(tag);
                self.tags_below();
                true
            }
            Bracket::Broken(end) => {
                self.event |= tags::begins_event(self.text, self.at);
                self.fault(FaultKind::Tag, self.at, end);
                self.at = end;
                true
            }
            Bracket::Other => self.stray_bracket(),
        }
    }

    #[inline]
    fn add_tag(&mut self, tag: Tag) {
        let name = tag.name.of(self.text);
        self.event |= name == b"Event";
        self.sheet.names.add(tag_names::slot(name), self.sheet.tags.len());
        self.sheet.tags.push(tag);
        self.at = tag.span.end as usize;
    }

    /// Reads plain tags on the lines directly after a tag, up to the next game.
    fn tags_below(&mut self) {
        while let Some([b'\n', b'[', ..]) = self.text.get(self.at..)
            && !(self.event && tags::begins_event(self.text, self.at + 1))
            && let Some(tag) = tags::plain(self.text, self.at + 1)
        {
            self.add_tag(tag);
        }
    }

    /// Whether the tags of another game begin here: at a second Event tag, or, after a blank line, at a tag whose name this
    /// game already has.
    fn next_header(&mut self, read: &Bracket) -> bool {
        if self.event && tags::begins_event(self.text, self.at) {
            return true;
        }
        match read {
            Bracket::Tag(tag) if comment::after_blank_line(self.text, self.at) => self.has_tag(*tag),
            _ => false,
        }
    }

    /// Whether the next line that is not blank begins with another tag of this game, and not with that of the next one.
    fn tags_go_on(&mut self, from: usize) -> bool {
        let text = self.text;
        let mut at = tags::line_end(text, from);
        while matches!(text.get(at), Some(b'\n' | b'\r' | b' ' | b'\t')) {
            at += 1;
        }
        if text.get(at) != Some(&b'[') || !tags::begins(text, at) || tags::begins_event(text, at) {
            return false;
        }
        match tags::read(text, at) {
            Bracket::Tag(tag) if comment::after_blank_line(text, at) => !self.has_tag(tag),
            _ => true,
        }
    }

    /// Whether the game already has a tag of that name.
    fn has_tag(&mut self, tag: Tag) -> bool {
        let text = self.text;
        let name = |tag: &Tag| tag.name.of(text);
        let tags = &self.sheet.tags;
        if tags.len() <= FEW_TAGS {
            return tags.iter().any(|earlier| name(earlier) == name(&tag));
        }
        // Names are added only when they are needed: few games have blank lines between their tags.
        let added = std::mem::replace(&mut self.tags_added, tags.len());
        self.tag_names.extend(tags.iter().skip(added).map(name));
        self.tag_names.contains(name(&tag))
    }

    /// Reads a bracket that does not begin a tag as one unreadable token, up to the closing bracket on the same line.
    fn stray_bracket(&mut self) -> bool {
        // The end is kept for all brackets before it; searching for each would be quadratic on a file of one line.
        if self.bracket_end <= self.at {
            let rest = self.text.get(self.at..).unwrap_or_default();
            self.bracket_end = self.at + memchr3(b']', b'\n', b'\r', rest).unwrap_or(rest.len());
        }
        let len = match self.text.get(self.bracket_end) {
            Some(b']') => self.bracket_end + 1 - self.at,
            _ => self.token_len(),
        };
        if self.sheet.marker.is_some() && self.depth == 0 {
            return self.after_result(len);
        }
        self.unreadable(len)
    }
}

/// Up to this many tags are searched linearly for a name.
const FEW_TAGS: usize = 32;

/// The byte order mark. Inside a text it is a blank without width: files that were put together have one at each joint.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The end-of-file character of DOS.
const CTRL_Z: u8 = 0x1a;

fn is_padding(byte: u8) -> bool {
    matches!(byte, 0 | CTRL_Z)
}

/// What `putc(EOF)` writes, and the same in UTF-8.
const END_OF_FILE: &[u8] = b"\xff";
const CONVERTED_END_OF_FILE: &[u8] = b"\xc3\xbf";

/// Evaluation signs and similar symbols that annotators used before NAGs.
const GLYPHS: [&str; 24] = [
    "+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "=", "±", "∓", "⩲", "⩱", "∞", "+−", "−+", "N", "D",
    "□", "⨀", "→", "↑", "⇆", "Δ",
];

/// Reads results in other forms than PGN's four, such as `1-O`, `1:0`, `1/2`.
fn written_result(token: &[u8]) -> Option<Outcome> {
    Outcome::read(std::str::from_utf8(token).ok()?)
}

/// Whether a text that begins with 0 begins with a move number, as positions with move 0 have it: `0.`, not `0.5-0.5`.
fn numbers_a_move(text: &[u8]) -> bool {
    let after = text.iter().position(|byte| !byte.is_ascii_digit());
    let rest = text.get(after.unwrap_or(text.len())..).unwrap_or_default();
    matches!(rest, [b'.'] | [b'.', b'.' | b' ' | b'\t' | b'\r' | b'\n' | b'A'..=b'Z' | b'a'..=b'h', ..])
}

/// Whether there are only spaces and tabs in `from..to`.
fn on_one_line(text: &[u8], from: usize, to: usize) -> bool {
    text.get(from..to).is_some_and(|between| between.iter().all(|b| matches!(b, b' ' | b'\t')))
}
