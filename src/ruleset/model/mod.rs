//! The model of the Laws: the sections of a ruleset file, one Rust file per subject.
//!
//! To add a key, write one line in its section here, and its value in the files that other files extend
//! (`fide-2009-standard`, `uscf-7-regular`); the rest inherit it. A key is worth adding if two books,
//! editions, speeds or announced variations differ in it, or if a ruling has to cite an article for it.

mod conduct;
mod draws;
mod event;
mod moves;
mod records;
mod start;
mod time;

pub use conduct::*;
pub use draws::*;
pub use event::*;
pub use moves::*;
pub use records::*;
pub use start::*;
pub use time::*;

use super::section::{Key, Values};

macro_rules! laws {
    ($($section:ident: $Type:ident),+ $(,)?) => {
        /// All sections of one ruleset, resolved: every key has a value.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs)]
        pub struct Laws { $(pub $section: $Type,)+ }

        impl Laws {
            pub(crate) fn build(values: &Values) -> Result<Laws, String> {
                Ok(Laws { $($section: $Type::build(values)?,)+ })
            }

            /// Name, description and keys of every section, in the order of the model.
            pub fn sections() -> &'static [(&'static str, &'static str, &'static [Key])] {
                const SECTIONS: &[(&str, &str, &[Key])] =
                    &[$((stringify!($section), $Type::DOC, $Type::KEYS)),+];
                SECTIONS
            }
        }
    };
}

laws! {
    speed: Speed,
    board_end: BoardEnd,
    completion: Completion,
    movement: Movement,
    touch: Touch,
    illegal_move: IllegalMove,
    press_without_move: PressWithoutMove,
    two_hands: TwoHands,
    wrong_hand: WrongHand,
    promotion: Promotion,
    displaced: Displaced,
    illegal_position: IllegalPosition,
    start_position: StartPosition,
    colours: Colours,
    board_turned: BoardTurned,
    chess960: Chess960,
    draw_offer: DrawOffer,
    agreement: Agreement,
    draw_claim: DrawClaim,
    threefold: Threefold,
    fifty: Fifty,
    automatic_draw: AutomaticDraw,
    dead_position: DeadPosition,
    quickplay: Quickplay,
    resignation: Resignation,
    result: GameResult,
    flag: Flag,
    both_flags: BothFlags,
    time_pressure: TimePressure,
    clock_setting: ClockSetting,
    clock_handling: ClockHandling,
    arrival: Arrival,
    recording: Recording,
    scoresheet: ScoresheetTest,
    assistant: Assistant,
    sealed_move: SealedMove,
    devices: Devices,
    conduct: Conduct,
    refusal: Refusal,
    penalties: Penalties,
    points: Points,
    appeal: Appeal,
    equipment: Equipment,
}

/// All keys, in the order of the model.
pub fn keys() -> impl Iterator<Item = &'static Key> {
    Laws::sections().iter().flat_map(|(_, _, keys)| keys.iter())
}

/// The key with this section and name.
pub fn key(section: &str, name: &str) -> Option<&'static Key> {
    keys().find(|key| key.section == section && key.name == name)
}
