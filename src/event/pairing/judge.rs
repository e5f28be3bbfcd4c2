//! A round of a file compared with the round that the rules give.

use std::collections::BTreeSet;

use super::bracket::Bracket;
use super::colours::{ColourRule, of_higher};
use super::count::{Amount, counts};
use super::history::{Absent, Setting, round_of};
use super::round::{Bar, Round, Rules};
use super::route::{PairedBracket, Pairing, Unpaired, pair};
use super::solve::Below;
use super::weights::Limit;
use crate::event::{Colour, Event, Score};

/// A pair whose colours are not those that the rules give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongColour {
    /// Starting number of the player who should have had White.
    pub white: u32,
    /// Starting number of the other.
    pub black: u32,
    /// The rule that says so.
    pub rule: ColourRule,
}

/// A bye that was not due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongBye {
    /// Starting number of the player who has it.
    pub player: u32,
    /// The player who should have it; `None` if the number of players is even.
    pub due: Option<u32>,
    /// The criterion or article that says so.
    pub criterion: &'static str,
}

/// The first bracket in which a file's round is not the one that the rules give.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The score of the bracket's residents.
    pub bracket: Score,
    /// The criterion that decides between the two, or `order` where only the sequence of the candidates does.
    pub criterion: &'static str,
    /// What it requires.
    pub says: &'static str,
    /// The rule of the sequence, if it decides.
    pub rule: Option<&'static str>,
    /// Faults of the file's pairs in that criterion.
    pub found: Option<Amount>,
    /// Faults of the pairs that the rules give.
    pub expected: Option<Amount>,
    /// The file's pairs are better by this program's own count: the engine is wrong.
    pub engine_is_wrong: bool,
    /// Pairs of the file in the bracket that the rules do not give, by starting number.
    pub pairs: Vec<(u32, u32)>,
    /// Pairs that the rules give there and the file does not have.
    pub due: Vec<(u32, u32)>,
}

impl Difference {
    /// Whether endorsed programs are known to differ here, because the text can be read in more than one way.
    pub fn is_disputed(&self) -> bool {
        super::articles::disputed(self.criterion).is_some()
    }
}

/// One round of a file, judged by the rules. Players are named by starting number.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The round.
    pub round: u32,
    /// The edition.
    pub rules: Rules,
    /// Pairs that the absolute criteria forbid.
    pub forbidden: Vec<(u32, u32, Bar)>,
    /// Players who had the bye but must not have it (C2).
    pub barred_byes: Vec<u32>,
    /// No pairing of all players keeps the absolute criteria.
    pub incomplete: bool,
    /// Pairs with colours that are not due.
    pub colours: Vec<WrongColour>,
    /// Byes that were not due.
    pub byes: Vec<WrongBye>,
    /// The first bracket with other pairs.
    pub difference: Option<Difference>,
    /// The round was not paired again: a bracket exceeds this limit.
    pub limit: Option<Limit>,
    /// The steps that pairing it again took.
    pub steps: u64,
}

/// How much of a round is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The absolute criteria.
    Absolute,
    /// These, and the colours of each pair.
    Colours,
    /// Everything.
    Pairs,
}

