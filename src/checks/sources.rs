//! A table and the games of the same event, held against each other.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Finding;
use super::names;
use super::result_file::EventFindings;
use crate::event::{Cell, Colour, Event, Outcome, Player};

/// One game of the games' file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Game<'a> {
    pub(super) white: &'a Player,
    pub(super) black: &'a Player,
    /// White's cell.
    pub(super) cell: &'a Cell,
}

/// Where the two sources part.
#[derive(Debug, Default)]
pub(super) struct Sources<'a> {
    /// Games with the cell of the table whose result is another.
    pub(super) result_differs: Vec<(Game<'a>, &'a Cell)>,
    /// Games with the cell of the table whose colour is the other.
    pub(super) colour_differs: Vec<(Game<'a>, &'a Cell)>,
    /// Games with the cell of the table that stands in another round.
    pub(super) round_differs: Vec<(Game<'a>, &'a Cell)>,
    /// Games that are no pairing of the table.
    pub(super) games_alone: Vec<Game<'a>>,
    /// Played games of the table that no game is of.
    pub(super) table_alone: Vec<(&'a Player, &'a Cell)>,
    /// Players of games whom the table does not have, each with a game.
    pub(super) unknown_to_table: Vec<(&'a Player, &'a Cell)>,
    /// Players of the table who played and have no game.
    pub(super) unknown_to_games: Vec<&'a Player>,
}

impl<'a> Sources<'a> {
    /// Compares a table with the games beside it.
    pub(super) fn compare(table: &'a Event, games: &'a Event) -> Sources<'a> {
        let mut sources = Sources::default();
        let same = matched(table, games);
        for player in games.players.iter().filter(|player| !same.contains_key(&player.no)) {
            sources.unknown_to_table.extend(player.cells.first().map(|cell| (player, cell)));
        }
        let by_no: FxHashMap<u32, &Player> = table.players.iter().map(|player| (player.no, player)).collect();
        let game_players: FxHashMap<u32, &Player> =
            games.players.iter().map(|player| (player.no, player)).collect();
        let mut used: FxHashSet<(u32, u32, u32)> = FxHashSet::default();
        let mut meetings: FxHashMap<(u32, u32), Meetings<'_>> = FxHashMap::default();
        let mut open: Vec<(Game<'_>, &Player, &Player)> = Vec::new();
        for game in white_cells(games, &game_players) {
            let pair = same.get(&game.white.no).zip(same.get(&game.black.no));
            let pair = pair.and_then(|(w, b)| by_no.get(w).zip(by_no.get(b)));
            open.extend(pair.map(|(white, black)| (game, *white, *black)));
        }
        for (_, white, black) in &open {
            meetings.entry((white.no, black.no)).or_default();
        }
        for (no, player) in &by_no {
            for cell in &player.cells {
                let met = cell.opponent.and_then(|opponent| meetings.get_mut(&(*no, opponent)));
                met.into_iter().for_each(|met| met.push(cell));
            }
        }
        // The better a game fits a cell, the earlier it takes it: by round and colour, by round, then by what is left.
        for fit in [Fit::RoundAndColour, Fit::Round, Fit::Colour, Fit::Any] {
            open.retain(|(game, white, black)| {
                let free = |c: &Cell| !used.contains(&key(white.no, black.no, c.round));
                let met = meetings.get_mut(&(white.no, black.no));
                let Some(cell) = met.and_then(|met| met.take(fit, game.cell, free)) else { return true };
                used.insert(key(white.no, black.no, cell.round));
                if !fit.is_of_round() && game.cell.label.is_some() {
                    sources.round_differs.push((*game, cell));
                }
                sources.judge(*game, cell);
                false
            });
        }
        sources.games_alone.extend(open.iter().map(|(game, ..)| *game));
        let number = |game: &Game<'_>| game.cell.sheet.map(|sheet| (sheet.file, sheet.game));
        sources.round_differs.sort_by_key(|(game, _)| number(game));
        sources.left_over(table, &used, same.values().copied().collect());
        sources
    }

