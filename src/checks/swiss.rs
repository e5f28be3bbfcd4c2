//! The rounds of a Swiss result file compared with those that the Dutch system gives: computed once for the four checks of
//! pairings.

use super::Finding;
use super::result_file::ResultFile;
use crate::event::pairing::{
    Applies, Depth, Edition, Judged, Limit, MOST_STEPS, Rules, Setting, Soundness, applies, implied_rounds,
    judge, may_be_dutch,
};
use crate::event::{Event, Kind, kind};

/// Players above which only absolute criteria and colours are judged.
pub const MOST_PLAYERS: usize = 2_000;

/// Rounds after this one are not judged.
pub(super) const MOST_ROUNDS: u32 = 100;

/// The steps of a file are limited to this many times the steps of a round.
const LONGEST_ROUNDS: u64 = 10;

/// The checks that look at the rounds judged here.
pub const PAIRING_CHECKS: [&str; 4] =
    ["pairing-forbidden", "pairing-differs", "bye-not-due", "colour-allocation"];

/// How far pairings are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairings {
    /// Up to [`MOST_PLAYERS`] players wholly, above it by the absolute criteria and the colours.
    #[default]
    Auto,
    /// Wholly, however many players there are.
    Always,
    /// By the absolute criteria alone.
    Never,
    /// Not at all: no check that is asked for looks at them.
    Off,
}

/// What the checks of pairings are told beside the event.
#[derive(Debug, Clone, Copy)]
pub struct PairingSettings {
    /// How far they are judged.
    pub depth: Pairings,
    /// The edition of the rules, where it was said.
    pub rules: Option<Rules>,
    /// The number of rounds, where the file does not say it.
    pub planned_rounds: Option<u32>,
    /// The most steps in which the pairs of a round are found.
    pub most_steps: u64,
}

impl Default for PairingSettings {
    fn default() -> PairingSettings {
        let depth = Pairings::default();
        PairingSettings { depth, rules: None, planned_rounds: None, most_steps: MOST_STEPS }
    }
}

/// The rounds of a file as the rules judge them.
#[derive(Debug, Default)]
pub(super) struct JudgedRounds {
    /// Those that could be judged, in order.
    pub rounds: Vec<Judged>,
    /// Most rounds differ, the first among them: the event was paired by something else.
    pub other_system: bool,
    /// More players than are paired again.
    pub too_many: bool,
    /// More rounds than are judged.
    pub more_rounds: bool,
    /// The edition, where it was assumed: the file neither names one nor has a date.
    pub assumed: Option<&'static Edition>,
}

/// The fewest rounds from which another system is inferred.
const ENOUGH_ROUNDS: usize = 4;

pub(super) fn judged(file: &ResultFile<'_>, settings: &PairingSettings) -> JudgedRounds {
    let event = file.event;
    if settings.depth == Pairings::Off || file.kind != Kind::Swiss || may_be_dutch(event).is_err() {
        return JudgedRounds::default();
    }
    let Applies { rules, covered, assumed } = applies(event, settings.rules);
    let too_many = settings.depth == Pairings::Auto && event.players.len() > MOST_PLAYERS;
    let depth = match settings.depth {
        _ if !covered => Depth::Absolute,
        Pairings::Never | Pairings::Off => Depth::Absolute,
        Pairings::Auto if too_many => Depth::Colours,
        Pairings::Auto | Pairings::Always => Depth::Pairs,
    };
    let paired = event.players.iter().flat_map(|player| &player.cells).filter(|cell| cell.opponent.is_some());
    let last = paired.map(|cell| cell.round).max().unwrap_or(0);
    let planned = event.planned_rounds.or(settings.planned_rounds);
    let rounds = planned.or_else(|| implied_rounds(event, last));
    let soundness = Soundness::new(event);
    let sound = (1..=last.min(MOST_ROUNDS)).take_while(|round| soundness.of_round(*round));
    let setting = |round| Setting { rules, round, rounds, initial: None, most_steps: settings.most_steps };
    let most = settings.most_steps.saturating_mul(LONGEST_ROUNDS);
    let mut taken = 0;
    let rounds: Vec<Judged> = sound
        .map(|round| {
            if depth != Depth::Pairs || taken <= most {
                let judged = judge(event, setting(round), depth);
                taken += judged.steps;
                return judged;
            }
            Judged { limit: Some(Limit::File(most)), ..judge(event, setting(round), Depth::Colours) }
        })
        .collect();
    let other_system = is_other_system(&rounds);
    let assumed = assumed.then(|| rules.edition());
    JudgedRounds { rounds, other_system, too_many, more_rounds: last > MOST_ROUNDS, assumed }
}

/// The edition that is assumed for an event whose pairings are judged, where its file neither names one nor has a date.
pub fn assumed_edition(event: &Event, settings: &PairingSettings) -> Option<&'static Edition> {
    let is_judged = settings.depth != Pairings::Off
        && kind::decide(event, None).0 == Kind::Swiss
        && may_be_dutch(event).is_ok()
        && event.players.iter().flat_map(|player| &player.cells).any(|cell| cell.opponent.is_some());
    let applies = applies(event, settings.rules);
    (is_judged && applies.assumed).then(|| applies.rules.edition())
}

/// Says which edition was assumed: in words in the first finding that rests on it, and in the data of all of them.
pub(super) fn say_assumed(judged: &JudgedRounds, found: &mut [Finding]) {
    let Some(edition) = judged.assumed else { return };
    let mut of_pairings =
        found.iter_mut().filter(|finding| PAIRING_CHECKS.contains(&finding.check)).peekable();
    if let Some(first) = of_pairings.peek_mut() {
        let words = format!("; the file has no date, so the rules of {} are assumed", edition.year);
        first.message.push_str(&words);
    }
    for finding in of_pairings {
        finding.data.insert("assumed".into(), vec!["rules"].into());
    }
}

/// Whether the event was paired by something else. Colours of the first round only alternate down the list: more than one wrong
/// colour there means another draw or other numbers. Otherwise more than half of at least four rounds have to differ, the first
/// included.
fn is_other_system(rounds: &[Judged]) -> bool {
    let differs = |judged: &&Judged| judged.difference.is_some() || !judged.byes.is_empty();
    let Some(first) = rounds.first() else { return false };
    first.colours.len() > 1
        || rounds.len() >= ENOUGH_ROUNDS
            && differs(&first)
            && rounds.iter().filter(differs).count() * 2 > rounds.len()
}
