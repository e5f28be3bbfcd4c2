//! A position as a small board of letters, with White at the bottom.

/// Eight ranks with coordinates, from the first field of a FEN; `None` if that is not a board of 8 × 8 squares.
///
/// ```
/// let board = flagfall::report::board("8/8/8/8/8/8/8/K6k w - - 0 1");
/// assert_eq!(board.and_then(|b| b.lines().nth(7).map(str::to_owned)).as_deref(), Some("1 K . . . . . . k"));
/// ```
pub fn board(fen: &str) -> Option<String> {
    let ranks: Vec<Vec<char>> = fen.split(' ').next()?.split('/').map(squares).collect::<Option<_>>()?;
    if ranks.len() != 8 || ranks.iter().any(|rank| rank.len() != 8) {
        return None;
    }
    let mut out = String::with_capacity(170);
    for (rank, number) in ranks.iter().zip((1..=8).rev()) {
        out.push_str(&number.to_string());
        for square in rank {
            out.push(' ');
            out.push(*square);
        }
        out.push('\n');
    }
    out.push_str("  a b c d e f g h");
    Some(out)
}

/// The side to move, from the second field of a FEN.
pub(crate) fn turn(fen: &str) -> Option<&'static str> {
    match fen.split(' ').nth(1)? {
        "w" => Some("White"),
        "b" => Some("Black"),
        _ => None,
    }
}

/// One rank of a FEN, a dot for each empty square; `None` if it has more than eight squares or is not a rank.
fn squares(rank: &str) -> Option<Vec<char>> {
    let mut squares = Vec::with_capacity(8);
    for c in rank.chars() {
        match c {
            '1'..='8' => squares.extend(std::iter::repeat_n('.', c.to_digit(10)? as usize)),
            'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'k' | 'q' | 'r' | 'b' | 'n' | 'p' => squares.push(c),
            '~' => {}
            _ => return None,
        }
        if squares.len() > 8 {
            return None;
        }
    }
    Some(squares)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn draws_the_position() {
        let board = board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3").unwrap();
        let expected = "\
8 r . b q k b n r
7 p p p p . p p p
6 . . n . . . . .
5 . . . . p . . .
4 . . . . P . . .
3 . . . . . N . .
2 P P P P . P P P
1 R N B Q K B . R
  a b c d e f g h";
        assert_eq!(board, expected);
    }

    #[test]
    fn refuses_what_is_no_board() {
        for fen in ["", "8/8 w", "9/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/\u{1b}7 w", "88888888/8/8/8/8/8/8/8 w"] {
            assert_eq!(board(fen), None, "{fen:?}");
        }
    }
}
