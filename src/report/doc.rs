//! Parses the documentation of a check: its title line and its sections.
//!
//! Each line of a doc comment begins with the blank after `///`.

/// The text as it was written: without the blank after `///` in each line, and without blank lines around it.
pub fn markdown(doc: &str) -> String {
    let mut lines: Vec<&str> =
        doc.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let text = lines.join("\n");
    text.trim_start_matches('\n').to_owned()
}

/// The first paragraph, joined to one line.
pub fn title(doc: &str) -> String {
    let lines = doc.lines().map(str::trim).skip_while(|line| line.is_empty());
    lines.take_while(|line| !line.is_empty() && !line.starts_with('#')).collect::<Vec<_>>().join(" ")
}

/// The text under `## heading`; `None` if there is no such heading.
pub fn section(doc: &str, heading: &str) -> Option<String> {
    let text = markdown(doc);
    let mut lines = text.lines().skip_while(|line| line.strip_prefix("## ") != Some(heading));
    lines.next()?;
    let body: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Some(body.join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOC: &str = " A move is not legal,\n whoever made it.\n\n ## Why it matters\n The Laws\n say so.\n\n ## What to do\n     Take it back.\n\n";

    #[test]
    fn takes_documentation_apart() {
        assert_eq!(title(DOC), "A move is not legal, whoever made it.");
        assert_eq!(section(DOC, "Why it matters").as_deref(), Some("The Laws\nsay so."));
        assert_eq!(section(DOC, "What to do").as_deref(), Some("Take it back."));
        assert_eq!(section(DOC, "Example"), None);
        assert!(markdown(DOC).starts_with("A move is not legal,\nwhoever"));
        assert!(markdown(DOC).ends_with("\n    Take it back."));
    }
}
