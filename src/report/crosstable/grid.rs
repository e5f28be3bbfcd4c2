//! The tables of a crosstable, as text cells: every format for people is printed from these.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::cells::{Results, decimal, decimals, explained, points, swiss, tiebreak};
use super::part::{Cell, Line, Part};
use super::{Crosstable, Order};
use crate::event::field::{Scores, Slot, index_of};
use crate::event::standings::{Row, Standings};
use crate::event::{Event, Kind, Outcome, Player, teams};
use crate::report::visible::{NAME, cut};

/// The role of a column. It decides on folding of wide tables and on alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Rank, number: repeated in each fold, right-aligned.
    Number,
    /// Name: repeated in each fold, left-aligned.
    Name,
    /// About the player: only in the first fold, left-aligned.
    About,
    /// A round or an opponent.
    Round,
    /// Points and tie-breaks: only in the first fold, right-aligned.
    Sum,
    /// Performance and rating change: like [`Role::Sum`], but less important.
    Rating,
}

/// A column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) role: Role,
}

/// A table.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    pub(super) caption: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Line>,
    /// Whether the numbers in its cells are team numbers, not players' numbers.
    pub(super) of_teams: bool,
}

impl Grid {
    fn new(caption: &str) -> Grid {
        Grid { caption: caption.to_owned(), ..Grid::default() }
    }

    fn column(&mut self, name: &str, role: Role) {
        self.columns.push(Column { name: name.to_owned(), role });
    }

    /// Truncates very long texts.
    fn for_people(mut self) -> Grid {
        let names = self.columns.iter_mut().map(|column| &mut column.name);
        let parts = self.rows.iter_mut().flat_map(|row| &mut row.cells).flat_map(|cell| &mut cell.0);
        let texts = parts.flat_map(|part| [&mut part.text, &mut part.tip]);
        names.chain(texts).chain([&mut self.caption]).for_each(|text| cut(text, 2 * NAME));
        self
    }

    /// Removes columns about the player in which every cell is empty.
    fn without_empty(mut self) -> Grid {
        let kept: Vec<bool> = (0..self.columns.len())
            .map(|at| {
                let about = self.columns.get(at).is_some_and(|c| c.role == Role::About);
                !about || self.rows.iter().any(|row| row.cells.get(at).is_some_and(|cell| !cell.is_empty()))
            })
            .collect();
        let keep = |at: usize| kept.get(at).copied().unwrap_or(true);
        for row in &mut self.rows {
            let mut at = 0;
            row.cells.retain(|_| {
                at += 1;
                keep(at - 1)
            });
        }
        let mut at = 0;
        self.columns.retain(|_| {
            at += 1;
            keep(at - 1)
        });
        self
    }
}

/// All tables of a crosstable.
pub(super) fn grids(table: &Crosstable<'_>) -> Vec<Grid> {
    let (event, standings) = (table.event, table.standings);
    let grids = match standings.kind {
        Kind::Swiss => vec![players(event, standings, Layout::Rounds, table.order)],
        Kind::RoundRobin => vec![players(event, standings, Layout::Matrix, table.order)],
        Kind::Knockout => vec![stages(event), players(event, standings, Layout::Rounds, table.order)],
        Kind::Team => team_grids(table),
    };
    grids.into_iter().map(Grid::for_people).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Rounds,
    Matrix,
}

