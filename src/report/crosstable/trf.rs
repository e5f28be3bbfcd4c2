//! The event as a FIDE report file: its records, if it was read from a report file, and the players.

use std::fmt::Write as _;
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::{Crosstable, Holds};
use crate::event::field::Field;
use crate::event::standings::Standings;
use crate::event::trf::MOST_ROUNDS;
use crate::event::{Cell, Event, Format, Kind, Outcome, Player};
use crate::report::visible::hidden;

/// Records that come after the players.
const AFTER: &[&str] = &["013", "299", "300", "310", "320", "330", "801", "802"];

/// The comment at the beginning of a file that flagfall wrote.
const WRITTEN: &str = "### written by flagfall";

/// Whether a report file was written by [`text`].
pub fn is_written(text: &str) -> bool {
    text.starts_with(WRITTEN)
}

/// What this format can hold.
pub(super) const HOLDS: Holds = Holds { findings: false, any_size: true };

/// Writes the event of a table as a report file.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, _width: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(text(table.event, table.standings).as_bytes())
}

/// The event as a report file. Points and ranks are those of `standings`, in a team event those of its players.
pub fn text(event: &Event, standings: &Standings) -> String {
    let mut out = format!("{WRITTEN}\n");
    let of_file = event.format == Format::Trf;
    if of_file {
        for record in event.records.iter().filter(|record| !AFTER.contains(&record.code.as_str())) {
            line(&mut out, &record.code, &record.text);
        }
    } else {
        header(&mut out, event, standings);
    }
    let of_players = standings.players.as_deref().unwrap_or(standings);
    let ranks = ranks(of_players);
    for (at, player) in event.players.iter().enumerate() {
        player_line(&mut out, player, &of_players.field, at, ranks.get(&at).copied().unwrap_or(0));
    }
    if of_file {
        for record in event.records.iter().filter(|record| AFTER.contains(&record.code.as_str())) {
            line(&mut out, &record.code, &record.text);
        }
    } else {
        teams(&mut out, event, standings);
    }
    out
}

/// The rank of each entrant, by its place in the field.
fn ranks(standings: &Standings) -> FxHashMap<usize, u32> {
    standings.rows.iter().map(|row| (row.entrant, row.rank)).collect()
}

/// One record, with its text from column 5 and without line ends, which would begin another record.
fn line(out: &mut String, code: &str, text: &str) {
    let _ = writeln!(out, "{}", format!("{:<3} {}", clean(code).trim(), clean(text)).trim_end());
}

/// The text with blanks in place of characters that a record must not contain.
fn clean(text: &str) -> String {
    text.chars().map(|c| if hidden(c) { ' ' } else { c }).collect()
}

fn header(out: &mut String, event: &Event, standings: &Standings) {
    let day =
        |day: Option<chrono::NaiveDate>| day.map(|d| d.format("%Y/%m/%d").to_string()).unwrap_or_default();
    let kind = match standings.kind {
        Kind::RoundRobin => "Individual: Round-Robin",
        Kind::Swiss => "Individual: Swiss-System",
        Kind::Team if standings.field.round_robin => "Team: Round-Robin",
        Kind::Team => "Team: Swiss-System",
        Kind::Knockout => "Individual: Knock-out",
    };
    let rated = event.players.iter().filter(|player| player.rating.is_some()).count();
    let records = [
        ("012", event.name.clone()),
        ("022", String::new()),
        ("032", String::new()),
        ("042", day(event.first_day)),
        ("052", day(event.last_day)),
        ("062", event.players.len().to_string()),
        ("072", rated.to_string()),
        ("082", event.teams.len().to_string()),
        ("092", kind.to_owned()),
        ("102", String::new()),
        ("122", String::new()),
        ("142", event.planned_rounds.unwrap_or(standings.field.rounds).to_string()),
    ];
    for (code, text) in &records {
        line(out, code, text);
    }
    let (win, draw, loss) = (event.points.for_win(), event.points.for_draw(), event.points.loss[0]);
    if (win.value(), draw.value(), loss.value()) != (1.0, 0.5, 0.0) {
        line(
            out,
            "162",
            &format!(" W {win:>4}    D {draw:>4}    L {loss:>4}    P {:>4}", event.points.pairing_bye),
        );
    }
    let names: Vec<String> = standings.tiebreaks.iter().map(|spec| spec.name.replace(':', "/")).collect();
    if !names.is_empty() {
        line(out, "202", &names.join(","));
    }
}

/// Points in the four columns that they have: without decimals if they are 100 or more, left out if that is not enough. One
/// column more would move all that follows.
fn points_text(points: f64) -> String {
    let fits = |text: &String| text.len() <= 4;
    let whole = || Some(format!("{points:.0}")).filter(|_| points.fract() == 0.0);
    Some(format!("{points:.1}")).filter(fits).or_else(whole).filter(fits).unwrap_or_default()
}

