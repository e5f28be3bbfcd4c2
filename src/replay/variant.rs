//! The variants of chess that a Variant tag can name; the one list that all commands use.

/// A variant, as far as this program distinguishes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Variant {
    /// Standard chess, from any start position.
    Standard,
    /// Chess960, also called Fischer Random or Freestyle.
    Chess960,
    /// Any other variant, which this program does not play.
    Other,
}

impl Variant {
    /// The variant that a tag or a case names. Letter case, blanks and punctuation are ignored.
    pub fn named(name: &str) -> Variant {
        let letters: String =
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        match letters.as_str() {
            "" | "standard" | "normal" | "chess" | "fromposition" | "orthodox" | "classical" | "regular" => {
                Variant::Standard
            }
            "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc"
            | "freestyle" | "freestylechess" | "chess9lx" => Variant::Chess960,
            _ => Variant::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_people_write_them() {
        for name in ["Chess960", "Fischer Random", "fischerandom", "Freestyle", "FRC", "chess 960"] {
            assert_eq!(Variant::named(name), Variant::Chess960, "{name}");
        }
        for name in ["", "Standard", "From Position", "chess"] {
            assert_eq!(Variant::named(name), Variant::Standard, "{name}");
        }
        for name in ["Crazyhouse", "Antichess", "Duck"] {
            assert_eq!(Variant::named(name), Variant::Other, "{name}");
        }
    }
}
