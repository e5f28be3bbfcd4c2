//! The document around the sheets: its policy, its style and its script.

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::pieces;
use crate::report::shown;
use crate::report::visible::NAME;

/// The style of the page.
pub const STYLE: &str = include_str!("sheet.css");

/// The script that steps through the game.
pub const SCRIPT: &str = include_str!("sheet.js");

/// SHA-256 of [`STYLE`] in base 64; a test compares it.
const STYLE_DIGEST: &str = "CUMAJd4otYIMFGrCerSD53mcGOFPmGTunKqf7z4oCIQ=";

/// SHA-256 of [`SCRIPT`] in base 64.
const SCRIPT_DIGEST: &str = "FXI109033lTsQsTm2Sa8uUMAmBM5nVQzc0w3wkPXCRI=";

fn policy() -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{STYLE_DIGEST}'; script-src 'sha256-{SCRIPT_DIGEST}'; base-uri 'none'; \
         form-action 'none'"
    )
}

/// Writes the document part by part, so that a long list of cases is never in memory as a whole.
pub(super) fn write(
    out: &mut dyn Write,
    title: &str,
    parts: impl IntoIterator<Item = Markup>,
) -> io::Result<()> {
    let head = html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">"))
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy());
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (shown(title, NAME)) }
            style { (PreEscaped(STYLE)) }
        }
        (PreEscaped("<body>"))
        (pieces::symbols())
        (PreEscaped("<main>"))
    };
    out.write_all(head.into_string().as_bytes())?;
    for part in parts {
        out.write_all(b"\n")?;
        out.write_all(part.into_string().as_bytes())?;
    }
    let end = html! {
        (PreEscaped("\n</main>"))
        script { (PreEscaped(SCRIPT)) }
        (PreEscaped("</body></html>\n"))
    };
    out.write_all(end.into_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::digest;

    #[test]
    fn the_policy_admits_style_and_script() {
        assert_eq!(STYLE_DIGEST, digest::of(STYLE));
        assert_eq!(SCRIPT_DIGEST, digest::of(SCRIPT));
    }

    #[test]
    fn nothing_comes_from_elsewhere_and_nothing_ends_the_script() {
        for text in [STYLE, SCRIPT] {
            let lower = text.to_ascii_lowercase();
            for forbidden in ["</script", "</style", "url(", "@import", "innerhtml", "eval(", "fetch("] {
                assert!(!lower.contains(forbidden), "{forbidden}");
            }
        }
    }
}
