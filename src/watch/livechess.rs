//! LiveChess Cloud: the games of a round as JSON, turned into PGN. Every field may be missing or null.

use std::fmt::Write;

use serde_json::Value;

/// The standard starting position among those of Chess960.
const STANDARD: u64 = 518;

/// The most moves of a game that are read.
const MOST_MOVES: usize = 10_000;

/// The round that is followed: the last one with games that are played, or else the last one with games. `tournament` is the content of
/// `tournament.json`.
pub fn round(tournament: &Value) -> u32 {
    let rounds = tournament["rounds"].as_array().map_or(&[][..], Vec::as_slice);
    let last = |key: &str| rounds.iter().rposition(|round| round[key].as_u64().unwrap_or(0) > 0);
    let index = last("live").or_else(|| last("count")).unwrap_or(0);
    u32::try_from(index + 1).unwrap_or(1)
}

/// The pairings of a round. `index` is the content of its `index.json`.
pub fn pairings(index: &Value) -> &[Value] {
    index["pairings"].as_array().map_or(&[], Vec::as_slice)
}

/// Whether a pairing or a game is being played.
pub fn is_live(of: &Value) -> bool {
    of["live"].as_bool().unwrap_or(false)
}

/// Where a game belongs.
#[derive(Debug, Clone, Copy)]
pub struct Board<'v> {
    /// The content of `tournament.json`.
    pub tournament: &'v Value,
    /// The content of the round's `index.json`.
    pub index: &'v Value,
    /// The round's number.
    pub round: u32,
    /// The board's number.
    pub number: usize,
}

/// A game as PGN. `game` is the content of its file.
pub fn pgn(board: Board<'_>, game: &Value) -> String {
    let Board { tournament, index, round, number } = board;
    let pairing = pairings(index).get(number.saturating_sub(1)).unwrap_or(&Value::Null);
    let result = result(&game["result"]).or_else(|| result(&pairing["result"])).unwrap_or("*");
    let mut out = String::new();
    tag(&mut out, "Event", &text(&tournament["name"]));
    let place = [text(&tournament["location"]), text(&tournament["country"])];
    tag(&mut out, "Site", &joined(&place, ", "));
    tag(&mut out, "Date", &text(&index["date"]).replace('-', "."));
    tag(&mut out, "Round", &format!("{round}.{number}"));
    for (colour, player) in [("White", &pairing["white"]), ("Black", &pairing["black"])] {
        tag(&mut out, colour, &name(player));
        tag(&mut out, &format!("{colour}Title"), &text(&player["title"]));
        tag(&mut out, &format!("{colour}FideId"), &text(&player["fideid"]));
    }
    tag(&mut out, "Result", result);
    tag(&mut out, "TimeControl", &time_control(&text(&tournament["timecontrol"])).unwrap_or_default());
    if let Some(number) = game["chess960"].as_u64().filter(|number| *number != STANDARD && *number < 960) {
        tag(&mut out, "Variant", "Chess960");
        tag(&mut out, "SetUp", "1");
        tag(&mut out, "FEN", &start_position(number));
    }
    out.push('\n');
    for mv in game["moves"].as_array().map_or(&[][..], Vec::as_slice).iter().take(MOST_MOVES) {
        half_move(&mut out, mv.as_str().unwrap_or_default());
    }
    out.push_str(result);
    out.push_str("\n\n");
    out
}

/// `e4 5390+0`: the move, the mover's seconds left, and what follows `+`.
fn half_move(out: &mut String, text: &str) {
    let mut words = text.split_whitespace();
    let is_of_a_move = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '=' | '+' | '#' | '-');
    let san: String = words.next().unwrap_or_default().chars().filter(is_of_a_move).take(10).collect();
    if san.is_empty() {
        return;
    }
    out.push_str(&san);
    let left = words.next().and_then(|clock| clock.split('+').next()?.parse::<u32>().ok());
    if let Some(left) = left {
        let _ = write!(out, " {{[%clk {}:{:02}:{:02}]}}", left / 3600, left / 60 % 60, left % 60);
    }
    out.push('\n');
}

fn result(value: &Value) -> Option<&'static str> {
    match value.as_str()?.to_ascii_uppercase().as_str() {
        "WHITEWIN" | "1-0" => Some("1-0"),
        "BLACKWIN" | "0-1" => Some("0-1"),
        "DRAW" | "1/2-1/2" => Some("1/2-1/2"),
        _ => None,
    }
}

/// `Last, First Middle`
fn name(player: &Value) -> String {
    let given = joined(&[text(&player["fname"]), text(&player["mname"])], " ");
    joined(&[text(&player["lname"]), given], ", ")
}

fn joined(words: &[String], with: &str) -> String {
    words.iter().filter(|word| !word.is_empty()).map(String::as_str).collect::<Vec<_>>().join(with)
}

