//! Why these players float down and not others: compares with the best pairing of the bracket with another downfloater, and
//! names the first
//! criterion in which it is worse.

use super::bracket::Bracket;
use super::count::counts;
use super::round::Round;
use super::route::PairedBracket;
use super::solve::{Below, can_complete, solve};
use super::weights::Limit;

/// Why a player floats down instead of others.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Reason {
    /// Starting number of the player.
    pub player: u32,
    /// The players who would otherwise be downfloaters.
    pub instead_of: Vec<u32>,
    /// The first criterion in which each of them is worse; `order` where only the sequence of the candidates decides.
    pub criterion: &'static str,
    /// What it requires.
    pub says: &'static str,
}

/// The most players of a bracket, and the most downfloaters, for which reasons are looked for: each reason needs a pairing
/// of its own.
const MOST: [usize; 2] = [60, 3];

/// The reasons for each downfloater of a bracket, in the order of the criteria; empty for large brackets.
pub(super) fn reasons(round: &Round, paired: &PairedBracket, below: Below<'_>) -> Result<Vec<Reason>, Limit> {
    let few = paired.players.len() <= MOST[0] && paired.downfloaters.len() <= MOST[1];
    let mut reasons: Vec<Reason> = Vec::new();
    let name = |at: usize| round.players.get(at).map_or(0, |player| player.number);
    for floater in paired.downfloaters.iter().filter(|_| few) {
        let others = paired.players.iter().filter(|other| !paired.downfloaters.contains(other));
        for other in others {
            let mut floaters: Vec<usize> =
                paired.downfloaters.iter().copied().filter(|at| at != floater).chain([*other]).collect();
            floaters.sort_unstable();
            let (criterion, says) = worse(round, paired, below, &floaters)?;
            let known = reasons
                .iter_mut()
                .find(|reason| reason.player == name(*floater) && reason.criterion == criterion);
            match known {
                Some(reason) => reason.instead_of.push(name(*other)),
                None => reasons.push(Reason {
                    player: name(*floater),
                    instead_of: vec![name(*other)],
                    criterion,
                    says,
                }),
            }
        }
    }
    Ok(reasons)
}

/// The first criterion in which the best pairing of a bracket with these downfloaters is worse.
fn worse(
    round: &Round,
    paired: &PairedBracket,
    below: Below<'_>,
    floaters: &[usize],
) -> Result<(&'static str, &'static str), Limit> {
    let left = [floaters, below.players].concat();
    let completes = |bye: Option<&[bool]>| can_complete(round, &left, bye);
    if below.must_complete && !completes(below.bye) {
        let allowed: Vec<bool> = round.players.iter().map(|player| player.may_have_bye).collect();
        return Ok(if below.bye.is_some() && completes(Some(&allowed)) {
            (round.rules.pick(["C.4", "C5"]), "the score of the player who gets the bye as low as possible")
        } else {
            (round.rules.pick(["C.4", "C4"]), "what is left can be completed")
        });
    }
    let bracket = Bracket::of(round, paired);
    let inside: Vec<usize> = paired.players.iter().copied().filter(|at| !floaters.contains(at)).collect();
    let moved = inside.iter().filter(|at| bracket.is_moved_down(**at)).count();
    let alone = Below { players: &[], bye: None, must_complete: false };
    let best = solve(&Bracket::new(round, inside, moved, Vec::new()), alone)?;
    if !best.downfloaters.is_empty() {
        return Ok((round.rules.pick(["C.5", "C6"]), "as few downfloaters as possible"));
    }
    let ours = counts(&bracket, &paired.pairs, &paired.downfloaters, below)?;
    let theirs = counts(&bracket, &best.pairs, floaters, below)?;
    let parted = ours.iter().zip(&theirs).find(|(ours, theirs)| ours.faults != theirs.faults);
    Ok(parted.map_or(("order", "the first of the candidates that are equally good"), |(ours, _)| {
        (ours.criterion, ours.says)
    }))
}
