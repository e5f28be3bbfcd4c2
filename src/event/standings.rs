//! Standings: points, tie-breaks in the requested order, ranks.

use super::field::{Entrant, Field};
use super::kind;
use super::model::{Event, Kind};
use super::ratings;
use super::teams;
use super::tiebreaks::{Edition, Method, Spec, Working, parse_list};

/// Options of the computation.
#[derive(Debug, Clone)]
pub struct Options {
    /// The kind of event; `None` to determine it.
    pub kind: Option<Kind>,
    /// The edition of the tie-break rules.
    pub edition: Edition,
    /// Tie-breaks in order. If empty, the tie-breaks of the file are used, else the defaults for the kind.
    pub tiebreaks: Vec<Spec>,
    /// Rating assumed for unrated players.
    pub unrated: Option<u32>,
    /// The K factor for rating changes.
    pub k: Option<u32>,
}

impl Options {
    /// The default options for an edition.
    pub fn new(edition: Edition) -> Options {
        Options { kind: None, edition, tiebreaks: Vec::new(), unrated: None, k: None }
    }
}

/// One row of the standings.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Rank. Entrants equal in points and all tie-breaks share a rank.
    pub rank: u32,
    /// Starting number, or team number.
    pub no: u32,
    /// Name.
    pub name: String,
    /// Index in the field, and in the players or teams of the event.
    pub entrant: usize,
    /// The working of each tie-break.
    pub tiebreaks: Vec<Working>,
    /// Tournament performance rating.
    pub performance: Option<i32>,
    /// Rating change, if K was given and the player has a rating.
    pub change: Option<ratings::Change>,
}

/// The standings of an event.
#[derive(Debug, Clone)]
pub struct Standings {
    /// How the event was played.
    pub kind: Kind,
    /// Why that kind was chosen.
    pub why: &'static str,
    /// The edition of the tie-break rules.
    pub edition: Edition,
    /// The tie-breaks, in order.
    pub tiebreaks: Vec<Spec>,
    /// Tie-break names in the file that are unknown.
    pub unknown: Vec<String>,
    /// The field that was ranked.
    pub field: Field,
    /// Rows in order of rank.
    pub rows: Vec<Row>,
    /// The players of a team event, ranked by points; `None` for other events.
    pub players: Option<Box<Standings>>,
}

impl Standings {
    /// The entrant of a row.
    pub fn entrant(&self, row: &Row) -> Option<&Entrant> {
        self.field.entrants.get(row.entrant)
    }
}

/// The tie-breaks used if none are requested, and the unknown names in the file.
pub fn default_tiebreaks(event: &Event, kind: Kind) -> (Vec<Spec>, Vec<String>) {
    let mut unknown = Vec::new();
    let mut of_file = Vec::new();
    for name in event.tiebreaks.iter().filter(|name| !name.eq_ignore_ascii_case("PTS")) {
        match Spec::parse(name) {
            Ok(spec) => of_file.push(spec),
            Err(_) => unknown.push(name.clone()),
        }
    }
    if !of_file.is_empty() {
        return (of_file, unknown);
    }
    let list = match kind {
        _ if event.format == super::Format::UsChess && kind == Kind::Swiss => "MMED,SOLK,CUM,CUMOPP",
        Kind::RoundRobin => "DE,WIN,SB,KS",
        Kind::Swiss => "BH:C1,BH,SB",
        Kind::Team => "DE,EMMSB",
        Kind::Knockout => "",
    };
    (parse_list(list).unwrap_or_default(), unknown)
}

/// Computes the standings of an event.
pub fn standings(event: &Event, options: &Options) -> Standings {
    let (kind, why) = kind::decide(event, options.kind);
    let (mut tiebreaks, mut unknown) = (options.tiebreaks.clone(), Vec::new());
    if tiebreaks.is_empty() {
        (tiebreaks, unknown) = default_tiebreaks(event, kind);
    }
    let mut field = match kind {
        Kind::Team => teams::field(event, options.edition),
        _ => Field::of_players(event, kind, options.edition),
    };
    field.unrated = options.unrated;
    let mut rows = rank(&field, &tiebreaks);
    let mut players = None;
    if kind == Kind::Team {
        players = Some(Box::new(of_team_players(event, options)));
    } else {
        rate(event, &field, options.k, &mut rows);
    }
    Standings { kind, why, edition: options.edition, tiebreaks, unknown, field, rows, players }
}

/// Ranks the players of a team event by points.
fn of_team_players(event: &Event, options: &Options) -> Standings {
    let mut field = Field::of_players(event, Kind::Team, options.edition);
    field.unrated = options.unrated;
    let mut rows = rank(&field, &[]);
    rate(event, &field, options.k, &mut rows);
    Standings {
        kind: Kind::Team,
        why: "",
        edition: options.edition,
        tiebreaks: Vec::new(),
        unknown: Vec::new(),
        field,
        rows,
        players: None,
    }
}