fn player_line(out: &mut String, player: &Player, field: &Field, at: usize, rank: u32) {
    let clean = |text: &str, width: usize| -> String { clean(text).chars().take(width).collect() };
    let points = field.entrants.get(at).map_or(0.0, |entrant| entrant.score.primary);
    let mut text = format!(
        "001 {:>4} {:1}{:>3} {:<33} {:>4} {:>3} {:>11} {:<10} {:>4} {:>4}",
        player.no,
        clean(&player.sex, 1),
        clean(&player.title, 3),
        clean(&player.name, 33),
        clean(&player.rating_text, 4),
        clean(&player.federation, 3),
        clean(&player.fide_id, 11),
        clean(&player.birth, 10),
        points_text(points),
        if rank > 0 { rank.to_string() } else { String::new() },
    );
    // As many rounds as the reader accepts. Greater numbers are years or days, not rounds.
    let mut next = 1;
    for played in player.cells.iter().filter(|cell| (1..=MOST_ROUNDS as u32).contains(&cell.round)) {
        if played.round < next {
            continue;
        }
        let blank = (played.round - next) as usize * 10;
        let _ = write!(text, "{:blank$}  {}", "", cell(played));
        next = played.round + 1;
    }
    let _ = writeln!(out, "{}", text.trim_end());
}

fn cell(cell: &Cell) -> String {
    let opponent = cell.opponent.map_or("0000".to_owned(), |no| no.to_string());
    let colour = cell.colour.map_or('-', |colour| colour.letter());
    let code = if cell.outcome == Outcome::Pending { ' ' } else { cell.outcome.code() };
    format!("{opponent:>4} {colour} {code}")
}

fn teams(out: &mut String, event: &Event, standings: &Standings) {
    if standings.kind != Kind::Team {
        return;
    }
    let (of_matches, of_games) = (standings.field.match_points(), standings.field.game_points());
    let ranks = ranks(standings);
    for (at, team) in event.teams.iter().enumerate() {
        let entrant = standings.field.entrants.get(at);
        let rank = ranks.get(&at).copied().unwrap_or(0);
        let (matches, games) =
            entrant.map_or((0.0, 0.0), |e| (e.score.get(of_matches), e.score.get(of_games)));
        let name: String = team.name.chars().take(32).collect();
        let mut text = format!(
            "{:>3} {name:<32} {:<5} {:>6} {matches:>6.1} {games:>6.1} {rank:>3}  ",
            team.no, team.nickname, team.strength
        );
        for no in &team.members {
            let _ = write!(text, " {no:>4}");
        }
        line(out, "310", &text);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::event::standings::{Options, standings};
    use crate::event::tiebreaks::Edition;
    use crate::event::trf;

    /// Records of no edition keep their columns, however often they are written and read.
    #[test]
    fn unknown_records_stay_as_they_are() {
        for text in ["    a text without a code\n", "ab  short\n", "a\n", "ZZZ x\n", "   \u{1b}x y\n"] {
            let event = trf::read("x".into(), text.as_bytes());
            let write = |event| super::text(event, &standings(event, &Options::new(Edition::Y2026)));
            let first = write(&event);
            let again = write(&trf::read("x".into(), first.as_bytes()));
            assert_eq!(first, again, "{text:?}");
        }
    }

    #[test]
    fn points_keep_to_their_columns() {
        let said = [0.5, 12.0, 99.5, 100.0, 9999.0, 100.5, 12_345.0, -10.5].map(super::points_text);
        assert_eq!(said, ["0.5", "12.0", "99.5", "100", "9999", "", "", ""]);
    }

    /// A file that is read, written and read again is the same event.
    #[test]
    fn a_round_trip() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events/exercise-2026.trf");
        let event = trf::read("x".into(), &std::fs::read(path).unwrap());
        let text = super::text(&event, &standings(&event, &Options::new(Edition::Y2026)));
        assert!(super::is_written(&text) && text.matches("###").count() == 1);
        let again = trf::read("x".into(), text.as_bytes());
        assert_eq!(again.faults, []);
        let bare = |players: &[crate::event::Player]| {
            let mut players = players.to_vec();
            players.iter_mut().for_each(|player| {
                (player.line, player.rank) = (0, None);
                player.cells.iter_mut().for_each(|cell| (cell.line, cell.column) = (0, 0));
            });
            players
        };
        assert_eq!(bare(&again.players), bare(&event.players));
        assert_eq!(
            again.records.iter().map(|r| &r.text).collect::<Vec<_>>(),
            event.records.iter().map(|r| &r.text).collect::<Vec<_>>()
        );
    }
}
