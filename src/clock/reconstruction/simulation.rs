//! Simulated games whose clocks are known to the millisecond. An honest record of such a game must give no
//! fact, and a record with one fault must give that fact at its place.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use shakmaty::Color;

use super::facts::{FactKind, GainCause};
use super::{CommentReadings, Fact, Game, PlyReading, Proof, ReadingKind, Reconstruction, Tolerance};
use crate::clock::control::{Stage, TimeControl};
use crate::clock::log::{Log, RawRow, RawTime};
use crate::clock::reading::Hms;
use crate::scoresheet::Scoresheet;

const PENALTIES: [i64; 2] = [60_000, 120_000];
const TOLERANCE: Tolerance<'static> = Tolerance { tolerance_ms: 2000, penalties_ms: &PENALTIES };

/// How a clock and a relay show the time.
#[derive(Debug, Clone, Copy)]
struct Manner {
    step: i64,
    round: Round,
    /// Whether a reading after the press includes the increment of that move.
    with_increment: bool,
    /// Whether the first increment is on the clock before the first move.
    preloaded: bool,
    /// Whether the first move of each side takes no time and earns nothing, as on servers.
    free_start: bool,
    /// Whether the next stage is added when the control is reached; otherwise once the main time has run out.
    by_count: bool,
    /// The percentage of readings that are missing.
    missing: u64,
    /// The percentage of moves that have an elapsed time.
    elapsed: u64,
}

#[derive(Debug, Clone, Copy)]
enum Round {
    Down,
    Up,
    Nearest,
}

impl Manner {
    fn show(&self, ms: i64) -> i64 {
        let step = self.step;
        match self.round {
            Round::Down => ms.div_euclid(step) * step,
            Round::Up => (ms + step - 1).div_euclid(step) * step,
            Round::Nearest => (ms + step / 2).div_euclid(step) * step,
        }
    }
}

fn manner() -> impl Strategy<Value = Manner> {
    let round = prop_oneof![Just(Round::Down), Just(Round::Up), Just(Round::Nearest)];
    let step = prop_oneof![Just(1000), Just(100)];
    let percent = prop_oneof![Just(0u64), 0u64..60];
    let elapsed = prop_oneof![Just(0u64), Just(100), 30u64..95];
    (step, round, any::<[bool; 4]>(), percent, elapsed).prop_map(|(step, round, flags, missing, elapsed)| {
        Manner {
            step,
            round,
            with_increment: flags[0],
            preloaded: flags[1],
            // Such servers show the increment at once.
            free_start: flags[2] && !flags[1] && flags[0],
            by_count: flags[3],
            missing,
            elapsed,
        }
    })
}

const CONTROLS: [&str; 12] = [
    "180+2",
    "300",
    "60",
    "900+10",
    "5400+30",
    "40/5400+30:1800+30",
    "40/7200:3600",
    "40/7200:20/3600:900+30",
    "40/300",
    "G/60;d5",
    "40/90,SD/30;d5",
    "25 min + 10 sec Bronstein delay",
];

fn control() -> impl Strategy<Value = TimeControl> {
    (0..CONTROLS.len()).prop_map(|i| TimeControl::parse(CONTROLS[i]).unwrap().into_control().unwrap())
}

/// A small generator, so that a seed determines the game.
#[derive(Debug, Clone)]
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }

    fn percent(&mut self, n: u64) -> bool {
        self.below(100) < n
    }
}

/// What a half-move did to its player's clock.
#[derive(Debug, Clone, Copy)]
struct Move {
    ply: u32,
    side: Color,
    /// Time used, in milliseconds.
    spent: i64,
    /// The clock at the press: without the increment of this move, and with everything that the move adds.
    before: i64,
    after: i64,
    /// Whether the time of a stage was added by or during this move.
    stage: bool,
}

/// One player's true clock.
struct True<'a> {
    control: &'a TimeControl,
    left: i64,
    moves: u32,
    stage: u32,
    by_count: bool,
}

