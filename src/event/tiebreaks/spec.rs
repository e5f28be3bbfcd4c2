//! The grammar of tie-break names: `ACRONYM[:PS][sepMOD]…`, case-insensitive, with `/`, `-`, `#` or `:` as separators.

use super::{Edition, Tiebreak, find};
use crate::event::field::{Field, Measure};

/// A tie-break with its modifiers.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The tie-break.
    pub tiebreak: &'static Tiebreak,
    /// The canonical name (`BH:GP:C1`), used as the key in JSON.
    pub name: String,
    /// The score to use, if fixed by the tie-break.
    pub measure: Option<Measure>,
    /// Match points (true) or game points (false), if the name has `MP` or `GP`.
    pub match_points: Option<bool>,
    /// Number of lowest parts to cut.
    pub cut_low: u32,
    /// Number of highest parts to cut, after the lowest ones.
    pub cut_high: u32,
    /// Forfeits count as played.
    pub forfeits_played: bool,
    /// Fore mode: the games of the last round count as draws.
    pub fore: bool,
    /// Koya limit in per cent.
    pub limit: f64,
    /// Koya limit in half-points above or below 50 %.
    pub limit_steps: i32,
    /// Rating assumed for unrated players.
    pub unrated: Option<u32>,
    /// Reverses the order.
    pub reverse: bool,
    /// The edition for this tie-break alone.
    pub edition: Option<Edition>,
    /// The divisor of `SSSC`.
    pub divisor: Option<u32>,
}

/// Why a name could not be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The acronym is unknown.
    #[error("there is no tie-break {0:?}")]
    Acronym(String),
    /// The modifier is unknown.
    #[error("{name:?}: there is no modifier {modifier:?}")]
    Modifier {
        /// The name as written.
        name: String,
        /// The unknown modifier.
        modifier: String,
    },
}

/// Reads a comma-separated list of names.
///
/// # Errors
/// The error of the first name that cannot be parsed.
pub fn parse_list(text: &str) -> Result<Vec<Spec>, SpecError> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(Spec::parse).collect()
}

impl Spec {
    /// Reads one name.
    ///
    /// # Errors
    /// If the acronym or a modifier is unknown.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let is_separator = |c: char| matches!(c, '/' | '-' | '#' | ':');
        let (acronym, rest) = match text.find(is_separator) {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let tiebreak = find(acronym.trim()).ok_or_else(|| SpecError::Acronym(text.to_owned()))?;
        let mut spec = Spec::plain(tiebreak);
        let mut rest = rest;
        while !rest.is_empty() {
            let body = rest.get(1..).unwrap_or_default();
            // The `-` in `L-2` is not a separator.
            let skip = if body.starts_with(['L', 'l']) && body.get(1..2) == Some("-") { 2 } else { 0 };
            let end = body.get(skip..).and_then(|b| b.find(is_separator)).map_or(body.len(), |at| at + skip);
            let (modifier, next) = body.split_at(end);
            if spec.modify(&modifier.trim().to_ascii_uppercase()).is_none() {
                return Err(SpecError::Modifier { name: text.to_owned(), modifier: modifier.to_owned() });
            }
            rest = next;
        }
        Ok(spec)
    }

    /// The tie-break without modifiers.
    pub fn plain(tiebreak: &'static Tiebreak) -> Spec {
        Spec {
            tiebreak,
            name: tiebreak.acronym.to_owned(),
            measure: None,
            match_points: None,
            cut_low: 0,
            cut_high: 0,
            forfeits_played: false,
            fore: false,
            limit: 50.0,
            limit_steps: 0,
            unrated: None,
            reverse: false,
            edition: None,
            divisor: None,
        }
    }

