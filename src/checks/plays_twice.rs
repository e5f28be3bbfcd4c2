use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::event_prelude::*;
use crate::event::{Cell, Outcome, Sheet};

check! {
    /// A player has two games in one round.
    ///
    /// ## Why it matters
    /// One of them belongs to another round, or to another player.
    ///
    /// ## Example
    /// Abel plays Berg and Egger in round 1:
    /// ```csv
    /// Round,White,Black,Result
    /// 1,"Abel, Anna","Berg, Bruno",1-0
    /// 1,"Cerny, Clara","Dahl, David",½-½
    /// 1,"Abel, Anna","Egger, Emil",½-½
    /// 2,"Dahl, David","Berg, Bruno",0-1
    /// 2,"Abel, Anna","Cerny, Clara",½-½
    /// ```
    /// In order, a round in which matches of two games are played:
    /// ```csv
    /// Round,White,Black,Result
    /// 1.1.1,"Abel, Anna","Berg, Bruno",1-0
    /// 1.1.2,"Berg, Bruno","Abel, Anna",½-½
    /// 1.2.1,"Cerny, Clara","Dahl, David",½-½
    /// 1.2.2,"Dahl, David","Cerny, Clara",0-1
    /// ```
    ///
    /// ## What to do
    /// Correct the Round tag, or the player. Matches of several games within a round, and draws that are replayed, are no
    /// finding.
    id: "plays-twice", severity: Error, on: Event(run)
}

/// Second games that are faults in an event of a few games.
const MOST: usize = 2;

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.kind == Kind::Knockout || file.is_table() {
        return;
    }
    let mut again = Vec::new();
    for player in &file.event.players {
        let draws = OnceCell::new();
        for cells in player.cells.chunk_by(|a, b| a.round == b.round) {
            let Some((first, later)) = cells.split_first() else { continue };
            let replayed = |cell| draws.get_or_init(|| Draws::of(player)).precede(cell);
            let later =
                later.iter().filter(|cell| !is_match(first, cell) && !replayed(cell) && !replayed(first));
            again.extend(later.map(|cell| (player, cell)));
        }
    }
    // Where it is the rule the numbers are none of rounds: days, or games of a match.
    let games = file.event.players.iter().map(|player| player.cells.len()).sum::<usize>() / 2;
    if file.event.format == Format::Pgn && again.len() > MOST.max(games / 10) {
        return;
    }
    for (player, cell) in again {
        out.cell(player, cell, format!("round {}: {} plays a second game", cell.round, player.name));
    }
}

/// Rounds in which a drawn game is replayed after its own.
const REPLAYED_WITHIN: u32 = 2;

/// The draws of a player by opponent and round: the game of the first one, and whether there is another.
struct Draws(FxHashMap<(Option<u32>, u32), (Option<Sheet>, bool)>);

impl Draws {
    fn of(player: &Player) -> Draws {
        let mut draws = FxHashMap::default();
        for cell in player.cells.iter().filter(|cell| cell.outcome == Outcome::Draw) {
            let (first, others) = draws.entry((cell.opponent, cell.round)).or_insert((cell.sheet, false));
            *others |= *first != cell.sheet;
        }
        Draws(draws)
    }

    /// Whether a game is against an opponent with whom the player has just drawn: old tournaments had draws replayed.
    fn precede(&self, cell: &Cell) -> bool {
        (cell.round.saturating_sub(REPLAYED_WITHIN)..=cell.round).any(|round| {
            let draws = self.0.get(&(cell.opponent, round));
            draws.is_some_and(|(first, others)| *others || *first != cell.sheet)
        })
    }
}

/// Games of one match: numbered as such, or against the same opponent with the other colour.
fn is_match(a: &Cell, b: &Cell) -> bool {
    let of_match = |cell: &Cell| cell.label.as_deref().is_some_and(|label| label.matches('.').count() >= 2);
    (of_match(a) && of_match(b)) || (a.opponent == b.opponent && (a.colour != b.colour || a.sheet.is_some()))
}
