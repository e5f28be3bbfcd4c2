//! A case while it is heard: what is known of it, and the state of the game after the rulings so far.

use std::sync::Arc;

use shakmaty::Color;

use super::acts::{Act, Undone};
use super::clock_history::Clocks;
use super::evidence::Evidence;
use super::record::Record;
use super::ruling::{Decision, GameResult, Ruling, Sides};
use crate::case::{Case, Incident, Kind, Regulations};
use crate::clock::TimeControl;
use crate::ruleset::{Cited, Confidence, Rules};

/// How the game ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct End {
    /// Half-moves made when it took effect.
    pub at: usize,
    /// The result.
    pub result: GameResult,
    /// Index of the ruling that says so.
    pub ruling: usize,
    /// By agreement or signature, not on the board.
    pub agreed: bool,
    /// The player whose refusal to comply ended it.
    pub refused: Option<Color>,
}

/// An offer of a draw that has not been answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offer {
    /// Who made it.
    pub by: Color,
    /// Half-moves made then.
    pub ply: usize,
    /// It came with a claim, and lapses when the claim is decided.
    pub at_once: bool,
}

/// The case with the state that one ruling hands to the next.
pub(super) struct Hearing<'a> {
    /// The case as it was reported.
    pub case: &'a Case,
    /// The Laws of this edition and speed, variations and supervision applied.
    pub laws: &'a Rules,
    /// The moves.
    pub record: &'a Record,
    /// The clock log and the readings in the scoresheet.
    pub clocks: &'a Clocks,
    /// What is known of the game before the record.
    pub evidence: Evidence,
    /// The time control, where one is known.
    pub control: Option<&'a TimeControl>,
    /// The rulings so far.
    pub rulings: Vec<Ruling>,
    /// How the game ended, once it has.
    pub ended: Option<End>,
    /// Faults of each player that count as illegal moves.
    pub offences: Sides<u32>,
    /// The open offer of a draw.
    pub offer: Option<Offer>,
    /// Half-moves of the positions that were set up again.
    pub restored: Vec<usize>,
    /// Half-moves made after moves that were taken back before the opponent's next move.
    pub undone: Vec<usize>,
    /// Faults corrected before the opponent's next move: the half-moves made then, and the offender.
    pub corrected: Vec<(usize, Color)>,
    /// Illegal moves, and faults that count as such, that were ruled on.
    pub acts: Vec<Act>,
    /// Positions set up again, and when.
    pub set_up_again: Vec<Undone>,
    /// Missing move pairs of each player's scoresheet, where known.
    pub missing_pairs: Sides<Option<u32>>,
    /// Players who moved and did not press before the opponent's next press, by the log.
    pub forgot_to_press: Vec<Color>,
    /// Claims on time are barred in this control.
    pub time_claims_barred: bool,
}

