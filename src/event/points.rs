//! Points in exact hundredths, and the points for each kind of result.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use super::outcome::{Colour, Outcome};

/// Points, in hundredths, so that sums are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i64);

impl Score {
    /// No points.
    pub const ZERO: Score = Score(0);

    /// From hundredths of a point.
    pub const fn hundredths(value: i64) -> Score {
        Score(value)
    }

    /// This score multiplied by `count`.
    pub fn times(self, count: u32) -> Score {
        Score(self.0.saturating_mul(i64::from(count)))
    }

    /// As a number, for the output and for products.
    pub fn value(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// Reads `4.5`, `4,5`, `4½`, `½`, `4 1/2` and `-1`; at most two decimals and eight digits.
    pub fn parse(text: &str) -> Option<Score> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let half = digits.strip_suffix('½').or_else(|| digits.strip_suffix(" 1/2"));
        let value = match half {
            Some("") => 50,
            Some(whole) => {
                whole.trim_end().parse::<u32>().ok().filter(|n| *n < 100_000_000)? as i64 * 100 + 50
            }
            None => Score::decimal(digits)?,
        };
        Some(Score(if negative { -value } else { value }))
    }

    fn decimal(digits: &str) -> Option<i64> {
        let (whole, part) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if (whole.is_empty() && part.is_empty()) || whole.len() > 8 || !all_digits(whole) || !all_digits(part)
        {
            return None;
        }
        let (kept, rest) = part.split_at(part.len().min(2));
        if !rest.bytes().all(|b| b == b'0') {
            return None;
        }
        let cents: i64 = format!("{kept:0<2}").parse().ok()?;
        Some(if whole.is_empty() { 0 } else { whole.parse::<i64>().ok()? } * 100 + cents)
    }
}

impl fmt::Display for Score {
    /// With one decimal (`4.5`), or two if needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            if self.0 % 10 == 0 { format!("{:.1}", self.value()) } else { format!("{:.2}", self.value()) };
        f.pad(&text)
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(iter: I) -> Score {
        iter.fold(Score::ZERO, Add::add)
    }
}

/// The points for each kind of result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointSystem {
    /// A win with White and with Black.
    pub win: [Score; 2],
    /// A draw with White and with Black.
    pub draw: [Score; 2],
    /// A loss with White and with Black.
    pub loss: [Score; 2],
    /// A win by forfeit.
    pub forfeit_win: Score,
    /// A loss by forfeit.
    pub forfeit_loss: Score,
    /// A full-point bye.
    pub full_bye: Score,
    /// A half-point bye.
    pub half_bye: Score,
    /// A zero-point bye.
    pub zero_bye: Score,
    /// A pairing-allocated bye.
    pub pairing_bye: Score,
    /// An unknown result.
    pub unknown: Score,
}

impl Default for PointSystem {
    fn default() -> PointSystem {
        PointSystem::new(Score(100), Score(50), Score::ZERO)
    }
}

impl PointSystem {
    /// A system that counts byes and forfeit wins like the same results over the board. Forfeit losses and zero-point
    /// byes give nothing.
    pub fn new(win: Score, draw: Score, loss: Score) -> PointSystem {
        PointSystem {
            win: [win; 2],
            draw: [draw; 2],
            loss: [loss; 2],
            forfeit_win: win,
            forfeit_loss: Score::ZERO,
            full_bye: win,
            half_bye: draw,
            zero_bye: Score::ZERO,
            pairing_bye: win,
            unknown: draw,
        }
    }

    /// Reads win, draw and loss, such as `1,0.5,0`.
    pub fn parse(text: &str) -> Option<PointSystem> {
        let mut parts = text.split(',').map(Score::parse);
        let system = PointSystem::new(parts.next()??, parts.next()??, parts.next()??);
        parts.next().is_none().then_some(system)
    }

