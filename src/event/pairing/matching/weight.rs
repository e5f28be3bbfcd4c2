//! Weights of edges: wide unsigned integers, so that criteria can be compared in order by one comparison.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// An unsigned integer of `64 * W` bits, the most significant word first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Weight<const W: usize>([u64; W]);

impl<const W: usize> Weight<W> {
    pub(crate) const ZERO: Weight<W> = Weight([0; W]);

    /// Half of it; the lowest bit is lost.
    pub(crate) fn half(self) -> Weight<W> {
        let mut out = self.0;
        let mut carry = 0;
        for word in &mut out {
            let low = *word & 1;
            *word = (*word >> 1) | (carry << 63);
            carry = low;
        }
        Weight(out)
    }

    /// Twice it; the highest bit is lost.
    pub(crate) fn double(self) -> Weight<W> {
        let mut out = self.0;
        let mut carry = 0;
        for word in out.iter_mut().rev() {
            let high = *word >> 63;
            *word = (*word << 1) | carry;
            carry = high;
        }
        Weight(out)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

impl<const W: usize> AddAssign for Weight<W> {
    #[inline]
    fn add_assign(&mut self, other: Weight<W>) {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0).rev() {
            let (sum, first) = word.overflowing_add(more);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
    }
}

impl<const W: usize> SubAssign for Weight<W> {
    #[inline]
    fn sub_assign(&mut self, other: Weight<W>) {
        let mut borrow = false;
        for (word, less) in self.0.iter_mut().zip(other.0).rev() {
            let (rest, first) = word.overflowing_sub(less);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            *word = rest;
            borrow = first || second;
        }
    }
}

impl<const W: usize> Add for Weight<W> {
    type Output = Weight<W>;

    #[inline]
    fn add(mut self, other: Weight<W>) -> Weight<W> {
        self += other;
        self
    }
}

impl<const W: usize> Sub for Weight<W> {
    type Output = Weight<W>;

    #[inline]
    fn sub(mut self, other: Weight<W>) -> Weight<W> {
        self -= other;
        self
    }
}

/// Writes fields of bits, the most significant first, into words.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    words: Vec<u64>,
    bits: usize,
}

impl Fields {
    /// Discards what was written.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.bits = 0;
    }

    /// Bits written so far.
    pub(crate) fn bits(&self) -> usize {
        self.bits
    }

    /// Appends the lowest `width` bits of `value`; `width` is 64 at most.
    pub(crate) fn put(&mut self, value: u64, width: u32) {
        let mut left = width as usize;
        while left > 0 {
            let used = self.bits % 64;
            if used == 0 {
                self.words.push(0);
            }
            let taken = left.min(64 - used);
            let bits = (value >> (left - taken)) & (u64::MAX >> (64 - taken));
            if let Some(last) = self.words.last_mut() {
                *last |= bits << (64 - used - taken);
            }
            self.bits += taken;
            left -= taken;
        }
    }

    /// Appends one bit `times` times.
    pub(crate) fn fill(&mut self, bit: bool, times: usize) {
        let all = if bit { u64::MAX } else { 0 };
        let mut left = times;
        while left > 0 {
            let taken = left.min(64);
            self.put(all, taken as u32);
            left -= taken;
        }
    }

    /// The number that was written, in `W` words; `bits` is the same for all numbers that are compared.
    pub(crate) fn weight<const W: usize>(&self) -> Weight<W> {
        // The fields end at the lowest bit: shift right by what the last word has free.
        let free = (64 - self.bits % 64) % 64;
        let mut out = [0; W];
        let words = self.words.len();
        for (at, slot) in out.iter_mut().rev().enumerate() {
            let Some(index) = words.checked_sub(at + 1) else { break };
            let word = self.words.get(index).copied().unwrap_or(0);
            let above = index.checked_sub(1).and_then(|i| self.words.get(i)).copied().unwrap_or(0);
            *slot = if free == 0 { word } else { (word >> free) | (above << (64 - free)) };
        }
        Weight(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_differences_carry_over_words() {
        let one = Weight::<2>([0, 1]);
        let big = Weight::<2>([0, u64::MAX]);
        assert_eq!(big + one, Weight([1, 0]));
        assert_eq!(Weight([1, 0]) - one, big);
        assert_eq!(Weight::<2>([1, 0]).half(), Weight([0, 1 << 63]));
        assert_eq!(Weight::<2>([0, 1 << 63]).double(), Weight([1, 0]));
    }

    #[test]
    fn fields_are_compared_from_the_first() {
        let of = |a: u64, b: u64| {
            let mut fields = Fields::default();
            fields.put(a, 40);
            fields.put(b, 50);
            fields.weight::<2>()
        };
        assert!(of(2, 0) > of(1, (1 << 50) - 1));
        assert_eq!(of(1, 5) + of(1, 7), of(2, 12));
        assert_eq!(of(0, 3), Weight([0, 3]));
    }
}
