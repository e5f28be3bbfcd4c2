//! The journal: entries that never change, each with the digest of the one before, in SQLite.

mod entry;
mod query;
pub(super) mod verify;

use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{Local, SecondsFormat};
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

pub(super) use entry::{Draft, Entry, FIRST};
pub(super) use query::{Found, Query};

/// The name of the database.
pub(super) const NAME: &str = "journal.sqlite";

/// The version of the tables; each earlier one is migrated.
const VERSION: i64 = 1;

/// How long a write waits for another program that has the database locked.
const PATIENCE: Duration = Duration::from_secs(3);

/// Only `sealed` and `digest` are kept; the other columns are read out of the sealed text.
const TABLES: &str = "
CREATE TABLE entry (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    sealed TEXT NOT NULL,
    digest TEXT NOT NULL,
    nonce TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(sealed) THEN sealed ->> '$.nonce' END) VIRTUAL,
    board TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(sealed) THEN sealed ->> '$.board' END) VIRTUAL,
    corrects INTEGER GENERATED ALWAYS AS (CASE WHEN json_valid(sealed) THEN sealed ->> '$.corrects' END) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX entry_nonce ON entry (nonce) WHERE nonce IS NOT NULL;
CREATE INDEX entry_board ON entry (board) WHERE board IS NOT NULL;
CREATE INDEX entry_corrects ON entry (corrects) WHERE corrects IS NOT NULL;
CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
PRAGMA user_version = 1;
";

/// Why the journal does not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// The database cannot be read or written.
    #[error("the journal cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// It was made by a later version.
    #[error(
        "journal.sqlite has schema version {0}, made by a later flagfall; this one knows versions up to {VERSION}"
    )]
    Newer(i64),
    /// Its text is not an entry.
    #[error("entry {0} cannot be read: {1}")]
    Broken(i64, String),
    /// Nothing is recorded here.
    #[error("nothing is recorded here: {0}")]
    ReadOnly(String),
    /// An entry that does not exist is to be corrected.
    #[error("there is no entry {0} to correct")]
    NoSuchEntry(i64),
    /// The nonce belongs to an entry.
    #[error("this nonce was used for entry {0} on another case")]
    Reused(i64),
}

/// The journal of a folder.
pub(super) struct Journal {
    path: PathBuf,
    /// The connection of the desk that writes.
    writer: Option<Connection>,
    read_only: String,
}

impl Journal {
    /// Opens the journal of a folder to write; it is made where there is none.
    pub(super) fn open(folder: &Path) -> Result<Journal, Trouble> {
        let path = folder.join(NAME);
        let mut writer = Connection::open(&path)?;
        writer.busy_timeout(PATIENCE)?;
        let version = version(&writer)?;
        if version > VERSION {
            return Err(Trouble::Newer(version));
        }
        writer.pragma_update(None, "journal_mode", "WAL")?;
        writer.pragma_update(None, "synchronous", "FULL")?;
        if version == 0 {
            let change = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
            change.execute_batch(TABLES)?;
            change.commit()?;
        }
        Ok(Journal { path, writer: Some(writer), read_only: String::new() })
    }

    /// The journal of a folder in which nothing is written; empty where there is none.
    pub(super) fn read_only(folder: &Path, why: &str) -> Journal {
        Journal { path: folder.join(NAME), writer: None, read_only: why.to_owned() }
    }

    /// Does something with a connection that reads.
    fn reading<T>(
        &self,
        empty: T,
        read: impl FnOnce(&Connection) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        match &self.writer {
            Some(writer) => read(writer),
            None if !self.path.exists() => Ok(empty),
            None => read(&reader(&self.path)?),
        }
    }

