//! Conduct: devices, help, noise, refusals, and the list of penalties.

use super::super::section::sections;
use super::super::value::*;

sections! {
    /// Phones and other devices.
    devices: Devices {
        /// A device makes a noise
        sound: Sound,
        /// A device is found on a player
        found: Device,
        /// What the arbiter may do about a device found, where he decides
        found_options: Options,
        /// A device that is switched off may be carried
        switched_off: bool,
        /// The opponent cannot win when a device loses the game
        helpless: Helpless,
        /// How it is decided whether the opponent can win then
        win_test: WinTest,
        /// Both players are at fault at the same time: both lose
        both_lose: bool,
        /// Most seconds taken off for a first noise
        sound_deduction: u32,
        /// The part of the time left that may go at most: one in so many
        sound_share: u32,
        /// The noise of one player in the event that loses, where the first does not
        sound_lose_on: u32,
        /// The regulations may be milder, or harder
        regulations: bool,
        /// Whose clock the time changes that the regulations name
        announced_time: AnnouncedTime,
    }

    /// Conduct that the arbiter judges; each list holds what he may do.
    conduct: Conduct {
        /// Advice from others
        outside_help: Options,
        /// Notes, or another board
        notes_used: Options,
        /// Leaving without leave
        left_venue: Options,
        /// Seconds of absence that need leave; 0: no number is given
        absence_limit: u32,
        /// Distracting or annoying the opponent
        distraction: Options,
        /// A result arranged beforehand
        prearranged: Options,
        /// A spectator or another player steps in
        third_party: Options,
    }

    /// Refusing to comply with the Laws.
    refusal: Refusal {
        /// The refusal that loses the game; 0: the arbiter decides
        lose_on: u32,
        /// What the arbiter may do
        options: Options,
        /// Both players refuse: both lose
        both_lose: bool,
    }

    /// What the arbiter may do where nothing else is said.
    penalties: Penalties {
        /// All penalties that the book names
        list: Vec<Remedy>,
        /// Seconds added to the opponent's clock where a rule names no penalty; 0: no such standard
        standard_bonus: u32,
    }
}
