//! The table on a terminal: the boards that need somebody, and the latest alerts below, kept in place.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::io::{IsTerminal, Write};

use chrono::{DateTime, Local};
use textwrap::{Options, WordSplitter};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::tell::line;
use crate::checks::Severity;
use crate::report::visible;
use crate::watch::{Alert, Board, Follower};

/// Alerts that are kept to be shown below the table, and printed at the end.
const LATEST: usize = 50;

/// Size of a terminal that does not say its own.
const USUAL: (usize, usize) = (80, 24);

/// Shows the table. When it is dropped, the terminal is as before, and the latest alerts are printed.
pub(super) struct Screen {
    latest: VecDeque<String>,
    colour: bool,
    shown: String,
}

impl Screen {
    /// Takes over the terminal, where standard output is one.
    pub(super) fn open() -> Option<Screen> {
        let out = std::io::stdout();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if !out.is_terminal() || dumb {
            return None;
        }
        let colour = anstream::AutoStream::choice(&out) != anstream::ColorChoice::Never;
        // The other screen, without a cursor and without line wrapping.
        write("\x1b[?1049h\x1b[?25l\x1b[?7l");
        Some(Screen { latest: VecDeque::new(), colour, shown: String::new() })
    }

    /// Keeps alerts to be shown.
    pub(super) fn add(&mut self, alerts: &[Alert]) {
        self.latest.extend(alerts.iter().map(line));
        let beyond = self.latest.len().saturating_sub(LATEST);
        self.latest.drain(..beyond);
    }