fn players(event: &Event, standings: &Standings, layout: Layout, order: Order) -> Grid {
    let mut grid = Grid::new("");
    for (name, role) in [
        ("Rk", Role::Number),
        ("No", Role::Number),
        ("", Role::About),
        ("Name", Role::Name),
        ("Team", Role::About),
        ("Rtg", Role::About),
        ("Fed", Role::About),
    ] {
        grid.column(name, role);
    }
    let mut rows: Vec<&Row> = standings.rows.iter().collect();
    if layout == Layout::Matrix && order == Order::Number {
        rows.sort_by_key(|row| row.no);
    }
    let rounds = standings.field.rounds;
    match layout {
        Layout::Rounds => (1..=rounds).for_each(|round| grid.column(&round.to_string(), Role::Round)),
        Layout::Matrix => (1..=rows.len()).for_each(|place| grid.column(&place.to_string(), Role::Round)),
    }
    let extra = Extra::of(standings);
    sums(&mut grid, standings, &extra);
    for row in &rows {
        let Some((player, entrant)) = event.players.get(row.entrant).zip(standings.entrant(row)) else {
            continue;
        };
        let field = &standings.field;
        let about = vec![
            row.rank.to_string(),
            row.no.to_string(),
            player.title.clone(),
            player.name.clone(),
            player.team.clone(),
            player.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            player.federation.clone(),
        ];
        let mut cells: Vec<Cell> = about.into_iter().map(Cell::from).collect();
        match layout {
            Layout::Rounds => cells.extend((1..=rounds).map(|round| {
                let slots = entrant.of_round(round).iter();
                Cell::spaced(slots.map(|slot| explained(field, slot, swiss(field, slot))))
            })),
            Layout::Matrix => {
                let results = Results::of(field, row.entrant);
                cells.extend(rows.iter().map(|other| results.against(other.entrant)));
            }
        }
        cells.extend(sum_cells(row, entrant.score.primary, &extra).into_iter().map(Cell::from));
        grid.rows.push(Line { no: Some(row.no), cells });
    }
    grid.without_empty()
}

/// How to print the tie-break columns and the columns after them.
#[derive(Debug, Clone)]
struct Extra {
    /// Decimals of each tie-break.
    decimals: Vec<usize>,
    performance: bool,
    change: bool,
}

impl Extra {
    fn of(standings: &Standings) -> Extra {
        Extra {
            decimals: decimals_of(standings),
            performance: standings.rows.iter().any(|row| row.performance.is_some()),
            change: standings.rows.iter().any(|row| row.change.is_some()),
        }
    }
}

/// Decimals of each tie-break's column.
fn decimals_of(standings: &Standings) -> Vec<usize> {
    let column =
        |at: usize| standings.rows.iter().map(move |row| row.tiebreaks.get(at).and_then(|w| w.value));
    (0..standings.tiebreaks.len()).map(|at| decimals(column(at))).collect()
}

fn tiebreaks(row: &Row, decimals: &[usize]) -> Vec<String> {
    row.tiebreaks.iter().zip(decimals).map(|(working, of)| tiebreak(working.value, *of)).collect()
}

fn sums(grid: &mut Grid, standings: &Standings, extra: &Extra) {
    grid.column("Pts", Role::Sum);
    standings.tiebreaks.iter().for_each(|spec| grid.column(&spec.name, Role::Sum));
    if extra.performance {
        grid.column("Rp", Role::Rating);
    }
    if extra.change {
        grid.column("We", Role::Rating);
        grid.column("Rtg+/-", Role::Rating);
    }
}

fn sum_cells(row: &Row, score: f64, extra: &Extra) -> Vec<String> {
    let mut cells = vec![format!("{score:.1}")];
    cells.extend(tiebreaks(row, &extra.decimals));
    if extra.performance {
        cells.push(row.performance.map_or_else(String::new, |rating| rating.to_string()));
    }
    if extra.change {
        cells.push(row.change.map_or_else(String::new, |change| format!("{:.2}", change.expected)));
        cells.push(row.change.map_or_else(String::new, |change| format!("{:+}", change.change)));
    }
    cells
}

