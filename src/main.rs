//! Arguments in, exit status out.

#[cfg(feature = "desk")]
const DESK: flagfall::cli::Desk = flagfall::desk::run;
#[cfg(not(feature = "desk"))]
const DESK: flagfall::cli::Desk = flagfall::cli::without_desk;

fn main() -> std::process::ExitCode {
    flagfall::cli::run(std::env::args_os(), DESK).into()
}
