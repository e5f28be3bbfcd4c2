//! The set of all matchings of greatest weight, so that a further order can choose among them.
//!
//! By the duals of one heaviest matching, every heaviest matching consists of tight pairs. Of the matchings of
//! tight pairs, those are heaviest that leave no vertex of positive dual alone and fill each blossom of positive dual.
//! Counting these vertices and blossoms takes a few bits instead of hundreds.

use super::blossom::{Matching, heaviest};
use super::steps::Steps;
use super::weight::{Fields, Weight};

/// The heaviest matchings of a graph.
#[derive(Debug, Clone, Default)]
pub(crate) struct Face {
    /// The vertices, by the numbers that the caller gave them.
    pub(crate) vertices: Vec<usize>,
    /// The partner of each in one of the matchings, by place.
    mates: Vec<Option<usize>>,
    /// What each pair adds to the count of covered vertices and filled blossoms, by place and place; zero where no
    /// heaviest matching has the pair.
    reward: Vec<u32>,
}

impl Face {
    pub(super) fn of<const W: usize>(matching: &Matching<W>, vertices: Vec<usize>) -> Face {
        let n = matching.n;
        let nests = Nests::of(matching);
        let mut reward = vec![0; n * n];
        for u in 0..n {
            for v in u + 1..n {
                let doubled = matching.weights[u * n + v];
                if doubled.is_zero() {
                    continue;
                }
                let (blossoms, dual) = nests.around(u, v);
                let sum = matching.value[u] + matching.value[v] + dual.double();
                if sum == doubled {
                    let ends = [u, v].iter().filter(|v| !matching.value[**v].is_zero()).count() as u32;
                    reward[u * n + v] = blossoms + ends;
                    reward[v * n + u] = blossoms + ends;
                }
            }
        }
        Face { vertices, mates: matching.mates(), reward }
    }

    /// The partner of each vertex, by place.
    pub(crate) fn mates(&self) -> impl Iterator<Item = (usize, Option<usize>)> + '_ {
        let name = |mate: &Option<usize>| mate.and_then(|mate| self.vertices.get(mate)).copied();
        self.vertices.iter().copied().zip(self.mates.iter().map(name))
    }

    /// The partners of a vertex in all of these matchings, and possibly others, in the order of the vertices.
    pub(crate) fn partners(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        let n = self.vertices.len();
        let place = self.vertices.iter().position(|vertex| *vertex == of);
        let row = place.and_then(|at| self.reward.get(at * n..(at + 1) * n)).unwrap_or_default();
        row.iter().zip(&self.vertices).filter(|(reward, _)| **reward > 0).map(|(_, vertex)| *vertex)
    }

    /// The same without vertices that are decided: paired or left alone.
    pub(crate) fn without(&self, decided: impl Fn(usize) -> bool) -> Face {
        let n = self.vertices.len();
        let left: Vec<usize> = (0..n).filter(|at| !decided(self.vertices[*at])).collect();
        let mut place = vec![None; n];
        left.iter().enumerate().for_each(|(new, old)| place[*old] = Some(new));
        let rows = left.iter().flat_map(|u| left.iter().map(move |v| self.reward[u * n + v]));
        Face {
            vertices: left.iter().map(|at| self.vertices[*at]).collect(),
            mates: left.iter().map(|at| self.mates[*at].and_then(|mate| place[mate])).collect(),
            reward: rows.collect(),
        }
    }

    /// Bits of the field that keeps a matching among the heaviest.
    pub(crate) fn bits(&self) -> u32 {
        let most = self.reward.iter().copied().max().unwrap_or(0) as usize * (self.vertices.len() / 2);
        usize::BITS - most.leading_zeros()
    }

    /// Those of the matchings that are best in an order, whose fields `write` appends; `None` if steps run out.
    pub(crate) fn refined<const W: usize>(
        &self,
        steps: &Steps,
        mut write: impl FnMut(usize, usize, &mut Fields),
    ) -> Option<Face> {
        let (n, width) = (self.vertices.len(), self.bits());
        let mut fields = Fields::default();
        heaviest::<W>(self.vertices.clone(), steps, |u, v| {
            let reward = self.reward[u * n + v];
            if reward == 0 {
                return None;
            }
            fields.clear();
            fields.put(u64::from(reward), width);
            write(self.vertices[u], self.vertices[v], &mut fields);
            Some(fields.weight::<W>())
        })
    }
}

