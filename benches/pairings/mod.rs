//! Swiss events paired by the engine itself, to measure how long pairing every round again takes.

use std::path::Path;

use flagfall::event::pairing::{Absent, MOST_STEPS, Rules, Setting, of_higher, pair, round_of};
use flagfall::event::standings::{Options, standings};
use flagfall::event::tiebreaks::Edition;
use flagfall::event::{Cell, Colour, Event, Format, Kind, Outcome, Player, Prohibition};

use super::{Chance, Outcome as Done};

const ROUNDS: u32 = 9;

/// Writes a Swiss event of `players` over nine rounds. With clubs, the upper half of the players is in two
/// clubs whose members do not meet, so that no bracket has a perfect candidate.
pub(crate) fn write(players: usize, clubs: bool, file: &Path) -> Done<()> {
    let mut chance = Chance(players as u64);
    let mut event = Event::new("bench.trf".into(), Format::Trf);
    event.name = "Bench".to_owned();
    event.planned_rounds = Some(ROUNDS);
    event.kind = Some(Kind::Swiss);
    event.players = (1..=players).map(player).collect();
    let quarter = (players / 4) as u32;
    if clubs {
        for numbers in [(1..=quarter).collect(), (quarter + 1..=2 * quarter).collect()] {
            event.prohibitions.push(Prohibition { line: 0, rounds: None, numbers, of_teams: false });
        }
    }
    for round in 1..=ROUNDS {
        let setting = Setting {
            rules: Rules::Dutch2026,
            round,
            rounds: Some(ROUNDS),
            initial: Some(Colour::White),
            most_steps: MOST_STEPS,
        };
        let due = round_of(&event, setting, Absent::Listed(&Default::default()));
        let pairing = pair(&due).map_err(|fault| format!("{players} players, round {round}: {fault:?}"))?;
        let mut set = |no: u32, cell: Cell| {
            if let Some(player) = event.players.get_mut(no as usize - 1) {
                player.cells.push(cell);
            }
        };
        for (upper, lower) in pairing.pairs() {
            let (higher, other) = (&due.players[upper], &due.players[lower]);
            let (colour, _) = of_higher(higher, other, due.initial);
            let (ours, theirs) = result(&mut chance);
            let cell = |opponent, colour, outcome| Cell {
                opponent: Some(opponent),
                colour: Some(colour),
                ..Cell::new(round, outcome)
            };
            set(higher.number, cell(other.number, colour, ours));
            set(other.number, cell(higher.number, colour.other(), theirs));
        }
        if let Some(at) = pairing.bye {
            set(due.players[at].number, Cell::new(round, Outcome::PairingBye));
        }
    }
    let options = Options { kind: Some(Kind::Swiss), ..Options::new(Edition::Y2026) };
    let text = flagfall::report::crosstable::trf::text(&event, &standings(&event, &options));
    let mut head = format!(
        "012 Bench\n022 Town\n032 NED\n042 2026/05/01\n052 2026/05/09\n092 Individual: Swiss-System (FIDE Dutch)\n\
         142 {ROUNDS}\n152 W\n"
    );
    for list in &event.prohibitions {
        let numbers: Vec<String> = list.numbers.iter().map(u32::to_string).collect();
        head.push_str(&format!("XXP {}\n", numbers.join(" ")));
    }
    let rows = text.lines().filter(|line| line.starts_with("001")).collect::<Vec<_>>().join("\n");
    std::fs::write(file, head + &rows + "\n")?;
    Ok(())
}

fn player(no: usize) -> Player {
    Player {
        no: no as u32,
        sex: "m".to_owned(),
        name: format!("Player{no}, P"),
        rating_text: (2700 - no % 1200).to_string(),
        federation: "NED".to_owned(),
        fide_id: (99_000_000 + no).to_string(),
        birth: "1990/01/01".to_owned(),
        ..Player::default()
    }
}

fn result(chance: &mut Chance) -> (Outcome, Outcome) {
    use Outcome::{Draw, Loss, Win};
    match chance.below(10) {
        0..=4 => (Win, Loss),
        5..=6 => (Loss, Win),
        _ => (Draw, Draw),
    }
}
