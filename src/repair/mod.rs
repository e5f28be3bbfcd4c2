//! Repairs a text: chooses among the edits that findings propose, applies them, and shows the difference.
//!
//! [`Chosen`] decides which repairs are made together, [`write()`] copies a text with its edits, [`Diff`] prints what
//! changes, and [`Shift`] moves the remaining findings to their new places. No files are opened here.
//!
//! ```
//! use flagfall::archive::{FileSettings, check_pgn};
//! use flagfall::checks::{Repairs, Settings};
//! use flagfall::chrono::NaiveDate;
//! use flagfall::repair::{Chosen, write};
//!
//! let text = b"[Result \"1-0\"]\n\n1. e2-e4 e5 2. Ng1f3 Nc6 1-0\n";
//! let settings = FileSettings::new(Settings::automatic(NaiveDate::from_ymd_opt(2026, 11, 22).unwrap()));
//! let mut chosen = Chosen::default();
//! for finding in check_pgn("round1.pgn", text, &settings) {
//!     let moves = ["nonstandard-notation", "overspecified-move"].contains(&finding.check);
//!     if let Some(fix) = finding.fix.filter(|fix| moves && Repairs::Safe.makes(fix.safe)) {
//!         assert!(chosen.take(&fix));
//!     }
//! }
//! let mut repaired = Vec::new();
//! write(text, 0, &chosen.into_edits(), &mut repaired)?;
//! assert_eq!(repaired, b"[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod apply;
mod choose;
mod diff;
mod recode;
mod shift;

pub use apply::write;
pub use choose::Chosen;
pub use diff::Diff;
pub use recode::recoded;
pub use shift::Shift;
