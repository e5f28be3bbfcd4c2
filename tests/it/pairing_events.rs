//! Random events paired by the engine: compared with article 4 by brute force, and with an independent check of the absolute
//! criteria; and what must not change a round.

use std::collections::BTreeSet;

use flagfall::event::pairing::{
    Absent, Depth, MOST_STEPS, Round, Rules, Setting, judge, of_higher, pair, round_of,
};
use flagfall::event::{Cell, Colour, Event, Format, Outcome, Player, Prohibition, trf};

use crate::amount::amount;
use crate::pairing_brute as brute;

/// Pairs by starting number, White first, and the bye.
type Due = (Vec<(u32, u32)>, Option<u32>);

/// Numbers that are the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// An event without a round.
fn event(players: usize, chance: &mut Chance) -> Event {
    let mut event = Event::new("random.trf".into(), Format::Trf);
    let player = |no: usize| Player {
        no: no as u32,
        name: format!("Player{no}, P"),
        rating_text: (2600 - no).to_string(),
        ..Player::default()
    };
    event.players = (1..=players).map(player).collect();
    for _ in 0..chance.below(3) {
        let numbers = vec![1 + chance.below(players) as u32, 1 + chance.below(players) as u32];
        if numbers[0] != numbers[1] && chance.below(2) == 0 {
            event.prohibitions.push(Prohibition { line: 0, rounds: None, numbers, of_teams: false });
        }
    }
    event
}

/// Byes, absences and late entries of a round to come; those who are absent.
fn absences(event: &mut Event, round: u32, chance: &mut Chance) -> BTreeSet<u32> {
    let mut absent = BTreeSet::new();
    for player in &mut event.players {
        let outcome = match chance.below(30) {
            0 => Outcome::HalfBye,
            1 => Outcome::FullBye,
            2 => Outcome::ZeroBye,
            _ => continue,
        };
        player.cells.push(Cell::new(round, outcome));
        absent.insert(player.no);
    }
    absent
}

/// Enters the pairs of a round with results by chance, forfeits among them.
fn play(event: &mut Event, round: u32, pairs: &[(u32, u32)], bye: Option<u32>, chance: &mut Chance) {
    let mut set = |no: u32, cell: Cell| {
        event.players.iter_mut().find(|player| player.no == no).unwrap().cells.push(cell);
    };
    for (white, black) in pairs {
        use Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
        let (ours, theirs) = match chance.below(16) {
            0 => (ForfeitWin, ForfeitLoss),
            1 => (ForfeitLoss, ForfeitWin),
            2..=7 => (Win, Loss),
            8..=11 => (Loss, Win),
            _ => (Draw, Draw),
        };
        let played = ours.is_played();
        let cell = |opponent, colour: Colour, outcome| Cell {
            opponent: Some(opponent),
            colour: Some(colour).filter(|_| played),
            ..Cell::new(round, outcome)
        };
        set(*white, cell(*black, Colour::White, ours));
        set(*black, cell(*white, Colour::Black, theirs));
    }
    if let Some(no) = bye {
        set(no, Cell::new(round, Outcome::PairingBye));
    }
}

/// The pairs of a round by starting number, White first, and the bye.
fn paired(event: &Event, setting: Setting, absent: &BTreeSet<u32>) -> Option<Due> {
    let round = round_of(event, setting, Absent::Listed(absent));
    let pairing = pair(&round).ok()?;
    let seated = pairing.pairs().map(|(u, v)| {
        let (higher, lower) = (&round.players[u], &round.players[v]);
        match of_higher(higher, lower, round.initial).0 {
            Colour::White => (higher.number, lower.number),
            Colour::Black => (lower.number, higher.number),
        }
    });
    let seated: Vec<(u32, u32)> = seated.collect();
    Some((seated, pairing.bye.map(|at| round.players[at].number)))
}

/// Plays an event through; `look` sees each round before it is entered. Ends where no complete pairing exists.
fn play_through(
    seed: usize,
    players: usize,
    rounds: u32,
    rules: Rules,
    mut look: impl FnMut(&Event, Setting, &BTreeSet<u32>, Option<&Due>),
) {
    let mut chance = Chance(seed as u64);
    let mut event = event(players, &mut chance);
    for round in 1..=rounds {
        let absent = absences(&mut event, round, &mut chance);
        if absent.len() == event.players.len() {
            return;
        }
        let setting = Setting {
            rules,
            round,
            rounds: Some(rounds),
            initial: Some(Colour::White),
            most_steps: MOST_STEPS,
        };
        let due = paired(&event, setting, &absent);
        look(&event, setting, &absent, due.as_ref());
        let Some((pairs, bye)) = due else { return };
        play(&mut event, round, &pairs, bye, &mut chance);
    }
}

