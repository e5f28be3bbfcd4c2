//! Tie-breaks: the grammar of their names, and the list of all tie-breaks. A new one is a file and a line in that list.

mod cut;
mod spec;
mod unplayed;

#[cfg(test)]
pub(crate) mod testing;

pub use spec::{Spec, SpecError, parse_list};

use super::field::Field;

/// An edition of the tie-break regulations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Edition {
    /// For events before 1 September 2023.
    Y2009,
    /// For events from 1 September 2023 to 28 February 2026.
    Y2023,
    /// For events from 1 March 2026.
    Y2026,
}

impl Edition {
    /// The edition for an event that begins on `day`.
    pub fn on(day: chrono::NaiveDate) -> Edition {
        let from = |y, m| chrono::NaiveDate::from_ymd_opt(y, m, 1);
        if Some(day) < from(2023, 9) {
            Edition::Y2009
        } else if Some(day) < from(2026, 3) {
            Edition::Y2023
        } else {
            Edition::Y2026
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Edition::Y2009 => "2009",
            Edition::Y2023 => "2023",
            Edition::Y2026 => "2026",
        }
    }
}

/// One part of a tie-break's sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// Round, if the part belongs to one.
    pub round: Option<u32>,
    /// Index of the opponent, if the part belongs to one.
    pub opponent: Option<usize>,
    /// The amount.
    pub amount: f64,
    /// Cut by a modifier, so not in the sum.
    pub cut: bool,
    /// From a round that was not played.
    pub unplayed: bool,
    /// A short explanation; may be empty.
    pub note: &'static str,
}

impl Term {
    /// A part for a round.
    pub fn of_round(round: u32, opponent: Option<usize>, amount: f64) -> Term {
        Term { round: Some(round), opponent, amount, cut: false, unplayed: false, note: "" }
    }
}

/// A tie-break's value for one entrant, and how it was computed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Working {
    /// The value; `None` if it cannot be computed.
    pub value: Option<f64>,
    /// The parts that were summed, averaged or counted.
    pub terms: Vec<Term>,
}

impl Working {
    /// The sum of the terms that are not cut.
    pub fn sum(terms: Vec<Term>) -> Working {
        // Adding 0 because an empty sum of floats is -0.
        let value = Some(terms.iter().filter(|t| !t.cut).map(|t| t.amount).sum::<f64>() + 0.0);
        Working { value, terms }
    }

    /// A value without terms.
    pub fn of(value: Option<f64>) -> Working {
        Working { value, terms: Vec::new() }
    }
}

/// How a tie-break is computed.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Method {
    /// A value for each entrant of the field.
    Column(fn(&Field, &Spec) -> Vec<Working>),
    /// Values for a group of entrants that are still tied.
    Group(fn(&Field, &Spec, &[usize]) -> Vec<Working>),
}

/// One tie-break of the list.
#[derive(Debug)]
pub struct Tiebreak {
    /// Acronym, in canonical spelling.
    pub acronym: &'static str,
    /// A short description.
    pub title: &'static str,
    /// Low values are better.
    pub low_is_better: bool,
    /// It is computed from ratings and ignores unrated opponents.
    pub by_rating: bool,
    /// How it is computed.
    pub method: Method,
}

const fn high(
    acronym: &'static str,
    title: &'static str,
    column: fn(&Field, &Spec) -> Vec<Working>,
) -> Tiebreak {
    Tiebreak { acronym, title, low_is_better: false, by_rating: false, method: Method::Column(column) }
}

const fn low(
    acronym: &'static str,
    title: &'static str,
    column: fn(&Field, &Spec) -> Vec<Working>,
) -> Tiebreak {
    Tiebreak { low_is_better: true, ..high(acronym, title, column) }
}

const fn by_rating(
    acronym: &'static str,
    title: &'static str,
    column: fn(&Field, &Spec) -> Vec<Working>,
) -> Tiebreak {
    Tiebreak { by_rating: true, ..high(acronym, title, column) }
}

const fn group(
    acronym: &'static str,
    title: &'static str,
    of: fn(&Field, &Spec, &[usize]) -> Vec<Working>,
) -> Tiebreak {
    Tiebreak { acronym, title, low_is_better: true, by_rating: false, method: Method::Group(of) }
}