/// A word or a number as text.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// Writes a tag, where there is something to write.
fn tag(out: &mut String, name: &str, value: &str) {
    /// Characters of the longest value.
    const LONGEST: usize = 200;
    if value.is_empty() {
        return;
    }
    let _ = write!(out, "[{name} \"");
    for c in value.chars().take(LONGEST) {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push_str("\"]\n");
}

/// `25m+10s` as a tag has it: `1500+10`.
fn time_control(text: &str) -> Option<String> {
    let seconds = |part: &str| -> Option<u32> {
        let part = part.trim();
        let (number, unit) = part.split_at(part.find(|c: char| !c.is_ascii_digit())?);
        let unit = match unit.trim() {
            "h" => 3600,
            "m" | "min" | "'" => 60,
            "s" | "sec" | "\"" => 1,
            _ => return None,
        };
        number.parse::<u32>().ok()?.checked_mul(unit)
    };
    let mut parts = text.split('+');
    let main = seconds(parts.next()?)?;
    match (parts.next(), parts.next()) {
        (None, _) => Some(main.to_string()),
        (Some(increment), None) => Some(format!("{main}+{}", seconds(increment)?)),
        _ => None,
    }
}

/// The Chess960 starting position of a number, by the usual table: bishops, queen, knights, then rook, king and rook.
fn start_position(number: u64) -> String {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let mut rank = ['\0'; 8];
    let digit = |n: u64| usize::try_from(n).unwrap_or(0);
    let mut put = |free: usize, piece: char| {
        if let Some(square) = rank.iter_mut().filter(|square| **square == '\0').nth(free) {
            *square = piece;
        }
    };
    let (rest, light) = (number / 4, digit(number % 4));
    let (rest, dark) = (rest / 4, digit(rest % 4));
    // On the empty rank the squares are counted as they are; the second bishop skips the first one.
    let (first, second) = (2 * light + 1, 2 * dark);
    put(first, 'b');
    put(second - usize::from(second > first), 'b');
    put(digit(rest % 6), 'q');
    let (one, two) = KNIGHTS.get(digit(rest / 6)).copied().unwrap_or((0, 1));
    put(two, 'n');
    put(one, 'n');
    for piece in ['r', 'k', 'r'] {
        put(0, piece);
    }
    let black: String = rank.iter().collect();
    let white = black.to_ascii_uppercase();
    let files = |piece: char| black.char_indices().filter(move |(_, c)| *c == piece);
    let rooks: String = files('r').rev().filter_map(|(at, _)| char::from_digit(10 + at as u32, 18)).collect();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {}{rooks} - 0 1", rooks.to_ascii_uppercase())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn start_positions_are_those_of_the_table() {
        let rank = |number| start_position(number).split('/').next().unwrap().to_owned();
        assert_eq!(rank(518), "rnbqkbnr");
        assert_eq!(rank(0), "bbqnnrkr");
        assert_eq!(rank(959), "rkrnnqbb");
        assert!(start_position(518).ends_with("w HAha - 0 1"));
        let all: std::collections::BTreeSet<String> = (0..960).map(rank).collect();
        assert_eq!(all.len(), 960);
        for rank in all {
            let at = |piece: char| rank.match_indices(piece).map(|(at, _)| at).collect::<Vec<_>>();
            assert!((at('b')[0] + at('b')[1]) % 2 == 1, "{rank}");
            assert!(at('r')[0] < at('k')[0] && at('k')[0] < at('r')[1], "{rank}");
        }
    }

    #[test]
    fn a_game_becomes_pgn_and_what_is_missing_is_left_out() {
        let tournament = json!({ "name": "Open \"B\"", "timecontrol": "25m+10s", "rounds": [{ "count": 2, "live": 0 }, { "count": 2, "live": 1 }, { "count": 0 }, null] });
        assert_eq!(round(&tournament), 2);
        let index = json!({ "date": "2026-11-22", "pairings": [{ "white": { "fname": "Ida", "mname": null, "lname": "Adler", "fideid": 12 }, "live": true }] });
        let board = Board { tournament: &tournament, index: &index, round: 2, number: 1 };
        let game =
            json!({ "result": null, "moves": ["e4 1490+0", "e5", null, "Nf3 x+1", "} [Event \"x\"]"] });
        let expected = "[Event \"Open \\\"B\\\"\"]\n[Date \"2026.11.22\"]\n[Round \"2.1\"]\n[White \"Adler, Ida\"]\n\
            [WhiteFideId \"12\"]\n[Result \"*\"]\n[TimeControl \"1500+10\"]\n\ne4 {[%clk 0:24:50]}\ne5\nNf3\n*\n\n";
        assert_eq!(pgn(board, &game), expected);
        let empty =
            Board { tournament: &Value::Null, index: &Value::Null, round: round(&Value::Null), number: 7 };
        assert_eq!(pgn(empty, &Value::Null), "[Round \"1.7\"]\n[Result \"*\"]\n\n*\n\n");
        let game = json!({ "result": "DRAW", "chess960": 0, "moves": {} });
        assert!(
            pgn(empty, &game).contains("[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]")
        );
        assert_eq!(time_control("90"), None);
        assert_eq!(time_control("1h"), Some("3600".to_owned()));
    }
}
