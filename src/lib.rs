//! flagfall: the tool that a chess arbiter trusts when two players disagree.
//!
//! The modules stand in the order of the line that the data takes; a module uses only those above it.
//!
//! | module | turns | into |
//! | --- | --- | --- |
//! | [`mixer`] | bytes | keys of 128 bits |
//! | [`scoresheet`] | a game text | a scoresheet: tags, moves as written, comments, readings |
//! | [`clock`] | a time control, readings, a clock log | who had how much time, and when |
//! | [`ruleset`] | TOML data | the Laws of one edition and speed |
//! | [`replay`] | moves as written | moves as played, positions, counts |
//! | [`winnability`] | a position | can this side still mate, with the proof |
//! | [`event`] | result files | players, rounds, standings |
//! | [`checks`] | all of the above | findings |
//! | [`case`] | a case file with its logs | an incident list on a replayed game |
//! | [`rulings`] | an incident | a ruling |
//! | [`report`] | findings, rulings, standings | text, JSON and the other formats |
//! | `source` | files, folders, standard input | game texts |
//! | `cli` | arguments | a call of the line, and an exit status |

pub mod mixer;
pub mod scoresheet;
pub mod clock;
pub mod ruleset;
pub mod replay;
pub mod winnability;
pub mod event;
pub mod checks;
pub mod case;
pub mod rulings;
pub mod report;
#[cfg(feature = "files")]
pub mod source;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
