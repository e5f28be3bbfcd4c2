//! From a piece of a file to its findings: the work of one worker.
//!
//! Pure: bytes in, values out. The buffers are kept from game to game; what several games have to do with each
//! other (duplicates, one `encoding` a file) is left to the [`Collector`](super::Collector), which sees the pieces in
//! file order.

use std::sync::Arc;

use arrayvec::ArrayVec;
use chrono::NaiveDate;
use shakmaty::{ByColor, Color};

use super::collect::{GameDone, game_key};
use super::conditions::{Conditions, ConditionsRead};
use super::ending;
use super::finding::{Finding, Severity};
use super::findings::{Findings, Origin, Place};
use super::game::{Game, Opening};
use super::setup::opening;
use super::signal;
use super::silenced::silenced_in;
use super::time::GameTime;
use super::{ALL, Check, On, OnGame, find};
use crate::clock::{CommentReadings, Log, first_shown};
use crate::event::pgn::WholeSheet;
use crate::event::{Heading, Sheet};
use crate::replay::{Board, Replay, read_national, second};
use crate::ruleset::{Choice, Library, Request};
use crate::scoresheet::{MoveNumber, Outcome, Reader, Scoresheet, Span, line_ends};

/// What is the same for all games of a run.
pub struct Settings {
    /// The rulesets.
    pub library: Arc<Library>,
    /// Which of them is asked for.
    pub request: Request,
    /// The time control of games that name none.
    pub time_control: Option<crate::clock::TimeControl>,
    /// Whether the ruleset was forced, so that games of another speed are worth a remark.
    pub forced: bool,
    /// The checks to make.
    pub selected: Vec<&'static Check>,
}

impl Settings {
    /// All checks under the ruleset asked for.
    pub fn new(library: impl Into<Arc<Library>>, request: Request) -> Settings {
        let library = library.into();
        Settings { library, request, time_control: None, forced: false, selected: ALL.iter().collect() }
    }

    /// All checks, each game under the FIDE Laws of its day and speed. `today` stands for the day of a game that names none.
    pub fn automatic(today: NaiveDate) -> Settings {
        Settings::new(Library::built_in(), Request::automatic(today))
    }
}

/// Whole games of one file, one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'b> {
    /// The file's name.
    pub file: &'b Arc<str>,
    /// The bytes.
    pub text: &'b [u8],
    /// Where they begin in the file, in bytes from 0.
    pub offset: u64,
    /// Line ends of the file before them.
    pub lines_before: u64,
    /// The file's clock log, if there is one; then the piece is the whole file.
    pub clocks: Option<&'b crate::clock::LogBook>,
    /// Whether it is the first piece of a file that was converted from UTF-16.
    pub from_utf16: bool,
}

impl<'b> Piece<'b> {
    /// The clock log of a game, where there is one.
    fn log_of(&self, origin: &Origin<'_>) -> Option<&'b Log> {
        self.clocks.and_then(|clocks| clocks.game(u32::try_from(origin.game).ok()?))
    }
}

/// What was found in a piece. Game numbers are those within the piece.
#[derive(Debug, Default)]
pub struct Found {
    /// The findings, game by game, each in the order of the text.
    pub findings: Vec<Finding>,
    /// One entry a game, in order.
    pub games: Vec<GameDone>,
    /// What the headings of the games say.
    pub texts: String,
    /// Half-moves replayed.
    pub plies: u64,
    /// Games for which something about the choice of the ruleset was assumed.
    pub assumed: u64,
    /// Games by the ruleset that they were judged under: a handful of them.
    pub rulesets: Vec<(Arc<str>, u64)>,
    /// Games that could not be judged, by their number within the piece, and why.
    pub not_judged: Vec<(u64, String)>,
}

impl Found {
    /// Counts a game.
    fn count(&mut self, choice: &Choice, plies: usize) {
        self.plies += plies as u64;
        self.assumed += u64::from(!choice.assumed.is_empty());
        let id = &choice.rules.id;
        match self.rulesets.iter_mut().find(|(ruleset, _)| Arc::ptr_eq(ruleset, id)) {
            Some((_, games)) => *games += 1,
            None => self.rulesets.push((Arc::clone(id), 1)),
        }
    }
}

/// Gets each game that was checked, with its findings.
pub type Seen<'f> = dyn FnMut(&Game<'_>, &[Finding]) + 'f;

