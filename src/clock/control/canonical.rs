//! Writes time controls, in the PGN grammar or in the US Chess form.

use std::fmt;

use super::{Bonus, DelayKind, Stage, TimeControl, pgn, us};

impl TimeControl {
    /// The control in the PGN grammar, `40/5400+30:1800+30`. `None` if there is a delay, which that grammar
    /// cannot express, or if [`TimeControl::parse`] would refuse the numbers or take them for minutes.
    pub fn pgn(&self) -> Option<String> {
        let most = 10i64.pow(pgn::MOST_DIGITS as u32);
        let sayable = |s: &Stage| {
            s.main_ms / 1000 < most
                && s.bonus.ms() / 1000 < most
                && s.moves.is_none_or(|n| i64::from(n) < most)
        };
        if !self.stages.iter().all(sayable) {
            return None;
        }
        if self.hourglass {
            return Some(format!("*{}", Seconds(self.main_ms())));
        }
        let mut fields = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            let moves = stage.moves.map(|n| format!("{n}/")).unwrap_or_default();
            let bonus = match stage.bonus {
                Bonus::None => String::new(),
                Bonus::Increment(ms) => format!("+{}", Seconds(ms)),
                Bonus::Delay(..) => return None,
            };
            fields.push(format!("{moves}{}{bonus}", Seconds(stage.main_ms)));
        }
        let text = fields.join(":");
        // A short time in seconds would be read as minutes.
        pgn::means_minutes(&text, self).is_none().then_some(text)
    }

    /// The control in the form that US Chess stores, `40/90,SD/30;d5`. `None` if the form cannot express it:
    /// a main time that is not a whole number of minutes, different bonuses per stage, a Bronstein delay, an
    /// hourglass, or numbers that [`TimeControl::parse`] would refuse.
    pub fn us_chess(&self) -> Option<String> {
        self.us_form().filter(|_| !self.has_bronstein())
    }

    fn has_bronstein(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage.bonus, Bonus::Delay(_, DelayKind::Bronstein)))
    }

    /// The US Chess form, without regard to the kind of delay.
    fn us_form(&self) -> Option<String> {
        let bonus = self.stages.first()?.bonus;
        let most = 10i64.pow(us::MOST_DIGITS as u32);
        let sayable = self.stages.iter().all(|s| {
            s.main_ms % 60_000 == 0
                && s.main_ms / 60_000 < most
                && s.moves.is_none_or(|n| i64::from(n) < most)
                && s.bonus == bonus
        });
        if self.hourglass || !sayable || bonus.ms() % 1000 != 0 || bonus.ms() / 1000 >= most {
            return None;
        }
        let rest = if self.stages.len() == 1 { "G" } else { "SD" };
        let stages: Vec<String> = self
            .stages
            .iter()
            .map(|s| match s.moves {
                Some(n) => format!("{n}/{}", s.main_ms / 60_000),
                None => format!("{rest}/{}", s.main_ms / 60_000),
            })
            .collect();
        Some(match bonus {
            Bonus::None => format!("{};d0", stages.join(",")),
            Bonus::Increment(ms) => format!("{};+{}", stages.join(","), ms / 1000),
            Bonus::Delay(ms, _) => format!("{};d{}", stages.join(","), ms / 1000),
        })
    }
}

impl fmt::Display for TimeControl {
    /// Writes the PGN form, or the US Chess form if there is a delay.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pgn().or_else(|| self.us_form()) {
            Some(text) => f.write_str(&text)?,
            None => write!(f, "{} with a delay of {} s", Seconds(self.main_ms()), Seconds(self.bonus_ms()))?,
        }
        if self.has_bronstein() { f.write_str(" (Bronstein)") } else { Ok(()) }
    }
}

/// Prints milliseconds as seconds, with the decimals that are needed.
struct Seconds(i64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 1000, self.0 % 1000);
        if part == 0 {
            return write!(f, "{whole}");
        }
        let decimals = format!("{part:03}");
        write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
    }
}
