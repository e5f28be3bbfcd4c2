//! Puts what comes by number in any order back into that order.

use std::collections::VecDeque;

/// What came early waits here for what is before it.
#[derive(Debug)]
pub(super) struct Order<T> {
    waiting: VecDeque<Option<T>>,
    next: u64,
}

impl<T> Default for Order<T> {
    fn default() -> Order<T> {
        Order { waiting: VecDeque::new(), next: 0 }
    }
}

impl<T> Order<T> {
    /// Adds number `number`, from 0. A number that was passed on before is ignored.
    pub(super) fn put(&mut self, number: u64, of: T) {
        let Some(place) = number.checked_sub(self.next).and_then(|place| usize::try_from(place).ok()) else {
            return;
        };
        if self.waiting.len() <= place {
            self.waiting.resize_with(place + 1, || None);
        }
        if let Some(slot) = self.waiting.get_mut(place) {
            *slot = Some(of);
        }
    }

    /// The next one with its number, if it is there.
    pub(super) fn next(&mut self) -> Option<(u64, T)> {
        let of = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        self.next += 1;
        Some((self.next - 1, of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_any_order_goes_on_in_its_own() {
        let mut order = Order::default();
        let mut passed = Vec::new();
        for number in [2, 0, 1, 4, 3] {
            order.put(number, number);
            passed.push(std::iter::from_fn(|| order.next()).map(|(_, of)| of).collect::<Vec<u64>>());
        }
        assert_eq!(passed, [vec![], vec![0], vec![1, 2], vec![], vec![3, 4]]);
    }
}
