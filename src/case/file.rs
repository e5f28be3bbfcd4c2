//! The case file: one TOML file that holds everything, or names logs and scoresheets by path.

use std::sync::Arc;

use super::expected::Expected;
use super::fault::{Fault, Place};
use super::fields::{Item, Table, Value, document};
use super::incident::Incident;
use super::incident_log;
use super::regulations::Regulations;

/// Opens a file that a case names, by the path as it is written there: its name for messages, and its bytes.
pub type Loader<'l> = &'l dyn Fn(&str) -> Result<Loaded, String>;

/// A file that was read.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The name under which messages speak of it.
    pub name: Arc<str>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Loaded {
    /// The text; bytes that are not UTF-8 become replacement characters.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// A text of the case file with its place.
#[derive(Debug, Clone)]
pub struct Said {
    /// The text, without white space around it.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// Where the moves come from.
#[derive(Debug, Clone, Default)]
pub enum Record {
    /// Nothing was given: the initial position, no moves.
    #[default]
    None,
    /// Start position and movetext in the case file.
    Inline {
        /// The start position, where it is not the initial one.
        fen: Option<Said>,
        /// The movetext.
        moves: Option<Said>,
    },
    /// One scoresheet, the arbiter's or the organiser's.
    Sheet(Loaded),
    /// Both players' scoresheets.
    Sheets {
        /// White's.
        white: Loaded,
        /// Black's.
        black: Loaded,
    },
}

/// A clock log as CSV, whether it stood in a file of its own or as `[[clock]]` tables.
#[derive(Debug, Clone)]
pub struct ClockRecord {
    /// The file that messages name.
    pub file: Arc<str>,
    /// The log, header row first.
    pub csv: String,
    /// For `[[clock]]` tables: the line in the case file of each row, the header's first.
    pub lines: Option<Vec<usize>>,
}

impl ClockRecord {
    /// The rows of game number `game` of a log for several, without the column that says so; the log itself where it is
    /// about one game.
    pub fn of_game(&self, game: u64) -> ClockRecord {
        let header = self.csv.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let mut names = header.split(',').map(|name| name.trim().to_ascii_lowercase());
        let Some(column) = names.position(|name| name == "game").filter(|_| game > 0) else {
            return self.clone();
        };
        let mut csv = String::new();
        let mut lines = Vec::new();
        for (number, line) in self.csv.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let mut cells: Vec<&str> = line.split(',').collect();
            let of = if column < cells.len() { cells.remove(column).trim() } else { "" };
            if lines.is_empty() || of.parse() == Ok(game) {
                csv.push_str(&cells.join(","));
                csv.push('\n');
                lines.push(number + 1);
            }
        }
        ClockRecord { file: self.file.clone(), csv, lines: Some(lines) }
    }
}

/// A disputed game, read and not judged.
#[derive(Debug, Clone, Default)]
pub struct Case {
    /// The title, where one is given.
    pub title: Option<String>,
    /// The ruleset asked for: an id, a family, a path, or `auto`.
    pub ruleset: Option<Said>,
    /// The time control; wins over the scoresheet's tag.
    pub time_control: Option<Said>,
    /// `full` or `limited`.
    pub supervision: Option<Said>,
    /// The date that picks the edition.
    pub date: Option<Said>,
    /// The moves.
    pub record: Record,
    /// Whether the record is a part of the game that does not begin at its beginning.
    pub part: bool,
    /// Piece letters of the scoresheets.
    pub language: Option<Said>,
    /// The clock log.
    pub clock: Option<ClockRecord>,
    /// The incidents, in the order given.
    pub incidents: Vec<Incident>,
    /// What the event announced.
    pub regulations: Regulations,
    /// The game's number in its logs, from 1; 0 where they are about one game.
    pub game: u64,
    /// What is expected of the ruling, for `--verify`.
    pub expected: Option<Result<Expected, Fault>>,
}

pub(super) const KEYS: &[&str] = &[
    "title",
    "ruleset",
    "time_control",
    "supervision",
    "date",
    "scoresheet",
    "white_scoresheet",
    "black_scoresheet",
    "fen",
    "moves",
    "record",
    "language",
    "clock",
    "incidents",
    "incident",
    "regulations",
    "expected",
];

impl Case {
    /// Reads the case file `text`; `file` is its name in messages, `load` opens the files that it names.
    pub fn parse(file: &Arc<str>, text: &str, load: Loader<'_>) -> Result<Case, Fault> {
        let table = document(file, text.trim_start_matches('\u{feff}'))?;
        table.allow(KEYS, "a case")?;
        let regulations = match table.table("regulations")? {
            Some(regulations) => Regulations::read(regulations)?,
            None => Regulations::default(),
        };
        Ok(Case {
            title: said(&table, "title")?.map(|said| said.text),
            ruleset: said(&table, "ruleset")?,
            time_control: said(&table, "time_control")?,
            supervision: supervision(&table)?,
            date: date(&table)?,
            record: record(&table, load)?,
            part: part(&table)?,
            language: said(&table, "language")?,
            clock: clock(&table, load)?,
            incidents: incidents(&table, load)?,
            regulations,
            game: 0,
            expected: table.table("expected")?.map(Expected::read),
        })
    }

    /// The case that a scoresheet and its logs make by themselves. `game` is the game's number in the logs.
    pub fn of_game(
        sheet: Loaded,
        clock: Option<Loaded>,
        incidents: Option<Loaded>,
        game: u64,
    ) -> Result<Case, Fault> {
        let incidents = match &incidents {
            Some(log) => incident_log::read(&log.name, &log.text(), Some(game))?,
            None => Vec::new(),
        };
        let clock =
            clock.map(|log| ClockRecord { csv: log.text().into_owned(), file: log.name, lines: None });
        Ok(Case { record: Record::Sheet(sheet), clock, incidents, game, ..Case::default() })
    }
}

fn said(table: &Table, key: &str) -> Result<Option<Said>, Fault> {
    Ok(table.text(key)?.map(|(text, place)| Said { text: text.to_owned(), place: place.clone() }))
}

fn supervision(table: &Table) -> Result<Option<Said>, Fault> {
    match said(table, "supervision")? {
        Some(said) if !matches!(said.text.as_str(), "full" | "limited") => {
            Err(Fault::new(&said.place, format!("\"{}\" is neither full nor limited", said.text))
                .key("supervision"))
        }
        other => Ok(other),
    }
}

/// Whether `record` says that the moves are a part of the game.
fn part(table: &Table) -> Result<bool, Fault> {
    match said(table, "record")? {
        None => Ok(false),
        Some(said) if said.text.eq_ignore_ascii_case("part") => Ok(true),
        Some(said) if said.text.eq_ignore_ascii_case("whole") => Ok(false),
        Some(said) => {
            Err(Fault::new(&said.place, format!("\"{}\" is neither part nor whole", said.text)).key("record"))
        }
    }
}

fn date(table: &Table) -> Result<Option<Said>, Fault> {
    let Some(mut said) = said(table, "date")? else { return Ok(None) };
    let day = said.text.get(..10).unwrap_or(&said.text).replace('.', "-");
    let shape = |text: &str| {
        text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit() || byte == b'?',
            })
    };
    if !shape(&day) || (!day.contains('?') && day.parse::<chrono::NaiveDate>().is_err()) {
        return Err(Fault::new(&said.place, format!("\"{}\" is not a date", said.text))
            .key("date")
            .help("write it as 2024-05-01"));
    }
    said.text = day;
    Ok(Some(said))
}

