//! Matches of teams, put together from the games of their members.

use rustc_hash::FxHashMap;

use super::field::{Entrant, Field, Scores, Slot, fill_rounds, index_of};
use super::kind;
use super::model::{Cell, Event, Team, TeamForfeit};
use super::outcome::{Colour, Outcome};
use super::points::Score;
use super::tiebreaks::Edition;

/// One team's side of one match.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// Round, from 1.
    pub round: u32,
    /// Index of the other team; nothing for a bye.
    pub opponent: Option<usize>,
    /// Colour of the first board.
    pub colour: Option<Colour>,
    /// Result of the match.
    pub outcome: Outcome,
    /// Match points.
    pub match_points: Score,
    /// Game points.
    pub game_points: Score,
    /// The boards in order: starting number and points.
    pub boards: Vec<(u32, Score)>,
}

/// Teams by the `WhiteTeam` and `BlackTeam` of games, where the file has no team records: members by how often they sat
/// on which board, then as they came.
pub fn from_games(event: &mut Event) {
    if event.has_teams() {
        return;
    }
    let mut teams: Vec<Team> = Vec::new();
    let mut by_name: FxHashMap<String, usize> = FxHashMap::default();
    let mut order: Vec<(usize, u64, u32)> = Vec::new();
    for player in event.players.iter().filter(|p| !p.team.is_empty()) {
        let at = *by_name.entry(player.team.clone()).or_insert_with(|| {
            let no = teams.len() as u32 + 1;
            teams.push(Team { no, name: player.team.clone(), ..Team::default() });
            teams.len() - 1
        });
        let boards: Vec<u64> = player.cells.iter().filter_map(|c| c.board).map(u64::from).collect();
        let mean = boards.iter().sum::<u64>() * 1000 / (boards.len() as u64).max(1);
        order.push((at, if boards.is_empty() { u64::MAX } else { mean }, player.no));
    }
    order.sort_unstable();
    for (at, _, no) in order {
        teams.get_mut(at).into_iter().for_each(|team| team.members.push(no));
    }
    event.teams = teams;
}

/// The matches of every team, in order of rounds.
pub fn matches(event: &Event) -> Vec<Vec<Match>> {
    let players = index_of(event.players.iter().map(|p| p.no));
    let mut team_of: FxHashMap<u32, usize> = FxHashMap::default();
    for (at, team) in event.teams.iter().enumerate() {
        for no in &team.members {
            team_of.entry(*no).or_insert(at);
        }
    }
    let rounds = event.last_round();
    let mut all: Vec<Vec<Match>> = Vec::with_capacity(event.teams.len());
    for team in &event.teams {
        let side = |round| one_match(event, team, round, &players, &team_of);
        all.push((1..=rounds).filter_map(side).collect());
    }
    judge(event, &mut all);
    all
}