/// Declares the tie-breaks. Each line names a file, and the tie-breaks that are in it.
macro_rules! tiebreaks {
    ($($file:ident: $($tiebreak:expr),+;)+) => {
        $(mod $file;)+

        /// All tie-breaks.
        pub const ALL: &[Tiebreak] = &[$($($tiebreak),+),+];
    };
}

tiebreaks! {
    pts:
        high("PTS", "points", pts::points),
        high("MPTS", "match points", pts::match_points),
        high("GPTS", "game points", pts::game_points),
        high("MPvGP", "the score that is not the primary one", pts::other);
    de: group("DE", "direct encounter", de::group);
    win: high("WIN", "rounds with the points of a win", win::column);
    won: high("WON", "wins over the board", won::column);
    bpg: high("BPG", "games with Black over the board", bpg::column);
    bwg: high("BWG", "wins with Black over the board", bwg::column);
    ps: high("PS", "progressive score", ps::column);
    rep: high("REP", "rounds not missed by choice", rep::column);
    std: high("STD", "rounds better than the scheduled opponent", std::column);
    tpn: low("TPN", "starting number", tpn::column);
    bh: high("BH", "Buchholz", bh::column);
    aob: high("AOB", "average of the opponents' Buchholz", aob::column);
    fb: high("FB", "fore Buchholz", fb::column);
    sb: high("SB", "Sonneborn-Berger", sb::column);
    ks: high("KS", "Koya", ks::column);
    aro: by_rating("ARO", "average rating of opponents", aro::column);
    tpr: by_rating("TPR", "tournament performance rating", tpr::column);
    ptp: by_rating("PTP", "perfect tournament performance", ptp::column);
    apro:
        by_rating("APRO", "average performance of opponents", apro::performance),
        by_rating("APPO", "average perfect performance of opponents", apro::perfect);
    rtng: by_rating("RTNG", "rating", rtng::column);
    sssc: high("SSSC", "score strength combination", sssc::column);
    esb:
        high("EMMSB", "opponents' match points by match points", esb::column),
        high("EMGSB", "opponents' match points by game points", esb::column),
        high("EGMSB", "opponents' game points by match points", esb::column),
        high("EGGSB", "opponents' game points by game points", esb::column);
    ede:
        group("EDE", "extended direct encounter", ede::group),
        group("EDEBT", "extended direct encounter, then BC and TBR", ede::group),
        group("EDEBB", "extended direct encounter, then BC and BBE", ede::group),
        group("EDET", "extended direct encounter, then TBR", ede::group),
        group("EDEB", "extended direct encounter, then BBE", ede::group),
        group("EDEC", "extended direct encounter, then BC", ede::group);
    bc: group("BC", "board count", bc::group);
    tbr: group("TBR", "top board results", tbr::group);
    bbe: group("BBE", "bottom board elimination", bbe::group);
    mmed:
        high("MMED", "US Chess modified median, 34E1", mmed::modified),
        high("SOLK", "US Chess Solkoff, 34E2", mmed::solkoff),
        high("MED", "US Chess median (Harkness), 34E4", mmed::harkness);
    cum: high("CUM", "US Chess cumulative, 34E3", cum::column);
    kash: high("KASH", "US Chess Kashdan, 34E7", kash::column);
    cumopp: high("CUMOPP", "US Chess cumulative of opposition, 34E9", cumopp::column);
}

/// Former names, and short names for one of several variants.
const ALIASES: &[(&str, &str)] = &[("GE", "REP"), ("ESB", "EMMSB"), ("MVP", "MPvGP")];

/// The tie-break with an acronym, ignoring case.
pub fn find(acronym: &str) -> Option<&'static Tiebreak> {
    let current =
        ALIASES.iter().find(|(old, _)| old.eq_ignore_ascii_case(acronym)).map_or(acronym, |(_, new)| new);
    ALL.iter().find(|tiebreak| tiebreak.acronym.eq_ignore_ascii_case(current))
}

/// Computes a working for each entrant.
fn each(field: &Field, mut of: impl FnMut(usize, &super::field::Entrant) -> Working) -> Vec<Working> {
    field.entrants.iter().enumerate().map(|(at, entrant)| of(at, entrant)).collect()
}