/// Fills in performance, and rating changes if K is given.
fn rate(event: &Event, field: &Field, k: Option<u32>, rows: &mut [Row]) {
    let Some(tpr) = super::tiebreaks::find("TPR") else { return };
    let Method::Column(column) = tpr.method else { return };
    let workings = column(field, &Spec::plain(tpr));
    for row in rows {
        row.performance = workings.get(row.entrant).and_then(|w| w.value).map(|v| v as i32);
        let own = event.players.get(row.entrant).and_then(|p| p.rating);
        row.change = k.zip(own).and_then(|(k, own)| change(event, field, row.entrant, own, k));
    }
}

fn change(event: &Event, field: &Field, entrant: usize, own: u32, k: u32) -> Option<ratings::Change> {
    let slots = &field.entrants.get(entrant)?.slots;
    let game = |slot: &super::field::Slot| {
        let opponent = event.players.get(slot.opponent.filter(|_| slot.outcome.is_rated())?)?;
        let points = match slot.outcome {
            super::Outcome::Win => 1.0,
            super::Outcome::Draw => 0.5,
            _ => 0.0,
        };
        Some((i32::try_from(opponent.rating?).ok()?, points))
    };
    let games: Vec<(i32, f64)> = slots.iter().filter_map(game).collect();
    let own = i32::try_from(own).ok()?;
    Some(ratings::change(own, &games, k, event.first_day, speed(event)))
}

/// The speed of an event, from its type or name. Rapid and blitz events have rating rules of their own.
fn speed(event: &Event) -> ratings::Rated {
    let said = |text: &str| ["rapid", "blitz"].iter().any(|word| text.to_lowercase().contains(word));
    let by_type = event.record("092").is_some_and(|record| said(&record.text));
    if by_type || said(&event.name) { ratings::Rated::Fast } else { ratings::Rated::Standard }
}

/// The rows, ordered by points and then by each tie-break. Entrants equal in all of them share a rank.
pub fn rank(field: &Field, tiebreaks: &[Spec]) -> Vec<Row> {
    let count = field.entrants.len();
    let mut columns: Vec<Vec<Working>> = Vec::with_capacity(tiebreaks.len());
    let mut order: Vec<usize> = (0..count).collect();
    let points = |at: &usize| key(field.entrants.get(*at).map(|e| e.score.primary), true);
    order.sort_by_key(points);
    let mut groups: Vec<Vec<usize>> =
        order.chunk_by(|a, b| points(a) == points(b)).map(<[usize]>::to_vec).collect();
    for spec in tiebreaks {
        let column = match spec.tiebreak.method {
            Method::Column(of) => of(field, spec),
            Method::Group(of) => by_group(field, spec, &groups, of),
        };
        let of = |at: &usize| key(column.get(*at).and_then(|w| w.value), !spec.low_is_better());
        let split = |mut group: Vec<usize>| -> Vec<Vec<usize>> {
            group.sort_by_key(|at| of(at));
            group.chunk_by(|a, b| of(a) == of(b)).map(<[usize]>::to_vec).collect()
        };
        groups = groups.into_iter().flat_map(split).collect();
        columns.push(column);
    }
    let mut rows = Vec::with_capacity(count);
    let mut next = 1;
    for mut group in groups {
        let rank = next;
        next += group.len() as u32;
        group.sort_by_key(|at| field.entrants.get(*at).map_or(0, |e| e.no));
        for entrant in group {
            let Some(of) = field.entrants.get(entrant) else { continue };
            let take =
                |column: &mut Vec<Working>| column.get_mut(entrant).map(std::mem::take).unwrap_or_default();
            rows.push(Row {
                rank,
                no: of.no,
                name: of.name.clone(),
                entrant,
                tiebreaks: columns.iter_mut().map(take).collect(),
                performance: None,
                change: None,
            });
        }
    }
    rows
}

/// The column of a tie-break that is computed within groups of tied entrants. An entrant who is not tied is a group of
/// one.
fn by_group(
    field: &Field,
    spec: &Spec,
    groups: &[Vec<usize>],
    of: fn(&Field, &Spec, &[usize]) -> Vec<Working>,
) -> Vec<Working> {
    let mut column = vec![Working::of(Some(0.0)); field.entrants.len()];
    for group in groups {
        for (at, working) in group.iter().zip(of(field, spec, group)) {
            column.get_mut(*at).into_iter().for_each(|place| *place = working.clone());
        }
    }
    column
}

/// A sort key that puts better values first and missing values last. Values are rounded to a millionth.
fn key(value: Option<f64>, high_first: bool) -> i64 {
    match value {
        None => i64::MAX,
        Some(value) => {
            let scaled = (value * 1e6).round() as i64;
            if high_first { -scaled } else { scaled }
        }
    }
}
