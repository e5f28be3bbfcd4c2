//! Checks the games of one piece of a file: the work of one worker.
//!
//! Pure: bytes in, values out. Buffers are reused from game to game. What needs more than one game (duplicates, one
//! `encoding` finding per file) is left to the [`Collector`](super::Collector), which sees the pieces in file
//! order.

use std::sync::Arc;

use arrayvec::ArrayVec;
use shakmaty::{ByColor, Color};

use super::collect::{GameDone, GameKey, game_key};
use super::ending;
use super::finding::{Finding, Severity};
use super::findings::{Anchor, Findings, Origin};
use super::game::{Game, StartPosition};
use super::game_setup::{GameSetup, start_position};
use super::game_text::{Encoding, GameText, column_after, first_invalid_byte, first_place};
use super::piece::{Found, OversizeGame, Piece};
use super::rules_in_force::{RulesCache, RulesInForce};
use super::settings::Settings;
use super::signal;
use super::silenced::silenced_in;
use super::time::GameTime;
use super::twins::Sketch;
use super::{Check, On, OnGame, duplicate_game, encoding, find, near_duplicate, readers_disagree, syntax};
use crate::clock::{CommentReadings, first_shown};
use crate::event::Headers;
use crate::event::pgn::WholeSheet;
use crate::replay::{Board, Replay, read_national, second};
use crate::scoresheet::{self, Outcome, Reader, Scoresheet, line_ends};

/// Called with each checked game and its findings.
pub type Seen<'f> = dyn FnMut(&Game<'_>, &[Finding]) + 'f;

/// Takes what was found in the games of a piece up to an offset in its text.
pub type PassOn<'p> = &'p mut dyn FnMut(Found, usize);

/// Checks games. Each worker has its own.
pub struct Checker {
    settings: Arc<Settings>,
    reader: Reader,
    buffers: [GameBuffers; GROUP],
    rules: RulesCache,
    /// The checks of single games, in the order in which they run.
    game_checks: Vec<GameCheck>,
    /// Whether a check of events is selected.
    events: bool,
    /// Whether duplicates are looked for, which near duplicates must not be.
    duplicates: bool,
    /// Whether near duplicates are looked for.
    near_duplicates: bool,
    /// Whether every game has to be replayed. If only its text is checked, a game is replayed only once something is found in
    /// it, because findings show the board.
    replays_all: bool,
    /// Whether the games may still be in progress.
    live: bool,
    /// Whether the piece is the whole file.
    whole: bool,
    /// The largest number of games, and of bytes of header texts, in a piece so far: the capacity to start the next
    /// one with.
    most_games: usize,
    most_text: usize,
}

/// Games that go through each step together. All checks together exceed the instruction cache, so each step runs over a group
/// of games before the next step begins.
const GROUP: usize = 8;

/// One value per game of a group.
type Group<T> = ArrayVec<T, GROUP>;

/// Results are passed on before the piece ends once they hold this many findings or games: a finding takes far more memory
/// than the text it is about.
const PART_FINDINGS: usize = 256;
const PART_GAMES: usize = 1024;

/// A group takes no more games once its texts have this many bytes.
const GROUP_BYTES: usize = 64 << 10;

/// The buffers of one game, reused for later games.
#[derive(Default)]
struct GameBuffers {
    sheet: Scoresheet,
    replay: Replay,
    time: GameTime,
}

impl GameBuffers {
    /// Replays the game. If it holds something unreadable, other languages' piece letters are tried. If kings signal the
    /// result at its end, the replay ends before them.
    fn replay(&mut self, text: &[u8], setup: &mut GameSetup, live: bool) {
        if !matches!(setup.start, StartPosition::Known { .. }) {
            return self.replay.run(&Scoresheet::new(), setup.board(), |_, _| {});
        }
        self.replay.run(&self.sheet, setup.board(), |_, _| {});
        if self.sheet.readable.is_some()
            && let Some(national) = read_national(text, &self.sheet, setup.board(), &self.replay)
        {
            (self.sheet, self.replay) = (national.sheet, national.replay);
        }
        setup.signal = signal::begins(text, &self.sheet, &self.replay, live);
        if let Some(signal) = setup.signal {
            self.replay.run_up_to(signal - 1, &self.sheet, setup.board(), |_, _| {});
        }
    }
}

/// A check of single games.
struct GameCheck {
    run: OnGame,
    /// Whether it runs only if something is known of the clocks.
    on_clock: bool,
}