/// Judges a round that is in the file of an event.
pub fn judge(event: &Event, setting: Setting, depth: Depth) -> Judged {
    let round = round_of(event, setting, Absent::ByCells);
    let file = OfFile::new(event, &round, setting.round);
    let mut judged = Judged {
        round: setting.round,
        rules: setting.rules,
        forbidden: Vec::new(),
        barred_byes: Vec::new(),
        incomplete: false,
        colours: Vec::new(),
        byes: Vec::new(),
        difference: None,
        limit: None,
        steps: 0,
    };
    let name = |at: usize| round.players.get(at).map_or(0, |player| player.number);
    for (u, v) in &file.pairs {
        if let Some(bar) = round.bar(*u, *v) {
            judged.forbidden.push((name(*u), name(*v), bar));
        }
    }
    let barred = |at: &&usize| round.players.get(**at).is_some_and(|player| !player.may_have_bye);
    judged.barred_byes = file.byes.iter().filter(barred).map(|at| name(*at)).collect();
    if depth != Depth::Absolute {
        judged.colours = file.wrong_colours(&round);
    }
    let broken = !judged.forbidden.is_empty() || !judged.barred_byes.is_empty();
    if depth == Depth::Pairs || broken {
        match pair(&round) {
            Err(Unpaired::Incomplete(_)) => judged.incomplete = true,
            Err(Unpaired::Limit(bound)) => judged.limit = Some(bound),
            Ok(due) if depth == Depth::Pairs && !broken => {
                judged.limit = compare(&round, &file, &due, &mut judged).err();
            }
            Ok(_) => {}
        }
    }
    judged.steps += round.steps.taken();
    judged
}

/// A round as the file has it, by places.
struct OfFile {
    /// Pairs, the higher player first, and that player's colour.
    pairs: Vec<(usize, usize)>,
    colours: Vec<Option<Colour>>,
    byes: Vec<usize>,
}

impl OfFile {
    fn new(event: &Event, round: &Round, number: u32) -> OfFile {
        let mut places: Vec<(u32, usize)> =
            round.players.iter().enumerate().map(|(at, player)| (player.number, at)).collect();
        places.sort_unstable();
        let place = |number: u32| {
            let found = places.binary_search_by_key(&number, |(number, _)| *number).ok()?;
            places.get(found).map(|(_, at)| *at)
        };
        let mut file = OfFile { pairs: Vec::new(), colours: Vec::new(), byes: Vec::new() };
        for player in &event.players {
            let (Some(at), Some(cell)) = (place(player.no), player.cell(number)) else { continue };
            match cell.opponent.and_then(place) {
                Some(other) if at < other => {
                    file.pairs.push((at, other));
                    file.colours.push(cell.colour);
                }
                Some(_) => {}
                None => file.byes.push(at),
            }
        }
        file.byes.sort_unstable();
        file
    }

    fn wrong_colours(&self, round: &Round) -> Vec<WrongColour> {
        let wrong = self.pairs.iter().zip(&self.colours).filter_map(|((u, v), had)| {
            let (higher, lower) = (round.players.get(*u)?, round.players.get(*v)?);
            let (due, rule) = of_higher(higher, lower, round.initial);
            let is_wrong = (*had)? != due && round.bar(*u, *v).is_none();
            let (white, black) = match due {
                Colour::White => (higher.number, lower.number),
                Colour::Black => (lower.number, higher.number),
            };
            is_wrong.then_some(WrongColour { white, black, rule })
        });
        wrong.collect()
    }
}

fn compare(round: &Round, file: &OfFile, due: &Pairing, judged: &mut Judged) -> Result<(), Limit> {
    let name = |at: usize| round.players.get(at).map_or(0, |player| player.number);
    let odd = round.players.len() % 2 == 1;
    match (odd, file.byes.as_slice()) {
        (false, []) => {}
        (true, [only]) if due.bye == Some(*only) => {}
        (true, [only]) => {
            let criterion = match due.bye {
                Some(at) if round.score(at) == round.score(*only) => round.rules.pick(["A.9", "C9"]),
                _ => round.rules.pick(["A.9", "C5"]),
            };
            judged.byes.push(WrongBye { player: name(*only), due: due.bye.map(name), criterion });
            // Differences that follow from the bye alone are not reported again.
            let mut given = round.clone();
            for (at, player) in given.players.iter_mut().enumerate() {
                player.may_have_bye = at == *only;
            }
            let paired = pair(&given);
            judged.steps += given.steps.taken();
            match paired {
                Ok(due) => judged.difference = difference(&given, file, &due)?,
                Err(Unpaired::Limit(bound)) => return Err(bound),
                Err(Unpaired::Incomplete(_)) => {}
            }
            return Ok(());
        }
        (_, byes) => {
            let criterion = round.rules.pick(["A.9", "C5"]);
            let wrong = |at: &usize| WrongBye { player: name(*at), due: None, criterion };
            judged.byes.extend(byes.iter().map(wrong));
            return Ok(());
        }
    }
    judged.difference = difference(round, file, due)?;
    Ok(())
}

