//! How a run ends: the exit status of the contract.

/// The exit status; the worse one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Exit {
    /// It ran, and nothing at or above the threshold was found.
    Clean = 0,
    /// It ran, and something was found, or is not as expected.
    Found = 1,
    /// Something could not be done.
    Failed = 2,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        std::process::ExitCode::from(exit as u8)
    }
}
