//! Finds the games of a result file: the PGN files of the run that belong to the same event are read again for its
//! checks.
//!
//! Nothing is read before a result file is found, so that archives of games cost nothing; each folder is searched
//! once. A PGN file that is a collection, by its length or because its games have no round numbers, is never taken.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::checks::{folded, of_one_event, shares_player, silenced_in};
use crate::event::pgn::{Builder, GameTags, RoundTag, SheetTags, Start, each_game_from};
use crate::event::{self, Event, Format};
use crate::source::{self, Content, File, Formats, Options};

/// A PGN file with more games is a collection.
const MOST_GAMES: u64 = 60_000;

/// A file is read no further if fewer than half of this many games have a round number.
const FIRST_GAMES: u64 = 500;

/// Finds the games that belong to result files.
#[derive(Debug)]
pub(super) struct Companions {
    arguments: Vec<PathBuf>,
    formats: Formats,
    follow: bool,
    known: Mutex<FxHashMap<PathBuf, Arc<Neighbours>>>,
}

/// The files in one place: in a folder, in an archive, or among the arguments.
#[derive(Debug, Default)]
struct Neighbours {
    tables: usize,
    games: Vec<Games>,
}

/// A summary of a PGN file.
#[derive(Debug)]
struct Games {
    /// The file to read, and the name that findings print.
    path: PathBuf,
    name: Arc<str>,
    /// Event tags, folded.
    events: FxHashSet<String>,
    /// Number of games.
    count: u64,
}

impl Companions {
    /// For a run with these arguments; `follow` says whether links may lead out of their folders.
    pub(super) fn new(arguments: Vec<PathBuf>, formats: Formats, follow: bool) -> Companions {
        Companions { arguments, formats, follow, known: Mutex::default() }
    }

    /// Whether links may lead out of their folders.
    pub(super) fn follow(&self) -> bool {
        self.follow
    }

    /// The games that belong to a table, if there are any.
    pub(super) fn of(&self, file: &File, table: &Event) -> Option<Event> {
        let path = file.path.as_ref()?;
        if !table.players.iter().any(|player| player.cells.iter().any(|cell| cell.opponent.is_some())) {
            return None;
        }
        if file.member {
            let inner = file.name.rsplit_once('/').map_or("", |(folder, _)| folder);
            let neighbours = self.neighbours(Path::new(inner), || self.of_archive(path, inner));
            return self.choose(&neighbours, table, path, false);
        }
        if file.outright {
            let neighbours = self.neighbours(Path::new("\0"), || self.of_arguments());
            if let Some(games) = self.choose(&neighbours, table, path, true) {
                return Some(games);
            }
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        if file.outright && !self.is_walked(folder) {
            return None;
        }
        let neighbours = self.neighbours(folder, || self.of_folder(folder));
        self.choose(&neighbours, table, path, false)
    }

    /// Whether the folder is one of the arguments, or inside one.
    fn is_walked(&self, folder: &Path) -> bool {
        self.arguments.iter().any(|argument| argument.is_dir() && folder.starts_with(argument))
    }

    fn neighbours(&self, place: &Path, find: impl FnOnce() -> Neighbours) -> Arc<Neighbours> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.entry(place.to_owned()) {
            Entry::Occupied(entry) => Arc::clone(entry.get()),
            Entry::Vacant(entry) => Arc::clone(entry.insert(Arc::new(find()))),
        }
    }

    fn of_arguments(&self) -> Neighbours {
        let mut found = Neighbours::default();
        for path in self.arguments.iter().filter(|path| path.is_file()) {
            self.add(path, None, &mut found);
        }
        found
    }

    fn of_folder(&self, folder: &Path) -> Neighbours {
        let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = std::fs::read_dir(listed).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries
            .filter(|entry| source::is_input(&entry.file_name().to_string_lossy()))
            .map(|entry| folder.join(entry.file_name()))
            .filter(|path| path.is_file() && self.may_be_read(path, listed))
            .collect();
        paths.sort();
        let mut found = Neighbours::default();
        for path in paths {
            self.add(&path, None, &mut found);
        }
        found
    }

