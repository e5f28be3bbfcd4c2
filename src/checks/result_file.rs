//! What event checks look at: one event, indexed, with the other source where there are two.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::sources::Sources;
use super::swiss::{self, JudgedRounds, PairingSettings};
use super::{Check, Edit, Excerpt, Finding, Fix, Severity};
use crate::event::standings::{Options, Standings, standings};
use crate::event::tiebreaks::{Edition, Spec};
use crate::event::{
    Cell, Encoding, Event, Fault, FaultKind, Format, Kind, Line, Mark, Outcome, Player, Record, Sheet, kind,
    trf,
};

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
    /// Rounds of players whose cells could not be read, and those players.
    unread: FxHashSet<(u32, u32)>,
    with_unread: FxHashSet<u32>,
    /// The first cell of each player against each opponent in a round, with its game; made when it is needed.
    answers: OnceCell<FxHashMap<Answer, &'a Cell>>,
    standings: OnceCell<Standings>,
    sources: OnceCell<Sources<'a>>,
    sound: OnceCell<bool>,
    pairing: PairingSettings,
    judged: OnceCell<JudgedRounds>,
    pub(super) points_repaired: bool,
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
        let unread: FxHashSet<(u32, u32)> =
            event.faults.iter().filter_map(|fault| fault.player.zip(fault.round)).collect();
        ResultFile {
            event,
            with_unread: unread.iter().map(|(no, _)| *no).collect(),
            unread,
            answers: OnceCell::new(),
            games,
            kind: kind::decide(event, forced).0,
            last_round: event.last_round(),
            tiebreaks: Vec::new(),
            edition: Edition::on(event.first_day.unwrap_or(today)),
            index,
            standings: OnceCell::new(),
            sources: OnceCell::new(),
            sound: OnceCell::new(),
            pairing: PairingSettings::default(),
            judged: OnceCell::new(),
            points_repaired: false,
        }
    }

    /// The same, in a run that repairs wrong points, or does not.
    pub(super) fn with_points_repaired(mut self, repaired: bool) -> Self {
        self.points_repaired = repaired;
        self
    }

    /// The same, with what was said of pairings.
    pub fn with_pairings(mut self, pairing: PairingSettings) -> Self {
        self.pairing = pairing;
        self
    }

    /// The rounds beside those that the rules of the Dutch system give; none where it was not paired by them.
    pub(super) fn judged(&self) -> &JudgedRounds {
        self.judged.get_or_init(|| swiss::judged(self, &self.pairing))
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
        self.unread.contains(&(no, round))
    }

    /// Could any cell of this player not be read, or not be counted?
    pub fn has_unread(&self, player: &Player) -> bool {
        self.with_unread.contains(&player.no)
    }

    /// Pairs of cells of one pairing, the lower starting number first; both name each other.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing<'a>> + '_ {
        self.event.players.iter().flat_map(move |player| {
            player.cells.iter().filter_map(move |cell| {
                let opponent = cell.opponent.filter(|no| *no > player.no)?;
                let other = self.player(opponent)?;
                let theirs = self.answer(other, cell.round, player.no, Some(cell))?;
                Some(Pairing { round: cell.round, lower: player, higher: other, cells: (cell, theirs) })
            })
        })
    }

    /// The first cell of a player in a round against an opponent; where `game` is given, of the same game as that cell.
    pub(super) fn answer(
        &self,
        player: &'a Player,
        round: u32,
        opponent: u32,
        game: Option<&Cell>,
    ) -> Option<&'a Cell> {
        let own = player.cells_of(round);
        let game = game.map(|cell| place_of_game(self.event, cell));
        if own.len() <= FEW_CELLS {
            let fits = |cell: &&Cell| game.is_none_or(|game| place_of_game(self.event, cell) == game);
            return own.iter().filter(|cell| cell.opponent == Some(opponent)).find(fits);
        }
        let answers = self.answers.get_or_init(|| answers(self.event));
        answers.get(&Answer { player: player.no, round, opponent, game }).copied()
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

/// Cells of one round that are looked through one by one.
const FEW_CELLS: usize = 16;

/// A game by its file and number where the source is a PGN, by its row where it is a table of games.
type GamePlace = Option<(u32, u64)>;

