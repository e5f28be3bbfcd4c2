//! Games while they are played: the text of a source in, with its time, and alerts out.
//!
//! The follower is pure: its caller reads the sources and the clock. It reports each alert once, and withdraws it when the record
//! changes so that it was never true. A game whose text is unchanged costs a comparison.
//!
//! ```
//! use flagfall::checks::Settings;
//! use flagfall::ruleset::{Library, Request, Selection};
//! use flagfall::watch::{Follower, Options, alert_checks};
//!
//! let library = Library::built_in();
//! let selection = library.select("fide", &|_| unreachable!())?;
//! let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 22).unwrap_or_default();
//! let mut settings = Settings::new(library, Request { selection, today, supervision: None });
//! settings.selected = alert_checks();
//! let mut follower = Follower::new(settings, Options::default());
//! let text = b"[White \"A\"]\n[Black \"B\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n";
//! let alerts = follower.take("a.pgn", text, 0);
//! assert_eq!(alerts[0].alert, "claim-threefold");
//! assert_eq!(alerts[0].moves, ["Ng8"]);
//! assert!(follower.take("a.pgn", text, 1000).is_empty());
//! # Ok::<(), flagfall::ruleset::RulesetError>(())
//! ```

mod alert;
mod board;
mod claims;
mod clocks;
mod cut;
mod follower;
mod game;
pub mod livechess;
mod record;
pub mod recording;
mod schema;
mod standing;
mod stream;
#[cfg(test)]
mod tests;

pub use alert::{ALERTS, Alert, Clocks, State};
pub use board::Board;
pub use follower::{Follower, Options, Watched};
pub use schema::schema;
pub use standing::alert_checks;
