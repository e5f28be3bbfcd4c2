//! One incident: what somebody says happened, when, and who noticed.

use shakmaty::{Color, Square};

use super::fault::{Fault, closed, suggestion};
use super::fields::Table;
use super::file::Located;
use super::kinds::{Actor, Kind};
use crate::place::Place;

/// Whom an incident names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// White.
    White,
    /// Black.
    Black,
    /// The arbiter.
    Arbiter,
    /// Somebody else, or both players.
    Other,
}

impl Who {
    /// The player, where it is one.
    pub fn player(self) -> Option<Color> {
        match self {
            Who::White => Some(Color::White),
            Who::Black => Some(Color::Black),
            Who::Arbiter | Who::Other => None,
        }
    }

    /// The word of the case file.
    pub fn word(self) -> &'static str {
        match self {
            Who::White => "white",
            Who::Black => "black",
            Who::Arbiter => "arbiter",
            Who::Other => "other",
        }
    }
}

impl From<Color> for Who {
    fn from(color: Color) -> Who {
        color.fold_wb(Who::White, Who::Black)
    }
}

/// Who noticed an incident, relative to the player who caused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noticed {
    /// The player who did it.
    Player,
    /// His opponent.
    Opponent,
    /// The arbiter.
    Arbiter,
    /// Somebody else.
    Other,
}

/// What became of a claim before it was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClaimFate {
    /// The claimant wanted to take it back.
    Withdrawn,
    /// The opponent accepted the draw.
    Accepted,
}

impl ClaimFate {
    /// The words of the case file.
    pub const WORDS: &'static [&'static str] = &["withdrawn", "accepted"];

    /// What one of the words means.
    pub(super) fn of(word: &str) -> ClaimFate {
        match word {
            "withdrawn" => ClaimFate::Withdrawn,
            _ => ClaimFate::Accepted,
        }
    }
}

/// In which order pieces of both colours were touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TouchOrder {
    /// The player's own piece first.
    OwnFirst,
    /// The opponent's piece first.
    OpponentFirst,
    /// It is not clear which came first.
    Unknown,
}

impl TouchOrder {
    /// The words of the case file.
    pub(super) const WORDS: &'static [&'static str] = &["own-first", "opponent-first", "unknown"];

    /// What one of the words means.
    pub(super) fn of(word: &str) -> TouchOrder {
        match word {
            "own-first" => TouchOrder::OwnFirst,
            "opponent-first" => TouchOrder::OpponentFirst,
            _ => TouchOrder::Unknown,
        }
    }
}

/// One incident of a case. Counts of half-moves are the record's own.
#[derive(Debug, Clone)]
pub struct Incident {
    /// Where it is written.
    pub place: Place,
    /// What kind it is.
    pub kind: Kind,
    /// Half-moves made when it happened.
    pub ply: usize,
    /// Half-moves made when it was noticed or claimed; never below `ply`.
    pub noticed: usize,
    /// The half-move after which it happened, where that is written instead of `ply`.
    pub after: Option<Located>,
    /// The half-move after which it was noticed, where that is written instead of `noticed`.
    pub noticed_after: Option<Located>,
    /// Who noticed it.
    pub noticed_by: Noticed,
    /// Whether the file says who noticed it.
    pub noticed_by_said: bool,
    /// Who did it, or who claims.
    pub by: Who,
    /// The attempted, intended or sealed move as written, where given.
    pub written: Option<String>,
    /// Whether the clock was pressed after it, where said.
    pub pressed_said: Option<bool>,
    /// Squares touched, in order.
    pub squares: Vec<Square>,
    /// In which order pieces of both colours were touched, where the squares do not say it.
    pub touched: Option<TouchOrder>,
    /// The square on which the piece was let go.
    pub released: Option<Square>,
    /// The same player did it again after an earlier report had been put right.
    pub again: bool,
    /// An amount of time in seconds.
    pub seconds: Option<i64>,
    /// Whether that amount is a number without a unit.
    pub seconds_without_unit: bool,
    /// A number of things.
    pub count: Option<i64>,
    /// The kind's own word, in lower case.
    pub value: Option<String>,
    /// What the arbiter saw himself, or other evidence shows: that it was so, or that nobody can confirm it.
    pub observed: Option<bool>,
    /// What became of a claim before it was decided.
    pub claim: Option<ClaimFate>,
    /// Why the clocks were stopped, in lower case; empty where no reason was given.
    pub stopped_for: Option<String>,
    /// Free text.
    pub note: Option<String>,
    /// Fields that were given and that the kind does not read.
    pub unread: Vec<&'static str>,
}

/// The keys of an incident, which are the columns of an incident log.
pub const COLUMNS: &[&str] = &[
    "ply",
    "after",
    "noticed",
    "noticed_after",
    "noticed_by",
    "by",
    "kind",
    "move",
    "pressed",
    "squares",
    "touched",
    "released",
    "again",
    "seconds",
    "count",
    "value",
    "observed",
    "claim",
    "stopped_for",
    "note",
];

