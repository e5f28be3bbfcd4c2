//! Matchings of general graphs: largest ones, and those of greatest weight.
//!
//! No crate has edge weights of several hundred bits, which the criteria of a Swiss system need to be
//! compared in order without rounding.

mod assignment;
mod blossom;
#[cfg(test)]
mod brute;
mod cardinality;
mod face;
mod steps;
mod weight;

pub(super) use assignment::first_heaviest;
pub(super) use blossom::{bytes_per_pair, heaviest};
pub(super) use cardinality::{is_complete, largest};
pub(super) use face::Face;
pub use steps::MOST_STEPS;
pub(super) use steps::Steps;
pub(super) use weight::{Fields, Weight};
