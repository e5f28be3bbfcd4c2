//! Plain words: `90 min/40 moves + 30 min + 30 sec/move`, `15 minutes + 10 seconds increment per move`.
//!
//! A text falls into pieces, each about one span of time; a piece is a stage, an increment or a delay. What is not
//! understood word by word, or could mean two things, is refused.

use super::text::{ControlFault, TimeControlFault};
use super::vocabulary::{Placed, Token, Unit, tokens};
use super::{Bonus, DelayKind, Stage, TimeControl};

type Outcome<T> = Result<T, TimeControlFault>;

/// Reads a control in words.
pub(super) fn parse(text: &str) -> Outcome<TimeControl> {
    let tokens = tokens(text)?;
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        piece: Piece::default(),
        pieces: Vec::new(),
        expects: Expects::default(),
    };
    while reader.at < tokens.len() {
        reader.step()?;
    }
    reader.close(false);
    assemble(attach(reader.pieces)?)
}

/// One span of time and what is said about it.
#[derive(Debug, Clone, Copy, Default)]
struct Piece {
    at: usize,
    /// The span, where its unit is known.
    ms: Option<i64>,
    /// The smallest unit that the span names.
    unit: Option<Unit>,
    /// A number, in thousandths, whose unit is not said.
    bare: Option<i64>,
    moves: Option<u32>,
    per_move: bool,
    increment: bool,
    delay: Option<DelayKind>,
    rest: bool,
    /// The move from which an increment is given.
    from: Option<u32>,
    /// The move after which this time is added.
    after: Option<u32>,
    plus: bool,
    touched: bool,
}

/// What the words just read make of the next number or the next `move`.
#[derive(Debug, Clone, Copy, Default)]
struct Expects {
    from: u8,
    after: bool,
    per: bool,
    stroke: bool,
    /// The last thing read was an hour, so that `1h30` is an hour and a half.
    hour: bool,
}

struct Reader<'a> {
    tokens: &'a [Placed],
    at: usize,
    piece: Piece,
    pieces: Vec<Piece>,
    expects: Expects,
}

