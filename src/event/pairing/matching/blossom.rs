//! A matching of greatest weight in a general graph: Edmonds' primal-dual algorithm with blossoms, O(n³) operations.
//!
//! Vertices are `0..n`; blossoms get numbers from `n` on. `value` holds each vertex's dual value, and half that of a
//! blossom. An edge is tight where the duals of its ends add up to twice its weight. Each phase grows alternating trees
//! from all free vertices along tight edges, changes the duals where no tight edge is left, and ends with one more pair.

use std::collections::VecDeque;

use super::face::Face;
use super::steps::Steps;
use super::weight::Weight;

const NONE: usize = usize::MAX;

/// The state of a node in the alternating trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// An edge by its ends, which are vertices.
type Ends = (u32, u32);

/// The matchings of greatest weight. `weight` takes places among the vertices and returns `None` if there is no edge; an
/// edge of weight zero is never used. `None` if steps run out.
pub(crate) fn heaviest<const W: usize>(
    vertices: Vec<usize>,
    steps: &Steps,
    weight: impl FnMut(usize, usize) -> Option<Weight<W>>,
) -> Option<Face> {
    let mut matching = Matching::new(vertices.len(), weight);
    while matching.phase(steps)? {}
    Some(Face::of(&matching, vertices))
}

/// The size of a matching's tables in bytes, for each pair of its vertices.
pub(crate) const fn bytes_per_pair<const W: usize>() -> usize {
    // The weight, four edges of nodes, and two places in circles.
    size_of::<Weight<W>>() + 4 * size_of::<Ends>() + 2 * size_of::<u32>()
}

pub(super) struct Matching<const W: usize> {
    pub(super) n: usize,
    /// Weights, doubled, by vertex and vertex; zero where there is no edge.
    pub(super) weights: Vec<Weight<W>>,
    /// Dual values of vertices; halves of those of blossoms.
    pub(super) value: Vec<Weight<W>>,
    /// The tightest edge between two nodes, by node and node, from the first to the second.
    edge: Vec<Ends>,
    /// The vertex that a node is matched to, outside of it.
    mate: Vec<usize>,
    /// The outermost node that a node lies in; `NONE` for a number not in use.
    pub(super) top: Vec<usize>,
    /// The vertex from which an inner node was reached.
    parent: Vec<usize>,
    label: Vec<Label>,
    /// The outer vertex with the least slack to a node that is not on its tree; `NONE` without one.
    nearest: Vec<usize>,
    /// The cycle of nodes that forms a blossom, its base first.
    pub(super) circle: Vec<Vec<usize>>,
    /// The node of a blossom's cycle that contains a vertex, by blossom and vertex.
    holds: Vec<u32>,
    visited: Vec<u32>,
    visit: u32,
    queue: VecDeque<usize>,
    /// One above the highest number in use.
    used: usize,
    /// Steps not yet counted in those of the round.
    steps: usize,
}

const NO_EDGE: Ends = (u32::MAX, u32::MAX);

impl<const W: usize> Matching<W> {
    fn new(n: usize, mut weight: impl FnMut(usize, usize) -> Option<Weight<W>>) -> Matching<W> {
        let nodes = 2 * n + 1;
        let mut weights = vec![Weight::ZERO; n * n];
        let mut edge = vec![NO_EDGE; nodes * nodes];
        let mut greatest = Weight::ZERO;
        for u in 0..n {
            for v in u + 1..n {
                if let Some(single) = weight(u, v).filter(|weight| !weight.is_zero()) {
                    greatest = greatest.max(single);
                    weights[u * n + v] = single.double();
                    weights[v * n + u] = single.double();
                    edge[u * nodes + v] = (u as u32, v as u32);
                    edge[v * nodes + u] = (v as u32, u as u32);
                }
            }
        }
        let mut value = vec![Weight::ZERO; nodes];
        value.iter_mut().take(n).for_each(|value| *value = greatest);
        let mut holds = vec![u32::MAX; nodes * n];
        for v in 0..n {
            holds[v * n + v] = v as u32;
        }
        Matching {
            n,
            weights,
            value,
            edge,
            mate: vec![NONE; nodes],
            top: (0..nodes).map(|node| if node < n { node } else { NONE }).collect(),
            parent: vec![NONE; nodes],
            label: vec![Label::Free; nodes],
            nearest: vec![NONE; nodes],
            circle: vec![Vec::new(); nodes],
            holds,
            visited: vec![0; nodes],
            visit: 0,
            queue: VecDeque::new(),
            used: n,
            steps: 0,
        }
    }

