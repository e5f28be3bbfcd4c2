//! What an arbiter may do, as JSON keywords and in sentences.

use super::ruling::Ruling;
use super::words::spoken;
use crate::ruleset::{Cited, Options, Remedy, Rules};

/// The word of the closed list.
pub(super) fn word(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::Warning => "warning",
        Remedy::OpponentTimeUp => "opponent-time-up",
        Remedy::OwnTimeDown => "own-time-down",
        Remedy::OpponentPointsUp => "opponent-points-up",
        Remedy::OwnPointsDown => "own-points-down",
        Remedy::Loss => "loss",
        Remedy::Draw => "draw",
        Remedy::Fine => "fine",
        Remedy::Exclusion => "exclusion",
        Remedy::Expulsion => "expulsion",
        Remedy::Restart => "restart",
        Remedy::Restore => "restore",
        Remedy::Postpone => "postpone",
        Remedy::Reject => "reject",
        Remedy::Accept => "accept",
        Remedy::Increment => "increment",
        Remedy::ExtraTime => "extra-time",
        Remedy::Waive => "waive",
        Remedy::Clarify => "clarify",
    }
}

/// What an option means, as an arbiter would say it.
pub fn plain(word: &str) -> &'static str {
    match word {
        "warning" => "a warning",
        "opponent-time-up" => "more time for the opponent",
        "own-time-down" => "less time for the player at fault",
        "opponent-points-up" => "more points for the opponent, up to what the game can give",
        "own-points-down" => "fewer points for the player at fault",
        "loss" => "loss of the game",
        "draw" => "a draw",
        "fine" => "a fine announced beforehand",
        "exclusion" => "exclusion from one or more rounds",
        "expulsion" => "expulsion from the event",
        "restart" => "a new game",
        "restore" => "setting up the earlier position again",
        "postpone" => "postponing the decision",
        "reject" => "rejecting the claim",
        "accept" => "accepting the claim",
        "increment" => "setting an increment or a delay",
        "extra-time" => "time added for what was lost",
        "waive" => "waiving the penalty",
        "continue" => "playing on",
        "clarify" => "asking the players what was meant",
        _ => "",
    }
}

impl Ruling {
    /// Leaves it to the arbiter, with what the Laws list.
    pub(super) fn leave_to_arbiter(&mut self, rules: &Rules, options: &Cited<Options>) {
        self.decision = super::ruling::Decision::Discretion;
        let listed = rules.options(self.rest_on(options));
        let standard = &rules.penalties.standard_bonus;
        if **standard > 0 && listed.contains(&Remedy::OpponentTimeUp) {
            self.rest_on(standard);
            let sum = spoken(i64::from(**standard));
            let step =
                format!("The standard penalty is {sum} for the opponent; the arbiter may do less or more.");
            if !self.reasons.contains(&step) {
                self.because(step);
            }
        }
        self.offer(listed.into_iter().map(word));
    }
}