/// The boards of a team in a round; nothing where it did not sit down.
fn one_match(
    event: &Event,
    team: &Team,
    round: u32,
    players: &FxHashMap<u32, usize>,
    team_of: &FxHashMap<u32, usize>,
) -> Option<Match> {
    let cell_of = |no: &u32| -> Option<&Cell> { event.players.get(*players.get(no)?)?.cell(round) };
    let other = |cell: &Cell| cell.opponent.and_then(|no| team_of.get(&no).copied());
    let mut met: FxHashMap<usize, u32> = FxHashMap::default();
    let cells: Vec<(u32, &Cell)> = team.members.iter().filter_map(|no| Some((*no, cell_of(no)?))).collect();
    for at in cells.iter().filter_map(|(_, cell)| other(cell)) {
        *met.entry(at).or_insert(0) += 1;
    }
    let opponent = met.into_iter().max_by_key(|(at, count)| (*count, usize::MAX - at)).map(|(at, _)| at);
    let points = |cell: &Cell| event.points.of(cell.outcome, cell.colour);
    let seated = |cell: &Cell| cell.opponent.is_some() || points(cell) > Score::ZERO;
    let mut boards: Vec<(u32, Score)> =
        cells.iter().filter(|(_, cell)| seated(cell)).map(|(no, cell)| (*no, points(cell))).collect();
    if let Some(changed) = event.out_of_order.iter().find(|o| o.round == round && o.team == team.no) {
        boards.sort_by_key(|(no, _)| changed.boards.iter().position(|on| on == no));
    }
    let bye = event.team_byes.iter().find(|b| b.teams.get(round as usize - 1) == Some(&Some(team.no)));
    let forfeit = event.team_forfeits.iter().find(|f| f.round == round && side_of(f, team.no).is_some());
    if cells.is_empty() && bye.is_none() && forfeit.is_none() {
        return None;
    }
    let colour = cells
        .iter()
        .find(|(no, _)| boards.first().is_some_and(|(first, _)| first == no))
        .and_then(|c| c.1.colour);
    let mut game_points: Score = boards.iter().map(|(_, points)| *points).sum();
    let mut outcome = if cells.iter().any(|(_, c)| c.outcome.is_played()) {
        Outcome::Unknown
    } else if opponent.is_some() {
        Outcome::ForfeitLoss
    } else {
        Outcome::ZeroBye
    };
    let mut match_points = Score::ZERO;
    let mut opponent = opponent;
    if let Some(bye) = bye {
        (match_points, game_points, outcome) = (bye.match_points, bye.game_points, Outcome::PairingBye);
    } else if let Some((other, won)) = forfeit.and_then(|f| side_of(f, team.no)) {
        opponent = opponent.or_else(|| event.teams.iter().position(|t| t.no == other));
        outcome = if won { Outcome::ForfeitWin } else { Outcome::ForfeitLoss };
        match_points = if won { event.match_points.win } else { Score::ZERO };
        if won && boards.is_empty() {
            let seats = seats(event);
            game_points = (0..seats).map(|_| event.points.forfeit_win).sum();
        }
    } else if opponent.is_none() && game_points > Score::ZERO {
        // A team bye without a record of its own gives what a won match gives.
        (match_points, outcome) = (event.match_points.win, Outcome::PairingBye);
    }
    Some(Match { round, opponent, colour, outcome, match_points, game_points, boards })
}

/// The other team of a forfeited match, and whether this one won.
fn side_of(forfeit: &TeamForfeit, no: u32) -> Option<(u32, bool)> {
    match (forfeit.white, forfeit.black) {
        ((own, won), (other, _)) | ((other, _), (own, won)) if own == no => Some((other, won)),
        _ => None,
    }
}

/// Boards of a match: the most that any team filled in a round.
pub fn seats(event: &Event) -> u32 {
    let mut most = 0;
    let players = index_of(event.players.iter().map(|p| p.no));
    for team in &event.teams {
        let mut by_round: FxHashMap<u32, u32> = FxHashMap::default();
        let members = team.members.iter().filter_map(|no| event.players.get(*players.get(no)?));
        for player in members {
            for cell in player.cells.iter().filter(|c| c.opponent.is_some()) {
                *by_round.entry(cell.round).or_insert(0) += 1;
            }
        }
        most = most.max(by_round.into_values().max().unwrap_or(0));
    }
    most
}

