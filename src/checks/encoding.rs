check! {
    /// The file contains bytes that are not UTF-8.
    ///
    /// ## Why it matters
    /// They are read as Latin-1, which is right for most older files from western Europe and wrong for others:
    /// names may come out garbled. A UTF-16 file with a byte order mark is read as UTF-16; lines, columns and
    /// offsets are then those of the text in UTF-8.
    ///
    /// ## Example
    /// One byte for the ç, written `\xe7` here:
    /// ```pgn
    /// [White "Fran\xe7ois"]
    ///
    /// 1. e4 e5
    /// ```
    /// In order, with two bytes for it:
    /// ```pgn
    /// [White "François"]
    ///
    /// 1. e4 e5
    /// ```
    ///
    /// ## What to do
    /// Convert the file to UTF-8. Reported once per file, at the first such byte.
    id: "encoding", severity: Info, on: Run
}
