//! Reports of findings: the golden file of each format, hostile input in each, and the published readers of the formats.

mod findings;
mod golden;
mod hostile;
mod junit;
mod sarif;
mod text;
