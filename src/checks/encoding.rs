check! {
    /// The file holds bytes that are not UTF-8.
    ///
    /// ## Why it matters
    /// They are read as Latin-1, which is right for most older files from western Europe and wrong for others: names
    /// may come out garbled.
    ///
    /// ## Example
    /// `Fran\xe7ois`, one byte for the ç.
    ///
    /// ## What to do
    /// Convert the file to UTF-8. Reported once a file, at the first such byte.
    id: "encoding", severity: Info, on: Run
}
