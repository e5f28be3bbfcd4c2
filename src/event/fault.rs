//! What a reader could not read, or had to read in an unusual way: facts, which the checks turn into findings.

/// The kind of a fault; each is reported by the check of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// A line or a field cannot be read.
    EventSyntax,
    /// Fields stand outside their columns.
    ColumnShift,
    /// A record code that no edition has.
    UnknownRecord,
    /// A once-only record stands twice.
    DuplicateRecord,
    /// Bytes that are not UTF-8.
    Encoding,
    /// A date that is none.
    BadDate,
    /// A result code or a colour that the format does not have.
    UnknownResult,
    /// A bye with an opponent, or a game without one.
    ResultWithoutOpponent,
    /// A player paired with himself, where no cell can hold it.
    PairedWithSelf,
    /// Results in more rounds than were planned.
    RoundCount,
}

/// One fault, at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1; 0 where the whole line is meant.
    pub column: u64,
    /// Length in bytes; 0 where it is not known.
    pub length: u64,
    /// The starting number of the player whose record it is in.
    pub player: Option<u32>,
    /// The round.
    pub round: Option<u32>,
    /// The field or record concerned.
    pub field: String,
    /// The text that stands there.
    pub found: String,
    /// One line in plain words.
    pub message: String,
    /// The line with its fields in their columns, if it was read so.
    pub straight: Option<String>,
}

impl Fault {
    /// A fault in a line; the caller adds what else is known.
    pub fn new(kind: FaultKind, line: u64, field: &str, found: &str, message: String) -> Fault {
        Fault {
            kind,
            line,
            column: 0,
            length: 0,
            player: None,
            round: None,
            field: field.to_owned(),
            found: found.to_owned(),
            message,
            straight: None,
        }
    }

    /// The same fault, in the record of `player`.
    pub fn of(mut self, player: u32) -> Fault {
        self.player = Some(player);
        self
    }

    /// The same fault, in `round`.
    pub fn in_round(mut self, round: u32) -> Fault {
        self.round = Some(round);
        self
    }

    /// The same fault, with its place in the line.
    pub fn at(mut self, column: u64, length: u64) -> Fault {
        (self.column, self.length) = (column, length);
        self
    }
}