/// Checks games; one for each worker.
pub struct Checker {
    settings: Arc<Settings>,
    reader: Reader,
    desks: [Desk; TOGETHER],
    conditions: ConditionsRead,
    /// The checks to make of each game, in their order.
    of_game: Vec<OfGame>,
    /// Is any check of events asked for?
    events: bool,
    /// Whether the games may still be going on.
    live: bool,
    /// Games of the piece that had most of them, and bytes of what its headings said: the room that the next one gets.
    most_games: usize,
    most_text: usize,
}

/// Games that go through each step of the work together: one game's worth of work is more code than a processor keeps at
/// hand, so that going through all of it game by game would mean to fetch it again for each.
const TOGETHER: usize = 8;

/// What there is of each of these games; no more than one for each desk.
type Together<T> = ArrayVec<T, TOGETHER>;

/// Bytes of text behind which no more games join in.
const MUCH_TEXT: usize = 64 << 10;

/// The buffers of one game, used again for others.
#[derive(Default)]
struct Desk {
    sheet: Scoresheet,
    replay: Replay,
    time: GameTime,
}

impl Desk {
    /// Replays the game. Where something in it cannot be read, it may be written with the piece letters of another language;
    /// where kings at its end signal the result, it ended before.
    fn replay(&mut self, text: &[u8], set_up: &mut SetUp, live: bool) {
        if !matches!(set_up.opening, Opening::Known { .. }) {
            return self.replay.run(&Scoresheet::new(), set_up.start(), |_, _| {});
        }
        self.replay.run(&self.sheet, set_up.start(), |_, _| {});
        if self.sheet.readable.is_some()
            && let Some(national) = read_national(text, &self.sheet, set_up.start(), &self.replay)
        {
            (self.sheet, self.replay) = (national.sheet, national.replay);
        }
        set_up.signal = signal::begins(text, &self.sheet, &self.replay, live);
        if let Some(signal) = set_up.signal {
            self.replay.run_up_to(signal - 1, &self.sheet, set_up.start(), |_, _| {});
        }
    }
}

/// The text of one game.
struct Text<'t> {
    bytes: &'t [u8],
    /// The same, where all of the piece is UTF-8.
    utf8: Option<&'t str>,
    origin: Origin<'t>,
    /// What the encoding check has to say of the piece, where the place is in this game.
    encoding: Option<Encoding>,
}

/// What is worth saying about the bytes of a piece.
#[derive(Clone, Copy)]
enum Encoding {
    /// The place of the first byte that is not UTF-8.
    Latin1(usize),
    /// The file was converted from UTF-16.
    Utf16,
}

impl Encoding {
    /// The first byte concerned, and the message.
    fn finding(self) -> (usize, &'static str) {
        match self {
            Encoding::Latin1(at) => (at, "bytes that are not UTF-8, read as Latin-1"),
            Encoding::Utf16 => (0, "the file is UTF-16; it is read as such, and places are those in UTF-8"),
        }
    }
}

/// What has to be known of a game before it is played.
struct SetUp {
    conditions: Arc<Conditions>,
    /// Where it starts, if not from the initial position.
    start: Option<Box<Board>>,
    opening: Opening,
    /// The half-move (from 1) from which on the kings signal the result.
    signal: Option<usize>,
}

impl SetUp {
    fn start(&self) -> &Board {
        self.start.as_deref().unwrap_or(Board::initial())
    }
}

/// A check of single games.
struct OfGame {
    run: OnGame,
    /// Only where something is known of the clocks.
    on_clock: bool,
}

impl OfGame {
    fn of(check: &Check) -> Option<OfGame> {
        match check.on {
            On::Sheet(run) | On::Game(run) => Some(OfGame { run, on_clock: false }),
            On::Clock(run) => Some(OfGame { run, on_clock: true }),
            On::Event(_) | On::Run => None,
        }
    }
}

impl Checker {
    /// A checker with empty buffers.
    pub fn new(settings: impl Into<Arc<Settings>>) -> Checker {
        let settings = settings.into();
        Checker {
            reader: Reader::brief(),
            desks: Default::default(),
            conditions: ConditionsRead::new(&settings),
            of_game: settings.selected.iter().filter_map(|check| OfGame::of(check)).collect(),
            events: settings.selected.iter().any(|check| matches!(check.on, On::Event(_))),
            live: false,
            most_games: 0,
            most_text: 0,
            settings,
        }
    }

