//! An event as its file records it: players with their cells, teams, and what the file says about itself.
//!
//! Nothing is repaired here: where two sides of a game disagree, each keeps its own record.

use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;

use super::fault::Fault;
use super::outcome::{Colour, Outcome};
use super::points::{MatchPoints, PointSystem, Score};
use super::text::Lines;
use super::worth::Worths;

/// The format that an event was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// FIDE's tournament report file, of any edition.
    Trf,
    /// One row a game.
    GamesCsv,
    /// One row a player.
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

/// Where a game stands in a PGN file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// Which of the event's [`Event::files`] it stands in.
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

/// What a source leaves open about a result, or says beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Recorded for one side alone on purpose (US Chess `N`, `R`, `S`).
    OneSided,
    /// A full point without a game, of which the source does not say why it was given (`-1` of chess-results).
    FullPoint,
}

/// One cell of the crosstable: what one player did in one round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Round, from 1.
    pub round: u32,
    /// Starting number of the opponent.
    pub opponent: Option<u32>,
    /// Colour, where one is recorded.
    pub colour: Option<Colour>,
    /// Result.
    pub outcome: Outcome,
    /// Board number, where it is known.
    pub board: Option<u32>,
    /// The round as the source names it, where that says more than its number (`3.1.2`).
    pub label: Option<Arc<str>>,
    /// What the source leaves open about the result, or says beside it.
    pub mark: Option<Mark>,
    /// The game, where the source is a PGN.
    pub sheet: Option<Sheet>,
    /// Line of the record.
    pub line: u64,
    /// Column of the cell in bytes, from 1; 0 where it has none.
    pub column: u64,
}

impl Cell {
    /// A cell with nothing but its round and result.
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

/// A player as recorded. Fields are kept as written; what they mean is read where it is needed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Player {
    /// Starting number.
    pub no: u32,
    /// Line of the record.
    pub line: u64,
    /// `m`, `w` or what else stands there.
    pub sex: String,
    /// Title, as written.
    pub title: String,
    /// Name, trimmed.
    pub name: String,
    /// Rating as written.
    pub rating_text: String,
    /// Rating, where it is a number above 0.
    pub rating: Option<u32>,
    /// Federation, as written.
    pub federation: String,
    /// FIDE number (or US Chess id), as written.
    pub fide_id: String,
    /// Birth date, as written.
    pub birth: String,
    /// Points of the published table.
    pub points: Option<Score>,
    /// Rank of the published table.
    pub rank: Option<u32>,
    /// Tie-breaks of the published table: column name and value.
    pub published: Vec<(String, Option<f64>)>,
    /// Team, where games name it.
    pub team: String,
    /// Cells in order of rounds; rounds without a cell are left out.
    pub cells: Vec<Cell>,
}

impl Player {
    /// FIDE number, where there is one.
    pub fn id(&self) -> Option<&str> {
        let id = self.fide_id.trim_start_matches('0');
        (!id.is_empty()).then_some(id)
    }

    /// The cell of a round; the first, where there are several.
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
    /// Line of the record; 0 where there is none.
    pub line: u64,
    /// Name.
    pub name: String,
    /// Nickname.
    pub nickname: String,
    /// Strength factor, as written.
    pub strength: String,
    /// Match points of the record.
    pub match_points: Option<Score>,
    /// Game points of the record.
    pub game_points: Option<Score>,
    /// Rank of the record.
    pub rank: Option<u32>,
    /// Starting numbers of the members, in the order of the list.
    pub members: Vec<u32>,
    /// The list fixes the order of the boards (`310`).
    pub fixed_order: bool,
}

/// Points that do not follow from the results (`299`): a penalty or bonus, or the worth of one kind of result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// Line of the record.
    pub line: u64,
    /// The kind of result whose worth it sets; nothing for a penalty or bonus, which is added.
    pub code: Option<char>,
    /// Match points; nothing where the record leaves them as they are.
    pub match_points: Option<Score>,
    /// Points, or game points; nothing where the record leaves them as they are.
    pub points: Option<Score>,
    /// The round; nothing for the whole event.
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

/// Numbers that must not meet (`260`, `XXP`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prohibition {
    /// Line of the record.
    pub line: u64,
    /// First and last round; nothing for all.
    pub rounds: Option<(u32, u32)>,
    /// Starting numbers, or team numbers.
    pub numbers: Vec<u32>,
    /// The numbers are those of teams.
    pub of_teams: bool,
}

