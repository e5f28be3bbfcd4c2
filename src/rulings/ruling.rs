//! A ruling: what an arbiter does about an incident, with the articles and the steps that lead there.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use shakmaty::Color;

use super::clock_history::Clocks;
use super::record::Record;
use crate::case::Incident;
use crate::checks::Finding;
use crate::clock::TimeControl;
use crate::ruleset::Rules;

/// What is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Decision {
    /// The game ends.
    GameOver,
    /// The last move is taken back or completed, and a legal one made.
    Correct,
    /// An earlier position is set up again.
    Restore,
    /// A new game from the correct initial position.
    Restart,
    /// Play goes on after something is put right.
    Continue,
    /// What was done stands.
    Stands,
    /// The claim is wrong.
    ClaimRejected,
    /// The Laws leave it to the arbiter.
    Discretion,
    /// Recorded; nothing to rule.
    None,
}

impl Decision {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Decision::GameOver => "game-over",
            Decision::Correct => "correct",
            Decision::Restore => "restore",
            Decision::Restart => "restart",
            Decision::Continue => "continue",
            Decision::Stands => "stands",
            Decision::ClaimRejected => "claim-rejected",
            Decision::Discretion => "discretion",
            Decision::None => "none",
        }
    }

    /// Whether the game is still open after it, so that the top result is `*`.
    pub fn leaves_open(self) -> bool {
        use Decision::{ClaimRejected, Continue, Correct, Discretion, Restart, Restore};
        matches!(self, Correct | Restore | Restart | Continue | ClaimRejected | Discretion)
    }
}

/// The result of a game, forfeits and double losses included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameResult {
    /// One side won on the board or by a ruling.
    Win(Color),
    /// Drawn.
    Draw,
    /// Both lose.
    BothLose,
    /// One side won by forfeit.
    Forfeit(Color),
    /// Both forfeited.
    BothForfeit,
    /// Not finished.
    Open,
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 8] = [
        GameResult::Win(Color::White),
        GameResult::Win(Color::Black),
        GameResult::Draw,
        GameResult::BothLose,
        GameResult::Forfeit(Color::White),
        GameResult::Forfeit(Color::Black),
        GameResult::BothForfeit,
        GameResult::Open,
    ];

    /// As PGN and case-format write it.
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Forfeit(Color::White) => "1-0F",
            GameResult::Forfeit(Color::Black) => "0-1F",
            GameResult::BothForfeit => "0-0F",
            GameResult::Open => "*",
        }
    }

    /// Reads what [`GameResult::as_str`] writes.
    pub fn read(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.as_str() == text)
    }

    /// In words: `White wins`.
    pub fn words(self) -> &'static str {
        match self {
            GameResult::Win(Color::White) => "White wins",
            GameResult::Win(Color::Black) => "Black wins",
            GameResult::Draw => "the game is drawn",
            GameResult::BothLose => "both players lose",
            GameResult::Forfeit(Color::White) => "White wins by forfeit",
            GameResult::Forfeit(Color::Black) => "Black wins by forfeit",
            GameResult::BothForfeit => "both players lose by forfeit",
            GameResult::Open => "the game goes on",
        }
    }
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    /// The value of one side.
    pub fn of(&self, color: Color) -> &T {
        color.fold_wb(&self.white, &self.black)
    }

    /// The value of one side, to change.
    pub fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// One ruling.
#[derive(Debug, Clone, Serialize)]
pub struct Ruling {
    /// The incident ruled on, from 0; `None` if the record or the log alone proves it.
    pub incident: Option<usize>,
    /// The incident's kind, or how the board ended the game.
    pub kind: &'static str,
    /// Whose act it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// Half-moves made when it happened.
    pub ply: usize,
    /// Half-moves made when it was noticed or claimed.
    pub noticed: usize,
    /// What the arbiter says aloud: what is decided and why, then what remains to be played and the clocks. Filled in when the
    /// ruling is complete.
    pub ruling: String,
    /// What is decided.
    pub decision: Decision,
    /// The result, where the game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Half-moves of the position that is set up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restore: Option<usize>,
    /// The moves that remain, in UCI, sorted; `None` if any legal move may be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub must: Option<Vec<String>>,
    /// Seconds added to each clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjust: Option<Sides<i64>>,
    /// What the arbiter sets on the clocks, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Sides<f64>>,
    /// What the arbiter may do, if the decision is left to the arbiter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<&'static str>,
    /// The articles, in the order in which the reasons use them.
    pub articles: Vec<Arc<str>>,
    /// The steps, in plain words.
    pub reasons: Vec<String>,
    /// What is assumed because the case does not say it.
    pub assumed: Vec<String>,
    /// The position that the ruling is about, for readers; after `ply` half-moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The first sentence of `ruling`, written by its family of incidents; otherwise the words of the decision are used.
    #[serde(skip)]
    pub(super) announcement: Option<String>,
    /// What depends on missing evidence; it becomes the last of the reasons when the ruling is complete.
    #[serde(skip)]
    pub caveats: Vec<String>,
    /// Articles whose wording or place is not certain.
    #[serde(skip)]
    pub unsure: Vec<Arc<str>>,
}