/// What a cell is looked up by: with its game, and once without.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Answer {
    player: u32,
    round: u32,
    opponent: u32,
    game: Option<GamePlace>,
}

fn place_of_game(event: &Event, cell: &Cell) -> GamePlace {
    let row = (event.format == Format::GamesCsv).then_some((0, cell.line));
    cell.sheet.map(|sheet| (sheet.file, sheet.game)).or(row)
}

/// The cells of players with many games in one round.
fn answers(event: &Event) -> FxHashMap<Answer, &Cell> {
    let mut answers = FxHashMap::default();
    let mut known = FxHashSet::default();
    // Of several players with one number the first is meant.
    for player in event.players.iter().filter(|player| known.insert(player.no)) {
        for own in player.cells.chunk_by(|a, b| a.round == b.round).filter(|own| own.len() > FEW_CELLS) {
            for (cell, opponent) in own.iter().filter_map(|cell| Some((cell, cell.opponent?))) {
                for game in [None, Some(place_of_game(event, cell))] {
                    let answer = Answer { player: player.no, round: cell.round, opponent, game };
                    answers.entry(answer).or_insert(cell);
                }
            }
        }
    }
    answers
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

/// The checks that an event silences, each with its line.
pub(super) fn silenced_lines(event: &Event) -> FxHashSet<(u64, &str)> {
    event.silenced.iter().map(|(line, id)| (*line, id.as_str())).collect()
}

/// How many findings of one check an event may have.
const MOST: usize = 10_000;

/// Bytes of a long line shown before and after a mark.
const AROUND: usize = 200;

/// Findings of event checks, each put at its place.
#[derive(Debug)]
pub struct EventFindings<'a> {
    event: &'a Event,
    name: Option<Arc<str>>,
    first: Option<Sheet>,
    /// Names by starting number, once there is a fault.
    names: OnceCell<FxHashMap<u32, &'a str>>,
    check: Option<&'static Check>,
    /// Findings of that check.
    running: usize,
    /// The first finding that is not listed; the next takes its place.
    beyond: Option<Finding>,
    out: Vec<Finding>,
}

impl<'a> EventFindings<'a> {
    /// No findings yet.
    pub fn new(event: &'a Event) -> Self {
        let sheets = event.players.iter().flat_map(|player| &player.cells).filter_map(|cell| cell.sheet);
        let first = sheets.min_by_key(|sheet| (sheet.file, sheet.game));
        let name = (!event.name.is_empty()).then(|| event.name.as_str().into());
        let names = OnceCell::new();
        EventFindings { event, name, first, names, check: None, running: 0, beyond: None, out: Vec::new() }
    }

    /// The check that finds from now on.
    pub(super) fn of(&mut self, check: &'static Check) {
        self.check = Some(check);
        self.running = 0;
    }

    /// Whether no more findings of this check are listed.
    pub(super) fn is_full(&self) -> bool {
        self.running > MOST
    }

    /// Lists a finding, or counts it on the last one of its check that is listed.
    fn push(&mut self, finding: Finding) -> &mut Finding {
        self.running += 1;
        if self.running <= MOST {
            return self.out.push_mut(finding);
        }
        if let Some(last) = self.out.last_mut() {
            last.data.insert("more".into(), (self.running - MOST).into());
        }
        self.beyond.insert(finding)
    }

    /// All findings, those that the file silences left out, in the order of their places.
    pub(super) fn finish(self) -> Vec<Finding> {
        let silenced = silenced_lines(self.event);
        let mut out = self.out;
        out.retain(|f| !f.line.is_some_and(|line| silenced.contains(&(line, f.check))));
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
        self.push(finding)
    }