    /// The partner of each vertex.
    pub(super) fn mates(&self) -> Vec<Option<usize>> {
        let mates = self.mate.iter().take(self.n);
        mates.map(|mate| (*mate != NONE).then_some(*mate)).collect()
    }

    /// The blossoms, including those inside others.
    pub(super) fn blossoms(&self) -> Vec<usize> {
        (self.n..self.used).filter(|node| self.top[*node] != NONE).collect()
    }

    fn nodes(&self) -> usize {
        2 * self.n + 1
    }

    fn ends(&self, a: usize, b: usize) -> Ends {
        self.edge[a * self.nodes() + b]
    }

    fn slack(&self, (u, v): Ends) -> Weight<W> {
        let (u, v) = (u as usize, v as usize);
        self.value[u] + self.value[v] - self.weights[u * self.n + v]
    }

    /// Notes that outer vertex `u` may be the nearest to `node`.
    fn approach(&mut self, u: usize, node: usize) {
        let best = self.nearest[node];
        if best == NONE || self.slack(self.ends(u, node)) < self.slack(self.ends(best, node)) {
            self.nearest[node] = u;
        }
    }

    fn find_nearest(&mut self, node: usize) {
        self.steps += self.n * W;
        self.nearest[node] = NONE;
        for u in 0..self.n {
            let top = self.top[u];
            if self.ends(u, node) != NO_EDGE && top != node && self.label[top] == Label::Outer {
                self.approach(u, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node < self.n {
            self.queue.push_back(node);
            return;
        }
        for at in 0..self.circle[node].len() {
            let inside = self.circle[node][at];
            self.enqueue(inside);
        }
    }

    fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        if node >= self.n {
            for at in 0..self.circle[node].len() {
                let inside = self.circle[node][at];
                self.set_top(inside, top);
            }
        }
    }

    /// The even place of `inside` on the cycle of `blossom`, which is reversed if it was odd.
    fn even_place(&mut self, blossom: usize, inside: usize) -> usize {
        let circle = &mut self.circle[blossom];
        let place = circle.iter().position(|node| *node == inside).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        if let Some(rest) = circle.get_mut(1..) {
            rest.reverse();
        }
        circle.len() - place
    }

    /// Matches node `a` along its edge to node `b`, and the cycles inside a blossom accordingly.
    fn set_mate(&mut self, a: usize, b: usize) {
        let (inner, outer) = self.ends(a, b);
        self.mate[a] = outer as usize;
        if a < self.n {
            return;
        }
        let base = self.holds[a * self.n + inner as usize] as usize;
        let place = self.even_place(a, base);
        for at in 0..place {
            let (one, other) = (self.circle[a][at], self.circle[a][at ^ 1]);
            self.set_mate(one, other);
        }
        self.set_mate(base, b);
        self.circle[a].rotate_left(place);
    }

    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let mate = self.mate[a];
            let before = if mate == NONE { NONE } else { self.top[mate] };
            self.set_mate(a, b);
            if before == NONE {
                return;
            }
            let up = self.top[self.parent[before]];
            self.set_mate(before, up);
            a = up;
            b = before;
        }
    }

    /// The outer node above `node` on its tree.
    fn above(&self, node: usize) -> usize {
        match self.mate[node] {
            NONE => NONE,
            mate => self.top[self.parent[self.top[mate]]],
        }
    }

    fn common_ancestor(&mut self, a: usize, b: usize) -> usize {
        self.visit += 1;
        let (mut one, mut other) = (a, b);
        while one != NONE || other != NONE {
            if one != NONE {
                if self.visited[one] == self.visit {
                    return one;
                }
                self.visited[one] = self.visit;
                one = self.above(one);
            }
            std::mem::swap(&mut one, &mut other);
        }
        NONE
    }

    /// The nodes from `from` up to `ancestor`, without it.
    fn climb(&mut self, from: usize, ancestor: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = from;
        while at != ancestor {
            let inner = self.top[self.mate[at]];
            path.push(at);
            path.push(inner);
            self.enqueue(inner);
            at = self.top[self.parent[inner]];
        }
        path
    }

