//! Arguments in, exit status out.

fn main() -> std::process::ExitCode {
    flagfall::cli::run(std::env::args_os()).into()
}