fn load_key(table: &Table, key: &str, load: Loader<'_>) -> Result<Option<Loaded>, Fault> {
    match table.text(key)? {
        None => Ok(None),
        Some((path, place)) => load(path).map(Some).map_err(|why| {
            Fault::new(place, format!("{path} cannot be read: {why}"))
                .key(key)
                .help("paths are relative to the case file")
        }),
    }
}

fn record(table: &Table, load: Loader<'_>) -> Result<Record, Fault> {
    let sources = ["scoresheet", "white_scoresheet", "moves"];
    let given: Vec<&str> = sources
        .into_iter()
        .filter(|key| match *key {
            "white_scoresheet" => table.get(key).or(table.get("black_scoresheet")).is_some(),
            "moves" => table.get(key).or(table.get("fen")).is_some(),
            _ => table.get(key).is_some(),
        })
        .collect();
    if let [first, second, ..] = given.as_slice() {
        let second = if table.get(second).is_some() {
            second
        } else if *second == "moves" {
            "fen"
        } else {
            "black_scoresheet"
        };
        return Err(Fault::new(
            table.place_of(second),
            format!("the game is given twice: `{first}` has it already"),
        )
        .key(second)
        .help("a case has one game: `scoresheet`, or both players' sheets, or `fen` and `moves`"));
    }
    if let Some(sheet) = load_key(table, "scoresheet", load)? {
        return Ok(Record::Sheet(sheet));
    }
    match (load_key(table, "white_scoresheet", load)?, load_key(table, "black_scoresheet", load)?) {
        (Some(white), Some(black)) => return Ok(Record::Sheets { white, black }),
        (Some(only), None) | (None, Some(only)) => return Ok(Record::Sheet(only)),
        (None, None) => {}
    }
    match (said(table, "fen")?, said(table, "moves")?) {
        (None, None) => Ok(Record::None),
        (fen, moves) => Ok(Record::Inline { fen, moves }),
    }
}

