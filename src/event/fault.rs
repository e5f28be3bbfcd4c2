//! Faults of a file: what a reader could not read, or could read only by tolerating an error. The checks turn them into
//! findings.

/// The kind of a fault. Each is reported by the check of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// A line or a field cannot be read.
    EventSyntax,
    /// Fields are outside their columns.
    ColumnShift,
    /// A record code that is in no edition of the format.
    UnknownRecord,
    /// A record that is allowed only once occurs twice.
    DuplicateRecord,
    /// Bytes that are not UTF-8.
    Encoding,
    /// An invalid date.
    BadDate,
    /// A result code or a colour that the format does not have.
    UnknownResult,
    /// Results in more rounds than were planned.
    RoundCount,
}

/// One fault and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1; 0 for the whole line.
    pub column: u64,
    /// Length in bytes; 0 if unknown.
    pub length: u64,
    /// The starting number of the player whose record it is in.
    pub player: Option<u32>,
    /// The round.
    pub round: Option<u32>,
    /// The field or record concerned.
    pub field: String,
    /// The text found there.
    pub found: String,
    /// The message, one line.
    pub message: String,
    /// The line with its fields in their columns, if it was read so.
    pub straight: Option<String>,
}

impl Fault {
    /// A fault in a line; the other fields are empty.
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

    /// Sets the player.
    pub fn of(mut self, player: u32) -> Fault {
        self.player = Some(player);
        self
    }

    /// Sets the round.
    pub fn in_round(mut self, round: u32) -> Fault {
        self.round = Some(round);
        self
    }

    /// Sets column and length.
    pub fn at(mut self, column: u64, length: u64) -> Fault {
        (self.column, self.length) = (column, length);
        self
    }
}