    /// Result and colour of a game that both have.
    fn judge(&mut self, game: Game<'a>, cell: &'a Cell) {
        if cell.colour == Some(Colour::Black) {
            self.colour_differs.push((game, cell));
        }
        if score(cell.outcome) != score(game.cell.outcome) {
            self.result_differs.push((game, cell));
        }
    }

    /// What the table has and the games do not.
    fn left_over(&mut self, table: &'a Event, used: &FxHashSet<(u32, u32, u32)>, known: FxHashSet<u32>) {
        let mut games = 0;
        for player in &table.players {
            for cell in player.cells.iter().filter(|cell| cell.outcome.is_played()) {
                let Some(opponent) = cell.opponent.filter(|no| *no > player.no) else { continue };
                games += 1;
                if !used.contains(&key(player.no, opponent, cell.round)) {
                    self.table_alone.push((player, cell));
                }
            }
        }
        // A broadcast of the first boards has few of the players; nobody is missing from it.
        if used.len() * 2 >= games {
            let played = |player: &&Player| player.cells.iter().any(|cell| cell.outcome.is_played());
            self.unknown_to_games =
                table.players.iter().filter(played).filter(|p| !known.contains(&p.no)).collect();
        }
    }
}

/// How a game and a cell of the same pair go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    RoundAndColour,
    Round,
    Colour,
    Any,
}

impl Fit {
    fn is_of_round(self) -> bool {
        matches!(self, Fit::RoundAndColour | Fit::Round)
    }
}

/// The cells of the table in which one player met another, in the table's order.
#[derive(Default)]
struct Meetings<'a> {
    cells: Vec<&'a Cell>,
    /// By round the first of them, and the first without the black pieces.
    by_round: FxHashMap<u32, [Option<&'a Cell>; 2]>,
    /// How many of the cells are taken or do not fit: those without the black pieces, and all.
    passed: [usize; 2],
}

impl<'a> Meetings<'a> {
    fn push(&mut self, cell: &'a Cell) {
        self.cells.push(cell);
        let [first, fair] = self.by_round.entry(cell.round).or_default();
        first.get_or_insert(cell);
        if by_colour(cell) {
            fair.get_or_insert(cell);
        }
    }

    /// The first free cell that fits a game. A game without a round number is of any round in which the pair met. A cell
    /// that was passed over is never free again.
    fn take(&mut self, fit: Fit, game: &Cell, free: impl Fn(&Cell) -> bool) -> Option<&'a Cell> {
        let of_round = || self.by_round.get(&game.round).filter(|_| game.label.is_some());
        match fit {
            Fit::RoundAndColour => of_round()?[1].filter(|cell| free(cell)),
            Fit::Round => of_round()?[0].filter(|cell| free(cell)),
            Fit::Colour | Fit::Any => {
                let passed = &mut self.passed[usize::from(fit == Fit::Any)];
                let fits = |cell: &Cell| (fit == Fit::Any || by_colour(cell)) && free(cell);
                while let Some(cell) = self.cells.get(*passed) {
                    if fits(cell) {
                        return Some(cell);
                    }
                    *passed += 1;
                }
                None
            }
        }
    }
}

/// Whether a cell of the player who has White in a game may be of that game.
fn by_colour(cell: &Cell) -> bool {
    cell.colour != Some(Colour::Black)
}

fn key(a: u32, b: u32, round: u32) -> (u32, u32, u32) {
    (a.min(b), a.max(b), round)
}

/// A win is a win, whether it was played or not.
fn score(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win | Outcome::ShortWin | Outcome::ForfeitWin => 2,
        Outcome::Draw | Outcome::ShortDraw => 1,
        Outcome::Loss | Outcome::ShortLoss | Outcome::ForfeitLoss => 0,
        _ => 3,
    }
}

fn white_cells<'a>(games: &'a Event, players: &FxHashMap<u32, &'a Player>) -> Vec<Game<'a>> {
    let mut out = Vec::new();
    for white in &games.players {
        for cell in white.cells.iter().filter(|cell| cell.colour == Some(Colour::White)) {
            out.extend(cell.opponent.and_then(|no| players.get(&no)).map(|black| Game {
                white,
                black,
                cell,
            }));
        }
    }
    out.sort_by_key(|game| game.cell.sheet.map(|sheet| (sheet.file, sheet.game)));
    out
}