    /// Whether the walk through the folder reads this neighbour: a link may not lead out of the argument.
    fn may_be_read(&self, path: &Path, folder: &Path) -> bool {
        let argument = self.arguments.iter().find(|argument| folder.starts_with(argument));
        let root = argument.map_or(folder, PathBuf::as_path);
        self.follow || !path.is_symlink() || source::lies_in(path, root).unwrap_or(false)
    }

    fn of_archive(&self, archive: &Path, inner: &str) -> Neighbours {
        let mut found = Neighbours::default();
        self.add(archive, Some(inner), &mut found);
        found
    }

    /// Reads a file: counts a table, or records the events of its games.
    fn add(&self, path: &Path, inner: Option<&str>, found: &mut Neighbours) {
        let is_wanted = |name: &str| match inner {
            Some(inner) => name.rsplit_once('/').map_or("", |(folder, _)| folder) == inner,
            None => true,
        };
        let mut tables: FxHashSet<String> = FxHashSet::default();
        let mut all: Vec<(Games, u64)> = Vec::new();
        self.read(path, |name, seen| {
            if !is_wanted(name) {
                return ControlFlow::Continue(());
            }
            let Seen::Game(game) = seen else {
                tables.insert(name.to_owned());
                return ControlFlow::Continue(());
            };
            if all.last().is_none_or(|(games, _)| games.name.as_ref() != name) {
                let (path, events) = (path.to_owned(), FxHashSet::default());
                all.push((Games { path, name: name.into(), events, count: 0 }, 0));
            }
            let Some((games, numbered)) = all.last_mut() else { return ControlFlow::Continue(()) };
            games.count += 1;
            *numbered += u64::from(has_round(game));
            games.events.insert(folded(&game.tag("Event").unwrap_or_default()));
            let collection =
                games.count > MOST_GAMES || (games.count >= FIRST_GAMES && *numbered * 2 < games.count);
            if collection { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.tables += tables.len();
        let whole = |games: &Games| games.count <= MOST_GAMES;
        let kept = all.into_iter().filter(|(games, numbered)| {
            whole(games) && (games.count < FIRST_GAMES || numbered * 2 >= games.count)
        });
        found.games.extend(kept.map(|(games, _)| games));
    }

    /// The games of all files that belong to the table's event, as one event.
    fn choose(&self, neighbours: &Neighbours, table: &Event, path: &Path, outright: bool) -> Option<Event> {
        let wanted = folded(&table.name);
        let named: Vec<&Games> = neighbours
            .games
            .iter()
            .filter(|games| !wanted.is_empty() && games.events.contains(&wanted))
            .collect();
        // Sections of one festival have the same name but other players.
        let of_name = self.event(&named, Some(&wanted)).filter(|event| shares_player(table, event));
        if of_name.is_some() {
            return of_name;
        }
        let stem = |path: &Path| path.file_name().map(|name| stem_of(&name.to_string_lossy()));
        let one_table = neighbours.tables == 1;
        let candidates: Vec<&Games> = neighbours
            .games
            .iter()
            .filter(|games| {
                let paired = one_table && (outright || neighbours.games.len() == 1);
                paired || (outright && stem(&games.path) == stem(path))
            })
            .collect();
        let only = outright && one_table && candidates.len() == 1;
        let shares = |games: &&&Games| {
            self.event(&[games], None).is_some_and(|event| {
                of_one_event(table, &event, true) || (only && shares_player(table, &event))
            })
        };
        let chosen: Vec<&Games> = candidates.iter().filter(shares).copied().collect();
        if chosen.is_empty() { None } else { self.event(&chosen, None) }
    }

    /// Reads games as one event. If a file has several events, only the games of the wanted one are taken, and those
    /// without an Event tag.
    fn event(&self, files: &[&Games], wanted: Option<&str>) -> Option<Event> {
        let first = files.first()?;
        let mut builder = Builder::new(Arc::clone(&first.name));
        let mut silenced = Vec::new();
        for games in files {
            let of_wanted = |game: &SheetTags<'_>| {
                let own = folded(&game.tag("Event").unwrap_or_default());
                wanted.is_none_or(|wanted| own == wanted)
            };
            let mut fitting = 0;
            if wanted.is_some() && games.events.len() > 1 {
                self.read_games(games, |game| fitting += u64::from(of_wanted(game)));
            }
            // A few games with a mistake in the Event tag still belong to the event.
            let all = games.events.len() == 1 || fitting * 5 >= games.count * 4;
            let mut seen = FxHashSet::default();
            builder.next_file(Arc::clone(&games.name));
            self.read_games(games, |game| {
                let unnamed = game.tag("Event").is_none_or(|name| name.trim().is_empty());
                if !(all || unnamed || of_wanted(game)) || !seen.insert(fingerprint(game)) {
                    return;
                }
                silenced
                    .extend(silenced_in(game.body).into_iter().map(|id| (game.place.line, id.to_owned())));
                builder.game(game);
            });
        }
        let mut event = builder.finish();
        event.silenced = silenced;
        (!event.players.is_empty()).then_some(event)
    }

    fn read_games(&self, games: &Games, mut take: impl FnMut(&SheetTags<'_>)) {
        self.read(&games.path, |name, seen| {
            if let Seen::Game(game) = seen
                && name == games.name.as_ref()
            {
                take(game);
            }
            ControlFlow::Continue(())
        });
    }

    /// Calls `take` for every table and every game of a file. What cannot be read is reported when the run itself
    /// reads it.
    fn read(&self, path: &Path, mut take: impl FnMut(&str, Seen<'_, '_>) -> ControlFlow<()>) {
        let worker = || owned;
        let mut file: Option<(String, u64)> = None;
        let consume = |(name, part): (String, Part)| match part {
            Part::Other => ControlFlow::Continue(()),
            Part::Table => take(&name, Seen::Table),
            Part::Games(text, start) => {
                let before = file.as_ref().filter(|(of, _)| *of == name).map_or(0, |(_, games)| *games);
                let mut flow = ControlFlow::Continue(());
                let games = each_game_from(&text, Start { games: before, ..start }, |game| {
                    if flow.is_continue() {
                        flow = take(&name, Seen::Game(game));
                    }
                });
                file = Some((name, games));
                flow
            }
        };
        // A panic there is reported by the run itself.
        let _ended = source::run(vec![path.to_owned()], self.formats, &Options::default(), worker, consume);
    }
}

/// The contents of a file, one after the other.
enum Seen<'g, 't> {
    Table,
    Game(&'g SheetTags<'t>),
}

enum Part {
    Games(Vec<u8>, Start),
    Table,
    Other,
}

fn owned(piece: source::Piece<'_>) -> (String, Part) {
    let part = match piece.content {
        Content::Games(games) => {
            let start = Start { offset: games.offset, lines: games.lines_before, games: 0 };
            Part::Games(games.text.to_vec(), start)
        }
        Content::Whole { text, .. } => match event::recognise(&piece.file.name, text) {
            Some(Format::Pgn) => Part::Games(text.to_vec(), Start::default()),
            Some(_) => Part::Table,
            None => Part::Other,
        },
        Content::Oversize(_) | Content::Blank | Content::Error(_) => Part::Other,
    };
    (piece.file.name.clone(), part)
}

fn has_round(game: &SheetTags<'_>) -> bool {
    game.tag("Round").and_then(|round| RoundTag::parse(&round)).is_some()
}

fn stem_of(name: &str) -> String {
    let name = source::unpacked_name(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase()
}

/// A hash of players, round, start position, moves and result; a game without moves equals no other. A copy under
/// another round is another game.
fn fingerprint(game: &SheetTags<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    for name in ["White", "Black", "Round", "Result", "FEN"] {
        game.tag(name).unwrap_or(Cow::Borrowed("")).hash(&mut hasher);
    }
    let body = game.body.trim_ascii();
    if body.len() > "1/2-1/2".len() {
        body.hash(&mut hasher);
    } else {
        game.place.game.hash(&mut hasher);
    }
    hasher.finish()
}
