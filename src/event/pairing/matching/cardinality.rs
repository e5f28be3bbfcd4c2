//! A largest matching of a general graph: Edmonds' algorithm, breadth first, after a greedy start.

use super::steps::Steps;

/// The number of pairs examined in the time of one step of the heaviest matching.
const PER_STEP: usize = 8;

/// The largest matching of the graph on `0..n` in which `edge` says who may meet: each vertex's partner.
pub(crate) fn largest(n: usize, steps: &Steps, edge: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut search = Search::greedy(n, &edge);
    for root in 0..n {
        if search.mate[root].is_none()
            && let Some(end) = search.path_from(root, &edge)
        {
            search.augment(end);
        }
    }
    steps.take(search.looked_at / PER_STEP);
    search.mate
}

/// Whether everybody can be paired. One vertex without an alternating path disproves it.
pub(crate) fn is_complete(n: usize, steps: &Steps, edge: impl Fn(usize, usize) -> bool) -> bool {
    if !n.is_multiple_of(2) {
        return false;
    }
    let mut search = Search::greedy(n, &edge);
    let is_complete = (0..n).all(|root| {
        search.mate[root].is_some() || search.path_from(root, &edge).map(|end| search.augment(end)).is_some()
    });
    steps.take(search.looked_at / PER_STEP);
    is_complete
}

struct Search {
    mate: Vec<Option<usize>>,
    parent: Vec<Option<usize>>,
    base: Vec<usize>,
    outer: Vec<bool>,
    in_blossom: Vec<bool>,
    on_path: Vec<bool>,
    queue: Vec<usize>,
    looked_at: usize,
}

impl Search {
    /// Pairs each vertex with the first one that is left.
    fn greedy(n: usize, edge: &impl Fn(usize, usize) -> bool) -> Search {
        let mut search = Search::new(n);
        for u in 0..n {
            if search.mate[u].is_none()
                && let Some(v) = (u + 1..n).find(|v| search.mate[*v].is_none() && edge(u, *v))
            {
                search.mate[u] = Some(v);
                search.mate[v] = Some(u);
            }
        }
        search
    }

    fn new(n: usize) -> Search {
        Search {
            mate: vec![None; n],
            parent: vec![None; n],
            base: (0..n).collect(),
            outer: vec![false; n],
            in_blossom: vec![false; n],
            on_path: vec![false; n],
            queue: Vec::with_capacity(n),
            looked_at: n * n / 2,
        }
    }

    /// An alternating path from `root` to a vertex without a partner: that vertex, the way back in `parent`.
    fn path_from(&mut self, root: usize, edge: &impl Fn(usize, usize) -> bool) -> Option<usize> {
        let n = self.mate.len();
        self.parent.fill(None);
        self.outer.fill(false);
        self.base.iter_mut().enumerate().for_each(|(at, base)| *base = at);
        self.queue.clear();
        self.outer[root] = true;
        self.queue.push(root);
        let mut next = 0;
        while let Some(&u) = self.queue.get(next) {
            next += 1;
            self.looked_at += n;
            for v in 0..n {
                if u == v || self.base[u] == self.base[v] || self.mate[u] == Some(v) || !edge(u, v) {
                    continue;
                }
                let to_outer = v == root || self.mate[v].is_some_and(|mate| self.parent[mate].is_some());
                if to_outer {
                    self.contract(u, v);
                } else if self.parent[v].is_none() {
                    self.parent[v] = Some(u);
                    match self.mate[v] {
                        None => return Some(v),
                        Some(mate) => {
                            self.outer[mate] = true;
                            self.queue.push(mate);
                        }
                    }
                }
            }
        }
        None
    }

    /// The odd circle that the edge `u`–`v` closes becomes one vertex.
    fn contract(&mut self, u: usize, v: usize) {
        let base = self.common_base(u, v);
        self.in_blossom.fill(false);
        self.mark(u, base, v);
        self.mark(v, base, u);
        for at in 0..self.mate.len() {
            if self.in_blossom[self.base[at]] {
                self.base[at] = base;
                if !self.outer[at] {
                    self.outer[at] = true;
                    self.queue.push(at);
                }
            }
        }
    }

    fn common_base(&mut self, u: usize, v: usize) -> usize {
        self.on_path.fill(false);
        let mut at = u;
        loop {
            at = self.base[at];
            self.on_path[at] = true;
            match self.mate[at].and_then(|mate| self.parent[mate]) {
                Some(up) => at = up,
                None => break,
            }
        }
        let mut at = self.base[v];
        while !self.on_path[at] {
            match self.mate[at].and_then(|mate| self.parent[mate]) {
                Some(up) => at = self.base[up],
                None => break,
            }
        }
        at
    }

    fn mark(&mut self, from: usize, base: usize, child: usize) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != base {
            let Some(mate) = self.mate[at] else { break };
            self.in_blossom[self.base[at]] = true;
            self.in_blossom[self.base[mate]] = true;
            self.parent[at] = Some(child);
            child = mate;
            match self.parent[mate] {
                Some(up) => at = up,
                None => break,
            }
        }
    }

    fn augment(&mut self, end: usize) {
        let mut at = Some(end);
        while let Some(v) = at {
            let Some(u) = self.parent[v] else { break };
            let next = self.mate[u];
            self.mate[v] = Some(u);
            self.mate[u] = Some(v);
            at = next;
        }
    }
}
