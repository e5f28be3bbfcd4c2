//! `DE`: direct encounter, the standings in the games between the tied players (article 6).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Spec, Term, Working};
use crate::event::field::{Field, Measure, Slot};

pub(super) fn group(field: &Field, spec: &Spec, members: &[usize]) -> Vec<Working> {
    let mut workings = places(members, &mut |group| separate(field, spec, spec.measure(field), group));
    let inside: FxHashSet<usize> = members.iter().copied().collect();
    for (working, member) in workings.iter_mut().zip(members) {
        let term = |(slot, opponent): (&Slot, usize)| {
            Term::of_round(slot.round, Some(opponent), slot.gain.get(spec.measure(field)))
        };
        working.terms = mutual(field, spec, *member, &inside).map(term).collect();
    }
    workings
}

/// Splits a group, best first; `None` if it separates nobody.
pub(super) type Apart<'a> = dyn FnMut(&[usize]) -> Option<Vec<Vec<usize>>> + 'a;

/// Places inside a group that is split repeatedly, 1 is best; 0 for all if nobody is separated.
pub(super) fn places(members: &[usize], apart: &mut Apart<'_>) -> Vec<Working> {
    let mut place = FxHashMap::default();
    let separated = number(members, 1, apart, &mut place);
    let value = |member| if separated { place.get(member).copied().unwrap_or(0) } else { 0 };
    members.iter().map(|member| Working::of(Some(f64::from(value(member))))).collect()
}

fn number(members: &[usize], first: u32, apart: &mut Apart<'_>, place: &mut FxHashMap<usize, u32>) -> bool {
    let groups = if members.len() > 1 { apart(members) } else { None };
    let Some(groups) = groups else {
        place.extend(members.iter().map(|member| (*member, first)));
        return false;
    };
    let mut next = first;
    for group in groups {
        number(&group, next, apart, place);
        next += group.len() as u32;
    }
    true
}

/// One member's results against the other members.
#[derive(Debug, Clone, Copy, Default)]
struct Mutual {
    score: f64,
    missing: usize,
}

/// Splits the members into groups, best first; `None` if nobody is separated.
pub(super) fn separate(
    field: &Field,
    spec: &Spec,
    measure: Measure,
    members: &[usize],
) -> Option<Vec<Vec<usize>>> {
    let mutual = mutual_results(field, spec, measure, members);
    let of = |member: &usize| mutual.get(member).copied().unwrap_or_default();
    let complete = members.iter().all(|member| of(member).missing == 0);
    let groups = if complete { by_score(members, of) } else { certain(field, measure, members, of) };
    (groups.len() > 1).then_some(groups)
}

/// The games of a member against other members, with the opponents' indices.
fn mutual<'f>(
    field: &'f Field,
    spec: &Spec,
    member: usize,
    inside: &'f FxHashSet<usize>,
) -> impl Iterator<Item = (&'f Slot, usize)> {
    let forfeits = spec.forfeits_played || field.round_robin;
    let slots = field.entrants.get(member).map(|e| e.slots.as_slice()).unwrap_or_default();
    let games = slots.iter().filter(move |s| s.outcome.is_played() || (forfeits && s.outcome.is_forfeit()));
    games.filter_map(move |slot| Some((slot, slot.opponent.filter(|o| *o != member && inside.contains(o))?)))
}

fn mutual_results(
    field: &Field,
    spec: &Spec,
    measure: Measure,
    members: &[usize],
) -> FxHashMap<usize, Mutual> {
    let inside: FxHashSet<usize> = members.iter().copied().collect();
    let result = |member: &usize| {
        let mut met: FxHashMap<usize, (f64, f64)> = FxHashMap::default();
        for (slot, opponent) in mutual(field, spec, *member, &inside) {
            let (sum, games) = met.entry(opponent).or_default();
            *sum += slot.gain.get(measure);
            *games += 1.0;
        }
        // For opponents met more than once, the average counts.
        let score = met.values().map(|(sum, games)| sum / games).sum();
        (*member, Mutual { score, missing: (members.len() - 1).saturating_sub(met.len()) })
    };
    members.iter().map(result).collect()
}

fn by_score(members: &[usize], of: impl Fn(&usize) -> Mutual) -> Vec<Vec<usize>> {
    let mut sorted = members.to_vec();
    sorted.sort_by(|a, b| of(b).score.total_cmp(&of(a).score));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for member in sorted {
        match groups.last_mut() {
            Some(group)
                if group.last().is_some_and(|last| (of(last).score - of(&member).score).abs() < 1e-9) =>
            {
                group.push(member);
            }
            _ => groups.push(vec![member]),
        }
    }
    groups
}

/// Separates, one after the other, the members who are first whatever the results of the missing games; the rest is one
/// group.
fn certain(
    field: &Field,
    measure: Measure,
    members: &[usize],
    of: impl Fn(&usize) -> Mutual,
) -> Vec<Vec<usize>> {
    let (win, loss) = (field.win.get(measure), field.loss.get(measure));
    let least = |member: &usize| of(member).score + loss * of(member).missing as f64;
    let most = |member: &usize| of(member).score + win * of(member).missing as f64;
    let mut rest = members.to_vec();
    let mut groups = Vec::new();
    while rest.len() > 1 {
        let best = rest.iter().enumerate().max_by(|a, b| least(a.1).total_cmp(&least(b.1))).map(|(at, _)| at);
        let Some(at) = best else { break };
        let top = rest.remove(at);
        if rest.iter().any(|other| most(other) >= least(&top) - 1e-9) {
            rest.insert(at, top);
            break;
        }
        groups.push(vec![top]);
    }
    groups.push(rest);
    groups
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::{column, round_robin, swiss};

    #[test]
    fn the_winner_of_the_mutual_game_is_first() {
        // 1 and 2 have 2 points each, 1 won their game.
        let event = round_robin(&["2w1 3b0 4w1", "1b0 4w1 3b1", "4b= 1w1 2w0", "3w= 2b0 1b0"]);
        assert_eq!(column(&event, "DE")[..2], [Some(1.0), Some(2.0)]);
    }

    #[test]
    fn without_a_mutual_game_nobody_is_separated() {
        let event = swiss(&["3w1", "4w1", "1b0", "2b0"]);
        assert_eq!(column(&event, "DE"), [Some(0.0); 4]);
    }

    #[test]
    fn a_forfeit_is_no_encounter_in_a_swiss_unless_asked_for() {
        let event = swiss(&["2w+ 3b0 -Z", "1b- -Z 3w1", "-H 1w1 2b0"]);
        assert_eq!(column(&event, "DE:P")[..2], [Some(1.0), Some(2.0)]);
        assert_eq!(column(&event, "DE")[..2], [Some(0.0), Some(0.0)]);
    }
}
