//! Rulings: incidents on a replayed game become decisions, each with its articles and its reasons.
//!
//! Incidents are ruled on in the order given, one ruling each; what the board and the clock log prove by themselves is
//! ruled on before the first incident that was noticed no earlier. Every number, deadline and article comes from the
//! ruleset; each family of incidents is one file here, and none of them depends on the federation.
//!
//! Nothing is guessed: if the Laws leave it to the arbiter, the decision is `discretion`, and if evidence is missing,
//! the reasons name it.

mod acts;
mod adjournment;
mod announcement;
mod arrival;
mod asks;
mod assistant;
mod attempt;
mod both_flags;
mod bound;
mod choice;
mod clock_history;
mod clock_setting;
mod conduct;
mod contradictions;
mod deadline;
mod docket;
mod difference;
mod draw_claim;
mod draw_offer;
pub mod duty;
mod ending;
mod equipment;
mod evidence;
mod facts;
mod flag;
mod found;
mod found_rule;
mod hands;
mod hearing;
mod illegal_move;
mod legality;
pub mod manual;
mod mating;
mod offence;
mod options;
mod penalty;
mod placing;
mod press;
mod promotion;
mod quickplay;
mod reconcile;
mod record;
mod ruling;
mod session;
mod set_clocks;
mod set_up;
mod sheets;
mod terms;
mod touch;
mod undo;
pub mod verify;
mod words;

pub use announcement::{clocks, half_moves};
pub use asks::{Ask, Follows, TrialValue, asks};
pub use clock_history::{Clocks, Row, display};
pub use difference::{Difference, difference};
pub use options::plain;
pub use placing::placed_incidents;
pub use record::{Record, role_name};
pub use ruling::{Adjudication, Decision, GameResult, Ruling, Scoresheets, SheetCount, Sides};
pub use session::{Session, adjudicate};
pub use terms::in_terms_of;
pub use words::{said, san, spoken};
