//! Growth test: four times the input may take at most five times the work, for every reader and every check,
//! on hostile input.
//!
//! Work is counted, not timed. A step is an edge of the control flow in flagfall and the crates that it uses
//! (see [`flagfall_fuzz::steps`]), or 16 bytes that the C library copies, fills or compares. Each case runs
//! in two sizes, one four times the other; the work of a run on a tiny input is subtracted. A case must take
//! at least one step per thing in its input, and one more for each additional thing, so that a counter that
//! does not count fails the test.

mod events;
mod games;
mod others;
mod wraps;

use flagfall_fuzz::steps::steps;

/// A hostile input of variable size, and the code to run on it.
pub struct Case {
    pub name: String,
    /// The number of things (tags, players, rows) in the smaller input.
    pub things: usize,
    pub run: Box<dyn Fn(&[u8])>,
    pub input: Box<dyn Fn(usize) -> Vec<u8>>,
}

impl Case {
    pub fn new(
        name: impl Into<String>,
        things: usize,
        input: impl Fn(usize) -> Vec<u8> + 'static,
        run: impl Fn(&[u8]) + 'static,
    ) -> Case {
        Case { name: name.into(), things, run: Box::new(run), input: Box::new(input) }
    }

    fn measured(&self, things: usize) -> u64 {
        let (input, from) = aligned(&(self.input)(things));
        let input = input.get(from..).unwrap_or_default();
        let before = steps();
        (self.run)(input);
        steps() - before
    }

    /// Describes what is wrong with its growth, if anything.
    fn fault(&self) -> Option<String> {
        // The first run does one-time initialisation.
        self.measured(FEW);
        let base = self.measured(FEW);
        let (small, large) = (self.measured(self.things), self.measured(4 * self.things));
        let ratio = large.saturating_sub(base) as f64 / small.saturating_sub(base).max(1) as f64;
        println!("{:<56} {base:>10} {small:>12} {large:>12} {ratio:>6.2}", self.name);
        if small < self.things as u64 || large < small + 3 * self.things as u64 {
            Some(format!(
                "{}: {small} and {large} steps for {} things and for four times as many",
                self.name, self.things
            ))
        } else if ratio > 5.0 {
            Some(format!(
                "{}: four times the input is {ratio:.2} times the work ({small} and {large} steps)",
                self.name
            ))
        } else {
            None
        }
    }
}

/// The bytes in a buffer, from an index where a vector register may be filled: searches take other steps from elsewhere, and where
/// a buffer is depends on the cases before.
fn aligned(bytes: &[u8]) -> (Vec<u8>, usize) {
    const REGISTER: usize = 64;
    let mut buffer: Vec<u8> = Vec::with_capacity(bytes.len() + REGISTER);
    let from = buffer.as_ptr().align_offset(REGISTER);
    buffer.resize(from, 0);
    buffer.extend_from_slice(bytes);
    (buffer, from)
}

/// Things in the run whose work is subtracted.
const FEW: usize = 4;

/// Checks that the counter notices nested loops, copies by the C library, and a case that does nothing.
fn the_counter_counts() {
    let quadratic = Case::new(
        "quadratic",
        100,
        |n| vec![b'x'; n],
        |text| {
            let equal = text.iter().enumerate().map(|(i, a)| text[i..].iter().filter(|b| *b == a).count());
            assert!(std::hint::black_box(equal.sum::<usize>()) > 0);
        },
    );
    assert!(quadratic.fault().is_some_and(|fault| fault.contains("times the work")));
    let copies = Case::new(
        "copies",
        2000,
        |n| vec![b'x'; n],
        |text| {
            for _ in text {
                std::hint::black_box(text.to_vec());
            }
        },
    );
    assert!(copies.fault().is_some_and(|fault| fault.contains("times the work")));
    let nothing = Case::new("nothing", 100, |n| vec![b'x'; n], |_| {});
    assert!(nothing.fault().is_some_and(|fault| fault.contains("things")));
}

fn main() {
    // The cases run one after the other on one thread. Arguments select cases by parts of their names.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    the_counter_counts();
    let mut cases = games::cases();
    cases.extend(events::cases());
    cases.extend(others::cases());
    let chosen =
        |case: &&Case| wanted.is_empty() || wanted.iter().any(|part| case.name.contains(part.as_str()));
    let chosen: Vec<&Case> = cases.iter().filter(chosen).collect();
    let faults: Vec<String> = chosen.iter().filter_map(|case| case.fault()).collect();
    println!("{} cases, {} faults", chosen.len(), faults.len());
    faults.iter().for_each(|fault| println!("{fault}"));
    assert!(faults.is_empty() && !chosen.is_empty());
}
