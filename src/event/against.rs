//! Compares a published table with the standings computed from the results.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::csv;
use super::model::{Event, Format, Player};
use super::outcome::Outcome;
use super::standings::{Row, Standings};
use super::text::unmarked;
use super::tiebreaks::Spec;

/// Values that differ by less than this are equal.
const NEAR: f64 = 0.005;

/// One value that differs from ours.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Starting number of the player in our standings; `None` if the player is not there.
    pub player: Option<u32>,
    /// Name.
    pub name: String,
    /// Line in the published table.
    pub line: u64,
    /// Round, if the difference is in a round.
    pub round: Option<u32>,
    /// `rank`, `points`, `result`, `opponent`, `colour`, or the name of a tie-break; empty if only one side has the
    /// player.
    pub field: String,
    /// The published value.
    pub published: Value,
    /// Our value.
    pub ours: Value,
}

/// Reads a published table: CSV, with or without rounds, or JSON.
pub fn read_published(file: std::sync::Arc<str>, bytes: &[u8]) -> Option<Event> {
    if let Some(format) = super::recognise(&file, bytes) {
        return match format {
            Format::TableCsv => super::read(file, bytes, format),
            Format::TableJson => Some(super::json::read_standings(file, bytes)),
            _ => None,
        };
    }
    let head = unmarked(bytes.get(..bytes.len().min(4096)).unwrap_or_default());
    let text = String::from_utf8_lossy(&head);
    let header = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .split(['\n', '\r'])
        .next()
        .unwrap_or_default()
        .to_owned();
    csv::is_published_table(&header).then(|| csv::read(file, bytes, csv::Layout::Table))
}

/// Compares a published table with the standings. Only what the table contains is compared.
pub fn compare(event: &Event, standings: &Standings, published: &Event) -> Vec<Difference> {
    let mut out = Vec::new();
    let names = Names::of(event, standings);
    let mut seen = vec![false; standings.rows.len()];
    let mut theirs_to_ours: FxHashMap<u32, u32> = FxHashMap::default();
    let mut pairs = Vec::new();
    for theirs in &published.players {
        match names.find(event, standings, theirs) {
            Some(at) => {
                seen.get_mut(at).into_iter().for_each(|seen| *seen = true);
                theirs_to_ours.extend(standings.rows.get(at).map(|row| (theirs.no, row.no)));
                pairs.push((at, theirs));
            }
            None => out.push(Difference {
                player: None,
                ..only(theirs, Value::from(theirs.name.as_str()), Value::Null)
            }),
        }
    }
    let whole = published.players.len() > 1;
    for (row, _) in standings.rows.iter().zip(&seen).filter(|(_, seen)| whole && !**seen) {
        let ours = Value::from(row.name.as_str());
        out.push(Difference {
            player: Some(row.no),
            name: row.name.clone(),
            line: 1,
            round: None,
            field: String::new(),
            published: Value::Null,
            ours,
        });
    }
    let comparison = Comparison {
        event,
        standings,
        numbers: theirs_to_ours,
        ties: Ties::of(standings),
        precision: Precision::of(published),
    };
    for (at, theirs) in pairs {
        if let Some(row) = standings.rows.get(at) {
            comparison.row(row, theirs, &mut out);
        }
    }
    out
}

/// The number of players at each rank.
struct Ties(FxHashMap<u32, u32>);

impl Ties {
    fn of(standings: &Standings) -> Ties {
        let mut shared = FxHashMap::default();
        standings.rows.iter().for_each(|row| *shared.entry(row.rank).or_insert(0) += 1);
        Ties(shared)
    }

    /// Whether `said` is a rank within the tie at `ours`: some programs number tied players consecutively.
    fn holds(&self, ours: u32, said: u32) -> bool {
        let shared = self.0.get(&ours).copied().unwrap_or(1);
        (ours..ours + shared).contains(&said)
    }
}

/// The number of decimals printed in each tie-break column of a published table.
struct Precision<'p>(FxHashMap<&'p str, usize>);

impl<'p> Precision<'p> {
    fn of(published: &'p Event) -> Precision<'p> {
        let mut most: FxHashMap<&str, usize> = FxHashMap::default();
        let values = published.players.iter().flat_map(|player| &player.published);
        for (name, value) in values.filter_map(|(name, value)| Some((name, (*value)?))) {
            let text = value.to_string();
            let decimals = text.split_once('.').map_or(0, |(_, part)| part.len());
            let known = most.entry(name.as_str()).or_insert(0);
            *known = decimals.max(*known);
        }
        Precision(most)
    }

    /// Whether a published value is ours, rounded to the decimals of its column. Multiples of ½ must be exact.
    fn agrees(&self, column: &str, said: f64, ours: f64) -> bool {
        let whole_halves = (ours * 2.0).fract() == 0.0;
        let off = match self.0.get(column) {
            Some(0) if !whole_halves => 0.5,
            Some(1) if !whole_halves => 0.05,
            _ => return (said - ours).abs() < NEAR,
        };
        (said - ours).abs() <= off + 1e-9
    }
}

/// Everything needed to compare a row of a published table.
struct Comparison<'a> {
    event: &'a Event,
    standings: &'a Standings,
    /// Our starting numbers by the published ones.
    numbers: FxHashMap<u32, u32>,
    ties: Ties,
    precision: Precision<'a>,
}

fn only(theirs: &Player, published: Value, ours: Value) -> Difference {
    Difference {
        player: None,
        name: theirs.name.clone(),
        line: theirs.line,
        round: None,
        field: String::new(),
        published,
        ours,
    }
}

