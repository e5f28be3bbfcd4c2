//! cli

pub mod adjudicate;