    /// Records an entry, and gives it with the digest that seals it. The same nonce gives the entry that is there.
    pub(super) fn record(&mut self, draft: Draft) -> Result<Entry, Trouble> {
        let Some(writer) = &mut self.writer else { return Err(Trouble::ReadOnly(self.read_only.clone())) };
        let change = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if let Some(nonce) = &draft.nonce {
            let known: Option<i64> = change
                .query_row("SELECT id FROM entry WHERE nonce = ?1", [nonce], |row| row.get(0))
                .optional()?;
            if let Some(id) = known {
                return one(&change, id)?.ok_or(Trouble::Reused(id));
            }
        }
        if let Some(corrects) = draft.corrects
            && one(&change, corrects)?.is_none()
        {
            return Err(Trouble::NoSuchEntry(corrects));
        }
        let last: Option<(i64, String)> = change
            .query_row("SELECT id, digest FROM entry ORDER BY id DESC LIMIT 1", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        let (last, prev) = last.unwrap_or((0, FIRST.to_owned()));
        let at = Local::now().to_rfc3339_opts(SecondsFormat::Millis, false);
        let entry = Entry::seal(last + 1, at, prev, draft);
        change.execute(
            "INSERT INTO entry (id, sealed, digest) VALUES (?1, ?2, ?3)",
            params![entry.id, entry.sealed, entry.digest],
        )?;
        change.commit()?;
        Ok(entry)
    }

    /// The entry of that id.
    pub(super) fn entry(&self, id: i64) -> Result<Option<Entry>, Trouble> {
        self.reading(None, |reader| one(reader, id))
    }

    /// The entry that a nonce was used for.
    pub(super) fn by_nonce(&self, nonce: &str) -> Result<Option<Entry>, Trouble> {
        self.reading(None, |reader| {
            let id: Option<i64> = reader
                .query_row("SELECT id FROM entry WHERE nonce = ?1", [nonce], |row| row.get(0))
                .optional()?;
            id.map_or(Ok(None), |id| one(reader, id))
        })
    }

    /// The entries of a board, oldest first, without those that were corrected.
    pub(super) fn of_board(&self, board: &str) -> Result<Vec<Entry>, Trouble> {
        self.reading(Vec::new(), |reader| uncorrected(reader, "board = ?1", &[board.to_owned()]))
    }

    /// The entries about acts of these players, oldest first, without those that were corrected.
    pub(super) fn of_players(&self, names: &[String]) -> Result<Vec<Entry>, Trouble> {
        let marks: Vec<String> = (1..=names.len()).map(|at| format!("?{at}")).collect();
        let wanted = format!("json_valid(sealed) AND sealed ->> '$.player' IN ({})", marks.join(", "));
        self.reading(Vec::new(), |reader| uncorrected(reader, &wanted, names))
    }

    /// All entries, oldest first.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, Trouble> {
        self.reading(Vec::new(), all)
    }

    /// The entries that a query asks for.
    pub(super) fn find(&self, query: &Query) -> Result<Found, Trouble> {
        Ok(query.among(self.entries()?))
    }
}

/// The journal of a folder for one that only reads, beside a running desk too.
pub(super) fn entries_of(folder: &Path) -> Result<Vec<Entry>, Trouble> {
    all(&reader(&folder.join(NAME))?)
}

/// Opens a database to read. Without a log beside it nobody is writing, and no file is made for the reading.
pub(super) fn reader(path: &Path) -> Result<Connection, Trouble> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let alone = !Path::new(&log).exists();
    let text: String = form_urlencoded::byte_serialize(path.to_string_lossy().as_bytes()).collect();
    let uri = format!("file:{}{}", text.replace('+', "%20"), if alone { "?immutable=1" } else { "" });
    let reader = Connection::open_with_flags(uri, flags)?;
    reader.busy_timeout(PATIENCE)?;
    let version = version(&reader)?;
    if version > VERSION {
        return Err(Trouble::Newer(version));
    }
    Ok(reader)
}

fn version(connection: &Connection) -> Result<i64, Trouble> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

const COLUMNS: &str = "SELECT id, sealed, digest, (SELECT max(id) FROM entry AS later WHERE later.corrects = entry.id) FROM entry";

type Row = (i64, String, String, Option<i64>);

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn entry((id, sealed, digest, corrected_by): Row) -> Result<Entry, Trouble> {
    Entry::read(id, sealed, digest, corrected_by).map_err(|why| Trouble::Broken(id, why))
}

fn one(connection: &Connection, id: i64) -> Result<Option<Entry>, Trouble> {
    let read =
        connection.prepare_cached(&format!("{COLUMNS} WHERE id = ?1"))?.query_row([id], row).optional()?;
    read.map(entry).transpose()
}

fn all(connection: &Connection) -> Result<Vec<Entry>, Trouble> {
    those(connection, "1", &[])
}

fn uncorrected(connection: &Connection, wanted: &str, values: &[String]) -> Result<Vec<Entry>, Trouble> {
    let mut entries = those(connection, wanted, values)?;
    entries.retain(|entry| entry.corrected_by.is_none());
    Ok(entries)
}

/// The entries that a condition holds for; `values` are its parameters.
fn those(connection: &Connection, wanted: &str, values: &[String]) -> Result<Vec<Entry>, Trouble> {
    let mut rows = connection.prepare_cached(&format!("{COLUMNS} WHERE {wanted} ORDER BY id"))?;
    let rows: Vec<Row> =
        rows.query_map(rusqlite::params_from_iter(values), row)?.collect::<Result<_, _>>()?;
    rows.into_iter().map(entry).collect()
}
