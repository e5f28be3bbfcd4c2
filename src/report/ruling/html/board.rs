//! A position as an SVG board, and in words for those who cannot see it.

use maud::{Markup, html};
use shakmaty::{Color, Square};

use crate::replay::Board;
use crate::report::ruling::words::name;
use crate::rulings::role_name;

/// Side of a square, in units of the drawing.
const SIDE: u32 = 40;

/// Room for the coordinates.
const MARGIN: u32 = 16;

/// The board with White at the bottom, and the `marked` squares highlighted.
pub(super) fn svg(board: &Board, marked: &[Square], id: &str) -> Markup {
    let whole = 8 * SIDE + MARGIN;
    html! {
        svg.board role="img" aria-labelledby={ (id) "-title " (id) "-desc" } viewBox={ "0 0 " (whole) " " (whole) } {
            title id={ (id) "-title" } { (name(board.turn())) " to move" }
            desc id={ (id) "-desc" } { (in_words(board)) }
            @for square in Square::ALL {
                @let (x, y) = corner(square);
                rect class=(if square.is_light() { "light" } else { "dark" }) x=(x) y=(y) width=(SIDE) height=(SIDE) {}
            }
            g.marks {
                @for square in marked {
                    @let (x, y) = corner(*square);
                    rect x=(x + 2) y=(y + 2) width=(SIDE - 4) height=(SIDE - 4) {}
                }
            }
            g.pieces { (pieces(board)) }
            g.coordinates aria-hidden="true" {
                @for (at, file) in (0..).zip("abcdefgh".chars()) {
                    text x=(MARGIN + at * SIDE + SIDE / 2) y=(whole - 4) { (file) }
                }
                @for (at, rank) in (0..).zip((1..=8).rev()) {
                    text x=(MARGIN / 2) y=(at * SIDE + SIDE / 2 + 4) { (rank) }
                }
            }
        }
    }
}

fn pieces(board: &Board) -> Markup {
    html! {
        @for square in Square::ALL {
            @if let Some((color, role)) = board.at(square) {
                @let (x, y) = corner(square);
                use class=(color.fold_wb("white", "black")) href={ "#piece-" (role.char()) }
                    x=(x) y=(y) width=(SIDE) height=(SIDE) {}
            }
        }
    }
}

/// The upper left corner of a square.
fn corner(square: Square) -> (u32, u32) {
    (MARGIN + u32::from(square.file()) * SIDE, (7 - u32::from(square.rank())) * SIDE)
}

/// `White: king e1, pawn e4. Black: king e8.`
fn in_words(board: &Board) -> String {
    let side = |color: Color| {
        let mut men: Vec<(u8, String)> = Square::ALL
            .into_iter()
            .filter_map(|square| {
                let (_, role) = board.at(square).filter(|(of, _)| *of == color)?;
                let weight = 6 - role as u8;
                Some((weight, format!("{} {square}", role_name(role))))
            })
            .collect();
        men.sort();
        let men: Vec<String> = men.into_iter().map(|(_, man)| man).collect();
        format!("{}: {}.", name(color), if men.is_empty() { "nothing".to_owned() } else { men.join(", ") })
    };
    format!("{} {}", side(Color::White), side(Color::Black))
}

/// The first field of a FEN: the pieces only.
pub(super) fn placement(board: &Board) -> String {
    board.fen().split(' ').next().unwrap_or_default().to_owned()
}
