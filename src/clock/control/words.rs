//! Parses plain words: `90 min/40 moves + 30 min + 30 sec/move`, `15 minutes + 10 seconds increment per
//! move`.
//!
//! A text is split into parts, each about one time span, and the [parts](super::pieces) are assembled into a
//! control. Text with any unknown word is refused.

use super::pieces::{Piece, assemble, attach};
use super::text::{ControlFault, Outcome, TimeControlFault};
use super::vocabulary::{Placed, Token, Unit, tokens};
use super::{DelayKind, TimeControl};

/// Parses a control in words.
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

/// How the preceding words determine the meaning of the next number or the next `move`.
#[derive(Debug, Clone, Copy, Default)]
struct Expects {
    from: u8,
    after: bool,
    per: bool,
    stroke: bool,
    /// The last part read was an hour, so that `1h30` is an hour and a half.
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

    /// The index of the next token that is not noise, at or after `from`.
    fn following(&self, from: usize) -> usize {
        (from..self.tokens.len()).find(|i| self.token(*i) != Some(Token::Noise)).unwrap_or(self.tokens.len())
    }

    /// Ends the current part, unless it is empty. `plus`: whether a plus sign precedes the next part.
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

    /// Handles `first` in `from the first move`.
    fn first(&mut self) {
        let next = self.following(self.at + 1);
        if self.expects.from > 0 && self.token(next) == Some(Token::Moves) {
            self.touch();
            self.piece.from = Some(1);
            self.expects.from = 0;
            self.at = next;
        }
    }

    /// Handles a unit without a number: `20 moves per hour`.
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

    /// Handles `move` without a preceding number: `per move`, `/move`, `from move 1`.
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

    /// Handles a move number or a number of moves, as the preceding words determine.
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

    /// Handles a number with its unit.
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

    /// Handles a number without a unit: seconds of an increment or delay, minutes of the rest of the game, or
    /// undecided for now.
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