    /// A finding at a game, of this event or of the games beside it.
    pub(super) fn sheet(&mut self, games: &Event, sheet: Sheet, message: String) -> &mut Finding {
        let mut finding = self.unplaced(message);
        place_at_sheet(&mut finding, games, sheet);
        self.push(finding)
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
        let event = self.event;
        let encoding = event.lines.encoding;
        let finding = self.event(message);
        finding.line = Some(line.max(1));
        if let Some(Line { offset, text }) = event.lines.line(line) {
            let start = usize::try_from(column.saturating_sub(1)).unwrap_or(0).min(text.len());
            let end = if column == 0 { text.len() } else { (start + length as usize).min(text.len()) };
            let bytes = |part: Option<&str>| part.map_or(0, |part| encoding.width(part));
            let before = bytes(text.get(..start)) as u64;
            (finding.column, finding.offset) = (Some(before + 1), Some(offset + before));
            finding.length = Some(bytes(text.get(start..end)) as u64);
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                finding.excerpt = Some(excerpt(text, start, end));
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

    /// A finding about a field of a player's record, marked there where `value` stands in the field's columns.
    pub(super) fn field(
        &mut self,
        player: &Player,
        field: &'static str,
        value: &str,
        message: String,
    ) -> &mut Finding {
        let event = self.event;
        let line = event.lines.line(player.line).filter(|_| event.format == Format::Trf);
        let place = line.and_then(|line| trf::place_of_field(&line.text, field, value));
        let (column, length) = place.unwrap_or_default();
        let finding = self.place(player.line, column, length, message);
        finding.player = Some(player.no);
        finding.name = Some(player.name.as_str().into());
        finding.field = Some(field.into());
        finding
    }

    /// A finding about the text of a record.
    pub(super) fn record(&mut self, record: &Record, message: String) -> &mut Finding {
        let (column, length) = record.place();
        self.place(record.line, column, length, message)
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

    /// The repair that writes `new` in place of `length` bytes at a place in a line, without moving what stands around it:
    /// a shorter text gets blanks before it, a longer one takes those that are there. Only files in UTF-8 are repaired.
    pub(super) fn written(
        &self,
        line: u64,
        (column, length): (u64, u64),
        new: &str,
        safe: bool,
    ) -> Option<Box<Fix>> {
        let event = self.event;
        if event.format != Format::Trf || event.lines.encoding != Encoding::Utf8 || length == 0 {
            return None;
        }
        let Line { offset, text } = event.lines.line(line)?;
        let longer = (new.len() as u64).saturating_sub(length);
        let start = column.checked_sub(longer + 1)?;
        let blanks = text.get(start as usize..(start + longer) as usize)?;
        let fits = blanks.bytes().all(|byte| byte == b' ');
        let width = length as usize;
        let edit = Edit {
            offset: offset + start,
            length: length + longer,
            text: format!("{new:>width$}"),
            lines: 0,
        };
        fits.then(|| Box::new(Fix::new(format!("write {new}"), safe, vec![edit])))
    }

    /// The repair that writes another value into a field of a player's record. It is only likely: the results may be wrong.
    pub(super) fn written_in_field(
        &self,
        player: &Player,
        field: &str,
        value: &str,
        new: &str,
    ) -> Option<Box<Fix>> {
        let line = self.event.lines.line(player.line)?;
        let place = trf::place_of_field(&line.text, field, value)?;
        self.written(player.line, place, new, false)
    }

    /// The repair that replaces a line.
    pub(super) fn replaced(&self, line: u64, new: &str) -> Option<Box<Fix>> {
        let event = self.event;
        let utf8 = event.format == Format::Trf && event.lines.encoding == Encoding::Utf8;
        let Line { offset, text } = event.lines.line(line).filter(|_| utf8)?;
        let (old, new) = (text.trim_end(), new.trim_end());
        let edit = Edit { offset: *offset, length: old.len() as u64, text: new.to_owned(), lines: 0 };
        Some(Box::new(Fix::new("put the fields into their columns".to_owned(), true, vec![edit])))
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
            let fix = fault.straight.as_deref().and_then(|straight| self.replaced(fault.line, straight));
            self.fault(fault).fix = fix;
        }
    }
}

/// A line with a mark, cut around the mark where it is long.
fn excerpt(text: &str, start: usize, end: usize) -> Excerpt {
    let mut from = if text.len() <= 4 * AROUND { 0 } else { start.saturating_sub(AROUND) };
    let mut to = if text.len() <= 4 * AROUND {
        text.len()
    } else {
        text.len().min(end.min(start + 2 * AROUND) + AROUND)
    };
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let skipped = text.get(..from).map_or(0, |before| before.chars().count());
    let shown = text.get(from..to).unwrap_or_default();
    Excerpt { mark: start - from..end.min(to) - from, text: shown.to_owned(), skipped }
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
