//! The contents of a cell of a crosstable: the colours and result codes of FIDE's exchange format (TRF).

use serde::Serialize;

/// The colour a player had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The white pieces.
    White,
    /// The black pieces.
    Black,
}

impl Colour {
    /// The other colour.
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// The letter that crosstables use: `w` or `b`.
    pub fn letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
        }
    }
}

/// One side's result of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// `1`: won over the board.
    Win,
    /// `=`: drawn over the board.
    Draw,
    /// `0`: lost over the board.
    Loss,
    /// `W`: won after less than one move; not rated.
    ShortWin,
    /// `D`: drawn after less than one move; not rated.
    ShortDraw,
    /// `L`: lost after less than one move; not rated.
    ShortLoss,
    /// `+`: won by forfeit.
    ForfeitWin,
    /// `-`: lost by forfeit.
    ForfeitLoss,
    /// `F`: full-point bye.
    FullBye,
    /// `H`: half-point bye.
    HalfBye,
    /// `U`: pairing-allocated bye.
    PairingBye,
    /// `Z`: zero-point bye, known absence.
    ZeroBye,
    /// `*`: adjourned or unknown; its points are set by the event's point system.
    Unknown,
    /// Paired, but no result is recorded; worth no points.
    Pending,
}

impl Outcome {
    /// Reads a result code of the exchange format, ignoring case.
    pub fn from_code(code: char) -> Option<Outcome> {
        Some(match code.to_ascii_uppercase() {
            '1' => Outcome::Win,
            '=' => Outcome::Draw,
            '0' => Outcome::Loss,
            'W' => Outcome::ShortWin,
            'D' => Outcome::ShortDraw,
            'L' => Outcome::ShortLoss,
            '+' => Outcome::ForfeitWin,
            '-' => Outcome::ForfeitLoss,
            'F' => Outcome::FullBye,
            'H' => Outcome::HalfBye,
            'U' => Outcome::PairingBye,
            'Z' => Outcome::ZeroBye,
            '*' | '?' => Outcome::Unknown,
            _ => return None,
        })
    }

    /// The code in the exchange format; [`Outcome::Pending`] is `*`.
    pub fn code(self) -> char {
        match self {
            Outcome::Win => '1',
            Outcome::Draw => '=',
            Outcome::Loss => '0',
            Outcome::ShortWin => 'W',
            Outcome::ShortDraw => 'D',
            Outcome::ShortLoss => 'L',
            Outcome::ForfeitWin => '+',
            Outcome::ForfeitLoss => '-',
            Outcome::FullBye => 'F',
            Outcome::HalfBye => 'H',
            Outcome::PairingBye => 'U',
            Outcome::ZeroBye => 'Z',
            Outcome::Unknown | Outcome::Pending => '*',
        }
    }

    /// Played over the board, however short.
    pub fn is_played(self) -> bool {
        use Outcome::{Draw, Loss, ShortDraw, ShortLoss, ShortWin, Win};
        matches!(self, Win | Draw | Loss | ShortWin | ShortDraw | ShortLoss)
    }

    /// Rated: both sides made a move.
    pub fn is_rated(self) -> bool {
        matches!(self, Outcome::Win | Outcome::Draw | Outcome::Loss)
    }

    /// Decided because a player did not come.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Outcome::ForfeitWin | Outcome::ForfeitLoss)
    }

    /// A round without an opponent.
    pub fn is_bye(self) -> bool {
        matches!(self, Outcome::FullBye | Outcome::HalfBye | Outcome::PairingBye | Outcome::ZeroBye)
    }

    /// A requested bye or an announced absence.
    pub fn is_requested_bye(self) -> bool {
        matches!(self, Outcome::HalfBye | Outcome::ZeroBye)
    }

    /// A voluntary unplayed round: a requested bye or a forfeit loss.
    pub fn is_voluntary_absence(self) -> bool {
        self.is_requested_bye() || self == Outcome::ForfeitLoss
    }

    /// There is no result yet.
    pub fn is_open(self) -> bool {
        matches!(self, Outcome::Unknown | Outcome::Pending)
    }

    /// The opponent's usual result. Unusual decisions can differ.
    pub fn mirror(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::ShortWin => Outcome::ShortLoss,
            Outcome::ShortLoss => Outcome::ShortWin,
            Outcome::ForfeitWin => Outcome::ForfeitLoss,
            Outcome::ForfeitLoss => Outcome::ForfeitWin,
            other => other,
        }
    }

    /// Won over the board.
    pub fn is_won(self) -> bool {
        matches!(self, Outcome::Win | Outcome::ShortWin)
    }

    /// Drawn over the board.
    pub fn is_drawn(self) -> bool {
        matches!(self, Outcome::Draw | Outcome::ShortDraw)
    }
}
