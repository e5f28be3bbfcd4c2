//! The case file: one TOML file that holds everything, or names logs and scoresheets by path.

use std::sync::Arc;

use super::clock::{self, ClockTables};
use super::expected::Expected;
use super::fault::{Fault, closed};
use super::fields::{Item, Table, Value, document};
use super::incident::Incident;
use super::incident_log;
use super::regulations::Regulations;
use super::sheets::PlayerSheet;
use crate::clock::LogBook;
use crate::place::Place;
use crate::scoresheet::LARGEST_GAME;

/// Opens a file that a case names, by the path as it is written there: its name for messages, and its bytes.
pub type Loader<'l> = &'l dyn Fn(&str) -> Result<Loaded, String>;

/// A file that was read.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Its name in messages.
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
pub struct Located {
    /// The text, without white space around it.
    pub text: String,
    /// Its place.
    pub place: Place,
}

/// Where the moves come from.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Record {
    /// Nothing was given: the initial position, no moves.
    #[default]
    None,
    /// Start position and movetext in the case file.
    Inline {
        /// The start position, if it is not the initial one.
        fen: Option<Located>,
        /// The movetext.
        moves: Option<Located>,
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

/// A disputed game as it was read, before any ruling.
#[derive(Debug, Clone, Default)]
pub struct Case {
    /// The title, if there is one.
    pub title: Option<String>,
    /// The ruleset asked for: an id, a family, a path, or `auto`.
    pub ruleset: Option<Located>,
    /// The time control; it overrides the scoresheet's tag.
    pub time_control: Option<Located>,
    /// `full` or `limited`.
    pub supervision: Option<Located>,
    /// The date that picks the edition.
    pub date: Option<Located>,
    /// The moves.
    pub record: Record,
    /// Whether the record is a part of the game that does not begin at its beginning.
    pub part: bool,
    /// Piece letters of the scoresheets.
    pub language: Option<Located>,
    /// The clock log, as that of game 1.
    pub clock: Option<LogBook>,
    /// Clock events that name half-moves of the record; the log is made of them once it is known.
    pub clock_tables: Option<ClockTables>,
    /// The incidents, in the order given.
    pub incidents: Vec<Incident>,
    /// What the event announced.
    pub regulations: Regulations,
    /// What is expected of the ruling, for `--verify`.
    pub expected: Option<Result<Expected, Fault>>,
    /// Texts in the case file that replace files, by name.
    pub files: Vec<(String, String)>,
}

/// The keys of a case file.
pub const KEYS: &[&str] = &[
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
    "files",
    "regulations",
    "expected",
];

impl Case {
    /// The text in the case that replaces a file.
    pub fn file(&self, path: &std::path::Path) -> Option<&str> {
        let (_, text) = self.files.iter().find(|(name, _)| std::path::Path::new(name) == path)?;
        Some(text)
    }

    /// Reads the case file `text`; `file` is its name in messages, `load` opens the files that it names.
    pub fn parse(file: &Arc<str>, text: &str, load: Loader<'_>) -> Result<Case, Fault> {
        let table = document(file, text.trim_start_matches('\u{feff}'))?;
        table.allow(KEYS, "a case")?;
        let files = Files::of(&table)?;
        let load: Loader<'_> = &|path| files.load(path).map_or_else(|| load(path), Ok);
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
            clock: clock::of_case(&table, load)?,
            clock_tables: ClockTables::of_case(&table)?,
            incidents: incidents(&table, load)?,
            regulations,
            expected: table.table("expected")?.map(Expected::read),
            files: files.owned(),
        })
    }

    /// The case made of a scoresheet and its logs. `game` is the game's number in the logs.
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
        bounded(&sheet).map_err(|why| Fault::new(&Place::file(&sheet.name), why))?;
        let clock = match &clock {
            Some(log) => clock::of_game(log, game)?,
            None => None,
        };
        Ok(Case { record: Record::Sheet(sheet), clock, incidents, ..Case::default() })
    }
}

fn said(table: &Table, key: &str) -> Result<Option<Located>, Fault> {
    Ok(table.text(key)?.map(|(text, place)| Located { text: text.to_owned(), place: place.clone() }))
}

/// `[files]`: texts in the case file that replace files, by their names.
struct Files<'t> {
    texts: Vec<(&'t str, &'t str)>,
    file: &'t str,
}