/// Matches by stage, with the results of tie-break games in brackets.
fn stages(event: &Event) -> Grid {
    let mut grid = Grid::new("Matches");
    grid.column("Stage", Role::Name);
    grid.column("Match", Role::Name);
    let last = event.last_round();
    let index = index_of(event.players.iter().map(|player| player.no));
    let mut by_round: BTreeMap<u32, Vec<&Player>> = BTreeMap::new();
    for player in &event.players {
        for cells in player.cells.chunk_by(|a, b| a.round == b.round) {
            cells.first().into_iter().for_each(|cell| by_round.entry(cell.round).or_default().push(player));
        }
    }
    for (round, players) in by_round.into_iter().filter(|(round, _)| (1..=last).contains(round)) {
        for player in players {
            let games = player.cells_of(round);
            let other = games.first().and_then(|cell| cell.opponent).and_then(|no| index.get(&no));
            let Some(other) = other.and_then(|at| event.players.get(*at)) else { continue };
            if other.no < player.no {
                continue;
            }
            let own: f64 = games.iter().map(|cell| event.points.of(cell.outcome, cell.colour).value()).sum();
            let theirs: f64 = other
                .cells_of(round)
                .iter()
                .map(|cell| event.points.of(cell.outcome, cell.colour).value())
                .sum();
            // The first two games are the match; the others break the tie.
            let extra: String = games.iter().skip(2).map(|cell| super::cells::result(cell.outcome)).collect();
            let extra = if extra.is_empty() { extra } else { format!(" ({extra})") };
            let (first, second, own, theirs) =
                if own >= theirs { (player, other, own, theirs) } else { (other, player, theirs, own) };
            let stage = if round == last { "Final".to_owned() } else { format!("Round {round}") };
            let words = format!("{} {}-{} {}{extra}", first.name, points(own), points(theirs), second.name);
            grid.rows.push(Line::of(vec![stage, words]));
        }
    }
    grid
}

fn team_grids(table: &Crosstable<'_>) -> Vec<Grid> {
    let (event, standings) = (table.event, table.standings);
    if let Some(grid) = scheveningen(table) {
        return vec![grid];
    }
    let mut grid = Grid { of_teams: true, ..Grid::new("Teams") };
    let game_points_first = standings.field.game_points_first;
    let scores = if game_points_first { ["BP", "MP"] } else { ["MP", "BP"] };
    for (name, role) in [
        ("Rk", Role::Number),
        ("No", Role::Number),
        ("Team", Role::Name),
        (scores[0], Role::Sum),
        (scores[1], Role::Sum),
    ] {
        grid.column(name, role);
    }
    (1..=standings.field.rounds).for_each(|round| grid.column(&round.to_string(), Role::Round));
    standings.tiebreaks.iter().for_each(|spec| grid.column(&spec.name, Role::Sum));
    let decimals = decimals_of(standings);
    for row in &standings.rows {
        let Some(entrant) = standings.entrant(row) else { continue };
        let Scores { primary, secondary } = entrant.score;
        let about = vec![
            row.rank.to_string(),
            row.no.to_string(),
            row.name.clone(),
            if game_points_first { format!("{primary:.1}") } else { decimal(primary) },
            if game_points_first { decimal(secondary) } else { format!("{secondary:.1}") },
        ];
        let mut cells: Vec<Cell> = about.into_iter().map(Cell::from).collect();
        cells.extend((1..=standings.field.rounds).map(|round| {
            let slots = entrant.of_round(round).iter();
            Cell::spaced(slots.map(|slot| {
                let part = explained(&standings.field, slot, team_cell(standings, slot));
                let on_board_1 = if slot.colour.is_some() { " on board 1 against " } else { " against " };
                Part { tip: part.tip.replacen(" against ", on_board_1, 1), ..part }
            }))
        }));
        cells.extend(tiebreaks(row, &decimals).into_iter().map(Cell::from));
        grid.rows.push(Line { no: Some(row.no), cells });
    }
    vec![grid, boards(event, standings)]
}

/// Opponent, colour on board 1, and board points: `6w 2½`.
fn team_cell(standings: &Standings, slot: &Slot) -> String {
    let other = slot.opponent.and_then(|at| standings.field.entrants.get(at));
    let board_points = points(slot.gain.get(standings.field.game_points()));
    match other {
        Some(other) => {
            let colour = slot.colour.map_or_else(String::new, |colour| colour.letter().to_string());
            let forfeit = if slot.outcome.is_forfeit() { "F" } else { "" };
            format!("{}{colour} {board_points}{forfeit}", other.no)
        }
        None if slot.outcome == Outcome::ZeroBye => "-0".to_owned(),
        None => format!("bye {board_points}"),
    }
}

