//! What event checks look at: one event, indexed, with the other source where there are two.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::sources::Sources;
use super::{Check, Excerpt, Finding, Severity};
use crate::event::standings::{Options, Standings, standings};
use crate::event::tiebreaks::{Edition, Spec};
use crate::event::{Cell, Event, Fault, FaultKind, Format, Kind, Mark, Outcome, Player, Sheet, kind};

/// An event under check.
#[derive(Debug)]
pub struct ResultFile<'a> {
    /// The event.
    pub event: &'a Event,
    /// The games of the same event, where a PGN stands beside the table.
    pub games: Option<&'a Event>,
    /// How the event was played.
    pub kind: Kind,
    /// The last round that has any result.
    pub last_round: u32,
    /// Tie-breaks that `--tiebreaks` asks for.
    tiebreaks: Vec<Spec>,
    edition: Edition,
    index: FxHashMap<u32, usize>,
    /// Rounds of players whose cells could not be read.
    unread: FxHashMap<u32, Vec<u32>>,
    standings: OnceCell<Standings>,
    sources: OnceCell<Sources<'a>>,
    sound: OnceCell<bool>,
}

impl<'a> ResultFile<'a> {
    /// An event as its checks see it. `today` stands for its first day where it has none.
    pub fn new(
        event: &'a Event,
        games: Option<&'a Event>,
        forced: Option<Kind>,
        today: chrono::NaiveDate,
    ) -> Self {
        let mut index = FxHashMap::default();
        for (at, player) in event.players.iter().enumerate() {
            index.entry(player.no).or_insert(at);
        }
        let mut unread: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (no, round) in event.faults.iter().filter_map(|fault| fault.player.zip(fault.round)) {
            unread.entry(no).or_default().push(round);
        }
        ResultFile {
            event,
            unread,
            games,
            kind: kind::decide(event, forced).0,
            last_round: event.last_round(),
            tiebreaks: Vec::new(),
            edition: Edition::on(event.first_day.unwrap_or(today)),
            index,
            standings: OnceCell::new(),
            sources: OnceCell::new(),
            sound: OnceCell::new(),
        }
    }

    /// The same, with the tie-breaks that decide ranks.
    pub fn with_tiebreaks(mut self, tiebreaks: Vec<Spec>) -> Self {
        self.tiebreaks = tiebreaks;
        self
    }

    /// The player of a starting number.
    pub fn player(&self, no: u32) -> Option<&'a Player> {
        self.event.players.get(*self.index.get(&no)?)
    }

    /// The cell of a player in a round.
    pub fn cell(&self, no: u32, round: u32) -> Option<&'a Cell> {
        self.player(no)?.cell(round)
    }

    /// A table of players, whose records can be held against each other; games name each pairing only once.
    pub fn is_table(&self) -> bool {
        !matches!(self.event.format, Format::Pgn | Format::GamesCsv)
    }

    /// Could a cell of this player in this round not be read?
    pub fn is_unread(&self, no: u32, round: u32) -> bool {
        self.unread.get(&no).is_some_and(|rounds| rounds.contains(&round))
    }

    /// Could any cell of this player not be read, or not be counted?
    pub fn has_unread(&self, player: &Player) -> bool {
        self.unread.contains_key(&player.no)
    }

    /// Pairs of cells of one pairing, the lower starting number first; both name each other.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing<'a>> + '_ {
        self.event.players.iter().flat_map(move |player| {
            player.cells.iter().filter_map(move |cell| {
                let opponent = cell.opponent.filter(|no| *no > player.no)?;
                let other = self.player(opponent)?;
                let matching = |theirs: &&Cell| {
                    theirs.round == cell.round
                        && theirs.opponent == Some(player.no)
                        && theirs.sheet == cell.sheet
                };
                let theirs = other.cells.iter().find(matching)?;
                Some(Pairing { round: cell.round, lower: player, higher: other, cells: (cell, theirs) })
            })
        })
    }

    /// Is every record readable, and does every pairing fit both ways? Else a computed order proves nothing.
    pub fn is_sound(&self) -> bool {
        *self.sound.get_or_init(|| {
            let readable = !self
                .event
                .faults
                .iter()
                .any(|fault| matches!(fault.kind, FaultKind::EventSyntax | FaultKind::UnknownResult));
            readable
                && self.index.len() == self.event.players.len()
                && self.event.players.iter().all(|player| self.is_settled(player))
        })
    }

    /// Are all rounds of a player read, once each, and as their opponents have them? Else nothing follows from their order.
    pub fn is_settled(&self, player: &Player) -> bool {
        let fits = |cell: &Cell| match cell.opponent {
            None => !cell.outcome.is_played(),
            Some(no) => {
                let theirs = self.cell(no, cell.round);
                no != player.no
                    && !cell.outcome.is_bye()
                    && theirs.is_some_and(|theirs| {
                        theirs.opponent == Some(player.no) && reciprocal(cell, theirs) == Reciprocity::Fits
                    })
            }
        };
        let twice = player.cells.windows(2).any(|pair| matches!(pair, [a, b] if a.round == b.round));
        !twice && !self.has_unread(player) && player.cells.iter().all(fits)
    }

    /// Does every team list players who are there, and nobody else's?
    pub fn has_sound_teams(&self) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        self.event
            .teams
            .iter()
            .flat_map(|team| &team.members)
            .all(|no| self.player(*no).is_some() && seen.insert(*no))
    }

    /// The tie-breaks that say which ranks are right: those asked for, else those of the file.
    pub fn ranking(&self) -> Vec<Spec> {
        if !self.tiebreaks.is_empty() {
            return self.tiebreaks.clone();
        }
        let named = self.event.tiebreaks.iter().filter(|name| !name.eq_ignore_ascii_case("PTS"));
        // What comes after an unknown name cannot be held against the file.
        named.map_while(|name| Spec::parse(name).ok()).collect()
    }

    /// The games beside the table, and where the two part.
    pub(super) fn sources(&self) -> Option<(&'a Event, &Sources<'a>)> {
        let games = self.games?;
        Some((games, self.sources.get_or_init(|| Sources::compare(self.event, games))))
    }

    /// The standings that the results give.
    pub fn standings(&self) -> &Standings {
        self.standings.get_or_init(|| {
            let options =
                Options { kind: Some(self.kind), tiebreaks: self.ranking(), ..Options::new(self.edition) };
            standings(self.event, &options)
        })
    }
}