impl Reader<'_> {
    fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).map(|(_, token)| *token)
    }

    fn byte(&self) -> usize {
        self.tokens.get(self.at).map_or(0, |(byte, _)| *byte)
    }

    fn fault<T>(&self, fault: ControlFault) -> Outcome<T> {
        Err(TimeControlFault::new(self.byte(), fault))
    }

    /// The index of the next token that says something.
    fn following(&self, from: usize) -> usize {
        (from..self.tokens.len()).find(|i| self.token(*i) != Some(Token::Noise)).unwrap_or(self.tokens.len())
    }

    /// Ends the piece, if anything was said in it; `plus`: how the next one begins.
    fn close(&mut self, plus: bool) {
        if self.expects.from >= 2 {
            self.piece.from = Some(1);
        }
        if self.piece.touched {
            self.pieces.push(self.piece);
            self.piece = Piece { plus, ..Piece::default() };
        }
        self.piece.plus |= plus;
        self.expects = Expects::default();
    }

    fn touch(&mut self) {
        if !self.piece.touched {
            self.piece.at = self.byte();
            self.piece.touched = true;
        }
    }

    fn step(&mut self) -> Outcome<()> {
        let Some(token) = self.token(self.at) else { return Ok(()) };
        let hour = self.expects.hour;
        self.expects.hour = false;
        match token {
            Token::Noise => self.expects.hour = hour,
            Token::Next { plus } => self.close(plus),
            Token::Bar => self.close(true),
            Token::Stroke => self.expects.stroke = true,
            Token::Per => self.expects.per = true,
            Token::At => self.expects.after = true,
            Token::From => self.expects.from = self.expects.from.saturating_add(1),
            Token::First => self.first(),
            Token::Increment | Token::Delay { .. } | Token::Rest => self.flag(token),
            Token::Unit(unit) => self.lone_unit(unit)?,
            Token::Moves => self.lone_moves()?,
            Token::Number(n) => self.number(n, hour)?,
        }
        self.at += 1;
        Ok(())
    }

    fn flag(&mut self, token: Token) {
        self.touch();
        match token {
            Token::Increment => self.piece.increment = true,
            Token::Rest => self.piece.rest = true,
            Token::Delay { bronstein: true } => self.piece.delay = Some(DelayKind::Bronstein),
            _ => self.piece.delay = self.piece.delay.or(Some(DelayKind::Simple)),
        }
    }

    /// `from the first move`.
    fn first(&mut self) {
        let next = self.following(self.at + 1);
        if self.expects.from > 0 && self.token(next) == Some(Token::Moves) {
            self.touch();
            self.piece.from = Some(1);
            self.expects.from = 0;
            self.at = next;
        }
    }

    /// `20 moves per hour`.
    fn lone_unit(&mut self, unit: Unit) -> Outcome<()> {
        if !self.expects.per || self.piece.ms.is_some() {
            return self.fault(ControlFault::NotUnderstood);
        }
        self.touch();
        self.expects.per = false;
        self.piece.ms = Some(unit.ms());
        self.piece.unit = Some(unit);
        Ok(())
    }

    /// `per move`, `/move`, `from move 1`.
    fn lone_moves(&mut self) -> Outcome<()> {
        if self.expects.from > 0 || self.expects.after {
            let next = self.following(self.at + 1);
            let Some(Token::Number(n)) = self.token(next) else {
                return self.fault(ControlFault::NotUnderstood);
            };
            self.at = next;
            return self.move_number(n);
        }
        if !self.expects.per && !self.expects.stroke {
            return self.fault(ControlFault::NotUnderstood);
        }
        self.touch();
        self.piece.per_move = true;
        self.expects = Expects::default();
        Ok(())
    }

    /// A number of a move or of moves, by what the words before it expect.
    fn move_number(&mut self, thousandths: i64) -> Outcome<()> {
        let n = u32::try_from(thousandths / 1000).ok().filter(|n| *n > 0 && thousandths % 1000 == 0);
        let Some(n) = n else { return self.fault(ControlFault::NoMoves) };
        if self.expects.from > 0 {
            self.piece.from = Some(n);
        } else if self.expects.after {
            self.piece.after = Some(n);
        } else {
            if self.piece.moves.is_some() {
                self.close(false);
            }
            self.piece.moves = Some(n);
        }
        self.touch();
        self.expects = Expects::default();
        Ok(())
    }

    fn number(&mut self, n: i64, hour: bool) -> Outcome<()> {
        let next = self.following(self.at + 1);
        match self.token(next) {
            Some(Token::Unit(unit)) => self.span(n, unit, next),
            Some(Token::Moves) => {
                self.move_number(n)?;
                self.at = next;
                Ok(())
            }
            _ if self.expects.from > 0 || self.expects.after => self.move_number(n),
            _ if hour => {
                self.piece.ms = self.piece.ms.map(|ms| ms + n * 60);
                Ok(())
            }
            _ if self.expects.stroke && self.piece.ms.is_some() && self.piece.moves.is_none() => {
                self.move_number(n)
            }
            Some(Token::Stroke) if matches!(self.token(self.following(next + 1)), Some(Token::Number(_))) => {
                self.move_number(n)?;
                self.at = next;
                Ok(())
            }
            _ => self.bare(n),
        }
    }

    /// A number with its unit.
    fn span(&mut self, n: i64, unit: Unit, unit_at: usize) -> Outcome<()> {
        let smaller = matches!(
            (self.piece.unit, unit),
            (Some(Unit::Hour), Unit::Minute | Unit::Second) | (Some(Unit::Minute), Unit::Second)
        );
        let goes_on =
            smaller && matches!(self.at.checked_sub(1).and_then(|i| self.token(i)), Some(Token::Unit(_)));
        if self.piece.ms.is_some() && !goes_on {
            self.close(false);
        }
        self.touch();
        let more = n.saturating_mul(unit.ms()) / 1000;
        self.piece.ms = Some(self.piece.ms.unwrap_or(0).saturating_add(more));
        self.piece.unit = Some(unit);
        self.expects = Expects { hour: unit == Unit::Hour, ..Expects::default() };
        self.at = unit_at;
        Ok(())
    }

    /// A number without a unit: seconds of an increment, minutes of a game, or left open.
    fn bare(&mut self, n: i64) -> Outcome<()> {
        if self.piece.ms.is_some() || self.piece.bare.is_some() {
            return self.fault(ControlFault::Ambiguous);
        }
        self.touch();
        if self.piece.increment || self.piece.delay.is_some() {
            self.piece.ms = Some(n);
            self.piece.unit = Some(Unit::Second);
        } else if self.piece.rest {
            self.piece.ms = Some(n * 60);
            self.piece.unit = Some(Unit::Minute);
        } else {
            self.piece.bare = Some(n);
        }
        self.expects = Expects::default();
        Ok(())
    }
}