/// The reasons for stopping the clocks that a case can name.
pub(super) const STOPPED_FOR: &[&str] = &["piece-missing", "illness", "arbiter", "claim"];

impl Incident {
    /// Whether the clock was pressed after it; the kind's default where nothing is said.
    pub fn pressed(&self) -> bool {
        self.pressed_said.unwrap_or(self.kind.row().pressed)
    }

    /// Reads one table or row.
    pub(super) fn read(table: &Table) -> Result<Incident, Fault> {
        table.allow(COLUMNS, "an incident")?;
        let kind = kind(table)?;
        let row = kind.row();
        let after = half_move(table, "after", "ply")?;
        let noticed_after = half_move(table, "noticed_after", "noticed")?;
        let ply = match table.natural("ply")? {
            Some((ply, _)) => ply,
            None if after.is_some() => 0,
            None => {
                return Err(missing(
                    table,
                    "after",
                    "the half-move after which it happened, such as \"12... Nf6\", or `ply`",
                ));
            }
        };
        let noticed = noticed(table, ply)?;
        let noticed_by = noticed_by(table)?;
        let incident = Incident {
            place: table.place_of("kind").clone(),
            kind,
            ply: ply as usize,
            noticed: noticed as usize,
            after,
            noticed_after,
            noticed_by: noticed_by.unwrap_or(Noticed::Opponent),
            noticed_by_said: noticed_by.is_some(),
            by: by(table, kind)?,
            written: written(table, kind)?,
            pressed_said: table.boolean("pressed")?,
            squares: squares(table)?,
            touched: touched(table)?,
            released: released(table)?,
            again: table.boolean("again")?.unwrap_or(false),
            seconds: table.seconds("seconds")?.map(|(n, _)| n),
            seconds_without_unit: table.is_plain_number("seconds"),
            count: table.integer("count")?.map(|(n, _)| n),
            value: value(table, kind)?,
            observed: table.boolean("observed")?,
            claim: claim(table)?,
            stopped_for: word(table, "stopped_for", STOPPED_FOR)?.map(str::to_owned),
            note: table.text("note")?.map(|(text, _)| text.to_owned()),
            unread: unread(table, kind),
        };
        match row.needs.iter().find(|field| table.get(field).is_none()) {
            Some(field) => {
                Err(missing(table, field, &format!("`{}` cannot be ruled on without it", row.name)))
            }
            None => Ok(incident),
        }
    }
}

fn missing(table: &Table, key: &str, why: &str) -> Fault {
    Fault::new(table.place_of("kind"), "is missing").key(key).help(why)
}

fn kind(table: &Table) -> Result<Kind, Fault> {
    let Some((name, place)) = table.text("kind")? else {
        return Err(Fault::new(&table.place, "is missing").key("kind").help("say what happened"));
    };
    Kind::named(name).ok_or_else(|| {
        Fault::new(place, format!("\"{name}\" is not a kind of incident"))
            .key("kind")
            .help(Kind::advice(name))
    })
}

/// The text of a move. One that names a square which no board has is a slip of the pen; only what a player sealed is ruled on
/// whatever it says.
fn written(table: &Table, kind: Kind) -> Result<Option<String>, Fault> {
    let Some((text, place)) = table.text("move")? else { return Ok(None) };
    match no_square(text).filter(|_| !matches!(kind, Kind::SealedMove | Kind::AbsentAtResumption)) {
        Some(square) => {
            Err(Fault::new(place, format!("\"{text}\" names {square}, and no board has that square"))
                .key("move")
                .help("a move such as Nf3, exd5, O-O, e8=Q or g1f3"))
        }
        None => Ok(Some(text.to_owned())),
    }
}

/// What is written like a square and is none: a file and a rank of which one does not exist. Letters that name pieces, also in
/// descriptive notation (`p-k4`), are no files.
fn no_square(text: &str) -> Option<&str> {
    let pairs = text.as_bytes().windows(2).enumerate();
    let found = pairs.into_iter().find(|(_, pair)| match pair {
        [b'a'..=b'h', rank] => matches!(rank, b'0' | b'9'),
        [b'i' | b'j' | b'l' | b'm' | b'o' | b'u'..=b'z', rank] => rank.is_ascii_digit(),
        _ => false,
    });
    found.and_then(|(at, _)| text.get(at..at + 2))
}

fn noticed(table: &Table, ply: u32) -> Result<u32, Fault> {
    match table.natural("noticed")? {
        None => Ok(ply),
        Some((noticed, place)) if noticed < ply => Err(Fault::new(
            place,
            format!("{noticed} half-moves when it was noticed, and {ply} when it happened"),
        )
        .key("noticed")
        .help("an incident is noticed when it happens or later")),
        Some((noticed, _)) => Ok(noticed),
    }
}

