//! flagfall: the tool that a chess arbiter trusts when two players disagree.
//!
//! This is the engine of the program `flagfall`, for use in other programs: bytes in; findings, rulings and tables
//! out. It uses no files, threads, clock or environment; the day is an argument.
//!
//! # Check these bytes
//!
//! ```
//! use flagfall::archive::{FileSettings, check_pgn};
//! use flagfall::checks::Settings;
//! use flagfall::chrono::NaiveDate;
//!
//! let text = b"[White \"Doe, J\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n";
//! let today = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
//! let settings = FileSettings::new(Settings::automatic(today));
//! let findings = check_pgn("round1.pgn", text, &settings);
//! let illegal = findings.iter().find(|finding| finding.check == "illegal-move").unwrap();
//! assert_eq!((illegal.line, illegal.column), (Some(4), Some(13)));
//! ```
//!
//! [`archive::Archive`] does the same for many files, piece by piece, in bounded memory.
//!
//! # Rule on this case
//!
//! ```
//! use flagfall::case::Case;
//! use flagfall::chrono::NaiveDate;
//! use flagfall::ruleset::Library;
//! use flagfall::rulings::{Session, adjudicate};
//!
//! let text = r#"
//! moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4"
//! time_control = "90m+30s"
//! date = "2026-11-22"
//!
//! [[incident]]
//! kind = "illegal-move"
//! by = "black"
//! after = "4. d4"
//! move = "Nxd4"
//! pressed = true
//! "#;
//! let no_files = |name: &str| Err(format!("{name}: nothing is read from files"));
//! let case = Case::parse(&"dispute.toml".into(), text, &no_files)?;
//! let library = Library::built_in();
//! let session = Session::new(&library, NaiveDate::from_ymd_opt(2026, 11, 22).unwrap());
//! let ruled = adjudicate(&case, &"dispute.toml".into(), &session)?;
//! assert_eq!(&*ruled.ruleset, "fide-2023-standard");
//! assert!(ruled.rulings[0].articles.iter().any(|article| &**article == "7.5.1"));
//! assert!(ruled.rulings[0].ruling.contains("Black has to play exd4."));
//! # Ok::<(), flagfall::case::Fault>(())
//! ```
//!
//! # Rank this event
//!
//! ```
//! use flagfall::event::standings::{Options, standings};
//! use flagfall::event::tiebreaks::Edition;
//! use flagfall::event::{read, recognise};
//!
//! let text = b"round,white,black,result\n1,Roe,Doe,1-0\n1,Poe,Coe,1/2-1/2\n2,Doe,Poe,0-1\n2,Coe,Roe,1/2-1/2\n";
//! let format = recognise("games.csv", text).unwrap();
//! let event = read("games.csv".into(), text, format).unwrap();
//! let table = standings(&event, &Options::new(Edition::Y2026));
//! let first = &table.rows[0];
//! assert_eq!((first.rank, first.name.as_str()), (1, "Roe"));
//! ```
//!
//! # Modules
//!
//! They are listed in the order of the data flow; a module uses only those above it.
//!
//! | module | turns | into |
//! | --- | --- | --- |
//! | [`fingerprint`] | bytes | keys of 128 bits |
//! | [`place`] | an offset in a text | line and column |
//! | [`scoresheet`] | a game text | a scoresheet: tags, moves as written, comments, readings |
//! | [`clock`] | a time control, readings, a clock log | who had how much time, and when |
//! | [`ruleset`] | TOML data | the Laws of one edition and speed |
//! | [`replay`] | moves as written | moves as played, positions, counts |
//! | [`winnability`] | a position | can this side still mate, with the proof |
//! | [`event`] | result files | players, rounds, standings |
//! | [`checks`] | all of the above | findings |
//! | [`repair`] | what puts findings right | a repaired text, a diff |
//! | [`case`] | a case file with its logs | an incident list on a replayed game |
//! | [`rulings`] | an incident | a ruling |
//! | [`watch`] | games while they are played | alerts, each once |
//! | [`report`] | findings, rulings, standings | text, JSON and the other formats |
//! | [`archive`] | what was found, piece by piece | findings in the order of the files |
//! | `lsp` | messages of an editor | messages: diagnostics, hovers, completion |
//! | `source` | files, folders, standard input | game texts |
//! | `cli` | arguments | calls of the modules above, and an exit status |
//! | `desk` | requests of browsers | pages, rulings, entries of a journal |
//!
//! # Features
//!
//! Without default features, this is the engine alone, in pure Rust. `files` adds `source`: files, folders, archives,
//! threads. `cli`, the default, adds the program, and `desk` its server. What a release may change is in CHANGELOG.md.

pub mod fingerprint;
pub mod place;
pub mod scoresheet;
pub mod clock;
pub mod ruleset;
pub mod replay;
pub mod winnability;
pub mod event;
pub mod checks;
pub mod repair;
pub mod case;
pub mod rulings;
pub mod watch;
pub mod report;
pub mod archive;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod lsp;
#[cfg(feature = "files")]
pub mod source;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "desk")]
#[doc(hidden)]
pub mod desk;

/// The dates in this crate's interface are of its type `NaiveDate`.
pub use chrono;
/// The moves, pieces and positions in this crate's interface are of its types; therefore its version is pinned.
pub use shakmaty;
