//! How a run ends: its exit status.

/// The exit status. The greater one is worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Exit {
    /// The run was complete, and nothing at or above the threshold was found.
    Clean = 0,
    /// It ran, and something was found or differs from what was expected.
    Found = 1,
    /// Something could not be done.
    Failed = 2,
}

impl Exit {
    /// [`Exit::Found`] if something was found.
    pub fn found(found: bool) -> Exit {
        if found { Exit::Found } else { Exit::Clean }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        std::process::ExitCode::from(exit as u8)
    }
}