    /// What is the same for all games of the run.
    pub fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// A checker of games that may still be going on: kings on the centre signal a result that the record does not have yet.
    pub fn live(settings: impl Into<Arc<Settings>>) -> Checker {
        Checker { live: true, ..Checker::new(settings) }
    }

    /// Checks all games of a piece.
    pub fn check(&mut self, piece: &Piece<'_>) -> Found {
        self.check_seen(piece, &mut |_, _| {})
    }

    /// The same; `seen` gets each game with its findings.
    pub fn check_seen(&mut self, piece: &Piece<'_>, seen: &mut Seen<'_>) -> Found {
        let mut found = Found {
            games: Vec::with_capacity(self.most_games),
            texts: String::with_capacity(self.most_text),
            ..Found::default()
        };
        let whole = simdutf8::basic::from_utf8(piece.text).ok();
        let odd_byte = if whole.is_none() { odd_byte(piece.text) } else { None };
        let (mut at, mut line, mut column) = (0, piece.lines_before + 1, 0);
        while at < piece.text.len() {
            let first = at;
            let mut texts: Together<Text<'_>> = Together::new();
            while let Some(desk) = self.desks.get_mut(texts.len()).filter(|_| at - first < MUCH_TEXT)
                && let Some(rest) = piece.text.get(at..).filter(|rest| !rest.is_empty())
            {
                let len = self.reader.read(rest, &mut desk.sheet);
                let bytes = rest.get(..len).unwrap_or(rest);
                if !desk.sheet.is_blank() {
                    let before = found.games.len() + found.not_judged.len() + texts.len();
                    let game = before as u64 + 1;
                    let offset = piece.offset + at as u64;
                    texts.push(Text {
                        bytes,
                        utf8: whole.and_then(|whole| whole.get(at..at + len)),
                        origin: Origin { file: piece.file, game, offset, line, column },
                        encoding: odd_byte
                            .filter(|odd| (at..at + len).contains(odd))
                            .map(|odd| Encoding::Latin1(odd - at))
                            .or((piece.from_utf16 && game == 1).then_some(Encoding::Utf16)),
                    });
                }
                line += line_ends(bytes);
                column = column_behind(bytes, column);
                at += len;
            }
            self.games(piece, &mut texts, &mut found, seen);
            for (desk, _) in
                self.desks.iter_mut().zip(&texts).filter(|(_, text)| text.bytes.len() > MUCH_TEXT)
            {
                *desk = Desk::default();
            }
        }
        self.most_games = self.most_games.max(found.games.len());
        self.most_text = self.most_text.max(found.texts.len());
        found
    }

    /// A game above the size limit, of which the first bytes were kept: one finding, with what its tags say.
    pub fn oversize(
        &mut self,
        file: &Arc<str>,
        head: &[u8],
        offset: u64,
        lines_before: u64,
        length: u64,
        limit: u64,
    ) -> Found {
        let mut found = Found::default();
        let (mut desk, text) = (Desk::default(), head);
        desk.sheet.read(head);
        let conditions = match self.conditions.of(&self.settings, text, &desk.sheet, ByColor::default) {
            Ok(conditions) => conditions,
            Err(why) => {
                found.not_judged.push((1, why));
                return found;
            }
        };
        let origin = Origin { file, game: 1, offset, line: lines_before + 1, column: 0 };
        let game = Game {
            text,
            head: None,
            sheet: &desk.sheet,
            replay: &desk.replay,
            opening: &Opening::Variant,
            rules: &conditions.choice.rules,
            control_is_formal: conditions.control_is_formal,
            forced: self.settings.forced,
            time: &desk.time,
            termination: None,
            dead_at: None,
            win_in_doubt: false,
            signal: None,
            end_fault: None,
            readings_part: None,
        };
        if let Some(check) = self.settings.selected.iter().find(|check| check.id == "syntax") {
            let message = format!(
                "the game has {length} bytes, above the limit of {limit} (--max-game-size); it is not read"
            );
            Findings::new(&game, &origin, &mut found.findings).add(check, Place::Tag(""), message);
        }
        let mut done = self.done(&game, &origin, Vec::new(), found.findings.len(), &mut found.texts);
        done.key = None;
        done.heading.of_event = false;
        found.count(&conditions.choice, 0);
        found.games.push(done);
        found
    }