/// Hands what is said apart from any span (`, starting from move 1`) to the span before it, and gives the numbers without a
/// unit theirs.
fn attach(pieces: Vec<Piece>) -> Outcome<Vec<Piece>> {
    let mut spans: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if piece.ms.is_some() || piece.bare.is_some() {
            spans.push(piece);
            continue;
        }
        let Some(before) = spans.last_mut().filter(|_| piece.moves.is_none()) else {
            return Err(TimeControlFault::new(piece.at, ControlFault::Ambiguous));
        };
        before.from = before.from.or(piece.from);
        before.after = before.after.or(piece.after);
        before.increment |= piece.increment;
        before.per_move |= piece.per_move;
        before.rest |= piece.rest;
        before.delay = before.delay.or(piece.delay);
    }
    give_units(&mut spans)?;
    Ok(spans)
}

/// `90 + 30`, `3 | 2`: minutes, then seconds. A number of moves with one (`40/120`) has minutes behind it.
fn give_units(spans: &mut [Piece]) -> Outcome<()> {
    let last_is_seconds =
        spans.last().is_some_and(|p| p.plus && (p.unit == Some(Unit::Second) || p.bare.is_some()));
    let pair = spans.len() == 2 && last_is_seconds;
    let many = spans.len() > 1;
    for (i, span) in spans.iter_mut().enumerate() {
        let Some(n) = span.bare else { continue };
        let small = n <= 300_000;
        let unit = match (i, span.moves) {
            _ if span.per_move || span.increment || span.delay.is_some() => Unit::Second,
            (_, Some(_)) if many && small => Unit::Minute,
            (0, None) if pair && small => Unit::Minute,
            (1, None) if pair && small && span.unit.is_none() && n < 120_000 => Unit::Second,
            _ => return Err(TimeControlFault::new(span.at, ControlFault::Ambiguous)),
        };
        span.ms = Some(n.saturating_mul(unit.ms()) / 1000);
        span.unit = Some(unit);
    }
    // "90 min + 30": thirty of what?
    match spans {
        [first, second]
            if second.bare.is_some() && first.bare.is_none() && !second.per_move && !second.increment =>
        {
            Err(TimeControlFault::new(second.at, ControlFault::Ambiguous))
        }
        _ => Ok(()),
    }
}

fn assemble(spans: Vec<Piece>) -> Outcome<TimeControl> {
    let mut stages: Vec<Piece> = Vec::new();
    let mut bonuses: Vec<(usize, Piece)> = Vec::new();
    for (i, span) in spans.iter().enumerate() {
        let said = span.increment || span.per_move || span.delay.is_some();
        let by_size = i > 0 && span.unit == Some(Unit::Second) && span.ms.is_some_and(|ms| ms < 120_000);
        let stage_words = span.moves.is_some() || span.after.is_some() || span.rest;
        match (said, stage_words) {
            (true, true) if span.moves.is_some() || span.after.is_some() => {
                return Err(TimeControlFault::new(span.at, ControlFault::Ambiguous));
            }
            (true, _) => bonuses.push((stages.len(), *span)),
            (false, false) if by_size => bonuses.push((stages.len(), *span)),
            (false, _) => stages.push(*span),
        }
    }
    let Some(first) = spans.first() else {
        return Err(TimeControlFault::new(0, ControlFault::NotUnderstood));
    };
    if stages.is_empty() || bonuses.first().is_some_and(|(before, _)| *before == 0) {
        return Err(TimeControlFault::new(first.at, ControlFault::NoMain));
    }
    let unsaid_unit = stages.iter().find(|s| s.unit == Some(Unit::Second));
    if let Some(odd) = unsaid_unit {
        return Err(TimeControlFault::new(odd.at, ControlFault::Ambiguous));
    }
    let stages = count_moves(&stages)?;
    give_bonuses(stages, &bonuses)
}