/// The number in the table of each player of the games: by FIDE number, then by name.
pub(crate) fn matched(table: &Event, games: &Event) -> FxHashMap<u32, u32> {
    let by_id: FxHashMap<&str, u32> = table.players.iter().filter_map(|p| Some((p.id()?, p.no))).collect();
    let by_name: FxHashMap<String, u32> =
        table.players.iter().map(|p| (names::folded(&p.name), p.no)).collect();
    let find = |player: &Player| {
        let id = player.id().and_then(|id| by_id.get(id));
        id.or_else(|| by_name.get(&names::folded(&player.name))).copied()
    };
    let mut same: FxHashMap<u32, u32> =
        games.players.iter().filter_map(|player| Some((player.no, find(player)?))).collect();
    abbreviated(table, games, &mut same);
    same
}

/// Players of one surname among whom an abbreviated name is looked for.
const MOST_NAMESAKES: usize = 50;

/// Players whose names are written in full on one side only: `Doe, J.` for `Doe, Jane`, where nobody else fits.
fn abbreviated(table: &Event, games: &Event, same: &mut FxHashMap<u32, u32>) {
    let taken: FxHashSet<u32> = same.values().copied().collect();
    let mut by_surname: FxHashMap<String, Vec<(u32, Vec<String>)>> = FxHashMap::default();
    for player in table.players.iter().filter(|player| !taken.contains(&player.no)) {
        let words = names::words(&player.name);
        let surname = words.first().cloned().unwrap_or_default();
        by_surname.entry(surname).or_default().push((player.no, words));
    }
    let mut fits: Vec<(u32, u32)> = Vec::new();
    for player in games.players.iter().filter(|player| !same.contains_key(&player.no)) {
        let words = names::words(&player.name);
        let namesakes = words.first().and_then(|surname| by_surname.get(surname));
        // Among so many of one surname initials prove nothing.
        let namesakes = namesakes.filter(|namesakes| namesakes.len() <= MOST_NAMESAKES);
        let alike = namesakes.into_iter().flatten().filter(|(_, theirs)| names::abbreviates(&words, theirs));
        fits.extend(alike.map(|(no, _)| (player.no, *no)));
    }
    let (mut of_games, mut of_table) = (FxHashMap::<u32, u32>::default(), FxHashMap::<u32, u32>::default());
    for (game, own) in &fits {
        *of_games.entry(*game).or_default() += 1;
        *of_table.entry(*own).or_default() += 1;
    }
    let sure =
        fits.iter().filter(|(game, own)| of_games.get(game) == Some(&1) && of_table.get(own) == Some(&1));
    same.extend(sure.copied());
}

/// Are a table and some games of one event: do they have the same name, or share at least half of the players of the
/// games? `alone` says that no other table or games stand beside them, without which only the name counts.
pub fn of_one_event(table: &Event, games: &Event, alone: bool) -> bool {
    let named = names::folded(&table.name);
    if !named.is_empty() && named == names::folded(&games.name) {
        return true;
    }
    let shared = matched(table, games).len();
    alone && shared > 0 && shared * 2 >= games.players.len().min(table.players.len())
}

/// Does anybody of the games stand in the table?
pub fn shares_player(table: &Event, games: &Event) -> bool {
    !matched(table, games).is_empty()
}

impl EventFindings<'_> {
    /// A finding about a game of the games' file.
    pub(super) fn game(&mut self, games: &Event, game: &Game<'_>, message: String) -> &mut Finding {
        let finding = self.cell(game.white, game.cell, message);
        game.cell.sheet.iter().for_each(|sheet| finding.file = Arc::clone(games.file_of(*sheet)));
        // Starting numbers of the games' file are no numbers of the table.
        (finding.player, finding.opponent) = (None, None);
        finding.white = Some(game.white.name.as_str().into());
        finding.black = Some(game.black.name.as_str().into());
        finding
    }
}
