//! Team matches, assembled from the games of the members.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::field::{Entrant, Field, Scores, Slot, fill_rounds, index_of};
use super::kind;
use super::model::{Cell, Event, OutOfOrder, RoundByes, Team, TeamForfeit};
use super::outcome::{Colour, Outcome};
use super::points::Score;
use super::tiebreaks::Edition;

/// One team's side of one match.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// Round, from 1.
    pub round: u32,
    /// Index of the other team; `None` for a bye.
    pub opponent: Option<usize>,
    /// Colour of the first board.
    pub colour: Option<Colour>,
    /// Result of the match.
    pub outcome: Outcome,
    /// Match points.
    pub match_points: Score,
    /// Game points.
    pub game_points: Score,
    /// The boards in order: starting number, 0 for an empty board, and points.
    pub boards: Vec<(u32, Score)>,
    /// Games of the match that have no result yet.
    pub open: u32,
}

/// Builds the teams from the `WhiteTeam` and `BlackTeam` columns or tags of games, if the file has no team records.
/// Members are ordered by their average board number, then by starting number.
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

/// The matches of every team, by round.
pub fn matches(event: &Event) -> Vec<Vec<Match>> {
    let lists = Lists::of(event);
    let of_team = |(team, rounds): (&Team, BTreeSet<u32>)| {
        rounds.into_iter().filter_map(|round| lists.one_match(team, round)).collect()
    };
    let mut all: Vec<Vec<Match>> = event.teams.iter().zip(lists.rounds()).map(of_team).collect();
    judge(&lists, &mut all);
    for (team, games) in event.teams.iter().zip(&mut all) {
        games.iter_mut().for_each(|game| set_worth(event, team, game));
    }
    all
}

/// Applies the points that a `299` record sets for this result of a match.
fn set_worth(event: &Event, team: &Team, game: &mut Match) {
    let set = |value| event.replaced(team.no, game.round, game.outcome, value);
    let (match_points, game_points) = (set(|a| a.match_points), set(|a| a.points));
    game.match_points = match_points.unwrap_or(game.match_points);
    game.game_points = game_points.unwrap_or(game.game_points);
}

/// Lookup tables for the players, teams and team records of an event.
struct Lists<'e> {
    event: &'e Event,
    players: FxHashMap<u32, usize>,
    team_of: FxHashMap<u32, usize>,
    teams: FxHashMap<u32, usize>,
    /// Number of boards of a match.
    seats: u32,
    /// The first record of each kind for a team and a round.
    round_byes: FxHashMap<(u32, u32), &'e RoundByes>,
    team_byes: FxHashSet<(u32, u32)>,
    forfeits: FxHashMap<(u32, u32), &'e TeamForfeit>,
    out_of_order: FxHashMap<(u32, u32), &'e OutOfOrder>,
    printed_byes: FxHashMap<(u32, u32), Outcome>,
    /// The type code is one of FIDE's codes for team Swisses.
    coded: bool,
}