    fn add_blossom(&mut self, a: usize, ancestor: usize, b: usize) {
        let number = (self.n..self.used).find(|node| self.top[*node] == NONE).unwrap_or(self.used);
        self.used = self.used.max(number + 1);
        self.value[number] = Weight::ZERO;
        self.label[number] = Label::Outer;
        self.mate[number] = self.mate[ancestor];
        let mut circle = vec![ancestor];
        let mut left = self.climb(a, ancestor);
        left.reverse();
        circle.append(&mut left);
        circle.append(&mut self.climb(b, ancestor));
        self.circle[number] = circle;
        self.set_top(number, number);
        self.join_edges(number);
        self.find_nearest(number);
    }

    /// The edges of a new blossom: of those of its nodes the tightest to each other node.
    fn join_edges(&mut self, number: usize) {
        let (n, nodes, used) = (self.n, self.nodes(), self.used);
        self.edge[number * nodes..number * nodes + used].fill(NO_EDGE);
        for node in 0..used {
            self.edge[node * nodes + number] = NO_EDGE;
        }
        self.holds[number * n..(number + 1) * n].fill(u32::MAX);
        self.steps += self.circle[number].len() * used * W;
        for at in 0..self.circle[number].len() {
            let inside = self.circle[number][at];
            for node in 0..used {
                let ends = self.ends(inside, node);
                if ends == NO_EDGE {
                    continue;
                }
                let best = self.ends(number, node);
                if best == NO_EDGE || self.slack(ends) < self.slack(best) {
                    self.edge[number * nodes + node] = ends;
                    self.edge[node * nodes + number] = (ends.1, ends.0);
                }
            }
            for v in 0..n {
                if self.holds[inside * n + v] != u32::MAX {
                    self.holds[number * n + v] = inside as u32;
                }
            }
        }
    }

    fn expand(&mut self, blossom: usize) {
        for at in 0..self.circle[blossom].len() {
            let inside = self.circle[blossom][at];
            self.set_top(inside, inside);
        }
        let reached = self.ends(blossom, self.parent[blossom]).0 as usize;
        let entry = self.holds[blossom * self.n + reached] as usize;
        let place = self.even_place(blossom, entry);
        let circle = std::mem::take(&mut self.circle[blossom]);
        for pair in circle[..place].chunks(2) {
            let &[inner, outer] = pair else { break };
            self.parent[inner] = self.ends(outer, inner).0 as usize;
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.nearest[inner] = NONE;
            self.find_nearest(outer);
            self.enqueue(outer);
        }
        self.label[entry] = Label::Inner;
        self.parent[entry] = self.parent[blossom];
        for node in &circle[place + 1..] {
            self.label[*node] = Label::Free;
            self.find_nearest(*node);
        }
        self.top[blossom] = NONE;
    }

    /// Uses a tight edge; true where it completes a path between two free vertices.
    fn use_edge(&mut self, (u, v): Ends) -> bool {
        let (a, b) = (self.top[u as usize], self.top[v as usize]);
        match self.label[b] {
            Label::Free => {
                self.parent[b] = u as usize;
                self.label[b] = Label::Inner;
                let next = self.top[self.mate[b]];
                self.nearest[b] = NONE;
                self.nearest[next] = NONE;
                self.label[next] = Label::Outer;
                self.enqueue(next);
                false
            }
            Label::Outer => match self.common_ancestor(a, b) {
                NONE => {
                    self.augment(a, b);
                    self.augment(b, a);
                    true
                }
                ancestor => {
                    self.add_blossom(a, ancestor, b);
                    false
                }
            },
            Label::Inner => false,
        }
    }