/// Results of matches by their game points.
fn judge(event: &Event, all: &mut [Vec<Match>]) {
    let sums: Vec<FxHashMap<u32, Score>> =
        all.iter().map(|team| team.iter().map(|m| (m.round, m.game_points)).collect()).collect();
    let decided_elsewhere = |round: u32, no: Option<u32>| {
        event.team_forfeits.iter().any(|f| f.round == round && no.is_some_and(|no| side_of(f, no).is_some()))
    };
    for (at, team) in all.iter_mut().enumerate() {
        let no = event.teams.get(at).map(|t| t.no);
        for game in team.iter_mut() {
            let Some(opponent) = game.opponent.filter(|_| !decided_elsewhere(game.round, no)) else {
                continue;
            };
            let theirs =
                sums.get(opponent).and_then(|rounds| rounds.get(&game.round)).copied().unwrap_or_default();
            let played = game.outcome == Outcome::Unknown;
            (game.match_points, game.outcome) = match game.game_points.cmp(&theirs) {
                std::cmp::Ordering::Greater if played => (event.match_points.win, Outcome::Win),
                std::cmp::Ordering::Less if played => (event.match_points.loss, Outcome::Loss),
                std::cmp::Ordering::Equal if played => (event.match_points.draw, Outcome::Draw),
                std::cmp::Ordering::Greater => (event.match_points.win, Outcome::ForfeitWin),
                _ => (Score::ZERO, Outcome::ForfeitLoss),
            };
        }
    }
}

/// The teams of an event as a field: match points first, game points second.
pub fn field(event: &Event, edition: Edition) -> Field {
    let all = matches(event);
    let rounds = event.last_round();
    let boards = seats(event);
    let typed_round_robin = ["192", "092"].iter().filter_map(|code| event.record(code)).any(|record| {
        let text = record.text.to_ascii_uppercase();
        text.contains("ROUND") || text.contains("BERGER") || text.contains("ALL-PLAY-ALL")
    });
    let typed_swiss = ["192", "092"]
        .iter()
        .filter_map(|code| event.record(code))
        .any(|record| record.text.to_ascii_uppercase().contains("SWISS"));
    let round_robin = typed_round_robin || (!typed_swiss && everybody_met(&all));
    let entrants = event.teams.iter().zip(&all).map(|(team, games)| {
        let mut slots: Vec<Slot> = games.iter().map(slot).collect();
        for slot in
            slots.iter_mut().filter(|slot| slot.outcome == Outcome::PairingBye && slot.boards.is_empty())
        {
            slot.boards = vec![event.points.for_win().value(); boards as usize];
        }
        if !round_robin {
            fill_rounds(&mut slots, rounds, Scores::default());
            slots.sort_by_key(|slot| slot.round);
        }
        let mut score = Scores::default();
        for slot in &slots {
            score.primary += slot.gain.primary;
            score.secondary += slot.gain.secondary;
        }
        for given in event.adjustments.iter().filter(|a| a.numbers.contains(&team.no)) {
            score.primary += given.match_points.value();
            score.secondary += given.points.value();
        }
        Entrant { no: team.no, name: team.name.clone(), rating: None, score, slots }
    });
    let of = |of_match: Score, of_game: Score| Scores {
        primary: of_match.value(),
        secondary: of_game.value() * f64::from(boards),
    };
    Field {
        round_robin,
        edition,
        rounds,
        win: of(event.match_points.win, event.points.for_win()),
        draw: of(event.match_points.draw, event.points.for_draw()),
        loss: of(event.match_points.loss, event.points.loss[0]),
        boards,
        unrated: None,
        entrants: entrants.collect(),
    }
}

fn slot(game: &Match) -> Slot {
    Slot {
        round: game.round,
        opponent: game.opponent,
        colour: game.colour,
        outcome: game.outcome,
        gain: Scores { primary: game.match_points.value(), secondary: game.game_points.value() },
        boards: game.boards.iter().map(|(_, points)| points.value()).collect(),
        cell: None,
    }
}

/// All teams met, and each pair as often as the others.
fn everybody_met(all: &[Vec<Match>]) -> bool {
    let mut met: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (own, games) in all.iter().enumerate() {
        for other in games.iter().filter_map(|game| game.opponent).filter(|other| *other > own) {
            *met.entry((own as u32, other as u32)).or_insert(0) += 1;
        }
    }
    let pairs = all.len() * all.len().saturating_sub(1) / 2;
    let cycles = kind::cycles(&met);
    met.len() == pairs && met.values().all(|count| *count == cycles)
}