/// The half-move that `key` names instead of the count `count`.
pub(super) fn half_move(table: &Table, key: &str, count: &str) -> Result<Option<Located>, Fault> {
    let Some((text, place)) = table.text(key)? else { return Ok(None) };
    match table.get(count) {
        None => Ok(Some(Located { text: text.to_owned(), place: place.clone() })),
        Some(_) => {
            Err(Fault::new(place, format!("`{count}` says it already")).key(key).help("write one of the two"))
        }
    }
}

fn noticed_by(table: &Table) -> Result<Option<Noticed>, Fault> {
    let Some((word, place)) = table.text("noticed_by")? else { return Ok(None) };
    let known = [
        ("player", Noticed::Player),
        ("opponent", Noticed::Opponent),
        ("arbiter", Noticed::Arbiter),
        ("other", Noticed::Other),
    ];
    let word =
        closed("noticed_by", word, place, &known.map(|(word, _)| word)).map_err(|fault| {
            match &fault.help {
        Some(help) if help.starts_with("did") => fault,
        _ => fault.help(
            "it is seen from the one who did it: `player` is himself, `opponent` the other (the default)",
        ),
    }
        })?;
    Ok(known.into_iter().find(|(name, _)| *name == word).map(|(_, noticed)| noticed))
}

fn by(table: &Table, kind: Kind) -> Result<Who, Fault> {
    let row = kind.row();
    let Some((word, place)) = table.text("by")? else {
        return match row.by {
            Actor::Anybody => Ok(Who::Other),
            Actor::Player | Actor::OnMove => {
                Err(missing(table, "by", "white or black: who did it, or who claims"))
            }
        };
    };
    let who = match closed("by", word, place, &["white", "black", "arbiter", "other"])? {
        "white" => Who::White,
        "black" => Who::Black,
        "arbiter" => Who::Arbiter,
        _ => Who::Other,
    };
    if row.by != Actor::Anybody && who.player().is_none() {
        return Err(Fault::new(place, format!("only a player can be the one of `{}`", row.name))
            .key("by")
            .help("write white or black; who saw it is `noticed_by`"));
    }
    Ok(who)
}

fn squares(table: &Table) -> Result<Vec<Square>, Fault> {
    let Some(words) = table.words("squares")? else { return Ok(Vec::new()) };
    words
        .into_iter()
        .map(|(word, place)| {
            let help = "squares in the order in which they were touched, such as \"e1 h1\"";
            square(&word, &place, "squares", help)
        })
        .collect()
}

fn released(table: &Table) -> Result<Option<Square>, Fault> {
    let Some((word, place)) = table.text("released")? else { return Ok(None) };
    square(word, place, "released", "the square on which the piece was let go, such as \"g1\"").map(Some)
}

fn square(word: &str, place: &Place, key: &str, help: &str) -> Result<Square, Fault> {
    let read = word.trim().to_ascii_lowercase().parse();
    read.map_err(|_| Fault::new(place, format!("\"{word}\" is not a square")).key(key).help(help))
}

fn touched(table: &Table) -> Result<Option<TouchOrder>, Fault> {
    Ok(word(table, "touched", TouchOrder::WORDS)?.map(TouchOrder::of))
}

fn value(table: &Table, kind: Kind) -> Result<Option<String>, Fault> {
    let Some((text, place)) = table.text("value")? else { return Ok(None) };
    let known = kind.row().values;
    if known.is_empty() {
        return Ok(Some(text.to_owned()));
    }
    let text = text.replace('½', "1/2");
    match known.iter().find(|word| word.eq_ignore_ascii_case(&text)) {
        Some(word) => Ok(Some((*word).to_owned())),
        None => Err(Fault::new(place, format!("\"{text}\" is not a value of `{}`", kind.name()))
            .key("value")
            .help(suggestion(&text, known))),
    }
}

fn claim(table: &Table) -> Result<Option<ClaimFate>, Fault> {
    Ok(word(table, "claim", ClaimFate::WORDS)?.map(ClaimFate::of))
}

/// A word of a closed list under `key`, in any case of letters.
fn word(table: &Table, key: &str, known: &[&'static str]) -> Result<Option<&'static str>, Fault> {
    let Some((text, place)) = table.text(key)? else { return Ok(None) };
    closed(key, text, place, known).map(Some)
}

/// The keys that every kind of incident reads.
const OF_EVERY_KIND: [&str; 8] =
    ["ply", "after", "noticed", "noticed_after", "noticed_by", "by", "kind", "note"];

/// The keys that were given though this kind does not read them.
fn unread(table: &Table, kind: Kind) -> Vec<&'static str> {
    let own = COLUMNS.iter().copied().filter(|key| !OF_EVERY_KIND.contains(key));
    own.filter(|key| table.get(key).is_some() && !kind.row().fields.contains(key)).collect()
}
