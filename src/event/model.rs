//! An event as its file records it: players with their cells, teams, and what the file says about itself.
//!
//! Nothing is repaired here: if the two players of a game report different results, each keeps its own record.

use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;

use super::fault::Fault;
use super::outcome::{Colour, Outcome};
use super::points::{MatchPoints, PointSystem, Score};
use super::text::Lines;
use super::worth::Worths;

/// The format that an event was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// FIDE's tournament report file, of any edition.
    Trf,
    /// CSV with one row per game.
    GamesCsv,
    /// CSV with one row per player.
    TableCsv,
    /// Our own crosstable output.
    TableJson,
    /// US Chess rating report 2C.
    UsChess,
    /// Portable game notation.
    Pgn,
}

/// How an event was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Everybody meets everybody.
    RoundRobin,
    /// Pairings by score.
    Swiss,
    /// Teams meet on several boards.
    Team,
    /// The loser of a match leaves.
    Knockout,
}

impl Kind {
    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::RoundRobin => "round-robin",
            Kind::Swiss => "swiss",
            Kind::Team => "team",
            Kind::Knockout => "knockout",
        }
    }
}

/// The place of a game in a PGN file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// Index into the event's [`Event::files`].
    pub file: u32,
    /// Number of the game in its file, from 1.
    pub game: u64,
    /// Line of its first tag, from 1.
    pub line: u64,
    /// Byte offset of that line.
    pub offset: u64,
    /// Length of the first tag line in bytes.
    pub length: u64,
}

/// A special remark of the source about a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// Deliberately recorded for one side only (US Chess `N`, `R`, `S`).
    OneSided,
    /// A full point without a game; the source does not say why it was given (`-1` of chess-results).
    FullPoint,
}

/// One cell of the crosstable: what one player did in one round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Round, from 1.
    pub round: u32,
    /// Starting number of the opponent.
    pub opponent: Option<u32>,
    /// Colour, if recorded.
    pub colour: Option<Colour>,
    /// Result.
    pub outcome: Outcome,
    /// Board number, if known.
    pub board: Option<u32>,
    /// The round as the source writes it, if that is more than a number (`3.1.2`).
    pub label: Option<Arc<str>>,
    /// A special remark of the source about the result.
    pub mark: Option<Mark>,
    /// The game, if the source is a PGN.
    pub sheet: Option<Sheet>,
    /// Line of the record.
    pub line: u64,
    /// Column of the cell in bytes, from 1; 0 if the format has no columns.
    pub column: u64,
}

impl Cell {
    /// A cell with only its round and result.
    pub fn new(round: u32, outcome: Outcome) -> Cell {
        Cell {
            round,
            opponent: None,
            colour: None,
            outcome,
            board: None,
            label: None,
            mark: None,
            sheet: None,
            line: 0,
            column: 0,
        }
    }
}

/// A player as recorded. Fields are kept as written and interpreted by their users.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Player {
    /// Starting number.
    pub no: u32,
    /// Line of the record.
    pub line: u64,
    /// `m`, `w` or whatever else the file has.
    pub sex: String,
    /// Title, as written.
    pub title: String,
    /// Name, trimmed.
    pub name: String,
    /// Rating as written.
    pub rating_text: String,
    /// Rating, if it is a number above 0.
    pub rating: Option<u32>,
    /// Federation, as written.
    pub federation: String,
    /// FIDE number (or US Chess id), as written.
    pub fide_id: String,
    /// Birth date, as written.
    pub birth: String,
    /// Points printed in the file.
    pub points: Option<Score>,
    /// Rank printed in the file.
    pub rank: Option<u32>,
    /// Tie-breaks printed in the file: column name and value.
    pub published: Vec<(String, Option<f64>)>,
    /// Team, if the games name it.
    pub team: String,
    /// Cells in order of rounds; rounds without a cell are left out.
    pub cells: Vec<Cell>,
}

impl Player {
    /// FIDE number without leading zeros, if there is one.
    pub fn id(&self) -> Option<&str> {
        let id = self.fide_id.trim_start_matches('0');
        (!id.is_empty()).then_some(id)
    }

    /// The cell of a round; the first if there are several.
    pub fn cell(&self, round: u32) -> Option<&Cell> {
        self.cells_of(round).first()
    }

    /// All cells of a round.
    pub fn cells_of(&self, round: u32) -> &[Cell] {
        let from = self.cells.partition_point(|cell| cell.round < round);
        let to = self.cells.partition_point(|cell| cell.round <= round);
        self.cells.get(from..to).unwrap_or_default()
    }
}