    /// Adds one pair; false if no further pair makes the matching heavier, and `None` if steps run out.
    fn phase(&mut self, steps: &Steps) -> Option<bool> {
        self.label[..self.used].fill(Label::Free);
        self.nearest[..self.used].fill(NONE);
        self.queue.clear();
        for node in 0..self.used {
            if self.top[node] == node && self.mate[node] == NONE {
                self.parent[node] = NONE;
                self.label[node] = Label::Outer;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return Some(false);
        }
        loop {
            if self.grow() {
                return Some(true);
            }
            if !steps.take(std::mem::take(&mut self.steps)) {
                return None;
            }
            if !self.change_duals() {
                return Some(false);
            }
            self.queue.clear();
            for node in 0..self.used {
                let near = self.nearest[node];
                if self.top[node] == node && near != NONE && self.top[near] != node {
                    let ends = self.ends(near, node);
                    if self.slack(ends).is_zero() && self.use_edge(ends) {
                        return Some(true);
                    }
                }
            }
            for blossom in self.n..self.used {
                if self.top[blossom] == blossom
                    && self.label[blossom] == Label::Inner
                    && self.value[blossom].is_zero()
                {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Follows tight edges from the queue of outer vertices.
    fn grow(&mut self) -> bool {
        while let Some(u) = self.queue.pop_front() {
            if self.label[self.top[u]] == Label::Inner {
                continue;
            }
            self.steps += self.n * W;
            for v in 0..self.n {
                if self.weights[u * self.n + v].is_zero() || self.top[u] == self.top[v] {
                    continue;
                }
                let ends = (u as u32, v as u32);
                if self.slack(ends).is_zero() {
                    if self.use_edge(ends) {
                        return true;
                    }
                } else {
                    self.approach(u, self.top[v]);
                }
            }
        }
        false
    }

    /// The least change of the duals that makes an edge tight or empties a blossom; false where free vertices have reached
    /// zero.
    fn change_duals(&mut self) -> bool {
        self.steps += 3 * self.used * W;
        let mut delta: Option<Weight<W>> = None;
        let mut offer = |change: Weight<W>| delta = Some(delta.map_or(change, |least| least.min(change)));
        for node in 0..self.used {
            if self.top[node] != node {
                continue;
            }
            if node >= self.n && self.label[node] == Label::Inner {
                offer(self.value[node]);
            }
            if self.nearest[node] != NONE {
                let slack = self.slack(self.ends(self.nearest[node], node));
                match self.label[node] {
                    Label::Free => offer(slack),
                    Label::Outer => offer(slack.half()),
                    Label::Inner => {}
                }
            }
        }
        let free = (0..self.n).filter(|v| self.label[self.top[*v]] == Label::Outer);
        let limit = free.map(|v| self.value[v]).min();
        let Some(limit) = limit else { return false };
        // The last change leaves the free vertices at zero, so that the duals are those of a heaviest matching.
        let is_last = delta.is_none_or(|delta| delta >= limit);
        let delta = delta.map_or(limit, |delta| delta.min(limit));
        for v in 0..self.n {
            match self.label[self.top[v]] {
                Label::Outer => self.value[v] -= delta,
                Label::Inner => self.value[v] += delta,
                Label::Free => {}
            }
        }
        for blossom in self.n..self.used {
            if self.top[blossom] == blossom {
                match self.label[blossom] {
                    Label::Outer => self.value[blossom] += delta,
                    Label::Inner => self.value[blossom] -= delta,
                    Label::Free => {}
                }
            }
        }
        !is_last
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{best, random, weight};
    use super::*;

    #[test]
    fn the_heaviest_matching_is_as_heavy_as_any() {
        let mut random = random(1);
        for trial in 0..3000 {
            let n = 2 + random(9) as usize;
            let (density, greatest) = (1 + random(4), [2, 4, 30, 1000][trial % 4]);
            let mut weights = vec![0; n * n];
            for u in 0..n {
                for v in u + 1..n {
                    if random(4) < density {
                        weights[u * n + v] = random(greatest);
                        weights[v * n + u] = weights[u * n + v];
                    }
                }
            }
            let edge = |u: usize, v: usize| Some(weight(weights[u * n + v]));
            let mates: Vec<_> = heaviest::<1>((0..n).collect(), &Steps::default(), edge)
                .iter()
                .flat_map(Face::mates)
                .collect();
            let mut sum = 0;
            for (u, mate) in &mates {
                if let Some(v) = *mate {
                    assert_eq!(mates[v].1, Some(*u), "{weights:?}");
                    sum += weights[u * n + v];
                }
            }
            assert_eq!(sum / 2, best(n, &weights, (1 << n) - 1), "n {n} {weights:?}");
        }
    }
}