    /// Takes the games that lie on the desks through each step of the work, one step after the other.
    fn games(
        &mut self,
        piece: &Piece<'_>,
        texts: &mut Together<Text<'_>>,
        found: &mut Found,
        seen: &mut Seen<'_>,
    ) {
        let live = self.live;
        let mut set_ups: Together<SetUp> = Together::new();
        while let Some((text, desk)) = texts.get(set_ups.len()).zip(self.desks.get_mut(set_ups.len())) {
            let (start, opening) = opening(text.bytes, &desk.sheet);
            let first = start.as_deref().map_or(Color::White, Board::turn);
            let shown = || match piece.log_of(&text.origin) {
                Some(log) => log.first_shown(),
                None => first_shown(CommentReadings::new(text.bytes, &desk.sheet.commands), first),
            };
            let conditions = match self.conditions.of(&self.settings, text.bytes, &desk.sheet, shown) {
                Ok(conditions) => conditions,
                Err(why) => {
                    found.not_judged.push((text.origin.game, why));
                    texts.remove(set_ups.len());
                    if let Some(rest) = self.desks.get_mut(set_ups.len()..) {
                        rest.rotate_left(1);
                    }
                    continue;
                }
            };
            // Numbers that go on from a wrong one are wrong: then all of them are needed.
            let set_up = SetUp { conditions, start, opening, signal: None };
            if desk.sheet.left_out && !is_first(desk.sheet.numbers.first(), set_up.start()) {
                desk.sheet.read(text.bytes);
            }
            set_ups.push(set_up);
        }
        for ((text, set_up), desk) in texts.iter().zip(&mut set_ups).zip(&mut self.desks) {
            desk.replay(text.bytes, set_up, live);
        }
        for ((text, set_up), desk) in texts.iter().zip(&set_ups).zip(&mut self.desks) {
            let log = piece.log_of(&text.origin);
            let plies = set_up.signal.map_or(desk.sheet.moves.len(), |signal| signal - 1);
            desk.time.account(text.bytes, (&desk.sheet, plies), set_up.start(), log, &set_up.conditions);
        }
        let on_desks = texts.iter().zip(&set_ups).zip(&self.desks);
        let mut games: Together<Game<'_>> =
            on_desks.map(|((text, set_up), desk)| self.game(text, set_up, desk)).collect();
        let mut lists = self.findings(texts, &games);
        for ((text, game), list) in texts.iter().zip(&mut games).zip(&mut lists) {
            self.second_reading(game, &text.origin, list);
        }
        for (((text, set_up), game), mut list) in texts.iter().zip(&set_ups).zip(&games).zip(lists) {
            let ignored = if game.sheet.remarks { silenced_in(text.bytes) } else { Vec::new() };
            list.retain(|finding| !ignored.contains(&finding.check));
            list.sort_by_key(|finding| finding.offset);
            seen(game, &list);
            found.games.push(self.done(game, &text.origin, ignored, list.len(), &mut found.texts));
            found.findings.append(&mut list);
            found.count(&set_up.conditions.choice, game.replay.plies.len());
        }
    }