impl True<'_> {
    fn now(&self) -> Stage {
        self.control.stage(self.stage)
    }

    fn reached(&self) -> u32 {
        self.control.stage_of(self.moves + 1).index
    }

    /// The most that the next move may take so that 1.5 s are left.
    fn available(&self) -> i64 {
        let due: i64 = (self.stage..self.reached()).map(|i| self.control.stage(i + 1).main_ms).sum();
        self.left + due - 1500
    }

    fn play(&mut self, spent: i64, earns: bool) -> (i64, i64, bool) {
        let stage_at_first = self.stage;
        self.left -= (spent - self.now().bonus.delay_ms()).max(0);
        while self.left <= 0 && self.stage < self.reached() {
            self.stage += 1;
            self.left += self.now().main_ms;
        }
        let before = self.left;
        let increment = self.now().bonus.increment_ms();
        self.moves += 1;
        self.left += if earns { increment } else { 0 };
        while self.by_count && self.stage < self.reached() {
            self.stage += 1;
            self.left += self.now().main_ms;
        }
        (before, self.left, self.stage > stage_at_first)
    }
}

/// An honest game of `plies` half-moves.
fn play(control: &TimeControl, manner: &Manner, plies: u32, rng: &mut Rng) -> Vec<Move> {
    let first = control.stage(0);
    let start = first.main_ms + if manner.preloaded { first.bonus.increment_ms() } else { 0 };
    let clock = || True { control, left: start, moves: 0, stage: 0, by_count: manner.by_count };
    let mut clocks = [clock(), clock()];
    let mut moves = Vec::new();
    for ply in 1..=plies {
        let clock = &mut clocks[usize::from(ply % 2 == 0)];
        let stage = clock.now();
        let per_move =
            (stage.main_ms / i64::from(stage.moves.unwrap_or(45).max(1)) + stage.bonus.ms()).max(200);
        let wanted = match rng.below(10) {
            0 => per_move * 4,
            1 => 30,
            _ => rng.below(2 * per_move as u64) as i64,
        };
        let free = manner.free_start && ply <= 2;
        let spent = if free { 0 } else { wanted.min(clock.available()).max(0) };
        let (before, after, stage) = clock.play(spent, !free);
        moves.push(Move {
            ply,
            side: if ply % 2 == 1 { Color::White } else { Color::Black },
            spent,
            before,
            after,
            stage,
        });
    }
    moves
}

/// The readings that a relay records.
fn readings(moves: &[Move], manner: &Manner, rng: &mut Rng) -> Vec<PlyReading> {
    let step = manner.step as u32;
    let mut found = Vec::new();
    for m in moves {
        let shown = if manner.with_increment { m.after } else { m.before };
        if !rng.percent(manner.missing) {
            let value_ms = manner.show(shown);
            found.push(PlyReading { ply: m.ply, kind: ReadingKind::Clk, value_ms, resolution_ms: step });
        }
        if rng.percent(manner.elapsed) {
            let value_ms = m.spent.div_euclid(manner.step) * manner.step;
            found.push(PlyReading { ply: m.ply, kind: ReadingKind::Emt, value_ms, resolution_ms: step });
        }
    }
    found
}

fn facts(control: &TimeControl, plies: u32, readings: &[PlyReading]) -> Vec<Fact> {
    let game = Game { control: Some(control), first: Color::White, plies, moves_before: 0 };
    let mut reconstruction = Reconstruction::new();
    reconstruction.run(&game, &TOLERANCE, readings.iter().copied());
    assert_eq!(reconstruction.plies().len(), plies as usize);
    assert_eq!(judged(&game, readings), Ok(()));
    reconstruction.facts().to_vec()
}

/// Checks that `judge` finds the same facts and last displays as `run`.
fn judged(game: &Game<'_>, readings: &[PlyReading]) -> Result<(), String> {
    let (mut whole, mut brief) = (Reconstruction::new(), Reconstruction::new());
    whole.run(game, &TOLERANCE, readings.iter().copied());
    brief.judge(game, &TOLERANCE, readings.iter().copied());
    let proven = |reconstruction: &Reconstruction| {
        format!("{:?}", (reconstruction.facts(), Color::ALL.map(|side| reconstruction.last(side))))
    };
    let (whole, brief) = (proven(&whole), proven(&brief));
    if whole == brief { Ok(()) } else { Err(format!("{whole} is not {brief}")) }
}

