//! The US Chess form (rules 5B to 5B2): `G/60;d5`, `40/90,SD/30;d5`, `30/30,SD/30 inc/30`; minutes, bonus in seconds.

use super::text::{ControlFault, TimeControlFault};
use super::{Bonus, DelayKind, Stage, TimeControl};

/// The most digits that a number may have.
pub(super) const MOST_DIGITS: usize = 6;

/// Parses a control. `None` if the text does not have this form; an error if it has the form but is
/// impossible.
pub(super) fn parse(text: &str) -> Option<Result<TimeControl, TimeControlFault>> {
    let mut cursor = Cursor { text, at: 0 };
    let mut stages: Vec<Stage> = Vec::new();
    let mut shaped = false;
    while !cursor.rest().is_empty() {
        let start = cursor.at;
        let bonus = if stages.is_empty() { None } else { cursor.bonus() };
        if let Some(bonus) = bonus {
            let bonus = bonus?;
            stages.iter_mut().for_each(|s| s.bonus = bonus);
            return finish(&cursor, stages);
        }
        let moves = cursor.stage_head()?;
        let minutes = cursor.number()?;
        if moves == Some(0) {
            return Some(Err(TimeControlFault::new(start, ControlFault::NoMoves)));
        }
        if stages.last().is_some_and(|s| s.moves.is_none()) {
            return Some(Err(TimeControlFault::new(start, ControlFault::NotLast)));
        }
        shaped |= moves.is_none() || !stages.is_empty();
        stages.push(Stage { moves, main_ms: i64::from(minutes) * 60_000, bonus: Bonus::None });
        cursor.separators();
    }
    if shaped { finish(&cursor, stages) } else { None }
}

fn finish(cursor: &Cursor<'_>, stages: Vec<Stage>) -> Option<Result<TimeControl, TimeControlFault>> {
    let whole = cursor.rest().is_empty();
    whole.then(|| TimeControl::new(stages).ok_or(TimeControlFault::new(0, ControlFault::NoTime)))
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips separators: spaces, commas and semicolons.
    fn separators(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', ',', ';']).len();
    }

    /// Skips `word`, in any case, if it is next. Returns whether it was.
    fn word(&mut self, word: &str) -> bool {
        let here = self.rest().get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word));
        self.at += if here { word.len() } else { 0 };
        here
    }

    fn number(&mut self) -> Option<u32> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest().get(..digits)?.parse().ok().filter(|_| digits <= MOST_DIGITS)?;
        self.at += digits;
        Some(number)
    }

    /// Parses the head of a stage: `40/` gives the number of moves; `G/`, `GAME/` and `SD/` (the stroke is
    /// optional) give an inner `None`.
    #[allow(clippy::option_option)]
    fn stage_head(&mut self) -> Option<Option<u32>> {
        if ["GAME", "G", "SD"].iter().any(|name| self.word(name)) {
            self.word("/");
            return Some(None);
        }
        let moves = self.number()?;
        self.word("/").then_some(Some(moves))
    }

    /// Parses a bonus: `d5`, `d/5`, `delay 5`, `+30`, `inc/30`. The outer `None` means that no bonus begins
    /// here, the inner one that it has no number.
    #[allow(clippy::option_option)]
    fn bonus(&mut self) -> Option<Option<Bonus>> {
        self.word("/");
        let delay = ["delay", "d"].iter().any(|name| self.word(name));
        if !delay && !["+", "increment", "inc"].iter().any(|name| self.word(name)) {
            return None;
        }
        self.word("/");
        self.separators();
        let Some(seconds) = self.number() else { return Some(None) };
        let ms = i64::from(seconds) * 1000;
        Some(Some(match (ms, delay) {
            (0, _) => Bonus::None,
            (_, true) => Bonus::Delay(ms, DelayKind::Simple),
            (_, false) => Bonus::Increment(ms),
        }))
    }
}