/// One row per board player, by team and board: games, points, performance.
fn boards(event: &Event, standings: &Standings) -> Grid {
    let mut grid = Grid::new("Players");
    for (name, role) in [
        ("Team", Role::Name),
        ("Bd", Role::Number),
        ("No", Role::Number),
        ("Name", Role::Name),
        ("Rtg", Role::About),
        ("Games", Role::Sum),
        ("Pts", Role::Sum),
        ("Rp", Role::Sum),
    ] {
        grid.column(name, role);
    }
    let Some(players) = standings.players.as_deref() else { return grid };
    let by_no: FxHashMap<u32, &Row> = players.rows.iter().map(|row| (row.no, row)).collect();
    for row in &standings.rows {
        let Some(team) = event.teams.get(row.entrant) else { continue };
        for (board, no) in (1..).zip(&team.members) {
            let Some(own) = by_no.get(no) else { continue };
            let (Some(player), Some(entrant)) = (event.players.get(own.entrant), players.entrant(own)) else {
                continue;
            };
            let played = entrant.slots.iter().filter(|slot| slot.outcome.is_played()).count();
            grid.rows.push(Line::of(vec![
                if board == 1 { team.name.clone() } else { String::new() },
                board.to_string(),
                no.to_string(),
                player.name.clone(),
                player.rating.map(|rating| rating.to_string()).unwrap_or_default(),
                played.to_string(),
                format!("{:.1}", entrant.score.primary),
                own.performance.map_or_else(String::new, |rating| rating.to_string()),
            ]));
        }
    }
    grid.without_empty()
}

/// If each player of one team met each player of the other (Scheveningen): a matrix, with sums at both edges.
fn scheveningen(table: &Crosstable<'_>) -> Option<Grid> {
    let (event, players) = (table.event, table.standings.players.as_deref()?);
    let [a, b] = event.teams.as_slice() else { return None };
    let mut by_no: FxHashMap<u32, usize> = FxHashMap::default();
    for row in &players.rows {
        by_no.entry(row.no).or_insert(row.entrant);
    }
    let index = |no: &u32| by_no.get(no).copied();
    let rows: Vec<usize> = a.members.iter().filter_map(index).collect();
    let columns: Vec<usize> = b.members.iter().filter_map(index).collect();
    let results = |own: usize| Results::of(&players.field, own);
    let met_all = |own: &usize| {
        let results = results(*own);
        columns.iter().all(|other| !results.against(*other).is_empty())
    };
    if rows.len() < 2 || columns.len() < 2 || !rows.iter().all(met_all) {
        return None;
    }
    let entrant = |at: usize| players.field.entrants.get(at);
    let mut grid = Grid::new(&format!("{} against {}", a.name, b.name));
    grid.column("Name", Role::Name);
    columns
        .iter()
        .for_each(|at| grid.column(&entrant(*at).map_or_else(String::new, |e| e.name.clone()), Role::Round));
    grid.column("Pts", Role::Sum);
    for row in &rows {
        let Some(own) = entrant(*row) else { continue };
        let mut cells = vec![Cell::from(own.name.clone())];
        let results = results(*row);
        cells.extend(columns.iter().map(|column| results.against(*column)));
        cells.push(Cell::from(format!("{:.1}", own.score.primary)));
        grid.rows.push(Line { no: None, cells });
    }
    let mut sums = vec![b.name.clone()];
    sums.extend(
        columns.iter().map(|at| entrant(*at).map_or_else(String::new, |e| format!("{:.1}", e.score.primary))),
    );
    let teams = teams::matches(event);
    let of_a = teams.first().map_or(0.0, |games| games.iter().map(|game| game.game_points.value()).sum());
    let of_b = teams.get(1).map_or(0.0, |games| games.iter().map(|game| game.game_points.value()).sum());
    sums.push(format!("{of_a:.1} : {of_b:.1}"));
    grid.rows.push(Line::of(sums));
    Some(grid)
}