/// A team as recorded.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Team {
    /// Team number.
    pub no: u32,
    /// Line of the record; 0 if there is none.
    pub line: u64,
    /// Name.
    pub name: String,
    /// Nickname.
    pub nickname: String,
    /// Strength factor, as written.
    pub strength: String,
    /// Match points printed in the record.
    pub match_points: Option<Score>,
    /// Game points printed in the record.
    pub game_points: Option<Score>,
    /// Rank printed in the record.
    pub rank: Option<u32>,
    /// Starting numbers of the members, in list order.
    pub members: Vec<u32>,
    /// The list fixes the order of the boards (`310`).
    pub fixed_order: bool,
}

/// A `299` record: a penalty or bonus, or the value of one kind of result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// Line of the record.
    pub line: u64,
    /// The kind of result whose value it sets; `None` for a penalty or bonus, which is added to the score.
    pub code: Option<char>,
    /// Match points; `None` if the record does not change them.
    pub match_points: Option<Score>,
    /// Points, or game points; `None` if the record does not change them.
    pub points: Option<Score>,
    /// The round; `None` for the whole event.
    pub round: Option<u32>,
    /// Starting numbers (team numbers in a team event); empty for all.
    pub numbers: Vec<u32>,
}

/// Byes of a round (`240`): of players, or of teams in a team event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundByes {
    /// Line of the record.
    pub line: u64,
    /// The kind of bye.
    pub outcome: Outcome,
    /// Round.
    pub round: u32,
    /// Starting numbers, or team numbers.
    pub numbers: Vec<u32>,
}

/// Players or teams that must not be paired (`260`, `XXP`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prohibition {
    /// Line of the record.
    pub line: u64,
    /// First and last round; `None` for all rounds.
    pub rounds: Option<(u32, u32)>,
    /// Starting numbers, or team numbers.
    pub numbers: Vec<u32>,
    /// The numbers are team numbers.
    pub of_teams: bool,
}

/// Points of a team's bye, and the teams that had one (`320`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamByes {
    /// Line of the record.
    pub line: u64,
    /// Match points for a bye, if given.
    pub match_points: Option<Score>,
    /// Game points for a bye, if given.
    pub game_points: Option<Score>,
    /// The team with the bye in each round, from round 1.
    pub teams: Vec<Option<u32>>,
}

/// A match that was not played (`330`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamForfeit {
    /// Line of the record.
    pub line: u64,
    /// Round.
    pub round: u32,
    /// White's team, and whether it won.
    pub white: (u32, bool),
    /// Black's team, and whether it won.
    pub black: (u32, bool),
}

/// The players of a team in a match in which they did not sit in list order (`300`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfOrder {
    /// Round.
    pub round: u32,
    /// Team.
    pub team: u32,
    /// Starting numbers by board; 0 for an empty board.
    pub boards: Vec<u32>,
}

/// A team's totals as printed in an `801` or `802` record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamSums {
    /// Line of the record.
    pub line: u64,
    /// Team number.
    pub team: u32,
    /// Match points.
    pub match_points: Option<Score>,
    /// Game points.
    pub game_points: Option<Score>,
    /// Rounds in which the record prints a bye (`802`).
    pub byes: Vec<(u32, Outcome)>,
}

/// A date of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundDate {
    /// Round, from 1.
    pub round: u32,
    /// Line, and column in bytes.
    pub place: (u64, u64),
    /// As written.
    pub text: String,
    /// The day, if the text is a valid date.
    pub day: Option<NaiveDate>,
}

/// One of the ways in which games name a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// Starting number of the player it was matched to.
    pub no: u32,
    /// Name, with single blanks.
    pub name: Arc<str>,
    /// FIDE number; empty if none is given.
    pub fide_id: Arc<str>,
    /// Line of the record.
    pub line: u64,
    /// The game, if the source is a PGN.
    pub sheet: Option<Sheet>,
}

/// One header record as written. Kept for checks and for writing the file again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The code: three letters or digits.
    pub code: String,
    /// Line.
    pub line: u64,
    /// The text from column 5, trimmed at the end.
    pub text: String,
}

impl Record {
    /// Column and length in bytes of its text, without leading blanks.
    pub fn place(&self) -> (u64, u64) {
        let text = self.text.trim();
        let blanks = self.text.len() - self.text.trim_start().len();
        (FIRST_OF_TEXT + blanks as u64, text.len() as u64)
    }
}

/// The column in which the text of a record begins.
const FIRST_OF_TEXT: u64 = 5;