/// Puts the number of moves where it belongs: `30 min after move 40` and `90 min + 30 min/40 moves` say it with the time
/// that comes then.
fn count_moves(pieces: &[Piece]) -> Outcome<Vec<Stage>> {
    let mut stages: Vec<Stage> = Vec::with_capacity(pieces.len());
    let mut made = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let ambiguous = TimeControlFault::new(piece.at, ControlFault::Ambiguous);
        let last = i + 1 == pieces.len();
        let mut moves = piece.moves;
        if let Some(before) = stages.last_mut() {
            let given = match (pieces.len(), piece.after, piece.moves, before.moves) {
                (_, Some(after), None, None) => after.checked_sub(made),
                (2, None, Some(n), None) if !piece.rest => {
                    moves = None;
                    Some(n)
                }
                (_, Some(after), None, Some(n)) if after == made + n => Some(n),
                (_, None, _, Some(n)) => Some(n),
                _ => return Err(ambiguous),
            };
            before.moves = Some(given.filter(|n| *n > 0).ok_or(ambiguous)?);
            made += before.moves.unwrap_or(0);
        } else if piece.after.is_some() {
            return Err(ambiguous);
        }
        if piece.rest && (moves.is_some() || !last) {
            return Err(ambiguous);
        }
        stages.push(Stage { moves, main_ms: piece.ms.unwrap_or(0), bonus: Bonus::None });
    }
    Ok(stages)
}

/// One increment for all, or from the stage that begins with the move said; or one for each stage that has its own.
fn give_bonuses(mut stages: Vec<Stage>, bonuses: &[(usize, Piece)]) -> Outcome<TimeControl> {
    let mut unsaid = false;
    match bonuses {
        [] => {}
        [(before, piece)] => {
            let from = first_stage_with(&stages, *piece)?;
            unsaid = piece.from.is_none() && *before == stages.len() && stages.len() > 1;
            stages.iter_mut().skip(from).for_each(|s| s.bonus = bonus(piece));
        }
        several => {
            let mut next = 0;
            for (before, piece) in several {
                if piece.from.is_some() || *before <= next {
                    return Err(TimeControlFault::new(piece.at, ControlFault::Ambiguous));
                }
                stages.iter_mut().take(*before).skip(next).for_each(|s| s.bonus = bonus(piece));
                next = *before;
            }
        }
    }
    TimeControl::new(stages)
        .map(|c| c.with_from_unsaid(unsaid))
        .ok_or(TimeControlFault::new(0, ControlFault::NoTime))
}

fn bonus(piece: &Piece) -> Bonus {
    match (piece.ms.unwrap_or(0), piece.delay) {
        (0, _) => Bonus::None,
        (ms, Some(kind)) => Bonus::Delay(ms, kind),
        (ms, None) => Bonus::Increment(ms),
    }
}

/// The stage from which an increment runs. Move 40 and move 41 both name the stage behind a control at move 40.
fn first_stage_with(stages: &[Stage], piece: Piece) -> Outcome<usize> {
    let Some(from) = piece.from.filter(|n| *n > 1) else { return Ok(0) };
    let mut made = 0;
    for (i, stage) in stages.iter().enumerate().take(stages.len().saturating_sub(1)) {
        made += stage.moves.unwrap_or(0);
        if from == made || from == made + 1 {
            return Ok(i + 1);
        }
    }
    Err(TimeControlFault::new(piece.at, ControlFault::Ambiguous))
}
