//! Arguments in, a call of the line, an exit status out: one file a command.

pub mod adjudicate;
pub mod mate;
