//! The US Chess form (rules 5B to 5B2): `G/60;d5`, `40/90,SD/30;d5`, `30/30,SD/30 inc/30`; minutes, bonus in seconds.

use super::text::{ControlFault, TimeControlFault};
use super::{Bonus, DelayKind, Stage, TimeControl};

/// Digits of the longest number.
pub(super) const MOST_DIGITS: usize = 6;

/// Reads a control. `None` where the text does not have this shape; an error where it has, and says something impossible.
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

    /// Steps over what stands between two parts: spaces, commas, semicolons.
    fn separators(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', ',', ';']).len();
    }

    /// Steps over `word` in any case, if it stands here.
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

    /// `40/` gives the number of moves, `G/`, `GAME/` and `SD/` (the stroke may be missing) give `None` inside.
    #[allow(clippy::option_option)]
    fn stage_head(&mut self) -> Option<Option<u32>> {
        if ["GAME", "G", "SD"].iter().any(|name| self.word(name)) {
            self.word("/");
            return Some(None);
        }
        let moves = self.number()?;
        self.word("/").then_some(Some(moves))
    }

    /// `d5`, `d/5`, `delay 5`, `+30`, `inc/30`; `None` where no bonus begins here, and inside where it is none after all.
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
