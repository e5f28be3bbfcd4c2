//! What a file's name says: which entries of a folder are read, and how a file is packed.

/// Extensions that are read in a folder.
const FORMATS: [&str; 10] = ["pgn", "trf", "trfx", "trf16", "trf26", "txt", "tab", "csv", "json", "dbf"];
/// Formats that many other programs write too: in a folder they are read only if the content is recognised.
const COMMON: [&str; 5] = ["txt", "tab", "csv", "json", "dbf"];
/// Extensions of packed files; `.zip` may also be the only one.
const PACKINGS: [&str; 4] = ["zst", "gz", "bz2", "zip"];
/// Files that belong to a game or a test beside them.
const COMPANIONS: [&str; 3] = [".clock.csv", ".incidents.csv", ".expected.json"];

/// The name without the extension of its packing: `a.pgn` for `a.pgn.zst`. Other names stay as they are.
pub fn unpacked_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((rest, extension)) if listed(&PACKINGS, extension) => rest,
        _ => name,
    }
}

/// Whether a file of this name is read if it is found in a folder.
pub fn is_input(name: &str) -> bool {
    !is_hidden(name) && belongs(name)
}

/// Whether a file of this name is read if the user did not name it.
pub(super) fn belongs(name: &str) -> bool {
    let plain = unpacked_name(name);
    if COMPANIONS.iter().any(|end| ends_with(plain, end)) {
        return false;
    }
    let zip = extension(name).is_some_and(|e| e.eq_ignore_ascii_case("zip"));
    zip || extension(plain).is_some_and(|e| listed(&FORMATS, e))
}

/// Whether a file of this name is silently skipped if its content is not recognised.
pub(super) fn is_common(name: &str) -> bool {
    extension(unpacked_name(name)).is_some_and(|e| listed(&COMMON, e))
}

/// Whether the name says that the content is packed.
pub(super) fn says_packed(name: &str) -> bool {
    unpacked_name(name).len() < name.len()
}

/// Whether an entry of a folder or an archive is hidden.
pub(super) fn is_hidden(entry: &str) -> bool {
    entry.len() > 1 && entry.starts_with('.') && entry != ".."
}

/// Whether a member of an archive is hidden, or was added by the archiver itself.
pub(super) fn is_hidden_member(path: &str) -> bool {
    path.split('/').any(|part| is_hidden(part) || part == "__MACOSX")
}

fn extension(name: &str) -> Option<&str> {
    let last = name.rsplit('/').next()?;
    let (stem, extension) = last.rsplit_once('.')?;
    (!stem.is_empty()).then_some(extension)
}

fn listed(list: &[&str], extension: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

fn ends_with(name: &str, end: &str) -> bool {
    let tail = name.len().checked_sub(end.len()).and_then(|at| name.as_bytes().get(at..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_folder_gives() {
        for name in [
            "a.pgn",
            "A.PGN",
            "a.Pgn.ZST",
            "a.trf",
            "a.trfx",
            "a.trf16",
            "a.TRF26.zst",
            "a.tab",
            "a.txt",
            "a.csv",
            "a.json",
            "THEXPORT.DBF",
            "a.trf.gz",
            "a.csv.bz2",
            "a.pgn.zip",
            "twic.zip",
            "clock.csv",
            "a.b.pgn",
        ] {
            assert!(belongs(name), "{name}");
        }
        for name in [
            "a.clock.csv",
            "a.CLOCK.CSV",
            "a.incidents.csv",
            "a.expected.json",
            "a.clock.csv.gz",
            "a.gz",
            "a.tar.gz",
            "pgn",
            ".pgn",
            "a.pgn.xz",
            "a.pgn~",
            "a.toml",
            "readme.md",
        ] {
            assert!(!belongs(name), "{name}");
        }
    }

    #[test]
    fn hidden_entries() {
        assert!(
            is_hidden(".git")
                && is_hidden("._a.pgn")
                && !is_hidden(".")
                && !is_hidden("..")
                && !is_hidden("a")
        );
        assert!(
            is_hidden_member("__MACOSX/a.pgn")
                && is_hidden_member("a/.b/c.pgn")
                && !is_hidden_member("a/b.pgn")
        );
    }

    #[test]
    fn names_without_their_packing() {
        assert_eq!(unpacked_name("a.pgn.GZ"), "a.pgn");
        assert_eq!(unpacked_name("a.pgn"), "a.pgn");
        assert!(says_packed("a.zst") && !says_packed("zst"));
    }
}