    /// The points for `outcome`.
    pub fn of(&self, outcome: Outcome, colour: Option<Colour>) -> Score {
        let side = usize::from(colour == Some(Colour::Black));
        let of_side = |pair: &[Score; 2]| pair.get(side).copied().unwrap_or_default();
        match outcome {
            Outcome::Win | Outcome::ShortWin => of_side(&self.win),
            Outcome::Draw | Outcome::ShortDraw => of_side(&self.draw),
            Outcome::Loss | Outcome::ShortLoss => of_side(&self.loss),
            Outcome::ForfeitWin => self.forfeit_win,
            Outcome::ForfeitLoss => self.forfeit_loss,
            Outcome::FullBye => self.full_bye,
            Outcome::HalfBye => self.half_bye,
            Outcome::PairingBye => self.pairing_bye,
            Outcome::ZeroBye => self.zero_bye,
            Outcome::Unknown => self.unknown,
            Outcome::Pending => Score::ZERO,
        }
    }

    /// Points for a win with White.
    pub fn for_win(&self) -> Score {
        self.win[0]
    }

    /// Points for a draw with White.
    pub fn for_draw(&self) -> Score {
        self.draw[0]
    }

    /// The names that [`PointSystem::set`] accepts for single values, with their values.
    pub fn named(&self) -> [(&'static str, Score); 13] {
        let [[ww, bw], [wd, bd], [wl, bl]] = [self.win, self.draw, self.loss];
        [
            ("WW", ww),
            ("BW", bw),
            ("WD", wd),
            ("BD", bd),
            ("WL", wl),
            ("BL", bl),
            ("ZPB", self.zero_bye),
            ("HPB", self.half_bye),
            ("FPB", self.full_bye),
            ("PAB", self.pairing_bye),
            ("FW", self.forfeit_win),
            ("FL", self.forfeit_loss),
            ("X", self.unknown),
        ]
    }

    /// Sets the value for a name of the `162`, `XXS` or `BB?` records; false if the name is unknown.
    pub fn set(&mut self, name: &str, value: Score) -> bool {
        match name {
            "W" => (self.win, self.forfeit_win, self.full_bye) = ([value; 2], value, value),
            "D" => (self.draw, self.half_bye) = ([value; 2], value),
            "L" => self.loss = [value; 2],
            "WW" => self.win[0] = value,
            "BW" => self.win[1] = value,
            "WD" => self.draw[0] = value,
            "BD" => self.draw[1] = value,
            "WL" => self.loss[0] = value,
            "BL" => self.loss[1] = value,
            "A" | "Z" => (self.zero_bye, self.forfeit_loss) = (value, value),
            "ZPB" => self.zero_bye = value,
            "HPB" => self.half_bye = value,
            "FPB" => self.full_bye = value,
            "P" | "PAB" => self.pairing_bye = value,
            "FW" => self.forfeit_win = value,
            "FL" => self.forfeit_loss = value,
            "X" => self.unknown = value,
            _ => return false,
        }
        true
    }
}

/// Match points for each result of a team match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchPoints {
    /// A won match.
    pub win: Score,
    /// A drawn match.
    pub draw: Score,
    /// A lost match.
    pub loss: Score,
}

impl Default for MatchPoints {
    fn default() -> MatchPoints {
        MatchPoints { win: Score(200), draw: Score(100), loss: Score::ZERO }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_arbiters_write_them() {
        for (text, hundredths) in [
            ("4.5", 450),
            ("4,5", 450),
            ("4½", 450),
            ("½", 50),
            ("7", 700),
            ("-1", -100),
            ("17,25", 1725),
            ("11.0", 1100),
        ] {
            assert_eq!(Score::parse(text), Some(Score(hundredths)), "{text}");
        }
        for text in ["", "4..5", "x", ".", "4.5.5", "1.125"] {
            assert_eq!(Score::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_system_gives_byes_what_the_result_gives() {
        let football = PointSystem::parse("3,1,0").unwrap();
        assert_eq!(football.of(Outcome::HalfBye, None), Score(100));
        assert_eq!(football.of(Outcome::ForfeitWin, Some(Colour::Black)), Score(300));
        assert_eq!(PointSystem::parse("3,1"), None);
    }
}