/// What the rounds of small events had: rounds, those without a complete pairing, and brackets that are homogeneous, have
/// moved-down players, have some in limbo, send players down, exchange players.
#[derive(Debug, Default)]
struct Seen {
    rounds: usize,
    incomplete: usize,
    kinds: [usize; 5],
}

impl Seen {
    fn is_varied(&self) {
        println!("{self:?}");
        assert!(self.rounds > 2 * seeds() && self.incomplete > 0, "{self:?}");
        assert!(self.kinds.iter().all(|count| *count * 20 > seeds()), "{self:?}");
    }
}

fn small_events(rules: Rules, seeds: std::ops::Range<usize>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let (players, last) = (3 + seed % 8, 2 + (seed / 8 % 6) as u32);
        play_through(seed, players, last, rules, |event, setting, absent, due| {
            let round = round_of(event, setting, Absent::Listed(absent));
            let engine = pair(&round).ok();
            let literal = brute::pair(&round);
            let text = || format!("seed {seed}, round {}, {rules:?}: {:#?}", setting.round, round.players);
            assert_eq!(engine.is_some(), literal.is_some(), "{}", text());
            assert_eq!(engine.is_some(), due.is_some());
            seen.rounds += 1;
            let (Some(engine), Some((brackets, bye))) = (engine, literal) else {
                seen.incomplete += 1;
                return;
            };
            let ours: Vec<_> = engine.brackets.iter().map(|b| (&b.pairs, &b.downfloaters)).collect();
            let theirs: Vec<_> = brackets.iter().map(|b| (&b.pairs, &b.floaters)).collect();
            assert_eq!((ours, engine.bye), (theirs, bye), "{}", text());
            for bracket in &engine.brackets {
                let moved = &bracket.players[..bracket.moved_down];
                let limbo = moved.iter().any(|at| bracket.downfloaters.contains(at));
                let rest = bracket.pairs.iter().filter(|(upper, _)| !moved.contains(upper));
                let taken: Vec<usize> = bracket.pairs.iter().map(|(_, lower)| *lower).collect();
                let first = bracket.players[bracket.moved_down..].iter().find(|at| !taken.contains(at));
                let exchanged = rest.clone().next().map(|(upper, _)| upper) != first && rest.count() > 0;
                let holds =
                    [moved.is_empty(), !moved.is_empty(), limbo, !bracket.downfloaters.is_empty(), exchanged];
                seen.kinds.iter_mut().zip(holds).for_each(|(count, holds)| *count += usize::from(holds));
            }
        });
    }
    seen
}

/// Every bracket of small events, all kinds of them: homogeneous, with moved-down players, with limbo, the last, and those
/// that send players down.
#[test]
fn small_events_are_paired_as_by_brute_force_2026() {
    small_events(Rules::Dutch2026, 0..seeds()).is_varied();
}

#[test]
fn small_events_are_paired_as_by_brute_force_2017() {
    small_events(Rules::Dutch2017, 0..seeds()).is_varied();
}

/// How many events; `FLAGFALL_PAIRING_EVENTS` sets another number.
fn seeds() -> usize {
    std::env::var("FLAGFALL_PAIRING_EVENTS")
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| amount(48, 100))
}

/// C1 to C3, prohibitions and completeness, from nothing but the cells of the event.
fn keeps_absolute_criteria(event: &Event, setting: Setting, due: &Due) {
    let (pairs, bye) = due;
    let present = |no: u32| event.player(no).unwrap().cell(setting.round).is_none();
    let mut seen: Vec<u32> = pairs.iter().flat_map(|(white, black)| [*white, *black]).chain(*bye).collect();
    seen.sort_unstable();
    let mut expected: Vec<u32> =
        event.players.iter().map(|player| player.no).filter(|no| present(*no)).collect();
    expected.sort_unstable();
    assert_eq!(seen, expected, "everybody is there once");
    assert_eq!(bye.is_some(), seen.len() % 2 == 1);
    let cells = |no: u32| event.player(no).unwrap().cells.iter();
    let played = |no: u32| cells(no).filter(|cell| cell.outcome.is_played());
    let halves = |no: u32| -> usize {
        cells(no)
            .map(|cell| match cell.outcome {
                Outcome::Win | Outcome::ForfeitWin | Outcome::FullBye | Outcome::PairingBye => 2,
                Outcome::Draw | Outcome::HalfBye => 1,
                _ => 0,
            })
            .sum()
    };
    let topscorer =
        |no: u32| Some(setting.round) == setting.rounds && halves(no) > setting.round as usize - 1;
    let absolute = |no: u32| {
        let colours: Vec<Colour> = played(no).map(|cell| cell.colour.unwrap()).collect();
        let whites = colours.iter().filter(|colour| **colour == Colour::White).count();
        let blacks = colours.len() - whites;
        match colours.as_slice() {
            _ if whites > blacks + 1 => Some(Colour::Black),
            _ if blacks > whites + 1 => Some(Colour::White),
            [.., before, last] if before == last => Some(last.other()),
            _ => None,
        }
    };
    for (white, black) in pairs {
        assert!(played(*white).all(|cell| cell.opponent != Some(*black)), "C1: {white}-{black}");
        let both = absolute(*white).is_some() && absolute(*white) == absolute(*black);
        assert!(!both || topscorer(*white) || topscorer(*black), "C3: {white}-{black}");
        let forbids = |list: &Prohibition| list.numbers.contains(white) && list.numbers.contains(black);
        assert!(!event.prohibitions.iter().any(forbids), "260: {white}-{black}");
    }
    if let Some(no) = bye {
        let bars = |outcome: Outcome| {
            matches!(outcome, Outcome::PairingBye | Outcome::ForfeitWin)
                || (outcome == Outcome::FullBye && setting.rules == Rules::Dutch2026)
        };
        assert!(!cells(*no).any(|cell| bars(cell.outcome)), "C2: {no}");
    }
}