    fn modify(&mut self, modifier: &str) -> Option<()> {
        let number = |from: usize| modifier.get(from..)?.parse::<u32>().ok();
        match modifier.as_bytes() {
            b"MP" => self.match_points = Some(true),
            b"GP" => self.match_points = Some(false),
            b"P" => self.forfeits_played = true,
            b"F" => self.fore = true,
            b"R" => self.reverse = true,
            b"V2024" | b"V2023" => self.edition = Some(Edition::Y2023),
            b"V2026" => self.edition = Some(Edition::Y2026),
            [b'C', ..] => self.cut_low = number(1)?,
            [b'M', ..] => (self.cut_low, self.cut_high) = (number(1)?, number(1)?),
            [b'L', b'+', ..] => self.limit_steps = i32::try_from(number(2)?).ok()?,
            [b'L', b'-', ..] => self.limit_steps = -i32::try_from(number(2)?).ok()?,
            [b'L', ..] => self.limit = f64::from(number(1)?),
            [b'U', ..] => self.unrated = Some(number(1)?),
            [b'K', ..] => self.divisor = Some(number(1)?).filter(|k| *k > 0),
            _ => return None,
        }
        self.name.push(':');
        self.name.push_str(modifier);
        Some(())
    }

    /// The score that the tie-break uses: the one it names, else the primary score.
    pub fn measure(&self, field: &Field) -> Measure {
        let written = match self.match_points {
            Some(true) => field.match_points(),
            Some(false) => field.game_points(),
            None => Measure::Primary,
        };
        self.measure.unwrap_or(written)
    }

    /// Whether low values are better.
    pub fn low_is_better(&self) -> bool {
        self.tiebreak.low_is_better != self.reverse
    }

    /// The edition to use in a field of `edition`.
    pub fn edition(&self, edition: Edition) -> Edition {
        self.edition.unwrap_or(edition)
    }

    /// Another tie-break with the same score and edition, without the other modifiers.
    pub(super) fn bare(&self, acronym: &str) -> Option<Spec> {
        let mut spec = Spec::plain(find(acronym)?);
        (spec.measure, spec.match_points) = (self.measure, self.match_points);
        (spec.edition, spec.unrated) = (self.edition, self.unrated);
        Some(spec)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::event::{Event, Format, Kind};

    #[test]
    fn every_spelling_gives_the_canonical_one() {
        for text in ["BH/C1", "bh:c1", "BH-C1", "BH#C1"] {
            assert_eq!(Spec::parse(text).unwrap().name, "BH:C1");
        }
        assert_eq!(Spec::parse("BH:GP/C1").unwrap().name, "BH:GP:C1");
        assert_eq!(Spec::parse("ge").unwrap().name, "REP");
        let koya = Spec::parse("KS/L-2").unwrap();
        assert_eq!((koya.name.as_str(), koya.limit_steps), ("KS:L-2", -2));
        assert_eq!(Spec::parse("KS/L60").unwrap().limit, 60.0);
        assert_eq!(Spec::parse("KS/L+1/P").unwrap().limit_steps, 1);
    }

    #[test]
    fn a_score_that_is_named_is_the_one_that_counts() {
        let mut field = Field::of_players(&Event::new("x".into(), Format::Trf), Kind::Swiss, Edition::Y2026);
        let measure = |name: &str, field: &Field| Spec::parse(name).unwrap().measure(field);
        assert_eq!(measure("BH:GP:C1", &field), Measure::Secondary);
        assert_eq!(measure("BH:MP", &field), Measure::Primary);
        assert_eq!(Spec::parse("SSSC:GP").unwrap().bare("BH").unwrap().measure(&field), Measure::Secondary);
        field.game_points_first = true;
        assert_eq!(measure("BH:GP:C1", &field), Measure::Primary);
        assert_eq!(measure("BH:MP", &field), Measure::Secondary);
        assert_eq!(measure("BH", &field), Measure::Primary);
    }

    #[test]
    fn what_is_no_tiebreak_is_named() {
        assert_eq!(Spec::parse("XYZ").unwrap_err(), SpecError::Acronym("XYZ".into()));
        assert!(matches!(Spec::parse("BH:Q").unwrap_err(), SpecError::Modifier { .. }));
        assert!(matches!(Spec::parse("BH:C").unwrap_err(), SpecError::Modifier { .. }));
        assert!(Spec::parse("BH:é").is_err());
    }
}