/// An event as its file records it.
#[derive(Debug, Clone)]
pub struct Event {
    /// The path that findings print.
    pub file: Arc<str>,
    /// The files of its games, if there are several; the first is [`Event::file`].
    pub files: Vec<Arc<str>>,
    /// The format of the file.
    pub format: Format,
    /// Name.
    pub name: String,
    /// First day.
    pub first_day: Option<NaiveDate>,
    /// Last day.
    pub last_day: Option<NaiveDate>,
    /// Number of rounds announced in the file.
    pub planned_rounds: Option<u32>,
    /// How it was played, if the file says so.
    pub kind: Option<Kind>,
    /// Dates of rounds.
    pub round_dates: Vec<RoundDate>,
    /// Points for each kind of result.
    pub points: PointSystem,
    /// Match points for each result of a match.
    pub match_points: MatchPoints,
    /// Tie-breaks that the file names.
    pub tiebreaks: Vec<String>,
    /// Colours of the first-named team of a match, by board (`352`).
    pub board_colours: Vec<Colour>,
    /// Players in file order.
    pub players: Vec<Player>,
    /// Teams in file order.
    pub teams: Vec<Team>,
    /// Teams are ranked by game points before match points (`192`).
    pub game_points_first: bool,
    /// `299`.
    pub adjustments: Vec<Adjustment>,
    /// Lookup tables over `adjustments`, built on first use.
    pub(super) worths: OnceLock<Worths>,
    /// `260`, `XXP`.
    pub prohibitions: Vec<Prohibition>,
    /// `240`.
    pub round_byes: Vec<RoundByes>,
    /// `320`.
    pub team_byes: Vec<TeamByes>,
    /// `330`.
    pub team_forfeits: Vec<TeamForfeit>,
    /// `300`.
    pub out_of_order: Vec<OutOfOrder>,
    /// `801`, `802`.
    pub team_sums: Vec<TeamSums>,
    /// Dates of games, if known (PGN only).
    pub game_days: Vec<(Sheet, NaiveDate)>,
    /// The ways in which games name players (games CSV and PGN only).
    pub sightings: Vec<Sighting>,
    /// Header records as written.
    pub records: Vec<Record>,
    /// What could not be read, or only by tolerating an error.
    pub faults: Vec<Fault>,
    /// Checks silenced on a line: line and check id.
    pub silenced: Vec<(u64, String)>,
    /// The text, for positions and excerpts; empty for a PGN.
    pub lines: Lines,
}

impl Event {
    /// An event with nothing in it.
    pub fn new(file: Arc<str>, format: Format) -> Event {
        Event {
            files: vec![Arc::clone(&file)],
            file,
            format,
            name: String::new(),
            first_day: None,
            last_day: None,
            planned_rounds: None,
            kind: None,
            round_dates: Vec::new(),
            points: PointSystem::default(),
            match_points: MatchPoints::default(),
            tiebreaks: Vec::new(),
            board_colours: Vec::new(),
            players: Vec::new(),
            teams: Vec::new(),
            game_points_first: false,
            adjustments: Vec::new(),
            worths: OnceLock::new(),
            prohibitions: Vec::new(),
            round_byes: Vec::new(),
            team_byes: Vec::new(),
            team_forfeits: Vec::new(),
            out_of_order: Vec::new(),
            team_sums: Vec::new(),
            game_days: Vec::new(),
            sightings: Vec::new(),
            records: Vec::new(),
            faults: Vec::new(),
            silenced: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// The last round with any result. Pairings without results do not count.
    pub fn last_round(&self) -> u32 {
        let cells = self.players.iter().flat_map(|p| &p.cells);
        cells.filter(|cell| cell.outcome != Outcome::Pending).map(|cell| cell.round).max().unwrap_or(0)
    }

    /// The first record with `code` whose text is not empty.
    pub fn record(&self, code: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.code == code && !record.text.trim().is_empty())
    }

    /// The player with a starting number.
    pub fn player(&self, no: u32) -> Option<&Player> {
        self.players.iter().find(|player| player.no == no)
    }

    /// The file that contains a game.
    pub fn file_of(&self, sheet: Sheet) -> &Arc<str> {
        self.files.get(sheet.file as usize).unwrap_or(&self.file)
    }

    /// Whether the event has teams.
    pub fn has_teams(&self) -> bool {
        !self.teams.is_empty()
    }

    /// Whether teams play each other, so that records about points and byes refer to teams. An individual event may list
    /// teams too.
    pub fn is_of_teams(&self) -> bool {
        self.has_teams() && self.kind.is_none_or(|kind| kind == Kind::Team)
    }

    /// Removes all rounds after `last`.
    pub fn cut_to_round(&mut self, last: u32) {
        for player in &mut self.players {
            player.cells.retain(|cell| cell.round <= last);
        }
        self.adjustments.retain(|a| a.round.is_none_or(|round| round <= last));
        self.worths = OnceLock::new();
        self.round_byes.retain(|byes| byes.round <= last);
        self.team_forfeits.retain(|f| f.round <= last);
        for byes in &mut self.team_byes {
            byes.teams.truncate(last as usize);
        }
    }
}
