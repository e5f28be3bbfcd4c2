//! The best matching of a small graph, by trying all: what the tests compare with.

use super::weight::{Fields, Weight};

/// A number as a weight.
pub(super) fn weight(value: u64) -> Weight<1> {
    let mut fields = Fields::default();
    fields.put(value, 64);
    fields.weight()
}

/// The weight of the best matching of the vertices in `free` (a bit for each), of a graph with `n` vertices.
pub(super) fn best(n: usize, weights: &[u64], free: u32) -> u64 {
    let Some(u) = (0..n).find(|v| free >> v & 1 == 1) else { return 0 };
    let rest = free & !(1 << u);
    let mut most = best(n, weights, rest);
    for v in u + 1..n {
        if rest >> v & 1 == 1 && weights[u * n + v] > 0 {
            most = most.max(weights[u * n + v] + best(n, weights, rest & !(1 << v)));
        }
    }
    most
}

/// Numbers from 0 to `below` that are the same in every run.
pub(super) fn random(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}