impl<'t> Files<'t> {
    fn of(table: &'t Table) -> Result<Files<'t>, Fault> {
        let file = &*table.place.file;
        let Some(files) = table.table("files")? else { return Ok(Files { texts: Vec::new(), file }) };
        let mut texts = Vec::with_capacity(files.entries.len());
        for (name, place, item) in &files.entries {
            let Value::Text(text) = &item.value else {
                return Err(Fault::new(place, "expected the file's text in quotes").key(name));
            };
            texts.push((name.as_str(), text.as_str()));
        }
        Ok(Files { texts, file })
    }

    fn owned(&self) -> Vec<(String, String)> {
        self.texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    fn load(&self, path: &str) -> Option<Loaded> {
        let (name, text) = self.texts.iter().find(|(name, _)| *name == path)?;
        Some(Loaded { name: format!("{} [files] {name}", self.file).into(), bytes: text.as_bytes().to_vec() })
    }
}

fn supervision(table: &Table) -> Result<Option<Located>, Fault> {
    let Some(mut said) = said(table, "supervision")? else { return Ok(None) };
    said.text = closed("supervision", &said.text, &said.place, &["full", "limited"])?.to_owned();
    Ok(Some(said))
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

fn date(table: &Table) -> Result<Option<Located>, Fault> {
    let Some(mut said) = said(table, "date")? else { return Ok(None) };
    match day(&said.text) {
        Some(day) => said.text = day,
        None => {
            let two_faced = said.text.contains('/');
            let why =
                if two_faced { "could be a day and a month, or a month and a day" } else { "is not a date" };
            return Err(Fault::new(&said.place, format!("\"{}\" {why}", said.text))
                .key("date")
                .help("write it as 2024-05-01 or 1.5.2024"));
        }
    }
    Ok(Some(said))
}

/// A date as `2024-05-01`, `2024.05.01` with `?` for what is not known, or `1.5.2024` (day, month, year); written the first
/// way.
fn day(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('.').collect();
    if let [day, month, year] = parts.as_slice()
        && year.len() == 4
        && day.len() <= 2
        && month.len() <= 2
    {
        let (day, month, year) = (day.parse().ok()?, month.parse().ok()?, year.parse().ok()?);
        return chrono::NaiveDate::from_ymd_opt(year, month, day).map(|date| date.to_string());
    }
    let day = text.get(..10).unwrap_or(text).replace('.', "-");
    let shape = day.len() == 10
        && day.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit() || byte == b'?',
        });
    (shape && (day.contains('?') || day.parse::<chrono::NaiveDate>().is_ok())).then_some(day)
}

pub(super) fn load_key(table: &Table, key: &str, load: Loader<'_>) -> Result<Option<Loaded>, Fault> {
    match table.text(key)? {
        None => Ok(None),
        Some((path, place)) => load(path).map(Some).map_err(|why| {
            Fault::new(place, format!("{path} cannot be read: {why}"))
                .key(key)
                .help("paths are relative to the case file")
        }),
    }
}

/// Refuses a game that is larger than any that is read.
fn bounded(sheet: &Loaded) -> Result<(), String> {
    let length = sheet.bytes.len();
    if length <= LARGEST_GAME {
        return Ok(());
    }
    Err(format!("the game has {length} bytes, above the limit of {LARGEST_GAME}; it is not read"))
}

/// A scoresheet by its path. Messages and rulings quote its moves, so any other kind of file is refused before its text is used.
fn scoresheet(table: &Table, key: &str, load: Loader<'_>) -> Result<Option<Loaded>, Fault> {
    let Some(loaded) = load_key(table, key, load)? else { return Ok(None) };
    bounded(&loaded).map_err(|why| Fault::new(table.place_of(key), why).key(key))?;
    if PlayerSheet::read(&loaded.bytes).is_scoresheet() {
        return Ok(Some(loaded));
    }
    Err(Fault::new(table.place_of(key), format!("{} is not a scoresheet", loaded.name))
        .key(key)
        .help("a scoresheet is a game in PGN, or its moves in any notation"))
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
    if let Some(sheet) = scoresheet(table, "scoresheet", load)? {
        return Ok(Record::Sheet(sheet));
    }
    match (scoresheet(table, "white_scoresheet", load)?, scoresheet(table, "black_scoresheet", load)?) {
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
    if let Some(Item { value: Value::List(_) | Value::Table(_), .. }) = table.get("incidents") {
        return Err(Fault::new(table.place_of("incidents"), "expected a path to an incident log")
            .key("incidents")
            .help("did you mean [[incident]], one for each?"));
    }
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
