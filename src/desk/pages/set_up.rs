//! A board that is set up square by square: each square is a button of the form, so that it needs no script.

use maud::{Markup, html};
use shakmaty::{Board, Color, Piece, Square};

use crate::desk::http::request::Fields;
use crate::rulings::role_name;

/// The pieces that can be put on a square, by their letters in a FEN; `x` empties it.
const MEN: [char; 13] = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p', 'x'];

/// The position of the field `fen`, after what the button `put` asks for: a square, `turn`, `clear` or `begin`.
pub(super) struct SetUp {
    board: Board,
    fen: String,
    piece: char,
    /// Whether a button of the board was pressed.
    pub(super) is_touched: bool,
}

impl SetUp {
    pub(super) fn of(fields: &Fields) -> SetUp {
        let sent = fields.get("fen").unwrap_or_default();
        let mut parts = sent.split_whitespace();
        let placement = parts.next().unwrap_or_default();
        let mut board = Board::from_ascii_board_fen(placement.as_bytes()).unwrap_or_else(|_| Board::empty());
        let mut turn = if parts.next() == Some("b") { Color::Black } else { Color::White };
        let piece = fields.get("piece").and_then(|text| MEN.into_iter().find(|man| text == man.to_string()));
        let piece = piece.unwrap_or('K');
        let put = fields.get("put");
        let mut castling = "-";
        match put {
            Some("turn") => turn = !turn,
            Some("clear") => board = Board::empty(),
            Some("begin") => (board, turn, castling) = (Board::new(), Color::White, "KQkq"),
            Some(square) => {
                if let Ok(square) = square.parse::<Square>() {
                    match Piece::from_char(piece).filter(|piece| board.piece_at(square) != Some(*piece)) {
                        Some(piece) => board.set_piece_at(square, piece),
                        // The same piece again takes it away.
                        None => board.discard_piece_at(square),
                    }
                }
            }
            None => {}
        }
        let fen = match put {
            None => sent.to_owned(),
            Some(_) => format!("{} {} {castling} - 0 1", board.board_fen(), turn.char()),
        };
        SetUp { board, fen, piece, is_touched: put.is_some() }
    }

    /// The position; `None` if nothing was asked.
    pub(super) fn fen(&self) -> Option<&str> {
        Some(self.fen.as_str()).filter(|fen| !fen.is_empty())
    }

    /// The pieces to choose from, and the board.
    pub(super) fn controls(&self) -> Markup {
        html! {
            details.setting-up open[self.is_touched] {
                summary { "Set up a board" }
                fieldset.men {
                    legend { "Piece" }
                    @for man in MEN {
                        label {
                            input type="radio" name="piece" value=(man) checked[man == self.piece];
                            @match Piece::from_char(man) {
                                Some(piece) => { (drawn(piece)) span.unseen { (named(piece)) } },
                                None => " Empty",
                            }
                        }
                    }
                }
                div.set-up role="group" aria-label="Board" {
                    @for rank in (0..8).rev() { @for file in 0..8 { (self.square(Square::new(rank * 8 + file))) } }
                }
                p {
                    button name="put" value="turn" { "Other side to move" } " "
                    button name="put" value="clear" { "Clear the board" } " "
                    button name="put" value="begin" { "Initial position" }
                }
            }
        }
    }

    fn square(&self, square: Square) -> Markup {
        let piece = self.board.piece_at(square);
        html! {
            button name="put" value=(square) class=(if square.is_light() { "light" } else { "dark" }) {
                @if let Some(piece) = piece { (drawn(piece)) }
                span.unseen { (square) ", " (piece.map_or("empty".to_owned(), named)) }
            }
        }
    }
}

fn drawn(piece: Piece) -> Markup {
    html! {
        svg viewBox="0 0 40 40" aria-hidden="true" { g.pieces {
            use class=(piece.color.fold_wb("white", "black")) href={ "#piece-" (piece.role.char()) } width="40" height="40" {}
        } }
    }
}

/// `White knight`
fn named(piece: Piece) -> String {
    format!("{} {}", piece.color.fold_wb("White", "Black"), role_name(piece.role))
}
