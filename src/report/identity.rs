//! Identifies a finding even if the file has changed around it. Used for the baseline and for SARIF fingerprints.
//!
//! Line, offset, game number and file name are not part of it, so adding a game or renaming a file does not affect
//! other findings. Equal findings are told apart only by their count.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checks::Finding;

/// The keys that identify a finding; those that do not apply are left out of the JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Identity<'a> {
    /// Id of the check.
    #[serde(borrow)]
    pub check: Cow<'a, str>,
    /// Event tag, or the event's name.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Cow<'a, str>>,
    /// The one or two names concerned: White and Black of a game, the player and the opponent in an event.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Cow<'a, str>>,
    /// Round tag, or the round.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Cow<'a, str>>,
    /// Half-moves from the game's start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The move as written with its number.
    #[serde(borrow, default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<Cow<'a, str>>,
    /// Event checks: the field concerned.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Cow<'a, str>>,
    /// Event checks: the value that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Cow<'a, Value>>,
}

impl<'a> Identity<'a> {
    /// The identity of `finding`.
    pub fn of(finding: &'a Finding) -> Identity<'a> {
        let text = |value: Option<&'a str>| value.map(Cow::Borrowed);
        Identity {
            check: Cow::Borrowed(finding.check),
            event: text(finding.event.as_deref()),
            players: players(finding).into_iter().map(Cow::Borrowed).collect(),
            round: text(finding.round.as_deref()),
            ply: finding.ply,
            mv: text(finding.mv.as_deref()),
            field: text(finding.field.as_deref()),
            found: finding.found.as_ref().map(Cow::Borrowed),
        }
    }

    /// A hash of the keys, the same on every machine and in every release.
    pub fn fingerprint(&self) -> u128 {
        // A struct of strings and numbers always has a JSON form.
        fnv1a(&serde_json::to_vec(self).unwrap_or_default())
    }
}

/// The names concerned: the player of an event check (and `data.opponent_name`), else White and Black.
pub(crate) fn players(finding: &Finding) -> Vec<&str> {
    let names = match &finding.name {
        Some(name) => [Some(&**name), finding.data.get("opponent_name").and_then(Value::as_str)],
        None => [finding.white.as_deref(), finding.black.as_deref()],
    };
    names.into_iter().flatten().collect()
}

/// FNV-1a with 128 bits: short and stable; a chance collision is negligible.
fn fnv1a(bytes: &[u8]) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(BASIS, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Severity;

    fn finding() -> Finding {
        Finding {
            event: Some("Club night".into()),
            round: Some("3.2".into()),
            white: Some("Roe, Richard".into()),
            black: Some("Doe, Jane".into()),
            ply: Some(57),
            mv: Some("29. Nf6".into()),
            ..Finding::new("illegal-move", Severity::Error, "round3.pgn".into(), "no knight".into())
        }
    }

    #[test]
    fn does_not_depend_on_the_place() {
        let mut moved = finding();
        (moved.file, moved.line, moved.offset, moved.game) = ("b.pgn".into(), Some(9), Some(77), Some(3));
        moved.message = "said in other words".into();
        assert_eq!(Identity::of(&moved).fingerprint(), Identity::of(&finding()).fingerprint());
        moved.ply = Some(58);
        assert_ne!(Identity::of(&moved).fingerprint(), Identity::of(&finding()).fingerprint());
    }

    #[test]
    fn hash_is_the_published_one() {
        // Test vectors of the FNV reference: the empty string, and "a".
        assert_eq!(fnv1a(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(fnv1a(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }

    #[test]
    fn names_those_concerned() {
        let mut of_event = finding();
        assert_eq!(players(&of_event), ["Roe, Richard", "Doe, Jane"]);
        of_event.name = Some("Poe, Ed".into());
        assert_eq!(players(&of_event), ["Poe, Ed"]);
        of_event.data.insert("opponent_name".into(), "Doe, Jane".into());
        assert_eq!(players(&of_event), ["Poe, Ed", "Doe, Jane"]);
    }
}
