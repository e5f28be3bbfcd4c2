//! Encodings by their names.

use anyhow::{Context, bail};
use encoding_rs::Encoding;

use crate::scoresheet::Charset;

/// The encoding called `name`.
///
/// # Errors
/// If there is none, or it does not have one byte for each character.
pub(super) fn named(name: &str) -> anyhow::Result<Charset> {
    let encoding = Encoding::for_label(name.as_bytes())
        .with_context(|| format!("--from-encoding {name}: no encoding is called that"))?;
    if !encoding.is_single_byte() {
        bail!("--from-encoding {name}: only encodings with one byte for each character are converted");
    }
    let mut high = [None; 128];
    for (byte, slot) in (128..=255u8).zip(&mut high) {
        let byte = [byte];
        let (text, _) = encoding.decode_without_bom_handling(&byte);
        *slot = text.chars().next().filter(|c| *c != char::REPLACEMENT_CHARACTER);
    }
    Ok(Charset { name: encoding.name(), high })
}
