//! Puts what comes by number in any order back into that order.

use std::collections::VecDeque;

/// What came early waits here for what is before it. What belongs to one number may come in several parts, one after the other.
#[derive(Debug)]
pub(super) struct Order<T> {
    waiting: VecDeque<Slot<T>>,
    /// The number of the first slot.
    next: u64,
    /// How many parts wait.
    held: usize,
}

/// The parts of one number.
#[derive(Debug)]
struct Slot<T> {
    parts: VecDeque<T>,
    /// Whether the last part is there.
    complete: bool,
}

impl<T> Default for Order<T> {
    fn default() -> Order<T> {
        Order { waiting: VecDeque::new(), next: 0, held: 0 }
    }
}

impl<T> Order<T> {
    /// Adds the only or last part of number `number`, from 0. A number that was passed on before is ignored.
    pub(super) fn put(&mut self, number: u64, of: T) {
        self.add(number, of, true);
    }

    /// As [`Order::put`], but more parts of the number follow.
    pub(super) fn put_part(&mut self, number: u64, of: T) {
        self.add(number, of, false);
    }

    fn add(&mut self, number: u64, of: T, complete: bool) {
        let Some(place) = number.checked_sub(self.next).and_then(|place| usize::try_from(place).ok()) else {
            return;
        };
        if self.waiting.len() <= place {
            self.waiting.resize_with(place + 1, || Slot { parts: VecDeque::new(), complete: false });
        }
        if let Some(slot) = self.waiting.get_mut(place) {
            slot.parts.push_back(of);
            slot.complete = complete;
            self.held += 1;
        }
    }

    /// The number of parts that wait for earlier numbers.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// How many numbers have been passed on with their last part.
    pub(super) fn passed(&self) -> u64 {
        self.next
    }

    /// What comes next with its number, if it is there.
    pub(super) fn next(&mut self) -> Option<(u64, T)> {
        let slot = self.waiting.front_mut()?;
        let of = slot.parts.pop_front()?;
        self.held -= 1;
        let number = self.next;
        if slot.complete && slot.parts.is_empty() {
            self.waiting.pop_front();
            self.next += 1;
        }
        Some((number, of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_any_order_goes_on_in_its_own() {
        let mut order = Order::default();
        let (mut passed, mut held) = (Vec::new(), Vec::new());
        for number in [2, 0, 1, 4, 3] {
            order.put(number, number);
            passed.push(std::iter::from_fn(|| order.next()).map(|(_, of)| of).collect::<Vec<u64>>());
            held.push(order.held());
        }
        assert_eq!(held, [1, 1, 0, 1, 0]);
        assert_eq!(passed, [vec![], vec![0], vec![1, 2], vec![], vec![3, 4]]);
    }

    #[test]
    fn parts_go_on_as_they_come_and_the_next_number_waits_for_the_last() {
        let mut order = Order::default();
        let mut passed = Vec::new();
        for (number, part, last) in
            [(1, "1a", false), (0, "0a", false), (0, "0b", true), (2, "2a", true), (1, "1b", true)]
        {
            if last {
                order.put(number, part)
            } else {
                order.put_part(number, part)
            }
            passed.push(std::iter::from_fn(|| order.next()).map(|(_, of)| of).collect::<Vec<_>>());
        }
        assert_eq!(passed, [vec![], vec!["0a"], vec!["0b", "1a"], vec![], vec!["1b", "2a"]]);
    }
}