#[test]
fn random_events_keep_the_absolute_criteria() {
    let (mut rounds, events) = (0, amount(500, 2_000));
    for seed in 0..events {
        let rules = if seed % 2 == 0 { Rules::Dutch2026 } else { Rules::Dutch2017 };
        let (players, last) = (4 + seed % 27, 3 + (seed / 27 % 6) as u32);
        play_through(50_000 + seed, players, last, rules, |event, setting, _, due| {
            if let Some(due) = due {
                keeps_absolute_criteria(event, setting, due);
                rounds += 1;
            }
        });
    }
    println!("{rounds} rounds");
    assert!(rounds > 3 * events, "{rounds}");
}

/// The same round again, with rows in another order, and from the file as it is written and read.
#[test]
fn a_round_depends_on_its_history_alone() {
    let mut rounds = 0;
    for seed in 0..60 {
        let rules = if seed % 2 == 0 { Rules::Dutch2026 } else { Rules::Dutch2017 };
        play_through(90_000 + seed, 5 + seed % 20, 5, rules, |event, setting, absent, due| {
            assert_eq!(paired(event, setting, absent).as_ref(), due);
            let mut turned = event.clone();
            turned.players.reverse();
            assert_eq!(paired(&turned, setting, absent).as_ref(), due, "seed {seed}");
            let file = written(event);
            let mut read = trf::read("again.trf".into(), file.as_bytes());
            read.prohibitions.clone_from(&event.prohibitions);
            assert_eq!(paired(&read, setting, absent).as_ref(), due, "seed {seed}: {file}");
            rounds += 1;
        });
    }
    assert!(rounds > 150, "{rounds}");
}

/// A complete legal round by chance, by place; the bye first where one is due.
fn by_chance(round: &Round, open: &[usize], bye: bool, chance: &mut Chance) -> Option<Vec<(usize, usize)>> {
    let Some((first, rest)) = open.split_first() else { return (!bye).then(Vec::new) };
    let from = chance.below(rest.len().max(1));
    for at in (0..rest.len()).map(|at| (from + at) % rest.len()) {
        let mut left = rest.to_vec();
        let other = left.remove(at);
        if round.legal(*first, other)
            && let Some(mut pairs) = by_chance(round, &left, bye, chance)
        {
            pairs.push((*first, other));
            return Some(pairs);
        }
    }
    if bye && round.players[*first].may_have_bye {
        let mut pairs = by_chance(round, rest, false, chance)?;
        pairs.push((*first, *first));
        return Some(pairs);
    }
    None
}

