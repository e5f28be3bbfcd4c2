//! Describes an invariant in sentences, with its squares.

use shakmaty::{Bitboard, Color};

use super::certificate::{Invariant, Kind, side_name};

/// If there are more squares than this, their number is given instead.
const LISTED: usize = 16;

/// Says what never moves, where the rest may go, and what follows for `side`.
pub(super) fn invariant(set: &Invariant, side: Color) -> String {
    let mut out = fixed(set);
    for colour in Color::ALL {
        out.push_str(&regions(set, colour));
    }
    out.push_str(&format!(
        "No legal move leaves these {} situations ({} pawn structures with the kings' squares), and wherever the \
         other pieces stand, no move by {} that may give check leads to one with every flight taken.",
        set.situations.len(),
        set.walls.len(),
        side_name(side),
    ));
    out
}

/// Describes the pawns and pieces that are solid in every wall.
fn fixed(set: &Invariant) -> String {
    let mut parts = Vec::new();
    for (index, colour) in Color::ALL.into_iter().enumerate() {
        let pawns = set.walls.iter().fold(Bitboard::FULL, |all, wall| all & wall.solid.pawns[index & 1]);
        if pawns.any() {
            parts.push(format!("{}'s {} on {}", side_name(colour), plural(pawns, "pawn"), listed(pawns)));
        }
        for kind in Kind::ALL {
            let still = |all: Bitboard, solid: Bitboard| all & solid;
            let squares = set.walls.iter().map(|wall| wall.solid.pieces[index & 1][kind.index()]);
            let pieces = squares.fold(Bitboard::FULL, still);
            if pieces.any() {
                let word = plural(pieces, word(kind));
                parts.push(format!("{}'s {word} on {}", side_name(colour), listed(pieces)));
            }
        }
    }
    if parts.is_empty() { String::new() } else { format!("Never moved or captured: {}. ", parts.join("; ")) }
}

/// Describes where the king and the loose pieces of one side may go.
fn regions(set: &Invariant, colour: Color) -> String {
    let index = colour.fold_wb(0, 1);
    let king = set.situations.iter().map(|s| s.kings[index]).collect::<Bitboard>();
    let mut out = format!("{}'s king reaches only {}", side_name(colour), listed(king));
    for kind in Kind::ALL {
        let region = set
            .walls
            .iter()
            .fold(Bitboard::EMPTY, |all, wall| all | wall.regions[index][kind.index()].squares());
        if region.any() {
            out.push_str(&format!(", a {} only {}", word(kind), listed(region)));
        }
    }
    out.push_str(". ");
    out
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Knight => "knight",
        Kind::LightBishop => "light-squared bishop",
        Kind::DarkBishop => "dark-squared bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
    }
}

fn plural(squares: Bitboard, word: &str) -> String {
    if squares.more_than_one() { format!("{word}s") } else { word.to_owned() }
}

/// Lists squares as `b4, d4 and f4`, or gives their number if there are many.
fn listed(squares: Bitboard) -> String {
    if squares.count() > LISTED {
        return format!("{} squares", squares.count());
    }
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    match names.pop() {
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} and {last}", names.join(", ")),
        None => "no square".to_owned(),
    }
}