impl GameCheck {
    fn of(check: &Check) -> Option<GameCheck> {
        match check.on {
            On::Sheet(run) | On::Game(run) => Some(GameCheck { run, on_clock: false }),
            On::Clock(run) => Some(GameCheck { run, on_clock: true }),
            On::Event(_) | On::Run => None,
        }
    }
}

impl Checker {
    /// A checker with empty buffers.
    pub fn new(settings: impl Into<Arc<Settings>>) -> Checker {
        let settings = settings.into();
        let near_duplicates = settings.selects(&near_duplicate::CHECK);
        let duplicates = near_duplicates || settings.selects(&duplicate_game::CHECK);
        let on_text = |check: &&'static Check| matches!(check.on, On::Sheet(_) | On::Run);
        let replays_all = duplicates || !settings.selected.iter().all(on_text);
        Checker {
            reader: Reader::brief(),
            buffers: Default::default(),
            rules: RulesCache::new(&settings),
            game_checks: settings.selected.iter().filter_map(|check| GameCheck::of(check)).collect(),
            events: settings.selected.iter().any(|check| matches!(check.on, On::Event(_))),
            duplicates,
            near_duplicates,
            replays_all,
            live: false,
            whole: true,
            most_games: 0,
            most_text: 0,
            settings,
        }
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// A checker of games that may still be in progress: kings on the central squares may signal a result that the record
    /// does not have yet.
    pub fn live(settings: impl Into<Arc<Settings>>) -> Checker {
        Checker { live: true, replays_all: true, ..Checker::new(settings) }
    }

    /// Checks all games of a piece, which is a whole file.
    pub fn check(&mut self, piece: &Piece<'_>) -> Found {
        self.whole = true;
        self.check_games(piece, &mut |_, _| {}, None)
    }

    /// Checks all games of a piece that may be only a part of its file. What concerns the whole file is not repaired.
    pub fn check_part(&mut self, piece: &Piece<'_>) -> Found {
        self.whole = false;
        self.check_games(piece, &mut |_, _| {}, None)
    }

    /// As [`Checker::check`] if `whole` is true, otherwise as [`Checker::check_part`], but passes the results on in parts of
    /// bounded size. Returns the last part. Each part numbers its games from 1.
    pub fn check_in_parts(&mut self, piece: &Piece<'_>, whole: bool, pass_on: PassOn<'_>) -> Found {
        self.whole = whole;
        self.check_games(piece, &mut |_, _| {}, Some(pass_on))
    }

    /// Checks all games of a piece and calls `seen` for each game, replayed, with its findings.
    pub fn check_seen(&mut self, piece: &Piece<'_>, seen: &mut Seen<'_>) -> Found {
        self.replays_all = true;
        self.check_games(piece, seen, None)
    }

    /// As [`Checker::check_seen`], in parts as [`Checker::check_in_parts`] passes them on.
    pub fn check_seen_in_parts(
        &mut self,
        piece: &Piece<'_>,
        seen: &mut Seen<'_>,
        pass_on: PassOn<'_>,
    ) -> Found {
        self.replays_all = true;
        self.check_games(piece, seen, Some(pass_on))
    }

    fn check_games(
        &mut self,
        piece: &Piece<'_>,
        seen: &mut Seen<'_>,
        mut pass_on: Option<PassOn<'_>>,
    ) -> Found {
        let mut found = self.nothing_found();
        let utf8 = simdutf8::basic::from_utf8(piece.text).ok();
        // Whether bytes that are not UTF-8 are still to be found. Those between games count for nothing.
        let mut to_be_found = utf8.is_none();
        let mut is_first = true;
        // Games with many findings go one by one.
        let mut most = GROUP;
        let (mut at, mut line, mut column) = (0, piece.lines_before + 1, 0);
        while at < piece.text.len() {
            let first = at;
            let mut texts: Group<GameText<'_>> = Group::new();
            while texts.len() < most
                && let Some(buffers) = self.buffers.get_mut(texts.len()).filter(|_| at - first < GROUP_BYTES)
                && let Some(rest) = piece.text.get(at..).filter(|rest| !rest.is_empty())
            {
                let len = self.reader.read(rest, &mut buffers.sheet);
                let bytes = rest.get(..len).unwrap_or(rest);
                let next_line = line + line_ends(bytes);
                if !buffers.sheet.is_blank() {
                    let before = found.games.len() + found.not_judged.len() + texts.len();
                    let game = before as u64 + 1;
                    let offset = piece.offset + at as u64;
                    let invalid = if to_be_found { first_invalid_byte(bytes) } else { None };
                    to_be_found &= invalid.is_none();
                    texts.push(GameText {
                        bytes,
                        utf8: utf8.and_then(|utf8| utf8.get(at..at + len)),
                        origin: Origin { file: piece.file, game, offset, line, column },
                        end: (offset + len as u64, next_line),
                        encoding: invalid
                            .map(Encoding::Latin1)
                            .or((piece.from_utf16 && is_first).then_some(Encoding::Utf16)),
                    });
                    is_first = false;
                }
                line = next_line;
                column = column_after(bytes, column);
                at += len;
            }
            let before = found.findings.len();
            self.group(piece, &mut texts, &mut found, seen);
            most = if found.findings.len() - before < PART_FINDINGS { GROUP } else { 1 };
            // A long game must not keep its buffers for the rest of the run.
            let used = self.buffers.iter_mut().zip(&texts);
            for (buffers, _) in used.filter(|(_, text)| text.bytes.len() > GROUP_BYTES) {
                *buffers = GameBuffers::default();
            }
            let is_much = found.findings.len() >= PART_FINDINGS || found.games.len() >= PART_GAMES;
            if is_much && let Some(pass_on) = &mut pass_on {
                let part = std::mem::take(&mut found);
                pass_on(self.finished(part, piece, utf8.is_some()), at);
                found = self.nothing_found();
            }
        }
        self.finished(found, piece, utf8.is_some())
    }

    /// Room for what will be found.
    fn nothing_found(&self) -> Found {
        let headers = Headers::with_capacity(self.most_games, self.most_text);
        let (games, keys) = (Vec::with_capacity(self.most_games), Vec::with_capacity(self.most_games));
        Found { games, keys, headers, ..Found::default() }
    }

    fn finished(&mut self, mut found: Found, piece: &Piece<'_>, is_utf8: bool) -> Found {
        self.propose_conversion(piece, is_utf8, &mut found);
        self.most_games = self.most_games.max(found.games.len());
        self.most_text = self.most_text.max(found.headers.texts.len());
        found.headers.shrink();
        found
    }

    /// Adds the repair to the finding about the encoding of the whole file.
    fn propose_conversion(&self, piece: &Piece<'_>, is_utf8: bool, found: &mut Found) {
        if !self.whole || is_utf8 {
            return;
        }
        let finding = found.findings.iter_mut().find(|finding| finding.check == encoding::CHECK.id);
        if let Some(finding) = finding.filter(|finding| finding.fix.is_none()) {
            finding.fix = encoding::conversion(piece.text, piece.offset).map(Box::new);
        }
    }

    /// Reports a game above the size limit: one `syntax` finding, with the names in its tags.
    pub fn oversize(&mut self, oversize: &OversizeGame<'_>) -> Found {
        let OversizeGame { file, head, offset, lines_before, length, limit } = *oversize;
        let mut found = Found::default();
        let mut buffers = GameBuffers::default();
        buffers.sheet.read(head);
        let rules = match self.rules.of(&self.settings, head, &buffers.sheet, ByColor::default) {
            Ok(rules) => rules,
            Err(why) => {
                found.not_judged.push((1, why));
                return found;
            }
        };
        let origin = Origin { file, game: 1, offset, line: lines_before + 1, column: 0 };
        let game = buffers.unplayed(head, &rules, &self.settings);
        if self.settings.selects(&syntax::CHECK) {
            let message = format!(
                "the game has {length} bytes, above the limit of {limit} (--max-game-size); it is not read"
            );
            Findings::new(&game, &origin, &mut found.findings).add(&syntax::CHECK, Anchor::Tag(""), message);
        }
        let findings = found.findings.len();
        self.add_game(&game, &origin, (offset + length, 0), Vec::new(), findings, &mut found);
        // Its moves were not read.
        found.keys.clear();
        found.games.iter_mut().for_each(|done| done.sketch = None);
        found.headers.headings.iter_mut().for_each(|heading| heading.bytes = 0);
        found.count(&rules.choice, 0);
        found
    }

    /// Runs each step over all games in the buffers before the next step begins.
    fn group(
        &mut self,
        piece: &Piece<'_>,
        texts: &mut Group<GameText<'_>>,
        found: &mut Found,
        seen: &mut Seen<'_>,
    ) {
        let mut setups = self.setups(piece, texts, found);
        let replayed = self.replayed(texts, &setups);
        self.replay(piece, texts, &mut setups, &replayed);
        let played = texts.iter().zip(&setups).zip(&self.buffers);
        let mut games: Group<Game<'_>> =
            played.map(|((text, setup), buffers)| self.game(text, setup, buffers)).collect();
        let mut lists = self.findings(texts, &games);
        for ((text, game), list) in texts.iter().zip(&mut games).zip(&mut lists) {
            self.second_reading(game, &text.origin, list);
        }
        let of_game = texts.iter().zip(&setups).zip(&games).zip(lists).zip(replayed);
        for ((((text, setup), game), mut list), replayed) in of_game {
            let ignored = if game.sheet.remarks { silenced_in(text.bytes) } else { Vec::new() };
            list.retain(|finding| !ignored.contains(&finding.check));
            list.sort_by_key(|finding| finding.offset);
            seen(game, &list);
            self.add_game(game, &text.origin, text.end, ignored, list.len(), found);
            found.findings.append(&mut list);
            let plies = if replayed { game.replay.plies.len() } else { game.sheet.moves.len() };
            found.count(&setup.rules.choice, plies);
        }
    }

    /// The rules and start positions of a group. A game for which no ruleset is found leaves the group and is counted as not
    /// judged.
    fn setups(
        &mut self,
        piece: &Piece<'_>,
        texts: &mut Group<GameText<'_>>,
        found: &mut Found,
    ) -> Group<GameSetup> {
        let mut setups: Group<GameSetup> = Group::new();
        while let Some((text, buffers)) = texts.get(setups.len()).zip(self.buffers.get_mut(setups.len())) {
            let position = start_position(text.bytes, &buffers.sheet);
            let first = position.0.as_deref().map_or(Color::White, Board::turn);
            let shown = || match piece.log_of(&text.origin) {
                Some(log) => log.first_shown(),
                None => first_shown(CommentReadings::new(text.bytes, &buffers.sheet.commands), first),
            };
            let rules = match self.rules.of(&self.settings, text.bytes, &buffers.sheet, shown) {
                Ok(rules) => rules,
                Err(why) => {
                    found.not_judged.push((text.origin.game, why));
                    texts.remove(setups.len());
                    if let Some(rest) = self.buffers.get_mut(setups.len()..) {
                        rest.rotate_left(1);
                    }
                    continue;
                }
            };
            let setup = GameSetup::new(rules, position);
            // Only numbers that follow from a right first number may be left out.
            if buffers.sheet.left_out && !setup.is_first(buffers.sheet.numbers.first()) {
                buffers.sheet.read(text.bytes);
            }
            setups.push(setup);
        }
        setups
    }

    /// Which games have to be replayed: all, or those in whose text something is found.
    fn replayed(&mut self, texts: &[GameText<'_>], setups: &[GameSetup]) -> Group<bool> {
        if self.replays_all {
            return texts.iter().map(|_| true).collect();
        }
        for (buffers, setup) in self.buffers.iter_mut().zip(setups) {
            buffers.replay.run(&Scoresheet::new(), setup.board(), |_, _| {});
            buffers.time.without_readings(&setup.rules);
        }
        let unplayed = texts.iter().zip(setups).zip(&self.buffers);
        let games: Group<Game<'_>> = unplayed
            .map(|((text, setup), buffers)| Game {
                head: text.head(&buffers.sheet),
                start: &setup.start,
                ..buffers.unplayed(text.bytes, &setup.rules, &self.settings)
            })
            .collect();
        self.findings(texts, &games).iter().map(|list| !list.is_empty()).collect()
    }

    /// Replays games and reconstructs their clocks.
    fn replay(
        &mut self,
        piece: &Piece<'_>,
        texts: &[GameText<'_>],
        setups: &mut [GameSetup],
        replayed: &[bool],
    ) {
        let live = self.live;
        let of_game = texts.iter().zip(setups.iter_mut()).zip(&mut self.buffers).zip(replayed);
        for (((text, setup), buffers), _) in of_game.filter(|(_, replayed)| **replayed) {
            buffers.replay(text.bytes, setup, live);
        }
        let of_game = texts.iter().zip(setups.iter()).zip(&mut self.buffers).zip(replayed);
        for (((text, setup), buffers), _) in of_game.filter(|(_, replayed)| **replayed) {
            let log = piece.log_of(&text.origin);
            let plies = setup.signal.map_or(buffers.sheet.moves.len(), |signal| signal - 1);
            let moves = (&buffers.sheet, plies);
            buffers.time.reconstruct(text.bytes, moves, setup.board(), log, &setup.rules, live);
        }
    }

    /// What the checks look at.
    fn game<'g>(&'g self, text: &GameText<'g>, setup: &'g GameSetup, buffers: &'g GameBuffers) -> Game<'g> {
        let GameBuffers { sheet, replay, .. } = buffers;
        let mut game = buffers.unplayed(text.bytes, &setup.rules, &self.settings);
        game.head = text.head(sheet);
        game.start = &setup.start;
        game.termination = setup.rules.termination;
        game.signal = setup.signal;
        if let StartPosition::Known { .. } = setup.start {
            let winner = sheet.outcome(text.bytes).and_then(Outcome::winner);
            game.win_in_doubt = ending::win_in_doubt(replay, winner);
            game.dead_at = ending::first_dead_position(replay, game.win_in_doubt);
        }
        game.end_fault = ending::fault(&game);
        game
    }

    /// Adds a game that was checked: its header, its key, and the number of its findings.
    fn add_game(
        &self,
        game: &Game<'_>,
        origin: &Origin<'_>,
        end: (u64, u64),
        silenced: Vec<&'static str>,
        findings: usize,
        found: &mut Found,
    ) {
        let (place, column) = first_place(game.text, game.sheet, origin);
        let is_first = |fault: &scoresheet::Fault| origin.offset + fault.span.start as u64 >= place.offset;
        let tags = WholeSheet { text: game.text, head: game.head, scoresheet: game.sheet, place };
        found.headers.push(&tags, self.events, silenced);
        let key = self.duplicates.then(|| game_key(game)).flatten();
        found.keys.extend(key.map(|key| GameKey { at: found.games.len(), number: place.game, key }));
        found.games.push(GameDone {
            sketch: self.near_duplicates.then(|| Sketch::of(game).map(Box::new)).flatten(),
            findings,
            end: game.sheet.faults.iter().all(is_first).then_some(end),
            column,
        });
    }

    /// Runs the checks. Returns the findings of each game.
    fn findings(&self, texts: &[GameText<'_>], games: &[Game<'_>]) -> Group<Vec<Finding>> {
        let mut lists: Group<Vec<Finding>> = games.iter().map(|_| Vec::new()).collect();
        let mut out: Group<Findings<'_>> = Group::new();
        for ((text, game), list) in texts.iter().zip(games).zip(&mut lists) {
            out.push(Findings::new(game, &text.origin, list));
        }
        for check in &self.game_checks {
            for (game, out) in games.iter().zip(&mut out) {
                if !check.on_clock || game.time.is_known() {
                    (check.run)(game, out);
                }
            }
        }
        for ((text, game), out) in texts.iter().zip(games).zip(&mut out) {
            if let Some(encoding) = text.encoding
                && self.settings.selects(&encoding::CHECK)
            {
                let (span, message) = encoding.finding();
                let before = |text: &&crate::scoresheet::MoveText| text.span.end <= span.start;
                let ply = game.sheet.moves.iter().take_while(before).count();
                out.add(&encoding::CHECK, Anchor::At(span, ply), message.to_string())
                    .fix(|| encoding.draft());
            }
        }
        drop(out);
        lists
    }

    /// Reads a game with an error again with independent code. From where the two readings differ, findings about the board
    /// are dropped.
    fn second_reading(&self, game: &mut Game<'_>, origin: &Origin<'_>, list: &mut Vec<Finding>) {
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        if !list.iter().any(is_error) || !matches!(game.start, StartPosition::Known { .. }) {
            return;
        }
        game.readings_part = second::disagreement(game.text, game.sheet, game.replay);
        let Some(ply) = game.readings_part else { return };
        list.retain(|finding| {
            let on_board = find(finding.check).is_some_and(|check| matches!(check.on, On::Game(_)));
            !(on_board && finding.ply.is_some_and(|at| at >= ply))
        });
        readers_disagree::run(game, &mut Findings::new(game, origin, list));
    }
}

impl GameBuffers {
    /// The game without what is derived from its replay.
    fn unplayed<'g>(&'g self, text: &'g [u8], rules: &'g RulesInForce, settings: &'g Settings) -> Game<'g> {
        Game {
            text,
            head: None,
            sheet: &self.sheet,
            replay: &self.replay,
            start: &StartPosition::UnsupportedVariant,
            rules: &rules.choice.rules,
            control_is_formal: rules.control_is_formal,
            predates_rules: rules.choice.is_before_first(),
            forced: settings.forced,
            time: &self.time,
            termination: None,
            dead_at: None,
            win_in_doubt: false,
            signal: None,
            end_fault: None,
            readings_part: None,
            selected: &settings.selected,
            repairs: settings.repairs,
        }
    }
}
