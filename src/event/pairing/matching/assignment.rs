//! The heaviest assignment of rows to columns, and of several equally heavy ones the first: the Hungarian algorithm, then
//! exchanges along tight edges.
//!
//! Rows are S1 and columns S2 of a bracket: the first assignment is the earliest transposition (art. 4.2).

use std::collections::VecDeque;

use super::steps::Steps;
use super::weight::Weight;

/// The column of each row, with different columns for different rows and the greatest sum of weights; of several, the
/// lexicographically first.
/// `None` if there is no column for every row, or steps run out.
pub(crate) fn first_heaviest<const W: usize>(
    rows: usize,
    columns: usize,
    steps: &Steps,
    weight: impl Fn(usize, usize) -> Option<Weight<W>>,
) -> Option<Vec<usize>> {
    if rows > columns {
        return None;
    }
    let mut assignment = Assignment::new(rows, columns, weight);
    (0..rows).all(|row| assignment.assign(row, steps)).then(|| Tight::of(&assignment).first())
}

struct Assignment<const W: usize> {
    rows: usize,
    columns: usize,
    /// The difference of each pair to the heaviest pair, by row and column.
    cost: Vec<Option<Weight<W>>>,
    /// Dual values. They wrap round below zero; only reduced costs, which are never negative, are compared.
    of_row: Vec<Weight<W>>,
    /// Those of columns without a row are zero.
    of_column: Vec<Weight<W>>,
    /// The row of each column.
    row: Vec<Option<usize>>,
}

impl<const W: usize> Assignment<W> {
    fn new(rows: usize, columns: usize, weight: impl Fn(usize, usize) -> Option<Weight<W>>) -> Assignment<W> {
        let mut cost: Vec<Option<Weight<W>>> =
            (0..rows * columns).map(|at| weight(at / columns, at % columns)).collect();
        let heaviest = cost.iter().flatten().copied().max().unwrap_or(Weight::ZERO);
        for cost in cost.iter_mut().flatten() {
            *cost = heaviest - *cost;
        }
        let of_row = vec![Weight::ZERO; rows];
        let of_column = vec![Weight::ZERO; columns];
        Assignment { rows, columns, cost, of_row, of_column, row: vec![None; columns] }
    }

    fn reduced(&self, row: usize, column: usize) -> Option<Weight<W>> {
        let cost = self.cost[row * self.columns + column]?;
        Some(cost - self.of_row[row] - self.of_column[column])
    }

    /// Gives one more row a column, by the cheapest path of exchanges; false if there is none.
    fn assign(&mut self, new: usize, steps: &Steps) -> bool {
        let mut tree = vec![Reached::default(); self.columns];
        let mut scanned: Vec<usize> = Vec::new();
        let (mut row, mut from, mut length) = (new, None, Weight::ZERO);
        loop {
            let mut nearest: Option<usize> = None;
            for column in 0..self.columns {
                if tree[column].is_scanned {
                    continue;
                }
                if let Some(step) = self.reduced(row, column) {
                    tree[column].approach(length + step, from);
                }
                let Some(length) = tree[column].length else { continue };
                if nearest.is_none_or(|nearest| tree[nearest].length.is_none_or(|least| length < least)) {
                    nearest = Some(column);
                }
            }
            let Some(column) = nearest.filter(|_| steps.take(self.columns * W)) else { return false };
            length = tree[column].length.unwrap_or(length);
            let Some(next) = self.row[column] else {
                self.change_duals(new, &scanned, &tree, length);
                self.exchange(new, column, &tree);
                return true;
            };
            tree[column].is_scanned = true;
            scanned.push(column);
            (row, from) = (next, Some(column));
        }
    }

    /// Makes the edges on the tree tight, up to a path of that length.
    fn change_duals(&mut self, new: usize, scanned: &[usize], tree: &[Reached<W>], length: Weight<W>) {
        self.of_row[new] += length;
        for column in scanned {
            let (Some(own), Some(row)) = (tree[*column].length, self.row[*column]) else { continue };
            self.of_column[*column] -= length - own;
            self.of_row[row] += length - own;
        }
    }

    /// Moves each row on the path that ends in a free column one column along.
    fn exchange(&mut self, new: usize, end: usize, tree: &[Reached<W>]) {
        let mut column = end;
        while let Some(before) = tree[column].from {
            self.row[column] = self.row[before];
            column = before;
        }
        self.row[column] = Some(new);
    }
}

/// A column that paths of exchanges reach.
#[derive(Debug, Clone, Copy)]
struct Reached<const W: usize> {
    /// The length of the shortest known path to it.
    length: Option<Weight<W>>,
    /// The column before it on that path.
    from: Option<usize>,
    is_scanned: bool,
}

impl<const W: usize> Default for Reached<W> {
    fn default() -> Reached<W> {
        Reached { length: None, from: None, is_scanned: false }
    }
}

impl<const W: usize> Reached<W> {
    fn approach(&mut self, length: Weight<W>, from: Option<usize>) {
        if self.length.is_none_or(|least| length < least) {
            (self.length, self.from) = (Some(length), from);
        }
    }
}