/// One pairing as both sides record it.
#[derive(Debug, Clone, Copy)]
pub struct Pairing<'a> {
    /// Round.
    pub round: u32,
    /// The player with the lower starting number.
    pub lower: &'a Player,
    /// The other one.
    pub higher: &'a Player,
    /// Their cells, in that order.
    pub cells: (&'a Cell, &'a Cell),
}

impl Pairing<'_> {
    /// Both sides say that they played.
    pub fn is_played(&self) -> bool {
        self.cells.0.outcome.is_played() && self.cells.1.outcome.is_played()
    }

    /// What each side has, in words: `round 3: 4 has 1 against 7, who has =`.
    pub fn both_results(&self) -> String {
        let (own, other) = (self.cells.0.outcome.code(), self.cells.1.outcome.code());
        let (lower, higher) = (self.lower.no, self.higher.no);
        format!("round {}: {lower} has {own} against {higher}, who has {other}", self.round)
    }
}

/// How two results of one pairing go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reciprocity {
    /// They fit.
    Fits,
    /// A draw for one and a loss for the other: a penalty, perhaps.
    Penalty,
    /// One says forfeit, the other says played.
    ForfeitAndPlayed,
    /// They cannot both be true.
    Contradiction,
}

/// How the results of two cells go together.
pub(super) fn reciprocal(a: &Cell, b: &Cell) -> Reciprocity {
    use Outcome::{Draw, ForfeitLoss, Loss, ShortDraw, ShortLoss};
    let one_sided = |cell: &Cell| cell.mark == Some(Mark::OneSided);
    if one_sided(a) || one_sided(b) {
        return Reciprocity::Fits;
    }
    let (x, y) = (a.outcome, b.outcome);
    if x.is_bye() || y.is_bye() || x.is_open() && y.is_open() || x.mirror() == y {
        return Reciprocity::Fits;
    }
    match (x, y) {
        (Loss, Loss) | (ShortLoss, ShortLoss) | (ForfeitLoss, ForfeitLoss) => Reciprocity::Fits,
        (Draw, Loss) | (Loss, Draw) | (ShortDraw, ShortLoss) | (ShortLoss, ShortDraw) => Reciprocity::Penalty,
        _ if x.is_forfeit() != y.is_forfeit() && !x.is_open() && !y.is_open() => {
            Reciprocity::ForfeitAndPlayed
        }
        _ => Reciprocity::Contradiction,
    }
}

/// Findings of event checks, each put at its place.
#[derive(Debug)]
pub struct EventFindings<'a> {
    event: &'a Event,
    name: Option<Arc<str>>,
    first: Option<Sheet>,
    /// Names by starting number, once there is a fault.
    names: OnceCell<FxHashMap<u32, &'a str>>,
    check: Option<&'static Check>,
    out: Vec<Finding>,
}

impl<'a> EventFindings<'a> {
    /// No findings yet.
    pub fn new(event: &'a Event) -> Self {
        let sheets = event.players.iter().flat_map(|player| &player.cells).filter_map(|cell| cell.sheet);
        let first = sheets.min_by_key(|sheet| (sheet.file, sheet.game));
        let name = (!event.name.is_empty()).then(|| event.name.as_str().into());
        EventFindings { event, name, first, names: OnceCell::new(), check: None, out: Vec::new() }
    }

    /// The check that finds from now on.
    pub(super) fn of(&mut self, check: &'static Check) {
        self.check = Some(check);
    }