impl Ruling {
    /// An empty ruling about something that happened after `ply` half-moves and was noticed after `noticed`.
    pub fn new(kind: &'static str, ply: usize, noticed: usize) -> Ruling {
        Ruling {
            incident: None,
            kind,
            by: None,
            ply,
            noticed,
            ruling: String::new(),
            decision: Decision::None,
            result: None,
            restore: None,
            must: None,
            adjust: None,
            clock: None,
            options: Vec::new(),
            articles: Vec::new(),
            reasons: Vec::new(),
            assumed: Vec::new(),
            announcement: None,
            fen: None,
            caveats: Vec::new(),
            unsure: Vec::new(),
        }
    }

    /// Adds a step of the reasoning.
    pub fn because(&mut self, step: impl Into<String>) {
        self.reasons.push(step.into());
    }

    /// Sets the sentence that the arbiter says aloud: what is done and why, such as "The move stands: Black had already
    /// replied." What remains to be played and the clocks are added to it.
    pub fn announce(&mut self, sentence: impl Into<String>) {
        self.announcement = Some(sentence.into());
    }

    /// Notes, once, what is assumed because the case does not say it.
    pub fn assume(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.assumed.contains(&what) {
            self.assumed.push(what);
        }
    }

    /// Names missing evidence, and what follows in either case.
    pub fn caveat(&mut self, what: impl Into<String>) {
        self.caveats.push(what.into());
    }

    /// Sets the decision.
    pub fn decide(&mut self, decision: Decision) {
        self.decision = decision;
    }

    /// The game ends with `result`.
    pub fn end(&mut self, result: GameResult) {
        self.decision = Decision::GameOver;
        self.result = Some(result);
    }

    /// Adds seconds to one side's clock.
    pub fn add_time(&mut self, side: Color, seconds: i64) {
        *self.adjust.get_or_insert_default().of_mut(side) += seconds;
    }

    /// Adds options, each once.
    pub fn offer(&mut self, options: impl IntoIterator<Item = &'static str>) {
        for option in options {
            if !self.options.contains(&option) {
                self.options.push(option);
            }
        }
    }

    /// Adds articles, each once.
    pub fn cite<'a>(&mut self, articles: impl IntoIterator<Item = &'a Arc<str>>) {
        for article in articles {
            if !self.articles.contains(article) {
                self.articles.push(article.clone());
            }
        }
    }
}

/// How the two players' scoresheets agree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scoresheets {
    /// Half-moves that are the same on both sheets once they are aligned.
    pub agreed_plies: usize,
    /// The first half-move of the game, from 1, that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_divergence: Option<usize>,
    /// White's sheet.
    pub white: SheetCount,
    /// Black's sheet.
    pub black: SheetCount,
}

/// How complete a scoresheet is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SheetCount {
    /// Pairs of moves that are present and readable.
    pub complete_pairs: usize,
    /// Pairs of moves that are missing or unreadable.
    pub missing_pairs: usize,
}

/// Everything that is ruled on a case under one ruleset.
#[derive(Debug, Clone)]
pub struct Adjudication {
    /// The ruleset's id.
    pub ruleset: Arc<str>,
    /// The case's title, or its substitute.
    pub title: String,
    /// The result of the whole case.
    pub result: GameResult,
    /// What the checks find in the record.
    pub findings: Vec<Finding>,
    /// The rulings, in order.
    pub rulings: Vec<Ruling>,
    /// How two scoresheets agree, where there are two.
    pub scoresheets: Option<Scoresheets>,
    /// Remarks on the evidence, such as what was ignored; they are also among the reasons of the first ruling.
    pub notes: Vec<String>,
    /// What is assumed in the whole case: the rules chosen, then what the rulings assume. Each once.
    pub assumed: Vec<String>,
    /// The time control as it was written.
    pub time_control: Option<String>,
    /// What it gives, where there is one.
    pub control: Option<TimeControl>,
    /// The incidents as they were reported, for printing.
    pub incidents: Vec<Incident>,
    /// The rules applied, for printing what an article says.
    pub rules: Arc<Rules>,
    /// The game, for printing moves and positions.
    pub record: Record,
    /// The clocks, for printing.
    pub clocks: Clocks,
}