fn difference(round: &Round, file: &OfFile, due: &Pairing) -> Result<Option<Difference>, Limit> {
    let have: BTreeSet<(usize, usize)> = file.pairs.iter().copied().collect();
    for (number, bracket) in due.brackets.iter().enumerate() {
        let inside = |at: &usize| bracket.players.binary_search(at).is_ok();
        let own: Vec<(usize, usize)> = have.iter().filter(|(u, v)| inside(u) && inside(v)).copied().collect();
        if own == bracket.pairs {
            continue;
        }
        return explain(round, bracket, own, due.below(round.rules, number)).map(Some);
    }
    Ok(None)
}

/// Why the rules prefer their pairs of a bracket to those of the file.
fn explain(
    round: &Round,
    paired: &PairedBracket,
    own: Vec<(usize, usize)>,
    below: Below<'_>,
) -> Result<Difference, Limit> {
    let bracket = Bracket::of(round, paired);
    let met: BTreeSet<usize> = own.iter().flat_map(|(u, v)| [*u, *v]).collect();
    let floats: Vec<usize> = paired.players.iter().copied().filter(|at| !met.contains(at)).collect();
    let ours = counts(&bracket, &paired.pairs, &paired.downfloaters, below)?;
    let theirs = counts(&bracket, &own, &floats, below)?;
    let parted = ours.into_iter().zip(theirs).find(|(ours, theirs)| ours.faults != theirs.faults);
    let name = |at: usize| round.players.get(at).map_or(0, |player| player.number);
    let names = |pairs: &[(usize, usize)], without: &[(usize, usize)]| {
        let only = pairs.iter().filter(|pair| !without.contains(pair));
        only.map(|(u, v)| (name(*u), name(*v))).collect()
    };
    let (criterion, says, rule) = match &parted {
        Some((ours, _)) => (ours.criterion, ours.says, None),
        None => {
            let rule = rule_of_order(paired, &own);
            ("order", "the first of the candidates that are equally good", Some(round.rules.pick(rule)))
        }
    };
    let engine_is_wrong = parted.as_ref().is_some_and(|(ours, theirs)| theirs.faults < ours.faults);
    let (expected, found) = parted.map(|(ours, theirs)| (ours.amount, theirs.amount)).unzip();
    Ok(Difference {
        bracket: paired.players.get(paired.moved_down).map_or(Score::ZERO, |at| round.score(*at)),
        criterion,
        says,
        rule,
        found,
        expected,
        engine_is_wrong,
        pairs: names(&own, &paired.pairs),
        due: names(&paired.pairs, &own),
    })
}

/// The part of article 4 (2017: D) by which one pairing is generated before the other.
fn rule_of_order(paired: &PairedBracket, own: &[(usize, usize)]) -> [&'static str; 2] {
    let moved = paired.players.get(..paired.moved_down).unwrap_or_default();
    let of_moved = |pairs: &[(usize, usize)]| {
        let theirs = pairs.iter().filter(|(u, _)| moved.contains(u)).copied();
        theirs.collect::<Vec<_>>()
    };
    let (ours, theirs) = (of_moved(&paired.pairs), of_moved(own));
    let uppers = |pairs: &[(usize, usize)]| pairs.iter().map(|(u, _)| *u).collect::<Vec<_>>();
    if uppers(&ours) != uppers(&theirs) {
        ["D.3", "4.4"]
    } else if ours != theirs || uppers(&paired.pairs) == uppers(own) {
        ["D.1", "4.2"]
    } else {
        ["D.2", "4.3"]
    }
}
