//! C9: the bye goes to a player with as few unplayed games as possible.

use super::*;

pub(in super::super) static CRITERION: Criterion = Criterion {
    numbers: ["", "C9"],
    says: "the bye to a player with as few unplayed games as possible",
    slots: |bracket| usize::from(bracket.bye_due_here),
    lists: false,
    most: |bracket| bracket.players.iter().map(|at| bracket.player(*at).unplayed).max().unwrap_or(0).max(1),
    pair: None,
    float: Some(|bracket, player, slots| {
        if let Some(slot) = slots.first_mut() {
            *slot += bracket.player(player).unplayed;
        }
    }),
};