impl<'e> Lists<'e> {
    fn of(event: &'e Event) -> Lists<'e> {
        let mut team_of: FxHashMap<u32, usize> = FxHashMap::default();
        for (at, team) in event.teams.iter().enumerate() {
            for no in &team.members {
                team_of.entry(*no).or_insert(at);
            }
        }
        let mut lists = Lists {
            event,
            players: index_of(event.players.iter().map(|p| p.no)),
            team_of,
            teams: index_of(event.teams.iter().map(|t| t.no)),
            seats: seats(event),
            round_byes: FxHashMap::default(),
            team_byes: FxHashSet::default(),
            forfeits: FxHashMap::default(),
            out_of_order: FxHashMap::default(),
            printed_byes: FxHashMap::default(),
            coded: is_coded_swiss(event),
        };
        lists.take_records();
        lists
    }

    fn take_records(&mut self) {
        let event = self.event;
        for byes in &event.round_byes {
            for team in &byes.numbers {
                self.round_byes.entry((*team, byes.round)).or_insert(byes);
            }
        }
        for byes in &event.team_byes {
            let named = (1..).zip(&byes.teams).filter_map(|(round, team)| Some(((*team)?, round)));
            self.team_byes.extend(named);
        }
        for forfeit in &event.team_forfeits {
            for (team, _) in [forfeit.white, forfeit.black] {
                self.forfeits.entry((team, forfeit.round)).or_insert(forfeit);
            }
        }
        for changed in &event.out_of_order {
            self.out_of_order.entry((changed.team, changed.round)).or_insert(changed);
        }
        for sums in &event.team_sums {
            for (round, outcome) in &sums.byes {
                self.printed_byes.entry((sums.team, *round)).or_insert(*outcome);
            }
        }
    }

    /// The rounds in which a member of the team has a cell or a record names the team, up to the last round of the event.
    fn rounds(&self) -> Vec<BTreeSet<u32>> {
        let last = self.event.last_round();
        let mut rounds = vec![BTreeSet::new(); self.event.teams.len()];
        for (team, own) in self.event.teams.iter().zip(&mut rounds) {
            let members = team.members.iter().filter_map(|no| self.event.players.get(*self.players.get(no)?));
            own.extend(members.flat_map(|player| &player.cells).map(|cell| cell.round));
        }
        let byes = self.round_byes.keys().chain(&self.team_byes);
        for (team, round) in byes.chain(self.forfeits.keys()).chain(self.printed_byes.keys()) {
            if let Some(own) = self.teams.get(team).and_then(|at| rounds.get_mut(*at)) {
                own.insert(*round);
            }
        }
        rounds.iter_mut().for_each(|own| own.retain(|round| (1..=last).contains(round)));
        rounds
    }

    /// The cells of a team's members in a round, in list order.
    fn cells(&self, team: &Team, round: u32) -> Vec<(u32, &'e Cell)> {
        let cell = |no: &u32| self.event.players.get(*self.players.get(no)?)?.cell(round);
        team.members.iter().filter_map(|no| Some((*no, cell(no)?))).collect()
    }

    /// The team that most members played.
    fn opponent(&self, cells: &[(u32, &Cell)]) -> Option<usize> {
        let mut met: FxHashMap<usize, u32> = FxHashMap::default();
        for at in cells.iter().filter_map(|(_, cell)| self.team_of.get(&cell.opponent?).copied()) {
            *met.entry(at).or_insert(0) += 1;
        }
        met.into_iter().max_by_key(|(at, count)| (*count, usize::MAX - at)).map(|(at, _)| at)
    }

    /// The match of a team in a round; `None` if no member has a cell and no record mentions it.
    fn one_match(&self, team: &Team, round: u32) -> Option<Match> {
        let cells = self.cells(team, round);
        let opponent = self.opponent(&cells);
        let boards = self.boards(team, round, &cells);
        let colour = self.first_colour(&boards, &cells);
        let game_points = boards.iter().map(|(_, points)| *points).sum();
        let outcome = if opponent.is_some() { Outcome::ForfeitLoss } else { Outcome::ZeroBye };
        let open = cells.iter().filter(|(_, cell)| cell.outcome == Outcome::Pending).count() as u32;
        let match_points = Score::ZERO;
        let mut game = Match { round, opponent, colour, outcome, match_points, game_points, boards, open };
        let decided = self.declared_bye(team, &mut game)
            || self.named_bye(team, &mut game)
            || self.forfeited(team, &mut game)
            || self.printed_bye(team, &mut game);
        if !decided && cells.is_empty() {
            return None;
        }
        if !decided && opponent.is_none() {
            self.bye_of_members(&cells, &mut game);
        } else if !decided && cells.iter().any(|(_, cell)| cell.outcome.is_played() || cell.outcome.is_open())
        {
            game.outcome = Outcome::Unknown;
        }
        Some(game)
    }

    /// The players by board, with their points. If there is a `300` record, it gives the order, with 0 for an empty
    /// board.
    fn boards(&self, team: &Team, round: u32, cells: &[(u32, &Cell)]) -> Vec<(u32, Score)> {
        let points = |cell: &Cell| self.event.points.of(cell.outcome, cell.colour);
        let seated = |cell: &Cell| cell.opponent.is_some() || points(cell) > Score::ZERO;
        let mut boards: Vec<(u32, Score)> =
            cells.iter().filter(|(_, cell)| seated(cell)).map(|(no, cell)| (*no, points(cell))).collect();
        let Some(order) = self.out_of_order.get(&(team.no, round)).map(|changed| &changed.boards) else {
            return boards;
        };
        let places = index_of(order.iter().copied());
        boards.sort_by_key(|(no, _)| places.get(no).copied().unwrap_or(usize::MAX));
        // Empty boards keep their index; the players fill the others.
        let mut seated = boards.into_iter();
        let mut with_empty = Vec::with_capacity(order.len());
        for at in order.iter().enumerate().filter(|(_, no)| **no == 0).map(|(at, _)| at) {
            let before = at.saturating_sub(with_empty.len());
            with_empty.extend(seated.by_ref().take(before));
            if with_empty.len() == at {
                with_empty.push((0, Score::ZERO));
            }
        }
        with_empty.extend(seated);
        with_empty
    }

    /// The colour on the first board, derived from the first board with a known colour.
    fn first_colour(&self, boards: &[(u32, Score)], cells: &[(u32, &Cell)]) -> Option<Colour> {
        let of = |no: u32| cells.iter().find(|(other, _)| *other == no).and_then(|(_, cell)| cell.colour);
        let (at, colour) = boards.iter().enumerate().find_map(|(at, (no, _))| Some((at, of(*no)?)))?;
        let planned = &self.event.board_colours;
        let as_first = match planned.get(at % planned.len().max(1)) {
            Some(here) => planned.first() == Some(here),
            None => at.is_multiple_of(2),
        };
        Some(if as_first { colour } else { colour.other() })
    }

    /// These points on every board.
    fn on_all_boards(&self, points: Score) -> Score {
        points.times(self.seats)
    }

    /// Applies a bye from a `240` record: as many points as winning or drawing on all boards.
    fn declared_bye(&self, team: &Team, game: &mut Match) -> bool {
        let found = self.round_byes.get(&(team.no, game.round));
        found.into_iter().for_each(|byes| self.requested_bye(byes.outcome, game));
        found.is_some()
    }

    fn requested_bye(&self, outcome: Outcome, game: &mut Match) {
        let (worth, points) = (&self.event.match_points, &self.event.points);
        game.outcome = outcome;
        (game.match_points, game.game_points) = match outcome {
            Outcome::FullBye => (worth.win, self.on_all_boards(points.for_win())),
            Outcome::HalfBye => (worth.draw, self.on_all_boards(points.for_draw())),
            _ => (Score::ZERO, Score::ZERO),
        };
        game.boards.clear();
    }

    /// Applies a bye that only an `802` record shows, if no member has an opponent or a point.
    fn printed_bye(&self, team: &Team, game: &mut Match) -> bool {
        if game.opponent.is_some() || !game.boards.is_empty() {
            return false;
        }
        match self.printed_byes.get(&(team.no, game.round)) {
            Some(Outcome::PairingBye) => self.pairing_bye(game),
            Some(outcome) => self.requested_bye(*outcome, game),
            None => return false,
        }
        true
    }

    /// Applies the pairing-allocated bye of a team named by a `320` record.
    fn named_bye(&self, team: &Team, game: &mut Match) -> bool {
        let found = self.team_byes.contains(&(team.no, game.round));
        if found {
            self.pairing_bye(game);
        }
        found
    }

    /// Sets the points of a pairing-allocated bye: the values of the `320` record; else a draw if the type code says that
    /// FIDE's rules for team Swisses apply; else a won match with the members' points.
    fn pairing_bye(&self, game: &mut Match) {
        let event = self.event;
        let coded = self.coded;
        let record = event.team_byes.first();
        let drawn = || Some(self.on_all_boards(event.points.for_draw())).filter(|_| coded);
        let match_points = if coded { event.match_points.draw } else { event.match_points.win };
        game.outcome = Outcome::PairingBye;
        game.match_points = record.and_then(|r| r.match_points).unwrap_or(match_points);
        let game_points = record.and_then(|r| r.game_points).or_else(drawn);
        if let Some(points) = game_points {
            game.game_points = points;
            game.boards.clear();
        }
    }

    /// Applies a forfeited match from a `330` record.
    fn forfeited(&self, team: &Team, game: &mut Match) -> bool {
        let event = self.event;
        let found = self.forfeits.get(&(team.no, game.round));
        let Some((other, won)) = found.and_then(|f| side_of(f, team.no)) else { return false };
        game.opponent = game.opponent.or_else(|| self.teams.get(&other).copied());
        game.outcome = if won { Outcome::ForfeitWin } else { Outcome::ForfeitLoss };
        game.match_points = if won { event.match_points.win } else { Score::ZERO };
        if won && game.boards.is_empty() {
            game.game_points = self.on_all_boards(event.points.forfeit_win);
        }
        true
    }

    /// Sets the bye of a round in which no member has an opponent and no record says why.
    fn bye_of_members(&self, cells: &[(u32, &Cell)], game: &mut Match) {
        let any = |wanted: Outcome| cells.iter().any(|(_, cell)| cell.outcome == wanted);
        if any(Outcome::PairingBye) {
            self.pairing_bye(game);
        } else if any(Outcome::FullBye) {
            (game.match_points, game.outcome) = (self.event.match_points.win, Outcome::FullBye);
        } else if any(Outcome::HalfBye) {
            (game.match_points, game.outcome) = (self.event.match_points.draw, Outcome::HalfBye);
        }
    }
}

/// Whether the type code is one of FIDE's codes for team Swisses.
fn is_coded_swiss(event: &Event) -> bool {
    event.record("192").is_some_and(|record| {
        let code = record.text.trim().to_ascii_uppercase();
        code.starts_with("FIDE_TEAM") && !code.contains("ROUND")
    })
}

/// The opponent in a forfeited match, and whether team `no` won.
fn side_of(forfeit: &TeamForfeit, no: u32) -> Option<(u32, bool)> {
    match (forfeit.white, forfeit.black) {
        ((own, won), (other, _)) | ((other, _), (own, won)) if own == no => Some((other, won)),
        _ => None,
    }
}

/// The number of boards of a match: the most games that any team has in a round.
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

/// Sets the results of matches from their game points.
fn judge(lists: &Lists<'_>, all: &mut [Vec<Match>]) {
    let event = lists.event;
    let sums: Vec<FxHashMap<u32, Score>> =
        all.iter().map(|team| team.iter().map(|m| (m.round, m.game_points)).collect()).collect();
    let decided_elsewhere =
        |round: u32, no: Option<u32>| no.is_some_and(|no| lists.forfeits.contains_key(&(no, round)));
    for (at, team) in all.iter_mut().enumerate() {
        let no = event.teams.get(at).map(|t| t.no);
        for game in team.iter_mut().filter(|game| !game.outcome.is_bye()) {
            let Some(opponent) = game.opponent.filter(|_| !decided_elsewhere(game.round, no)) else {
                continue;
            };
            let theirs =
                sums.get(opponent).and_then(|rounds| rounds.get(&game.round)).copied().unwrap_or_default();
            let played = game.outcome == Outcome::Unknown;
            if played && is_undecided(event, game, theirs) {
                game.outcome = Outcome::Pending;
                continue;
            }
            let worth = &event.match_points;
            (game.match_points, game.outcome) = match game.game_points.cmp(&theirs) {
                std::cmp::Ordering::Greater if played => (worth.win, Outcome::Win),
                std::cmp::Ordering::Less if played => (worth.loss, Outcome::Loss),
                std::cmp::Ordering::Equal if played || theirs > Score::ZERO => (worth.draw, Outcome::Draw),
                std::cmp::Ordering::Greater => (worth.win, Outcome::ForfeitWin),
                _ => (Score::ZERO, Outcome::ForfeitLoss),
            };
        }
    }
}

/// Whether the games without a result can still change the result of the match.
fn is_undecided(event: &Event, game: &Match, theirs: Score) -> bool {
    let lead = if game.game_points > theirs { game.game_points - theirs } else { theirs - game.game_points };
    game.open > 0 && lead <= event.points.for_win().times(game.open)
}

/// The highest number of boards that a bye is expanded to.
const MOST_BOARDS: u32 = 1000;

/// The teams of an event as a field, scored by match points and game points.
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
        let mut slots: Vec<Slot> = games.iter().map(|game| slot(event, game)).collect();
        for slot in slots.iter_mut().filter(|slot| slot.boards.is_empty()) {
            // Articles 12.1 to 12.3: a pairing-allocated bye counts as a win on each board.
            let each = match slot.outcome {
                Outcome::PairingBye | Outcome::FullBye | Outcome::ForfeitWin => event.points.for_win(),
                Outcome::HalfBye => event.points.for_draw(),
                _ => continue,
            };
            slot.boards = vec![each.value(); boards.min(MOST_BOARDS) as usize];
        }
        if !round_robin {
            fill_rounds(&mut slots, rounds, |round| {
                let worth =
                    |value| event.replaced(team.no, round, Outcome::ZeroBye, value).unwrap_or_default();
                scores(event, worth(|a| a.match_points), worth(|a| a.points))
            });
            slots.sort_by_key(|slot| slot.round);
        }
        let added = |value| event.additions(team.no, value).map(|(_, points)| points).sum::<Score>();
        let mut score = scores(event, added(|a| a.match_points), added(|a| a.points));
        for slot in &slots {
            score.primary += slot.gain.primary;
            score.secondary += slot.gain.secondary;
        }
        Entrant { no: team.no, name: team.name.clone(), rating: None, score, slots }
    });
    let of = |of_match: Score, of_game: Score| scores(event, of_match, (0..boards).map(|_| of_game).sum());
    Field {
        round_robin,
        edition,
        rounds,
        win: of(event.match_points.win, event.points.for_win()),
        draw: of(event.match_points.draw, event.points.for_draw()),
        loss: of(event.match_points.loss, event.points.loss[0]),
        boards,
        game_points_first: event.game_points_first,
        unrated: None,
        entrants: entrants.collect(),
    }
}

/// Both scores of a team; the one that ranks first is the primary score.
fn scores(event: &Event, match_points: Score, game_points: Score) -> Scores {
    let (matches, games) = (match_points.value(), game_points.value());
    let (primary, secondary) = if event.game_points_first { (games, matches) } else { (matches, games) };
    Scores { primary, secondary }
}

fn slot(event: &Event, game: &Match) -> Slot {
    Slot {
        round: game.round,
        opponent: game.opponent,
        colour: game.colour,
        outcome: game.outcome,
        gain: scores(event, game.match_points, game.game_points),
        boards: game.boards.iter().map(|(_, points)| points.value()).collect(),
        cell: None,
    }
}

/// Whether all teams met, every pair equally often.
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