    /// All findings, those that the file silences left out, in the order of their places.
    pub(super) fn finish(self) -> Vec<Finding> {
        let silenced = &self.event.silenced;
        let mut out = self.out;
        out.retain(|f| !silenced.iter().any(|(line, id)| f.line == Some(*line) && id == f.check));
        out.sort_by_key(|finding| (finding.game, finding.line, finding.column));
        out
    }

    /// A finding about the event as a whole.
    pub fn event(&mut self, message: String) -> &mut Finding {
        let mut finding = self.unplaced(message);
        match self.first {
            Some(sheet) => place_at_sheet(&mut finding, self.event, sheet),
            None => finding.line = Some(1),
        }
        self.out.push_mut(finding)
    }

    /// A finding at a game, of this event or of the games beside it.
    pub(super) fn sheet(&mut self, games: &Event, sheet: Sheet, message: String) -> &mut Finding {
        let mut finding = self.unplaced(message);
        place_at_sheet(&mut finding, games, sheet);
        self.out.push_mut(finding)
    }

    fn unplaced(&self, message: String) -> Finding {
        let (id, severity) = self.check.map_or(("", Severity::Info), |check| (check.id, check.severity));
        let mut finding = Finding::new(id, severity, Arc::clone(&self.event.file), message);
        finding.event = self.name.clone();
        finding
    }

    /// A finding about a line.
    pub fn line(&mut self, line: u64, message: String) -> &mut Finding {
        self.place(line, 0, 0, message)
    }

    /// A finding about a place in a line; column 0 means the whole line.
    pub(super) fn place(&mut self, line: u64, column: u64, length: u64, message: String) -> &mut Finding {
        let text = self.event.lines.line(line).map(|line| (line.offset, line.text.clone()));
        let encoding = self.event.lines.encoding;
        let finding = self.event(message);
        finding.line = Some(line.max(1));
        if let Some((offset, text)) = text {
            let start = usize::try_from(column.saturating_sub(1)).unwrap_or(0).min(text.len());
            let end = if column == 0 { text.len() } else { (start + length as usize).min(text.len()) };
            let bytes = |part: Option<&str>| part.map_or(0, |part| encoding.width(part));
            let before = bytes(text.get(..start)) as u64;
            (finding.column, finding.offset) = (Some(before + 1), Some(offset + before));
            finding.length = Some(bytes(text.get(start..end)) as u64);
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                finding.excerpt = Some(Excerpt { mark: start..end, text, skipped: 0 });
            }
        }
        finding
    }

    /// A finding about a player's record.
    pub fn player(&mut self, player: &Player, message: String) -> &mut Finding {
        let finding = self.line(player.line, message);
        finding.player = Some(player.no);
        finding.name = Some(player.name.as_str().into());
        finding
    }

    /// A finding about what a player did in a round.
    pub fn cell(&mut self, player: &Player, cell: &Cell, message: String) -> &mut Finding {
        let finding = match cell.sheet {
            Some(sheet) => self.sheet(self.event, sheet, message),
            None => self.place(cell.line, cell.column, 8, message),
        };
        finding.player = Some(player.no);
        finding.name = Some(player.name.as_str().into());
        finding.opponent = cell.opponent;
        finding.round = Some(cell.label.clone().unwrap_or_else(|| cell.round.to_string().into()));
        finding
    }

    /// A finding about a pairing, at the record of the lower starting number.
    pub fn pairing(&mut self, pairing: &Pairing<'_>, message: String) -> &mut Finding {
        self.cell(pairing.lower, pairing.cells.0, message)
    }

    /// What a reader could not take as it should be.
    pub fn fault(&mut self, fault: &Fault) -> &mut Finding {
        let players = &self.event.players;
        let names = || players.iter().map(|player| (player.no, player.name.as_str())).collect();
        let name = fault.player.and_then(|no| self.names.get_or_init(names).get(&no));
        let name = name.map(|name| Arc::from(*name));
        let finding = self.place(fault.line, fault.column, fault.length, fault.message.clone());
        finding.player = fault.player;
        finding.name = name;
        finding.round = fault.round.map(|round| round.to_string().into());
        finding.field = (!fault.field.is_empty()).then(|| fault.field.clone().into());
        finding.found = (!fault.found.is_empty()).then(|| fault.found.clone().into());
        finding
    }

    /// All faults of a kind.
    pub fn faults(&mut self, kind: FaultKind) {
        let event = self.event;
        for fault in event.faults.iter().filter(|fault| fault.kind == kind) {
            self.fault(fault);
        }
    }
}

/// A finding about a game stands at its first tag line.
fn place_at_sheet(finding: &mut Finding, event: &Event, sheet: Sheet) {
    finding.file = Arc::clone(event.file_of(sheet));
    finding.game = Some(sheet.game);
    finding.line = Some(sheet.line);
    finding.column = Some(1);
    finding.offset = Some(sheet.offset);
    finding.length = Some(sheet.length);
}