/// Finds rows of the standings: by FIDE number, then number, then name.
struct Names {
    by_id: FxHashMap<String, usize>,
    by_no: FxHashMap<u32, usize>,
    by_name: FxHashMap<String, usize>,
}

fn plain(name: &str) -> String {
    let words: Vec<String> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

impl Names {
    fn of(event: &Event, standings: &Standings) -> Names {
        let mut names =
            Names { by_id: FxHashMap::default(), by_no: FxHashMap::default(), by_name: FxHashMap::default() };
        for (at, row) in standings.rows.iter().enumerate() {
            let player = event.players.get(row.entrant).filter(|_| standings.players.is_none());
            if let Some(id) = player.and_then(Player::id) {
                names.by_id.entry(id.to_owned()).or_insert(at);
            }
            names.by_no.entry(row.no).or_insert(at);
            names.by_name.entry(plain(&row.name)).or_insert(at);
        }
        names
    }

    fn find(&self, event: &Event, standings: &Standings, theirs: &Player) -> Option<usize> {
        let by_id = theirs.id().and_then(|id| self.by_id.get(id));
        let by_name = || self.by_name.get(&plain(&theirs.name));
        // A number alone is not enough if names or FIDE numbers differ: files without numbers are numbered by row.
        let fits = |at: &&usize| {
            standings.rows.get(**at).is_some_and(|row| {
                let own = event.players.get(row.entrant).and_then(Player::id);
                let ids_differ = own.is_some() && theirs.id().is_some() && own != theirs.id();
                !ids_differ
                    && (theirs.name.is_empty()
                        || plain(&theirs.name) == plain(&row.name)
                        || by_name().is_none())
            })
        };
        by_id.or_else(|| self.by_no.get(&theirs.no).filter(fits)).or_else(by_name).copied()
    }
}

impl Comparison<'_> {
    fn row(&self, row: &Row, theirs: &Player, out: &mut Vec<Difference>) {
        let mut differ = |field: &str, round: Option<u32>, published: Value, ours: Value| {
            let player = Some(row.no);
            out.push(Difference { player, round, field: field.to_owned(), ..only(theirs, published, ours) });
        };
        if let Some(rank) = theirs.rank.filter(|rank| !self.ties.holds(row.rank, *rank)) {
            differ("rank", None, rank.into(), row.rank.into());
        }
        let points = self.standings.entrant(row).map_or(0.0, |entrant| entrant.score.primary);
        if let Some(said) = theirs.points.filter(|said| (said.value() - points).abs() >= NEAR) {
            differ("points", None, said.value().into(), points.into());
        }
        for (name, said) in &theirs.published {
            let Some((spec, ours)) = tiebreak(self.standings, row, name) else { continue };
            let same = match (said, ours) {
                (Some(said), Some(ours)) => self.precision.agrees(name, *said, ours),
                (None, _) => true,
                (Some(_), None) => false,
            };
            if !same {
                differ(&spec.name, None, (*said).into(), ours.into());
            }
        }
        let Some(own) = self.event.players.get(row.entrant).filter(|_| self.standings.players.is_none())
        else {
            return;
        };
        for cell in &theirs.cells {
            let Some(ours) = own.cell(cell.round) else {
                if cell.outcome != Outcome::ZeroBye {
                    differ("result", Some(cell.round), cell.outcome.code().to_string().into(), Value::Null);
                }
                continue;
            };
            let opponent = cell.opponent.map(|no| self.numbers.get(&no).copied().unwrap_or(no));
            if opponent != ours.opponent {
                differ("opponent", Some(cell.round), opponent.into(), ours.opponent.into());
            } else if !same_result(cell.outcome, ours.outcome) {
                let code = |outcome: Outcome| Value::from(outcome.code().to_string());
                differ("result", Some(cell.round), code(cell.outcome), code(ours.outcome));
            } else if cell.colour.is_some() && cell.colour != ours.colour {
                let letter = |colour: Option<super::Colour>| colour.map(|c| c.letter().to_string()).into();
                differ("colour", Some(cell.round), letter(cell.colour), letter(ours.colour));
            }
        }
    }
}

/// Whether a published result agrees with ours. Tables do not distinguish pairing-allocated and full-point byes, nor
/// games of less than one move from other games.
fn same_result(published: Outcome, ours: Outcome) -> bool {
    let full = |outcome: Outcome| matches!(outcome, Outcome::FullBye | Outcome::PairingBye);
    let short = matches!(
        (published, ours),
        (Outcome::Win, Outcome::ShortWin)
            | (Outcome::Draw, Outcome::ShortDraw)
            | (Outcome::Loss, Outcome::ShortLoss)
    );
    published.code() == ours.code() || full(published) && full(ours) || short
}

/// Our value for a published column, found by acronym or by a position such as `TB1`.
fn tiebreak<'s>(standings: &'s Standings, row: &Row, name: &str) -> Option<(&'s Spec, Option<f64>)> {
    let lower = name.to_lowercase();
    let at = match lower.strip_prefix("tb").and_then(|digits| digits.trim().parse::<usize>().ok()) {
        Some(position) => position.checked_sub(1)?,
        None => {
            let wanted = Spec::parse(name).ok()?.name;
            standings.tiebreaks.iter().position(|spec| spec.name == wanted)?
        }
    };
    Some((standings.tiebreaks.get(at)?, row.tiebreaks.get(at)?.value))
}