fn at(readings: &mut [PlyReading], ply: u32, kind: ReadingKind) -> Option<&mut PlyReading> {
    readings.iter_mut().find(|r| r.ply == ply && r.kind == kind)
}

/// Adds `by` to all displays of one side from half-move `from` on.
fn shift(readings: &mut [PlyReading], from: u32, by: i64) {
    for r in
        readings.iter_mut().filter(|r| r.kind == ReadingKind::Clk && r.ply >= from && r.ply % 2 == from % 2)
    {
        r.value_ms += by;
    }
}

/// Whether a half-move is far enough from every control that its display cannot include a new stage.
fn far_from_controls(control: &TimeControl, moves: &[Move], ply: u32) -> bool {
    let number = ply.div_ceil(2);
    let due_before = (1..=number).any(|n| control.added_after(n).is_some());
    let near = (number..number + 3).any(|n| control.added_after(n).is_some());
    !near && !due_before && !moves.iter().any(|m| m.ply == ply && m.stage)
}

/// The display of the mover's clock before a half-move.
fn previous(readings: &[PlyReading], ply: u32) -> Option<PlyReading> {
    readings.iter().find(|r| r.kind == ReadingKind::Clk && r.ply + 2 == ply).copied()
}

/// Whether a display equals the start time, in which case it is open whether the first increments were added.
fn shows_start(control: &TimeControl, reading: &PlyReading) -> bool {
    let first = control.stage(0);
    reading.value_ms == first.main_ms || reading.value_ms == first.main_ms + first.bonus.increment_ms()
}

