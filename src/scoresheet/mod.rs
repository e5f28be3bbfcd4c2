//! scoresheet

mod span;

pub use span::Span;