/// What a bye gives a team, and the teams that had one (`320`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamByes {
    /// Line of the record.
    pub line: u64,
    /// Match points a bye gives, where the record says so.
    pub match_points: Option<Score>,
    /// Game points a bye gives, where the record says so.
    pub game_points: Option<Score>,
    /// The team of each round, from round 1.
    pub teams: Vec<Option<u32>>,
}

/// A match that was not played (`330`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamForfeit {
    /// Line of the record.
    pub line: u64,
    /// Round.
    pub round: u32,
    /// White's team, with true where it won.
    pub white: (u32, bool),
    /// Black's team, with true where it won.
    pub black: (u32, bool),
}

/// Boards of a match that did not follow the list (`300`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfOrder {
    /// Round.
    pub round: u32,
    /// Team.
    pub team: u32,
    /// Starting numbers by board; 0 for an empty one.
    pub boards: Vec<u32>,
}

/// Sums of a team as the `801` and `802` records print them.
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
    /// Line, column in bytes.
    pub place: (u64, u64),
    /// As written.
    pub text: String,
    /// The day, where it is one.
    pub day: Option<NaiveDate>,
}

/// One way in which games name a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// Starting number of the player that it was taken for.
    pub no: u32,
    /// Name, blanks collapsed.
    pub name: Arc<str>,
    /// FIDE number; empty where none is given.
    pub fide_id: Arc<str>,
    /// Line of the record.
    pub line: u64,
    /// The game, where the source is a PGN.
    pub sheet: Option<Sheet>,
}

/// One header record as written: kept for checks, and for writing the file again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its three letters or figures.
    pub code: String,
    /// Line.
    pub line: u64,
    /// The text from column 5, trimmed at the end.
    pub text: String,
}

impl Record {
    /// Column and length in bytes of its text, without blanks before it.
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
    /// The path as findings print it.
    pub file: Arc<str>,
    /// The files of its games, where there are several: the first is [`Event::file`].
    pub files: Vec<Arc<str>>,
    /// Where it was read from.
    pub format: Format,
    /// Name.
    pub name: String,
    /// First day.
    pub first_day: Option<NaiveDate>,
    /// Last day.
    pub last_day: Option<NaiveDate>,
    /// Rounds that the file says there are.
    pub planned_rounds: Option<u32>,
    /// How it was played, where the file says so.
    pub kind: Option<Kind>,
    /// Dates of rounds.
    pub round_dates: Vec<RoundDate>,
    /// What results are worth.
    pub points: PointSystem,
    /// What matches are worth.
    pub match_points: MatchPoints,
    /// Tie-breaks that the file names.
    pub tiebreaks: Vec<String>,
    /// Board colours of the first team of a match (`352`).
    pub board_colours: Vec<Colour>,
    /// Players in file order.
    pub players: Vec<Player>,
    /// Teams in file order.
    pub teams: Vec<Team>,
    /// Teams are ranked by game points before match points (`192`).
    pub game_points_first: bool,
    /// `299`.
    pub adjustments: Vec<Adjustment>,
    /// The same by what they concern; made when it is needed.
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
    /// The days of games that have one: PGN.
    pub game_days: Vec<(Sheet, NaiveDate)>,
    /// The ways in which games name players: games CSV and PGN.
    pub sightings: Vec<Sighting>,
    /// Header records as written.
    pub records: Vec<Record>,
    /// What could not be read, or was read in an unusual way.
    pub faults: Vec<Fault>,
    /// Checks silenced on a line: line, check id.
    pub silenced: Vec<(u64, String)>,
    /// The text, for places and excerpts; empty for a PGN.
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

    /// The last round that has any result; pairings of a round to come are none.
    pub fn last_round(&self) -> u32 {
        let cells = self.players.iter().flat_map(|p| &p.cells);
        cells.filter(|cell| cell.outcome != Outcome::Pending).map(|cell| cell.round).max().unwrap_or(0)
    }

    /// The record with `code`, where there is one with a text.
    pub fn record(&self, code: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.code == code && !record.text.trim().is_empty())
    }

    /// The player with a starting number.
    pub fn player(&self, no: u32) -> Option<&Player> {
        self.players.iter().find(|player| player.no == no)
    }

    /// The file that a game stands in.
    pub fn file_of(&self, sheet: Sheet) -> &Arc<str> {
        self.files.get(sheet.file as usize).unwrap_or(&self.file)
    }

    /// True where the players belong to teams.
    pub fn has_teams(&self) -> bool {
        !self.teams.is_empty()
    }

    /// True where teams meet, so that records about points and byes name teams. An individual event may list teams too.
    pub fn is_of_teams(&self) -> bool {
        self.has_teams() && self.kind.is_none_or(|kind| kind == Kind::Team)
    }

    /// Leaves only the rounds up to `last`.
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