/// The pairs that some heaviest assignment has. Columns without a row belong to further rows, which may have every column of
/// dual value zero.
struct Tight {
    rows: usize,
    /// The rows that may have a column, by column: one bit each.
    allowed: Vec<Vec<u64>>,
    column: Vec<usize>,
    row: Vec<usize>,
}

impl Tight {
    fn of<const W: usize>(assignment: &Assignment<W>) -> Tight {
        let (rows, all) = (assignment.rows, assignment.columns);
        let mut free = rows..all;
        let row: Vec<usize> =
            assignment.row.iter().map(|row| row.or_else(|| free.next()).unwrap_or(0)).collect();
        let mut column = vec![0; all];
        for (at, row) in row.iter().enumerate() {
            column[*row] = at;
        }
        let is_tight = |row: usize, column: usize| match row < rows {
            true => assignment.reduced(row, column).is_some_and(|cost| cost.is_zero()),
            false => assignment.of_column[column].is_zero(),
        };
        let bits = |column: usize| {
            let mut bits = vec![0u64; all.div_ceil(64)];
            for row in (0..all).filter(|row| is_tight(*row, column)) {
                bits[row / 64] |= 1 << (row % 64);
            }
            bits
        };
        Tight { rows, allowed: (0..all).map(bits).collect(), column, row }
    }

    /// Gives each row in turn the first column that leaves the others one.
    fn first(mut self) -> Vec<usize> {
        let mut open = vec![u64::MAX; self.row.len().div_ceil(64)];
        for row in 0..self.rows {
            open[row / 64] &= !(1 << (row % 64));
            let next = self.ways_to(self.column[row], &open);
            let may = |column: &usize| {
                let owner = self.row[*column];
                let is_open = *column == self.column[row] || next[owner].is_some();
                is_open && self.allowed[*column][row / 64] >> (row % 64) & 1 == 1
            };
            let Some(first) = (0..self.row.len()).find(may) else { continue };
            self.give(row, first, &next);
        }
        self.column.truncate(self.rows);
        self.column
    }

    /// The next column on the way to `end`, of each open row that can move up to it.
    fn ways_to(&self, end: usize, open: &[u64]) -> Vec<Option<usize>> {
        let mut left = open.to_vec();
        let mut next = vec![None; self.row.len()];
        let mut queue = VecDeque::from([end]);
        while let Some(column) = queue.pop_front() {
            for (at, (left, allowed)) in left.iter_mut().zip(&self.allowed[column]).enumerate() {
                let mut found = *left & allowed;
                *left &= !found;
                while found != 0 {
                    let row = at * 64 + found.trailing_zeros() as usize;
                    found &= found - 1;
                    next[row] = Some(column);
                    queue.push_back(self.column[row]);
                }
            }
        }
        next
    }

    /// Gives a row a column; its owner, and the owners after it, move along.
    fn give(&mut self, row: usize, column: usize, next: &[Option<usize>]) {
        let (mut row, mut column) = (row, column);
        let end = self.column[row];
        loop {
            let owner = std::mem::replace(&mut self.row[column], row);
            self.column[row] = column;
            if column == end {
                return;
            }
            let Some(free) = next[owner] else { return };
            (row, column) = (owner, free);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{random, weight};
    use super::*;

    /// The first of the heaviest assignments and its weight, by trying all in order.
    fn best(weights: &[Vec<Option<u64>>], taken: &mut Vec<usize>) -> Option<(u64, Vec<usize>)> {
        let Some(row) = weights.get(taken.len()) else { return Some((0, taken.clone())) };
        let mut most: Option<(u64, Vec<usize>)> = None;
        for (column, weight) in row.iter().enumerate() {
            let Some(weight) = weight.filter(|_| !taken.contains(&column)) else { continue };
            taken.push(column);
            if let Some((rest, found)) = best(weights, taken)
                && most.as_ref().is_none_or(|(most, _)| rest + weight > *most)
            {
                most = Some((rest + weight, found));
            }
            taken.pop();
        }
        most
    }

    #[test]
    fn the_first_of_the_heaviest_assignments_is_found() {
        let mut random = random(1);
        let mut none = 0;
        for trial in 0..4000 {
            let rows = 1 + random(5) as usize;
            let columns = rows + random(3) as usize;
            let (density, greatest) = (1 + random(4), [1, 2, 5, 1000][trial % 4]);
            let mut row = || (0..columns).map(|_| (random(4) < density).then(|| random(greatest))).collect();
            let weights: Vec<Vec<Option<u64>>> = (0..rows).map(|_| row()).collect();
            let found =
                first_heaviest::<1>(rows, columns, &Steps::default(), |u, v| weights[u][v].map(weight));
            let expected = best(&weights, &mut Vec::new()).map(|(_, columns)| columns);
            none += usize::from(expected.is_none());
            assert_eq!(found, expected, "{weights:?}");
        }
        assert!((200..3000).contains(&none), "{none}");
    }

    #[test]
    fn there_is_no_assignment_of_more_rows_than_columns() {
        assert_eq!(first_heaviest::<1>(2, 1, &Steps::default(), |_, _| Some(weight(1))), None);
        assert_eq!(first_heaviest::<1>(0, 0, &Steps::default(), |_, _| Some(weight(1))), Some(Vec::new()));
    }
}