/// The blossoms of positive dual, by the blossoms that they lie in.
struct Nests<const W: usize> {
    /// The blossom around each node.
    around: Vec<Option<usize>>,
    depth: Vec<u32>,
    /// The number of blossoms of positive dual, of a blossom and those around it, and the sum of their duals, halved.
    sums: Vec<(u32, Weight<W>)>,
}

impl<const W: usize> Nests<W> {
    fn of(matching: &Matching<W>) -> Nests<W> {
        let nodes = matching.top.len();
        let mut nests =
            Nests { around: vec![None; nodes], depth: vec![0; nodes], sums: vec![(0, Weight::ZERO); nodes] };
        let blossoms = matching.blossoms();
        for blossom in &blossoms {
            for inside in &matching.circle[*blossom] {
                nests.around[*inside] = Some(*blossom);
            }
        }
        for blossom in blossoms {
            let mut at = Some(blossom);
            while let Some(node) = at {
                let dual = matching.value[node];
                nests.depth[blossom] += 1;
                nests.sums[blossom].0 += u32::from(!dual.is_zero());
                nests.sums[blossom].1 += dual;
                at = nests.around[node];
            }
        }
        nests
    }

    /// The sums of the blossoms that hold both of two vertices.
    fn around(&self, u: usize, v: usize) -> (u32, Weight<W>) {
        let (mut one, mut other) = (self.around[u], self.around[v]);
        while let (Some(a), Some(b)) = (one, other) {
            if a == b {
                return self.sums[a];
            }
            if self.depth[a] >= self.depth[b] {
                one = self.around[a];
            } else {
                other = self.around[b];
            }
        }
        (0, Weight::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{best, random, weight};
    use super::*;

    #[test]
    fn the_best_in_the_order_is_found_among_the_heaviest() {
        let mut random = random(7);
        for trial in 0..6000 {
            let n = 2 + random(9) as usize;
            let (density, greatest) = (1 + random(4), [1, 2, 4, 30][trial % 4]);
            let mut primary = vec![0; n * n];
            let mut order = vec![[0; 2]; n * n];
            for u in 0..n {
                for v in u + 1..n {
                    if random(4) < density {
                        for (one, other) in [(u, v), (v, u)] {
                            primary[one * n + other] = 1 + (trial as u64 + u as u64 * v as u64) % greatest;
                            order[one * n + other] = [(u + 3 * v) as u64 % 5, (7 * u + v) as u64 % 4];
                        }
                    }
                }
            }
            let steps = Steps::default();
            let edge = |u: usize, v: usize| Some(weight(primary[u * n + v])).filter(|w| !w.is_zero());
            let mut face = heaviest::<1>((0..n).collect(), &steps, edge);
            for level in [0, 1] {
                let field = |at: usize| order.get(at).and_then(|of| of.get(level)).copied().unwrap_or(0);
                let write = |u: usize, v: usize, out: &mut Fields| out.put(field(u * n + v), 6);
                face = face.and_then(|face| face.refined::<1>(&steps, write));
            }
            // The weights of all three in one number.
            let whole = |at: usize| match primary[at] {
                0 => 0,
                weight => weight << 12 | order[at][0] << 6 | order[at][1],
            };
            let whole: Vec<u64> = (0..n * n).map(whole).collect();
            let mates = face.iter().flat_map(Face::mates);
            let sum: u64 = mates.filter_map(|(u, v)| Some(whole[u * n + v?])).sum();
            assert_eq!(sum / 2, best(n, &whole, (1 << n) - 1), "n {n} {whole:?}");
        }
    }
}