fn whole(manner: Manner) -> Manner {
    Manner { missing: 0, ..manner }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn an_honest_game_gives_no_fact(control in control(), manner in manner(), plies in 1u32..260, seed in any::<u64>()) {
        let mut rng = Rng(seed);
        let moves = play(&control, &manner, plies, &mut rng);
        let readings = readings(&moves, &manner, &mut rng);
        prop_assert_eq!(facts(&control, plies, &readings), [], "{:?}", moves);
    }

    #[test]
    fn a_gain_is_found(
        control in control(), manner in manner(), plies in 12u32..200, seed in any::<u64>(), more in 0i64..3_000_000,
    ) {
        let mut rng = Rng(seed);
        let moves = play(&control, &manner, plies, &mut rng);
        let mut readings = readings(&moves, &whole(manner), &mut rng);
        let ply = 3 + rng.below(u64::from(plies) - 3) as u32;
        let before = previous(&readings, ply).unwrap();
        let spent = moves[ply as usize - 1].spent;
        prop_assume!(far_from_controls(&control, &moves, ply));
        // Much time is left, so that the rise cannot be the next stage after this one ran out.
        prop_assume!(control.is_sudden_death() && control.stages().len() == 1 || before.value_ms > 1_000_000);
        shift(&mut readings, ply, spent + 150_000 + more);
        let found = facts(&control, plies, &readings);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
        prop_assert!(matches!(found[0].kind, FactKind::Gain { cause: GainCause::Unknown, .. }), "{:?}", found);
    }

    #[test]
    fn a_penalty_is_found(
        control in control(), manner in manner(), plies in 12u32..200, seed in any::<u64>(), which in 0usize..2,
    ) {
        let mut rng = Rng(seed);
        let moves = play(&control, &manner, plies, &mut rng);
        let mut readings = readings(&moves, &whole(manner), &mut rng);
        let ply = 3 + rng.below(u64::from(plies) - 3) as u32;
        let before = previous(&readings, ply).unwrap();
        let sum = PENALTIES[which];
        // The rise must be visible: larger than the increment after the time used, and not hidden by a
        // repeated display.
        let spent = moves[ply as usize - 1].spent;
        let visible = sum - spent > 3_000 + control.bonus_ms() && spent < 40_000;
        prop_assume!(visible && far_from_controls(&control, &moves, ply) && ply > 4);
        let stale = previous(&readings, ply - 2).is_some_and(|r| r.value_ms == before.value_ms);
        prop_assume!(!stale);
        prop_assume!(!shows_start(&control, &before));
        shift(&mut readings, ply, sum);
        let found = facts(&control, plies, &readings);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
        let FactKind::Gain { cause, .. } = found[0].kind else { panic!("{found:?}") };
        let fits = match cause {
            GainCause::Penalty(penalty) => penalty == sum || which == 1 && spent > 50_000 || manner.elapsed < 100,
            // Half of the penalty may be used up by the move, or hidden by an increment missing from the
            // display before.
            GainCause::Late => manner.elapsed < 100 && (sum - spent - control.bonus_ms()) * 2 < sum + 6_000,
            GainCause::Unknown => false,
        };
        prop_assert!(fits, "{:?}", found);
    }

    #[test]
    fn a_first_reading_too_high_is_found(
        control in control(), manner in manner(), plies in 2u32..100, seed in any::<u64>(), black in any::<bool>(), more in 10_000i64..9_000_000,
    ) {
        let mut rng = Rng(seed);
        let moves = play(&control, &manner, plies, &mut rng);
        let mut readings = readings(&moves, &whole(manner), &mut rng);
        let ply = 1 + u32::from(black);
        let spent = moves[ply as usize - 1].spent;
        shift(&mut readings, ply, spent + 2 * control.bonus_ms() + more);
        let found = facts(&control, plies, &readings);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
        let start = matches!(found[0].kind, FactKind::StartTooHigh { both: false, .. });
        prop_assert!(start, "{:?}", found);
    }

    #[test]
    fn a_wrong_elapsed_time_is_found(
        control in control(), manner in manner(), plies in 8u32..200, seed in any::<u64>(), by in 5_000i64..600_000, more in any::<bool>(),
    ) {
        let mut rng = Rng(seed);
        let manner = Manner { elapsed: 100, missing: 0, free_start: false, ..manner };
        let moves = play(&control, &manner, plies, &mut rng);
        let mut readings = readings(&moves, &manner, &mut rng);
        let ply = 3 + rng.below(u64::from(plies) - 3) as u32;
        prop_assume!(far_from_controls(&control, &moves, ply));
        prop_assume!(!shows_start(&control, &previous(&readings, ply).unwrap()));
        let emt = at(&mut readings, ply, ReadingKind::Emt).unwrap();
        // Times within the delay make no difference, and no time may be negative.
        let delay = control.stage(0).bonus.delay_ms();
        let by = by + delay;
        prop_assume!(more || emt.value_ms - by > delay + 3_000);
        emt.value_ms += if more { by } else { -by };
        let found = facts(&control, plies, &readings);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
        let difference = found[0].kind.difference_ms();
        prop_assert!(matches!(found[0].kind, FactKind::Arithmetic { times: 1, .. }), "{:?}", found);
        prop_assert_eq!(difference > 0, more, "{:?}", found);
    }

    #[test]
    fn one_wrong_display_is_one_fact(
        control in control(), manner in manner(), plies in 8u32..200, seed in any::<u64>(), by in 5_000i64..100_000, more in any::<bool>(),
    ) {
        let mut rng = Rng(seed);
        let manner = Manner { elapsed: 100, missing: 0, ..manner };
        let moves = play(&control, &manner, plies, &mut rng);
        let mut readings = readings(&moves, &manner, &mut rng);
        let ply = 3 + rng.below(u64::from(plies) - 3) as u32;
        prop_assume!(far_from_controls(&control, &moves, ply) && control.bonus_ms() == control.stage(0).bonus.increment_ms());
        prop_assume!(!shows_start(&control, &previous(&readings, ply).unwrap()));
        let clk = at(&mut readings, ply, ReadingKind::Clk).unwrap();
        prop_assume!(more || clk.value_ms - by > 0);
        clk.value_ms += if more { by } else { -by };
        let found = facts(&control, plies, &readings);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
    }

    #[test]
    fn time_that_ran_out_is_found(
        control in control(), manner in manner(), plies in 8u32..200, seed in any::<u64>(), negative in any::<bool>(),
    ) {
        let mut rng = Rng(seed);
        let manner = Manner { elapsed: 0, ..whole(manner) };
        let moves = play(&control, &manner, plies, &mut rng);
        let mut readings = readings(&moves, &manner, &mut rng);
        let ply = 3 + rng.below(u64::from(plies) - 3) as u32;
        prop_assume!(far_from_controls(&control, &moves, ply));
        // From then on the clock shows negative times, or stays at zero.
        for r in readings.iter_mut().filter(|r| r.ply >= ply && r.ply % 2 == ply % 2) {
            r.value_ms = if negative { -1000 - 100 * i64::from(r.ply) } else { 0 };
        }
        let found = facts(&control, plies, &readings);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
        let FactKind::RanOut { proof, went_on, .. } = found[0].kind else { panic!("{found:?}") };
        let expected = if negative || manner.step < 1000 { Proof::Display } else { Proof::WholeSecondZero };
        prop_assert_eq!(proof, expected);
        prop_assert_eq!(went_on, plies > ply);
    }

    #[test]
    fn a_control_missed_by_the_count_is_found(
        manner in manner(), seed in any::<u64>(), late in 1i64..600_000, number in 5u32..39, black in any::<bool>(),
        which in prop_oneof![Just("40/5400+30:1800+30"), Just("40/7200:3600")],
    ) {
        let mut rng = Rng(seed);
        let control = TimeControl::parse(which).unwrap().into_control().unwrap();
        let plies = 90;
        let manner = Manner { elapsed: 0, ..whole(manner) };
        let moves = play(&control, &manner, plies, &mut rng);
        let mut readings = readings(&moves, &manner, &mut rng);
        let ply = number * 2 - u32::from(!black);
        // A side with little time left thinks until its flag falls, and the clock changes to the next stage.
        let next = control.stage(1).main_ms;
        let increment = if manner.with_increment { control.bonus_ms() } else { 0 };
        let before = previous(&readings, ply).unwrap();
        prop_assume!(before.value_ms < next / 4);
        let shown = manner.show(next - late.min(next / 2 - 2000).max(2000) + increment);
        let now = readings.iter().find(|r| r.ply == ply).unwrap().value_ms;
        shift(&mut readings, ply, shown - now);
        // Later displays of that side would no longer be consistent.
        readings.retain(|r| r.ply <= ply || r.ply % 2 != ply % 2);
        let found = facts(&control, plies, &readings);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        let proof = Proof::Control { required: 40, made: number - 1 };
        prop_assert!(matches!(found[0].kind, FactKind::RanOut { proof: p, .. } if p == proof), "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
    }
}

/// The log that a clock with a memory records of the same game.
fn rows(moves: &[Move], control: &TimeControl, manner: &Manner, rng: &mut Rng) -> Vec<RawRow> {
    let time = |ms: i64| Some(RawTime::Text(Hms(ms).to_string()));
    let mut of_day: i64 = 1_741_438_800_000;
    let at = |ms: i64| {
        let day = chrono::DateTime::from_timestamp_millis(ms.div_euclid(manner.step) * manner.step).unwrap();
        Some(RawTime::Text(day.to_rfc3339_opts(chrono::SecondsFormat::Millis, true).replace(".000", "")))
    };
    let first = control.stage(0);
    let start = first.main_ms + if manner.preloaded { first.bonus.increment_ms() } else { 0 };
    let mut shown = [start, start];
    let mut found = vec![RawRow {
        event: Some("start".to_owned()),
        white: time(start),
        black: time(start),
        at: at(of_day),
        ply: Some(0),
        ..RawRow::default()
    }];
    let mut later = [0, 0];
    for m in moves {
        let own = usize::from(m.side.is_black());
        of_day += m.spent;
        shown[own] = if manner.with_increment { m.after } else { m.before };
        let display = |i: usize| manner.show(shown[i]);
        let visible = |rng: &mut Rng| !rng.percent(manner.missing);
        let mut row = RawRow {
            event: Some("press".to_owned()),
            side: Some(if m.side.is_white() { "white" } else { "black" }.to_owned()),
            ply: Some(m.ply),
            ..RawRow::default()
        };
        if visible(rng) {
            row.white = time(display(0));
        }
        if visible(rng) {
            row.black = time(display(1));
        }
        if visible(rng) {
            row.at = at(of_day);
        }
        found.push(row);
        later[own] = m.after;
        shown[own] = m.after;
    }
    found
}

fn log_facts(control: &TimeControl, plies: u32, rows: Vec<RawRow>) -> Vec<Fact> {
    let log = Log::from_rows((1..).zip(rows)).unwrap();
    let game = Game { control: Some(control), first: Color::White, plies, moves_before: 0 };
    let mut reconstruction = Reconstruction::new();
    reconstruction.run_log(&game, &TOLERANCE, &log);
    reconstruction.facts().to_vec()
}

fn parsed(time: &Option<RawTime>) -> Option<i64> {
    crate::clock::reading::Reading::parse(&time.as_ref()?.to_string()).map(|r| r.ms)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn an_honest_log_gives_no_fact(control in control(), manner in manner(), plies in 1u32..200, seed in any::<u64>()) {
        let mut rng = Rng(seed);
        let manner = Manner { free_start: false, ..manner };
        let moves = play(&control, &manner, plies, &mut rng);
        let rows = rows(&moves, &control, &manner, &mut rng);
        prop_assert_eq!(log_facts(&control, plies, rows), [], "{:?}", moves);
    }

    #[test]
    fn a_display_that_the_time_of_day_denies_is_found(
        control in control(), manner in manner(), plies in 8u32..78, seed in any::<u64>(), by in 5_000i64..200_000,
    ) {
        let mut rng = Rng(seed);
        let manner = Manner { free_start: false, missing: 0, ..manner };
        let moves = play(&control, &manner, plies, &mut rng);
        let mut rows = rows(&moves, &control, &manner, &mut rng);
        let ply = 3 + rng.below(u64::from(plies) - 3) as u32;
        prop_assume!(far_from_controls(&control, &moves, ply));
        let white = ply % 2 == 1;
        for row in rows.iter_mut().skip(ply as usize) {
            let display = if white { &mut row.white } else { &mut row.black };
            let ms = parsed(display).unwrap() - by;
            prop_assume!(ms > 0);
            *display = Some(RawTime::Text(Hms(ms).to_string()));
        }
        let found = log_facts(&control, plies, rows);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        prop_assert_eq!(found[0].ply, ply);
        prop_assert!(matches!(found[0].kind, FactKind::Arithmetic { times: 1, .. }), "{:?}", found);
        // If the tolerance exceeds the increment, it cannot be determined which row shows the increment.
        let open = if control.bonus_ms() <= TOLERANCE.tolerance_ms { control.bonus_ms() } else { 0 };
        prop_assert!((found[0].kind.difference_ms() + by).abs() <= 2 * manner.step + open, "{:?}", found);
    }

    #[test]
    fn increments_that_never_come_are_one_fact(manner in manner(), plies in 20u32..100, seed in any::<u64>(), which in 0usize..3) {
        let mut rng = Rng(seed);
        let played = TimeControl::parse("5400").unwrap().into_control().unwrap();
        let announced = TimeControl::parse(["5400+2", "5400+10", "5400+30"][which]).unwrap().into_control().unwrap();
        let manner = Manner { free_start: false, missing: 0, ..manner };
        let moves = play(&played, &manner, plies, &mut rng);
        let rows = rows(&moves, &played, &manner, &mut rng);
        let found = log_facts(&announced, plies, rows);
        prop_assert_eq!(found.len(), 1, "{:?}", found);
        let FactKind::IncrementMissing { units, .. } = found[0].kind else { panic!("{found:?}") };
        prop_assert_eq!((units.white, units.black), (plies.div_ceil(2), plies / 2));
        prop_assert_eq!(found[0].ply, 1);
    }

    #[test]
    fn a_flag_of_the_log_is_found(control in control(), manner in manner(), plies in 8u32..160, seed in any::<u64>(), on in any::<bool>()) {
        let mut rng = Rng(seed);
        let manner = Manner { free_start: false, ..manner };
        let moves = play(&control, &manner, plies, &mut rng);
        let mut rows = rows(&moves, &control, &manner, &mut rng);
        let made = if on { 3 + rng.below(u64::from(plies) - 3) as u32 } else { plies };
        let side = if made % 2 == 0 { Color::White } else { Color::Black };
        prop_assume!(far_from_controls(&control, &moves, made));
        let flag = RawRow {
            event: Some("flag".to_owned()),
            side: Some(if side.is_white() { "white" } else { "black" }.to_owned()),
            ply: Some(made),
            ..RawRow::default()
        };
        rows.insert(made as usize + 1, flag);
        let found = log_facts(&control, plies, rows);
        let flags: Vec<_> = found.iter().filter(|f| matches!(f.kind, FactKind::RanOut { proof: Proof::Flag { .. }, .. })).collect();
        prop_assert_eq!(flags.len(), 1, "{:?}", found);
        prop_assert_eq!((flags[0].ply, flags[0].side), (made, side));
        let FactKind::RanOut { went_on, .. } = flags[0].kind else { panic!("{found:?}") };
        prop_assert_eq!(went_on, plies > made);
    }
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    let number = || prop_oneof!["[0-9]{1,2}", "[0-9]{1,9}"];
    let stage = (prop::option::of(number()), number(), prop::option::of(number()));
    prop::collection::vec(stage, 1..4).prop_filter_map("no control", |stages| {
        let last = stages.len() - 1;
        let text: Vec<String> = (0..)
            .zip(stages)
            .map(|(i, (moves, main, bonus))| {
                let moves =
                    moves.or((i < last).then(|| "7".to_owned())).map(|m| format!("{m}/")).unwrap_or_default();
                format!("{moves}{main}{}", bonus.map(|b| format!("+{b}")).unwrap_or_default())
            })
            .collect();
        TimeControl::parse(&text.join(":")).ok()?.into_control()
    })
}

fn any_time() -> impl Strategy<Value = i64> {
    prop_oneof![Just(0i64), -5_000i64..200_000, -4_000_000_000_000i64..4_000_000_000_000]
}

/// Records of displays that stay, rise by one or two increments, or do anything else, in every order.
#[test]
fn the_shortest_records_are_judged_as_long_ones() {
    let shown: [i64; 6] = [300, 302, 304, 305, 298, 0];
    for text in ["300", "300+2", "3/300+2:60+1"] {
        let control = TimeControl::parse(text).unwrap().into_control();
        let game = Game { control: control.as_ref(), first: Color::White, plies: 7, moves_before: 0 };
        for which in 0..shown.len().pow(6) {
            let seconds = |ply: u32| shown[which / shown.len().pow(ply - 1) % shown.len()];
            // The fifth half-move has no display.
            let readings: Vec<PlyReading> = [1, 2, 3, 4, 6, 7]
                .into_iter()
                .map(|ply| {
                    let value_ms = seconds(ply.min(6)) * 1000;
                    PlyReading { ply, kind: ReadingKind::Clk, value_ms, resolution_ms: 1000 }
                })
                .collect();
            assert_eq!(judged(&game, &readings), Ok(()), "{text}: {readings:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_figures_make_it_fail(
        control in prop::option::of(any_control()),
        figures in prop::collection::vec((1u32..60, 0usize..3, any_time(), any::<bool>()), 0..80),
        plies in 0u32..80, moves_before in prop_oneof![Just(0u32), any::<u32>()], black in any::<bool>(),
    ) {
        let kinds = [ReadingKind::Clk, ReadingKind::Emt, ReadingKind::Egt];
        let mut readings: Vec<PlyReading> = figures
            .into_iter()
            .map(|(ply, kind, value_ms, fine)| {
                PlyReading { ply, kind: kinds[kind], value_ms, resolution_ms: if fine { 100 } else { 1000 } }
            })
            .collect();
        readings.sort_by_key(|r| r.ply);
        let first = if black { Color::Black } else { Color::White };
        let game = Game { control: control.as_ref(), first, plies, moves_before };
        let mut reconstruction = Reconstruction::new();
        reconstruction.run(&game, &TOLERANCE, readings.iter().copied());
        prop_assert_eq!(reconstruction.plies().len(), plies as usize);
        prop_assert_eq!(judged(&game, &readings), Ok(()));
    }

    /// Readings are the same, whether they are parsed from comments as they are needed or listed before.
    #[test]
    fn comments_are_judged_as_a_list_of_their_readings(
        control in 0usize..4, steps in prop::collection::vec((0i64..9, 0u32..60), 0..70), black in any::<bool>(),
    ) {
        let control = ["300", "300+2", "20/300+2:60+1", "40/300:60"].get(control).unwrap();
        let control = TimeControl::parse(control).unwrap().into_control();
        let (mut clocks, mut text) = ([300i64; 2], String::new());
        for (ply, (fall, kind)) in steps.iter().enumerate() {
            let shown = &mut clocks[ply % 2];
            *shown = match kind {
                55 => *shown + 2,
                56 => *shown + 3,
                57 => *shown + 5,
                58 => *shown + 60,
                59 => 0,
                _ => (*shown - fall).max(1),
            };
            let clk = format!("[%clk 0:{:02}:{:02}", *shown / 60 % 60, *shown % 60);
            let comment = match kind {
                50 => String::new(),
                51 => format!("{{{clk}] {clk}]}} "),
                52 => format!("{{[%eval 0.18] {clk}]}} "),
                53 => format!("{{{clk}.5]}} "),
                54 => format!("{{{clk}] [%emt 0:00:0{fall}]}} "),
                _ => format!("{{{clk}]}} "),
            };
            text += &format!("e4 {comment}");
        }
        let mut sheet = Scoresheet::new();
        sheet.read(format!("{text}*").as_bytes());
        let plies = sheet.moves.len() as u32;
        let first = if black { Color::Black } else { Color::White };
        let game = Game { control: control.as_ref(), first, plies, moves_before: 0 };
        let comments = CommentReadings::new(text.as_bytes(), &sheet.commands);
        let list: Vec<PlyReading> = comments.clone().collect();
        let (mut ours, mut theirs) = (Reconstruction::new(), Reconstruction::new());
        ours.judge(&game, &TOLERANCE, comments);
        theirs.judge(&game, &TOLERANCE, list.iter().copied());
        prop_assert_eq!(ours.facts(), theirs.facts());
        for side in Color::ALL {
            prop_assert_eq!(ours.last(side), theirs.last(side));
        }
        prop_assert_eq!(judged(&game, &list), Ok(()));
    }

    #[test]
    fn no_log_makes_it_fail(
        control in prop::option::of(any_control()),
        events in prop::collection::vec(
            (0usize..6, any::<bool>(), prop::option::of(any_time()), prop::option::of(any_time()), prop::option::of(0i64..4_000_000_000), prop::option::of(prop_oneof![0u32..5, any::<u32>()])),
            0..40,
        ),
        plies in 0u32..80, moves_before in prop_oneof![Just(0u32), any::<u32>()],
    ) {
        let names = ["start", "press", "stop", "flag", "set", "reading"];
        let mut day = 0;
        let mut made = 0;
        let rows = events.into_iter().map(|(event, white, w, b, at, ply)| {
            let display = |ms: Option<i64>| ms.map(|ms| RawTime::Text(Hms(ms % 3_000_000_000_000).to_string()));
            let at = at.map(|ms| {
                day += ms;
                RawTime::Text(chrono::DateTime::from_timestamp_millis(day).unwrap().to_rfc3339())
            });
            let ply = ply.map(|p| {
                made = if names[event] == "set" { p } else { p.max(made) };
                made
            });
            let side = Some(if white { "white" } else { "black" }.to_owned());
            RawRow { event: Some(names[event].to_owned()), side, white: display(w), black: display(b), at, ply, game: None }
        });
        let log = Log::from_rows((1..).zip(rows)).unwrap();
        let game = Game { control: control.as_ref(), first: Color::White, plies, moves_before };
        let mut reconstruction = Reconstruction::new();
        reconstruction.run_log(&game, &TOLERANCE, &log);
        let presses = log.presses(Color::White).count();
        prop_assert_eq!(presses, log.rows().iter().filter(|r| r.event == crate::clock::log::Event::Press).count());
    }
}