    /// Shows what is true at a time, in milliseconds since 1970.
    pub(super) fn draw(&mut self, follower: &Follower, at: i64) {
        let size = terminal_size::terminal_size()
            .map_or(USUAL, |(width, height)| (usize::from(width.0), usize::from(height.0)));
        // Clearing the rest of a line that fills the last column would clear its last character.
        let size = (size.0.saturating_sub(1).max(1), size.1.max(1));
        let time = DateTime::from_timestamp_millis(at).unwrap_or_default().with_timezone(&Local);
        let boards = follower.boards();
        let head = head(follower, boards.len(), &time.format("%H:%M:%S").to_string());
        let latest: Vec<&str> = self.latest.iter().map(String::as_str).collect();
        let frame = frame(&head, &boards, &latest, size, self.colour);
        if frame != self.shown {
            write(&frame);
            self.shown = frame;
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let mut text = "\x1b[?7h\x1b[?25h\x1b[?1049l".to_owned();
        for line in &self.latest {
            text.push_str(line);
            text.push('\n');
        }
        write(&text);
    }
}

/// Writes to the terminal. One that has gone away ends nothing: a signal does.
fn write(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// `15:04:05  12 games, 9 going on; cannot be read: games.pgn`
fn head(follower: &Follower, games: usize, time: &str) -> String {
    let going_on = follower.going_on();
    let lost = follower.lost();
    let lost = match lost.is_empty() {
        true => String::new(),
        false => format!("; cannot be read: {}", lost.join(", ")),
    };
    visible(&format!("{time}  {games} games, {going_on} going on{lost}")).into_owned()
}

/// A row of the table.
struct Row {
    cells: [String; 6],
    severity: Severity,
}

/// The whole screen as text.
fn frame(
    head: &str,
    boards: &[Board<'_>],
    latest: &[&str],
    (width, height): (usize, usize),
    colour: bool,
) -> String {
    let mut needing: Vec<&Board<'_>> = boards.iter().filter(|board| board.needs_somebody()).collect();
    needing.sort_by_cached_key(|board| (Reverse(severity(board)), place_key(board)));
    let rows: Vec<Row> = needing.into_iter().map(row).collect();
    let mut lines = vec![cut(head, width)];
    // A third of the screen is left to the alerts, and a row to the names of the columns.
    let room = height.saturating_sub(2 + height / 3).max(1);
    let shown = if rows.len() > room { room.saturating_sub(1) } else { rows.len() };
    lines.extend(table(rows.get(..shown).unwrap_or_default(), width, colour));
    match rows.len() - shown {
        0 if rows.is_empty() => lines.push(cut("No board needs anybody.", width)),
        0 => {}
        more => lines.push(cut(&format!("… and {more} more"), width)),
    }
    let left = height.saturating_sub(lines.len() + 1);
    if left > 0 && !latest.is_empty() {
        lines.push(String::new());
        lines.extend(latest.iter().rev().flat_map(|line| wrapped(line, width)).take(left));
    }
    lines.truncate(height);
    format!("\x1b[H{}\x1b[K\x1b[J", lines.join("\x1b[K\r\n"))
}

fn severity(board: &Board<'_>) -> Severity {
    board.alerts.iter().map(|alert| alert.severity).max().unwrap_or(Severity::Info)
}

/// Rounds and boards by number.
fn place_key(board: &Board<'_>) -> (u32, String, u32, String) {
    let number = |word: Option<&str>| word.and_then(|word| word.parse().ok()).unwrap_or(u32::MAX);
    let text = |word: Option<&str>| word.unwrap_or_default().to_owned();
    (number(board.round), text(board.round), number(board.board), text(board.board))
}

fn row(board: &Board<'_>) -> Row {
    let place: Vec<&str> = [board.round, board.board].into_iter().flatten().collect();
    let players: Vec<&str> = [board.white, board.black].into_iter().flatten().collect();
    let mut what: Vec<String> = board.alerts.iter().map(|alert| of_alert(alert)).collect();
    if board.is_still {
        what.push("still".to_owned());
    }
    let cells = [
        place.join("."),
        what.join("; "),
        players.join(" – "),
        board.mv.clone().unwrap_or_default(),
        clock(board.clocks.white),
        clock(board.clocks.black),
    ];
    Row { cells: cells.map(|cell| visible(&cell).into_owned()), severity: severity(board) }
}

/// `claim-threefold black: Qd8`
fn of_alert(alert: &Alert) -> String {
    let by = alert.by.map(|by| format!(" {by}")).unwrap_or_default();
    let moves = match alert.moves.as_slice() {
        [] => String::new(),
        moves => format!(": {}", moves.join(" ")),
    };
    format!("{}{by}{moves}", alert.alert)
}

fn clock(seconds: Option<f64>) -> String {
    let Some(seconds) = seconds else { return String::new() };
    let seconds = seconds.max(0.0) as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The columns in the order of the screen, with the index of their cell, and from which width of the terminal on they are shown.
const COLUMNS: [(&str, usize, usize); 6] = [
    ("Board", 0, 0),
    ("Players", 2, 60),
    ("Move", 3, 50),
    ("White", 4, 40),
    ("Black", 5, 40),
    ("What", 1, 0),
];

/// The widest column of names and of moves.
const WIDEST: [(usize, usize); 2] = [(2, 34), (3, 12)];

/// The table with the names of its columns. The last column takes what is left of the width.
fn table(rows: &[Row], width: usize, colour: bool) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let columns: Vec<(&str, usize)> =
        COLUMNS.iter().filter(|(.., from)| width >= *from).map(|(name, cell, _)| (*name, *cell)).collect();
    let widths: Vec<usize> = columns
        .iter()
        .map(|(name, cell)| {
            let most = WIDEST.iter().find(|(of, _)| of == cell).map_or(width, |(_, most)| *most);
            // On a wide terminal names may take more, on a narrow one less.
            let most = if *cell == 2 { most.max(width / 3).min(width.saturating_sub(52)) } else { most };
            let cells = rows.iter().filter_map(|row| row.cells.get(*cell)).map(|text| text.width());
            cells.max().unwrap_or(0).max(name.len()).min(most)
        })
        .collect();
    let line = |texts: Vec<&str>| {
        let cells = texts.iter().zip(&widths).map(|(text, width)| padded(text, *width));
        cut(cells.collect::<Vec<_>>().join("  ").trim_end(), width)
    };
    let names = line(columns.iter().map(|(name, _)| *name).collect());
    let painted = |text: String, code: &str| match colour {
        true => format!("\x1b[{code}m{text}\x1b[0m"),
        false => text,
    };
    let mut lines = vec![painted(names, "1")];
    for row in rows {
        let cells = columns.iter().filter_map(|(_, cell)| row.cells.get(*cell).map(String::as_str));
        let text = line(cells.collect());
        lines.push(match row.severity {
            Severity::Error => painted(text, "31"),
            Severity::Warning => painted(text, "33"),
            Severity::Info => text,
        });
    }
    lines
}

/// A text in a column.
fn padded(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let blanks = width.saturating_sub(text.width());
    text + &" ".repeat(blanks)
}

/// An alert in lines that fit the terminal, the further ones indented.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let indent = if width >= 40 { "    " } else { "" };
    let options =
        Options::new(width.max(1)).subsequent_indent(indent).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).iter().map(|line| cut(line, width)).collect()
}

/// A text that takes at most so many columns of the terminal.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut out, mut used) = (String::new(), 0);
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > width {
            break;
        }
        used += wide;
        out.push(c);
    }
    if width > 0 { out + "…" } else { out }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::watch::Clocks;

    fn board<'a>(number: &'a str, alert: &'a Alert) -> Board<'a> {
        Board {
            round: Some("5"),
            board: Some(number),
            white: Some("Adler, Ida"),
            black: Some("王\u{1b}[2J, Ole"),
            mv: Some("13. Qd1".to_owned()),
            clocks: Clocks { white: Some(280.0), black: None },
            is_open: true,
            is_still: false,
            alerts: vec![alert],
        }
    }

    fn alert(id: &'static str, severity: Severity) -> Alert {
        let mut alert = Alert::of_source(id, severity, &"games.pgn".into(), 0, "words".to_owned());
        alert.by = Some("black");
        alert.moves = vec!["Qd8".to_owned()];
        alert
    }

    fn lines(frame: &str) -> Vec<String> {
        let text = frame.replace("\x1b[H", "").replace("\x1b[K", "").replace("\x1b[J", "");
        text.split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn every_line_fits_at_any_size_and_nothing_moves_the_cursor() {
        let (claim, illegal) =
            (alert("claim-threefold", Severity::Warning), alert("illegal-move", Severity::Error));
        let boards = [board("10", &claim), board("9", &illegal), board("2", &claim)];
        for width in 1..200 {
            for height in [1, 2, 5, 24] {
                let frame =
                    frame("12:00:00  3 games", &boards, &["a line of an alert"; 60], (width, height), false);
                let lines = lines(&frame);
                assert!(lines.len() <= height, "{width} {height}: {lines:?}");
                for line in &lines {
                    assert!(line.width() <= width && !line.contains('\x1b'), "{width}: {line}");
                }
            }
        }
    }

    #[test]
    fn errors_come_first_and_boards_by_number() {
        let (claim, illegal) =
            (alert("claim-threefold", Severity::Warning), alert("illegal-move", Severity::Error));
        let boards = [board("10", &claim), board("9", &claim), board("11", &illegal)];
        let wide = lines(&frame("now", &boards, &["first", "second"], (100, 24), false));
        let starts: Vec<&str> = wide.iter().map(|line| line.split("  ").next().unwrap()).collect();
        assert_eq!(starts, ["now", "Board", "5.11", "5.9", "5.10", "", "second", "first"]);
        assert!(wide[3].ends_with("13. Qd1  0:04:40         claim-threefold black: Qd8"), "{}", wide[3]);
        let narrow = lines(&frame("now", &boards, &[], (30, 24), false));
        assert_eq!(narrow[3], "5.9    claim-threefold black:…");
        let low = lines(&frame("now", &boards, &["first"], (30, 6), false));
        assert_eq!(low[3..], ["… and 2 more", "", "first"].map(str::to_owned));
        assert!(frame("now", &boards, &[], (30, 24), true).contains("\x1b[31m5.11"));
    }

    #[test]
    fn alerts_are_wrapped_and_the_latest_is_shown_whole() {
        let latest = [
            "an older alert",
            "Black may claim a draw by writing 4... Ng8: the position then occurs for the third time",
        ];
        let shown = lines(&frame("now", &[], &latest, (44, 24), false));
        assert_eq!(
            shown[3..],
            [
                "Black may claim a draw by writing 4... Ng8:",
                "    the position then occurs for the third",
                "    time",
                "an older alert"
            ]
        );
        // Words that take two columns a letter are measured as such.
        let wide = wrapped("王 王王 王王王 王王王王王王王王王王王王", 8);
        assert!(wide.iter().all(|line| line.width() <= 8), "{wide:?}");
    }
}