fn incidents(table: &Table, load: Loader<'_>) -> Result<Vec<Incident>, Fault> {
    if let Some(tables) = table.tables("incident")? {
        if table.get("incidents").is_some() {
            return Err(Fault::new(table.place_of("incidents"), "incidents stand in this file already")
                .key("incidents")
                .help("give the log by path, or [[incident]] tables, not both"));
        }
        return tables.into_iter().map(Incident::read).collect();
    }
    if let Some(Item { place, .. }) = table.get("incident") {
        return Err(Fault::new(place, "expected tables: write [[incident]] for each")
            .key("incident")
            .help("an incident log is named by `incidents`"));
    }
    match load_key(table, "incidents", load)? {
        Some(log) => incident_log::read(&log.name, &log.text(), None),
        None => Ok(Vec::new()),
    }
}

pub(super) const CLOCK_COLUMNS: &[&str] = &["event", "side", "white", "black", "at", "ply"];

fn clock(table: &Table, load: Loader<'_>) -> Result<Option<ClockRecord>, Fault> {
    let Some(rows) = table.tables("clock")? else {
        return Ok(load_key(table, "clock", load)?.map(|log| ClockRecord {
            csv: log.text().into_owned(),
            file: log.name,
            lines: None,
        }));
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut lines = vec![table.place_of("clock").line];
    let unwritable = |_| Fault::new(table.place_of("clock"), "cannot be read").key("clock");
    writer.write_record(CLOCK_COLUMNS).map_err(unwritable)?;
    for row in rows {
        row.allow(CLOCK_COLUMNS, "a clock event")?;
        let cells = CLOCK_COLUMNS.iter().map(|column| cell(row, column)).collect::<Result<Vec<_>, _>>()?;
        writer.write_record(&cells).map_err(unwritable)?;
        lines.push(row.place_of("event").line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    Ok(Some(ClockRecord {
        file: table.place_of("clock").file.clone(),
        csv: String::from_utf8_lossy(&bytes).into_owned(),
        lines: Some(lines),
    }))
}

fn cell(row: &Table, column: &str) -> Result<String, Fault> {
    match row.get(column).map(|item| &item.value) {
        Some(Value::Integer(number)) => Ok(number.to_string()),
        _ => Ok(row.text(column)?.map(|(text, _)| text.to_owned()).unwrap_or_default()),
    }
}
