//! The ruling sheet as one HTML page: one sheet of paper per case, without external resources.
//!
//! It needs no network; without scripts it is a static page that shows the position of the incident. The script only
//! steps through the game. A content security policy allows only this style and this script, by their digests.

mod board;
mod chart;
mod moves;
mod page;
mod pieces;
mod sheet;
mod versus;

use std::io::{self, Write};

use maud::Markup;

use super::{Arrangement, Heard};
use crate::replay::Board;
use crate::rulings::Adjudication;

pub use page::{SCRIPT, STYLE};

/// The drawings of the pieces, which the boards of a page refer to.
pub fn symbols() -> Markup {
    pieces::symbols()
}

/// A position as a drawing, with the identifiers that begin with `id`.
pub fn drawing(position: &Board, id: &str) -> Markup {
    board::svg(position, &[], id)
}

/// The game of a case, without its rulings.
pub fn game(ruled: &Adjudication) -> Markup {
    sheet::game(ruled)
}

/// The sheet of a case.
pub fn sheet(case: &Heard) -> Markup {
    sheet::sheet(1, case)
}

pub(super) fn write(out: &mut dyn Write, cases: &[Heard], arrangement: Arrangement) -> io::Result<()> {
    if let Arrangement::Compare { .. } = arrangement {
        return compare(out, cases);
    }
    let title = match cases {
        [Heard { outcome: Ok(ruled), .. }] => format!("{} – ruling", ruled.title),
        [only] => only.file.clone(),
        several => format!("{} rulings", several.len()),
    };
    let sheets = cases.iter().enumerate().map(|(at, case)| sheet::sheet(at + 1, case));
    page::write(out, &title, sheets)
}

fn compare(out: &mut dyn Write, cases: &[Heard]) -> io::Result<()> {
    page::write(out, "The same facts under several rulesets", [versus::tables(cases)])
}