/// No legal round is better than the one found: what the comparison says is always against the file's.
#[test]
fn no_round_of_chance_is_better() {
    let (mut differ, mut same, events) = (0, 0, amount(160, 400));
    for seed in 0..events {
        let rules = if seed % 2 == 0 { Rules::Dutch2026 } else { Rules::Dutch2017 };
        let mut chance = Chance(7_000 + seed as u64);
        play_through(
            20_000 + seed,
            4 + seed % 13,
            2 + (seed % 6) as u32,
            rules,
            |event, setting, absent, due| {
                if due.is_none() {
                    return;
                }
                let round = round_of(event, setting, Absent::Listed(absent));
                let all: Vec<usize> = (0..round.players.len()).collect();
                let drawn = by_chance(&round, &all, all.len() % 2 == 1, &mut chance).unwrap();
                let number = |at: usize| round.players[at].number;
                let pairs: Vec<(u32, u32)> =
                    drawn.iter().filter(|(u, v)| u != v).map(|(u, v)| (number(*u), number(*v))).collect();
                let bye = drawn.iter().find(|(u, v)| u == v).map(|(u, _)| number(*u));
                let mut event = event.clone();
                play(&mut event, setting.round, &pairs, bye, &mut chance);
                let judged = judge(&event, setting, Depth::Pairs);
                assert!(judged.forbidden.is_empty() && judged.barred_byes.is_empty() && !judged.incomplete);
                match judged.difference {
                    Some(difference) => {
                        assert!(
                            !difference.engine_is_wrong,
                            "seed {seed}, round {}: {difference:#?}",
                            setting.round
                        );
                        differ += 1;
                    }
                    None => same += 1,
                }
            },
        );
    }
    println!("{differ} differ, {same} are the same or differ in the bye alone");
    assert!(differ > 2 * events, "{differ}");
}

/// An event whose upper half does not meet among itself, so that many brackets have no perfect candidate; in the last round
/// one pair has the wrong colours.
fn with_prohibitions() -> (Event, u32) {
    const LAST: u32 = 5;
    let mut chance = Chance(3);
    let mut event = event(40, &mut chance);
    event.kind = Some(flagfall::event::Kind::Swiss);
    event.planned_rounds = Some(LAST);
    event.first_day = chrono::NaiveDate::from_ymd_opt(2026, 5, 1);
    let numbers = (1..=20).collect();
    event.prohibitions = vec![Prohibition { line: 0, rounds: None, numbers, of_teams: false }];
    let rules = Rules::Dutch2026;
    for round in 1..=LAST {
        let initial = Some(Colour::White);
        let setting = Setting { rules, round, rounds: Some(LAST), initial, most_steps: MOST_STEPS };
        let (mut pairs, bye) = paired(&event, setting, &BTreeSet::new()).unwrap();
        if round == LAST {
            pairs[0] = (pairs[0].1, pairs[0].0);
        }
        for (white, black) in &pairs {
            let (ours, theirs) =
                [(Outcome::Win, Outcome::Loss), (Outcome::Draw, Outcome::Draw)][chance.below(2)];
            for (no, other, colour, outcome) in
                [(*white, *black, Colour::White, ours), (*black, *white, Colour::Black, theirs)]
            {
                let cell = Cell { opponent: Some(other), colour: Some(colour), ..Cell::new(round, outcome) };
                event.players[no as usize - 1].cells.push(cell);
            }
        }
        assert_eq!(bye, None);
    }
    (event, LAST)
}

/// Above the limit of steps a round is named, and all else is checked: its colours, and the other rounds.
#[test]
fn the_limit_of_steps_is_said_for_each_round() {
    use flagfall::checks::{EventSettings, PairingSettings, Severity, check_event};
    let (event, last) = with_prohibitions();
    let found = |most_steps: u64| {
        let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        let pairings = PairingSettings { most_steps, ..PairingSettings::default() };
        check_event(&event, None, &EventSettings { pairings, ..EventSettings::new(today) })
    };
    let of = |most_steps: u64, check: &str| -> Vec<_> {
        found(most_steps).into_iter().filter(|finding| finding.check == check).collect()
    };
    assert!(of(MOST_STEPS, "pairing-differs").is_empty());
    let limited = of(1_000, "pairing-differs");
    assert!(!limited.is_empty() && limited.len() < last as usize, "{limited:#?}");
    for finding in &limited {
        let round = finding.round.as_deref().unwrap();
        assert_eq!(finding.message, format!("round {round} is not judged: more than 1000 steps"));
        assert_eq!(finding.severity, Severity::Info);
    }
    // Without any step, the rounds after the first long one say that the file has none left.
    let none_left =
        of(0, "pairing-differs").into_iter().filter(|finding| finding.message.contains("rounds before it"));
    assert!(none_left.count() > 0);
    for most_steps in [0, 1_000, MOST_STEPS] {
        let colours = of(most_steps, "colour-allocation");
        assert_eq!(colours.len(), 1, "{colours:#?}");
        assert_eq!(colours[0].round.as_deref(), Some(last.to_string().as_str()));
    }
}

fn written(event: &Event) -> String {
    use flagfall::event::standings::{Options, standings};
    use flagfall::event::tiebreaks::Edition;
    let options = Options { kind: Some(flagfall::event::Kind::Swiss), ..Options::new(Edition::Y2026) };
    flagfall::report::crosstable::trf::text(event, &standings(event, &options))
}