impl<'a> Hearing<'a> {
    /// A case before its first ruling.
    pub(super) fn open(
        case: &'a Case,
        laws: &'a Rules,
        record: &'a Record,
        clocks: &'a Clocks,
        evidence: Evidence,
        control: Option<&'a TimeControl>,
    ) -> Hearing<'a> {
        Hearing {
            case,
            laws,
            record,
            clocks,
            evidence,
            control,
            rulings: Vec::new(),
            ended: None,
            offences: Sides::default(),
            offer: None,
            restored: Vec::new(),
            undone: Vec::new(),
            corrected: Vec::new(),
            acts: Vec::new(),
            set_up_again: Vec::new(),
            missing_pairs: Sides::default(),
            forgot_to_press: Vec::new(),
            time_claims_barred: false,
        }
    }

    /// What the event announced.
    pub(super) fn regulations(&self) -> &'a Regulations {
        &self.case.regulations
    }

    /// An empty ruling about an incident.
    pub(super) fn about(&self, number: usize, incident: &Incident) -> Ruling {
        let mut ruling = Ruling::new(incident.kind.name(), incident.ply, incident.noticed);
        ruling.incident = Some(number);
        ruling.by = Some(incident.by.word());
        ruling.fen = Some(self.record.fen(incident.ply));
        ruling
    }

    /// Bases the ruling on a value that several kinds of incident share: only those of its articles that govern this kind are cited.
    pub(super) fn rest_on_for_kind<'c, T>(&self, ruling: &mut Ruling, cited: &'c Cited<T>) -> &'c T {
        let governs = |number: &&Arc<str>| {
            let article = self.laws.article(number);
            article.is_some_and(|article| article.governs.iter().any(|kind| **kind == *ruling.kind))
        };
        let articles: Vec<Arc<str>> = cited.articles.iter().filter(governs).cloned().collect();
        if articles.is_empty() {
            return ruling.rest_on(cited);
        }
        ruling.cite(articles.iter());
        if cited.confidence != Confidence::Sure {
            ruling.unsure.extend(articles);
        }
        &cited.value
    }

    /// The player of an incident of a kind that only players can do; whoever has the move otherwise.
    pub(super) fn player(&self, incident: &Incident) -> Color {
        incident.by.player().unwrap_or_else(|| self.record.turn(incident.ply))
    }

    /// A claim of a draw is an offer of one too, where the Laws say so.
    pub(super) fn offer_by_claim(&mut self, claimant: Color, ply: usize) {
        let law = &self.laws.draw_claim;
        if *law.is_offer {
            self.offer = Some(Offer { by: claimant, ply, at_once: !*law.offer_survives });
        }
    }

    /// Whether `player` had touched a piece to move with it, after `ply` half-moves and before this incident.
    pub(super) fn has_touched(&self, incident: &Incident, player: Color, ply: usize) -> bool {
        let before = |other: &&Incident| other.place != incident.place;
        self.case.incidents.iter().take_while(before).any(|other| {
            other.kind == Kind::Touch
                && other.by.player() == Some(player)
                && other.ply == ply
                && other.value.is_none()
        })
    }

    /// Whether an end after `ply` half-moves was undone because an earlier position was set up again.
    pub(super) fn is_void(&self, ply: usize) -> bool {
        self.restored.iter().any(|restored| *restored < ply) || self.undone.contains(&ply)
    }

    /// Puts the rulings from `first` on that are about incidents into the order in which those were reported.
    pub(super) fn in_order_of_report(&mut self, first: usize) {
        let Some(rulings) = self.rulings.get_mut(first..) else { return };
        let ending =
            self.ended.as_ref().and_then(|end| rulings.get(end.ruling.checked_sub(first)?)?.incident);
        rulings.sort_by_key(|ruling| ruling.incident);
        let place = rulings.iter().position(|ruling| ending.is_some() && ruling.incident == ending);
        if let (Some(end), Some(place)) = (self.ended.as_mut(), place) {
            end.ruling = first + place;
        }
    }

    /// Enters a ruling, and what follows from it for the ones after it.
    pub(super) fn enter(&mut self, ruling: Ruling) {
        let at = ruling.noticed;
        if ruling.decision == Decision::GameOver
            && let Some(result) = ruling.result
            && self.ended.is_none()
        {
            self.ended = Some(End { at, result, ruling: self.rulings.len(), agreed: false, refused: None });
        }
        if let Some(ply) = ruling.restore {
            self.restored.push(ply);
            self.set_up_again.push(Undone { to: ply, noticed: at });
        }
        self.rulings.push(ruling);
    }
}

impl Ruling {
    /// Bases the ruling on a value of the Laws: its articles are cited, and noted if they are not certain.
    pub(super) fn rest_on<'c, T>(&mut self, cited: &'c Cited<T>) -> &'c T {
        self.cite(cited.articles.iter());
        if cited.confidence != Confidence::Sure {
            self.unsure.extend(cited.articles.iter().cloned());
        }
        &cited.value
    }

    /// Adds to the reasons what is not certain about the articles used.
    pub(super) fn own_up(&mut self) {
        if !self.unsure.is_empty() {
            let mut seen = Vec::new();
            for article in std::mem::take(&mut self.unsure) {
                if !seen.contains(&article) {
                    seen.push(article);
                }
            }
            let articles = seen.join(", ");
            self.caveat(format!(
                "Not certain: {articles}; how this applies here is known only from a secondary source, such as a manual or another \
                 edition."
            ));
        }
        self.reasons.extend(self.caveats.iter().cloned());
    }
}