    /// What the checks look at, and what they have in common to ask.
    fn game<'g>(&self, text: &Text<'g>, set_up: &'g SetUp, desk: &'g Desk) -> Game<'g> {
        let Desk { sheet, replay, time } = desk;
        let (mut dead_at, mut win_in_doubt) = (None, false);
        if let Opening::Known { .. } = set_up.opening {
            let winner = sheet.outcome(text.bytes).and_then(Outcome::winner);
            win_in_doubt = ending::win_in_doubt(replay, winner);
            dead_at = ending::died(replay, win_in_doubt);
        }
        let mut game = Game {
            text: text.bytes,
            head: head(text, sheet),
            sheet,
            replay,
            opening: &set_up.opening,
            rules: &set_up.conditions.choice.rules,
            control_is_formal: set_up.conditions.control_is_formal,
            forced: self.settings.forced,
            time,
            termination: set_up.conditions.termination,
            dead_at,
            win_in_doubt,
            signal: set_up.signal,
            end_fault: None,
            readings_part: None,
        };
        game.end_fault = ending::fault(&game);
        game
    }

    fn done(
        &self,
        game: &Game<'_>,
        origin: &Origin<'_>,
        silenced: Vec<&'static str>,
        findings: usize,
        texts: &mut String,
    ) -> GameDone {
        let (place, column) = first_place(game.text, game.sheet, origin);
        let tags = WholeSheet { text: game.text, head: game.head, scoresheet: game.sheet, place };
        GameDone {
            key: game_key(game),
            findings,
            heading: Heading::write(&tags, self.events, silenced, texts),
            column,
        }
    }

    /// What each check finds in the games, by game.
    fn findings(&self, texts: &[Text<'_>], games: &[Game<'_>]) -> Together<Vec<Finding>> {
        let mut lists: Together<Vec<Finding>> = games.iter().map(|_| Vec::new()).collect();
        let mut out: Together<Findings<'_>> = Together::new();
        for ((text, game), list) in texts.iter().zip(games).zip(&mut lists) {
            out.push(Findings::new(game, &text.origin, list));
        }
        for check in &self.of_game {
            for (game, out) in games.iter().zip(&mut out) {
                if !check.on_clock || game.time.is_known() {
                    (check.run)(game, out);
                }
            }
        }
        for ((text, game), out) in texts.iter().zip(games).zip(&mut out) {
            if let Some(encoding) = text.encoding
                && let Some(check) = find("encoding")
                && self.settings.selected.iter().any(|selected| selected.id == check.id)
            {
                let (odd, message) = encoding.finding();
                let ply = game.sheet.moves.iter().take_while(|text| text.span.end as usize <= odd).count();
                out.add(check, Place::At(Span::new(odd, odd + 1), ply), message.to_string());
            }
        }
        drop(out);
        lists
    }

    /// Reads a game with an error again, by other code; where the readings part, no verdict on the board stands.
    fn second_reading(&self, game: &mut Game<'_>, origin: &Origin<'_>, list: &mut Vec<Finding>) {
        let errors = |finding: &Finding| finding.severity == Severity::Error;
        if !list.iter().any(errors) || !matches!(game.opening, Opening::Known { .. }) {
            return;
        }
        game.readings_part = second::disagreement(game.text, game.sheet, game.replay);
        let Some(ply) = game.readings_part else { return };
        list.retain(|finding| {
            let on_board = find(finding.check).is_some_and(|check| matches!(check.on, On::Game(_)));
            !(on_board && finding.ply.is_some_and(|at| at >= ply))
        });
        if let Some(Check { on: On::Game(run), .. }) = find("readers-disagree") {
            run(game, &mut Findings::new(game, origin, list));
        }
    }
}

/// Whether a move number is that of the first half-move from a position.
fn is_first(number: Option<&MoveNumber>, start: &Board) -> bool {
    number.is_some_and(|number| number.ply == 0 && number.half_moves() == start.half_move_number())
}

/// The first byte that is no UTF-8.
fn odd_byte(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text).err().map(|error| error.valid_up_to())
}

/// The text of a game up to the end of its tags, where that is UTF-8.
fn head<'t>(text: &Text<'t>, sheet: &Scoresheet) -> Option<&'t str> {
    let end = sheet.tags.last()?.span.range().end;
    match text.utf8 {
        Some(utf8) => utf8.get(..end),
        None => std::str::from_utf8(text.bytes.get(..end)?).ok(),
    }
}

/// Where a game begins for a reader, and the column there.
fn first_place(text: &[u8], sheet: &Scoresheet, origin: &Origin<'_>) -> (Sheet, u64) {
    let span = sheet.beginning(text);
    let before = text.get(..span.start as usize).unwrap_or_default();
    let place = Sheet {
        file: 0,
        game: origin.game,
        line: origin.line + line_ends(before),
        offset: origin.offset + u64::from(span.start),
        length: span.len() as u64,
    };
    (place, column_behind(before, origin.column) + 1)
}

/// Bytes of the last line behind a text that begins with so many bytes of a line before it.
fn column_behind(text: &[u8], before: u64) -> u64 {
    match text.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) => (text.len() - end - 1) as u64,
        None => before + text.len() as u64,
    }
}
